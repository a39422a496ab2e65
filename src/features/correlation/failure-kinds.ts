import type { CarryingKinds } from "../impact/index.ts";

export { type CarryingKinds, carryingKinds } from "../impact/index.ts";

/** Of whichever way. */
export function allKinds({ towardsSource, towardsTarget }: CarryingKinds): string[] {
  return [...new Set([...towardsSource, ...towardsTarget])];
}
