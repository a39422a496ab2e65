import type { InsightDependency } from "../insights/index.ts";
import type { CiRecord } from "./analysis.graph.store.ts";
import type { Evidence } from "./analysis.model.ts";

/** Records that one finding names. */
export const MOST_NAMED = 10;

export function ownEvidence({ id }: CiRecord, value: string): Evidence {
  return { kind: "ci", id, value };
}

export function ciEvidence({ id, name }: { id: string; name: string }): Evidence {
  return { kind: "ci", id, value: shortName(name) };
}

/** A CI that it connects to, with the ports. */
export function dependencyEvidence(id: string, { name, ports }: Pick<InsightDependency, "name" | "ports">): Evidence {
  return { kind: "ci", id, value: `${shortName(name)}, ports ${ports.join(", ")}` };
}

export function shortName(name: string): string {
  return name.slice(0, 100).toWellFormed();
}

export function shown(value: unknown): string {
  const text = value === null || value === undefined ? "not set" : String(value);
  return text.length > 80 ? `${text.slice(0, 79).toWellFormed()}…` : text;
}
