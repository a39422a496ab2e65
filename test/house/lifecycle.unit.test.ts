import { describe, expect, it } from "vitest";
import { createLifecycle } from "../../src/lifecycle.ts";
import type { Feature } from "../../src/platform/feature.ts";
import { createLogger } from "../../src/platform/log.ts";

const HOOKS = ["prepare", "startWork", "flush", "drain", "stop", "warmUp", "close"] as const;

/** Features a, b and c with a queue and a relay; records the calls, and fails those that `failing` names. */
function world(failing: readonly string[] = []) {
  const ran: string[] = [];
  const logged: object[] = [];
  const run = (what: string) => async () => {
    ran.push(what);
    if (failing.includes(what)) throw new Error(`${what} failed`);
  };
  const feature = (name: string): Feature =>
    Object.fromEntries(HOOKS.map((hook) => [hook, run(`${hook} ${name}`)])) satisfies Feature;
  const log = createLogger("debug", { write: (line) => void logged.push(JSON.parse(line) as object) });
  const features = ["a", "b", "c"].map((name) => ({ name, feature: feature(name) }));
  features.push({ name: "empty", feature: {} });
  const jobs = { start: run("start jobs"), stop: run("stop jobs") };
  const relay = { start: () => void ran.push("start relay"), stop: run("stop relay") };
  const owedWork = { start: () => void ran.push("start owed work"), stop: run("stop owed work") };
  const lifecycle = createLifecycle({ features, jobs, owedWork, relay, log, close: run("close platform") });
  return { lifecycle, ran, logged };
}

const going = new AbortController().signal;

describe("createLifecycle", () => {
  it("prepares, starts and warms features in their order, the queue first", async () => {
    const { lifecycle, ran } = world();
    await lifecycle.prepare();
    await lifecycle.startWork({ work: true });
    await lifecycle.planAhead("none", going);
    expect(ran).toEqual([
      ...["prepare a", "prepare b", "prepare c"],
      ...["start jobs", "start relay", "start owed work", "startWork a", "startWork b", "startWork c"],
      ...["warmUp a", "warmUp b", "warmUp c"],
    ]);
  });

  it("starts the queue alone in a process that runs no jobs", async () => {
    const { lifecycle, ran } = world();
    await lifecycle.startWork({ work: false });
    expect(ran).toEqual(["start jobs"]);
  });

  it("flushes before the queue stops, drains beside it, then delivers, and stops and closes from the last to the first", async () => {
    const { lifecycle, ran } = world();
    await lifecycle.stopWork(1_000);
    await lifecycle.close();
    expect(ran).toEqual([
      ...["stop owed work", "flush a", "flush b", "flush c"],
      ...["stop jobs", "drain c", "drain b", "drain a", "stop relay"],
      ...["stop c", "stop b", "stop a"],
      ...["close c", "close b", "close a", "close platform"],
    ]);
  });

  it.each(["stop owed work", "flush b", "drain b", "stop jobs", "stop relay", "stop b"])(
    "goes on to stop where %s fails, and says so",
    async (what) => {
      const { lifecycle, ran } = world([what]);
      await expect(lifecycle.stopWork(1_000)).rejects.toThrow(`${what} failed`);
      const whole = world();
      await whole.lifecycle.stopWork(1_000);
      expect(ran).toEqual(whole.ran);
    },
  );

  it.each([
    ["prepare", (lifecycle) => lifecycle.prepare()],
    ["startWork", (lifecycle) => lifecycle.startWork({ work: true })],
    ["warmUp", (lifecycle) => lifecycle.planAhead("none", going)],
    ["close", (lifecycle) => lifecycle.close()],
  ] as const satisfies [string, (lifecycle: ReturnType<typeof createLifecycle>) => Promise<void>][])(
    "runs %s of the others where one fails, logs it with its feature, and rejects",
    async (hook, step) => {
      const { lifecycle, ran, logged } = world([`${hook} a`, `${hook} c`]);
      await expect(step(lifecycle)).rejects.toThrow(`${hook} ${hook === "close" ? "c" : "a"} failed`);
      expect(
        ran
          .filter((what) => what.startsWith(hook))
          .slice(0, 3)
          .sort(),
      ).toEqual([`${hook} a`, `${hook} b`, `${hook} c`]);
      expect(logged).toHaveLength(2);
      expect(logged).toContainEqual(expect.objectContaining({ feature: "a", hook, err: expect.anything() }));
    },
  );

  it("closes the platform where a feature cannot be closed", async () => {
    const { lifecycle, ran } = world(["close b"]);
    await expect(lifecycle.close()).rejects.toThrow("close b failed");
    expect(ran.at(-1)).toBe("close platform");
  });

  it("warms no further feature once the signal says so", async () => {
    const { lifecycle, ran } = world();
    await lifecycle.planAhead("none", AbortSignal.abort());
    expect(ran).toEqual([]);
  });
});
