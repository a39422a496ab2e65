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

/** Who makes a CI by an observation, and when. */
export function originOf({
  ctx,
  now,
  sourceClass,
  observedAt,
}: Look): Pick<CiDraft, "at" | "actor" | "source" | "observedAt"> {
  return { at: now, actor: actorName(ctx.actor), source: sourceClass, observedAt };
}

/** A Server CI for a host that none is known for. Every discovered device is of type `server`. */
export function newServer(id: string, host: DiscoveredHost, facts: HostFacts, look: Look): StoredCi {
  const { name, attributes, customFields } = detailsOf(host, facts);
  return newCi({
    id,
    type: "server",
    name: (name ?? facts.ips[0] ?? facts.serial ?? facts.macs[0] ?? host.host_id ?? id).slice(0, 255),
    attributes,
    customFields,
    ...originOf(look),
  });
}

/** What a look at a host makes of its CI. */
export interface Sighted {
  /** A version further where callers see a difference. */
  after: StoredCi;
  changed: boolean;
  /** Whether only the standing of what is said has changed: a stronger source says the same. */
  confirmed: boolean;
  /** ISO 8601: when the first of the stronger sources that stood against this one will have been silent for too long. */
  until: string | undefined;
}

/**
 * The CI after a look at its host. Per value: a person's word stands over an agent's, that over an agentless scan's, that
 * over an import's; an empty value never overwrites one, and an older observation never a newer one.
 */
export function sightedServer(
  ci: StoredCi,
  host: DiscoveredHost,
  facts: HostFacts,
  look: Look,
  seen: LastSeen,
): Sighted {
  const details = detailsOf(host, facts);
  const provenance: Provenance = { ...ci.provenance };
  let until: string | undefined;
  const take = (key: string) => {
    provenance[key] = [look.sourceClass, look.observedAt, look.scannerId];
  };
  /** Whether the look's word for a key stands; where it says what is there, it may only lend it more weight. */
  const stands = (key: string, same: boolean): boolean => {
    const said = saidOf(ci, key, seen);
    const may = mayOverwrite(said, look);
    if (same) {
      if (may && rank(look.sourceClass) < rank(said[0])) take(key);
      return false;
    }
    const lapse = lapseOf(said, look);
    if (!may && lapse !== undefined && (until === undefined || lapse < until)) until = lapse;
    if (may) take(key);
    return may;
  };
  const merge = (current: Fields, reported: Fields, prefix: string): Fields => {
    const merged: Fields = { ...current };
    for (const [key, value] of Object.entries(reported)) {
      const path = `${prefix}.${key}`;
      const next = isObject(value) && isObject(current[key]) ? { ...current[key], ...value } : value;
      if (!(key in current) && ci.provenance[path] === undefined) take(path);
      else if (!stands(path, sameValue(next, current[key]))) continue;
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
  if (name !== undefined && stands("name", name === ci.name)) next.name = name;
  if (isBack(ci, look, seen)) next.status = "active";
  const confirmed = !isEqualJson(provenance, ci.provenance);
  if (sameContent(ci, next)) return { after: { ...ci, provenance }, changed: false, confirmed, until };
  const actor = actorName(look.ctx.actor);
  const observedAt = latest(look.observedAt, ci.observedAt);
  const after = { ...next, version: ci.version + 1, updatedAt: look.now, updatedBy: actor, observedAt };
  return { after, changed: true, confirmed, until };
}

/**
 * Who said the value of a key, and when that was said last. What nobody is named for was said when the CI was made, by
 * the kind of source that made it; the CI's own time of observation has moved on with others' words since.
 */
function saidOf(ci: StoredCi, key: string, seen: LastSeen): [SourceClass, string] {
  const entry = ci.provenance[key];
  if (!entry) return [ci.source, seen.get(ci.source) ?? ci.observedAt];
  return [entry[0], latest(seen.get(entry[0]) ?? entry[1], entry[1])];
}

/** An inactive CI whose host is seen is active again, unless a person made it inactive or it has been seen since. */
function isBack(ci: StoredCi, look: Look, seen: LastSeen): boolean {
  if (ci.status !== "inactive" || saidOf(ci, "status", seen)[0] === "human") return false;
  return [...seen.values()].every((at) => look.observedAt >= at);
}

/** Smaller is stronger. */
function rank(source: SourceClass): number {
  return SOURCE_CLASSES.indexOf(source);
}

function mayOverwrite([by, lastSaid]: [SourceClass, string], look: Look): boolean {
  if (by === "human") return look.sourceClass === "human";
  if (look.observedAt < lastSaid) return false;
  return rank(look.sourceClass) <= rank(by) || look.now >= plusDays(lastSaid, PRECEDENCE_DAYS);
}

/** When a stronger source that has the word now will have lost it, if it stays silent. A person never does. */
function lapseOf([by, lastSaid]: [SourceClass, string], look: Look): string | undefined {
  if (by === "human" || rank(look.sourceClass) <= rank(by)) return undefined;
  return plusDays(lastSaid, PRECEDENCE_DAYS);
}

function plusDays(at: string, days: number): string {
  return new Date(Date.parse(at) + days * DAY_MS).toISOString();
}

/** Scanners list addresses and ports in any order: the same ones are the same value. */
function sameValue(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && JSON.stringify([...a].sort()) === JSON.stringify([...b].sort());
  }
  return isEqualJson(a, b);
}

/** Of times in ISO 8601 in UTC, whose order is that of their text. */
function latest(a: string, b: string): string {
  return [a, b].sort()[1]!;
}
