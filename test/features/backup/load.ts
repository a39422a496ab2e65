import { isDeepStrictEqual } from "node:util";
import { newId } from "../../../src/platform/ids.ts";
import type { ApiClient, Body } from "./api-client.ts";

/** What one acknowledged request left of one thing: its record, or null after it was deleted. */
interface Step {
  path: string;
  record: Body | null;
  /** Milliseconds since the epoch: when the request was sent and when its answer came. */
  sent: number;
  answered: number;
}

/** Members that later requests or jobs change without a request to the thing itself. */
const CHANGING: readonly (readonly [RegExp, readonly string[]])[] = [
  [/\/cmdb\/ci\//, ["relationships"]],
  [/\/events\//, ["flapping", "suppressed", "incident_id", "updated_at"]],
  [/\/scans\//, ["status", "hosts", "results", "completed_at", "error"]],
];

/** The record of an address without the members that others change. */
async function recordAt(api: ApiClient, path: string): Promise<Body | null> {
  const record = await api.find(path);
  const changing = CHANGING.find(([pattern]) => pattern.test(path))?.[1] ?? [];
  return record && Object.fromEntries(Object.entries(record).filter(([name]) => !changing.includes(name)));
}

/** A writer that sends one request after the other, in both stores, and keeps what each left. */
export function startWriter(api: ApiClient, name: string) {
  const steps: Step[] = [];
  let isRunning = true;

  const step = async (paths: string[] | ((answer: Body) => string), send: () => Promise<Body>): Promise<string> => {
    const sent = Date.now();
    const answer = await send();
    const answered = Date.now();
    const changed = typeof paths === "function" ? [paths(answer)] : paths;
    for (const path of changed) steps.push({ path, record: await recordAt(api, path), sent, answered });
    return changed[0]!;
  };
  const post = (path: string, body: object, at = path) =>
    step(
      (answer) => `${at}/${answer.id ?? answer.scan_id}`,
      () => api.ok("POST", path, body),
    );
  const idIn = (path: string) => path.split("/").at(-1)!;

  const turn = async (n: number) => {
    const label = `${name} ${n}`;
    const a = await post("/v1/cmdb/ci", { name: `${label} a`, type: "server", attributes: { n } });
    const b = await post("/v1/cmdb/ci", { name: `${label} b`, type: "database", custom_fields: { n: [n] } });
    const ends = { source_ci: idIn(a), target_ci: idIn(b) };
    const link = await post("/v1/cmdb/relationships", { type: "depends_on", ...ends, attributes: { port: n + 1 } });
    await step([a], () => api.ok("PUT", a, { description: label, attributes: { n: n + 1 } }));
    const event = await post("/v1/events", {
      ...{ title: label, severity: "low", source: name, source_id: label },
      affected_cis: [idIn(a), idIn(b)],
    });
    await step([event], () => api.ok("PATCH", `${event}/status`, { status: "acknowledged" }));
    if (n % 3 === 0) await step([link], () => api.ok("DELETE", link));
    if (n % 2 === 0) await step([b, link], () => api.ok("DELETE", b));
    if (n % 4 === 0) await step([b, link], () => api.ok("POST", `${b}/restore`, {}));
    if (n % 3 === 1) {
      const host = { hostname: `${name}-${n}`, hardware: { serial_number: newId() }, disks: [{ name: "sda" }] };
      const scan = { scan_type: "agent", scanner_id: name, timestamp: new Date().toISOString() };
      await post("/v1/discovery/scan-data", { ...scan, data: { discovered_hosts: [host] } }, "/v1/discovery/scans");
    }
  };
  const run = async () => {
    for (let n = 0; isRunning; n++) await turn(n);
  };
  const ended = run();
  // A writer that fails ends the test where it is awaited, not before.
  ended.catch(() => {});
  return {
    steps,
    async stop() {
      isRunning = false;
      await ended;
    },
  };
}

/**
 * How many of a writer's requests a restored service has, if it has the first ones and no later one: what each thing is
 * equals what these left of it. Undefined if there is no such number.
 */
export async function prefixOf(api: ApiClient, steps: readonly Step[]): Promise<number | undefined> {
  const restored = new Map<string, Body | null>();
  for (const { path } of steps) if (!restored.has(path)) restored.set(path, await recordAt(api, path));
  const expected = new Map<string, Body | null>([...restored.keys()].map((path) => [path, null]));
  const differing = new Set([...restored].flatMap(([path, record]) => (record === null ? [] : [path])));
  let found: number | undefined = differing.size === 0 ? 0 : undefined;
  for (const [i, { path, record, sent }] of steps.entries()) {
    expected.set(path, record);
    if (isDeepStrictEqual(restored.get(path), record)) differing.delete(path);
    else differing.add(path);
    // Several steps of one request hold together.
    const isWhole = steps[i + 1]?.sent !== sent;
    if (differing.size === 0 && isWhole) found = i + 1;
  }
  return found;
}
