import type { RecordAudit } from "./audit.model.ts";
import { insertAudit } from "./audit.store.ts";

export type { AuditOrigin, AuditRecord, RecordAudit } from "./audit.model.ts";

/** Keeps what was done in a tenant's name, for good. */
export const recordAudit: RecordAudit = insertAudit;
