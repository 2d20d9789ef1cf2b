// The Prometheus metrics of the service.
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import type { CutReason } from './bounded-server.ts';
import { type MetricsDeps, registerStateMetrics } from './state-metrics.ts';

export class Metrics {
  readonly #registry = new Registry();
  readonly #requests = new Counter({
    name: 'finderfee_http_requests_total',
    help: 'Requests answered, by route and status',
    labelNames: ['method', 'route', 'status'],
    registers: [this.#registry],
  });
  readonly #seconds = new Histogram({
    name: 'finderfee_http_request_seconds',
    help: 'Time from the request to its answer, by route',
    labelNames: ['method', 'route'],
    buckets: [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5],
    registers: [this.#registry],
  });

  readonly #lostClicks = new Counter({
    name: 'finderfee_clicks_not_recorded_total',
    help: 'Clicks that were redirected but could be neither stored nor spooled',
    registers: [this.#registry],
  });
  readonly #spooledClicks = new Counter({
    name: 'finderfee_clicks_spooled_total',
    help: 'Clicks written to the spool because the store was unavailable',
    registers: [this.#registry],
  });

  readonly #untrackedOffers = new Counter({
    name: 'finderfee_offers_without_click_id_total',
    help: 'Offers whose link cannot carry a click id: it has no {click_id} and is not of a known network',
    registers: [this.#registry],
  });

  readonly #modelFailures = new Counter({
    name: 'finderfee_chat_model_failures_total',
    help: 'Chat turns that the built-in reader answered because the model failed',
    registers: [this.#registry],
  });

  readonly #toolCalls = new Counter({
    name: 'finderfee_mcp_tool_calls_total',
    help: 'Calls of MCP tools and of UCP operations, by tool and outcome: answered, refused with advice, or failed',
    labelNames: ['tool', 'outcome'],
    registers: [this.#registry],
  });

  readonly #cuts = new Counter({
    name: 'finderfee_connections_cut_total',
    help: 'Connections closed because the client pipelined too many requests, did not read its answers, or kept sending after an answer',
    labelNames: ['reason'],
    registers: [this.#registry],
  });

  constructor(deps: MetricsDeps) {
    collectDefaultMetrics({ register: this.#registry });
    registerStateMetrics(this.#registry, deps);
  }

  observe(method: string, route: string, status: number, elapsed_ms: number): void {
    this.#requests.inc({ method, route, status });
    this.#seconds.observe({ method, route }, elapsed_ms / 1000);
  }

  countFailedClick(outcome: 'spooled' | 'not recorded'): void {
    (outcome === 'spooled' ? this.#spooledClicks : this.#lostClicks).inc();
  }

  countCut(reason: CutReason): void {
    this.#cuts.inc({ reason });
  }

  countUntrackedOffer(): void {
    this.#untrackedOffers.inc();
  }

  countToolCall(tool: string, outcome: string): void {
    this.#toolCalls.inc({ tool, outcome });
  }

  countModelFailure(): void {
    this.#modelFailures.inc();
  }

  text(): Promise<string> {
    return this.#registry.metrics();
  }
}
