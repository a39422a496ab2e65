import type { Actor, RequestContext } from "../../context.ts";
import type { Sql } from "../../platform/postgres/postgres.ts";

/** One action to record in the audit log. Never holds a secret, nor a hash of one. */
export interface AuditRecord {
  /** `<resource>.<past participle>`, e.g. `api_key.created`, `login.failed`. */
  action: string;
  target: { kind: string; id: string };
  /** Public fields of the target before and after; absent when it did not exist. */
  before?: Readonly<Record<string, unknown>> | undefined;
  after?: Readonly<Record<string, unknown>> | undefined;
}

/** Actor of a request by an unknown caller: a refused login. */
export const ANONYMOUS = "anonymous";

/** Tenant, actor, client and request of an action. */
export type AuditOrigin = Pick<RequestContext, "tenantId" | "requestId" | "client"> & {
  actor: Actor | typeof ANONYMOUS;
};

/** Inserts the record in the transaction of the action itself, so that both are committed or neither. */
export type RecordAudit = (tx: Sql, origin: AuditOrigin, record: AuditRecord, at: Date) => Promise<void>;

/** One entry of the log as callers see it: an action on access or administration, or a change of the inventory. */
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

/** Filter of entries; absent members do not restrict. */
export interface AuditFilter {
  actor?: string | undefined;
  /** An action, or a prefix followed by `*`. */
  action?: string | undefined;
  /** Id of the target. */
  target?: string | undefined;
  /** Inclusive. */
  from?: Date | undefined;
  /** Exclusive. */
  to?: Date | undefined;
}

/** Keyset position of an entry in the log. */
export interface AuditPosition {
  at: Date;
  id: string;
}
