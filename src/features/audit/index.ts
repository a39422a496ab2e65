import type { Clock } from "../../platform/clock.ts";
import type { Route } from "../../platform/http/route.ts";
import type { Postgres } from "../../platform/postgres/postgres.ts";
import type { RecordAudit } from "./audit.model.ts";
import { insertAudit } from "./audit.store.ts";
import { auditV1Routes } from "./audit.v1.ts";
import { type AuditVerbs, createAuditVerbs } from "./read-audit.ts";

export { ANONYMOUS, type AuditOrigin, type RecordAudit } from "./audit.model.ts";
export type { AuditVerbs } from "./read-audit.ts";

/** Appends a record to a tenant's audit log. */
export const recordAudit: RecordAudit = insertAudit;

export interface Audit {
  verbs: AuditVerbs;
  routes: { v1: Route[] };
}

/** The audit log: who did what, from which address, by which request. */
export function createAudit(deps: { postgres: Postgres; clock: Clock }): Audit {
  const verbs = createAuditVerbs({ ...deps, recordAudit });
  return { verbs, routes: { v1: auditV1Routes(verbs) } };
}
