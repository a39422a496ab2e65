import type { VulnerabilityChange } from "../../../model/changes.ts";
import { newId } from "../../../platform/ids.ts";
import type { Change, Changes } from "../../../platform/jobs/changes.ts";
import type { Sql } from "../../../platform/postgres/postgres.ts";
import { type FoundRow, type MaybeNew, toldStore } from "./told.store.ts";

const AT_ONCE = 500;

export interface TellDeps {
  changes: Pick<Changes, "deliver">;
  now: () => Date;
}

/**
 * Tells of each affected instance of a critical or known exploited CVE, once for ever: what was told commits with the finding.
 */
export async function tellFound({ changes, now }: TellDeps, tx: Sql, tenantId: string, maybe: MaybeNew): Promise<void> {
  for (;;) {
    const at = now();
    const found = await toldStore.noteFound(tx, tenantId, maybe, at, AT_ONCE);
    if (found.length > 0) {
      const id = newId();
      await changes.deliver(
        "vulnerabilities",
        tx,
        tenantId,
        found.map((row, i) => changeOf(row, `${id}:${i}`, at)),
      );
    }
    if (found.length < AT_ONCE) return;
  }
}

function changeOf(row: FoundRow, id: string, at: Date): Change<VulnerabilityChange> {
  const { cve, severity, score, epss, kevAdded, kevDue, published, summary, reason, criterion } = row;
  return {
    kind: "vulnerability.found",
    subject: { kind: "vulnerability", id: cve },
    version: 1,
    before: null,
    after: {
      cve,
      severity,
      score,
      epss,
      kev: kevAdded === null && kevDue === null ? null : { added: kevAdded, due: kevDue },
      published: published?.toISOString() ?? null,
      summary,
      status: "affected",
      reason,
      criterion,
      instance: { id: row.instanceId, name: row.instanceName },
      server: row.serverId === null ? null : { id: row.serverId, name: row.serverName ?? row.serverId },
    },
    id,
    actor: "system",
    requestId: id.slice(0, 36),
    at: at.toISOString(),
  };
}
