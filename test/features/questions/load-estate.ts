import { expect, vi } from "vitest";
import type { ServiceApp } from "../../support/service-app.ts";

/** An estate in the form in which it is sent to the service. Ends of relationships are [name, type], the type where it is needed. */
export interface SentEstate {
  cis: SentCi[];
  relationships: { source: End; type: string; target: End }[];
  services: { name: string; criticality: string; sla: object; components: string[] }[];
  hosts: { hostname: string; serial_number: string; installed_applications?: { name: string; version: string }[] }[];
  events: { title: string; severity: string; status: string; source: string; affected: End[]; minutesAgo: number }[];
  later: {
    created: SentCi[];
    changed: { ci: End; to: Partial<SentCi> }[];
    deleted: End[];
  };
}

type End = readonly [name: string, type?: string];

export interface SentCi {
  name: string;
  type: string;
  status?: string;
  attributes?: Record<string, unknown>;
  custom_fields?: Record<string, unknown>;
}

/** Sends an estate through the interface. Returns the moment after which `later` happened. */
export async function loadEstate(app: ServiceApp, headers: Record<string, string>, estate: SentEstate): Promise<Date> {
  const post = async (path: string, body: unknown) => {
    const answer = await app.call("POST", path, { headers, body });
    expect([200, 201, 202], `${path}: ${answer.text}`).toContain(answer.status);
    return answer.body;
  };
  const ids = new Map<string, string>();
  const make = async (cis: readonly SentCi[]) => {
    const { results } = await post("/v1/cmdb/ci/bulk", { items: cis });
    cis.forEach(({ name, type }, at) => {
      ids.set(`${name}|${type}`, results[at].id);
      if (!ids.has(name)) ids.set(name, results[at].id);
    });
  };
  const idOf = ([name, type]: End) => ids.get(type === undefined ? name : `${name}|${type}`)!;

  await make(estate.cis);
  const relationships = estate.relationships.map(({ source, type, target }) => {
    return { type, source_ci: idOf(source), target_ci: idOf(target) };
  });
  await post("/v1/cmdb/relationships/bulk", { items: relationships });
  for (const { components, ...service } of estate.services) {
    const parts = components.map((name) => ({ ci_id: idOf([name, "application"]), role: "core" }));
    await post("/v1/services", { ...service, components: parts });
  }
  if (estate.hosts.length > 0) await scan(app, headers, estate.hosts);
  for (const { status, affected, minutesAgo, ...event } of estate.events) {
    const occurred_at = new Date(Date.now() - minutesAgo * 60_000).toISOString();
    const { id } = await post("/v1/events", { ...event, affected_cis: affected.map(idOf), occurred_at });
    if (status !== "open") await app.call("PATCH", `/v1/events/${id}/status`, { headers, body: { status } });
  }
  await app.changesDelivered();

  const moment = new Date();
  await make(estate.later.created);
  for (const { ci, to } of estate.later.changed) {
    await app.call("PUT", `/v1/cmdb/ci/${idOf(ci)}`, { headers, body: to });
  }
  for (const ci of estate.later.deleted) await app.call("DELETE", `/v1/cmdb/ci/${idOf(ci)}`, { headers });
  await app.changesDelivered();
  return moment;
}

/** Sends hosts as one scan, and waits until each program is linked to its product. */
async function scan(app: ServiceApp, headers: Record<string, string>, hosts: SentEstate["hosts"]): Promise<void> {
  const discovered_hosts = hosts.map(({ serial_number, ...host }) => ({ ...host, hardware: { serial_number } }));
  const data = { discovered_hosts };
  const sent = { scanner_id: "estate", scan_type: "full", timestamp: new Date().toISOString(), data };
  const { status, text } = await app.call("POST", "/v1/discovery/scan-data", { headers, body: sent });
  expect(status, text).toBe(202);
  const programs = hosts.flatMap(({ installed_applications = [] }) => installed_applications).length;
  const linked = async () => {
    const body = { entity: "software", filters: [{ field: "product", op: "exists" }], aggregate: [{ fn: "count" }] };
    const answer = await app.call("POST", "/v1/query", { headers, body });
    expect(answer.body.rows).toEqual([{ count: programs }]);
  };
  await vi.waitFor(linked, { timeout: 90_000, interval: 500 });
  await app.changesDelivered();
}
