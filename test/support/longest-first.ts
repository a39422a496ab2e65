import { BaseSequencer, type TestSpecification } from "vitest/node";
import { LONG_FILES } from "./long-files.ts";

/** The long files first, in this order; then as vitest has it. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = LONG_FILES.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));
      return at === -1 ? LONG_FILES.length : at;
    };
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => rank(a) - rank(b));
  }
}
