import { z } from "@hono/zod-openapi";
import { CI_STATUSES } from "../../model/ci-types.ts";
import { displayType } from "../../model/relationships.ts";
import { queryBoolean } from "../../platform/http/pagination.ts";
import { pathId } from "../../platform/http/path-params.ts";
import {
  type CiPatch,
  type CiWithRelationships,
  ciFields,
  type ListedCi,
  type NewCi,
  type RelationshipEnd,
  snapshot,
} from "./ci.model.ts";

/** Schemas of configuration items that both variants share, in snake case (section 2 of the interface specification). */

/** A malformed id names nothing: 404. */
export const ciParams = z.object({ id: pathId() });

export const createQuery = z.object({
  allow_duplicate: queryBoolean().default(false).openapi({ description: "Let a second CI of this name through" }),
});
export const deleteQuery = z.object({
  protect: queryBoolean().default(false).openapi({ description: "Refuse (409) where others depend on the CI" }),
});

const { name, type, description, status, attributes, customFields } = ciFields;

export const createBody = z
  .strictObject({
    name,
    type,
    status: status.optional(),
    description: description.optional(),
    attributes: attributes.optional(),
    custom_fields: customFields.optional(),
  })
  .openapi("NewCI");

const ignored = z.unknown().optional();

/** Partial. Read-only members are accepted and ignored, so that a client can send back what it read. */
export const updateBody = z.strictObject({
  ...createBody.partial().shape,
  custom_fields: customFields.nullable().optional(),
  id: ignored,
  _id: ignored,
  relationships: ignored,
  created_at: ignored,
  created_by: ignored,
  updated_at: ignored,
  updated_by: ignored,
});

export function toNewCi(body: z.output<typeof createBody>): NewCi {
  const { custom_fields: customFields, ...fields } = body;
  return { ...fields, customFields };
}

export function toPatch(body: z.output<typeof updateBody>): CiPatch {
  const { name, type, description, status, attributes, custom_fields: customFields } = body;
  return { name, type, description, status, attributes, customFields };
}

const ciShape = {
  id: z.string(),
  name: z.string(),
  type: z.string(),
  description: z.string().nullable(),
  status: z.enum(CI_STATUSES),
  attributes: z.record(z.string(), z.unknown()),
  custom_fields: z.record(z.string(), z.unknown()),
  created_at: z.iso.datetime(),
  created_by: z.string(),
  updated_at: z.iso.datetime(),
  updated_by: z.string(),
};
const relationshipShape = z
  .object({
    id: z.string(),
    type: z.string(),
    target_ci: z.string().openapi({ description: "The other end, whichever way the relationship points" }),
    target_name: z.string(),
    direction: z.enum(["outgoing", "incoming"]),
  })
  .openapi("CIRelationship");
export const ciSchema = z.object({ ...ciShape, relationships: z.array(relationshipShape) }).openapi("CI");
export const listedCiSchema = z
  .object({
    ...ciShape,
    relationships: z.object({ count: z.int(), href: z.string() }),
  })
  .openapi("ListedCI");

/** A CI in snake case with its canonical type. */
export function presentCi(ci: CiWithRelationships): z.output<typeof ciSchema> {
  const shown = snapshot(ci) as Omit<z.output<typeof ciSchema>, "relationships">;
  return { ...shown, relationships: ci.relationships.map(presentEnd) };
}

/** A listed CI in snake case. `base` is the path prefix of the variant. */
export function presentListedCi(ci: ListedCi, base: string): z.output<typeof listedCiSchema> {
  const shown = snapshot(ci) as Omit<z.output<typeof listedCiSchema>, "relationships">;
  const href = `${base}/cmdb/relationships?ci_id=${ci.id}&include_ai=true`;
  return { ...shown, relationships: { count: ci.relationshipCount, href } };
}

function presentEnd(end: RelationshipEnd): z.output<typeof relationshipShape> {
  return {
    id: end.id,
    type: displayType(end.graphType, end.spelling),
    target_ci: end.ciId,
    target_name: end.ciName,
    direction: end.outgoing ? "outgoing" : "incoming",
  };
}

export function deletedMessage(relationships: number): string {
  return `CI deleted with ${relationships} ${relationships === 1 ? "relationship" : "relationships"}`;
}
