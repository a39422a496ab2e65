import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { RequestContext } from "../../../src/context.ts";
import { AppError, unavailable } from "../../../src/errors.ts";
import { GENERATE_REPORT } from "../../../src/features/reports/job-refs.ts";
import { newId } from "../../../src/platform/ids.ts";
import type { Postgres } from "../../../src/platform/postgres/postgres.ts";
import { createReportWorld, REPORT_SCOPES, type ReportWorld } from "./support.ts";

let world: ReportWorld;
let owner: RequestContext;

beforeAll(async () => {
  world = await createReportWorld();
});
afterAll(() => world?.close());

beforeEach(async () => {
  Object.assign(world.report, { rows: 1_200, width: 10, exists: true, beforePage: () => {}, beforeBuild: () => {} });
  await world.postgres.query("delete from reports");
  owner = await world.user();
});

const statusOf = async (id: string, ctx = owner) => (await world.reports.verbs.status(ctx, id)).report;

describe("a run", () => {
  it("completes the report, which is kept for the tenant's days", async () => {
    const { id, status } = await world.ask(owner, { parameters: { grouping: ["status"] } });
    expect(status).toBe("generating");
    expect(await statusOf(id)).toMatchObject({ status: "generating", rowsDone: 0, rowsTotal: 1_200, expiresAt: null });
    await world.work();
    const done = await statusOf(id);
    expect(done).toMatchObject({ status: "completed", rowsDone: 1_200, ignoredParameters: ["grouping"] });
    expect(done.expiresAt?.getTime()).toBe(world.clock.now().getTime() + 7 * 86_400_000);
    const file = await world.file(owner, id);
    expect(file.length).toBe(done.sizeBytes);
    expect(file.toString().split("\r\n").filter(Boolean)).toHaveLength(1_201);
  });

  it("shows how far it is", async () => {
    const seen: number[] = [];
    const { id } = await world.ask(owner, { parameters: { rows: 5_000 } });
    const fast = world.make({ renewMs: 5 });
    world.report.beforePage = async (done) => {
      if (done < 2_500 || seen.length > 0) return;
      await expect.poll(async () => (await statusOf(id)).rowsDone).toBeGreaterThan(0);
      seen.push((await statusOf(id)).rowsDone);
    };
    await world.run(GENERATE_REPORT, { tenantId: owner.tenantId }, undefined, fast);
    expect(seen[0]).toBeLessThan(5_000);
    expect((await statusOf(id)).status).toBe("completed");
  });

  it("that died leaves nothing behind: the next one makes the whole report once", async () => {
    const { id } = await world.ask(owner, { parameters: { rows: 60_000 } });
    const died = new Error("killed");
    world.report.beforePage = (done) => {
      if (done >= 40_000) throw died;
    };
    // What a killed process leaves: its claim and its pieces.
    const deadPostgres = failingOn(world.postgres, /claimed_until = null/, died);
    const dead = world.make({ postgres: deadPostgres });
    await expect(world.run(GENERATE_REPORT, { tenantId: owner.tenantId }, undefined, dead)).rejects.toThrow("killed");
    expect((await world.pieces(id)).pieces).toBeGreaterThan(0);
    expect(await statusOf(id)).toMatchObject({ status: "generating" });
    expect(await world.owed()).toEqual([]);
    await expect(world.file(owner, id)).rejects.toMatchObject({ code: "CONFLICT" });

    world.report.beforePage = () => {};
    await world.loseLease(id);
    expect(await world.owed()).toEqual([{ ref: GENERATE_REPORT, payload: { tenantId: owner.tenantId } }]);
    await world.work();
    expect(await statusOf(id)).toMatchObject({ status: "completed", rowsDone: 60_000 });
    expect((await world.pieces(id)).attempts).toBe(1);
    const lines = (await world.file(owner, id)).toString().trimEnd().split("\r\n");
    expect(lines).toHaveLength(60_001);
    expect(new Set(lines).size).toBe(60_001);
  });

  it("that lost its report to another one writes nothing more", async () => {
    const { id } = await world.ask(owner, { parameters: { rows: 60_000 } });
    let overtaken = false;
    world.report.beforePage = async (done) => {
      if (done < 40_000 || overtaken) return;
      overtaken = true;
      await world.loseLease(id);
      await world.run(GENERATE_REPORT, { tenantId: owner.tenantId });
    };
    await world.run(GENERATE_REPORT, { tenantId: owner.tenantId });
    expect(await statusOf(id)).toMatchObject({ status: "completed", rowsDone: 60_000 });
    expect((await world.pieces(id)).attempts).toBe(1);
    expect((await world.file(owner, id)).toString().trimEnd().split("\r\n")).toHaveLength(60_001);
  });

  it("ends without a trace when its report is deleted", async () => {
    const { id } = await world.ask(owner, { parameters: { rows: 100_000 } });
    let pages = 0;
    world.report.beforePage = async (done) => {
      pages++;
      if (done === 30_000) await world.reports.verbs.remove(owner, id);
    };
    await world.run(GENERATE_REPORT, { tenantId: owner.tenantId });
    expect(pages).toBeLessThan(200);
    await expect(statusOf(id)).rejects.toMatchObject({ code: "RESOURCE_NOT_FOUND" });
    expect((await world.pieces(id)).pieces).toBe(0);
    expect(await world.owed()).toEqual([]);
  });

  it("that the stop of the process ends gives its report back at once", async () => {
    const { id } = await world.ask(owner, { parameters: { rows: 10_000 } });
    const stop = new AbortController();
    world.report.beforePage = (done) => {
      if (done === 5_000) stop.abort(new Error("the process stops"));
    };
    await world.run(GENERATE_REPORT, { tenantId: owner.tenantId }, stop.signal);
    expect(await world.owed()).toHaveLength(1);
    expect((await world.pieces(id)).pieces).toBe(0);
    world.report.beforePage = () => {};
    await world.work();
    expect((await statusOf(id)).status).toBe("completed");
  });

  it.each([
    ["a full disk", Object.assign(new Error("could not extend file"), { code: "53100", severity: "ERROR" })],
    ["a lost connection", new Error("Connection terminated unexpectedly")],
  ])("meets %s: the report is neither lost nor half", async (_what, fault) => {
    const { id } = await world.ask(owner, { parameters: { rows: 60_000 } });
    let pieces = 0;
    const full = failingOn(
      world.postgres,
      /insert into report_pieces/,
      unavailable("The store", fault),
      () => ++pieces > 1,
    );
    await world.run(GENERATE_REPORT, { tenantId: owner.tenantId }, undefined, world.make({ postgres: full }));
    expect(pieces).toBeGreaterThan(1);
    expect(await statusOf(id)).toMatchObject({ status: "generating", rowsDone: 0, error: null });
    expect((await world.pieces(id)).pieces).toBe(0);
    expect(await world.owed()).toEqual([]);
    await world.passPauses();
    await world.work();
    expect(await statusOf(id)).toMatchObject({ status: "completed", rowsDone: 60_000 });
  });

  it("fails where the stores do not give its data within a day", async () => {
    const { id } = await world.ask(owner);
    world.report.beforeBuild = () => {
      throw unavailable("The graph cannot be reached");
    };
    for (let times = 0; times < 10; times++) {
      await world.passPauses();
      await world.work();
      expect((await statusOf(id)).status).toBe("generating");
    }
    world.clock.advance(25 * 3_600_000);
    await world.passPauses();
    await world.work();
    expect(await statusOf(id)).toMatchObject({ status: "failed", error: expect.stringContaining("within a day") });
  });

  it("fails for a fault of our own after some tries, without showing it", async () => {
    const { id } = await world.ask(owner);
    let tries = 0;
    world.report.beforeBuild = () => {
      tries++;
      throw new TypeError("secret of the inside");
    };
    for (let times = 0; times < 10; times++) {
      await world.passPauses();
      await world.work();
    }
    expect(tries).toBe(6);
    expect(await statusOf(id)).toMatchObject({ status: "failed", error: "An internal error prevented it" });
    await expect(world.file(owner, id)).rejects.toMatchObject({ code: "GONE" });
  });

  it("is shown to the operator once it has failed for good, and is made again as the operator asks", async () => {
    const [parked] = world.reports.parkedWork;
    const delivery = { method: "none" as const, recipients: [] };
    const { id } = await world.ask(owner, { delivery });
    world.report.beforeBuild = () => {
      throw new TypeError("a fault of ours");
    };
    for (let times = 0; times < 6; times++) {
      expect(await parked?.count()).toBe(0);
      await world.passPauses();
      await world.work();
    }
    expect(await parked?.count()).toBe(1);
    expect(await parked?.byTenant(owner.tenantId)).toMatchObject([{ tenantId: owner.tenantId, count: 1, tries: 6 }]);
    world.report.beforeBuild = () => {};
    expect(await parked?.release(newId())).toBe(0);
    expect(await parked?.release(owner.tenantId)).toBe(1);
    expect(await statusOf(id)).toMatchObject({ status: "generating", error: null, completedAt: null });
    await world.work();
    expect((await statusOf(id)).status).toBe("completed");
    expect(await parked?.count()).toBe(0);
  });

  it("is not shown to the operator where it is refused", async () => {
    await world.ask(owner);
    world.report.exists = false;
    await world.work();
    expect(await world.reports.parkedWork[0]?.count()).toBe(0);
  });

  it("fails a report whose runs die with their process again and again", async () => {
    const { id } = await world.ask(owner);
    const died = new Error("killed");
    const dead = world.make({ postgres: failingOn(world.postgres, /claimed_until = null/, died) });
    world.report.beforeBuild = () => {
      throw died;
    };
    const run = (by?: typeof dead) => world.run(GENERATE_REPORT, { tenantId: owner.tenantId }, undefined, by);
    for (let times = 0; times < 6; times++) {
      await expect(run(dead)).rejects.toThrow("killed");
      await world.loseLease(id);
    }
    world.report.beforeBuild = () => {
      throw new Error("it would have been the seventh");
    };
    await run();
    expect(await statusOf(id)).toMatchObject({ status: "failed", error: "An internal error prevented it" });
    expect(await world.reports.parkedWork[0]?.count()).toBe(1);
  });

  it("fails at once for what can never be made, and says why", async () => {
    const { id } = await world.ask(owner);
    world.report.beforeBuild = () => {
      throw new AppError("RESOURCE_NOT_FOUND", "There is no such CI");
    };
    await world.work();
    const failed = await statusOf(id);
    expect(failed).toMatchObject({ status: "failed", error: "There is no such CI", expiresAt: null });
    expect(failed.completedAt).not.toBeNull();
  });
});

