import { z } from "@hono/zod-openapi";
import { titleType } from "../../model/ci-types.ts";
import { pageQuery, sortQueryA } from "../../platform/http/pagination.ts";
import type { Route } from "../../platform/http/route.ts";
import { camelKeys } from "../../platform/http/spelling.ts";
import type { CiWithRelationships } from "./ci.model.ts";
import { ciRoutes } from "./ci.routes.ts";
import type { CiVerbs } from "./ci.verbs.ts";
import { ciSchema, listedCiSchema, presentCi, presentListedCi } from "./ci.wire.ts";
import { CI_SORT_FIELDS, ciFilterQuery } from "./list.wire.ts";

const { name, type, description, status, attributes, relationships } = ciSchema.shape;
const camelShape = {
  _id: z.string(),
  name,
  type: type.openapi({ description: "In title case, e.g. `Software Instance`" }),
  description,
  status,
  attributes,
  customFields: ciSchema.shape.custom_fields,
  createdAt: ciSchema.shape.created_at,
  createdBy: ciSchema.shape.created_by,
  updatedAt: ciSchema.shape.updated_at,
  updatedBy: ciSchema.shape.updated_by,
};
const end = relationships.element.shape;
const schema = z
  .object({
    ...camelShape,
    relationships: z.array(
      z
        .object({
          _id: end.id,
          type: end.type,
          targetCi: end.target_ci,
          targetName: end.target_name,
          direction: end.direction,
        })
        .openapi("CIRelationship"),
    ),
  })
  .openapi("CI");

function present(ci: CiWithRelationships): object {
  return camelKeys({ ...presentCi(ci), type: titleType(ci.type) }) as object;
}

/** Routes of configuration items, variant A. */
export function ciApiRoutes(verbs: CiVerbs): Route[] {
  return ciRoutes(verbs, {
    names: { customFields: "customFields", existingId: "existingId" },
    listQuery: z.looseObject({ ...pageQuery, ...sortQueryA(CI_SORT_FIELDS), ...ciFilterQuery }),
    schema,
    present,
    listedSchema: z.object({ ...camelShape, relationships: listedCiSchema.shape.relationships }).openapi("ListedCI"),
    presentListed: (ci, base) => camelKeys({ ...presentListedCi(ci, base), type: titleType(ci.type) }) as object,
    created: { description: "The new CI", schema, present: (ci) => present({ ...ci, relationships: [] }) },
  });
}
