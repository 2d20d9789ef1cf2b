// `<LineChart label="Searches per day" times={ms} series={[{ name: 'Searches', values }]} />`. Its code is loaded when it is shown.
import { useEffect, useRef, useState } from 'preact/hooks';
import type uPlot from 'uplot';
import { isDark } from '../theme.ts';
import { seriesClass } from './bar.tsx';
import { date, dayAndMonth, number } from './format.ts';

export interface Series {
  name: string;
  /** One per time; null is a gap. */
  values: readonly (number | null)[];
  /** A dashed line behind the others. */
  isFaint?: boolean;
}

interface Props {
  label: string;
  /** Milliseconds since 1970, ascending. */
  times: readonly number[];
  series: readonly Series[];
  format?: (value: number) => string;
  /** Of the whole chart. */
  height?: number;
}

interface Point {
  index: number;
  /** From the left end of the chart. */
  x: number;
  isRight: boolean;
}

export function LineChart({ label, times, series, format = (value) => number(value), height = 240 }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const chart = useRef<uPlot>(undefined);
  const [point, setPoint] = useState<Point>();
  const data = [times.map((ms) => ms / 1000), ...series.map(({ values }) => values)] as uPlot.AlignedData;
  const latest = useRef({ data, format });
  latest.current = { data, format };

  useEffect(() => {
    const element = place.current!;
    let isEnded = false;
    const resized = new ResizeObserver(() => chart.current?.setSize({ width: element.clientWidth, height }));
    void Promise.all([import('uplot'), import('uplot/dist/uPlot.min.css')]).then(([{ default: Chart }]) => {
      if (isEnded) return;
      const options = optionsOf(element, series, (value) => latest.current.format(value), setPoint);
      chart.current = new Chart({ ...options, width: element.clientWidth, height }, latest.current.data, element);
      resized.observe(element);
    });
    return () => {
      isEnded = true;
      resized.disconnect();
      chart.current?.destroy();
      chart.current = undefined;
      setPoint(undefined);
    };
  }, [JSON.stringify(series.map(({ name, isFaint }) => [name, isFaint])), isDark.value, height]);

  // New values do not draw the chart from nothing.
  useEffect(() => chart.current?.setData(data), [JSON.stringify(data)]);

  return (
    <figure class="line-chart">
      <div ref={place} role="img" aria-label={`${label}: ${summary(times, series, format)}`} />
      {point && times[point.index] !== undefined && (
        <Tooltip point={point} title={date(times[point.index]!)} series={series} format={format} />
      )}
      {series.length > 1 && (
        <figcaption>
          {series.map(({ name, isFaint }, i) => (
            <span key={name} class={keyClass(i, isFaint)}>
              {name}
            </span>
          ))}
        </figcaption>
      )}
    </figure>
  );
}

const keyClass = (index: number, isFaint?: boolean) => `key ${isFaint ? 'faint' : seriesClass(index)}`;

type TooltipProps = Required<Pick<Props, 'series' | 'format'>> & { point: Point; title: string };

function Tooltip({ point, title, series, format }: TooltipProps) {
  return (
    <div class={point.isRight ? 'chart-tip right' : 'chart-tip'} style={{ left: `${point.x}px` }} aria-hidden="true">
      <strong>{title}</strong>
      {series.map(({ name, values, isFaint }, i) => {
        const value = values[point.index] ?? null;
        return (
          <span key={name}>
            <span class={keyClass(i, isFaint)}>{name}</span> <b>{value === null ? '–' : format(value)}</b>
          </span>
        );
      })}
    </div>
  );
}

/** As the canvas needs it: custom properties keep `light-dark()`. */
function colourOf(element: HTMLElement, name: string): string {
  const probe = document.createElement('span');
  probe.style.color = `var(${name})`;
  element.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

const DAY_S = 86_400;
const TICKS_S = [1, 2, 3, 7, 14, 28, 56, 91, 182, 364].map((days) => days * DAY_S);

function optionsOf(
  element: HTMLElement,
  series: readonly Series[],
  format: (value: number) => string,
  onPoint: (point: Point | undefined) => void,
) {
  const [soft, line] = [colourOf(element, '--chart-text'), colourOf(element, '--chart-line')];
  const axis = { stroke: soft, ticks: { show: false }, font: '12px system-ui' };
  return {
    legend: { show: false },
    padding: [12, 24, 0, 0],
    cursor: { y: false, points: { size: 7 }, drag: { x: false, y: false } },
    scales: { y: { range: (_chart: uPlot, min: number, max: number) => [Math.min(0, min), max > 0 ? max * 1.08 : 1] } },
    axes: [
      {
        ...axis,
        ...{ grid: { show: false }, incrs: TICKS_S, space: 72, size: 28 },
        values: (_chart: uPlot, values: number[]) => values.map((at) => dayAndMonth(at * 1000)),
      },
      {
        ...axis,
        ...{ grid: { stroke: line, width: 1 }, size: (chart: uPlot, values: string[]) => widthOf(chart, values) },
        values: (_chart: uPlot, values: number[]) => values.map(format),
      },
    ],
    series: [
      {},
      ...series.map(({ name, isFaint }, i) => ({
        label: name,
        stroke: isFaint ? soft : colourOf(element, `--series-${i + 1}`),
        width: isFaint ? 1.25 : 2,
        ...(isFaint ? { dash: [4, 4] } : {}),
        points: { show: (chart: uPlot) => chart.data[0].length === 1 },
      })),
    ],
    hooks: {
      setCursor: [
        ({ cursor: { idx, left }, over }: uPlot) => {
          const isOver = idx !== null && idx !== undefined && left !== undefined && left >= 0;
          const x = (left ?? 0) + over.offsetLeft;
          onPoint(isOver ? { index: idx, x, isRight: left > over.clientWidth / 2 } : undefined);
        },
      ],
    },
  } satisfies Partial<uPlot.Options>;
}

/** Labels of the left axis may be amounts. */
const widthOf = ({ ctx }: uPlot, values: string[] | null): number =>
  Math.max(32, ...(values ?? []).map((text) => ctx.measureText(text).width / devicePixelRatio + 14));

/** What a screen reader reads instead of the lines. */
function summary(times: readonly number[], series: readonly Series[], format: (value: number) => string): string {
  if (times.length === 0) return 'no data';
  const period = `${date(times[0]!)} to ${date(times.at(-1)!)}`;
  const totals = series.map(({ name, values }) => {
    const known = values.filter((value) => value !== null);
    if (known.length === 0) return `${name} none`;
    return `${name} ${format(Math.min(...known))} to ${format(Math.max(...known))}`;
  });
  return `${period}; ${totals.join('; ')}`;
}
