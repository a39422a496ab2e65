import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../../src/platform/ids.ts";
import { contextOf } from "../../support/context.ts";
import { createFeatureApp, credential, type FeatureApp } from "../../support/feature-app.ts";
import { type CorrelationWorld, createCorrelationWorld } from "./support.ts";

let world: CorrelationWorld;
let http: FeatureApp;
beforeAll(async () => {
  world = await createCorrelationWorld();
  http = createFeatureApp(world.correlation.routes, world.postgres);
});
afterAll(() => world?.close());

/** A separate tenant per case, so that events of other cases do not correlate by time. */
const newContext = async () => contextOf(await world.newTenant());

async function correlations(id: string, tenant: string) {
  const answer = await http.call("GET", `/v1/events/${id}/correlations`, { tenant });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
}

// biome-ignore lint/suspicious/noExplicitAny: bodies are asserted on, member by member
const entryOf = (body: any, id: string) => body.correlated_events.find((one: { id: string }) => one.id === id);

describe("GET /v1/events/{id}/correlations", () => {
  it("answers no correlated events and no cause for a lone event, with the reason", async () => {
    const ctx = await newContext();
    const ci = await world.newCi("alone", {}, ctx);
    const id = await world.alarm([ci], {}, ctx);
    expect(await correlations(id, ctx.tenantId)).toEqual({
      primary_event: id,
      correlated_events: [],
      suggested_root_cause: null,
      root_cause_reason: expect.stringMatching(/No other event/),
      candidates: [],
    });
  });

  it("names the database as cause of its applications' events, with path, score parts and recommendations", async () => {
    const ctx = await newContext();
    const [db, shop, billing, far] = await Promise.all(
      ["db", "shop", "billing", "far"].map((name) => world.newCi(name, {}, ctx)),
    );
    await world.link(shop!, db!, "depends_on", {}, ctx);
    await world.link(billing!, db!, "depends_on", {}, ctx);
    const id = await world.alarm([shop!], { title: "Shop answers slowly" }, ctx);
    const cause = await world.alarm([db!], { title: "Database is down", seconds: -20 }, ctx);
    const sibling = await world.alarm([billing!], { title: "Billing answers slowly", seconds: 25 }, ctx);
    const noise = await world.alarm([far!], { title: "Certificate ends soon" }, ctx);
    const body = await correlations(id, ctx.tenantId);
    expect(body.suggested_root_cause).toMatchObject({ ci_id: db, explanation: expect.stringContaining("depends_on") });
    expect(body.suggested_root_cause.confidence).toBeGreaterThan(0.8);
    expect(body.root_cause_reason).toBeNull();
    expect(body.candidates[0]).toMatchObject({ ci_id: db, own_alert: true, change: null });
    expect(new Set(body.candidates[0].event_ids)).toEqual(new Set([id, cause, sibling]));
    expect(body.correlated_events.map((one: { id: string }) => one.id)).toEqual([cause, sibling, noise]);
    const scores = body.correlated_events.map((one: { correlation_score: number }) => one.correlation_score);
    expect([...scores].sort((a: number, b: number) => b - a)).toEqual(scores);
    expect(entryOf(body, cause)).toMatchObject({
      correlation_type: "dependency",
      parts: { dependency: 0.9, topology: 0.9 },
    });
    expect(entryOf(body, cause).reason).toMatch(/shop .*-\[depends_on\]-> db .*20 seconds before/);
    expect(entryOf(body, sibling)).toMatchObject({
      correlation_type: "topology",
      parts: { topology: 0.7, dependency: 0 },
    });
    expect(entryOf(body, sibling).reason).toMatch(
      /2 steps apart: shop .*-\[depends_on\]-> db .*<-\[depends_on\]- billing/,
    );
    expect(entryOf(body, noise)).toMatchObject({ correlation_type: "temporal", reason: "at the same time" });
  });

  it("includes unresolved neighbours of any age, but resolved and distant events only within the window", async () => {
    const ctx = await newContext();
    const [db, shop, far] = await Promise.all(["db", "shop", "far"].map((name) => world.newCi(name, {}, ctx)));
    await world.link(shop!, db!, "depends_on", {}, ctx);
    const id = await world.alarm([shop!], {}, ctx);
    const old = await world.alarm([db!], { seconds: -86_400 * 90 }, ctx);
    const over = await world.alarm([db!], { seconds: -3_600 }, ctx);
    const justOver = await world.alarm([db!], { seconds: -300 }, ctx);
    const farAway = await world.alarm([far!], { seconds: -3_600 }, ctx);
    const edge = await world.alarm([far!], { seconds: -880 }, ctx);
    for (const one of [over, justOver]) await world.verbs.changeStatus(ctx, { id: one, status: "resolved" });
    const body = await correlations(id, ctx.tenantId);
    const ids = body.correlated_events.map((one: { id: string }) => one.id);
    expect(new Set(ids)).toEqual(new Set([old, justOver, edge]));
    expect(ids).not.toContain(farAway);
    // It occurred long ago and arrived just now: ages count up to 30 days.
    expect(entryOf(body, old).reason).toMatch(/720 hours before/);
    const back = await correlations(old, ctx.tenantId);
    expect(back.correlated_events.map((one: { id: string }) => one.id)).toEqual([id]);
  });

  it("walks at most three steps, also through shared dependencies, and answers the path", async () => {
    const ctx = await newContext();
    const chain = await Promise.all(["a", "b", "c", "d", "e"].map((name) => world.newCi(name, {}, ctx)));
    for (const [i, ci] of chain.slice(1).entries()) await world.link(chain[i]!, ci, "depends_on", {}, ctx);
    const [joint, other] = await Promise.all(["joint", "other"].map((name) => world.newCi(name, {}, ctx)));
    await world.link(joint!, chain[0]!, "depends_on", {}, ctx);
    await world.link(joint!, other!, "depends_on", {}, ctx);
    const far = { seconds: -86_400 };
    const id = await world.alarm([chain[0]!], {}, ctx);
    const third = await world.alarm([chain[3]!], far, ctx);
    await world.alarm([chain[4]!], far, ctx);
    const beside = await world.alarm([other!], far, ctx);
    const body = await correlations(id, ctx.tenantId);
    expect(new Set(body.correlated_events.map((one: { id: string }) => one.id))).toEqual(new Set([third, beside]));
    expect(entryOf(body, third).reason).toMatch(/a .*-\[depends_on\]-> b .*-> c .*-> d /);
    expect(entryOf(body, beside).reason).toMatch(
      /2 steps apart: a .*<-\[depends_on\]- joint .*-\[depends_on\]-> other/,
    );
  });

  it("treats installed software as a direct neighbour of its CI", async () => {
    const ctx = await newContext();
    const [host, web] = [
      await world.newCi("host", {}, ctx),
      await world.newCi("web", { type: "software_instance" }, ctx),
    ];
    await world.link(web, host, "Installed On", {}, ctx);
    const id = await world.alarm([host], {}, ctx);
    const onWeb = await world.alarm([web], { seconds: -86_400 }, ctx);
    const entry = entryOf(await correlations(id, ctx.tenantId), onWeb);
    expect(entry).toMatchObject({ correlation_type: "dependency", parts: { topology: 0.9, dependency: 0.9 } });
    expect(entry.reason).toMatch(/host .*<-\[Installed On\]- web/);
  });

  it("limits the age of late arrivals to 30 days", async () => {
    const ctx = await newContext();
    const [a, b, c] = await Promise.all(["a", "b", "c"].map((name) => world.newCi(name, {}, ctx)));
    const id = await world.alarm([a!], { seconds: -86_400 * 90 }, ctx);
    const older = await world.alarm([b!], { seconds: -86_400 * 300 }, ctx);
    const now = await world.alarm([c!], {}, ctx);
    const body = await correlations(id, ctx.tenantId);
    expect(body.correlated_events.map((one: { id: string }) => one.id)).toEqual([older]);
    expect(entryOf(body, older).parts.temporal).toBe(1);
    expect((await correlations(now, ctx.tenantId)).correlated_events).toEqual([]);
  });

  it("scores the 500 newest of the events that are related by time only", async () => {
    const ctx = await newContext();
    const id = await world.alarm([], { title: "Disk is full" }, ctx);
    const alike = (seconds: number) => world.alarm([], { title: "Disk is full", seconds }, ctx);
    const [oldest, newest] = [await alike(-600), await alike(-500)];
    await Promise.all(Array.from({ length: 499 }, (_, n) => world.alarm([], { seconds: -n / 10 }, ctx)));
    const found = (await correlations(id, ctx.tenantId)).correlated_events.map((one: { id: string }) => one.id);
    expect(found).toContain(newest);
    expect(found).not.toContain(oldest);
  });

  it("uses the tenant's correlation window", async () => {
    const short = await createCorrelationWorld({ settings: { correlation_minutes: 1 } });
    const app = createFeatureApp(short.correlation.routes, short.postgres);
    const [a, b] = [await short.newCi("a"), await short.newCi("b")];
    const id = await short.alarm([a]);
    await short.alarm([b], { seconds: -120 });
    const near = await short.alarm([b], { seconds: -50 });
    const tenant = short.ctx.tenantId;
    const { body } = await app.call("GET", `/v1/events/${id}/correlations`, { tenant });
    expect(body.correlated_events.map((one: { id: string }) => one.id)).toEqual([near]);
    await short.close();
  });

  it("finds events of the same business service, and events with similar titles", async () => {
    const ctx = await newContext();
    const service = await world.newCi("store", { type: "business_service" }, ctx);
    const parts = await Promise.all(["a", "b"].map((name) => world.newCi(name, {}, ctx)));
    const hosts = await Promise.all(["c", "d"].map((name) => world.newCi(name, {}, ctx)));
    for (const [i, part] of parts.entries()) {
      await world.link(part, service, "part_of", {}, ctx);
      await world.link(part, hosts[i]!, "runs_on", {}, ctx);
    }
    const id = await world.alarm([hosts[0]!], { title: "Disk 96 % full on c" }, ctx);
    const other = await world.alarm([hosts[1]!], { title: "Disk 91 % full on d", seconds: -86_400 }, ctx);
    const entry = entryOf(await correlations(id, ctx.tenantId), other);
    expect(entry).toMatchObject({ correlation_type: "service", parts: { service: 1, pattern: 1, temporal: 0 } });
    expect(entry.reason).toMatch(/under the business service store/);
  });

  it("ignores relationships from a model or without failure propagation, and follows custom types as defined", async () => {
    const ctx = await newContext();
    const [a, b, c, d] = await Promise.all(["a", "b", "c", "d"].map((name) => world.newCi(name, {}, ctx)));
    await world.link(a!, b!, "depends_on", { discoveredBy: "ai:test", confidence: 0.9 }, ctx);
    await world.link(a!, c!, "located_in", {}, ctx);
    await world.link(a!, d!, "Feeds", {}, ctx);
    const id = await world.alarm([a!], {}, ctx);
    const far = { seconds: -86_400 };
    const [, , fed] = [
      await world.alarm([b!], far, ctx),
      await world.alarm([c!], far, ctx),
      await world.alarm([d!], far, ctx),
    ];
    expect((await correlations(id, ctx.tenantId)).correlated_events).toEqual([]);
    await world.relationships.setType(ctx, "feeds", "target_to_source");
    const body = await correlations(id, ctx.tenantId);
    expect(body.correlated_events.map((one: { id: string }) => one.id)).toEqual([fed]);
    expect(body.suggested_root_cause.ci_id).toBe(d);
    expect(entryOf(body, fed!).reason).toMatch(/a .*-\[Feeds\]-> d /);
    await world.relationships.setType(ctx, "feeds", "source_to_target");
    expect(entryOf(await correlations(id, ctx.tenantId), fed!).reason).toMatch(/a .*-\[Feeds\]-> d /);
  });

  it("names a silent CI as cause of its dependents' events, with a higher score after a change", async () => {
    const ctx = await newContext();
    const db = await world.newCi("db", {}, ctx);
    const shops = await Promise.all([1, 2, 3, 4].map((n) => world.newCi(`shop${n}`, {}, ctx)));
    for (const shop of shops) await world.link(shop, db, "depends_on", {}, ctx);
    const [id] = await Promise.all(shops.slice(0, 3).map((shop) => world.alarm([shop], {}, ctx)));
    const before = await correlations(id!, ctx.tenantId);
    expect(before.candidates[0]).toMatchObject({ ci_id: db, own_alert: false, change: null });
    expect(before.suggested_root_cause.explanation).toMatch(/no alert of its own/);
    await world.change(db, 12, ctx.tenantId);
    const after = await correlations(id!, ctx.tenantId);
    expect(after.candidates[0].change).toMatchObject({ action: "ci.updated" });
    expect(after.suggested_root_cause.explanation).toMatch(/changed 12 minutes before/);
    expect(after.suggested_root_cause.confidence).toBeGreaterThanOrEqual(before.suggested_root_cause.confidence);
  });

  it("finds no cause of unrelated and unbound events", async () => {
    const ctx = await newContext();
    const [a, b] = [await world.newCi("a", {}, ctx), await world.newCi("b", {}, ctx)];
    const id = await world.alarm([a], {}, ctx);
    await world.alarm([b], {}, ctx);
    const unbound = await world.alarm([], {}, ctx);
    expect(await correlations(id, ctx.tenantId)).toMatchObject({
      suggested_root_cause: null,
      root_cause_reason: expect.stringMatching(/hang together/),
    });
    expect(await correlations(unbound, ctx.tenantId)).toMatchObject({
      suggested_root_cause: null,
      root_cause_reason: expect.stringMatching(/bound to no CI/),
      correlated_events: { length: 2 },
    });
  });

  it("names the words by which two events are similar, where nothing else connects them", async () => {
    const ctx = await newContext();
    const [a, b] = [await world.newCi("a", {}, ctx), await world.newCi("b", {}, ctx)];
    const id = await world.alarm([a], { title: "Certificate of the shop expired" }, ctx);
    const other = await world.alarm([b], { title: "Certificate of the blog expired", seconds: -600 }, ctx);
    const entry = entryOf(await correlations(id, ctx.tenantId), other);
    expect(entry).toMatchObject({ correlation_type: "pattern", parts: { topology: 0, dependency: 0, service: 0 } });
    expect(entry.reason).toBe("similar titles: certificate, of, the, expired; 10 minutes before");
  });

  it("answers for an event whose CI was deleted, beside events of others", async () => {
    const ctx = await newContext();
    const [gone, other] = [await world.newCi("gone", {}, ctx), await world.newCi("other", {}, ctx)];
    const id = await world.alarm([gone], {}, ctx);
    const near = await world.alarm([other], {}, ctx);
    await world.ci.verbs.deleteCi(ctx, { id: gone });
    const body = await correlations(id, ctx.tenantId);
    expect(body).toMatchObject({ suggested_root_cause: null, root_cause_reason: expect.any(String), candidates: [] });
    expect(body.correlated_events.map((one: { id: string }) => one.id)).toEqual([near]);
  });

  it("lists at most 100 correlated events", async () => {
    const ctx = await newContext();
    const ci = await world.newCi("busy", {}, ctx);
    const ids = await Promise.all(Array.from({ length: 120 }, () => world.alarm([ci], {}, ctx)));
    const body = await correlations(ids[0]!, ctx.tenantId);
    expect(body.correlated_events).toHaveLength(100);
    expect(new Set(body.correlated_events.map((one: { id: string }) => one.id)).size).toBe(100);
    // They last long, and the next one comes much later.
    await world.postgres.query(
      "update events set occurred_at = occurred_at - interval '2 hours' where tenant_id = $1",
      [ctx.tenantId],
    );
    const late = await world.alarm([ci], {}, ctx);
    expect((await correlations(late, ctx.tenantId)).correlated_events).toHaveLength(100);
  });

  it("answers 404 to other tenants and for unknown events, and 403 without the scope", async () => {
    const ctx = await newContext();
    const id = await world.alarm([], {}, ctx);
    const path = `/v1/events/${id}/correlations`;
    expect((await http.call("GET", path, { tenant: world.ctx.tenantId })).status).toBe(404);
    for (const other of [newId(), "no-id", "%00"]) {
      expect((await http.call("GET", `/v1/events/${other}/correlations`, { tenant: ctx.tenantId })).status).toBe(404);
    }
    expect((await http.call("GET", path, { headers: credential(ctx.tenantId, ["cmdb.read"]) })).status).toBe(403);
    expect((await http.call("GET", path)).status).toBe(401);
  });
});
