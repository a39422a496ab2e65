import { AppError } from "../../../errors.ts";
import type { Clock } from "../../../platform/clock.ts";
import { newId } from "../../../platform/ids.ts";
import type { Postgres, Sql } from "../../../platform/postgres/postgres.ts";
import { randomBase62, sha256 } from "../../../platform/secrets.ts";
import { recordAudit } from "../../audit/index.ts";
import { type CheckLogin, loginRefused } from "../login/check-login.ts";
import type { LoginOrigin } from "../login/refused-logins.ts";
import { sessionsStore } from "../login/sessions.store.ts";
import { type Authorizer, type GrantOrigin, requestForUser } from "./authorizer.ts";
import { interactionsStore } from "./interactions.store.ts";
import {
  type AuthorizationParameters,
  type AuthorizationRequest,
  BROWSER_LOGIN_LIFETIME_MS,
  type BrowserLogin,
  INTERACTION_LIFETIME_MS,
} from "./oauth.model.ts";
import { type OAuthErrorName, OAuthRefusal, RedirectedRefusal } from "./oauth-error.ts";

/** A page to show. `interaction` is the hidden id in its form; `cookie` is set when the browser needs a new one. */
export interface Page {
  request: AuthorizationRequest;
  interaction: string;
  cookie: string | undefined;
  /** The user who decides; undefined when a login is needed first. */
  login: BrowserLogin | undefined;
}

