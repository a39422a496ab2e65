import { normalizeIp } from "../../model/identifiers.ts";
import { compare } from "../../model/order.ts";
import type { ConnectionTarget, OutgoingConnection } from "./topology.graph.store.ts";

/** Connections of one process to one address: section 2 of the interface specification. */
export interface ConnectionGroup {
  /** Null where no scan could tell. */
  processName: string | null;
  /** Normalised; null where a CI without an address is known to be connected to. */
  targetIP: string | null;
  /** Name of the CI; null while the address is nobody's. */
  targetServer: string | null;
  targetCIId: string | null;
  /** How many ports, each counted once. */
  connectionCount: number;
  ports: number[];
  /** ISO 8601. */
  firstSeen: string;
  lastSeen: string;
}

/** One connection, from whichever source: a process, an address, a port. */
export interface Contact {
  process: string | null;
  ip: string | null;
  port: number | null;
  ci: { id: string; name: string } | null;
  firstSeen: string;
  lastSeen: string;
}

/** One group for each process and address, newest first; in it each port once. */
export function groupContacts(contacts: readonly Contact[]): ConnectionGroup[] {
  const groups = new Map<string, { first: Contact; contacts: Contact[] }>();
  for (const contact of contacts) {
    const place = JSON.stringify([contact.process, contact.ip, contact.ip === null ? contact.ci?.id : null]);
    const group = groups.get(place);
    if (group) group.contacts.push(contact);
    else groups.set(place, { first: contact, contacts: [contact] });
  }
  return [...groups.values()].map(({ first, contacts: all }) => groupOf(first, all)).sort(newestFirst);
}

function groupOf(first: Contact, contacts: Contact[]): ConnectionGroup {
  const places = new Set(contacts.map(({ port }) => port));
  const ci = contacts.find((contact) => contact.ci !== null)?.ci ?? null;
  return {
    processName: first.process,
    targetIP: first.ip,
    targetServer: ci?.name ?? null,
    targetCIId: ci?.id ?? null,
    connectionCount: places.size,
    ports: [...places].filter((port) => port !== null).sort((a, b) => a - b),
    firstSeen: contacts.map(({ firstSeen }) => firstSeen).sort()[0] ?? first.firstSeen,
    lastSeen:
      contacts
        .map(({ lastSeen }) => lastSeen)
        .sort()
        .at(-1) ?? first.lastSeen,
  };
}

function newestFirst(a: ConnectionGroup, b: ConnectionGroup): number {
  return (
    compare(b.lastSeen, a.lastSeen) ||
    compare(b.firstSeen, a.firstSeen) ||
    compare(a.processName ?? "", b.processName ?? "") ||
    compare(a.targetIP ?? "", b.targetIP ?? "") ||
    compare(a.targetCIId ?? "", b.targetCIId ?? "")
  );
}

/**
 * Adds what the graph knows to what the host's own sockets say. A relationship that one of the sockets already shows
 * (its port, an address of its target, its process or none) only widens the time in which that socket was seen.
 */
export function addKnown(
  sockets: readonly Contact[],
  connections: readonly OutgoingConnection[],
  targets: readonly ConnectionTarget[],
  lastSeenOf: (connection: OutgoingConnection) => string,
): Contact[] {
  const contacts = sockets.map((contact) => ({ ...contact }));
  const byId = new Map(targets.map((target) => [target.id, target]));
  const byPort = new Map<number | null, Contact[]>();
  for (const contact of contacts) {
    const list = byPort.get(contact.port);
    if (list) list.push(contact);
    else byPort.set(contact.port, [contact]);
  }
  for (const connection of connections) {
    const target = byId.get(connection.targetId);
    if (!target) continue;
    const firstSeen = connection.firstSeen ?? connection.createdAt;
    const lastSeen = lastSeenOf(connection);
    const ips = new Set(target.ips);
    const shown = (byPort.get(connection.port) ?? []).filter(
      ({ process, ip }) =>
        ip !== null && ips.has(ip) && (connection.sourceProcess === null || process === connection.sourceProcess),
    );
    for (const contact of shown) widen(contact, firstSeen, lastSeen, target);
    if (shown.length > 0) continue;
    contacts.push({
      process: connection.sourceProcess,
      ip: mainIp(target),
      port: connection.port,
      ci: { id: target.id, name: target.name },
      firstSeen,
      lastSeen,
    });
  }
  return contacts;
}

function widen(contact: Contact, firstSeen: string, lastSeen: string, { id, name }: ConnectionTarget): void {
  if (firstSeen < contact.firstSeen) contact.firstSeen = firstSeen;
  if (lastSeen > contact.lastSeen) contact.lastSeen = lastSeen;
  contact.ci = { id, name };
}

/** The address that stands in the CI's own field, else the first that finds it. */
function mainIp({ mainIp: held, ips }: ConnectionTarget): string | null {
  const own = typeof held === "string" ? normalizeIp(held) : undefined;
  return own ?? ips[0] ?? null;
}
