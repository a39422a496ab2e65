import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DIMENSION_WEIGHTS } from "../../../../src/features/change-risk/change-analysis.model.ts";
import { holidaysBetween } from "../../../../src/features/holidays/holidays-between.ts";
import { CHANGE_FIELDS } from "../../../../src/features/integrations/index.ts";
import { changeOf, createAssessLab, type Estate, eventOn, incidentOn, NOW, needs, partOf, pastOf } from "./support.ts";

const PLAN = { from: new Date("2026-11-28T22:00:00Z"), to: new Date("2026-11-29T00:00:00Z") };

let lab: Awaited<ReturnType<typeof createAssessLab>>;
beforeAll(async () => {
  lab = await createAssessLab();
});
afterAll(() => lab?.close());

/** A shop with two databases of one redundancy group, an application and a service. */
const SHOP: Estate = {
  cis: [
    { name: "db01", type: "database" },
    { name: "db02", type: "database" },
    { name: "app01", type: "application" },
    { name: "web01" },
    { name: "Shop", type: "business_service", criticality: "critical", users: 4000 },
    { name: "Mail", type: "business_service", criticality: "low", users: 50 },
  ],
  links: [
    needs("app01", "db01", { redundancyGroup: "db" }),
    needs("app01", "db02", { redundancyGroup: "db" }),
    needs("web01", "app01"),
    partOf("web01", "Shop"),
    partOf("db01", "Mail", { criticality: "optional" }),
  ],
};

