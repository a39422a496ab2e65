import type { Violation } from "../../../errors.ts";
import { derivedId } from "../../../platform/ids.ts";
import type { ManageDeps, NewMapping } from "./manage-mappings.ts";
import {
  type MappingContent,
  mayChangeStatus,
  nameKeyOf,
  normalizedNameOf,
  type SoftwareMapping,
  sameContent,
} from "./mapping.model.ts";
import type { WrittenMapping } from "./mappings.store.ts";

/** A valid line of an import. */
export interface Candidate {
  line: number;
  /** The id in the line. */
  given: string | undefined;
  /** The id of the mapping that the line would create. */
  id: string;
  fields: NewMapping;
}

/** Line number by id of the mapping that the line refers to. */
export type LineByMapping = ReadonlyMap<string, number>;

/**
 * Derives the id from the instance name, or from the patterns, and from the id in the line, so that a repeated line
 * finds the mapping that it created.
 */
export function idOf(tenantId: string, { instanceName, patterns }: NewMapping, given: string | undefined): string {
  const name = nameKeyOf(instanceName);
  const parts = [name, ...(name === "" ? [...patterns].sort() : [])];
  return derivedId("imported_mapping", tenantId, ...parts, ...(given === undefined ? [] : ["of", given]));
}

/** Comparison key: equal for mappings of the same instance name or patterns. */
function subjectOf({ instanceName, patterns }: Pick<NewMapping, "instanceName" | "patterns">): string {
  const name = nameKeyOf(instanceName);
  return JSON.stringify(name === "" ? [...patterns].sort() : name);
}

/**
 * Decides for each line whether to create, update or keep a mapping; `known` holds the mappings that it may refer to.
 */
export function planImport(
  deps: Pick<ManageDeps, "clock" | "isKnownName">,
  batch: readonly Candidate[],
  seen: LineByMapping,
  known: readonly SoftwareMapping[],
) {
  const plan = { created: 0, updated: 0, unchanged: 0, kept: 0, written: [] as WrittenMapping[] };
  const refused: { line: number; fault: Violation }[] = [];
  const lineByMapping = new Map(seen);
  const now = deps.clock.now();
  const bySubject = Map.groupBy(known, subjectOf);
  const byId = new Map(known.map((mapping) => [mapping.id, mapping]));
  const active = new Map(known.filter(isActiveName).map((mapping) => [subjectOf(mapping), mapping.id]));
  for (const { line, id: made, given, fields } of batch) {
    const { source: _, ...content } = fields;
    const subject = subjectOf(fields);
    const found = bySubject.get(subject) ?? [];
    const before = mappingOfLine(found, given, byId.get(made), lineByMapping);
    const id = before?.id ?? made;
    const fault = faultOf(
      before,
      content,
      lineByMapping.get(id),
      isActiveName(fields) ? active.get(subject) : undefined,
    );
    if (!lineByMapping.has(id)) lineByMapping.set(id, line);
    if (fault) refused.push({ line, fault });
    else if (before && sameContent(before, content)) plan.unchanged++;
    else if (before?.source === "manual") plan.kept++;
    else {
      plan[before ? "updated" : "created"]++;
      if (isActiveName(fields)) active.set(subject, id);
      else if (active.get(subject) === id) active.delete(subject);
      plan.written.push({
        ...content,
        id,
        normalizedName: normalizedNameOf(content.instanceName, deps.isKnownName),
        source: "import",
        // No person has verified the content of the file.
        lastVerified: null,
        createdAt: before?.createdAt ?? now,
        updatedAt: now,
        version: (before?.version ?? 0) + 1,
      });
    }
  }
  return { ...plan, refused, lineByMapping };
}

/** Whether the mapping counts for the rule that one mapping per name is active. */
function isActiveName({ instanceName, status }: Pick<NewMapping, "instanceName" | "status">): boolean {
  return status === "active" && instanceName !== "";
}

function faultOf(
  before: SoftwareMapping | undefined,
  content: MappingContent,
  earlier: number | undefined,
  active: string | undefined,
): Violation | undefined {
  const field = content.instanceName === "" ? "instance_patterns" : "instance_name";
  if (earlier !== undefined) return { field, reason: `is that of line ${earlier}` };
  if (before && (before.source === "manual" || sameContent(before, content))) return undefined;
  if (before && !mayChangeStatus(before.status, content.status)) {
    return { field: "status", reason: `a mapping that is ${before.status} cannot become ${content.status}` };
  }
  const isTaken = active !== undefined && active !== before?.id;
  return isTaken ? { field, reason: "is that of another active mapping" } : undefined;
}

/**
 * The mapping that a line refers to: the one with its id or created by it, the active one, one by a person, else the
 * first.
 */
function mappingOfLine(
  found: readonly SoftwareMapping[],
  given: string | undefined,
  made: SoftwareMapping | undefined,
  about: LineByMapping,
): SoftwareMapping | undefined {
  const named = found.find(({ id }) => id === given);
  if (given !== undefined && (named ?? made)) return named ?? made;
  // A file may hold several lines of a name, each with an id: two lines never refer to the same mapping.
  const open = given === undefined ? found : found.filter(({ id }) => !about.has(id));
  const active = open.find(({ status }) => status === "active");
  return active ?? open.find(({ source }) => source === "manual") ?? made ?? open[0];
}
