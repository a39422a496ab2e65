import { AppError, invalidField, notFound } from "../../../errors.ts";
import { isObject } from "../../../model/json.ts";
import { decodeText } from "../../../platform/http/body.ts";
import { parseJson } from "../../../platform/http/json.ts";
import type { Logger } from "../../../platform/log.ts";
import type { Postgres } from "../../../platform/postgres/postgres.ts";
import type { Inbound, Integration, Platform } from "../integration.model.ts";
import { openPart } from "../integration.view.ts";
import { integrationsStore } from "../integrations.store.ts";
import type { Seal } from "../seal.ts";
import { isHmac, isSecret } from "./shared-secret.ts";
import type { VerifyJwt } from "./verify-jwt.ts";

/** A request of a service desk as it came. */
export interface InboundRequest {
  /** The header of that name, in any case. */
  header(name: string): string | undefined;
  raw: Uint8Array;
}

export interface AuthenticatedMessage {
  integration: Integration & { tenantId: string };
  /** The object that the service desk sent or signed. */
  envelope: Record<string, unknown>;
}

/**
 * Finds out whether a request comes from the service desk of a configuration. A secret and an HMAC hold no time: the
 * caller has to bear an old message that somebody sends again.
 *
 * Throws 404 for an unknown configuration or one of another platform, 401 for a request that does not prove itself, the
 * same for every fault, 400 where a proven body is not an object of JSON, and 503 while the issuer's keys cannot
 * be had.
 */
export type AuthenticateInbound = (
  platform: Platform,
  configId: string,
  request: InboundRequest,
) => Promise<AuthenticatedMessage>;

export interface AuthenticateInboundDeps {
  postgres: Postgres;
  log: Logger;
  seal: Seal;
  verifyJwt: VerifyJwt;
}

export function createAuthenticateInbound(deps: AuthenticateInboundDeps): AuthenticateInbound {
  const { postgres, log, seal, verifyJwt } = deps;
  return async (platform, configId, request) => {
    const row = await integrationsStore.findOfAnyTenant(postgres, configId);
    if (row?.platform !== platform) throw notFound("integration");
    const inbound = seal.openInbound(row);
    const envelope =
      inbound.type === "jwt"
        ? await signedEnvelope(request.raw, inbound, verifyJwt)
        : isProven(inbound, request)
          ? readEnvelope(request.raw)
          : undefined;
    if (!envelope) {
      log.warn({ integration: configId, tenant: row.tenantId, proof: inbound.type }, "an inbound webhook was refused");
      throw notProven();
    }
    return { integration: openPart(row), envelope };
  };
}

function notProven(): AppError {
  return new AppError(
    "AUTHENTICATION_REQUIRED",
    "The request does not prove that it comes from the service desk of this integration",
  );
}

function isProven(inbound: Exclude<Inbound, { type: "jwt" }>, { header, raw }: InboundRequest): boolean {
  const proof = header(inbound.header);
  return inbound.type === "secret" ? isSecret(proof, inbound.secret) : isHmac(proof, inbound.secret, raw);
}

function readEnvelope(raw: Uint8Array): Record<string, unknown> {
  const value = parseJson(decodeText(raw));
  if (!isObject(value)) throw invalidField("body", "must be an object");
  return value;
}

async function signedEnvelope(raw: Uint8Array, inbound: Extract<Inbound, { type: "jwt" }>, verifyJwt: VerifyJwt) {
  const token = tokenIn(raw);
  return token === undefined ? undefined : verifyJwt(token, inbound);
}

/** The member `jwt` of the body; undefined for a body without, which proves nothing. */
function tokenIn(raw: Uint8Array): string | undefined {
  try {
    const { jwt } = readEnvelope(raw);
    return typeof jwt === "string" ? jwt : undefined;
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}
