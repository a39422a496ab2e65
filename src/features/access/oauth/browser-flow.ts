import { AppError } from "../../../errors.ts";
import type { Clock } from "../../../platform/clock.ts";
import { newId } from "../../../platform/ids.ts";
import type { Postgres, Sql } from "../../../platform/postgres/postgres.ts";
import { randomBase62, sha256 } from "../../../platform/secrets.ts";
import { recordAudit } from "../../audit/index.ts";
import { type CheckLogin, loginRefused } from "../login/check-login.ts";
import type { LoginOrigin } from "../login/refused-logins.ts";
import { sessionsStore } from "../login/sessions.store.ts";
import { type Authorizer, askedOf, type GrantOrigin } from "./authorizer.ts";
import { interactionsStore } from "./interactions.store.ts";
import {
  type AuthorizationParameters,
  type AuthorizationRequest,
  BROWSER_LOGIN_MS,
  type BrowserLogin,
  INTERACTION_MS,
} from "./oauth.model.ts";
import { type OAuthErrorName, OAuthRefusal, RedirectedRefusal } from "./oauth-error.ts";

/** A page to show. `interaction` goes into its form, `cookie` to the browser where it has to change. */
export interface Page {
  request: AuthorizationRequest;
  interaction: string;
  cookie: string | undefined;
  /** Who is asked to allow it; absent while a login is needed first. */
  login: BrowserLogin | undefined;
}

/** What a page sent: the id in its form, and the browser's cookie. */
export interface Sent {
  interaction: string;
  cookie: string | undefined;
}

export interface Credentials {
  email: string;
  password: string;
  code: string | undefined;
}

export type LoginOutcome =
  | { kind: "done"; cookie: string; parameters: AuthorizationParameters }
  /** The same page once more. */
  | { kind: "refused"; error: AppError; request: AuthorizationRequest };

export type Decision = "allow" | "deny" | "switch";

export type DecisionOutcome =
  | { kind: "allowed"; redirectUri: string; code: string; state: string | undefined }
  /** The request from its beginning: nobody is logged in. */
  | { kind: "again"; parameters: AuthorizationParameters };

/**
 * What a browser goes through at the authorization server. Each method throws OAuthRefusal to be shown to the user, or
 * RedirectedRefusal to be sent to the client.
 */
export interface BrowserFlow {
  /** The page that a request begins with. `repeated` names parameters that came more than once. */
  begin(parameters: AuthorizationParameters, repeated: readonly string[], cookie: string | undefined): Promise<Page>;
  logIn(sent: Sent, credentials: Credentials, from: LoginOrigin): Promise<LoginOutcome>;
  decide(sent: Sent, decision: Decision, origin: GrantOrigin): Promise<DecisionOutcome>;
}

export interface BrowserFlowDeps {
  postgres: Postgres;
  clock: Clock;
  authorizer: Authorizer;
  checkLogin: CheckLogin;
}

/** 32 characters, 190 bits. */
const makeSecret = () => randomBase62(32);

/**
 * A page's form works in the browser that it was shown in alone, since its id and that browser's cookie are kept
 * together; and once, since the id is taken away by its use. A login gives the browser a new cookie, so that whoever knew
 * the one before knows nothing of the login.
 */
