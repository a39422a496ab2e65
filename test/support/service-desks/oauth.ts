import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { SeenRequest } from "../outside-server.ts";
import type { DeskAnswer } from "./desk-answer.ts";

/** A token endpoint for client credentials (RFC 6749, section 4.4), with the client's id and secret in the body. */
export interface TokenEndpoint {
  client: { clientId: string; clientSecret: string };
  /** The requests for tokens. */
  requests: SeenRequest[];
  /** Lifetime of tokens that are issued from now on, in seconds; null: it is not told. */
  expiresIn: number | null;
  /** Milliseconds before a token is given. */
  delayMs: number;
  /** The next requests are answered so, one each. */
  misbehave(...answers: DeskAnswer[]): void;
  /** No token that was given is valid any more. */
  revokeAll(): void;
  isValid(token: string): boolean;
  answer(request: SeenRequest): Promise<DeskAnswer>;
}

export function createTokenEndpoint(): TokenEndpoint {
  const valid = new Set<string>();
  const faults: DeskAnswer[] = [];
  const endpoint: TokenEndpoint = {
    client: { clientId: "orrery-client", clientSecret: "client-secret-58aa" },
    requests: [],
    expiresIn: 3_600,
    delayMs: 0,
    misbehave: (...answers) => void faults.push(...answers),
    revokeAll: () => valid.clear(),
    isValid: (token) => valid.has(token),
    async answer(request) {
      endpoint.requests.push(request);
      if (endpoint.delayMs > 0) await pause(endpoint.delayMs, undefined, { ref: false });
      const fault = faults.shift();
      if (fault) return fault;
      const error = errorOf(request, endpoint.client);
      if (error) return { status: 400, body: { error, error_description: `The request failed: ${error}` } };
      const token = `issued-${randomBytes(12).toString("hex")}`;
      valid.add(token);
      const lifetime = endpoint.expiresIn === null ? {} : { expires_in: endpoint.expiresIn };
      return { status: 200, body: { access_token: token, token_type: "bearer", ...lifetime } };
    },
  };
  return endpoint;
}

function errorOf({ method, headers, body }: SeenRequest, client: TokenEndpoint["client"]): string | undefined {
  if (method !== "POST" || headers["content-type"] !== "application/x-www-form-urlencoded") return "invalid_request";
  const form = new URLSearchParams(body);
  if (form.get("grant_type") !== "client_credentials") return "unsupported_grant_type";
  const isClient = form.get("client_id") === client.clientId && form.get("client_secret") === client.clientSecret;
  return isClient ? undefined : "invalid_client";
}
