// Formats a log line for a terminal: short and without control characters.

interface LogLine extends Record<string, unknown> {
  level: string;
  time: string;
  msg?: string;
  err?: { stack?: string };
}

/** Only levels from `warn` up are shown. */
export function terminalLine(json: string): string {
  const { level, time, msg = '', err, request_id: _, ...fields } = JSON.parse(json) as LogLine;
  const words = [new Date(time).toTimeString().slice(0, 8)];
  if (['warn', 'error', 'fatal'].includes(level)) words.push(level.toUpperCase());
  if ('method' in fields) {
    const { method, url, status, ms } = fields;
    words.push(`${method} ${url} ${status} ${ms} ms`);
  } else {
    words.push(msg, ...Object.entries(fields).map(([name, value]) => `${name}=${showValue(value)}`));
  }
  return `${withoutControls([words.join(' '), ...(err?.stack ? [err.stack] : [])].join('\n'))}\n`;
}

const showValue = (value: unknown) =>
  typeof value === 'string' && /^[^\s"]+$/.test(value) ? value : JSON.stringify(value);

const withoutControls = (text: string) => text.replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g, ' ');
