import * as oauth from "oauth4webapi";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type RunningServer, serve } from "../../../src/platform/http/server.ts";
import { type AccessApp, accessApp } from "./access-app.ts";
import { createBrowser, registerClient } from "./oauth-support.ts";

/** The OAuth flow by an independent client library, over real connections. */

const REDIRECT = "http://127.0.0.1:9/callback";
const insecure = { [oauth.allowInsecureRequests]: true };

let http: AccessApp;
let server: RunningServer;
let as: oauth.AuthorizationServer;
beforeAll(async () => {
  const origin = () => `http://127.0.0.1:${server.port}`;
  http = await accessApp({ origin });
  server = await serve({ app: http.app, host: "127.0.0.1", port: 0, origin });
  const issuer = new URL(origin());
  const found = await oauth.discoveryRequest(issuer, { algorithm: "oauth2", ...insecure });
  as = await oauth.processDiscoveryResponse(issuer, found);
});
afterAll(async () => {
  await server?.close(0);
  await http?.close();
});

/** The callback address, validated by the library. */
async function authorize(client: oauth.Client, verifier: string | undefined): Promise<URLSearchParams> {
  const state = oauth.generateRandomState();
  const address = new URL(as.authorization_endpoint!);
  const parameters = { client_id: client.client_id, redirect_uri: REDIRECT, response_type: "code", state };
  for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value);
  if (verifier !== undefined) {
    address.searchParams.set("code_challenge", await oauth.calculatePKCECodeChallenge(verifier));
    address.searchParams.set("code_challenge_method", "S256");
  }
  const browser = createBrowser({
    request: (path, init) => fetch(new URL(path, address), { ...init, redirect: "manual" }),
  });
  const back = await browser.decide(address.pathname + address.search, http.tenant.email);
  return oauth.validateAuthResponse(as, client, back, state);
}

describe("OAuth flow with an independent client library", () => {
  it.each([
    ["no secret", true, () => oauth.None()],
    ["its secret in the form", false, (secret: string) => oauth.ClientSecretPost(secret)],
    ["its secret by HTTP Basic", false, (secret: string) => oauth.ClientSecretBasic(secret)],
  ] as const)("gets, refreshes and gives back tokens with %s", async (_name, isPublic, authentication) => {
    const made = await registerClient(http, { redirect_uris: [REDIRECT], public: isPublic });
    const client: oauth.Client = { client_id: made.client_id };
    const prove = authentication(made.client_secret);
    const verifier = oauth.generateRandomCodeVerifier();
    const back = await authorize(client, verifier);
    const answer = await oauth.authorizationCodeGrantRequest(as, client, prove, back, REDIRECT, verifier, insecure);
    const tokens = await oauth.processAuthorizationCodeResponse(as, client, answer);
    expect(tokens).toMatchObject({ token_type: "bearer", expires_in: 900, scope: "cmdb.read cmdb.write" });

    const path = new URL("/v1/discovery/tokens", as.issuer);
    const call = (token: string) => oauth.protectedResourceRequest(token, "GET", path, undefined, undefined, insecure);
    expect((await call(tokens.access_token)).status).toBe(403);

    const again = await oauth.refreshTokenGrantRequest(as, client, prove, tokens.refresh_token!, insecure);
    const next = await oauth.processRefreshTokenResponse(as, client, again);
    expect(next.refresh_token).not.toBe(tokens.refresh_token);
    expect((await call(next.access_token)).status).toBe(403);

    const given = await oauth.revocationRequest(as, client, prove, next.refresh_token!, insecure);
    await oauth.processRevocationResponse(given);
    await expect(call(next.access_token)).rejects.toThrow(oauth.WWWAuthenticateChallengeError);
    const refused = await oauth.refreshTokenGrantRequest(as, client, prove, next.refresh_token!, insecure);
    await expect(oauth.processRefreshTokenResponse(as, client, refused)).rejects.toMatchObject({
      error: "invalid_grant",
      status: 400,
    });
  });

  it("gets 401 for a wrong secret", async () => {
    const { client_id } = await registerClient(http, { redirect_uris: [REDIRECT] });
    const client: oauth.Client = { client_id };
    const back = await authorize(client, undefined);
    const wrong = oauth.ClientSecretBasic("wrong");
    const answer = await oauth.authorizationCodeGrantRequest(as, client, wrong, back, REDIRECT, oauth.nopkce, insecure);
    expect(answer.status).toBe(401);
    await expect(oauth.processAuthorizationCodeResponse(as, client, answer)).rejects.toThrow(
      oauth.WWWAuthenticateChallengeError,
    );
  });
});
