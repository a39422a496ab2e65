import { z } from "@hono/zod-openapi";
import { AppError } from "../../errors.ts";
import { SCOPES } from "../../model/scopes.ts";
import { type HttpResult, ok } from "../../platform/http/answers.ts";
import type { BrowserCall } from "../../platform/http/browser.ts";
import { defineRoute, type Route } from "../../platform/http/route.ts";
import { type AccessVerbs, loginBody, loginResult, REFRESH_TOKEN_MS } from "../access/index.ts";
import {
  clearSessionCookie,
  readSessionCookie,
  requireOwnPage,
  SESSION_PATH,
  setSessionCookie,
} from "./session-cookie.ts";

type SessionVerbs = Pick<AccessVerbs, "login" | "renew" | "endLogin">;
type Login = Awaited<ReturnType<AccessVerbs["login"]>>;

const schema = loginResult
  .omit({ refreshToken: true })
  .extend({ scopes: z.array(z.enum(SCOPES)).openapi({ description: "What the access token may do" }) })
  .openapi("ConsoleSession");

const shared = {
  path: SESSION_PATH,
  tags: ["Console"],
  access: { public: true },
} as const;
const COOKIE_HEADER = { "Set-Cookie": "The refresh token, which no script reads" };
const OWN_PAGES =
  " Answers pages of the service itself: those whose browser sends `Sec-Fetch-Site: same-origin`, or an `Origin` of its own.";

/**
 * The browser's session. Its refresh token stands in a cookie that only these routes read; the access token lives in the
 * page's memory.
 */
export function consoleSessionRoutes(verbs: SessionVerbs): Route[] {
  return [startRoute(verbs), renewRoute(verbs), endRoute(verbs)];
}

function startRoute(verbs: SessionVerbs): Route {
  return defineRoute({
    ...shared,
    // A password is guessed here; the cookie's token of 220 bits is not.
    limit: "login",
    method: "POST",
    operationId: "startConsoleSession",
    summary: "Log in to the console",
    description:
      "As `POST /v1/auth/login`, except that the refresh token becomes a cookie. Where the password is right and the code of " +
      "the second factor is missing, the 401 has `totp_required: true`; where the tenant is, `tenant_required: true`." +
      OWN_PAGES,
    body: loginBody,
    errors: ["PERMISSION_DENIED"],
    responses: { 200: { description: "The session, with an access token", schema, headers: COOKIE_HEADER } },
    handle: async (call) => {
      requireOwnPage(call);
      const { totp_code: code, ...body } = call.body;
      return answerOf(call, await verbs.login({ ...body, code, namesMissingCode: true }, call.ctx));
    },
  });
}

function renewRoute(verbs: SessionVerbs): Route {
  return defineRoute({
    ...shared,
    limit: "standard",
    method: "PUT",
    operationId: "renewConsoleSession",
    summary: "Renew the console's session",
    description:
      "A new access token for the session of the cookie, which changes with it. Tabs that renew within 10 s of each other get " +
      "the same cookie; a copy of an older one ends the login. A refusal clears the cookie." +
      OWN_PAGES,
    errors: ["AUTH_FAILED", "PERMISSION_DENIED"],
    responses: { 200: { description: "The session, with a new access token", schema, headers: COOKIE_HEADER } },
    handle: async (call) => {
      requireOwnPage(call);
      try {
        return answerOf(call, await verbs.renew(readSessionCookie(call) ?? "", call.ctx));
      } catch (error) {
        throw error instanceof AppError && error.code === "AUTH_FAILED" ? sessionOver(call) : error;
      }
    },
  });
}

function endRoute(verbs: SessionVerbs): Route {
  return defineRoute({
    ...shared,
    limit: "standard",
    method: "DELETE",
    operationId: "endConsoleSession",
    summary: "Log out of the console",
    description: `Ends the login of the cookie with all its tokens, and clears it. Without a session it only clears it.${OWN_PAGES}`,
    errors: ["PERMISSION_DENIED"],
    responses: {
      200: {
        description: "There is no session any more",
        schema: z.object({ message: z.string() }),
        headers: { "Set-Cookie": "Clears the cookie" },
      },
    },
    handle: async (call) => {
      requireOwnPage(call);
      const refreshToken = readSessionCookie(call);
      if (refreshToken !== undefined) await verbs.endLogin(refreshToken, call.ctx);
      return ok({ message: "Logged out" }, clearSessionCookie(call));
    },
  });
}

function answerOf(call: BrowserCall, { refreshToken, ...session }: Login): HttpResult {
  return ok(session, setSessionCookie(call, refreshToken, REFRESH_TOKEN_MS));
}

function sessionOver(call: BrowserCall): AppError {
  return new AppError("AUTH_FAILED", "There is no session, or it is over: log in", {
    headers: clearSessionCookie(call),
  });
}
