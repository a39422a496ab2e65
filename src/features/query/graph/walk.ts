import { builtInType, typeKey } from "../../../model/relationships.ts";
import { type PropagatingTypes, propagatingTypes } from "../../reach/index.ts";
import type { FailureKinds } from "../../relationships/index.ts";
import type { CheckedPath } from "../checked-query.ts";
import type { Walk } from "./query.graph.store.ts";

/**
 * Which kinds of relationships a path walks, and which way. Upstream leads to what a CI needs; on kinds that carry no
 * failure it follows the arrow.
 */
export function walkOf(
  { direction, types }: Pick<CheckedPath, "direction" | "types">,
  customKinds: FailureKinds,
): Walk {
  const failing = propagatingTypes(customKinds);
  const kinds = types ? types.map(kindOf) : [...failing.towardsSource, ...failing.towardsTarget];
  if (direction === "either") return { along: kinds, against: kinds };
  const upstream = upstreamOf(kinds, failing);
  return direction === "upstream" ? upstream : { along: upstream.against, against: upstream.along };
}

function upstreamOf(kinds: readonly string[], { towardsSource, towardsTarget }: PropagatingTypes): Walk {
  return {
    along: kinds.filter((kind) => towardsSource.includes(kind) || !towardsTarget.includes(kind)),
    against: kinds.filter((kind) => towardsTarget.includes(kind)),
  };
}

function kindOf(spelling: string): string {
  return builtInType(spelling)?.graphType ?? typeKey(spelling);
}