/** A submitted form: the interaction id in it, and the browser's cookie. */
export interface SubmittedForm {
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
  /** The login page is shown again. */
  | { kind: "refused"; error: AppError; request: AuthorizationRequest };

export type Decision = "allow" | "deny" | "switch";

export type DecisionOutcome =
  | { kind: "allowed"; redirectUri: string; code: string; state: string | undefined }
  /** Restart of the request, without a login. */
  | { kind: "again"; parameters: AuthorizationParameters };

/**
 * Steps of a browser at the authorization server. Each method throws OAuthRefusal, which is shown to the user, or
 * RedirectedRefusal, which is sent to the client.
 */
export interface BrowserFlow {
  /** Starts a request: returns the login or consent page. `repeated` names parameters that came more than once. */
  begin(parameters: AuthorizationParameters, repeated: readonly string[], cookie: string | undefined): Promise<Page>;
  /**
   * Handles the login form. Throws OAuthRefusal for a page that was used, has expired, or was shown in another browser.
   */
  logIn(sent: SubmittedForm, credentials: Credentials, from: LoginOrigin): Promise<LoginOutcome>;
  /** Handles the consent form. Throws like `logIn`; RedirectedRefusal for `deny`. */
  decide(sent: SubmittedForm, decision: Decision, origin: GrantOrigin): Promise<DecisionOutcome>;
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
 * A form works only in the browser that it was shown in, since its id is stored with that browser's cookie; and only
 * once, since its use deletes the id. A login sets a new cookie, so that an attacker who planted the previous one gains
 * nothing (session fixation).
 */
export function createBrowserFlow(deps: BrowserFlowDeps): BrowserFlow {
  const { postgres, clock, authorizer } = deps;
  const fromNow = (ms: number) => new Date(clock.now().getTime() + ms);

  const findBrowser = async (cookie: string | undefined) =>
    cookie === undefined ? undefined : interactionsStore.findBrowser(postgres, sha256(cookie), clock.now());

  /** Login and request limited to its user's scopes; undefined when another user must log in. */
  const requestForLogin = (login: BrowserLogin | undefined, request: AuthorizationRequest) => {
    const narrowed = login?.user.tenantId === request.client.tenantId ? requestForUser(request, login.user) : undefined;
    return login && narrowed && { login, request: narrowed };
  };

  const endLogin = async (tx: Sql, { sessionId, user }: BrowserLogin, origin: GrantOrigin) => {
    const { id, tenantId } = user;
    await sessionsStore.revoke(tx, sessionId, clock.now());
    const by = { ...origin, tenantId, actor: { kind: "user", id } as const };
    await recordAudit(tx, by, { action: "login.ended", target: { kind: "user", id } }, clock.now());
  };

  const findInteraction = async ({ interaction, cookie }: SubmittedForm) => {
    const browser = await findBrowser(cookie);
    const found =
      browser && cookie !== undefined
        ? await interactionsStore.find(postgres, sha256(interaction), sha256(cookie), clock.now())
        : undefined;
    if (!browser || !found || cookie === undefined) throw pageExpired();
    return { browser, browserHash: sha256(cookie), hash: sha256(interaction), ...found };
  };

  return {
    async begin(parameters, repeated, cookie) {
      const request = await authorizer.check(parameters);
      if (repeated.length > 0) {
        throw redirectedRefusal(request, "invalid_request", `${repeated.join(", ")} must be given once`);
      }
      const browser = await findBrowser(cookie);
      const ready = requestForLogin(browser?.login, request);
      const knownCookie = browser ? cookie : undefined;
      const secret = knownCookie ?? makeSecret();
      const hash = sha256(secret);
      const until = fromNow(INTERACTION_LIFETIME_MS);
      if (knownCookie === undefined) await interactionsStore.addBrowser(postgres, hash, undefined, until);
      else await interactionsStore.extend(postgres, hash, until);
      const interaction = makeSecret();
      const stored = { parameters, scopes: ready?.request.scopes };
      await interactionsStore.add(postgres, sha256(interaction), hash, stored, until);
      return {
        request: ready?.request ?? request,
        interaction,
        cookie: knownCookie === undefined ? secret : undefined,
        login: ready?.login,
      };
    },

    async logIn(sent, { email, password, code }, from) {
      const { parameters, hash, browserHash } = await findInteraction(sent);
      const request = await authorizer.check(parameters);
      const cookie = makeSecret();
      try {
        const login = { email, password, code, tenant: request.client.tenantName };
        await deps.checkLogin(login, from, async (tx, user) => {
          if (user.passwordOrigin === "temporary") throw temporaryPasswordRefused();
          if (!requestForUser(request, user))
            throw redirectedRefusal(request, "invalid_scope", "The user may not give these scopes");
          if (!(await interactionsStore.consume(tx, hash))) throw pageExpired();
          const sessionId = newId();
          if (!(await sessionsStore.open(tx, sessionId, user.id, user.passwordHash, clock.now()))) throw loginRefused();
          await interactionsStore.removeBrowser(tx, browserHash);
          await interactionsStore.addBrowser(tx, sha256(cookie), sessionId, fromNow(BROWSER_LOGIN_LIFETIME_MS));
        });
        return { kind: "done", cookie, parameters };
      } catch (error) {
        if (!(error instanceof AppError) || error instanceof OAuthRefusal || error.status >= 500) throw error;
        return { kind: "refused", error, request };
      }
    },

    async decide(sent, decision, origin) {
      const { browser, browserHash, parameters, scopes, hash } = await findInteraction(sent);
      if (scopes === undefined || !(await interactionsStore.consume(postgres, hash))) throw pageExpired();
      const { login } = browser;
      if (!login || decision === "switch") {
        await postgres.transaction(async (tx) => {
          if (login) await endLogin(tx, login, origin);
          await interactionsStore.removeBrowser(tx, browserHash);
        });
        return { kind: "again", parameters };
      }
      if (decision === "deny") return authorizer.deny(parameters, login.user);
      // Exactly the scopes that the page showed, even if the user's have changed since.
      const shown = { ...parameters, scope: scopes.join(" ") };
      const code = await authorizer.allow(shown, login.user, origin);
      return { kind: "allowed", redirectUri: parameters.redirect_uri ?? "", code, state: parameters.state };
    },
  };
}

function redirectedRefusal({ redirectUri, parameters }: AuthorizationRequest, error: OAuthErrorName, text: string) {
  return new RedirectedRefusal(error, text, { redirectUri, state: parameters.state });
}

/** The person who set a temporary password must not grant access in the user's name. */
function temporaryPasswordRefused(): AppError {
  return new AppError(
    "PERMISSION_DENIED",
    "This password was set by somebody else. Change it first (POST /v1/auth/password), then come back.",
  );
}

function pageExpired(): OAuthRefusal {
  return new OAuthRefusal(
    "invalid_request",
    "This page was used before, has expired, or was opened in another browser. Go back to the application and start again.",
  );
}
