import type { EndedEvent, OpenEvent, OpenIncident } from "../../../../src/features/change-risk/assess/assess.model.ts";
import { type AssessDeps, createAssessChange } from "../../../../src/features/change-risk/assess/index.ts";
import type { Change } from "../../../../src/features/change-risk/change-analysis.model.ts";
import type { PastChange, PastInput } from "../../../../src/features/change-risk/planned-changes.model.ts";
import { absentModel } from "../../../../src/platform/ai/index.ts";
import { newId } from "../../../../src/platform/ids.ts";
import { contextOf } from "../../../support/context.ts";
import type { SmallRelationship } from "../../impact/reference.ts";
import { createImpactCmdb, writeGraph } from "../../impact/support.ts";
import { noRecord } from "../support.ts";

export const NOW = new Date("2026-11-23T09:00:00Z");

/** A CI of a small estate; its id is its name. */
export interface EstateCi {
  name: string;
  type?: string;
  status?: "active" | "maintenance" | "inactive";
  users?: unknown;
  criticality?: string;
}

/** What an estate is like: its graph, and what other features would tell. */
export interface Estate {
  cis: EstateCi[];
  links: Link[];
  events?: OpenEvent[];
  incidents?: OpenIncident[];
  past?: PastChange[];
  planned?: Awaited<ReturnType<AssessDeps["plannedChanges"]>>;
  maintenance?: Awaited<ReturnType<AssessDeps["maintenanceBetween"]>>;
  hours?: Awaited<ReturnType<AssessDeps["eventsByHour"]>>;
  endedEvents?: EndedEvent[];
  holidays?: Awaited<ReturnType<AssessDeps["holidaysBetween"]>>;
}

/** `source` needs or is part of `target`, as the kind says. */
export type Link = Pick<SmallRelationship, "source" | "target"> &
  Partial<Pick<SmallRelationship, "kind" | "redundancyGroup" | "criticality" | "discoveredBy">>;

export const needs = (source: string, target: string, more: Partial<Link> = {}): Link => ({ source, target, ...more });
export const partOf = (source: string, target: string, more: Partial<Link> = {}): Link => {
  return { source, target, kind: "PART_OF", ...more };
};

export const changeOf = (ciIds: string[], more: Partial<Change> = {}): Change => ({
  ciIds,
  unknownCis: [],
  notes: [],
  taskNodeId: "CHG-TASK",
  priority: null,
  category: "normal",
  plannedStart: new Date("2026-11-28T22:00:00Z"),
  plannedEnd: new Date("2026-11-29T00:00:00Z"),
  ...more,
});

export const eventOn = (ciId: string, severity: OpenEvent["severity"] = "high"): OpenEvent => {
  return { ciId, id: newId(), severity, status: "open", occurredAt: NOW, suppressed: false };
};
export const endedOn = (ciId: string, severity: EndedEvent["severity"] = "high"): EndedEvent => {
  return { ciId, id: newId(), severity, occurredAt: NOW };
};
export const incidentOn = (ciId: string, severity: OpenIncident["severity"] = "high"): OpenIncident => {
  return { ciId, id: newId(), severity, openCount: 1, title: "Disk full" };
};
export const pastOf = (ciIds: string[], more: Partial<PastChange> = {}): PastChange => {
  const at = new Date("2026-10-01T00:00:00Z");
  return { analysisId: newId(), ciIds, types: ["server"], category: null, succeeded: true, incidents: 0, at, ...more };
};

/** What the store reads of past changes. */
export function pastFor(all: readonly PastChange[], { ciIds, types }: Pick<PastInput, "ciIds" | "types">) {
  return all.filter((each) => {
    return each.ciIds.some((id) => ciIds.includes(id)) || each.types.some((type) => types.includes(type));
  });
}

/** Assesses changes of estates that a test describes: the graph on the real stores, the rest as the estate says. */
export async function createAssessLab() {
  const cmdb = await createImpactCmdb();
  const prepare = async (estate: Estate, more: Partial<AssessDeps> = {}) => {
    const ctx = contextOf(newId());
    await writeEstate(cmdb.graph, ctx.tenantId, estate);
    const concerns = (ciIds: readonly string[], { ciId }: { ciId: string }) => ciIds.includes(ciId);
    const ofCis = <T extends { ciIds: readonly string[] }>(all: readonly T[], ciIds: readonly string[]) =>
      all
        .map((each) => ({ ...each, ciIds: each.ciIds.filter((id) => ciIds.includes(id)) }))
        .filter((each) => each.ciIds.length > 0);
    const assess = createAssessChange({
      graph: cmdb.graph,
      postgres: cmdb.postgres,
      clock: { now: () => NOW },
      model: absentModel,
      recordAiQuery: noRecord,
      impactOfAll: cmdb.impact.verbs.impactOfAll,
      failureKinds: cmdb.relationships.failureKinds,
      openEventsOf: async (_, ids) => (estate.events ?? []).filter((each) => concerns(ids, each)),
      openIncidentsOf: async (_, ids) => (estate.incidents ?? []).filter((each) => concerns(ids, each)),
      maintenanceBetween: async (_, { ciIds, from, to }) =>
        ofCis(estate.maintenance ?? [], ciIds).filter((each) => each.from < to && each.to > from),
      eventsByHour: async () => estate.hours ?? [],
      endedEvents: async () => estate.endedEvents ?? [],
      plannedChanges: async (_, __, { ciIds, from, to, exceptTask }) =>
        ofCis(estate.planned ?? [], ciIds).filter(
          (each) => each.from < to && each.to > from && each.taskNodeId !== exceptTask.taskNodeId,
        ),
      pastChanges: async (_, __, input) => pastFor(estate.past ?? [], input),
      holidayCountries: async () => (estate.holidays ? ["DE"] : []),
      zoneOf: async () => undefined,
      holidaysBetween: async (_, from, to) =>
        (estate.holidays ?? []).filter((each) => each.from < to && each.to > from),
      ...more,
    });
    return (change: Change) => assess(ctx, change, { analysisId: null, taskIntegrationId: null });
  };
  return {
    ...cmdb,
    prepare,
    assess: async (estate: Estate, change: Change) => (await prepare(estate))(change),
  };
}

const FIELDS = `
UNWIND $rows AS row
MATCH (c:CI {tenant: $tenant, id: row.name})
SET c.name = row.name, c.nameKey = toLower(row.name), c.\`attributes.users\` = row.users,
    c.\`attributes.criticality\` = row.criticality`;

export async function writeEstate(
  graph: Parameters<typeof writeGraph>[0],
  tenant: string,
  { cis, links }: Pick<Estate, "cis" | "links">,
): Promise<void> {
  await writeGraph(graph, tenant, {
    cis: cis.map(({ name, type = "server", status = "active" }) => ({ id: name, type, status })),
    relationships: links.map(
      ({ kind = "DEPENDS_ON", redundancyGroup = null, criticality = null, discoveredBy = null, source, target }, i) => {
        const rest = { id: `r${i}`, confidence: null, redundancyGroup, criticality, discoveredBy };
        return { kind, source, target, ...rest };
      },
    ),
    ownKinds: {},
  });
  const rows = cis.map(({ name, users = null, criticality = null }) => ({ name, users, criticality }));
  await graph.raw(FIELDS, { tenant, rows });
}
