import type { RequestContext } from "../../context.ts";
import type { Sql } from "../../platform/postgres/postgres.ts";

/** One act as the audit log keeps it. Never holds a secret, nor a hash of one. */
export interface AuditRecord {
  /** `<thing>.<what became of it>`, e.g. `api_key.created`, `login.failed`. */
  action: string;
  target: { kind: string; id: string };
  /** The thing's public fields before and after; absent where there was none. */
  before?: Readonly<Record<string, unknown>> | undefined;
  after?: Readonly<Record<string, unknown>> | undefined;
}

/** On whose behalf, from where, by which request. */
export type AuditOrigin = Pick<RequestContext, "tenantId" | "actor" | "requestId" | "client">;

/** Adds the record within the transaction of the act itself, so that neither is there without the other. */
export type RecordAudit = (tx: Sql, origin: AuditOrigin, record: AuditRecord, at: Date) => Promise<void>;