describe("rights", () => {
  it("are those that are left when the report runs", async () => {
    const { id } = await world.ask(owner);
    await world.postgres.query("update users set scopes = $2 where id = $1", [owner.actor.id, ["reports.create"]]);
    await world.work();
    const admin = world.administrator();
    expect((await statusOf(id, admin)).error).toBe("Who asked for it no longer has the scope cmdb.read");
  });

  it("end with the user", async () => {
    const { id } = await world.ask(owner);
    await world.postgres.query("delete from users where id = $1", [owner.actor.id]);
    await world.work();
    const failed = await statusOf(id, world.administrator());
    expect(failed).toMatchObject({ status: "failed", error: expect.stringContaining("no longer exists") });
    expect(failed.error).not.toContain(owner.actor.id);
  });

  it("of a key are its own, and end with it", async () => {
    const admin: RequestContext = { ...owner, scopes: new Set(REPORT_SCOPES) };
    const input = { name: "a key", scopes: REPORT_SCOPES, lifetimeMs: 3_600_000 };
    const { key } = await world.access.verbs.createApiKey(admin, input);
    const asKey: RequestContext = {
      ...owner,
      actor: { kind: "api_key", id: key.id, ownerId: owner.actor.id },
    };
    const first = await world.ask(asKey);
    await world.work();
    expect((await statusOf(first.id)).status).toBe("completed");
    expect((await statusOf(first.id)).createdBy).toBe(`api_key:${key.id}`);
    const second = await world.ask(asKey);
    await world.access.verbs.apiKeys.revoke(admin, key.id);
    await world.work();
    expect(await statusOf(second.id)).toMatchObject({ status: "failed" });
  });

  it("never exceed those with which it was asked for", async () => {
    let seen: ReadonlySet<string> = new Set();
    world.report.beforeBuild = ({ ctx }) => {
      seen = ctx.scopes;
    };
    const limited = { ...owner, scopes: new Set(["reports.create", "cmdb.read"] as const) };
    await world.ask(limited);
    await world.work();
    expect([...seen].sort()).toEqual(["cmdb.read", "reports.create", "reports.read"]);
  });
});

