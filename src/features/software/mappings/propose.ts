import { by } from "../../../model/order.ts";
import type { Clock } from "../../../platform/clock.ts";
import { newId } from "../../../platform/ids.ts";
import { cleanText } from "../engine/index.ts";
import type { MappingCatalogue } from "../ports.ts";
import { countsStore, type Proposal } from "./counts.store.ts";
import {
  MAX_INSTANCE_NAME_LENGTH,
  nameKeyOf,
  normalizedKeyOf,
  normalizedNameOf,
  searchTextOf,
} from "./mapping.model.ts";

export interface ProposeDeps {
  clock: Clock;
  isKnownName: (key: string) => boolean;
}

export const MAX_VENDOR_LENGTH = 255;

/** See `MappingCatalogue.propose`. One statement in sorted order, so that two processes never deadlock. */
export function createPropose({ clock, isKnownName }: ProposeDeps): MappingCatalogue["propose"] {
  return async (sql, tenantId, names) => {
    const byKey = new Map<string, Proposal>();
    for (const named of names) {
      const proposal = toProposal(named, isKnownName);
      if (proposal && !byKey.has(proposal.normalizedKey)) byKey.set(proposal.normalizedKey, proposal);
    }
    if (byKey.size === 0) return;
    const sorted = [...byKey.values()].sort(by(({ normalizedKey }) => normalizedKey));
    await countsStore.propose(sql, tenantId, sorted, clock.now());
  };
}

/** Undefined for a name without readable characters. */
function toProposal(
  { name, vendor }: { name: string; vendor: string | null },
  isKnownName: (key: string) => boolean,
): Proposal | undefined {
  const instanceName = instanceNameOf(name);
  if (instanceName === "") return undefined;
  const normalizedName = normalizedNameOf(instanceName, isKnownName);
  const software = { name: normalizedName, vendor: shortened(vendor ?? "", MAX_VENDOR_LENGTH) || null };
  return {
    id: newId(),
    name: instanceName,
    nameKey: nameKeyOf(instanceName),
    normalizedName,
    normalizedKey: normalizedKeyOf(normalizedName),
    vendor: software.vendor,
    searchText: searchTextOf({
      instanceName,
      software,
      patterns: [],
      family: null,
      processNames: { windows: [], macos: [], linux: [] },
      windowsServices: [],
      processType: "application",
      status: "pending",
      confidence: 0,
      notes: null,
    }),
  };
}

/** The name as a mapping stores it; empty for a name without readable characters. */
export function instanceNameOf(name: string): string {
  return shortened(name, MAX_INSTANCE_NAME_LENGTH);
}

/** The text without control characters, cut to `maxLength`. */
export function shortened(text: string, maxLength: number): string {
  return cleanText(text.slice(0, 4 * maxLength).toWellFormed())
    .slice(0, maxLength)
    .toWellFormed()
    .replaceAll("\0", "")
    .trim();
}
