import { createHash } from "node:crypto";
import { z } from "zod";
import type { CiSnapshot } from "../../model/changes.ts";
import { CI_STATUSES, type CiStatus, canonicalType } from "../../model/ci-types.ts";
import type { Fields } from "../../model/fields.ts";
import { isEqualJson, mergePatch } from "../../model/merge-patch.ts";

export type { Fields };

/** Sources of values, strongest first. A weaker source never overwrites the value of a stronger one. */
export const SOURCE_CLASSES = ["human", "agent", "agentless", "import", "ai"] as const;
export type SourceClass = (typeof SOURCE_CLASSES)[number];

/**
 * Source of each value whose source is not the CI's own: [class, observedAt, scanner]. Keys are `name`,
 * `status`, `attributes.<key>`, `custom_fields.<key>`.
 */
export type Provenance = Record<string, [SourceClass, string, string?]>;

/** A configuration item as verbs know it. Timestamps are ISO 8601 in UTC. */
export interface Ci {
  id: string;
  type: string;
  name: string;
  description: string | null;
  status: CiStatus;
  attributes: Fields;
  customFields: Fields;
  /** Incremented by every change that callers can see. */
  version: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
}

/** A CI as the graph stores it, with the sources of its values. */
export interface StoredCi extends Ci {
  source: SourceClass;
  observedAt: string;
  provenance: Provenance;
}

/** A CI as `getCi` returns it. */
export interface CiWithRelationships extends Ci {
  /** Up to 100, in both directions. */
  relationships: RelationshipEnd[];
}

/** A CI as `listCis` returns it. */
export interface ListedCi extends Ci {
  relationshipCount: number;
}

/** A relationship seen from one CI. `ciId` is the other end. */
export interface RelationshipEnd {
  id: string;
  graphType: string;
  spelling: string | null;
  outgoing: boolean;
  ciId: string;
  ciName: string;
}

const typeName = z
  .string()
  .trim()
  .min(1)
  .max(64)
  .transform(canonicalType)
  .refine((type) => /[\p{L}\p{N}]/u.test(type), "must hold a letter or a digit")
  .meta({ description: "Any kind of thing, in any spelling; holds a letter or a digit" });

const MAX_NAME = 255;

export const ciFields = {
  name: z.string().regex(/\S/, "must not be blank").max(MAX_NAME),
  type: typeName,
  description: z.string().max(10_000).nullable(),
  status: z.enum(CI_STATUSES),
  attributes: z.record(z.string(), z.unknown()),
  customFields: z.record(z.string(), z.unknown()),
};

/** Input of a new CI. */
export interface NewCi {
  name: string;
  type: string;
  description?: string | null | undefined;
  status?: CiStatus | undefined;
  attributes?: Fields | undefined;
  customFields?: Fields | undefined;
}

/** Values of a new CI. Times are ISO 8601 in UTC. */
export interface CiDraft extends NewCi {
  id: string;
  at: string;
  actor: string;
  source: SourceClass;
  /** When its values were observed; absent: `at`. */
  observedAt?: string;
}

/** A new CI: active and without fields unless the draft says otherwise, at version 1. */
export function newCi(draft: CiDraft): StoredCi {
  const { id, type, name, at, actor, source } = draft;
  return {
    id,
    type,
    name,
    description: draft.description ?? null,
    status: draft.status ?? "active",
    attributes: draft.attributes ?? {},
    customFields: draft.customFields ?? {},
    version: 1,
    createdAt: at,
    createdBy: actor,
    updatedAt: at,
    updatedBy: actor,
    source,
    observedAt: draft.observedAt ?? at,
    provenance: {},
  };
}

/** A partial change: absent members stay; objects merge key by key, `null` removes a key (RFC 7396). */
export interface CiPatch {
  name?: string | undefined;
  type?: string | undefined;
  description?: string | null | undefined;
  status?: CiStatus | undefined;
  attributes?: Fields | undefined;
  customFields?: Fields | null | undefined;
}

/** The CI with the patch applied; the same object if nothing changes. */
export function applyPatch<C extends Ci>(ci: C, patch: CiPatch): C {
  const next = {
    ...ci,
    name: patch.name ?? ci.name,
    type: patch.type ?? ci.type,
    status: patch.status ?? ci.status,
    description: patch.description === undefined ? ci.description : patch.description,
    attributes: patch.attributes ? (mergePatch(ci.attributes, patch.attributes) as Fields) : ci.attributes,
    customFields:
      patch.customFields === undefined
        ? ci.customFields
        : patch.customFields === null
          ? {}
          : (mergePatch(ci.customFields, patch.customFields) as Fields),
  };
  return sameContent(ci, next) ? ci : next;
}

/** Whether callers see no difference; ignores the order of keys. */
export function sameContent(a: Ci, b: Ci): boolean {
  return (
    a.name === b.name &&
    a.type === b.type &&
    a.status === b.status &&
    a.description === b.description &&
    isEqualJson(a.attributes, b.attributes) &&
    isEqualJson(a.customFields, b.customFields)
  );
}

/** Provenance keys of the values that differ between two states. */
export function changedKeys(before: Ci, after: Ci): string[] {
  const fields = ["name", "type", "status", "description"] as const;
  return [
    ...fields.filter((field) => before[field] !== after[field]),
    ...differingKeys(before.attributes, after.attributes).map((key) => `attributes.${key}`),
    ...differingKeys(before.customFields, after.customFields).map((key) => `custom_fields.${key}`),
  ];
}

/** Keys that were added, removed or changed. */
function differingKeys(before: Fields, after: Fields): string[] {
  const removed = Object.keys(before).filter((key) => !Object.hasOwn(after, key));
  const given = Object.keys(after).filter(
    (key) => !Object.hasOwn(before, key) || !isEqualJson(before[key], after[key]),
  );
  return [...given, ...removed];
}

/** What callers see of a CI, as history and webhooks keep it. */
export function snapshot(ci: Ci): CiSnapshot {
  return {
    id: ci.id,
    name: ci.name,
    type: ci.type,
    description: ci.description,
    status: ci.status,
    attributes: ci.attributes,
    custom_fields: ci.customFields,
    created_at: ci.createdAt,
    created_by: ci.createdBy,
    updated_at: ci.updatedAt,
    updated_by: ci.updatedBy,
  };
}

/**
 * Entity tag (RFC 9110, section 8.8.3): the version, and a digest of the relationships in the response, so that "not
 * modified" never hides a new relationship.
 */
export function entityTag(ci: Pick<Ci, "version">, relationships: readonly RelationshipEnd[] = []): string {
  if (relationships.length === 0) return `"${ci.version}"`;
  const digest = createHash("sha256").update(JSON.stringify(relationships)).digest("base64url").slice(0, 16);
  return `"${ci.version}-${digest}"`;
}

/**
 * Whether an If-Match header matches the CI. Only the version counts: a created or deleted relationship does not change
 * the CI's own fields. Weak tags never match (RFC 9110, section 13.1.1).
 */
export function matchesPrecondition(ci: Pick<Ci, "version">, ifMatch: string): boolean {
  return ifMatch.split(",").some((each) => {
    const tag = each.trim();
    return tag === "*" || /^"(\d+)(?:-[\w-]+)?"$/.exec(tag)?.[1] === String(ci.version);
  });
}
