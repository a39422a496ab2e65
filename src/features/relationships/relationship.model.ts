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

/** The CI at one end of a relationship. `type` is canonical. */
export interface RelationshipCi {
  id: string;
  name: string;
  type: string;
}

/** A relationship as verbs know it. Timestamps are ISO 8601 in UTC. */
export interface Relationship {
  id: string;
  graphType: GraphRelationshipType;
  /** Key of the custom type, upper snake; null for built-in types. */
  kind: string | null;
  /** The type as callers see it: a built-in spelling, or the first spelling of the custom type. */
  type: string;
  source: RelationshipCi;
  target: RelationshipCi;
  attributes: Fields;
  discoveredBy: string | null;
  /** When a person confirmed what a model had found: from then on it counts as declared. ISO 8601. */
  confirmedAt: string | null;
  /** 0 to 1; null: unset, counts as 1. */
  confidence: number | null;
  firstSeen: string | null;
  lastSeen: string | null;
  /** Newest collection that holds it, whose time is its `lastSeen`: a scan need not write it each time. Absent: none. */
  collection?: Collection | undefined;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  /** Incremented by every change that callers can see. */
  version: number;
}

/** The newest records of one kind that scans collected from a CI. */
export interface Collection {
  ciId: string;
  kind: "installed_applications" | "network_connections";
}

/** When each collection was last confirmed (ISO 8601), by `ciId kind`. */
export type CollectedAt = (tenantId: string, collections: Collection[]) => Promise<ReadonlyMap<string, string>>;

/** Input of a new relationship. `type` is in the caller's spelling. */
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

/** What `isTypeName` accepts, for the OpenAPI documents. */
export const TYPE_NAME_SHAPE = { maxLength: 40, pattern: "^[A-Za-z0-9 _-]*[A-Za-z0-9][A-Za-z0-9 _-]*$" };

export const typeNameField = z
  .string()
  .trim()
  .refine(isTypeName, "must be letters, digits, blanks, _ and -, at most 40 characters, not signs alone")
  .meta(TYPE_NAME_SHAPE);

/** Schemas of the fields, shared by all routes that create or change relationships. */
export const relationshipFields = {
  type: typeNameField,
  ci: z.string().min(1).max(200),
  attributes: z.record(z.string(), z.unknown()),
  discoveredBy: z.string().trim().min(1).max(128).meta({ pattern: "\\S" }).nullable(),
  confidence: z.number().min(0).max(1).nullable(),
};

/** Graph type of a spelling: a built-in type, or RELATED with the key of its kind. */
export function graphTypeOf(spelling: string): { graphType: GraphRelationshipType; kind: string | null } {
  const builtIn = builtInType(spelling);
  return builtIn ? { graphType: builtIn.graphType, kind: null } : { graphType: "RELATED", kind: typeKey(spelling) };
}

/** Attributes that distinguish connections between the same ends. A value of the wrong JSON type counts as absent. */
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

/** Attributes with a meaning, which the graph stores as properties beside the JSON text. */
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

/**
 * Whether a model found it and nobody confirmed it. `aiFound` is true or absent, so that queries test one property and an
 * index holds nothing of the others.
 */
export function aiFoundFlag({
  discoveredBy,
  confirmedAt,
}: Pick<Relationship, "discoveredBy" | "confirmedAt">): true | null {
  return isDiscoveredByAi(discoveredBy) && confirmedAt === null ? true : null;
}

/**
 * Entity tag (RFC 9110, section 8.8.3): the version, and a digest of both ends, so that "not modified" never hides a
 * renamed CI.
 */
export function entityTag({ version, source, target }: Relationship): string {
  const digest = createHash("sha256")
    .update(JSON.stringify([source, target]))
    .digest("base64url")
    .slice(0, 12);
  return `"${version}-${digest}"`;
}

/**
 * Whether an If-Match header matches the relationship. Only the version counts: renaming a CI does not change the
 * relationship. Weak tags never match (RFC 9110, section 13.1.1).
 */
export function matchesPrecondition({ version }: Pick<Relationship, "version">, ifMatch: string): boolean {
  return ifMatch.split(",").some((each) => {
    const tag = each.trim();
    return tag === "*" || /^"(\d+)(?:-[\w-]+)?"$/.exec(tag)?.[1] === String(version);
  });
}

/** A relationship as callers see it, in snake case. */
export function relationshipView(relationship: Relationship) {
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

/** Snapshot for published changes (history, webhooks); names the ends as a `briefSnapshot` does, too. */
export function snapshot(relationship: Relationship): RelationshipSnapshot {
  return { ...relationshipView(relationship), source_ci: relationship.source.id, target_ci: relationship.target.id };
}

function portOf(value: unknown): number | null {
  const port = typeof value === "string" && /^\d{1,5}$/.test(value.trim()) ? Number(value) : value;
  return typeof port === "number" && Number.isInteger(port) && port >= 0 && port <= 65_535 ? port : null;
}
