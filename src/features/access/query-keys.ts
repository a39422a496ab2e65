/** Whether a tenant lets API keys stand in the query parameter `api_key`. */
export interface QueryKeys {
  /** Answers at once where the tenant was asked for before. */
  allowed(tenantId: string): boolean | Promise<boolean>;
  /** Asks anew for every tenant asked for so far; what cannot be told stays as it was. */
  refresh(): Promise<void>;
}

/** Keeps what the setting says, so that a warm request waits for nothing and a change holds from the next refresh on. */
export function createQueryKeys(ask: (tenantId: string) => boolean | Promise<boolean>): QueryKeys {
  const known = new Map<string, boolean>();

  const find = async (tenantId: string): Promise<boolean> => {
    const allowed = await ask(tenantId);
    known.set(tenantId, allowed);
    return allowed;
  };

  return {
    allowed: (tenantId) => known.get(tenantId) ?? find(tenantId),
    async refresh() {
      for (const tenantId of [...known.keys()]) await find(tenantId);
    },
  };
}
