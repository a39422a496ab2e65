import type { VulnerabilityChange, VulnerabilitySnapshot } from "../../../model/changes.ts";
import { newId } from "../../../platform/ids.ts";
import type { Change, Changes } from "../../../platform/jobs/changes.ts";
import type { Sql } from "../../../platform/postgres/postgres.ts";
import { type FoundRow, type MaybeNew, toldStore } from "./told.store.ts";

/**
 * Messages of one finding each that a tenant gets within an hour: a first import or the first scan of a large server finds
 * thousands, which a receiver, and the person on call, cannot take in.
 */
const SINGLY_AN_HOUR = 100;

export interface TellDeps {
  changes: Pick<Changes, "deliver">;
  now: () => Date;
}

/**
 * Tells of each affected instance of a critical or known exploited CVE, once for ever: what was told commits with the finding.
 * Beyond `SINGLY_AN_HOUR` they are gathered for `tellGathered`.
 */
export async function tellFound({ changes, now }: TellDeps, tx: Sql, tenantId: string, maybe: MaybeNew): Promise<void> {
  const at = now();
  const found = await toldStore.noteFound(tx, tenantId, maybe, at, SINGLY_AN_HOUR);
  if (found.length === 0) return;
  const id = newId();
  const all = found.map((row, i) => changeOf(snapshotOf(row, null), `${id}:${i}`, at));
  await changes.deliver("vulnerabilities", tx, tenantId, all);
}

/** Sends one message of all gathered findings, which shows the most urgent of them. */
export async function tellGathered({ changes, now }: TellDeps, tx: Sql, tenantId: string): Promise<void> {
  const at = now();
  const row = await toldStore.takeGathered(tx, tenantId, at);
  if (!row) return;
  const gathered = {
    findings: row.findings,
    vulnerabilities: row.vulnerabilities,
    known_exploited: row.knownExploited,
    instances: row.instances,
    servers: row.servers,
    most_urgent: row.mostUrgent,
  };
  await changes.deliver("vulnerabilities", tx, tenantId, [changeOf(snapshotOf(row, gathered), `${newId()}:0`, at)]);
}

function snapshotOf(row: FoundRow, gathered: VulnerabilitySnapshot["gathered"]): VulnerabilitySnapshot {
  const { cve, severity, score, epss, kevAdded, kevDue, published, summary, reason, criterion } = row;
  return {
    ...{ cve, severity, score, epss },
    kev: kevAdded === null && kevDue === null ? null : { added: kevAdded, due: kevDue },
    published: published?.toISOString() ?? null,
    ...{ summary, status: "affected", reason, criterion },
    instance: { id: row.instanceId, name: row.instanceName },
    server: row.serverId === null ? null : { id: row.serverId, name: row.serverName ?? row.serverId },
    gathered,
  };
}

function changeOf(after: VulnerabilitySnapshot, id: string, at: Date): Change<VulnerabilityChange> {
  return {
    kind: "vulnerability.found",
    subject: { kind: "vulnerability", id: after.cve },
    version: 1,
    before: null,
    after,
    id,
    actor: "system",
    requestId: id.slice(0, 36),
    at: at.toISOString(),
  };
}
