import type { EntityName, FieldDescription } from "../query.model.ts";
import { changeAnalysisEntity } from "./change-analysis.ts";
import { ciEntity } from "./ci.ts";
import type { Entity } from "./entity.ts";
import { eventEntity } from "./event.ts";
import { historyEntity } from "./history.ts";
import { incidentEntity } from "./incident.ts";
import { relationshipEntity } from "./relationship.ts";
import { scanEntity } from "./scan.ts";
import { serviceEntity } from "./service.ts";
import { softwareEntity } from "./software.ts";
import { vulnerabilityEntity } from "./vulnerability.ts";

/** Every entity that a form may ask for. */
export const QUERY_ENTITIES: Partial<Record<EntityName, Entity>> = {
  ci: ciEntity,
  relationship: relationshipEntity,
  software: softwareEntity,
  service: serviceEntity,
  event: eventEntity,
  incident: incidentEntity,
  scan: scanEntity,
  history: historyEntity,
  change_analysis: changeAnalysisEntity,
  vulnerability: vulnerabilityEntity,
};

/** The fields of an entity, as documents and assistants are told of them. */
export function fieldsOf(entity: EntityName): readonly FieldDescription[] {
  return QUERY_ENTITIES[entity]?.fields ?? [];
}
