import { invalidField } from "../../errors.ts";
import { nearestNames } from "../../model/nearest-names.ts";
import { builtInType, type FailureDirection, typeKey } from "../../model/relationships.ts";
import type { RelationshipTypeView } from "../relationships/index.ts";
import type { GraphDirection } from "./explorer.model.ts";

/** Kinds as the graph names them; true: walked everywhere, false: from a start alone. */
export interface WalkedKinds {
  along: Record<string, boolean>;
  against: Record<string, boolean>;
}

export interface Walk {
  direction: GraphDirection;
  /** In any spelling; undefined: those that carry failures everywhere, and all others from a start. */
  types: readonly string[] | undefined;
}

/** Which kinds a search walks, and which way. Throws 400 for a type that the tenant does not have. */
export function walkedKinds(all: readonly RelationshipTypeView[], { direction, types }: Walk): WalkedKinds {
  const byKey = new Map(all.map((type) => [typeKey(type.name), type]));
  const asked = types?.map((name) => typeKey(name));
  for (const [i, key] of (asked ?? []).entries()) if (!byKey.has(key)) throw unknownType(types![i]!, all);
  const walked: WalkedKinds = { along: {}, against: {} };
  for (const [key, { name, failure }] of byKey) {
    if (asked && !asked.includes(key)) continue;
    const kind = builtInType(name)?.graphType ?? key;
    const everywhere = asked !== undefined || failure !== "none";
    if (direction === "both" || leadsAlong(failure, direction)) walked.along[kind] = everywhere;
    if (direction === "both" || leadsAgainst(failure, direction)) walked.against[kind] = everywhere;
  }
  return walked;
}

/** Whether the direction leads from source to target: the source needs the target, or the arrow says so. */
function leadsAlong(failure: FailureDirection, direction: "upstream" | "downstream"): boolean {
  if (failure === "both") return true;
  return (failure === "source_to_target") === (direction === "downstream");
}

function leadsAgainst(failure: FailureDirection, direction: "upstream" | "downstream"): boolean {
  return failure === "both" || !leadsAlong(failure, direction);
}

function unknownType(name: string, all: readonly RelationshipTypeView[]) {
  const nearest = nearestNames(
    name,
    all.map((type) => type.name),
  );
  const hint = nearest.length > 0 ? `; near it: ${nearest.join(", ")}` : "";
  return invalidField("query.relationship_types", `there is no relationship type ${JSON.stringify(name)}${hint}`);
}
