import { isPromise } from "./ports.ts";

/**
 * Shares a process between tenants: while several have requests, none has many times as many running as another. A tenant
 * that is alone is not limited, nor are tenants with equally many requests.
 */
export interface FairShare {
  /** Runs the work at once, or after requests of the tenant that run already. Returns synchronously if it can. */
  run<T>(tenantId: string, work: () => T | Promise<T>): T | Promise<T>;
}

/** So many requests of a tenant run whatever other tenants do: fewer would not use the stores' parallelism. */
const MIN_RUNNING = 2;
/** A tenant runs at most so many times as many requests as the one with the fewest. */
const MAX_RATIO = 2;

interface Tenant {
  running: number;
  waiting: (() => void)[];
}

export function createFairShare(): FairShare {
  /** Those with requests that run or wait. */
  const tenants = new Map<string, Tenant>();
  /** Those of them with requests that wait. */
  const held = new Set<Tenant>();

  const mayRun = (tenant: Tenant) => {
    if (tenant.running < MIN_RUNNING || tenants.size === 1) return true;
    let fewest = Number.POSITIVE_INFINITY;
    for (const other of tenants.values()) {
      if (other !== tenant) fewest = Math.min(fewest, other.running + other.waiting.length);
    }
    return tenant.running < MAX_RATIO * fewest;
  };

  const release = () => {
    for (const tenant of held) {
      while (tenant.waiting.length > 0 && mayRun(tenant)) {
        tenant.running++;
        tenant.waiting.shift()?.();
      }
      if (tenant.waiting.length === 0) held.delete(tenant);
    }
  };

  const end = (tenantId: string, tenant: Tenant) => {
    tenant.running--;
    if (tenant.running === 0 && tenant.waiting.length === 0) tenants.delete(tenantId);
    if (held.size > 0) release();
  };

  const start = <T>(tenantId: string, tenant: Tenant, work: () => T | Promise<T>): T | Promise<T> => {
    let result: T | Promise<T>;
    try {
      result = work();
    } catch (error) {
      end(tenantId, tenant);
      throw error;
    }
    if (!isPromise(result)) {
      end(tenantId, tenant);
      return result;
    }
    return result.finally(() => end(tenantId, tenant));
  };

  return {
    run(tenantId, work) {
      let tenant = tenants.get(tenantId);
      if (!tenant) {
        tenant = { running: 0, waiting: [] };
        tenants.set(tenantId, tenant);
      }
      if (tenant.waiting.length === 0 && mayRun(tenant)) {
        tenant.running++;
        return start(tenantId, tenant, work);
      }
      held.add(tenant);
      const { waiting } = tenant;
      return new Promise<void>((resolve) => waiting.push(resolve)).then(() => start(tenantId, tenant, work));
    },
  };
}