describe("a template that is gone", () => {
  it("fails the report", async () => {
    const { id } = await world.ask(owner);
    world.report.exists = false;
    await world.work();
    expect(await statusOf(id)).toMatchObject({ status: "failed", error: expect.stringContaining("template") });
  });
});

describe("tenants", () => {
  it("take turns, and one has at most two runs at once", async () => {
    const other = await world.user(REPORT_SCOPES, (await world.newTenant()).id);
    for (let times = 0; times < 4; times++) await world.ask(owner);
    const theirs = await world.ask(other);
    expect((await world.owed()).map(({ payload }) => payload)).toEqual([
      { tenantId: owner.tenantId },
      { tenantId: other.tenantId },
    ]);
    let most = 0;
    const claimedAtOnce = async () => {
      const [row] = await world.postgres.query<{ n: number }>(
        "select count(*) as n from reports where claimed_until is not null and tenant_id = $1",
        [owner.tenantId],
      );
      most = Math.max(most, row?.n ?? 0);
      return most;
    };
    // The first run waits for the second, so that the two are under way together however fast they are.
    world.report.beforePage = () => expect.poll(claimedAtOnce).toBeGreaterThanOrEqual(2);
    const run = (tenantId: string) => world.run(GENERATE_REPORT, { tenantId });
    await Promise.all([run(owner.tenantId), run(owner.tenantId), run(owner.tenantId), run(other.tenantId)]);
    expect(most).toBe(2);
    expect((await statusOf(theirs.id, other)).status).toBe("completed");
    await expect(statusOf(theirs.id)).rejects.toMatchObject({ code: "RESOURCE_NOT_FOUND" });
    await world.work();
  });
});

