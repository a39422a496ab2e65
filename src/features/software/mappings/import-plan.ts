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

/** A line on its way in. */
export interface Candidate {
  line: number;
  /** As the line says. */
  given: string | undefined;
  /** Of the mapping that the line makes where there is none. */
  id: string;
  fields: NewMapping;
}

/** Lines by the mappings that they are about. */
export type LineByMapping = ReadonlyMap<string, number>;

/**
 * Derives from the name that it is for, or from its patterns, and from the id that the line has: the same line finds
 * what it made before.
 */
export function idOf(tenantId: string, { instanceName, patterns }: NewMapping, given: string | undefined): string {
  const name = nameKeyOf(instanceName);
  const parts = [name, ...(name === "" ? [...patterns].sort() : [])];
  return derivedId("imported_mapping", tenantId, ...parts, ...(given === undefined ? [] : ["of", given]));
}

/** Equal for those that are for the same. */
function subjectOf({ instanceName, patterns }: Pick<NewMapping, "instanceName" | "patterns">): string {
  const name = nameKeyOf(instanceName);
  return JSON.stringify(name === "" ? [...patterns].sort() : name);
}

/** What becomes of the lines, given whatever of the tenant's own they may be about. */
export function planImport(
  deps: Pick<ManageDeps, "clock" | "isKnownName">,
  batch: readonly Candidate[],
  seen: LineByMapping,
  known: readonly SoftwareMapping[],
) {
  const plan = { created: 0, updated: 0, unchanged: 0, kept: 0, written: [] as WrittenMapping[] };
  const refused: { line: number; fault: Violation }[] = [];
  const about = new Map(seen);
  const now = deps.clock.now();
  const bySubject = Map.groupBy(known, subjectOf);
  const byId = new Map(known.map((mapping) => [mapping.id, mapping]));
  const active = new Map(known.filter(isActiveName).map((mapping) => [subjectOf(mapping), mapping.id]));
  for (const { line, id: made, given, fields } of batch) {
    const { source: _, ...content } = fields;
    const subject = subjectOf(fields);
    const found = bySubject.get(subject) ?? [];
    const before = mappingOfLine(found, given, byId.get(made), about);
    const id = before?.id ?? made;
    const fault = faultOf(before, content, about.get(id), isActiveName(fields) ? active.get(subject) : undefined);
    if (!about.has(id)) about.set(id, line);
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
        // Nobody has looked at what the file says.
        lastVerified: null,
        createdAt: before?.createdAt ?? now,
        updatedAt: now,
        version: (before?.version ?? 0) + 1,
      });
    }
  }
  return { ...plan, refused, about };
}

/** Of those for a name one alone is active. */
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

/** Of those for the same: the one that the line names or made, the active one, one that a person made, else any. */
function mappingOfLine(
  found: readonly SoftwareMapping[],
  given: string | undefined,
  made: SoftwareMapping | undefined,
  about: LineByMapping,
): SoftwareMapping | undefined {
  const named = found.find(({ id }) => id === given);
  if (given !== undefined && (named ?? made)) return named ?? made;
  // A file may hold several of a name, each with its id: what one is about no other is.
  const open = given === undefined ? found : found.filter(({ id }) => !about.has(id));
  const active = open.find(({ status }) => status === "active");
  return active ?? open.find(({ source }) => source === "manual") ?? made ?? open[0];
}
