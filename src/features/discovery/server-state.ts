import { actorName, type RequestContext } from "../../context.ts";
import { normalizeInterfaceIp } from "../../model/identifiers.ts";
import {
  type Fields,
  isObject,
  type Provenance,
  SOURCE_CLASSES,
  type SourceClass,
  type StoredCi,
  sameContent,
} from "../ci/index.ts";
import type { DiscoveredHost } from "./host.model.ts";
import type { HostFacts } from "./identity/facts.ts";

/** One look at a host: by whom, of what standing, when. Times are ISO 8601 in UTC. */
export interface Look {
  ctx: RequestContext;
  scannerId: string;
  sourceClass: SourceClass;
  /** When the scanner looked. */
  observedAt: string;
  /** When it is applied. */
  now: string;
}

/** When each class of source last reported the host. */
export type LastSeen = ReadonlyMap<SourceClass, string>;

/** A scanner class that has not reported a host for this long loses its precedence. */
const PRECEDENCE_DAYS = 30;
const DAY_MS = 86_400_000;

interface Details {
  name: string | undefined;
  attributes: Fields;
  customFields: Fields;
}

/** What a host says of itself, in the fields of a Server CI; what it does not say is absent. */
export function detailsOf(host: DiscoveredHost, facts: HostFacts): Details {
  const { os, hardware } = host;
  const ip = (host.ip_address && normalizeInterfaceIp(host.ip_address)) || facts.ips[0];
  const ports = host.open_ports && [...new Set(host.open_ports)].sort((a, b) => a - b);
  const osText = os?.name ? withVersion(os.name, os.version) : undefined;
  return {
    name: host.hostname || host.fqdn || facts.hostname || ip,
    attributes: known({
      os: osText,
      ip_address: ip,
      cpu_cores: hardware?.cpu_cores,
      memory_gb: hardware?.memory_gb,
      disk_gb: hardware?.disk_gb,
      serial_number: hardware?.serial_number,
      manufacturer: hardware?.manufacturer,
      model: hardware?.model,
    }),
    customFields: known({
      hostname: host.hostname || facts.hostname,
      fqdn: host.fqdn || facts.fqdn,
      ip_address: ip,
      all_ip_addresses: facts.ips.length > 0 ? [...facts.ips] : undefined,
      mac_addresses: facts.macs.length > 0 ? [...facts.macs] : undefined,
      open_ports: ports,
      os: os && pickKnown(os, ["name", "version", "family", "architecture", "kernel"]),
      hardware: hardware && pickKnown(hardware, HARDWARE_KEYS),
      os_guess: host.os_guess,
      device_type: facts.deviceType,
    }),
  };
}

const HARDWARE_KEYS = [
  "manufacturer",
  "model",
  "serial_number",
  "uuid",
  "cpu_model",
  "cpu_cores",
  "memory_gb",
  "disk_gb",
  "virtual",
] as const;

/** A Server CI for a host that none is known for. Every discovered device is of type `server`. */
export function newServer(id: string, host: DiscoveredHost, facts: HostFacts, look: Look): StoredCi {
  const { name, attributes, customFields } = detailsOf(host, facts);
  const actor = actorName(look.ctx.actor);
  return {
    id,
    type: "server",
    name: (name ?? id).slice(0, 255),
    description: null,
    status: "active",
    attributes,
    customFields,
    version: 1,
    createdAt: look.now,
    createdBy: actor,
    updatedAt: look.now,
    updatedBy: actor,
    source: look.sourceClass,
    observedAt: look.observedAt,
    provenance: {},
  };
}

/**
 * The CI after a look at its host; the same object where callers would see no difference. Per value: a person's word
 * stands over an agent's, that over an agentless scan's, that over an import's; an empty value never overwrites one, and
 * an older observation never a newer one.
 */
export function sightedServer(
  ci: StoredCi,
  host: DiscoveredHost,
  facts: HostFacts,
  look: Look,
  seen: LastSeen,
): StoredCi {
  const details = detailsOf(host, facts);
  const provenance: Provenance = { ...ci.provenance };
  const said = (key: string): [SourceClass, string] => {
    const entry = ci.provenance[key];
    return entry ? [entry[0], entry[1]] : [ci.source, ci.observedAt];
  };
  const take = (key: string) => {
    provenance[key] = [look.sourceClass, look.observedAt, look.scannerId];
  };
  const merge = (current: Fields, news: Fields, prefix: string): Fields => {
    const merged: Fields = { ...current };
    for (const [key, value] of Object.entries(news)) {
      const path = `${prefix}.${key}`;
      const free = !(key in current) && ci.provenance[path] === undefined;
      const next = isObject(value) && isObject(current[key]) ? { ...current[key], ...value } : value;
      if (JSON.stringify(next) === JSON.stringify(current[key])) continue;
      if (!free && !mayOverwrite(said(path), look, seen)) continue;
      merged[key] = next;
      take(path);
    }
    return merged;
  };
  const next: StoredCi = {
    ...ci,
    attributes: merge(ci.attributes, details.attributes, "attributes"),
    customFields: merge(ci.customFields, details.customFields, "custom_fields"),
    provenance,
  };
  if (details.name && details.name !== ci.name && mayOverwrite(said("name"), look, seen)) {
    next.name = details.name.slice(0, 255);
    take("name");
  }
  if (ci.status === "inactive" && said("status")[0] !== "human") next.status = "active";
  if (sameContent(ci, next)) return ci;
  const actor = actorName(look.ctx.actor);
  const observedAt = latest(look.observedAt, ci.observedAt);
  return { ...next, version: ci.version + 1, updatedAt: look.now, updatedBy: actor, observedAt };
}

function mayOverwrite([by, at]: [SourceClass, string], look: Look, seen: LastSeen): boolean {
  const lastSeen = by === "human" ? undefined : seen.get(by);
  const weaker = SOURCE_CLASSES.indexOf(look.sourceClass) > SOURCE_CLASSES.indexOf(by);
  if (!weaker) return look.observedAt >= latest(lastSeen ?? at, at);
  if (by === "human") return false;
  return Date.parse(look.now) - Date.parse(lastSeen ?? at) > PRECEDENCE_DAYS * DAY_MS;
}

/** Of times in ISO 8601 in UTC, whose order is that of their text. */
function latest(a: string, b: string): string {
  return [a, b].sort()[1]!;
}

function withVersion(name: string, version: string | undefined): string {
  return version && !name.includes(version) ? `${name} ${version}` : name;
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === "") return true;
  if (Array.isArray(value)) return value.length === 0;
  return isObject(value) && Object.keys(value).length === 0;
}

function known(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => !isEmpty(value)));
}

function pickKnown<T extends object>(source: T, keys: readonly (keyof T & string)[]): Fields {
  return known(Object.fromEntries(keys.map((key) => [key, source[key]])));
}