describe("an assessment", () => {
  it("can be worked out again from the figures that it shows", async () => {
    const estate = { ...SHOP, events: [eventOn("db01")], incidents: [incidentOn("db01")], past: [pastOf(["db01"])] };
    const found = await lab.assess(estate, changeOf(["db01", "db02"], { category: "Emergency" }));
    for (const { score, inputs } of Object.values(found.dimensions)) {
      expect(inputs.reduce((sum, { weight }) => sum + weight, 0)).toBe(1);
      expect(Math.round(inputs.reduce((sum, { value, weight }) => sum + value * weight, 0))).toBe(score);
      for (const { evidence, value } of inputs) {
        expect(evidence.length).toBeGreaterThan(0);
        expect(value).toBeGreaterThanOrEqual(0);
        expect(value).toBeLessThanOrEqual(100);
      }
    }
    const { technical, business, dependency, historical } = found.dimensions;
    const total = (30 * technical.score + 35 * business.score + 25 * dependency.score + 10 * historical.score) / 100;
    expect(found.score).toBe(Math.round(total));
    expect(found.fields).toMatchObject({ ai_risk_score: found.score, ai_business_risk: business.score });
    expect(Object.keys(found.fields).sort()).toEqual(Object.keys(CHANGE_FIELDS).sort());
    expect(Object.entries(found.dimensions).map(([name, { weight }]) => [name, weight])).toEqual(
      Object.entries(DIMENSION_WEIGHTS),
    );
  });

  it("tells a database that its peer covers from one that takes its peer along", async () => {
    const one = await lab.assess(SHOP, changeOf(["db01"]));
    const both = await lab.assess(SHOP, changeOf(["db01", "db02"]));
    expect(one.fields).toMatchObject({ ai_service_downtime: 0, ai_affected_systems: "2: app01, web01" });
    expect(one.fields.ai_pre_change_rec).toContain("db02");
    expect(both.fields).toMatchObject({ ai_service_downtime: 120, ai_affected_users: 4000 });
    expect(both.fields.ai_affected_services).toBe("1: Shop");
    expect(both.fields.ai_pre_change_rec).toContain("Split the change");
    expect(both.dimensions.dependency.score).toBeGreaterThan(one.dimensions.dependency.score);
    expect(both.dimensions.business.score).toBeGreaterThan(one.dimensions.business.score);
    expect(both.dimensions.historical).toEqual(one.dimensions.historical);
  });

  it("counts no users of a CI whose number of them cannot be true", async () => {
    const estate = (users: unknown): Estate => ({
      cis: [{ name: "Shop", type: "business_service", users }],
      links: [],
    });
    for (const users of [1e300, 1e12, "9".repeat(400), -1, Number.NaN, "many"]) {
      expect((await lab.assess(estate(users), changeOf(["Shop"]))).fields.ai_affected_users).toBeNull();
    }
    expect((await lab.assess(estate("4000"), changeOf(["Shop"]))).fields.ai_affected_users).toBe(4000);
  });

  it("writes texts and whole numbers, counts all names and lists twenty, and adds up users of services, else of CIs", async () => {
    const apps = Array.from({ length: 25 }, (_, i) => ({ name: `app${i}`, users: 5 }));
    const links = apps.flatMap(({ name }) => [needs(name, "db01"), partOf(name, "Shop"), partOf(name, "Mail")]);
    const estate = (users: number | null): Estate => ({
      cis: [
        { name: "db01" },
        ...apps,
        { name: "Shop", type: "business_service", users },
        { name: "Mail", type: "business_service", users: users && 2 * users },
      ],
      links,
    });
    const { fields } = await lab.assess(estate(10), changeOf(["db01"]));
    expect(fields.ai_affected_systems).toMatch(/^25: (?:app\d+, ){20}…$/);
    expect(fields.ai_affected_services).toMatch(/^2: (?:Mail, Shop|Shop, Mail)$/);
    expect(fields.ai_affected_users).toBe(30);
    expect((await lab.assess(estate(null), changeOf(["db01"]))).fields.ai_affected_users).toBe(125);
    expect(Object.keys(fields).sort()).toEqual(Object.keys(CHANGE_FIELDS).sort());
    for (const [name, type] of Object.entries(CHANGE_FIELDS)) {
      const value = fields[name as keyof typeof CHANGE_FIELDS];
      if (type === "number") expect(Number.isInteger(value), name).toBe(true);
      else expect(value, name).toEqual(expect.stringMatching(/\S/));
    }
  });

  it("recommends no holiday where the plan began years ago", async () => {
    const now = new Date("2026-12-24T23:30:00Z");
    const more = { clock: { now: () => now }, holidayCountries: async () => ["DE"], holidaysBetween };
    const assess = await lab.prepare(SHOP, more);
    const plan = { plannedStart: new Date("2022-01-01T00:00:00Z"), plannedEnd: new Date("2022-01-01T02:00:00Z") };
    const { conflicts, recommendedWindow } = await assess(changeOf(["db01"], plan));
    expect(conflicts.map(({ kind }) => kind)).toEqual(["holiday"]);
    // After the two days of Christmas, in Berlin.
    expect(recommendedWindow?.from).toEqual(new Date("2026-12-26T23:00:00Z"));
  });

  it("does not ask to split the change of one CI, and names a stand-in that needs what it stands in for", async () => {
    const estate = { ...SHOP, links: [...SHOP.links, needs("db02", "db01")] };
    const { fields } = await lab.assess(estate, changeOf(["db01"]));
    expect(fields.ai_pre_change_rec).toContain("Plan for an outage of");
    expect(fields.ai_pre_change_rec).toContain("db02 is meant to stand in for db01, but needs it itself as recorded");
    expect(fields.ai_pre_change_rec).not.toMatch(/Split the change|can take the load/);
    expect(fields.ai_during_change_rec).not.toContain("its stand-in works");
    const { fields: apart } = await lab.assess(SHOP, changeOf(["db01"]));
    expect(apart.ai_pre_change_rec).toContain("Check that db02 works and can take the load of db01 for app01.");
    expect(apart.ai_during_change_rec).toContain("its stand-in works: db02.");
  });

  it("asks to agree on a change with those who work on a grave incident above it", async () => {
    const grave = incidentOn("Shop", "critical");
    const events = [eventOn("Shop", "critical"), eventOn("web01", "low")];
    const estate = { ...SHOP, events, incidents: [grave, { ...grave, ciId: "web01" }, incidentOn("web01", "low")] };
    const { ai_pre_change_rec: steps } = (await lab.assess(estate, changeOf(["app01"]))).fields;
    expect(steps).toContain(`incident ${grave.id} "Disk full" (critical), open on Shop, which this change affects`);
    expect(steps?.match(/incident /g)).toHaveLength(1);
  });

  it("names incidents of the changed CIs by id and title, the title in quotes and one line", async () => {
    const incident = { ...incidentOn("db01"), title: 'Replica "two"\n\u202e lags' };
    const estate = { ...SHOP, events: [eventOn("db01")], incidents: [incident] };
    const { fields } = await lab.assess(estate, changeOf(["db01"]));
    const name = `incident ${incident.id} "Replica 'two' lags" (high)`;
    expect(fields.ai_pre_change_rec).toContain(`Close ${name} on db01 first`);
    expect(fields.ai_post_change_rec).toContain(`Check whether ${name} can be closed.`);
  });

  it("names incidents without the secrets and addresses that stand in their titles", async () => {
    const title = "See //evil.example/?q=1 token=hunter2hunter2 now";
    const estate = { ...SHOP, events: [eventOn("db01")], incidents: [{ ...incidentOn("db01"), title }] };
    const { fields } = await lab.assess(estate, changeOf(["db01"]));
    for (const steps of [fields.ai_pre_change_rec, fields.ai_post_change_rec]) {
      expect(steps).toContain('"See [address removed] token=[redacted] now" (high)');
    }
    expect(JSON.stringify(fields)).not.toMatch(/evil|hunter2/);
  });

  it("says what is missing of each input, and not of another", async () => {
    const cis = SHOP.cis.map(({ users: _, ...ci }) => ci);
    const { dimensions } = await lab.assess({ ...SHOP, cis }, changeOf(["app01"], { category: null }));
    const told = Object.values(dimensions).flatMap(({ inputs }) => {
      return inputs.map(({ name, evidence: [first] }) => [name, first?.value]);
    });
    expect(Object.fromEntries(told)).toMatchObject({
      most_critical_service: "Shop: criticality critical, no redundancy",
      users_of_services: "no affected service says how many people use it",
      category: "no category is given",
      kind_of_work: "the notes name no kind of work that is known to be risky",
      recent_events: "no resolved event of the last 90 days is recorded on these CIs",
      chance_of_failure: "no outcome of a change of these CIs or of similar ones is recorded",
      conflicts: "nothing conflicts with the planned window",
      lost_redundancy: "no dependent loses its redundancy",
    });
  });

  it("keeps a plan that is over, and asks to check its dates", async () => {
    const past = { plannedStart: new Date("2026-11-20T22:00:00Z"), plannedEnd: new Date("2026-11-20T23:00:00Z") };
    const found = await lab.assess(SHOP, changeOf(["db01"], past));
    expect(found.recommendedWindow).toMatchObject({ from: past.plannedStart, to: past.plannedEnd });
    expect(found.fields.ai_summary).toContain("It is already over: check its dates.");
    expect(found.fields.ai_pre_change_rec).toContain(
      "1. Check the planned dates: the window ended on 2026-11-20 23:00 UTC.",
    );
  });

  it("tells the time of a rollback from the start, unless the plan is kept", async () => {
    const kept = await lab.assess(SHOP, changeOf(["db01"]));
    expect(kept.fields.ai_during_change_rec).toContain("does not work by 2026-11-28 23:00 UTC.");
    const planned = [{ analysisId: "a", taskNodeId: "other", ciIds: ["db01"], ...PLAN }];
    const moved = await lab.assess({ ...SHOP, planned }, changeOf(["db01"]));
    expect(moved.fields.ai_during_change_rec).toMatch(/does not work \d+ minutes after its start\./);
  });

  it("closes the maintenance window before the day of watching", async () => {
    const { ai_post_change_rec: steps } = (await lab.assess(SHOP, changeOf(["db01"]))).fields;
    expect(steps).toContain("Check that db01 works and raises no new events.");
    expect(steps!.indexOf("Close the maintenance window")).toBeLessThan(steps!.indexOf("for a day"));
  });

  it("recommends a plan without conflict unchanged, and names what it does not know", async () => {
    const change = changeOf(["db01"], { unknownCis: ["db99"] });
    const found = await lab.assess(SHOP, change);
    expect(found.recommendedWindow).toMatchObject({ from: change.plannedStart, to: change.plannedEnd });
    expect(found.fields.ai_recommended_window).toBe("2026-11-28T22:00:00Z/2026-11-29T00:00:00Z");
    expect(found.missing.join()).toContain("db99");
    const alone = await lab.assess(SHOP, changeOf(["db01"]));
    expect(found.confidence).toBeLessThan(alone.confidence);
    expect(found.score).toBe(alone.score);
    expect(NOW < found.recommendedWindow!.from).toBe(true);
  });

  it("counts optional relationships and those that a model found for nothing", async () => {
    const cis = [...SHOP.cis, { name: "lone" }, { name: "guess" }, { name: "extra" }];
    const link = "lone";
    const plain = await lab.assess({ cis, links: [...SHOP.links, needs("web01", link)] }, changeOf([link]));
    const more = [
      needs("extra", link, { criticality: "Optional" }),
      needs("guess", link, { discoveredBy: "ai:model" }),
      partOf(link, "Mail", { discoveredBy: "ai" }),
    ];
    const estate = { cis, links: [...SHOP.links, needs("web01", link), ...more] };
    const planned = [{ analysisId: "a", taskNodeId: "t", ciIds: ["extra", "guess", "Mail"], ...PLAN }];
    expect(await lab.assess({ ...estate, planned }, changeOf([link]))).toEqual(plain);
  });

  it("finds parents and children in conflict, and moves the change to the earliest free hours", async () => {
    const planned = [
      { analysisId: "a", taskNodeId: "other", ciIds: ["app01"], ...PLAN },
      { analysisId: "b", taskNodeId: "CHG-TASK", ciIds: ["db01"], ...PLAN },
    ];
    const found = await lab.assess({ ...SHOP, planned }, changeOf(["db01"]));
    expect(found.conflicts).toMatchObject([{ kind: "change", relation: "child", ciId: "app01", taskNodeId: "other" }]);
    expect(found.recommendedWindow?.from).toEqual(PLAN.to);
    const web = await lab.assess({ ...SHOP, planned }, changeOf(["web01"]));
    expect(web.conflicts).toMatchObject([{ relation: "parent", ciId: "app01" }]);
    const input = web.dimensions.technical.inputs.find(({ name }) => name === "conflicts");
    expect(input?.evidence[0]?.value).toMatch(/^another change of a CI that it needs \(app01\), /);
  });

  it("says what cannot be known of a CI without relationships, and of a change without plan and CIs", async () => {
    const estate = { cis: [{ name: "lone" }], links: [] };
    const found = await lab.assess(
      estate,
      changeOf(["lone"], { plannedStart: null, plannedEnd: null, category: null }),
    );
    const nulls = Object.entries(found.fields).flatMap(([name, value]) => (value === null ? [name] : []));
    expect(nulls).toEqual(expect.arrayContaining(["ai_planned_duration", "ai_affected_users", "ai_service_downtime"]));
    expect(found.missing).toEqual(expect.arrayContaining([...nulls, "relationships of lone", "planned window"]));
    expect(found.fields.ai_summary).toMatch(
      /with a low confidence of \d+\. What depends on it is not recorded\. Recommended from/,
    );
    const none = await lab.assess(estate, changeOf([], { unknownCis: ["ghost\u0000\u202e"] }));
    expect(none).toMatchObject({ score: 0, level: "low" });
    expect(none.confidence).toBeLessThan(found.confidence);
    expect(none.missing.join()).toContain("ghost");
    expect(JSON.stringify(none)).not.toMatch(/\\u0000|\u202e/);
  });
});
