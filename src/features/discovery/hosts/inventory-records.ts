import { createHash } from "node:crypto";
import { type NetworkConnection, RECORD_KINDS } from "../../../model/host.ts";
import { normalizeIp } from "../../../model/identifiers.ts";
import type { Fields } from "../../ci/index.ts";
import type { InventoryRecord, RecordKind } from "../../inventory/index.ts";
import { isListening } from "../connections/peer-connections.ts";
import type { DiscoveredHost } from "../host.model.ts";

/** Fields that identify a record across collections; measured values are left out. */
const IDENTITY: { [K in RecordKind]: (fields: Fields) => unknown[] } = {
  disks: (f) => [f.name, f.mount_point],
  user_accounts: (f) => [f.name, f.uid],
  network_adapters: (f) => [f.name, f.mac_address],
  processes: (f) => [f.pid, f.name, f.started_at],
  network_connections: (f) => connectionIdentity(f as NetworkConnection),
  installed_applications: (f) => [f.name, f.vendor, f.version, f.architecture, f.install_location],
};

/**
 * The records of a host, for the kinds that it reports: an empty list means there are none, an absent one that they were
 * not collected. Records with equal identity are numbered, so that none is lost.
 */
export function recordsOf(
  host: DiscoveredHost,
  instanceIds: (string | undefined)[],
): {
  kinds: RecordKind[];
  records: InventoryRecord[];
} {
  const kinds = RECORD_KINDS.filter((kind) => host[kind] !== undefined);
  const records: InventoryRecord[] = [];
  for (const kind of kinds) {
    const counts = new Map<string, number>();
    const list = (host[kind] ?? []) as Fields[];
    for (const [position, fields] of list.entries()) {
      const digest = createHash("sha1")
        .update(JSON.stringify(IDENTITY[kind](fields)))
        .digest("base64url");
      const count = (counts.get(digest) ?? 0) + 1;
      counts.set(digest, count);
      records.push({
        kind,
        key: count === 1 ? digest : `${digest}#${count}`,
        position,
        fields,
        softwareInstanceCiId: kind === "installed_applications" ? (instanceIds[position] ?? null) : null,
      });
    }
  }
  return { kinds, records };
}

/** Leaves out the local port of an outgoing connection, which differs each time. */
function connectionIdentity(connection: NetworkConnection): unknown[] {
  const { protocol, local_port, remote_address, remote_port, process_name } = connection;
  if (isListening(connection)) return [protocol, "listen", connection.local_address, local_port, process_name];
  const remote = remote_address ? (normalizeIp(remote_address) ?? remote_address) : null;
  return [protocol, "peer", remote, remote_port, process_name];
}
