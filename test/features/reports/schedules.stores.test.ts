import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { RequestContext } from "../../../src/context.ts";
import { RUN_SCHEDULE } from "../../../src/features/reports/job-refs.ts";
import type { ScheduleInput } from "../../../src/features/reports/schedules/schedule.model.ts";
import { createReportWorld, REPORT_SCOPES, type ReportWorld, requestOf } from "./support.ts";

const DAY = 86_400_000;
const ALL = { order: "asc" as const, page: 1, limit: 100, after: undefined };

let world: ReportWorld;
let owner: RequestContext;

beforeAll(async () => {
  world = await createReportWorld({ now: new Date("2026-03-27T12:00:00Z") });
});
afterAll(() => world?.close());
beforeEach(async () => {
  Object.assign(world.report, { rows: 5, exists: true, beforeBuild: () => {} });
  await world.postgres.query("delete from report_schedules");
  await world.postgres.query("delete from reports");
  owner = await world.user();
});

const inputOf = (own: Partial<ScheduleInput> = {}): ScheduleInput => {
  const { templateId, format, delivery } = requestOf();
  const times = { name: "Servers, daily", cron: "30 2 * * *", timeZone: "Europe/Berlin", enabled: true };
  return { ...times, templateId, parameters: { ci_type: ["server"] }, format, delivery, ...own };
};
const create = (own: Partial<ScheduleInput> = {}, ctx = owner) => world.reports.schedules.create(ctx, inputOf(own));
const get = (id: string, ctx = owner) => world.reports.schedules.get(ctx, id);
const reportsOf = async (ctx = owner) => (await world.reports.verbs.list(ctx, {}, ALL)).items;
const goTo = (time: string) => world.clock.advance(new Date(time).getTime() - world.clock.now().getTime());

