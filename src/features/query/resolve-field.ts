import type { CheckedField, FreeObject } from "./checked-query.ts";
import { CI_FIELDS } from "./fields/ci.ts";
import type { Entity, Field, Step } from "./fields/entity.ts";
import type { EntityName } from "./query.model.ts";

const CI_FREE: readonly FreeObject[] = ["attributes", "custom_fields"];

interface Place {
  owner: EntityName;
  fields: readonly Field[];
  free: readonly FreeObject[];
}

/** The field of an entity that a path names, through a relationship too; undefined if there is none. Free keys may not exist. */
export function resolveField(entity: Entity, path: string): CheckedField | undefined {
  const own = fieldOf({ owner: entity.name, fields: entity.fields, free: entity.free }, path);
  if (own) return { path, ...own };
  const step = entity.steps.find((each) => path.startsWith(`${each}.`));
  if (!step) return undefined;
  const beyond = fieldOf({ owner: "ci", fields: CI_FIELDS, free: CI_FREE }, path.slice(step.length + 1));
  return beyond && { path, step, ...beyond };
}

function fieldOf({ owner, fields, free }: Place, name: string): Omit<CheckedField, "path"> | undefined {
  const field = fields.find((each) => each.name === name);
  if (field) return { owner, field, type: field.type };
  const object = free.find((each) => name.startsWith(`${each}.`) && name.length > each.length + 1);
  const described = object && fields.find((each) => each.name === object);
  return described && { owner, field: described, type: "any", key: name.slice(object.length + 1) };
}

/** Names of all fields of an entity but the free ones, with those one step away. */
export function knownFields({ fields, steps }: Pick<Entity, "fields" | "steps">): string[] {
  const beyond = (step: Step) => CI_FIELDS.map(({ name }) => `${step}.${name}`);
  return [...fields.map(({ name }) => name), ...steps.flatMap(beyond)];
}
