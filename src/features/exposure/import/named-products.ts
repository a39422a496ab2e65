import type { CveConfiguration } from "../../../platform/nvd/index.ts";
import { productKeys } from "../matching/index.ts";
import type { NamedProducts } from "./cves.store.ts";

type Node = CveConfiguration["nodes"][number];

/** The products that configurations name: what is vulnerable, and which programs must be beside it. */
export function namedProducts(configurations: readonly CveConfiguration[]): NamedProducts {
  const keys = createKeys();
  const vulnerable = new Set<string>();
  const companions = new Map<string, [string, string]>();
  for (const configuration of configurations) {
    const ofConfiguration = new Set<string>();
    const others = new Set<string>();
    for (const { criteria, vulnerable: isVulnerable } of configuration.nodes.flatMap(criteriaOf)) {
      const key = keys(criteria);
      if (key === undefined) continue;
      if (isVulnerable) ofConfiguration.add(key);
      if (criteria.startsWith("cpe:2.3:a:")) others.add(key);
    }
    for (const key of ofConfiguration) vulnerable.add(key);
    if (!isConjunction(configuration)) continue;
    for (const key of ofConfiguration) {
      for (const other of others) if (other !== key) companions.set(`${key}\n${other}`, [key, other]);
    }
  }
  return { vulnerable: [...vulnerable], companions: [...companions.values()] };
}

function criteriaOf(node: Node): Node["cpeMatch"] {
  return [...node.cpeMatch, ...(node.children ?? []).flatMap(criteriaOf)];
}

const isConjunction = ({ operator, nodes }: CveConfiguration) =>
  (operator === "AND" && nodes.length > 1) || nodes.some(hasConjunction);

function hasConjunction({ operator, children = [], cpeMatch }: Node): boolean {
  return (operator === "AND" && cpeMatch.length + children.length > 1) || children.some(hasConjunction);
}

/** Keys of criteria; lists of exact versions repeat the same product many times. */
function createKeys() {
  const known = new Map<string, string | undefined>();
  return (criteria: string): string | undefined => {
    const prefix = /^cpe:2\.3:[^:]*:(?:\\.|[^:\\])*:(?:\\.|[^:\\])*/.exec(criteria)?.[0] ?? criteria;
    if (!known.has(prefix)) known.set(prefix, productKeys(criteria) || undefined);
    return known.get(prefix);
  };
}
