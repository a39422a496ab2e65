import { z } from "zod";
import { type RequestContext, requireScope, systemContext } from "../../../context.ts";
import { conflict, invalid, notFound } from "../../../errors.ts";
import type { Scope } from "../../../model/scopes.ts";
import type { Clock } from "../../../platform/clock.ts";
import { checkValue } from "../../../platform/http/violations.ts";
import { newId } from "../../../platform/ids.ts";
import type { Postgres } from "../../../platform/postgres/postgres.ts";
import { sha256 } from "../../../platform/secrets.ts";
import { type AuditOrigin, recordAudit } from "../../audit/index.ts";
import type { AccessKey, KeyKind } from "../access.model.ts";
import {
  apiKeyScopes,
  discoveryTokenScopes,
  keyDescription,
  keyLifetime,
  keyName,
  requireGrantable,
  requireUser,
} from "../access.rules.ts";
import { tenantsStore } from "../tenants/tenants.store.ts";
import { allowedAddresses } from "./allowed-addresses.ts";
import { auditedKey } from "./audited-key.ts";
import { makeKey } from "./key-format.ts";
import { keysStore } from "./keys.store.ts";
import { refuseDeletedOwner } from "./refuse-deleted-owner.ts";

/** Fields of a new key, validated by `access.rules.ts` and `allowed-addresses.ts`. */
export interface NewKeyInput {
  name: string;
  description?: string | null | undefined;
  scopes: readonly Scope[];
  /** Time until it expires, in milliseconds. */
  lifetimeMs: number;
  /** Addresses and CIDR ranges that it may be used from; absent for any. */
  allowedIps?: readonly string[] | null | undefined;
  /** Idempotency id, the same for every retry of one request; generated when absent. */
  id?: string | undefined;
}

/** A key with its secret, which is available only at creation. */
export interface CreatedKey {
  secret: string;
  key: AccessKey;
}

export interface CreateKeyDeps {
  postgres: Postgres;
  clock: Clock;
  keyEnvironment: string;
}

/**
 * Section 5 of the interface specification, Create API key. Throws 403 without a user's login token, and 403 naming the
 * first scope that the user lacks.
 */
export function createCreateApiKey(deps: CreateKeyDeps) {
  return async (ctx: RequestContext, input: NewKeyInput): Promise<CreatedKey> => {
    requireUser(ctx);
    requireGrantable(ctx, input.scopes);
    return refuseDeletedOwner(() => storeKey(deps, ctx, { kind: "api_key", userId: ctx.actor.id }, input));
  };
}

/**
 * Section 2 of the interface specification, Discovery token. Throws 403 without `discovery.configure`, and 403 naming
 * the first scope that the caller lacks; a caller with `discovery.execute` can also grant `discovery.submit`.
 */
export function createCreateDiscoveryToken(deps: CreateKeyDeps) {
  return async (ctx: RequestContext, input: NewKeyInput): Promise<CreatedKey> => {
    requireScope(ctx, "discovery.configure");
    const grantable = ctx.scopes.has("discovery.execute")
      ? new Set<Scope>([...ctx.scopes, "discovery.submit"])
      : ctx.scopes;
    requireGrantable({ scopes: grantable }, input.scopes);
    return storeKey(deps, ctx, { kind: "discovery_token", userId: undefined }, input);
  };
}

/** Fields of a key as the operator types them. `scopes` may be absent for a discovery token. */
export interface TenantKeyInput {
  /** Name of the tenant. */
  tenant: string;
  name: string;
  description?: string | undefined;
  scopes?: readonly string[] | undefined;
  /** A duration; default `90d`. */
  expiresIn?: string | undefined;
  /** Addresses and CIDR ranges that it may be used from; absent for any. */
  allowIp?: readonly string[] | undefined;
}

const TenantKey = z.object({
  name: keyName,
  description: keyDescription,
  expiresIn: keyLifetime,
  allowIp: allowedAddresses,
});
const INPUT_OF = {
  api_key: TenantKey.extend({ scopes: apiKeyScopes }),
  discovery_token: TenantKey.extend({ scopes: discoveryTokenScopes }),
} as const;

/**
 * For the operator at the command line: creates a key without an owner in the tenant of that name. Throws 400 naming
 * the fields, 404 for an unknown tenant.
 */
export function createCreateKeyForTenant(deps: CreateKeyDeps) {
  return async (kind: KeyKind, input: TenantKeyInput): Promise<CreatedKey> => {
    const parsed = checkValue(INPUT_OF[kind], input);
    if (parsed.violations) throw invalid(parsed.violations);
    const tenant = await tenantsStore.findByName(deps.postgres, input.tenant);
    if (!tenant) throw notFound("tenant", "tenant");
    const { expiresIn: lifetimeMs, allowIp: allowedIps, ...rest } = parsed.data;
    const origin = systemContext(tenant.id, newId());
    return storeKey(deps, origin, { kind, userId: undefined }, { ...rest, lifetimeMs, allowedIps });
  };
}

async function storeKey(
  deps: CreateKeyDeps,
  origin: AuditOrigin,
  { kind, userId }: { kind: KeyKind; userId: string | undefined },
  input: NewKeyInput,
): Promise<CreatedKey> {
  const createdAt = deps.clock.now();
  const secret = makeKey(kind, deps.keyEnvironment);
  const key: AccessKey = {
    id: input.id ?? newId(),
    tenantId: origin.tenantId,
    kind,
    name: input.name,
    description: input.description ?? null,
    scopes: input.scopes,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + input.lifetimeMs),
    lastUsedAt: null,
    allowedIps: input.allowedIps ?? null,
  };
  await deps.postgres.transaction(async (tx) => {
    if (!(await keysStore.insert(tx, { ...key, userId, hash: sha256(secret) }))) {
      // The secret was in the answer of the earlier try and cannot be shown again.
      throw conflict("An earlier try of this request made the key", { details: { existing_id: key.id } });
    }
    const target = { kind, id: key.id };
    await recordAudit(tx, origin, { action: `${kind}.created`, target, after: auditedKey(key) }, createdAt);
  });
  return { secret, key };
}
