import type { Clock } from "../../../platform/clock.ts";
import type { SoftwareFamilyName } from "../engine/index.ts";

/** Ids of the Software Family CIs of each tenant, for an hour (rule 10 in section 1 of the interface specification). */
export interface FamilyCache {
  get(tenantId: string): Map<SoftwareFamilyName, string>;
  /** Replaces the tenant's ids; does not extend an hour that has begun. */
  set(tenantId: string, ids: ReadonlyMap<SoftwareFamilyName, string>): void;
}

const TTL_MS = 3_600_000;
const MAX_TENANTS = 1_000;

export function createFamilyCache(clock: Clock): FamilyCache {
  const entries = new Map<string, { ids: Map<SoftwareFamilyName, string>; until: number }>();
  return {
    get(tenantId) {
      const entry = entries.get(tenantId);
      return entry && clock.now().getTime() < entry.until ? new Map(entry.ids) : new Map();
    },
    set(tenantId, ids) {
      const now = clock.now().getTime();
      const before = entries.get(tenantId);
      entries.delete(tenantId);
      entries.set(tenantId, { ids: new Map(ids), until: before && now < before.until ? before.until : now + TTL_MS });
      const oldest = entries.keys().next().value;
      if (entries.size > MAX_TENANTS && oldest !== undefined) entries.delete(oldest);
    },
  };
}
