import { z } from "zod";
import type { RequestContext } from "../../context.ts";
import { identifiersOf } from "../../model/identifiers.ts";
import { SCOPES } from "../../model/scopes.ts";
import { isoNow } from "../../platform/clock.ts";
import { newId } from "../../platform/ids.ts";
import type { Jobs } from "../../platform/jobs/jobs.ts";
import type { NewsEntry } from "../../platform/jobs/outbox.ts";
import type { NewsSink } from "../../platform/jobs/relay.ts";
import { ciWrites, type Fields, isObject } from "../ci/index.ts";
import { applyConnections, type ConnectedHost } from "./apply-connections.ts";
import type { NetworkConnection } from "./host.model.ts";
import type { ProcessDeps } from "./process-hosts.ts";
import { connectionRecords, replaceUnresolved, waitingFor } from "./records.store.ts";

export const RESOLVE_PEERS_JOB = "discovery.resolve-peers";
export const resolvePeersPayload = z.object({ tenantId: z.string(), ciIds: z.array(z.string()) });

const MAX_HOSTS = 50;
const WATCHED = new Set(["ci.created", "ci.updated", "ci.restored"]);

/** When a CI appears with an address that hosts were waiting for, enqueues a second look at their connections. */
export function createPeerWatch(deps: { jobs: Pick<Jobs, "send"> }): NewsSink {
  return async (tx, tenantId, entries) => {
    const ips = [...new Set(entries.flatMap(addressesOf))];
    if (ips.length === 0) return;
    const ciIds = await waitingFor(tx, tenantId, ips);
    for (let start = 0; start < ciIds.length; start += MAX_HOSTS) {
      await deps.jobs.send(RESOLVE_PEERS_JOB, { tenantId, ciIds: ciIds.slice(start, start + MAX_HOSTS) }, { tx });
    }
  };
}

export type ResolvePeers = (input: z.output<typeof resolvePeersPayload>, signal: AbortSignal) => Promise<void>;

/** Looks again at the connections of hosts whose far ends were unknown. */
export function createResolvePeers(deps: ProcessDeps): ResolvePeers {
  return async ({ tenantId, ciIds }, signal) => {
    const now = isoNow(deps.clock);
    const ctx: RequestContext = {
      tenantId,
      actor: { kind: "system", id: "system" },
      scopes: new Set(SCOPES),
      requestId: newId(),
      signal,
    };
    const records = await connectionRecords(deps.postgres, tenantId, ciIds);
    const byCi = Map.groupBy(records, (row) => row.ci_id);
    await deps.outbox.write(tenantId, async (tx, tell) => {
      const alive = await ciWrites.lock(tx, tenantId, ciIds);
      const hosts = alive.map(({ ci }): ConnectedHost => {
        const rows = byCi.get(ci.id) ?? [];
        const observedAt = rows[0]?.collected_at.toISOString() ?? now;
        const look = { ctx, scannerId: "connections", sourceClass: "agent" as const, observedAt, now };
        return { ciId: ci.id, isNew: false, look, connections: rows.map((row) => row.fields as NetworkConnection) };
      });
      const { unresolved } = await applyConnections(tx, ctx, hosts, tell);
      await deps.postgres.transaction((sql) =>
        replaceUnresolved(
          sql,
          tenantId,
          [...unresolved].map(([ciId, ips]) => ({ ciId, ips })),
        ),
      );
    });
  };
}

function addressesOf(entry: NewsEntry): string[] {
  if (!WATCHED.has(entry.kind) || !isObject(entry.after)) return [];
  const { type, name, attributes, custom_fields } = entry.after;
  if (typeof type !== "string" || typeof name !== "string" || type === "software_instance") return [];
  const ci = { type, name, attributes: attributes as Fields, customFields: custom_fields as Fields };
  return identifiersOf(ci).flatMap((one) => (one.kind === "ip" ? [one.value] : []));
}
