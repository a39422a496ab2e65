import type { BenchTenant } from "../bench.ts";
import type { MovedService } from "../moved-service.ts";
import type { Alarm } from "./change.ts";
import type { Estate } from "./estate.ts";
import { FIRST_DAY, type History, type Outcome } from "./history.ts";

/** What the product said of a change before its outcome, with that outcome. */
export interface Judged {
  outcome: Outcome;
  score: number;
  affected: number;
  dimensions: Record<"technical" | "business" | "dependency" | "historical", number>;
}

interface Analysis {
  status: string;
  score: number;
  dimensions: Record<keyof Judged["dimensions"], { score: number }>;
  fields: { ai_affected_systems: string | null };
}

const DAY = 86_400_000;
const NOTES = {
  restart: "Restart after a change of settings",
  config: "Change of the configuration",
  patch: "Security patches of this month",
  deployment: "Deployment of the next release",
  upgrade: "Upgrade to the next major version",
  migration: "Migration to new hardware and a new version",
} as const;

/** Writes the estate and lives the history through the interface, in the order of time. */
export async function replay(
  service: MovedService,
  tenant: BenchTenant,
  estate: Estate,
  { alarms, outcomes }: History,
): Promise<Judged[]> {
  service.moveTo(FIRST_DAY - 200 * DAY);
  const ids = await writeEstate(service, tenant, estate);
  const judged: Judged[] = [];
  let isFollowed = true;
  const report = async (alarm: Alarm, i: number, at: number, status: "open" | "resolved") => {
    isFollowed = false;
    const body = { title: `Alarm on ${estate.things[alarm.ci]!.name}`, severity: alarm.severity, source: "monitoring" };
    const more = { source_id: `alarm-${i}`, affected_cis: [ids[alarm.ci]], occurred_at: new Date(at).toISOString() };
    await service.call(tenant, "POST", "/v1/events", { ...body, ...more, status });
  };
  const ask = async (outcome: Outcome) => {
    if (!isFollowed) await service.runJob("incidents.follow", tenant);
    isFollowed = true;
    const { id, analysis } = await analysed(service, tenant, outcome, ids);
    const affected = Number.parseInt(analysis.fields.ai_affected_systems ?? "0", 10);
    const { technical, business, dependency, historical } = analysis.dimensions;
    const dimensions = {
      ...{ technical: technical.score, business: business.score },
      ...{ dependency: dependency.score, historical: historical.score },
    };
    judged.push({ outcome, score: analysis.score, affected, dimensions });
    if (!outcome.recorded) return;
    steps.push({
      at: outcome.change.told,
      run: () => service.call(tenant, "POST", `/v1/change-analyses/${id}/outcome`, outcome.recorded),
    });
  };
  const steps: { at: number; run: () => Promise<unknown> }[] = [
    ...alarms.map((alarm, i) => ({ at: alarm.from, run: () => report(alarm, i, alarm.from, "open") })),
    ...alarms.map((alarm, i) => ({ at: alarm.to, run: () => report(alarm, i, alarm.to, "resolved") })),
    ...outcomes.map((outcome) => ({ at: outcome.change.asked, run: () => ask(outcome) })),
  ];
  while (steps.length > 0) {
    const next = steps.reduce((first, step) => (step.at < first.at ? step : first));
    steps.splice(steps.indexOf(next), 1);
    service.moveTo(next.at);
    await next.run();
  }
  return judged;
}

async function writeEstate(service: MovedService, tenant: BenchTenant, { things, needs }: Estate): Promise<string[]> {
  const items = things.map(({ name, type, criticality, age, team }) => ({
    ...{ name, type, custom_fields: { team: `team-${team}` } },
    attributes: {
      commissioned: new Date(FIRST_DAY - age * 365 * DAY).toISOString().slice(0, 10),
      ...(criticality && { criticality }),
    },
  }));
  const made = await service.call<{ results: { id: string }[] }>(tenant, "POST", "/v1/cmdb/ci/bulk", { items });
  const ids = made.results.map(({ id }) => id);
  const relationships = needs.map(({ of, needs: needed, type, group, optional }) => ({
    type,
    // A component is the source of its relationship to the service.
    source_ci: ids[type === "part_of" ? needed : of],
    target_ci: ids[type === "part_of" ? of : needed],
    attributes: { ...(group && { redundancy_group: group }), ...(optional && { criticality: "optional" }) },
  }));
  await service.call(tenant, "POST", "/v1/cmdb/relationships/bulk", { items: relationships });
  await service.changesDelivered();
  return ids;
}

async function analysed(service: MovedService, tenant: BenchTenant, { change }: Outcome, ids: readonly string[]) {
  const { id } = await service.call<{ id: string }>(tenant, "POST", "/v1/change-analyses", {
    ci_id: change.cis.map((ci) => ids[ci]),
    change_note: [NOTES[change.kind]],
    task_node_id: change.id,
    change_fields: {
      ...{ priority: change.priority, category: change.category },
      planned_start: new Date(change.start).toISOString(),
      planned_end: new Date(change.end).toISOString(),
    },
  });
  await service.runJob("change-risk.analyse", tenant);
  const analysis = await service.call<Analysis>(tenant, "GET", `/v1/change-analyses/${id}`);
  if (analysis.status !== "completed") throw new Error(`the analysis of ${change.id} is ${analysis.status}`);
  return { id, analysis };
}
