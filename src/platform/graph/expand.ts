import { isTypeSet, RELATIONSHIP_TYPE_SETS } from "../../model/relationships.ts";

// Placeholders of a file of the catalogue:
//
//   [r:DEPENDS_ON/*failureTypes*/]             all types of the set, joined by `|`; the header has `@types failureTypes`
//   // @each type in allTypes, between UNION ALL   the lines up to `// @end`, once for each type in place of `X/*type*/`
//   // @block NAME ... // @end, // @again NAME     the lines of the block, and the same lines once more

/**
 * Expands a file to the text for the server. Unexpanded, a file runs in Neo4j Browser for one type of each set, unless it
 * uses `@again`. The sets come from `model/relationships.ts`, so the texts are a closed set that is known at the start.
 * Throws with the file's name for an unknown set or block, and for a sample type that is not in the set.
 */
export function expandCypher(name: string, text: string): string {
  const sets = [...text.matchAll(/^\/\/ @types\s+(\w+)/gm)].map(([, set = ""]) => set);
  const repeated = repeatBlocks(name, repeatForEach(name, text));
  return sets.reduce((expanded, set) => fillIn(name, expanded, set), repeated);
}

/** The types of a set. Throws with the file's name for an unknown set. */
export function typesOf(name: string, set: string): readonly string[] {
  if (!isTypeSet(set)) throw new Error(`cypher/${name}: no set of relationship types is called ${set}`);
  return RELATIONSHIP_TYPE_SETS[set];
}

function fillIn(name: string, text: string, set: string): string {
  const types = typesOf(name, set);
  const mark = new RegExp(`(\\w+)/\\*${set}\\*/`, "g");
  if (!mark.test(text)) throw new Error(`cypher/${name}: no mark /*${set}*/ in the text`);
  return text.replace(mark, (_, sample: string) => {
    if (!types.includes(sample)) throw new Error(`cypher/${name}: ${sample} is not one of ${set}`);
    return types.join("|");
  });
}

function repeatForEach(name: string, text: string): string {
  const block = /^ *\/\/ @each (\w+) in (\w+), between (.+)\n([\s\S]*?)\n *\/\/ @end$/gm;
  return text.replace(block, (_, variable: string, set: string, between: string, lines: string) => {
    const mark = new RegExp(`\\w+/\\*${variable}\\*/`, "g");
    return typesOf(name, set)
      .map((type) => lines.replace(mark, type))
      .join(`\n  ${between}\n`);
  });
}

function repeatBlocks(name: string, text: string): string {
  const blocks = new Map<string, string>();
  const kept = text.replace(/^ *\/\/ @block (\w+)\n([\s\S]*?)\n *\/\/ @end$/gm, (_, block: string, lines: string) => {
    blocks.set(block, lines);
    return lines;
  });
  return kept.replace(/^ *\/\/ @again (\w+)$/gm, (_, block: string) => {
    const lines = blocks.get(block);
    if (lines === undefined) throw new Error(`cypher/${name}: no block ${block} to repeat`);
    return lines;
  });
}
