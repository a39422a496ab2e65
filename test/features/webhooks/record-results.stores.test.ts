import { expect, it, vi } from "vitest";
import { unavailable } from "../../../src/errors.ts";
import {
  createResultRecorder,
  type DeliveryResult,
  type ResultRecorderDeps,
} from "../../../src/features/webhooks/sending/record-results.ts";
import { createLogger } from "../../../src/platform/log.ts";
import type { Postgres } from "../../../src/platform/postgres/postgres.ts";
import { ciCreated, eachWebhookWorld, type WebhookWorld } from "./support.ts";

let world: WebhookWorld;
eachWebhookWorld((made) => {
  world = made;
});

const ended = new Date();
const newHook = async () => (await world.register("http://127.0.0.1:9/")).webhook;
type Hook = Awaited<ReturnType<typeof newHook>>;
const result = ({ id, url, updatedAt }: Hook, health: DeliveryResult["health"]): DeliveryResult => ({
  id: "unknown delivery",
  attempts: 0,
  step: 0,
  status: "delivered",
  dueAt: null,
  responseStatus: 200,
  error: null,
  ended,
  webhookId: id,
  version: { url, updatedAt },
  health,
});
const recorderWith = (deps: Partial<ResultRecorderDeps> = {}) => {
  const lines: { level: string; msg: string; delivery?: string; webhook?: string }[] = [];
  const log = createLogger("info", { write: (line) => void lines.push(JSON.parse(line)) });
  const disable = vi.fn(async () => undefined);
  const recorder = createResultRecorder({ postgres: world.postgres, log, disable, ...deps });
  return { recorder, disable, lines };
};
/** The deliveries of a webhook, by id. */
const queued = async (hook: Hook, count: number) => {
  await world.publish(Array.from({ length: count }, (_, i) => ciCreated(`ci ${i}`)));
  return (await world.log(hook.id)).map(({ id }) => id);
};

it("disables a webhook after a 410, regardless of other results of the batch", async () => {
  const [gone, well, other] = [await newHook(), await newHook(), await newHook()];
  const { recorder, disable } = recorderWith();
  await Promise.all([
    // Is recorded individually, while the others form a batch.
    recorder.record(result(other, undefined)),
    recorder.record(result(gone, { disable: "gone" })),
    recorder.record(result(gone, { failingSince: null })),
    recorder.record(result(well, { failingSince: null })),
    recorder.record(result(well, { failingSince: ended })),
  ]);
  const version = { url: gone.url, updatedAt: gone.updatedAt };
  expect(disable.mock.calls).toEqual([[gone.id, version, "gone", ended]]);
  expect((await world.verbs.get(world.ctx, well.id)).failingSince).toEqual(ended);
});

it("records the other results of a batch when Postgres refuses one, and reports that one", async () => {
  const hook = await newHook();
  const ids = await queued(hook, 40);
  const { recorder, lines } = recorderWith();
  const beyondInteger = 5_000_000_000;
  const results = ids.map((id, i) => ({
    ...result(hook, undefined),
    id,
    responseStatus: i === 17 ? beyondInteger : 200,
  }));
  await Promise.all(results.map(recorder.record));
  const log = await world.log(hook.id);
  const refused = ids[17];
  expect(log.filter(({ status }) => status !== "delivered")).toMatchObject([
    { id: refused, status: "failed", error: "not_recorded", responseStatus: null },
  ]);
  expect(lines.map(({ level, delivery }) => [level, delivery])).toEqual([["error", refused]]);
  await recorder.record({ ...result(hook, undefined), id: (await queued(hook, 1)).at(-1)! });
});

it("ends for a result of which nothing can be recorded", async () => {
  const hook = await newHook();
  const [id] = await queued(hook, 1);
  const { recorder, lines } = recorderWith();
  await recorder.record({ ...result(hook, undefined), id: id!, attempts: 5_000_000_000 });
  expect(lines.map(({ level }) => level)).toEqual(["error", "error"]);
  expect(await world.log(hook.id)).toMatchObject([{ status: "pending" }]);
});

it("stores the health of the other webhooks when that of one cannot be stored", async () => {
  const [poisoned, well] = [await newHook(), await newHook()];
  const disable = vi.fn(async () => {
    throw new Error("null character not permitted");
  });
  const { recorder, lines } = recorderWith({ disable });
  await Promise.all([
    recorder.record(result(poisoned, { disable: "gone" })),
    recorder.record(result(well, { failingSince: ended })),
  ]);
  expect((await world.verbs.get(world.ctx, well.id)).failingSince).toEqual(ended);
  expect(lines).toMatchObject([{ level: "error", webhook: poisoned.id }]);
});

it("keeps results while Postgres is away, and resolves them when it is cancelled", async () => {
  let away = true;
  const query: Postgres["query"] = (...query) =>
    away ? Promise.reject(unavailable("Postgres is away")) : world.postgres.query(...query);
  const hook = await newHook();
  const [first, second] = await queued(hook, 2);
  const { recorder } = recorderWith({ postgres: { ...world.postgres, query } });
  const recording = recorder.record({ ...result(hook, undefined), id: first! });
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect((await world.log(hook.id)).map(({ status }) => status)).toEqual(["pending", "pending"]);
  away = false;
  await recording;
  expect((await world.log(hook.id)).map(({ status }) => status)).toContain("delivered");
  away = true;
  const cancelled = recorder.record({ ...result(hook, undefined), id: second! });
  await new Promise((resolve) => setTimeout(resolve, 50));
  recorder.cancel();
  await cancelled;
});
