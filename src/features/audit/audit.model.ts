import type { Actor, RequestContext } from "../../context.ts";
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

/** Stands where a user's id would, while it is not known who called: a login that was refused. */
export const ANONYMOUS = "anonymous";

/** On whose behalf, from where, by which request. */
export type AuditOrigin = Pick<RequestContext, "tenantId" | "requestId" | "client"> & {
  actor: Actor | typeof ANONYMOUS;
};

/** Adds the record within the transaction of the act itself, so that neither is there without the other. */
export type RecordAudit = (tx: Sql, origin: AuditOrigin, record: AuditRecord, at: Date) => Promise<void>;

/** One entry of the log as it is read: an act on access or administration, or a change of the inventory. */
export interface AuditEntry {
  id: string;
  at: Date;
  /** A user's id, else `<kind>:<id>`, `system` or `anonymous`. */
  actor: string;
  action: string;
  targetKind: string;
  targetId: string;
  before: unknown;
  after: unknown;
  requestId: string;
  address: string | null;
  department: string | null;
  clientVersion: string | null;
}

/** Which entries are asked for; what is absent does not narrow. */
export interface AuditFilter {
  actor?: string | undefined;
  /** A whole action, or with `*` at its end the beginning of one. */
  action?: string | undefined;
  /** Id of the thing that was acted on. */
  target?: string | undefined;
  /** Inclusive. */
  from?: Date | undefined;
  /** Exclusive. */
  to?: Date | undefined;
}

/** An entry's place in the log. */
export interface AuditPosition {
  at: Date;
  id: string;
}
