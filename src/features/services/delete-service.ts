import { type RequestContext, requireScope, withScopes } from "../../context.ts";
import type { CiVerbs } from "../ci/index.ts";
import type { ReadServices } from "./read-services.ts";

export interface DeleteServiceInput {
  id: string;
  ifMatch?: string | undefined;
}

/** Returns the number of relationships deleted with it. */
export type DeleteService = (ctx: RequestContext, input: DeleteServiceInput) => Promise<number>;

/** Deletes a service as a CI, so that it can be restored. Throws 404, 412 if `ifMatch` is stale. */
export function createDeleteService(deps: { ci: CiVerbs; read: ReadServices }): DeleteService {
  return async (ctx, input) => {
    requireScope(ctx, "services.write");
    await deps.read.requireService(ctx, input.id);
    const asWriter = withScopes(ctx, "cmdb.delete");
    return (await deps.ci.deleteCi(asWriter, input)).relationships;
  };
}
