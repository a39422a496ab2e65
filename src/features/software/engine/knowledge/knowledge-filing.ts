import { normalizeName } from "../names/normalize-name.ts";
import { type Compacter, createCompacter } from "./compact.ts";
import type { KnownProduct } from "./known-product.ts";

export type Lists = Map<string, readonly number[]>;

/** Files ids under keys. A list of one, which nearly all are, is shared by all keys of the product. */
export interface Filing {
  add(lists: Lists, key: string, id: number): void;
  compact: Compacter;
}

export function createFiling(): Filing {
  const compact = createCompacter();
  const singles: (readonly number[])[] = [];
  return {
    compact,
    add(lists, key, id) {
      if (key === "") return;
      const list = lists.get(key);
      if (!list) {
        singles[id] ??= [id];
        lists.set(compact.text(key), singles[id]);
      } else if (!list.includes(id)) lists.set(key, [...list, id]);
    },
  };
}

/** Under the package's name as written, and without the version in it. */
export function addPackages(
  lists: Lists,
  platform: string,
  packages: readonly string[],
  id: number,
  { add }: Filing,
): void {
  for (const name of packages) {
    const low = name.toLowerCase();
    add(lists, `${platform}:${low}`, id);
    if (platform !== "deb" && platform !== "rpm" && platform !== "homebrew") continue;
    const bare = normalizeName(low, platform).name;
    // The bare form stands beside another product's own name, never before it.
    if (bare !== low) add(lists, `${platform}:${bare}`, id);
  }
}

/** Linux keeps no more of a process's name. */
export const LONGEST_LINUX_PROCESS = 15;

/** Names that Linux cuts off, where no process is called so in full. */
export function addCutProcesses(products: readonly KnownProduct[], byProcess: Lists, { add }: Filing): void {
  const cut: Lists = new Map();
  for (const { id, processes } of products) {
    const long = (processes.linux ?? []).filter((process) => process.length > LONGEST_LINUX_PROCESS);
    for (const process of long) add(cut, `linux:${process.slice(0, LONGEST_LINUX_PROCESS).toLowerCase()}`, id);
  }
  for (const [key, ids] of cut) if (!byProcess.has(key)) byProcess.set(key, ids);
}