describe("requests", () => {
  it("with one id make one report", async () => {
    const id = newId();
    await world.ask(owner, {}, id);
    await world.ask(owner, {}, id);
    const { total } = await world.reports.verbs.list(
      owner,
      {},
      { order: "desc", page: 1, limit: 10, after: undefined },
    );
    expect(total).toBe(1);
  });

  it("estimate their end from the rows and the rate of past runs", async () => {
    const msOf = async (rows: number) => {
      const { id, estimatedCompletion } = await world.ask(owner, { parameters: { rows } });
      await world.reports.verbs.remove(owner, id);
      return estimatedCompletion.getTime() - world.clock.now().getTime();
    };
    const [few, many] = [await msOf(10), await msOf(1_000_000)];
    expect(many).toBeGreaterThan(10 * few);
    await world.ask(owner, { parameters: { rows: 10 } });
    await world.work();
    await world.postgres.query("update reports set rows_done = 1000000, duration_ms = 1000");
    expect(await msOf(1_000_000)).toBeLessThan(many / 10);
    await world.ask(owner, { parameters: { rows: 1_000_000 } });
    expect(await msOf(10)).toBeGreaterThan(few);
  });

  it("are refused with 409 while too many wait", async () => {
    await world.ask(owner);
    await world.postgres.query(
      `insert into reports select (json_populate_record(r, json_build_object('id', r.id || n))).* from reports r, generate_series(1, 199) n`,
    );
    await expect(world.ask(owner)).rejects.toMatchObject({ code: "CONFLICT" });
  });
});

