import OAuth2Server from "@node-oauth/oauth2-server";
import { afterAll, describe, expect, it } from "vitest";
import { AppError, type ErrorCode } from "../../../src/errors.ts";
import { createAuthorizer } from "../../../src/features/access/oauth/authorizer.ts";
import { createExchangeToken } from "../../../src/features/access/oauth/exchange-token.ts";
import { refusalOf } from "../../../src/features/access/oauth/library-error.ts";
import { OAuthRefusal, oauthErrorBody } from "../../../src/features/access/oauth/oauth-error.ts";
import { systemClock } from "../../../src/platform/clock.ts";
import { newId } from "../../../src/platform/ids.ts";
import { createLogger } from "../../../src/platform/log.ts";
import { createPostgres } from "../../../src/platform/postgres/postgres.ts";

describe("oauthErrorBody", () => {
  it.each<[ErrorCode, string]>([
    ["VALIDATION_ERROR", "invalid_request"],
    ["UNSUPPORTED_MEDIA_TYPE", "invalid_request"],
    ["RATE_LIMIT_EXCEEDED", "temporarily_unavailable"],
    ["SERVICE_UNAVAILABLE", "temporarily_unavailable"],
    ["INTERNAL_ERROR", "server_error"],
  ])("maps %s to %s", (code, error) => {
    expect(oauthErrorBody(new AppError(code, 'a "text" of é\\'))).toEqual({
      error,
      error_description: "a 'text' of ?'",
    });
  });

  it("keeps an error code of RFC 6749, and its status", () => {
    const statuses = {
      invalid_grant: 400,
      invalid_client: 401,
      unsupported_grant_type: 400,
      server_error: 500,
    } as const;
    for (const [name, status] of Object.entries(statuses)) {
      const refusal = new OAuthRefusal(name as keyof typeof statuses, "text");
      expect(oauthErrorBody(refusal).error).toBe(name);
      expect(refusal.status).toBe(status);
    }
  });

  it("keeps the name of a library error; refusalOf rethrows a wrapped error", () => {
    const name = refusalOf(new OAuth2Server.InvalidGrantError("no")).name;
    expect(name).toBe("invalid_grant");
    const own = new AppError("SERVICE_UNAVAILABLE", "away");
    expect(() => refusalOf(new OAuth2Server.ServerError(own))).toThrow(own);
    expect(() => refusalOf(own)).toThrow(own);
    expect(() => refusalOf(new OAuth2Server.InvalidArgumentError("a fault of ours"))).toThrow("a fault of ours");
  });
});

describe("/oauth endpoints, store unavailable", () => {
  const postgres = createPostgres({ url: "postgres://127.0.0.1:1/none", log: createLogger("silent") });
  afterAll(() => postgres.close());
  const deps = { postgres, clock: systemClock, keyEnvironment: "test" };
  const unused = () => Promise.reject(new Error("not to be called"));

  it("answer temporarily_unavailable, and do not blame the client", async () => {
    const exchange = createExchangeToken({
      ...deps,
      revokeGrant: unused,
      accessTokens: { signer: unused, verify: unused },
    });
    const form = { grant_type: "authorization_code", code: "x", client_id: newId(), client_secret: "x" };
    const away = { code: "SERVICE_UNAVAILABLE", status: 503 };
    await expect(exchange({ form, authorization: undefined }, { requestId: "r" })).rejects.toMatchObject(away);
    const parameters = { client_id: newId(), redirect_uri: "https://app.example.com/", response_type: "code" };
    await expect(createAuthorizer(deps).check(parameters)).rejects.toMatchObject(away);
  });
});
