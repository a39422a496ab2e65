import { isScope, type Scope } from "../../model/scopes.ts";
import { QUERY_ENTITIES } from "./fields/index.ts";
import type { QueryForm } from "./query.model.ts";

/** Whoever reads an event or incident reads these of its CIs. */
const SHOWN_OF_CIS: ReadonlySet<string> = new Set(["ci.id", "ci.name", "ci.type"]);

/** Scopes that the data of a form needs besides `reports.read`; for those who read an answer that was kept. */
export function scopesOfForm(form: QueryForm): Scope[] {
  const own = (QUERY_ENTITIES[form.entity]?.scopes ?? []).filter(isScope);
  return [...new Set<Scope>(tellsOfCis(form) ? [...own, "cmdb.read"] : own)];
}

function tellsOfCis({ path, impact, filters, group_by, aggregate, order, fields }: QueryForm): boolean {
  if (path ?? impact) return true;
  const used = [...(filters ?? []), ...(aggregate ?? [])].map(({ field }) => field ?? "");
  const shown = [...(fields ?? []), ...(order ?? []).map(({ field }) => field)];
  const all = [...used, ...(group_by ?? []), ...shown.filter((field) => !SHOWN_OF_CIS.has(field))];
  return all.some((field) => field.startsWith("ci."));
}