describe("a schedule", () => {
  it("asks for its report at its local time, across the change of the clock", async () => {
    const { id, nextRun } = await create();
    expect(nextRun?.toISOString()).toBe("2026-03-28T01:30:00.000Z");
    goTo("2026-03-28T01:29:59Z");
    await world.work();
    expect(await reportsOf()).toEqual([]);
    const times: string[] = [];
    for (const day of ["2026-03-28T01:30:00Z", "2026-03-29T01:30:00Z", "2026-03-30T00:30:00Z"]) {
      goTo(day);
      await world.work();
      times.push((await get(id)).nextRun?.toISOString() ?? "");
    }
    // 02:30 does not exist on the 29th: it counts an hour later.
    expect(times).toEqual(["2026-03-29T01:30:00.000Z", "2026-03-30T00:30:00.000Z", "2026-03-31T00:30:00.000Z"]);
    const made = await reportsOf();
    expect(made.map(({ name, status }) => [name, status])).toEqual(Array(3).fill(["Servers, daily", "completed"]));
    expect(made[0]).toMatchObject({ ownerId: owner.actor.id, createdBy: owner.actor.id });
  });

  it("that falls into the hour that comes twice runs once", async () => {
    goTo("2026-10-24T12:00:00Z");
    const { id } = await create();
    goTo("2026-10-25T00:30:00Z");
    await world.work();
    goTo("2026-10-25T23:00:00Z");
    await world.work();
    expect(await reportsOf()).toHaveLength(1);
    expect((await get(id)).nextRun?.toISOString()).toBe("2026-10-26T01:30:00.000Z");
  });

  it("makes up once for what a week without a process missed", async () => {
    const { id } = await create({ cron: "0 * * * *", timeZone: "UTC" });
    world.clock.advance(7 * DAY);
    await world.work();
    expect(await reportsOf()).toHaveLength(1);
    const { lastRun, nextRun } = await get(id);
    expect(lastRun).toEqual(world.clock.now());
    expect((nextRun?.getTime() ?? 0) - world.clock.now().getTime()).toBeLessThanOrEqual(3_600_000);
    await world.work();
    expect(await reportsOf()).toHaveLength(1);
  });

  it("asks once, however often its job runs and wherever it dies", async () => {
    const { id, nextRun } = await create();
    world.clock.advance(2 * DAY);
    const payload = { tenantId: owner.tenantId, scheduleId: id };
    await world.run(RUN_SCHEDULE, payload);
    // As if the process had died before it wrote down that the schedule ran.
    await world.postgres.query("update report_schedules set next_run = $2 where id = $1", [id, nextRun]);
    await world.run(RUN_SCHEDULE, payload);
    await world.run(RUN_SCHEDULE, payload);
    expect(await reportsOf()).toHaveLength(1);
  });

  it("waits while its report before is being generated", async () => {
    await create({ cron: "* * * * *" });
    world.clock.advance(60_000);
    const [due] = (await world.owed()).filter(({ ref }) => ref === RUN_SCHEDULE);
    await world.run(RUN_SCHEDULE, due?.payload ?? {});
    world.clock.advance(600_000);
    expect((await world.owed()).filter(({ ref }) => ref === RUN_SCHEDULE)).toEqual([]);
    await world.work();
    expect(await reportsOf()).toHaveLength(2);
  });

  it("that is off has no next time, and begins anew when it is on", async () => {
    const { id } = await create({ enabled: false });
    expect((await get(id)).nextRun).toBeNull();
    world.clock.advance(3 * DAY);
    await world.work();
    expect(await reportsOf()).toEqual([]);
    const on = await world.reports.schedules.update(owner, id, { enabled: true });
    expect(on.nextRun?.getTime()).toBeGreaterThan(world.clock.now().getTime());
    const renamed = await world.reports.schedules.update(owner, id, { name: "Another" });
    expect(renamed).toMatchObject({ name: "Another", cron: on.cron, nextRun: on.nextRun });
  });

  it("keeps its times and says why, where its report is refused", async () => {
    const { id } = await create();
    world.report.exists = false;
    world.clock.advance(2 * DAY);
    await world.work();
    const refused = await get(id);
    expect(refused).toMatchObject({ enabled: true, lastError: expect.stringContaining("report template") });
    expect(refused.nextRun?.getTime()).toBeGreaterThan(world.clock.now().getTime());
    world.report.exists = true;
    world.clock.advance(DAY);
    await world.work();
    expect(await get(id)).toMatchObject({ lastError: null });
    expect(await reportsOf()).toHaveLength(1);
  });

  it("has the rights that its owner has left, and ends with the owner", async () => {
    const { id } = await create();
    await world.postgres.query("update users set scopes = $2 where id = $1", [owner.actor.id, ["reports.create"]]);
    world.clock.advance(2 * DAY);
    await world.work();
    expect((await get(id)).lastError).toContain("cmdb.read");
    await world.postgres.query("delete from users where id = $1", [owner.actor.id]);
    world.clock.advance(2 * DAY);
    await world.work();
    expect(await get(id)).toMatchObject({ enabled: false, nextRun: null });
    world.clock.advance(9 * DAY);
    expect(await world.owed()).toEqual([]);
  });

  it("is private to its owner, also before an administrator and other tenants", async () => {
    const { id } = await create();
    const others = [
      await world.user(),
      world.administrator(),
      await world.user(REPORT_SCOPES, (await world.newTenant()).id),
    ];
    for (const other of others) {
      const { schedules } = world.reports;
      const works = [
        () => schedules.get(other, id),
        () => schedules.update(other, id, {}),
        () => schedules.remove(other, id),
      ];
      for (const work of works) await expect(work()).rejects.toMatchObject({ code: "RESOURCE_NOT_FOUND" });
      expect((await schedules.list(other, ALL)).total).toBe(0);
    }
    expect((await world.reports.schedules.list(owner, ALL)).items.map((schedule) => schedule.id)).toEqual([id]);
    await world.reports.schedules.remove(owner, id);
    expect((await world.reports.schedules.list(owner, ALL)).total).toBe(0);
  });

  it("is refused with every fault at once", async () => {
    const wrong = { cron: "61 * * * *", timeZone: "Mars/Base", format: "pdf" as const, parameters: { colour: 1 } };
    await expect(create(wrong)).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
      violations: [{ field: "cron" }, { field: "time_zone" }, { field: "format" }, { field: "parameters.colour" }],
    });
    await expect(create({ templateId: "none" })).rejects.toMatchObject({ code: "RESOURCE_NOT_FOUND" });
  });

  it.each(["* * * *", "* * * * * *", "@daily", "H * * * *", "1,H * * * *", "0 0 31 2 *", "x * * * *", "*/0 * * * *"])(
    "has no such times as %s",
    async (cron) => {
      await expect(create({ cron })).rejects.toMatchObject({ violations: [{ field: "cron" }] });
    },
  );
});
