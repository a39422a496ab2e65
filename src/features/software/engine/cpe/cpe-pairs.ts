import { parseCpeName } from "../../../../model/cpe-name.ts";
import { foldKey } from "../names/name-keys.ts";
import type { CpeCandidate } from "./cpe-dictionary.ts";

type Part = "a" | "o" | "h";

/** Table of the dictionary's vendor-product pairs, numbered from 0; equal values are stored once. */
export interface PairTable {
  intern(part: Part, vendor: string, product: string): { id: number; fresh: boolean };
  /** Counts one name of the pair. */
  count(id: number, target: string, deprecated: boolean): void;
  /** Sets the counts of a pair that are known already. */
  setCounts(id: number, facts: { targets: readonly string[]; entries: number; deprecated: number }): void;
  /** Records that another name replaced a name of the pair. */
  replace(id: number, successor: string): void;
  withKey(key: string): readonly number[];
  vendorOf(id: number): string;
  productOf(id: number): string;
  describe(id: number): Omit<CpeCandidate, "words" | "versions">;
  readonly size: number;
}

const NONE: readonly number[] = [];

/** Stores the pairs column by column, to save memory. */
export function createPairTable(): PairTable {
  const vendors: string[] = [];
  const vendorIds = new Map<string, number>();
  const vendorIdOf: number[] = [];
  const products: string[] = [];
  const parts: Part[] = [];
  const entries: number[] = [];
  const deprecated: number[] = [];
  const targetSets: string[][] = [[]];
  const targetSetIds = new Map<string, number>([["", 0]]);
  const targetsOf: number[] = [];
  const successors = new Map<number, string>();
  const byKey = new Map<string, number | number[]>();
  let lastId = -1;

  function withKey(key: string): readonly number[] {
    const ids = byKey.get(key);
    return ids === undefined ? NONE : typeof ids === "number" ? [ids] : ids;
  }

  function isPair(id: number, part: Part, vendor: string, product: string): boolean {
    return products[id] === product && vendors[vendorIdOf[id]!] === vendor && parts[id] === part;
  }

  function add(part: Part, vendor: string, product: string, key: string): number {
    const id = products.length;
    let vendorId = vendorIds.get(vendor);
    if (vendorId === undefined) {
      vendorId = vendors.length;
      vendors.push(vendor);
      vendorIds.set(vendor, vendorId);
    }
    vendorIdOf.push(vendorId);
    products.push(product);
    parts.push(part);
    entries.push(0);
    deprecated.push(0);
    targetsOf.push(0);
    const before = byKey.get(key);
    if (before === undefined) byKey.set(key, id);
    else if (typeof before === "number") byKey.set(key, [before, id]);
    else before.push(id);
    return id;
  }

  function addTarget(id: number, target: string): void {
    const known = targetSets[targetsOf[id]!]!;
    if (known.includes(target)) return;
    const next = [...known, target].sort();
    const key = next.join("\n");
    let set = targetSetIds.get(key);
    if (set === undefined) {
      set = targetSets.length;
      targetSets.push(next);
      targetSetIds.set(key, set);
    }
    targetsOf[id] = set;
  }

  return {
    get size() {
      return products.length;
    },
    withKey,
    vendorOf: (id) => vendors[vendorIdOf[id]!]!,
    productOf: (id) => products[id]!,
    intern(part, vendor, product) {
      // The dictionary is usually sorted by name, so mostly this is the previous pair.
      if (lastId >= 0 && isPair(lastId, part, vendor, product)) return { id: lastId, fresh: false };
      const key = foldKey(product);
      const found = withKey(key).find((id) => isPair(id, part, vendor, product));
      lastId = found ?? add(part, vendor, product, key);
      return { id: lastId, fresh: found === undefined };
    },
    count(id, target, isDeprecated) {
      entries[id]!++;
      if (isDeprecated) deprecated[id]!++;
      addTarget(id, target);
    },
    setCounts(id, facts) {
      entries[id] = facts.entries;
      deprecated[id] = facts.deprecated;
      for (const target of facts.targets) addTarget(id, target);
    },
    replace(id, successor) {
      if (!successors.has(id)) successors.set(id, successor);
    },
    describe(id) {
      const described = {
        part: parts[id]!,
        vendor: vendors[vendorIdOf[id]!]!,
        product: products[id]!,
        targets: targetSets[targetsOf[id]!]!,
        entries: entries[id]!,
        deprecated: deprecated[id]!,
      };
      const successor = described.deprecated === described.entries ? parseCpeName(successors.get(id) ?? "") : undefined;
      if (!successor || successor.part === "*" || successor.part === "-") return described;
      const { part, vendor, product } = successor;
      return { ...described, replacedBy: { part, vendor, product } };
    },
  };
}
