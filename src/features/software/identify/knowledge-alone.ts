import { createMappingMatcher } from "../engine/index.ts";
import type { ActiveMapping, MappingCatalogue } from "../ports.ts";

/** A catalogue without mappings: the built-in knowledge decides, nothing is counted and nothing proposed. */
export function createKnowledgeAlone(): MappingCatalogue {
  const matcher = createMappingMatcher<ActiveMapping>([]);
  return {
    matcherOf: () => Promise.resolve(matcher),
    noteUsage() {},
    propose: () => Promise.resolve(),
  };
}
