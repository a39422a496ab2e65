import { createHash, randomBytes } from "node:crypto";
import { expect } from "vitest";
import type { Scope } from "../../../src/model/scopes.ts";
import { newId } from "../../../src/platform/ids.ts";
import { PASSWORD } from "../../support/access.ts";
import type { AccessApp, Answer } from "./access-app.ts";

export const REDIRECT = "https://app.example.com/callback?from=orrery";

/** The hidden fields of a page's form. */
export interface Shown {
  status: number;
  headers: Headers;
  html: string;
  interaction: string;
}

/** A browser for one site: keeps cookies, follows no redirect. */
export function createBrowser(http: Pick<AccessApp, "request">) {
  const cookies = new Map<string, string>();

  const send = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const headers = { ...(cookie !== "" && { cookie }), ...(init.headers as Record<string, string>) };
    const response = await http.request(path, { ...init, headers });
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(response.headers.get("set-cookie") ?? "") ?? [];
    if (name !== undefined && value !== undefined) cookies.set(name, value);
    return response;
  };
  const read = async (response: Response): Promise<Shown> => {
    const html = await response.text();
    const interaction = /name="interaction" value="([0-9A-Za-z]+)"/.exec(html)?.[1] ?? "";
    return { status: response.status, headers: response.headers, html, interaction };
  };
  const post = (path: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
    send(path, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded", accept: "text/html", ...headers },
      body: new URLSearchParams(form).toString(),
    });

  return {
    cookies,
    open: async (path: string) => read(await send(path, { headers: { accept: "text/html" } })),
    post,
    read,
    /** Opens the request, logs in if needed, and decides; returns the redirect address. */
    async decide(path: string, email: string, decision: "allow" | "deny" = "allow"): Promise<URL> {
      let page = await this.open(path);
      expect(page.status, page.html).toBe(200);
      if (page.html.includes('name="password"')) {
        const form = { interaction: page.interaction, email, password: PASSWORD, totp_code: "" };
        const answer = await post("/oauth/login", form);
        expect(answer.status).toBe(303);
        const on = new URL(answer.headers.get("location")!, "http://localhost/oauth/login");
        if (on.host !== "localhost") return on;
        page = await this.open(on.pathname + on.search);
      }
      const answer = await post("/oauth/consent", { interaction: page.interaction, decision });
      expect(answer.status).toBe(303);
      return new URL(answer.headers.get("location")!);
    },
  };
}

export interface Client {
  client_id: string;
  client_secret: string;
}

/** Registers a client of the tenant, by default with `cmdb.read` and `cmdb.write`. */
export async function registerClient(http: AccessApp, more: Record<string, unknown> = {}): Promise<Client> {
  const body = { name: "Inventory app", redirect_uris: [REDIRECT], scopes: ["cmdb.read", "cmdb.write"], ...more };
  const { token } = await http.tenant.login();
  const made = await http.call("POST", "/v1/auth/oauth-clients", { bearer: token, body });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  return made.body;
}

/** A user of the tenant who holds these scopes. */
export async function addUser(http: AccessApp, ...scopes: Scope[]): Promise<{ id: string; email: string }> {
  const id = newId();
  const email = `${id}@example.com`;
  await http.postgres.query(
    `insert into users (id, tenant_id, email, email_key, password_hash, scopes, administrator, created_at)
     select $1, tenant_id, $2, $2, password_hash, $3, false, now() from users where tenant_id = $4 limit 1`,
    [id, email, scopes, http.tenant.id],
  );
  return { id, email };
}

export function authorizePath(
  client: Pick<Client, "client_id">,
  more: Record<string, string | undefined> = {},
): string {
  const all = { client_id: client.client_id, redirect_uri: REDIRECT, response_type: "code", ...more };
  const given = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return `/oauth/authorize?${new URLSearchParams(given)}`;
}

export function pkce() {
  const verifier = randomBytes(32).toString("base64url");
  const code_challenge = createHash("sha256").update(verifier).digest("base64url");
  return { verifier, parameters: { code_challenge, code_challenge_method: "S256" } };
}

/** A code for the client, granted by the tenant's administrator. */
export async function codeFor(
  http: AccessApp,
  client: Pick<Client, "client_id">,
  more: Record<string, string | undefined> = {},
): Promise<string> {
  const to = await createBrowser(http).decide(authorizePath(client, more), http.tenant.email);
  const code = to.searchParams.get("code");
  expect(code, String(to)).not.toBeNull();
  return code!;
}

export function exchange(
  http: AccessApp,
  form: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Answer> {
  return http.call("POST", "/oauth/token", { form, headers });
}

export function codeForm(client: Client, code: string, more: Record<string, string> = {}): Record<string, string> {
  const { client_id, client_secret } = client;
  return { grant_type: "authorization_code", code, redirect_uri: REDIRECT, client_id, client_secret, ...more };
}

export function refreshForm(client: Client, refresh_token: string): Record<string, string> {
  const { client_id, client_secret } = client;
  return { grant_type: "refresh_token", refresh_token, client_id, client_secret };
}

/** Tokens of a new grant. */
export async function tokensFor(http: AccessApp, client: Client, more: Record<string, string | undefined> = {}) {
  const given = await exchange(http, codeForm(client, await codeFor(http, client, more)));
  expect(given.status, JSON.stringify(given.body)).toBe(200);
  return given.body as { access_token: string; refresh_token: string; scope: string; expires_in: number };
}

/** Revokes the client with a new login of the tenant's administrator. */
export async function revokeClient(http: AccessApp, client: Client): Promise<void> {
  const { token } = await http.tenant.login();
  const answer = await http.call("DELETE", `/v1/auth/oauth-clients/${client.client_id}`, { bearer: token });
  expect(answer.status).toBe(200);
}
