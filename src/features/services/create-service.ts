import { type RequestContext, requireScope } from "../../context.ts";
import type { CiStatus } from "../../model/ci-types.ts";
import type { Clock } from "../../platform/clock.ts";
import { newId } from "../../platform/ids.ts";
import type { Outbox } from "../../platform/jobs/outbox.ts";
import { ciWrites, duplicateError, insertCis, isDuplicate } from "../ci/index.ts";
import { type Criticality, type NewComponent, SERVICE_TYPE } from "./service.model.ts";
import { checkComponents, linkComponents } from "./write-components.ts";

export interface NewService {
  name: string;
  description?: string | null | undefined;
  status?: CiStatus | undefined;
  criticality?: Criticality | undefined;
  /** As stored in the attributes. */
  sla?: { availability?: number | null | undefined; response_time?: number | null | undefined } | undefined;
  components: readonly NewComponent[];
}

export interface CreateServiceInput {
  fields: NewService;
  /** Id derived from an idempotency key; absent: a new one. */
  id?: string | undefined;
}

/** Returns the id of the service. */
export type CreateService = (ctx: RequestContext, input: CreateServiceInput) => Promise<string>;

/**
 * Creates a service with its components in one transaction. Throws 400 for a duplicate component, 404 naming each
 * component that does not exist, 409 with `existing_id` if a service of this name exists.
 */
export function createCreateService(deps: { outbox: Outbox; clock: Clock }): CreateService {
  const { outbox, clock } = deps;
  return async (ctx, { fields, id: given }) => {
    requireScope(ctx, "services.write");
    const id = given ?? newId();
    checkComponents(id, fields.components);
    return outbox.write(ctx.tenantId, async (tx, publish) => {
      // An earlier attempt created the service with its components, which may have been replaced since.
      if (given !== undefined && (await ciWrites.findExistingOrDeleted(tx, ctx.tenantId, [id])).length > 0) return id;
      const { name, description, status, criticality = "medium", sla } = fields;
      const input = { name, type: SERVICE_TYPE, description, status, attributes: { criticality, ...(sla && { sla }) } };
      const wanted = { ctx, id, repeatable: false, input, source: "human" as const, allowDuplicate: false };
      const [insertion] = await insertCis(tx, ctx.tenantId, [wanted], publish, clock);
      if (insertion && isDuplicate(insertion)) throw duplicateError(insertion.duplicate);
      await linkComponents(tx, ctx, id, fields.components, publish, clock);
      return id;
    });
  };
}
