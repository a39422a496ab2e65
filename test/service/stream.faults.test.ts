import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { EventStream } from "../features/stream/event-stream.ts";
import { type Client, signIn } from "./faults/client.ts";
import { type LabStores, labStores } from "./faults/lab.ts";
import { retried } from "./faults/ledger.ts";
import { endServices, type ServiceProcess, startServiceProcess } from "./faults/service-process.ts";

/** Longest that a process which is asked to stop may take while streams are open. */
const STOP_MS = 15_000;

let stores: LabStores;
let writing: ServiceProcess;
let serving: ServiceProcess;
let client: Client;
let serial = 0;

const start = (role: string) => startServiceProcess({ ...stores.env, ORRERY_ROLE: role });

beforeAll(async () => {
  stores = await labStores();
  [writing, serving] = await Promise.all([start("all"), start("api")]);
  await Promise.all([writing.ready(), serving.ready()]);
  client = await signIn(writing.origin);
}, 240_000);
afterAll(endServices);

async function follow(lastEventId?: string, origin = serving.origin): Promise<EventStream> {
  const headers = { authorization: client.authorization(), ...(lastEventId && { "last-event-id": lastEventId }) };
  const response = await fetch(`${origin}/v1/stream`, { headers });
  expect(response.status).toBe(200);
  const stream = new EventStream(response);
  await stream.next(({ event }) => event === "open");
  return stream;
}

/** Retried: a store may be on its way back. */
async function create(path: string, body: object): Promise<string> {
  return retried(async () => {
    const answer = await client.call("POST", path, body);
    return answer.status === 201 ? (answer.body.id as string) : undefined;
  });
}
const createCi = () => create("/v1/cmdb/ci", { name: `host-${serial++}`, type: "server" });
const createEvent = () => create("/v1/events", { title: `alarm ${serial++}`, severity: "high", source: "test" });

it("a process that only serves tells what another one stored", async () => {
  const stream = await follow();
  expect(Object.fromEntries(stream.response.headers)).toMatchObject({
    "content-type": "text/event-stream",
    "cache-control": "no-store",
    "x-accel-buffering": "no",
  });
  expect(stream.response.headers.has("content-encoding")).toBe(false);
  const [ci, event] = [await createCi(), await createEvent()];
  await stream.tells("ci.changed", ci, { change: "created" });
  await stream.tells("event.changed", event, { status: "open" });
  await stream.close();
});

it("a client goes on at another process where it was", async () => {
  const first = await follow();
  await first.tells("ci.changed", await createCi());
  await first.close();
  const missed = await createEvent();
  const second = await follow(first.lastId, writing.origin);
  await second.tells("event.changed", missed);
  expect(second.messages.some(({ event }) => event === "reset")).toBe(false);
  await second.close();
});

it("an open stream is told everything after Postgres was started again", async () => {
  const stream = await follow();
  const before = await createEvent();
  await stream.tells("event.changed", before);
  await stores.servers.postgres.signal("SIGINT");
  await stores.servers.postgres.gone();
  await sleep(1_000);
  await stores.servers.postgres.startAgain();
  const after = await createEvent();
  await stream.tells("event.changed", after);
  expect(stream.hasEnded).toBe(false);
  expect(stream.messages.some(({ event }) => event === "reset")).toBe(false);
  await stream.close();
}, 120_000);

it("an open stream is told to begin anew after Postgres crashed", async () => {
  const stream = await follow();
  await stores.servers.postgres.signal("SIGKILL");
  await stores.servers.postgres.gone();
  await stores.servers.postgres.startAgain();
  expect((await stream.next(({ event }) => event === "reset", 60_000)).data).toEqual({ reason: "entries_lost" });
  await stream.tells("event.changed", await createEvent());
  await stream.close();
}, 120_000);

it("a process that stops says so on its open streams, and ends with exit code 0 whoever reads or does not", async () => {
  const headers = { authorization: client.authorization() };
  const unread = await fetch(`${serving.origin}/v1/stream`, { headers });
  const stream = await follow();
  const begun = performance.now();
  serving.signal("SIGTERM");
  expect((await stream.next(({ event }) => event === "bye")).data).toEqual({ reason: "stopping" });
  await stream.end();
  expect(await serving.ended).toBe(0);
  expect(performance.now() - begun).toBeLessThan(STOP_MS);
  await unread.body?.cancel().catch(() => undefined);
  serving = await start("api");
  await serving.ready();
  const missed = await createCi();
  await (await follow(stream.lastId)).tells("ci.changed", missed);
}, 120_000);
