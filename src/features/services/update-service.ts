import { type RequestContext, requireScope } from "../../context.ts";
import { AppError, notFound } from "../../errors.ts";
import { createBatcher } from "../../platform/batcher.ts";
import type { Clock } from "../../platform/clock.ts";
import type { GraphTx } from "../../platform/graph/graph.ts";
import type { Outbox, Publish } from "../../platform/jobs/outbox.ts";
import { applyChanges, type CiPatch, ciWrites, type StoredCi } from "../ci/index.ts";
import {
  componentAttributes,
  matchesComponents,
  type NewComponent,
  SERVICE_TYPE,
  type TaggedService,
} from "./service.model.ts";
import { servicesGraph } from "./services.graph.store.ts";
import { checkComponents, replaceLinks } from "./write-components.ts";

export interface UpdateServiceInput {
  id: string;
  /** Undefined: its own fields are kept. */
  patch?: CiPatch | undefined;
  /** Undefined: its components are kept. */
  components?: readonly NewComponent[] | undefined;
  /** Entity tags of an If-Match header; absent: any state matches. */
  ifMatch?: string | undefined;
}

export type UpdateService = (ctx: RequestContext, input: UpdateServiceInput) => Promise<void>;

/**
 * Changes a service, and replaces its components if given, in one transaction under the service's lock: of two concurrent
 * replacements the later list wins as a whole. Throws 404, 400 for a duplicate component, 409 if the name is taken, 412 if
 * `ifMatch` is stale; it covers the components only if they are replaced.
 */
export function createUpdateService(deps: { outbox: Outbox; clock: Clock }): UpdateService {
  // Writes of one service run sequentially: concurrently they would wait for its lock, each holding a connection.
  const sequentially = createBatcher<{ ctx: RequestContext; input: UpdateServiceInput }, void>({
    maxItems: 1,
    parallel: 1,
    run: (_key, items) => Promise.all(items.map(({ ctx, input }) => write(deps, ctx, input))),
  });
  return async (ctx, input) => {
    requireScope(ctx, "services.write");
    if (input.components) checkComponents(input.id, input.components);
    await sequentially.submit(`${ctx.tenantId} ${input.id}`, { ctx, input });
  };
}

async function write(
  { outbox, clock }: { outbox: Outbox; clock: Clock },
  ctx: RequestContext,
  { id, patch, components, ifMatch }: UpdateServiceInput,
): Promise<void> {
  // The caller has received a timeout and may retry: do not write after it.
  ctx.signal?.throwIfAborted();
  await outbox.write(ctx.tenantId, async (tx, publish) => {
    const ci = await lockService(tx, ctx.tenantId, id, components);
    if (components && ifMatch !== undefined) await requireCurrentComponents(tx, ctx.tenantId, ci, ifMatch);
    const versionOnly = components ? undefined : ifMatch;
    if (patch) await changeFields(tx, ctx, { id, patch, ifMatch: versionOnly }, publish, clock);
    if (components) await replaceLinks(tx, ctx, id, components, publish, clock);
  });
}

async function changeFields(
  tx: GraphTx,
  ctx: RequestContext,
  input: { id: string; patch: CiPatch; ifMatch: string | undefined },
  publish: Publish,
  clock: Clock,
): Promise<void> {
  const [outcome] = await applyChanges(tx, ctx.tenantId, [{ ctx, input }], publish, clock);
  if (!outcome) throw notFound("service");
  if ("failed" in outcome) throw outcome.failed;
  if ("alone" in outcome) throw new Error("a single change waited for another");
}

/**
 * Locks the service and all CIs whose links may change, in one statement and one order: locks taken one by one would often
 * deadlock two writers. Throws 404 unless it is a service.
 */
async function lockService(
  tx: GraphTx,
  tenantId: string,
  id: string,
  components: readonly NewComponent[] | undefined,
): Promise<StoredCi> {
  const currentLinks = components ? await servicesGraph.links(tx, tenantId, id) : [];
  const ends = [...currentLinks, ...(components ?? [])].map(({ ciId }) => ciId);
  const locked = await ciWrites.lock(tx, tenantId, [...new Set([id, ...ends])]);
  const service = locked.find(({ ci }) => ci.id === id)?.ci;
  if (service?.type !== SERVICE_TYPE) throw notFound("service");
  return service;
}

async function requireCurrentComponents(tx: GraphTx, tenantId: string, ci: StoredCi, ifMatch: string): Promise<void> {
  const links = await servicesGraph.links(tx, tenantId, ci.id);
  const components = links
    .filter(({ aiFound }) => !aiFound)
    .map(({ ciId, attributes }) => ({ ciId, ...componentAttributes(attributes) }));
  const current: TaggedService = { version: ci.version, components };
  if (matchesComponents(current, ifMatch)) return;
  throw new AppError("PRECONDITION_FAILED", "The service has changed since it was read");
}
