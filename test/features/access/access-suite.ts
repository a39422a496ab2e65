import { afterAll } from "vitest";
import type { RequestContext } from "../../../src/context.ts";
import type { Access, NewKeyInput } from "../../../src/features/access/index.ts";
import { testAccess, testTenant } from "../../support/access.ts";
import { type TestClock, testClock } from "../../support/clock.ts";
import { type Scratch, scratchDatabase } from "../../support/scratch.ts";
import { contextOfToken } from "./support.ts";

export const DAY = 24 * 60 * 60_000;

/** A database and a clock for one test file, and two simulated processes on them. */
export interface AccessSuite {
  scratch: Scratch;
  clock: TestClock;
  access: Access;
  /** Simulates another process. */
  sibling: Access;
  /** The context of the administrator of a new tenant. */
  newContext(): Promise<RequestContext>;
}

/**
 * Creates the fixtures of a test file of access, and removes them after its tests.
 *
 * @param options.started how many of the two processes, `access` first, run their repeated tasks
 */
export async function accessSuite({ started = 0 }: { started?: 0 | 1 | 2 } = {}): Promise<AccessSuite> {
  const scratch = await scratchDatabase();
  const clock = testClock();
  const access = testAccess(scratch.postgres, { clock });
  const sibling = testAccess(scratch.postgres, { clock });
  const running = [access, sibling].slice(0, started);
  afterAll(async () => {
    await Promise.all(running.map((one) => one.stop()));
    await scratch.drop();
  });
  for (const one of running) await one.prepare();
  const newContext = async () => contextOfToken(access, (await (await testTenant(access)).login()).token);
  return { scratch, clock, access, sibling, newContext };
}

/** A key that reads for 90 days. */
export function keyInput(overrides: Partial<NewKeyInput> = {}): NewKeyInput {
  return { name: "a key", scopes: ["cmdb.read"], lifetimeMs: 90 * DAY, ...overrides };
}

/** A list of up to 100, newest first. */
export const ALL = { column: "createdAt", order: "desc", page: 1, limit: 100 } as const;
