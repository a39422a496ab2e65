/** Whether a tenant lets API keys stand in the query parameter `api_key`. */
export interface QueryKeys {
  /** Answers at once where the setting is at hand, or the tenant was asked for before. */
  allowed(tenantId: string): boolean | Promise<boolean>;
  /** Asks anew for what was kept; what cannot be told stays as it was. */
  refresh(): Promise<void>;
}

/**
 * A setting that is at hand is asked for at each use. What has to be waited for is kept, so that a warm request waits for
 * nothing and a change holds from the next refresh on.
 */
export function createQueryKeys(ask: (tenantId: string) => boolean | Promise<boolean>): QueryKeys {
  const known = new Map<string, boolean>();

  const keep = async (tenantId: string, answer: Promise<boolean>): Promise<boolean> => {
    const allowed = await answer;
    known.set(tenantId, allowed);
    return allowed;
  };

  return {
    allowed(tenantId) {
      const kept = known.get(tenantId);
      if (kept !== undefined) return kept;
      const answer = ask(tenantId);
      return typeof answer === "boolean" ? answer : keep(tenantId, answer);
    },
    async refresh() {
      for (const tenantId of [...known.keys()]) await keep(tenantId, Promise.resolve(ask(tenantId)));
    },
  };
}
