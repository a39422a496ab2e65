import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { type BenchTenant, withBench } from "./support/bench.ts";
import { defineFigure } from "./support/figure.ts";
import { load, requestOf, send } from "./support/load.ts";
import { seedCis } from "./support/seed.ts";
import { type Service, serviceEnvironment, startService } from "./support/service.ts";
import { median, percentile } from "./support/statistics.ts";

interface Settings {
  events: number;
  at_once: number;
  hooks: number;
  samples: number;
}

const CIS = 500;
const ALERTS = 2_000;
const PAUSE_MS = 200;

export const figure = defineFigure({
  what: "delay of one tenant's event until its webhook arrives, and of its reads of CIs, while another tenant sends 100,000 events and messages of 2,000 alerts, with webhooks to receivers that hang and refuse, against the delay on an idle service",
  marks: {
    event: { unit: "x", better: "lower", must: 2, aim: 1.3 },
    read: { unit: "x", better: "lower", must: 2, aim: 1.3 },
  },
  settings: { events: 100_000, at_once: 16, hooks: 20, samples: 60 },

  run: (settings, say) =>
    withBench(say, async (bench) => {
      const receiver = await startReceiver();
      const service = await startService({ ...serviceEnvironment(bench.stores), ORRERY_EGRESS_ALLOW: "127.0.0.1" });
      try {
        const [one, two] = [await bench.newTenant(), await bench.newTenant()];
        await seedCis(bench.graph, one.id, CIS);
        const [ciId = ""] = await seedCis(bench.graph, two.id, CIS);
        for (let i = 0; i < settings.hooks; i++) {
          await registerWebhook(service, one, i % 2 ? receiver.hanging : "http://127.0.0.1:9/refused");
        }
        await registerWebhook(service, two, receiver.answering);
        const sample = () => sampleOf(service, two, ciId, receiver.arrival);
        for (let i = 0; i < 20; i++) await sample();
        const idle = await samplesOf(settings.samples, sample);
        say(`idle: ${shown(idle)}`);
        const flood = startFlood(service, one, settings);
        await sleep(2_000);
        const flooded = await samplesOf(settings.samples, sample);
        say(`flooded: ${shown(flooded)}; ${flood.sent()} events so far`);
        const still = await flood.end();
        const after = await samplesOf(settings.samples, sample);
        say(`after ${still} events, while they are worked on: ${shown(after)}`);
        const worst = (of: "event" | "read") =>
          Math.max(median(flooded.map((each) => each[of])), median(after.map((each) => each[of]))) /
          median(idle.map((each) => each[of]));
        return {
          marks: { event: worst("event"), read: worst("read") },
          details: { idle: shown(idle), flooded: shown(flooded), after: shown(after), events: still },
          verified: ["every webhook of the other tenant arrived"],
        };
      } finally {
        await service.stop();
        receiver.close();
      }
    }),
});

interface Sample {
  /** Milliseconds from the request until the webhook arrived. */
  event: number;
  /** Milliseconds until the event was acknowledged. */
  post: number;
  /** Milliseconds of a read. */
  read: number;
}

function shown(samples: readonly Sample[]): string {
  const of = (which: keyof Sample) => {
    const ms = samples.map((sample) => sample[which]);
    return `${median(ms).toFixed(1)} ms (p95 ${percentile(ms, 95).toFixed(1)})`;
  };
  return `event ${of("event")}, acknowledged ${of("post")}, read ${of("read")}`;
}

async function samplesOf(count: number, sample: () => Promise<Sample>): Promise<Sample[]> {
  const samples: Sample[] = [];
  for (let i = 0; i < count; i++) {
    samples.push(await sample());
    await sleep(PAUSE_MS);
  }
  return samples;
}

let serial = 0;

async function sampleOf(
  { port }: Service,
  { headers }: BenchTenant,
  ciId: string,
  arrival: (title: string) => Promise<void>,
): Promise<Sample> {
  const title = `sample ${serial++}`;
  const event = { title, severity: "high", source: "bench", source_id: title, hostname: "host-1.example.com" };
  const arrived = arrival(title);
  const started = performance.now();
  await send(port, requestOf("POST", "/v1/events", headers, event));
  const postMs = performance.now() - started;
  await arrived;
  const eventMs = performance.now() - started;
  const readStarted = performance.now();
  await send(port, requestOf("GET", `/v1/cmdb/ci/${ciId}`, headers));
  return { event: eventMs, post: postMs, read: performance.now() - readStarted };
}

/** Sends events as fast as the service takes them, and a message of many alerts with every thousandth. */
function startFlood({ port }: Service, { headers }: BenchTenant, { events, at_once: connections }: Settings) {
  let sent = 0;
  let ended = false;
  const next = () => {
    const n = sent++;
    const event = { title: `flood ${n}`, severity: "high", source: "flood", source_id: `f${n}` };
    const body = { ...event, hostname: `host-${n % CIS}.example.com` };
    const isMany = process.env.NOMANY ? false : n % 1_000 === 500;
    return {
      request: isMany
        ? requestOf("POST", "/api/events/webhook/prometheus", headers, alertsOf(n))
        : requestOf("POST", "/v1/events", headers, body),
      check: (status: number, answer: Buffer) => {
        if (status >= 500 && status !== 503) throw new Error(`${status}: ${answer.toString().slice(0, 500)}`);
        if (ended) throw new FloodEnded();
      },
    };
  };
  const done = load({ port, connections, requests: events, next }).catch((error: unknown) => {
    if (!(error instanceof FloodEnded)) throw error;
  });
  return {
    sent: () => sent,
    async end() {
      ended = true;
      await done;
      return sent;
    },
  };
}

class FloodEnded extends Error {
  override readonly name = "FloodEnded";
}

function alertsOf(n: number) {
  const alerts = Array.from({ length: ALERTS }, (_, i) => ({
    status: "firing",
    labels: { alertname: "Flood", instance: `host-${i % CIS}.example.com:9100`, severity: "warning" },
    annotations: { summary: `alert ${n} ${i}` },
    startsAt: new Date().toISOString(),
    fingerprint: `${n}-${i}`,
  }));
  return { version: "4", status: "firing", alerts };
}

async function registerWebhook({ port }: Service, { headers }: BenchTenant, url: string): Promise<void> {
  const hook = { name: "flood", url, events: ["event.created"], active: true };
  await send(port, requestOf("POST", "/v1/webhooks", headers, hook));
}

async function startReceiver() {
  const awaited = new Map<string, () => void>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      if (request.url === "/hangs") return;
      response.writeHead(204).end();
      const title = /"title":"(sample \d+)"/.exec(Buffer.concat(chunks).toString())?.[1] ?? "";
      awaited.get(title)?.();
      awaited.delete(title);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    answering: `${base}/answers`,
    hanging: `${base}/hangs`,
    /** Resolves when the message of that event arrives. */
    arrival: (title: string) => new Promise<void>((resolve) => awaited.set(title, resolve)),
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
