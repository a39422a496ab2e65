import { systemContext } from "../../context.ts";
import { AppError, type ErrorCode } from "../../errors.ts";
import { newId } from "../../platform/ids.ts";
import type { CiVerbs } from "./ci.verbs.ts";

/**
 * Runs the reads and writes of the first callers: Neo4j takes a second or more to plan a statement for the first time.
 * Stores nothing: no tenant has the id, and two CIs of one name roll the write back.
 */
export function createWarmUp(verbs: CiVerbs): (tenantId: string) => Promise<void> {
  return async (tenantId) => {
    const ctx = systemContext(tenantId, newId());
    const fields = { name: "warm-up", type: "server" };
    await verbs.listCis(ctx, { sort: "created_at", order: "desc", page: 1, limit: 20 });
    await expectError("RESOURCE_NOT_FOUND", () => verbs.getCi(ctx, newId()));
    await expectError("VALIDATION_ERROR", () =>
      verbs.bulkCreateCis(ctx, { mode: "atomic", items: [{ fields }, { fields }] }),
    );
  };
}

/** Runs a verb that must fail with this code. */
async function expectError(code: ErrorCode, verb: () => Promise<unknown>): Promise<void> {
  try {
    await verb();
  } catch (error) {
    if (!(error instanceof AppError && error.code === code)) throw error;
  }
}
