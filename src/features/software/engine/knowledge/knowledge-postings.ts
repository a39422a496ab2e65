import { normalizeName } from "../names/normalize-name.ts";
import { createInterner, type Interner } from "./interner.ts";
import type { KnownProduct } from "./known-product.ts";

export type PostingLists = Map<string, readonly number[]>;

/** Adds product ids to posting lists by key. All keys of a product share its list of one id: nearly all lists are such. */
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

/** Adds a product under its package names as written, and without the version in them. */
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
    // Appended, so that a product of exactly that name keeps its rank.
    if (bare !== low) add(lists, `${platform}:${bare}`, id);
  }
}

/** Linux truncates process names to this length (TASK_COMM_LEN without the final NUL). */
export const MAX_LINUX_PROCESS_LENGTH = 15;

/** Adds process names as Linux truncates them, unless a process has the short name in full. */
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
