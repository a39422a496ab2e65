import { createHash } from "node:crypto";
import { z } from "zod";
import type { RelationshipSnapshot } from "../../model/changes.ts";
import type { Fields } from "../../model/fields.ts";
import { isObject, trimmedText } from "../../model/json.ts";
import {
  builtInType,
  type GraphRelationshipType,
  isDiscoveredByAi,
  isTypeName,
  typeKey,
} from "../../model/relationships.ts";

export type { Fields };

/** One end of a relationship: the CI as the relationship shows it. `type` is canonical. */
export interface RelationshipCi {
  id: string;
  name: string;
  type: string;
}

/** A relationship as verbs know it. Timestamps are ISO 8601 in UTC. */
export interface Relationship {
  id: string;
  graphType: GraphRelationshipType;
  /** Key of the type among the tenant's own, upper snake; null for built-in types. */
  kind: string | null;
  /** The type as callers see it: a built-in spelling, or that of the first who named it. */
  type: string;
  source: RelationshipCi;
  target: RelationshipCi;
  attributes: Fields;
  discoveredBy: string | null;
  /** 0 to 1; null where nobody said, which counts as 1. */
  confidence: number | null;
  firstSeen: string | null;
  lastSeen: string | null;
  /** Whose newest collection holds it: it is as fresh as that, without being written each time. Absent: nobody's. */
  shownBy?: Collection | undefined;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  /** Grows by one with every change that callers can see. */
  version: number;
}

/** The records of a kind that scans collected of a CI last. */
export interface Collection {
  ciId: string;
  kind: "installed_applications" | "network_connections";
}

/** When each of the collections was last known to hold (ISO 8601), by `ciId kind`. */
export type CollectedAt = (tenantId: string, collections: Collection[]) => Promise<ReadonlyMap<string, string>>;

/** What a caller says of a new relationship. `type` is spelled by the caller. */
export interface NewRelationship {
  type: string;
  sourceCi: string;
  targetCi: string;
  attributes?: Fields | undefined;
  discoveredBy?: string | null | undefined;
  confidence?: number | null | undefined;
}

/** A partial change: absent members stay, null removes; attributes merge key by key (RFC 7396). */
export interface RelationshipPatch {
  attributes?: Fields | undefined;
  discoveredBy?: string | null | undefined;
  confidence?: number | null | undefined;
}

export const typeNameField = z
  .string()
  .trim()
  .refine(isTypeName, "must be letters, digits, blanks, _ and -, at most 40 characters, not signs alone");

/** Checks of the single fields, shared by every door that a relationship comes in by. */
export const relationshipFields = {
  type: typeNameField,
  ci: z.string().min(1).max(200),
  attributes: z.record(z.string(), z.unknown()),
  discoveredBy: z.string().trim().min(1).max(128).nullable(),
  confidence: z.number().min(0).max(1).nullable(),
};

/** How a spelling stands in the graph: a built-in type, or RELATED and the key of its kind. */
export function graphTypeOf(spelling: string): { graphType: GraphRelationshipType; kind: string | null } {
  const builtIn = builtInType(spelling);
  return builtIn ? { graphType: builtIn.graphType, kind: null } : { graphType: "RELATED", kind: typeKey(spelling) };
}

/** What a connection is told apart by, from the attributes of a relationship. Values of another kind count as absent. */
export interface ConnectionParts {
  protocol: string | null;
  port: number | null;
  sourceProcess: string | null;
}

export function connectionParts(attributes: Fields): ConnectionParts {
  return {
    protocol: trimmedText(attributes.protocol),
    port: portOf(attributes.port),
    sourceProcess: trimmedText(attributes.source_process ?? attributes.sourceProcess),
  };
}

/** Attributes that have a meaning, as the graph keeps them beside the JSON text. */
export function promotedAttributes(attributes: Fields): Record<string, string | number | null> {
  const { application } = attributes;
  const name = isObject(application) ? application.name : undefined;
  return {
    ...connectionParts(attributes),
    targetProcess: trimmedText(attributes.target_process ?? attributes.targetProcess),
    applicationName: trimmedText(name),
    criticality: trimmedText(attributes.criticality),
    redundancyGroup: trimmedText(attributes.redundancy_group ?? attributes.redundancyGroup),
  };
}

/** `aiFound` is true or absent, so that queries test one property and an index holds nothing of the others. */
export function aiMark(discoveredBy: string | null): true | null {
  return isDiscoveredByAi(discoveredBy) ? true : null;
}

/**
 * Entity tag (RFC 9110, section 8.8.3): the version, and a digest of what is shown of both ends, so that "not modified"
 * never hides a renamed CI.
 */
export function entityTag({ version, source, target }: Relationship): string {
  const digest = createHash("sha256")
    .update(JSON.stringify([source, target]))
    .digest("base64url")
    .slice(0, 12);
  return `"${version}-${digest}"`;
}

/**
 * Whether a precondition (an If-Match header) lets a change through. Only the version counts: a renamed CI is no change
 * of the relationship. Weak tags never match (RFC 9110, section 13.1.1).
 */
export function matchesPrecondition({ version }: Pick<Relationship, "version">, ifMatch: string): boolean {
  return ifMatch.split(",").some((each) => {
    const tag = each.trim();
    return tag === "*" || /^"(\d+)(?:-[\w-]+)?"$/.exec(tag)?.[1] === String(version);
  });
}

/** A relationship as callers see it. */
export function shown(relationship: Relationship) {
  const { id, type, attributes, confidence } = relationship;
  return {
    id,
    type,
    source: { ...relationship.source },
    target: { ...relationship.target },
    attributes,
    discovered_by: relationship.discoveredBy,
    confidence: confidence ?? 1,
    first_seen: relationship.firstSeen,
    last_seen: relationship.lastSeen,
    created_at: relationship.createdAt,
    created_by: relationship.createdBy,
    updated_at: relationship.updatedAt,
  };
}

/** The same for changes (history, webhooks), with the ends also named as in a `briefSnapshot`. */
export function snapshot(relationship: Relationship): RelationshipSnapshot {
  return { ...shown(relationship), source_ci: relationship.source.id, target_ci: relationship.target.id };
}

function portOf(value: unknown): number | null {
  const port = typeof value === "string" && /^\d{1,5}$/.test(value.trim()) ? Number(value) : value;
  return typeof port === "number" && Number.isInteger(port) && port >= 0 && port <= 65_535 ? port : null;
}
