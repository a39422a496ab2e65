import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { type Bench, type BenchTenant, withBench } from "./support/bench.ts";
import { defineFigure } from "./support/figure.ts";
import { inspect } from "./support/inspector.ts";
import { createRandom } from "./support/random.ts";
import { seedCis } from "./support/seed.ts";
import { freePort, SERVE, type Service, serviceEnvironment, startService } from "./support/service.ts";
import { type SoakRequest, soakRequests } from "./support/soak-requests.ts";

interface Settings {
  requests: number;
  warm_up: number;
  tenants: number;
  cis: number;
  at_once: number;
}

const EVENTS = ["ci.created", "ci.updated", "event.created"];
/** Deliveries and jobs are still under way when the last request is answered. */
const SETTLE_MS = 20_000;

export const figure = defineFigure({
  what: "memory of the service, resident and of its heap, collected, after 100,000 requests of every kind, with webhooks to receivers that answer, refuse, hang and do not resolve, against that after the first 5,000",
  marks: {
    memory: { unit: "x", better: "lower", must: 1.3, aim: 1.1 },
    heap: { unit: "x", better: "lower", must: 1.3, aim: 1.1 },
  },
  settings: { requests: 100_000, warm_up: 5_000, tenants: 4, cis: 500, at_once: 12 },

  run: (settings, say) =>
    withBench(say, async (bench) => {
      const receivers = await startReceivers();
      const inspectorPort = await freePort();
      const environment = { ...serviceEnvironment(bench.stores), ORRERY_EGRESS_ALLOW: "127.0.0.1" };
      const service = await startService(environment, [`--inspect=127.0.0.1:${inspectorPort}`, ...SERVE]);
      const { collectGarbage } = inspect(inspectorPort);
      /** When nothing is under way and no garbage is left: what V8 has not collected yet says nothing of a leak. */
      const settledMemory = async () => {
        await sleep(SETTLE_MS);
        const resident = service.memoryMb().now;
        const heap = await collectGarbage();
        await sleep(1_000);
        return { resident, heap, collected: service.memoryMb().now };
      };
      try {
        return await soak(bench, { ...service, settledMemory }, receivers.urls, settings, say);
      } finally {
        await service.stop();
        receivers.close();
      }
    }),
});

interface SoakedService extends Service {
  /** Megabytes: as the process is, of its heap in use after a collection, and resident after it. */
  settledMemory(): Promise<{ resident: number; heap: number; collected: number }>;
}

async function soak(
  bench: Bench,
  service: SoakedService,
  receivers: readonly string[],
  settings: Settings,
  say: (line: string) => void,
) {
  const tenants: { tenant: BenchTenant; ciIds: string[] }[] = [];
  for (let i = 0; i < settings.tenants; i++) {
    const tenant = await bench.newTenant();
    tenants.push({ tenant, ciIds: await seedCis(bench.graph, tenant.id, settings.cis) });
    for (const url of receivers) await registerWebhook(service, tenant, url);
  }
  const random = createRandom(1);
  const requests = soakRequests({ tenants, below: (end) => random.int(0, end - 1) });
  const answers = new Map<string, number>();
  const send = (count: number) => sendAll(service, requests, count, settings.at_once, answers);
  await send(settings.warm_up);
  const before = await service.settledMemory();
  say(`${settings.warm_up} requests: ${shown(before)}`);
  const part = Math.ceil((settings.requests - settings.warm_up) / 20);
  for (let sent = settings.warm_up; sent < settings.requests; sent += part) {
    await send(Math.min(part, settings.requests - sent));
    say(`${Math.min(sent + part, settings.requests)} requests: ${Math.round(service.memoryMb().now)} MB`);
  }
  const after = await service.settledMemory();
  say(`${settings.requests} requests: ${shown(after)}`);
  // A connection may be closed as a request is sent on it; a process that ended loses all.
  const lost = [...answers].reduce((sum, [what, count]) => sum + (what.endsWith(" lost") ? count : 0), 0);
  const failed = [...answers].filter(([what]) => / 50[0-2]$/.test(what));
  if (lost > settings.requests / 1_000) throw new Error(`${lost} requests had no answer`);
  if (failed.length > 0) throw new Error(`failures of the service: ${JSON.stringify(failed)}`);
  return {
    marks: { memory: after.collected / before.collected, heap: after.heap / before.heap },
    details: {
      before: shown(before),
      after: shown(after),
      peak_mb: service.memoryMb().peak,
      answers: JSON.stringify([...answers]),
    },
    verified: ["no answer of 500 to 502", "an answer to 999 of 1,000 requests at least"],
  };
}

function shown({ resident, heap, collected }: Awaited<ReturnType<SoakedService["settledMemory"]>>): string {
  const mb = (value: number) => `${Math.round(value)} MB`;
  return `${mb(resident)}; collected ${mb(collected)}, heap ${mb(heap)}`;
}

/** Sends so many requests, and counts the answers by kind and status. */
async function sendAll(
  { port }: Service,
  requests: Iterator<SoakRequest & { tenant: BenchTenant }>,
  count: number,
  atOnce: number,
  answers: Map<string, number>,
): Promise<void> {
  let left = count;
  const lane = async () => {
    while (left-- > 0) {
      const { kind, method, path, headers, body, tenant } = requests.next().value as SoakRequest & {
        tenant: BenchTenant;
      };
      const status = await fetch(`http://127.0.0.1:${port}${path}`, {
        method,
        headers: { ...tenant.headers, ...(body !== undefined && { "Content-Type": "application/json" }), ...headers },
        ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
      })
        .then(async (answer) => {
          await answer.arrayBuffer();
          return answer.status;
        })
        .catch(() => "lost");
      const what = `${kind} ${status}`;
      answers.set(what, (answers.get(what) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
}

async function registerWebhook({ port }: Service, { headers }: BenchTenant, url: string): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${port}/v1/webhooks`, {
    method: "POST",
    headers: { ...headers, "Content-Type": "application/json" },
    body: JSON.stringify({ name: "soak", url, events: EVENTS, active: true }),
  });
  if (answer.status !== 201) throw new Error(`the webhook could not be registered: ${await answer.text()}`);
}

/** Receivers: one that answers, one that fails, one that hangs, one where nothing listens, and names that do not exist. */
async function startReceivers() {
  const server = createServer((request, response) => {
    request.resume();
    if (request.url === "/hangs") return;
    response.writeHead(request.url === "/fails" ? 500 : 204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    urls: [
      ...["answers", "fails", "hangs"].map((name) => `${base}/${name}`),
      "http://127.0.0.1:9/refused",
      ...Array.from({ length: 8 }, (_, i) => `https://receiver-${i}.soak.invalid/`),
    ],
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
