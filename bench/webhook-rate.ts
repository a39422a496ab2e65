import { Agent } from "undici";
import { MAX_IN_FLIGHT } from "../src/features/webhooks/sending/delivery-queue.ts";
import { type Bench, withBench } from "./support/bench.ts";
import { defineFigure } from "./support/figure.ts";
import { compare } from "./support/rounds.ts";
import { type BenchReceiver, benchWebhooks, startReceiver } from "./support/webhooks.ts";

/** Of one message, with the headers that a delivery has. */
const BODY_BYTES = 800;

export const figure = defineFigure({
  what: "webhook deliveries to one receiver, signed, recorded and acknowledged, against a bare loop of the same HTTP client at equal concurrency; with a large backlog against a small one",
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
            baseline: () => bareLoop(receiver, deliveries),
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
            bare_per_s: found.baseline,
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

/** With the client that deliveries are sent with, and nothing around it. */
async function bareLoop(receiver: BenchReceiver, count: number): Promise<number> {
  await receiver.reset();
  const agent = new Agent({ keepAliveTimeout: 10_000, headersTimeout: 0, bodyTimeout: 0, allowH2: false });
  const { origin, pathname } = new URL(receiver.url("bare"));
  const body = JSON.stringify({ text: "x".repeat(BODY_BYTES) });
  let left = count;
  const started = performance.now();
  const loop = async () => {
    while (left-- > 0) {
      const headers = { "content-type": "application/json", "webhook-id": String(left) };
      const answer = await agent.request({ origin, path: pathname, method: "POST", headers, body });
      await answer.body.dump();
      if (answer.statusCode !== 204) throw new Error(`answered ${answer.statusCode}`);
    }
  };
  await Promise.all(Array.from({ length: MAX_IN_FLIGHT }, loop));
  const rate = perSecond(count, started);
  await agent.close();
  return rate;
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
    await waitUntilDelivered(bench, hook.id, count * (i + 1));
    ms += performance.now() - started;
    await webhooks.drain(5_000);
    const report = await receiver.report();
    if (report.count !== count || report.distinct !== count) throw new Error(`${report.count} arrived of ${count}`);
  }
  await remove(hook.id);
  return (count * refills * 1_000) / ms;
}

/** Throws if one ended otherwise than delivered. */
async function waitUntilDelivered({ postgres }: Bench, webhookId: string, count: number): Promise<void> {
  const waiting = "select 1 from webhook_deliveries where webhook_id = $1 and status = 'pending' limit 1";
  while ((await postgres.query(waiting, [webhookId])).length > 0);
  const [delivered] = await postgres.query<{ n: number }>(
    "select count(*) as n from webhook_deliveries where webhook_id = $1 and status = 'delivered'",
    [webhookId],
  );
  if (delivered?.n !== count) throw new Error(`${delivered?.n} of ${count} are written down as delivered`);
}

function perSecond(count: number, started: number): number {
  return (count * 1_000) / (performance.now() - started);
}
