import { normalizeName } from "../names/normalize-name.ts";
import { createInterner, type Interner } from "./interner.ts";
import type { KnownProduct } from "./known-product.ts";

export type PostingLists = Map<string, readonly number[]>;

/** Files ids under keys. A list of one, which nearly all are, is shared by all keys of the product. */
export interface Postings {
  add(lists: PostingLists, key: string, id: number): void;
  interner: Interner;
}

export function createPostings(): Postings {
  const interner = createInterner();
  const singles: (readonly number[])[] = [];
  return {
    interner,
    add(lists, key, id) {
      if (key === "") return;
      const list = lists.get(key);
      if (!list) {
        singles[id] ??= [id];
        lists.set(interner.text(key), singles[id]);
      } else if (!list.includes(id)) lists.set(key, [...list, id]);
    },
  };
}

/** Under the package's name as written, and without the version in it. */
export function addPackages(
  lists: PostingLists,
  platform: string,
  packages: readonly string[],
  id: number,
  { add }: Postings,
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
export const MAX_LINUX_PROCESS_LENGTH = 15;

/** Names that Linux cuts off, where no process is called so in full. */
export function addTruncatedProcesses(
  products: readonly KnownProduct[],
  byProcess: PostingLists,
  { add }: Postings,
): void {
  const truncated: PostingLists = new Map();
  for (const { id, processes } of products) {
    const long = (processes.linux ?? []).filter((process) => process.length > MAX_LINUX_PROCESS_LENGTH);
    for (const process of long) add(truncated, `linux:${process.slice(0, MAX_LINUX_PROCESS_LENGTH).toLowerCase()}`, id);
  }
  for (const [key, ids] of truncated) if (!byProcess.has(key)) byProcess.set(key, ids);
}
