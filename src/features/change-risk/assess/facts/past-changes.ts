import { nameKey } from "../../../../model/identifiers.ts";
import type { Change } from "../../change-analysis.model.ts";
import type { PastChange } from "../../planned-changes.model.ts";
import type { AssessDeps, ChangedCi, ComparedChange } from "../assess.model.ts";
import { changeRiskGraph, type Profile } from "./change-risk.graph.store.ts";

/** CIs of past changes whose names and programs are compared. */
const MOST_COMPARED = 1_000;
const MOST_OF_CHANGE = 20;
/** Share of the programs of the CI with fewer that two CIs of the same software have in common. */
const SAME_SOFTWARE = 0.6;
const SHORTEST_ROLE = 3;

interface Compared {
  change: Change;
  changed: readonly ChangedCi[];
  now: Date;
  taskIntegrationId: string | null;
}

/** Earlier changes with an outcome of the same CIs and of CIs of the same types, with how much they resemble this change. */
export async function comparedChanges(
  deps: Pick<AssessDeps, "graph" | "postgres" | "pastChanges">,
  tenantId: string,
  { change, changed, now, taskIntegrationId }: Compared,
): Promise<ComparedChange[]> {
  const types = [...new Set(changed.map(({ type }) => type))].sort();
  const ciIds = changed.map(({ id }) => id);
  const exceptTask = { taskNodeId: change.taskNodeId, integrationId: taskIntegrationId };
  const past = await deps.pastChanges(deps.postgres, tenantId, { ciIds, types, exceptTask, before: now });
  const own = new Set(ciIds);
  const isSame = (each: PastChange) => each.ciIds.some((id) => own.has(id));
  const others = past.filter((each) => !isSame(each));
  const wanted = new Set(others.flatMap((each) => each.ciIds.slice(0, MOST_OF_CHANGE)));
  const profiles = await changeRiskGraph.profiles(deps.graph, tenantId, [...wanted].slice(0, MOST_COMPARED));
  const alike = new Set(profiles.filter((each) => changed.some((ci) => areAlike(ci, each))).map(({ id }) => id));
  return past.map((each): ComparedChange => {
    if (isSame(each)) return { ...each, likeness: "same" };
    return { ...each, likeness: each.ciIds.some((id) => alike.has(id)) ? "like" : "type" };
  });
}

/** Whether two CIs of one type play the same role, by their names but for the number, or run the same software. */
function areAlike(a: Profile, b: Profile): boolean {
  if (a.type !== b.type) return false;
  const role = roleOf(a.name);
  if (role !== undefined && role === roleOf(b.name)) return true;
  const programs = new Set(a.programs.map(([id]) => id));
  const shared = b.programs.filter(([id]) => programs.has(id)).length;
  const fewer = Math.min(programs.size, b.programs.length);
  return fewer > 0 && shared / fewer >= SAME_SOFTWARE;
}

function roleOf(name: string): string | undefined {
  const key = nameKey(name);
  const role = key.replace(/\d+(\..*)?$/, "");
  return role.length >= SHORTEST_ROLE && role !== key ? role : undefined;
}
