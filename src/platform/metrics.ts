import { Counter, Gauge, type Registry } from "prom-client";
import { within } from "./within.ts";

/** One value of a metric. */
export interface Sample {
  labels?: Readonly<Record<string, string>>;
  value: number;
}

/** A metric that is read when it is scraped. */
export interface MetricSource {
  /** As Prometheus names it: `orrery_<what>_<unit>`. */
  name: string;
  help: string;
  /** Default gauge. */
  type?: "counter";
  labels?: readonly string[];
  /** Must be cheap. A rejection leaves the metric out of the scrape. */
  read(): Promise<readonly Sample[]> | readonly Sample[];
}

/** How much work is not finished, by whether it waits or runs. */
export function unfinishedGauge(
  name: string,
  help: string,
  count: () => Promise<{ waiting: number; running: number }>,
): MetricSource {
  return {
    name,
    help,
    labels: ["state"],
    read: async () => {
      const { waiting, running } = await count();
      return [
        { labels: { state: "waiting" }, value: waiting },
        { labels: { state: "running" }, value: running },
      ];
    },
  };
}

/** How long the values of one reading serve, and how long a scrape waits for a new one. */
const CACHE_MS = 5_000;
const READ_MS = 2_000;

/** Registers metrics whose scrape never fails: where a store is away, theirs are missing. */
export function registerMetrics(registry: Registry, sources: readonly MetricSource[]): void {
  for (const source of sources) {
    const read = cachedRead(source);
    const options = { name: source.name, help: source.help, labelNames: source.labels ?? [], registers: [registry] };
    if (source.type === "counter") {
      const counter = new Counter({
        ...options,
        async collect() {
          counter.reset();
          for (const { labels = {}, value } of await read()) counter.inc(labels, value);
        },
      });
    } else {
      const gauge = new Gauge({
        ...options,
        async collect() {
          const samples = await read();
          gauge.reset();
          // A gauge without labels begins at 0, a value that was never read.
          if (samples.length === 0 && options.labelNames.length === 0) gauge.remove();
          for (const { labels = {}, value } of samples) gauge.set(labels, value);
        },
      });
    }
  }
}

function cachedRead(source: MetricSource): () => Promise<readonly Sample[]> {
  let last: { at: number; samples: Promise<readonly Sample[]> } | undefined;
  return () => {
    if (!last || performance.now() - last.at > CACHE_MS) last = { at: performance.now(), samples: boundedRead(source) };
    return last.samples;
  };
}

function boundedRead(source: MetricSource): Promise<readonly Sample[]> {
  const reading = Promise.resolve().then(() => source.read());
  // The store's own log has the reason of a failure.
  return within(READ_MS, reading).catch((): readonly Sample[] => []);
}
