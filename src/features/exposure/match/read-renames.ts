import { formatCpeName } from "../../../model/cpe-name.ts";
import type { JobCall } from "../../../platform/jobs/job-ref.ts";
import { type OwedWork, owedWork } from "../../../platform/jobs/owed-work.ts";
import type { Postgres, Sql } from "../../../platform/postgres/postgres.ts";
import type { DictionaryReader } from "../../cpe-dictionary/index.ts";
import { feedStore } from "../import/feed.store.ts";
import { READ_RENAMES } from "../job-refs.ts";
import { productKeys } from "../matching/index.ts";
import { matchStore } from "./match.store.ts";
import { renamesStore } from "./renames.store.ts";

export interface ReadRenamesDeps {
  postgres: Postgres;
  dictionary: Pick<DictionaryReader, "change" | "renamedPairs">;
}

const ANY = ":*:*:*:*:*:*:*:*";
const MOST_STEPS = 8;

/**
 * Reads which products the CPE dictionary has renamed, and has the programs whose name this concerns matched anew. A name
 * that is replaced by one which is replaced itself is followed to the last.
 */
export function createReadRenames({ postgres, dictionary }: ReadRenamesDeps) {
  return async ({ signal }: Pick<JobCall, "signal">): Promise<void> => {
    // Read first: what changes meanwhile comes again with the next change.
    const change = await dictionary.change();
    const direct = new Map<string, string>();
    for await (const page of dictionary.renamedPairs(signal)) {
      for (const { part, vendor, product, successor } of page) {
        const old = productKeys(nameOf(part, vendor, product));
        const now = productKeys(`${successor}${ANY}`);
        if (old !== "" && now !== "" && old !== now) direct.set(old, now);
      }
    }
    const renames = new Map(
      [...direct.keys()].flatMap((old) => {
        const last = lastOf(direct, old);
        return last === undefined ? [] : [[old, last] as const];
      }),
    );
    await postgres.transaction((tx) => store(tx, renames, change));
  };
}

/** Reads renames whenever the dictionary has changed, once there are CVEs. */
export function owedRenames({ postgres, dictionary }: ReadRenamesDeps): OwedWork {
  return owedWork(READ_RENAMES, async () => {
    const { change, renamesOf } = await feedStore.feedState(postgres);
    return change > 0 && (await dictionary.change()) !== renamesOf ? [{}] : [];
  });
}

async function store(tx: Sql, renames: ReadonlyMap<string, string>, change: number): Promise<void> {
  await feedStore.lockForWriting(tx);
  const changed = await renamesStore.replace(tx, renames, change);
  await matchStore.unmatchProducts(tx, changed);
}

function nameOf(part: "a" | "o" | "h", vendor: string, product: string): string {
  const any = "*";
  const rest = {
    version: any,
    update: any,
    edition: any,
    language: any,
    swEdition: any,
    targetSw: any,
    targetHw: any,
    other: any,
  };
  return formatCpeName({ part, vendor, product, ...rest });
}

/** The last name of a chain; undefined for a circle. */
function lastOf(direct: ReadonlyMap<string, string>, old: string): string | undefined {
  let key = old;
  for (let step = 0; step < MOST_STEPS; step++) {
    const next = direct.get(key);
    if (next === undefined) return key === old ? undefined : key;
    if (next === old) return undefined;
    key = next;
  }
  return undefined;
}
