/** Whether a tenant accepts API keys in the query parameter `api_key`. */
export interface QueryKeyPolicy {
  /** Synchronous when the setting is in memory, or was read for this tenant before. */
  isAllowed(tenantId: string): boolean | Promise<boolean>;
  /** Reads the cached settings again; one that cannot be read keeps its value. */
  refresh(): Promise<void>;
}

/**
 * A setting that `readSetting` returns synchronously is read at each use. One that it returns as a promise is cached,
 * so that a warm request does not wait; a change then holds from the next refresh on.
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