export function createBrowserFlow(deps: BrowserFlowDeps): BrowserFlow {
  const { postgres, clock, authorizer } = deps;
  const inFuture = (ms: number) => new Date(clock.now().getTime() + ms);

  const browserOf = async (cookie: string | undefined) =>
    cookie === undefined ? undefined : interactionsStore.findBrowser(postgres, sha256(cookie), clock.now());

  /** The request as the user is asked to allow it; another one has to log in where that user may not. */
  const askedOfLogin = (login: BrowserLogin | undefined, request: AuthorizationRequest) => {
    const asked = login?.user.tenantId === request.client.tenantId ? askedOf(request, login.user) : undefined;
    return login && asked && { login, request: asked };
  };

  const endLogin = async (tx: Sql, { sessionId, user }: BrowserLogin, origin: GrantOrigin) => {
    const { id, tenantId } = user;
    await sessionsStore.revoke(tx, sessionId, clock.now());
    const by = { ...origin, tenantId, actor: { kind: "user", id } as const };
    await recordAudit(tx, by, { action: "login.ended", target: { kind: "user", id } }, clock.now());
  };

  const interactionOf = async ({ interaction, cookie }: Sent) => {
    const browser = await browserOf(cookie);
    const found =
      browser && cookie !== undefined
        ? await interactionsStore.find(postgres, sha256(interaction), sha256(cookie), clock.now())
        : undefined;
    if (!browser || !found || cookie === undefined) throw pageIsOver();
    return { browser, browserHash: sha256(cookie), hash: sha256(interaction), ...found };
  };

  return {
    async begin(parameters, repeated, cookie) {
      const asked = await authorizer.check(parameters);
      if (repeated.length > 0) {
        throw refusedTo(asked, "invalid_request", `${repeated.join(", ")} must be given once`);
      }
      const browser = await browserOf(cookie);
      const ready = askedOfLogin(browser?.login, asked);
      const known = browser ? cookie : undefined;
      const secret = known ?? makeSecret();
      const hash = sha256(secret);
      const until = inFuture(INTERACTION_MS);
      if (known === undefined) await interactionsStore.addBrowser(postgres, hash, undefined, until);
      else await interactionsStore.prolong(postgres, hash, until);
      const interaction = makeSecret();
      const kept = { parameters, scopes: ready?.request.scopes };
      await interactionsStore.add(postgres, sha256(interaction), hash, kept, until);
      return {
        request: ready?.request ?? asked,
        interaction,
        cookie: known === undefined ? secret : undefined,
        login: ready?.login,
      };
    },

    async logIn(sent, { email, password, code }, from) {
      const { parameters, hash, browserHash } = await interactionOf(sent);
      const request = await authorizer.check(parameters);
      const cookie = makeSecret();
      try {
        const login = { email, password, code, tenant: request.client.tenantName };
        await deps.checkLogin(login, from, async (tx, user) => {
          if (user.passwordOrigin === "temporary") throw passwordIsTemporary();
          if (!askedOf(request, user)) throw refusedTo(request, "invalid_scope", "The user may not give these scopes");
          if (!(await interactionsStore.take(tx, hash))) throw pageIsOver();
          const sessionId = newId();
          if (!(await sessionsStore.open(tx, sessionId, user.id, user.passwordHash, clock.now()))) throw loginRefused();
          await interactionsStore.removeBrowser(tx, browserHash);
          await interactionsStore.addBrowser(tx, sha256(cookie), sessionId, inFuture(BROWSER_LOGIN_MS));
        });
        return { kind: "done", cookie, parameters };
      } catch (error) {
        if (!(error instanceof AppError) || error instanceof OAuthRefusal || error.status >= 500) throw error;
        return { kind: "refused", error, request };
      }
    },

    async decide(sent, decision, origin) {
      const { browser, browserHash, parameters, scopes, hash } = await interactionOf(sent);
      if (scopes === undefined || !(await interactionsStore.take(postgres, hash))) throw pageIsOver();
      const { login } = browser;
      if (!login || decision === "switch") {
        await postgres.transaction(async (tx) => {
          if (login) await endLogin(tx, login, origin);
          await interactionsStore.removeBrowser(tx, browserHash);
        });
        return { kind: "again", parameters };
      }
      if (decision === "deny") return authorizer.deny(parameters, login.user);
      // Exactly what the page showed, whatever the user may do by now.
      const shown = { ...parameters, scope: scopes.join(" ") };
      const code = await authorizer.allow(shown, login.user, origin);
      return { kind: "allowed", redirectUri: parameters.redirect_uri ?? "", code, state: parameters.state };
    },
  };
}

function refusedTo({ redirectUri, parameters }: AuthorizationRequest, error: OAuthErrorName, text: string) {
  return new RedirectedRefusal(error, text, { redirectUri, state: parameters.state });
}

/** Nothing may be allowed in a user's name by whoever made up the password. */
function passwordIsTemporary(): AppError {
  return new AppError(
    "PERMISSION_DENIED",
    "This password was set by somebody else. Change it first (POST /v1/auth/password), then come back.",
  );
}

function pageIsOver(): OAuthRefusal {
  return new OAuthRefusal(
    "invalid_request",
    "This page was used before, has expired, or was opened in another browser. Go back to the application and start again.",
  );
}
