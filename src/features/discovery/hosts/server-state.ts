import { actorName, type RequestContext } from "../../../context.ts";
import { DAY_MS } from "../../../model/duration.ts";
import { isObject } from "../../../model/json.ts";
import { isEqualJson } from "../../../model/merge-patch.ts";
import {
  type CiDraft,
  type Fields,
  newCi,
  type Provenance,
  SOURCE_CLASSES,
  type SourceClass,
  type StoredCi,
  sameContent,
} from "../../ci/index.ts";
import type { DiscoveredHost } from "../host.model.ts";
import type { HostFacts } from "../identity/index.ts";
import { detailsOf } from "./server-details.ts";

/** One observation of a host by a scanner. Times are ISO 8601 in UTC. */
export interface Observation {
  ctx: RequestContext;
  scannerId: string;
  sourceClass: SourceClass;
  /** When the scanner observed the host. */
  observedAt: string;
  /** When the observation is applied. */
  now: string;
}

/** When each source class last reported the host, ISO 8601. */
export type LastSeen = ReadonlyMap<SourceClass, string>;

/** A source class that has not reported a host for this long loses its precedence. */
const PRECEDENCE_DAYS = 30;

/** Creation fields of a CI that an observation creates. */
export function originOf({
  ctx,
  now,
  sourceClass,
  observedAt,
}: Observation): Pick<CiDraft, "at" | "actor" | "source" | "observedAt"> {
  return { at: now, actor: actorName(ctx.actor), source: sourceClass, observedAt };
}

/** A new Server CI for a host without one. Every discovered device is of type `server`. */
export function newServer(id: string, host: DiscoveredHost, facts: HostFacts, observation: Observation): StoredCi {
  const { name, attributes, customFields } = detailsOf(host, facts);
  return newCi({
    id,
    type: "server",
    name: (name ?? facts.ips[0] ?? facts.serial ?? facts.macs[0] ?? host.host_id ?? id).slice(0, 255),
    attributes,
    customFields,
    ...originOf(observation),
  });
}

/** A CI after an observation of its host. */
export interface ObservedServer {
  /** One version higher where callers see a difference. */
  after: StoredCi;
  changed: boolean;
  /** Whether the source of some value changed, be it only that a stronger source reports the same value. */
  provenanceChanged: boolean;
  /** ISO 8601: when the first stronger source that rejected a value loses its precedence unless it reports again. */
  recheckAt: string | undefined;
}

/**
 * Merges an observation into the CI of its host. Precedence per value: person, agent, agentless scan, import. An empty
 * value never overwrites a value, and an older observation never overwrites a newer one.
 */
export function observedServer(
  ci: StoredCi,
  host: DiscoveredHost,
  facts: HostFacts,
  observation: Observation,
  lastSeen: LastSeen,
): ObservedServer {
  const details = detailsOf(host, facts);
  const provenance: Provenance = { ...ci.provenance };
  let recheckAt: string | undefined;
  const setSource = (key: string) => {
    provenance[key] = [observation.sourceClass, observation.observedAt, observation.scannerId];
  };
  /** Whether the observation overwrites the value of a key. An equal value only takes over a stronger source. */
  const overwrites = (key: string, same: boolean): boolean => {
    const current = sourceOf(ci, key, lastSeen);
    const allowed = mayOverwrite(current, observation);
    if (same) {
      if (allowed && rank(observation.sourceClass) < rank(current[0])) setSource(key);
      return false;
    }
    const precedenceEnd = precedenceEndOf(current, observation);
    if (!allowed && precedenceEnd !== undefined && (recheckAt === undefined || precedenceEnd < recheckAt))
      recheckAt = precedenceEnd;
    if (allowed) setSource(key);
    return allowed;
  };
  const merge = (current: Fields, reported: Fields, prefix: string): Fields => {
    const merged: Fields = { ...current };
    for (const [key, value] of Object.entries(reported)) {
      const path = `${prefix}.${key}`;
      const next = isObject(value) && isObject(current[key]) ? { ...current[key], ...value } : value;
      if (!(key in current) && ci.provenance[path] === undefined) setSource(path);
      else if (!overwrites(path, sameValue(next, current[key]))) continue;
      merged[key] = next;
    }
    return merged;
  };
  const next: StoredCi = {
    ...ci,
    attributes: merge(ci.attributes, details.attributes, "attributes"),
    customFields: merge(ci.customFields, details.customFields, "custom_fields"),
    provenance,
  };
  const name = details.name?.slice(0, 255);
  if (name !== undefined && overwrites("name", name === ci.name)) next.name = name;
  if (isActiveAgain(ci, observation, lastSeen)) next.status = "active";
  const provenanceChanged = !isEqualJson(provenance, ci.provenance);
  if (sameContent(ci, next)) return { after: { ...ci, provenance }, changed: false, provenanceChanged, recheckAt };
  const actor = actorName(observation.ctx.actor);
  const observedAt = latest(observation.observedAt, ci.observedAt);
  const after = { ...next, version: ci.version + 1, updatedAt: observation.now, updatedBy: actor, observedAt };
  return { after, changed: true, provenanceChanged, recheckAt };
}

/**
 * The source class of a key's value, and when it last reported the host. A value without provenance dates from the CI's
 * creation and has the source class that created it; `observedAt` of the CI has moved with reports of others since.
 */
function sourceOf(ci: StoredCi, key: string, lastSeen: LastSeen): [SourceClass, string] {
  const entry = ci.provenance[key];
  if (!entry) return [ci.source, lastSeen.get(ci.source) ?? ci.observedAt];
  return [entry[0], latest(lastSeen.get(entry[0]) ?? entry[1], entry[1])];
}

/** An observed host makes its inactive CI active, unless a person set the status or a newer observation exists. */
function isActiveAgain(ci: StoredCi, observation: Observation, lastSeen: LastSeen): boolean {
  if (ci.status !== "inactive" || sourceOf(ci, "status", lastSeen)[0] === "human") return false;
  return [...lastSeen.values()].every((at) => observation.observedAt >= at);
}

/** Smaller is stronger. */
function rank(source: SourceClass): number {
  return SOURCE_CLASSES.indexOf(source);
}

function mayOverwrite([by, lastReported]: [SourceClass, string], observation: Observation): boolean {
  if (by === "human") return observation.sourceClass === "human";
  if (observation.observedAt < lastReported) return false;
  return rank(observation.sourceClass) <= rank(by) || observation.now >= plusDays(lastReported, PRECEDENCE_DAYS);
}

/** When a stronger source loses its precedence if it reports nothing more. A person never does. */
function precedenceEndOf([by, lastReported]: [SourceClass, string], observation: Observation): string | undefined {
  if (by === "human" || rank(observation.sourceClass) <= rank(by)) return undefined;
  return plusDays(lastReported, PRECEDENCE_DAYS);
}

function plusDays(at: string, days: number): string {
  return new Date(Date.parse(at) + days * DAY_MS).toISOString();
}

/** Equality of values; lists are compared without their order, because scanners list addresses and ports in any order. */
function sameValue(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && JSON.stringify([...a].sort()) === JSON.stringify([...b].sort());
  }
  return isEqualJson(a, b);
}

/** The later of two times in ISO 8601 in UTC, which sort as text. */
function latest(a: string, b: string): string {
  return [a, b].sort()[1]!;
}
