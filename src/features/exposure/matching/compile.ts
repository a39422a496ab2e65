import { type Criterion, readCriterion } from "./criterion.ts";
import type { Configuration, CpeNode } from "./types.ts";

/** A node whose criteria and children must all (`AND`) or at least once (`OR`) be met. */
export interface CompiledNode {
  operator: "AND" | "OR";
  negate: boolean;
  criteria: readonly Criterion[];
  children: readonly CompiledNode[];
}

/** A CVE's configurations, read once. */
export interface CompiledCve {
  /** Product keys of the vulnerable criteria, each once. */
  readonly keys: string[];
  /** Criteria of configurations without AND and negation, by product key. */
  readonly plain: ReadonlyMap<string, readonly Criterion[]>;
  /** Product keys of which the record speaks in Java's versions of the time of updates. */
  readonly java: ReadonlySet<string>;
  /** Configurations with AND or negation. */
  readonly conditional: readonly CompiledNode[];
}

const NONE: ReadonlySet<string> = new Set();

/** Reads a CVE's configurations. A criterion that is no CPE name speaks of no program and is left out. */
export function compileCve(configurations: readonly Configuration[]): CompiledCve {
  const plain = new Map<string, Criterion[]>();
  const conditional: CompiledNode[] = [];
  const keys = new Set<string>();
  const java = new Set<string>();
  for (const configuration of configurations) {
    const node: CompiledNode = {
      operator: configuration.operator ?? "OR",
      negate: configuration.negate ?? false,
      criteria: [],
      children: configuration.nodes.map(compileNode),
    };
    const isPlain = isAlternative(node);
    if (!isPlain) conditional.push(node);
    for (const criterion of criteriaOf(node)) {
      if (criterion.vulnerable) keys.add(criterion.key);
      if (criterion.isJava) java.add(criterion.key);
      if (isPlain) addTo(plain, criterion);
    }
  }
  return { keys: [...keys], plain, java: java.size > 0 ? java : NONE, conditional };
}

function compileNode({ operator, negate, cpeMatch, children }: CpeNode): CompiledNode {
  return {
    operator,
    negate: negate ?? false,
    criteria: cpeMatch.map(readCriterion).filter((criterion) => criterion !== undefined),
    children: (children ?? []).map(compileNode),
  };
}

function isAlternative(node: CompiledNode): boolean {
  const members = node.criteria.length + node.children.length;
  return !node.negate && (node.operator === "OR" || members <= 1) && node.children.every(isAlternative);
}

export function* criteriaOf(node: CompiledNode): Generator<Criterion> {
  yield* node.criteria;
  for (const child of node.children) yield* criteriaOf(child);
}

function addTo(plain: Map<string, Criterion[]>, criterion: Criterion): void {
  const known = plain.get(criterion.key);
  if (known) known.push(criterion);
  else plain.set(criterion.key, [criterion]);
}
