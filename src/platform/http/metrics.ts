import { collectDefaultMetrics, type Metric, Registry } from "prom-client";
import { type MetricSource, registerMetrics } from "../metrics.ts";

export interface HttpMetrics {
  /** Registry for further metrics. */
  registry: Registry;
  /**
   * Returns the function that records the requests of one route. `route` is the pattern, never the path, so that the
   * number of series stays bounded.
   */
  recorder(method: string, route: string, variant: string): RecordRequest;
}

export type RecordRequest = (status: number, seconds: number) => void;

export interface HttpMetricsOptions {
  /** Default true. */
  processMetrics?: boolean;
  /** Further metrics, of the features. */
  sources?: readonly MetricSource[];
}

/** Prometheus metrics of this process: request durations, the process itself, and the metrics of features. */
export function createHttpMetrics(options: HttpMetricsOptions = {}): HttpMetrics {
  const registry = new Registry();
  if (options.processMetrics ?? true) collectDefaultMetrics({ register: registry });
  const durations = requestDurations();
  registry.registerMetric(durations.metric as unknown as Metric);
  registerMetrics(registry, options.sources ?? []);
  return { registry, recorder: durations.recorder };
}

const NAME = "http_request_duration_seconds";
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5] as const;

interface Series {
  labels: { method: string; route: string; status: string; variant: string };
  /** Observations per bucket, not cumulative; the last entry counts those beyond all buckets. */
  counts: number[];
  sum: number;
}

/**
 * A histogram in the format of the registry. The library's own histogram checks and hashes its labels at each
 * observation, which would cost a tenth of a request.
 */
function requestDurations() {
  const series: Series[] = [];
  const metric = {
    name: NAME,
    help: "Duration of HTTP requests, from arrival to answer",
    type: "histogram",
    labelNames: ["method", "route", "status", "variant", "le"],
    aggregator: "sum",
    collect: () => {},
    reset: () => series.forEach(clear),
    get: async () => ({
      name: NAME,
      help: metric.help,
      type: "histogram",
      aggregator: "sum",
      values: series.filter(({ counts }) => counts.some((n) => n > 0)).flatMap(valuesOf),
    }),
  };
  const recorder: HttpMetrics["recorder"] = (method, route, variant) => {
    const byStatus = new Map<number, Series>();
    return (status, seconds) => {
      let found = byStatus.get(status);
      if (!found) {
        const labels = { method, route, status: String(status), variant };
        found = { labels, counts: Array<number>(BUCKETS.length + 1).fill(0), sum: 0 };
        byStatus.set(status, found);
        series.push(found);
      }
      let bucket = 0;
      while (bucket < BUCKETS.length && seconds > BUCKETS[bucket]!) bucket++;
      found.counts[bucket]!++;
      found.sum += seconds;
    };
  };
  return { metric, recorder };
}

function clear(series: Series): void {
  series.counts.fill(0);
  series.sum = 0;
}

function valuesOf({ labels, counts, sum }: Series) {
  let total = 0;
  const buckets = counts.map((count, i) => {
    total += count;
    return { metricName: `${NAME}_bucket`, labels: { ...labels, le: BUCKETS[i] ?? "+Inf" }, value: total };
  });
  return [
    ...buckets,
    { metricName: `${NAME}_sum`, labels, value: sum },
    { metricName: `${NAME}_count`, labels, value: total },
  ];
}
