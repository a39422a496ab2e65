/** Whether a tenant lets API keys stand in the query parameter `api_key`. */
export interface QueryKeyPolicy {
  /** Answers at once where the setting is at hand, or the tenant was asked for before. */
  isAllowed(tenantId: string): boolean | Promise<boolean>;
  /** Asks anew for what was kept; what cannot be told stays as it was. */
  refresh(): Promise<void>;
}

/**
 * A setting that is at hand is asked for at each use. What has to be waited for is kept, so that a warm request waits for
 * nothing and a change holds from the next refresh on.
 */
export function createQueryKeyPolicy(readSetting: (tenantId: string) => boolean | Promise<boolean>): QueryKeyPolicy {
  const cache = new Map<string, boolean>();

  const cacheResult = async (tenantId: string, answer: Promise<boolean>): Promise<boolean> => {
    const allowed = await answer;
    cache.set(tenantId, allowed);
    return allowed;
  };

  return {
    isAllowed(tenantId) {
      const cached = cache.get(tenantId);
      if (cached !== undefined) return cached;
      const answer = readSetting(tenantId);
      return typeof answer === "boolean" ? answer : cacheResult(tenantId, answer);
    },
    async refresh() {
      for (const tenantId of [...cache.keys()]) await cacheResult(tenantId, Promise.resolve(readSetting(tenantId)));
    },
  };
}
