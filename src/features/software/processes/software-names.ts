import type { RequestContext } from "../../../context.ts";
import { isObject } from "../../../model/json.ts";
import { type Clock, isoNow } from "../../../platform/clock.ts";
import type { Outbox } from "../../../platform/jobs/outbox.ts";
import { ciWrites, type Fields, type StoredCi, writeChanges } from "../../ci/index.ts";
import { PROCESS_TYPES, type ProcessNames, type ProcessType } from "../mappings/mapping.model.ts";
import { isHumanAttribute, textOf, withPipelineValues } from "../pipeline/pipeline-values.ts";
import { type Finding, FOUND_BY, hasNames, type ProcessSource, type Product } from "./process-names.model.ts";

/** Process names stored on a Software CI. */
export interface StoredNames {
  names: ProcessNames;
  services: string[];
  processType: ProcessType;
  confidence: number;
  source: ProcessSource;
}

export function productOf({ id, name, attributes }: Pick<StoredCi, "id" | "name" | "attributes">): Product {
  const vendor = textOf(attributes, "vendor") ?? null;
  const family = textOf(attributes, "family") ?? null;
  return { key: id, name, vendor, family, instanceNames: [], softwareIds: [id] };
}

/** Reads the stored process names; undefined if there are none. Free attributes may hold any JSON. */
export function readStoredNames(attributes: Fields, isSetByPerson = false): StoredNames | undefined {
  const { process_names: given, windows_services: services, process_type: type } = attributes;
  if (!isObject(given)) return undefined;
  const names = { windows: texts(given.windows), macos: texts(given.macos), linux: texts(given.linux) };
  if (!hasNames(names)) return undefined;
  const { process_confidence: confidence, process_source: by } = attributes;
  const source = isSetByPerson ? "manual" : FOUND_BY.find((one) => one === by);
  return {
    names,
    services: texts(services),
    processType: PROCESS_TYPES.find((one) => one === type) ?? "application",
    confidence: source && typeof confidence === "number" ? Math.min(1, Math.max(0, confidence)) : 1,
    source: source ?? "manual",
  };
}

/** Whether a person set or removed the process names of a Software CI. */
export function hasNamesSetByPerson(ci: StoredCi): boolean {
  return isHumanAttribute(ci, "process_names");
}

/**
 * Writes findings to Software CIs, except names that a person set, which get `process_source: manual`. Returns the ids
 * of the CIs that have their finding now.
 */
export async function writeFindings(
  deps: { outbox: Outbox; clock: Clock },
  ctx: RequestContext,
  findings: ReadonlyMap<string, Finding>,
  setByPerson: readonly string[] = [],
): Promise<Set<string>> {
  if (findings.size + setByPerson.length === 0) return new Set();
  return deps.outbox.write(ctx.tenantId, async (tx, publish) => {
    const at = isoNow(deps.clock);
    const written = new Set<string>();
    const ids = new Set([...findings.keys(), ...setByPerson]);
    const changes = (await ciWrites.lock(tx, ctx.tenantId, [...ids])).flatMap((locked) => {
      const finding = findings.get(locked.ci.id);
      if (locked.ci.type !== "software") return [];
      const isSetByPerson = hasNamesSetByPerson(locked.ci);
      if (!isSetByPerson && !finding) return [];
      if (!isSetByPerson) written.add(locked.ci.id);
      const values = isSetByPerson || !finding ? { process_source: "manual" } : valuesOf(finding);
      const after = withPipelineValues(locked.ci, values, at);
      return after === locked.ci ? [] : [{ locked, after }];
    });
    writeChanges(tx, ctx, changes, publish);
    return written;
  });
}

function valuesOf({ names, services, processType, confidence, source }: Finding): Fields {
  return {
    process_names: names,
    windows_services: services,
    process_type: processType,
    process_confidence: confidence,
    process_source: source,
  };
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === "string").slice(0, 100) : [];
}
