import { isEqualJson } from "../../../model/merge-patch.ts";
import type { Fields, SourceClass, StoredCi } from "../../ci/index.ts";

/**
 * Source class of values that the pipeline writes: it ranks below sources that observe the machine, and below people.
 */
export const PIPELINE_SOURCE_CLASS: SourceClass = "import";

/** Whether a person set or removed the attribute. */
export function isHumanAttribute(ci: StoredCi, key: string): boolean {
  const sourceClass = ci.provenance[`attributes.${key}`]?.[0];
  return sourceClass === undefined
    ? ci.source === "human" && Object.hasOwn(ci.attributes, key)
    : sourceClass === "human";
}

/** The CI with these attribute values, except those a person set; the same object if nothing changes. */
export function withPipelineValues(ci: StoredCi, values: Fields, at: string): StoredCi {
  const attributes = { ...ci.attributes };
  const provenance = { ...ci.provenance };
  let changed = false;
  for (const [key, value] of Object.entries(values)) {
    if (value === undefined || isHumanAttribute(ci, key) || isEqualJson(attributes[key], value)) continue;
    attributes[key] = value;
    provenance[`attributes.${key}`] = [PIPELINE_SOURCE_CLASS, at];
    changed = true;
  }
  if (!changed) return ci;
  return { ...ci, attributes, provenance, version: ci.version + 1, updatedAt: at, updatedBy: "system" };
}

/** The attribute if it is a non-blank string. */
export function textOf(attributes: Fields, key: string): string | undefined {
  const value = attributes[key];
  return typeof value === "string" && value.trim() !== "" ? value : undefined;
}
