import { type IndexedStep, isOptional } from "../reach/index.ts";

/**
 * By position, whether a path of at most `depth` steps without an optional one leads from a start to each CI. The starts,
 * which come first, are required.
 */
export function requiredWithin(
  count: number,
  steps: readonly Pick<IndexedStep, "from" | "to" | "criticality">[],
  upstream: boolean,
  depth: number,
  starts = 1,
): boolean[] {
  const next = Array.from({ length: count }, () => [] as number[]);
  for (const step of steps) {
    if (isOptional(step)) continue;
    if (upstream) next[step.to]!.push(step.from);
    else next[step.from]!.push(step.to);
  }
  const required = new Array<boolean>(count).fill(false);
  let level = Array.from({ length: starts }, (_, place) => place);
  for (const place of level) required[place] = true;
  for (let distance = 1; distance <= depth && level.length > 0; distance++) {
    const further: number[] = [];
    for (const place of level.flatMap((each) => next[each]!)) {
      if (required[place]) continue;
      required[place] = true;
      further.push(place);
    }
    level = further;
  }
  return required;
}
