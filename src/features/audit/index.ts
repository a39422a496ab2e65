import type { Clock } from "../../platform/clock.ts";
import type { Route } from "../../platform/http/route.ts";
import type { Postgres } from "../../platform/postgres/postgres.ts";
import type { RecordAudit } from "./audit.model.ts";
import { insertAudit } from "./audit.store.ts";
import { auditV1Routes } from "./audit.v1.ts";
import { type AuditVerbs, createAuditVerbs } from "./read-audit.ts";

export { ANONYMOUS, type AuditOrigin, type RecordAudit } from "./audit.model.ts";
export type { AuditVerbs } from "./read-audit.ts";

/** Keeps what was done in a tenant's name, for good. */
export const recordAudit: RecordAudit = insertAudit;

export interface Audit {
  verbs: AuditVerbs;
  routes: { v1: Route[] };
}

/** The log of who did what, from where and by which request: of all that Orrery keeps. */
export function createAudit(deps: { postgres: Postgres; clock: Clock }): Audit {
  const verbs = createAuditVerbs({ ...deps, recordAudit });
  return { verbs, routes: { v1: auditV1Routes(verbs) } };
}
