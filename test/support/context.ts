import type { RequestContext } from "../../src/context.ts";
import { SCOPES, type Scope } from "../../src/model/scopes.ts";
import { newId } from "../../src/platform/ids.ts";

/** A user of that tenant who has these scopes; all of them where none are named. */
export function contextOf(tenantId: string, ...scopes: Scope[]): RequestContext {
  return {
    tenantId,
    actor: { kind: "user", id: "tester" },
    scopes: new Set(scopes.length > 0 ? scopes : SCOPES),
    requestId: newId(),
  };
}
