import { by } from "./order.ts";

/** Most letters that may differ, of a name this long. */
const tolerance = (length: number) => Math.max(2, Math.floor(length / 3));

/** The known names nearest to one that is unknown, by edit distance without case, best first; none if all are far. */
export function nearestNames(name: string, known: Iterable<string>, most = 3): string[] {
  const wanted = name.toLowerCase();
  const last = (path: string) => path.slice(path.lastIndexOf(".") + 1);
  const found: { name: string; distance: number }[] = [];
  for (const candidate of new Set(known)) {
    const other = candidate.toLowerCase();
    // `os` is near to `attributes.os`, and `attributes.so` to it as well.
    const whole = editDistance(wanted, other, tolerance(wanted.length));
    const ending = last(other) === last(wanted) ? 1 : Number.POSITIVE_INFINITY;
    const distance = Math.min(whole, ending);
    if (distance <= tolerance(wanted.length)) found.push({ name: candidate, distance });
  }
  return found
    .sort((a, b) => a.distance - b.distance || by<{ name: string }>((each) => each.name)(a, b))
    .slice(0, most)
    .map((each) => each.name);
}

/** Optimal string alignment distance; infinite where it is above `most`. */
function editDistance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return Number.POSITIVE_INFINITY;
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let least = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (same ? 0 : 1));
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (swapped) least = Math.min(least, before[j - 2]! + 1);
      next.push(least);
    }
    [before, row] = [row, next];
  }
  return row[b.length]! <= most ? row[b.length]! : Number.POSITIVE_INFINITY;
}
