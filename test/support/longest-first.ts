import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files that take much longer than others of their size: what starts last, ends last, while the other worker has none. */
const LONG = [
  "software/processes",
  "http/operations-hostile",
  "impact/impact",
  // Not first: what its first half asks for is the plans of a graph that holds something.
  "graph/plans",
  "software/model-fallback",
  "http/access-matrix",
  "impact/random",
  "http/route-answers",
  "cli/demo",
  "embedded/backup",
];

/** The long files first, in this order; then as vitest has it. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = LONG.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));
      return at === -1 ? LONG.length : at;
    };
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => rank(a) - rank(b));
  }
}
