import { afterAll, beforeAll, expect, it } from "vitest";
import { newId } from "../../../src/platform/ids.ts";
import type { Sql } from "../../../src/platform/postgres/postgres.ts";
import { createEventWorld, type EventWorld } from "./support.ts";

const settingOf = async (sql: Sql) =>
  (await sql.query<{ is: string }>("select current_setting('enable_seqscan') as is"))[0]?.is;

let world: EventWorld;
let within: string | undefined;
beforeAll(async () => {
  world = await createEventWorld({
    onPublished: async (tx) => {
      within = await settingOf(tx);
    },
  });
});
afterAll(() => world?.close());

it("lockIdentities disables sequential scans within its transaction only, whatever the statistics say", async () => {
  await world.report({ sourceId: newId() });
  expect(within).toBe("off");
  expect(await settingOf(world.postgres)).toBe("on");
});
