import { actorName, type RequestContext } from "../../context.ts";
import { forbidden } from "../../errors.ts";
import { STREAM_KIND_NAMES, STREAM_KINDS, type StreamItem, type StreamKind } from "./stream.model.ts";

/** What of its tenant's changes a follower is told. */
export interface StreamFilter {
  kinds: ReadonlySet<StreamKind>;
  shows(item: StreamItem): boolean;
}

type Caller = Pick<RequestContext, "actor" | "scopes">;

/** The kinds that the caller may read, of those that it asks for. */
export function readableKinds(
  { scopes }: Pick<Caller, "scopes">,
  wanted: readonly StreamKind[] = STREAM_KIND_NAMES,
): StreamKind[] {
  return STREAM_KIND_NAMES.filter((kind) => wanted.includes(kind) && scopes.has(STREAM_KINDS[kind].scope));
}

/** Throws 403 if the caller may read none of the kinds. */
export function createFilter(caller: Caller, wanted: readonly StreamKind[] = STREAM_KIND_NAMES): StreamFilter {
  const kinds = new Set(readableKinds(caller, wanted));
  if (kinds.size === 0) throw forbidden(STREAM_KINDS[wanted[0] ?? "ci"].scope);
  const user = caller.actor.ownerId ?? actorName(caller.actor);
  const seesAll = caller.scopes.has("admin.users");
  return { kinds, shows: ({ owner }) => seesAll || owner === undefined || owner === null || owner === user };
}