describe("retention", () => {
  it("shows a report as expired at its time, removes its file with the next housekeeping, and its record later", async () => {
    const { id } = await world.ask(owner);
    await world.work();
    world.settings.retention_days.reports = 7;
    const { retention } = world.reports;
    world.clock.advance(7 * 86_400_000 - 1);
    expect(await retention.reports(owner.tenantId)).toBe(0);
    expect((await statusOf(id)).status).toBe("completed");
    world.clock.advance(1);
    expect((await statusOf(id)).status).toBe("expired");
    await expect(world.file(owner, id)).rejects.toMatchObject({ code: "GONE" });
    const page = { order: "desc" as const, page: 1, limit: 10, after: undefined };
    expect((await world.reports.verbs.list(owner, { statuses: ["expired"] }, page)).total).toBe(1);
    expect((await world.reports.verbs.list(owner, { statuses: ["completed"] }, page)).total).toBe(0);
    expect((await world.pieces(id)).pieces).toBe(1);
    expect(await retention.reports((await world.newTenant()).id)).toBe(0);
    expect(await retention.reports(owner.tenantId)).toBe(1);
    expect((await world.pieces(id)).pieces).toBe(0);
    expect(await retention.reports(owner.tenantId)).toBe(0);
    world.clock.advance(91 * 86_400_000);
    expect(await retention.reports(owner.tenantId)).toBe(1);
    await expect(statusOf(id)).rejects.toMatchObject({ code: "RESOURCE_NOT_FOUND" });
  });
});

describe("what others may", () => {
  it("is to read shared reports, by the scopes of the data, and nothing of the others", async () => {
    const { id } = await world.ask(owner);
    await world.work();
    const other = await world.user();
    await expect(statusOf(id, other)).rejects.toMatchObject({ code: "RESOURCE_NOT_FOUND" });
    await expect(world.reports.verbs.remove(other, id)).rejects.toMatchObject({ code: "RESOURCE_NOT_FOUND" });
    await world.reports.verbs.change(owner, id, { shared: true, name: "For all" });
    expect(await statusOf(id, other)).toMatchObject({ name: "For all", shared: true });
    expect((await world.file(other, id)).length).toBeGreaterThan(0);
    await expect(world.reports.verbs.remove(other, id)).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
    await expect(world.reports.verbs.change(other, id, {})).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
    const withoutData = await world.user(["reports.read", "reports.export"]);
    await expect(world.file(withoutData, id)).rejects.toMatchObject({ details: { required_scope: "cmdb.read" } });
    const stranger = await world.user(REPORT_SCOPES, (await world.newTenant()).id);
    await expect(statusOf(id, stranger)).rejects.toMatchObject({ code: "RESOURCE_NOT_FOUND" });
    await world.reports.verbs.remove(world.administrator(), id);
  });
});

/** The store, of which matching statements fail once `when` says so. */
function failingOn(postgres: Postgres, pattern: RegExp, error: Error, when: () => boolean = () => true): Postgres {
  const guard = <S extends Pick<Postgres, "query">>(sql: S): S => ({
    ...sql,
    query: async (text: string, values?: readonly unknown[]) => {
      if (pattern.test(text) && when()) throw error;
      return sql.query(text, values);
    },
  });
  return { ...guard(postgres), transaction: (work) => postgres.transaction((tx) => work(guard(tx))) } as Postgres;
}
