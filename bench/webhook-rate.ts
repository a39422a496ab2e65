import { MAX_IN_FLIGHT } from "../src/features/webhooks/sending/delivery-queue.ts";
import { type Bench, withBench } from "./support/bench.ts";
import { defineFigure } from "./support/figure.ts";
import { compare } from "./support/rounds.ts";
import { type BenchReceiver, benchWebhooks, startReceiver } from "./support/webhooks.ts";

/** Of one message, with the headers that a delivery has. */
const BODY_BYTES = 800;

export const figure = defineFigure({
  what: "webhook deliveries to one receiver, signed, recorded and acknowledged, against a bare fetch loop of equal concurrency; with a large backlog against a small one",
  marks: {
    rate: { unit: "x", better: "higher", must: 0.5, aim: 0.8 },
    backlog: { unit: "x", better: "higher", must: 0.8, aim: 0.95 },
  },
  settings: { deliveries: 5_000, rounds: 5, small: 500, refills: 10, backlog: 100_000 },

  run: ({ deliveries, rounds, small, refills, backlog }, say) =>
    withBench(say, async (bench) => {
      const receiver = await startReceiver();
      try {
        const { ratio, ...found } = await compare(
          rounds,
          {
            baseline: () => bareFetch(receiver, deliveries),
            ours: () => drained(bench, receiver, { count: deliveries, refills: 1 }),
          },
          say,
        );
        const few = await drained(bench, receiver, { count: small, refills });
        say(`backlog of ${small}: ${Math.round(few)}/s`);
        const many = await drained(bench, receiver, { count: backlog, refills: 1 });
        say(`backlog of ${backlog}: ${Math.round(many)}/s`);
        return {
          marks: { rate: ratio, backlog: many / few },
          details: {
            at_once: MAX_IN_FLIGHT,
            lowest: found.lowest,
            highest: found.highest,
            fetch_per_s: found.baseline,
            ours_per_s: found.ours,
            small_per_s: few,
            backlog_per_s: many,
          },
          verified: ["every delivery arrived, each once, and is written down as delivered"],
        };
      } finally {
        await receiver.close();
      }
    }),
});

async function bareFetch(receiver: BenchReceiver, count: number): Promise<number> {
  await receiver.reset();
  const body = JSON.stringify({ text: "x".repeat(BODY_BYTES) });
  let left = count;
  const started = performance.now();
  const loop = async () => {
    while (left-- > 0) {
      const headers = { "content-type": "application/json", "webhook-id": String(left) };
      const response = await fetch(receiver.url("bare"), { method: "POST", headers, body });
      await response.arrayBuffer();
      if (response.status !== 204) throw new Error(`answered ${response.status}`);
    }
  };
  await Promise.all(Array.from({ length: MAX_IN_FLIGHT }, loop));
  return perSecond(count, started);
}

/** Deliveries a second, of so many that wait, as often as they are filled up; until the last one is written down. */
async function drained(
  bench: Bench,
  receiver: BenchReceiver,
  { count, refills }: { count: number; refills: number },
): Promise<number> {
  const tenant = await bench.newTenant();
  const { webhooks, register, remove, publish } = benchWebhooks(bench, tenant.id);
  const hook = await register(receiver.url());
  let ms = 0;
  for (let i = 0; i < refills; i++) {
    await receiver.reset();
    await publish(count);
    await bench.postgres.query("analyze webhook_deliveries");
    const started = performance.now();
    await webhooks.startWork();
    await receiver.until(count);
    await waitUntilRecorded(bench, hook.id);
    ms += performance.now() - started;
    await webhooks.drain(5_000);
    const report = await receiver.report();
    if (report.count !== count || report.distinct !== count) throw new Error(`${report.count} arrived of ${count}`);
  }
  await remove(hook.id);
  return (count * refills * 1_000) / ms;
}

async function waitUntilRecorded({ postgres }: Bench, webhookId: string): Promise<void> {
  for (;;) {
    const left = await postgres.query(
      "select 1 from webhook_deliveries where webhook_id = $1 and status = 'pending' limit 1",
      [webhookId],
    );
    if (left.length === 0) return;
  }
}

function perSecond(count: number, started: number): number {
  return (count * 1_000) / (performance.now() - started);
}
