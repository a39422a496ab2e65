import { systemContext } from "../../../context.ts";
import { AppError } from "../../../errors.ts";
import type { Clock } from "../../../platform/clock.ts";
import { newId } from "../../../platform/ids.ts";
import type { Postgres } from "../../../platform/postgres/postgres.ts";
import { type Resealed, reseal } from "../../../platform/postgres/reseal.ts";
import { SEALED_COLUMNS } from "../../../platform/postgres/sealed-columns.ts";
import type { Secrets } from "../../../platform/secrets.ts";
import { recordAudit } from "../../audit/index.ts";
import { tenantsStore } from "../tenants/tenants.store.ts";

/**
 * Reseals every sealed column under the current root of `secrets`, which also opens texts of the previous root, and
 * records the rotation in every tenant's audit log. Throws 409 when a text opens under neither root: the previous one
 * is still needed.
 */
export function createRotateSecret({ postgres, clock }: { postgres: Postgres; clock: Clock }) {
  return async (secrets: Secrets): Promise<Resealed[]> => {
    const results = await reseal(postgres, secrets, SEALED_COLUMNS);
    const unopened = results.filter((each) => each.unopened > 0);
    if (unopened.length > 0) {
      const where = unopened.map(({ table, unopened: count }) => `${count} in ${table}`).join(", ");
      throw new AppError("CONFLICT", `Some texts open under neither secret (${where}): a still older one sealed them`);
    }
    const resealed = results.reduce((sum, each) => sum + each.resealed, 0);
    if (resealed > 0) await auditRotation(postgres, clock.now(), resealed);
    return results;
  };
}

async function auditRotation(postgres: Postgres, at: Date, resealed: number): Promise<void> {
  const requestId = newId();
  const rotation = {
    action: "root_secret.rotated",
    target: { kind: "root_secret", id: "root" },
    after: { resealed },
  };
  await postgres.transaction(async (tx) => {
    for (const tenantId of await tenantsStore.ids(tx)) {
      await recordAudit(tx, systemContext(tenantId, requestId), rotation, at);
    }
  });
}
