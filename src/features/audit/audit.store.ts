import { actorName } from "../../context.ts";
import { newId } from "../../platform/ids.ts";
import type { RecordAudit } from "./audit.model.ts";

export const insertAudit: RecordAudit = async (tx, { tenantId, actor, requestId, client }, record, at) => {
  await tx.query(
    `insert into audit_log
       (tenant_id, id, at, actor, action, target_kind, target_id, before, after, request_id, address, department, client_version)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    [
      tenantId,
      newId(),
      at,
      actorName(actor),
      record.action,
      record.target.kind,
      record.target.id,
      record.before ?? null,
      record.after ?? null,
      requestId,
      client?.address || null,
      client?.department ?? null,
      client?.version ?? null,
    ],
  );
};
