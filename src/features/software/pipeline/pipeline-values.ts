import { sameJson } from "../../../model/merge-patch.ts";
import type { Fields, SourceClass, StoredCi } from "../../ci/index.ts";

/** Of what standing the pipeline's word is: below whoever looked at the machine, and far below a person. */
export const PIPELINE_SOURCE_CLASS: SourceClass = "import";

/** Whether a person has said what stands in the attribute, or that nothing does. */
export function isHumanAttribute(ci: StoredCi, key: string): boolean {
  const sourceClass = ci.provenance[`attributes.${key}`]?.[0];
  return sourceClass === undefined
    ? ci.source === "human" && Object.hasOwn(ci.attributes, key)
    : sourceClass === "human";
}

/** The CI with these attributes, as far as no person has spoken of them; the same object where nothing differs. */
export function withPipelineValues(ci: StoredCi, values: Fields, at: string): StoredCi {
  const attributes = { ...ci.attributes };
  const provenance = { ...ci.provenance };
  let changed = false;
  for (const [key, value] of Object.entries(values)) {
    if (value === undefined || isHumanAttribute(ci, key) || sameJson(attributes[key], value)) continue;
    attributes[key] = value;
    provenance[`attributes.${key}`] = [PIPELINE_SOURCE_CLASS, at];
    changed = true;
  }
  if (!changed) return ci;
  return { ...ci, attributes, provenance, version: ci.version + 1, updatedAt: at, updatedBy: "system" };
}

/** A text among the attributes that says something. */
export function textOf(attributes: Fields, key: string): string | undefined {
  const value = attributes[key];
  return typeof value === "string" && value.trim() !== "" ? value : undefined;
}
