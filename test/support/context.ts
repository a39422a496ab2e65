import type { RequestContext } from "../../src/context.ts";
import { SCOPES, type Scope } from "../../src/model/scopes.ts";
import { newId } from "../../src/platform/ids.ts";

/** Request context of a user of the tenant with these scopes; default: all. */
export function contextOf(tenantId: string, ...scopes: Scope[]): RequestContext {
  return {
    tenantId,
    actor: { kind: "user", id: "tester" },
    scopes: new Set(scopes.length > 0 ? scopes : SCOPES),
    requestId: newId(),
  };
}
