import { z } from "@hono/zod-openapi";
import type { AppError } from "../../../errors.ts";
import { type HttpResult, raw, redirect } from "../../../platform/http/answers.ts";
import { type Call, defineRoute, type PublicContext, type Route } from "../../../platform/http/route.ts";
import type { BrowserFlow, Page, SubmittedForm } from "./browser-flow.ts";
import { readCookie, requireOwnForm, setCookie } from "./browser-guard.ts";
import { withoutEmpty } from "./exchange-token.ts";
import type { AuthorizationParameters } from "./oauth.model.ts";
import {
  consentPage,
  type LoginPageContent,
  loginPage,
  pageHeaders,
  refusalPage,
  requestHeaders,
} from "./oauth.pages.ts";
import { OAuthRefusal, RedirectedRefusal, toErrorDescription } from "./oauth-error.ts";
import { withParameters } from "./redirect-uri.ts";

const HTML_TYPE = "text/html; charset=utf-8";

/** Accepts repeated parameters, since the client learns of that error by redirect. */
const parameter = (description: string) =>
  z
    .union([z.string(), z.array(z.string())])
    .optional()
    .openapi({ type: "string", description });

const AuthorizeQuery = z.object({
  client_id: parameter("Required"),
  redirect_uri: parameter("Required; one that the client registered, character by character"),
  response_type: parameter("Required; `code`"),
  scope: parameter("Separated by blanks; by default all that the client may have"),
  state: parameter("Comes back with the answer"),
  code_challenge: parameter("PKCE (RFC 7636); required of a client without a secret"),
  code_challenge_method: parameter("`S256`"),
});

const interaction = z.string().max(64);
const LoginForm = z.object({
  interaction,
  email: z.string(),
  password: z.string(),
  totp_code: z.string().default(""),
});
const ConsentForm = z.object({ interaction, decision: z.enum(["allow", "deny", "switch"]) });

const shared = {
  tags: ["OAuth"],
  access: { public: true },
  limit: "login",
  errorPage: (error: AppError, requestId: string) => ({
    content: refusalPage(error.message, requestId),
    contentType: HTML_TYPE,
    headers: pageHeaders(),
  }),
} as const;
const REDIRECT_HEADERS = { Location: "Where the browser goes on" };

type PageCall<Q, B> = Call<PublicContext, unknown, Q, B>;

/** Pages of the authorization code grant (RFC 6749, section 4.1): login and consent, without script. */
export function authorizeRoutes(flow: BrowserFlow): Route[] {
  return [authorizeRoute(flow), loginRoute(flow), consentRoute(flow)];
}

function authorizeRoute(flow: BrowserFlow): Route {
  return defineRoute({
    ...shared,
    method: "GET",
    path: "/oauth/authorize",
    operationId: "oauthAuthorize",
    summary: "Ask the user to let a client act for it",
    description:
      "A page for the browser: login, then consent. Its forms lead to the client's redirect address with `code`, `state` " +
      "and `iss`, or with `error`. What is wrong with the client or the address itself is shown to the user.",
    query: AuthorizeQuery,
    responses: {
      200: {
        description: "A page",
        contentType: HTML_TYPE,
        examples: { [HTML_TYPE]: "<!DOCTYPE html><title>Log in</title>" },
      },
      302: { description: "To the client, with an error", headers: REDIRECT_HEADERS },
    },
    handle: (call) =>
      redirectRefusals(call, 302, async () => {
        const { parameters, repeated } = readParameters(call.query);
        const found = await flow.begin(parameters, repeated, readCookie(call));
        return showPage(found, setCookie(call, found.cookie));
      }),
  });
}

function loginRoute(flow: BrowserFlow): Route {
  return defineRoute({
    ...shared,
    method: "POST",
    path: "/oauth/login",
    operationId: "oauthLogin",
    summary: "The form of the login page",
    description: "Sent by the page of `GET /oauth/authorize`, not by clients.",
    formBody: LoginForm,
    responses: {
      303: { description: "On to the consent, or to the client with an error", headers: REDIRECT_HEADERS },
      401: { description: "The page once more", contentType: HTML_TYPE },
      403: { description: "The page once more: the password has to be changed first", contentType: HTML_TYPE },
    },
    handle: (call) =>
      redirectRefusals(call, 303, async () => {
        const { email, password, totp_code, interaction } = call.body;
        const code = totp_code.replaceAll(" ", "") || undefined;
        const outcome = await flow.logIn(submittedForm(call), { email: email.trim(), password, code }, call.ctx);
        if (outcome.kind === "done") return restart(outcome.parameters, setCookie(call, outcome.cookie));
        const { error, request } = outcome;
        const fault = error.code === "AUTH_FAILED" ? LOGIN_REFUSED : error.message;
        return showLogin({ request, interaction, email, fault }, error.headers, error.status);
      }),
  });
}

const LOGIN_REFUSED = "Email, password or code is wrong. An account with a second factor needs its code as well.";

function consentRoute(flow: BrowserFlow): Route {
  return defineRoute({
    ...shared,
    method: "POST",
    path: "/oauth/consent",
    operationId: "oauthConsent",
    summary: "The form of the consent page",
    description: "Sent by the page of `GET /oauth/authorize`, not by clients.",
    formBody: ConsentForm,
    responses: {
      303: { description: "To the client, with a code or an error", headers: REDIRECT_HEADERS },
      400: { description: "The page was used before, or has expired", contentType: HTML_TYPE },
    },
    handle: (call) =>
      redirectRefusals(call, 303, async () => {
        const outcome = await flow.decide(submittedForm(call), call.body.decision, call.ctx);
        if (outcome.kind === "again") return restart(outcome.parameters);
        const { redirectUri, code, state } = outcome;
        return redirectToClient(withParameters(redirectUri, { code, state, iss: call.origin }), 303);
      }),
  });
}

/** Turns a RedirectedRefusal into a redirect to the client's address (RFC 6749, section 4.1.2.1; RFC 9207). */
async function redirectRefusals<Q, B>(
  call: PageCall<Q, B>,
  status: 302 | 303,
  work: () => Promise<HttpResult>,
): Promise<HttpResult> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof RedirectedRefusal)) throw error;
    const { redirectUri, state, error: name, message } = error;
    const answer = { error: name, error_description: toErrorDescription(message), state, iss: call.origin };
    return redirectToClient(withParameters(redirectUri, answer), status);
  }
}

function redirectToClient(location: string, status: 302 | 303): HttpResult {
  const answer = redirect(location, status);
  return { ...answer, headers: { ...answer.headers, "Referrer-Policy": "no-referrer", Pragma: "no-cache" } };
}

/** Redirects to the start of the flow, by an address relative to the form's. */
function restart(parameters: AuthorizationParameters, headers: Record<string, string> = {}): HttpResult {
  const answer = redirect(`authorize?${new URLSearchParams({ ...parameters })}`, 303);
  return { ...answer, headers: { ...answer.headers, ...headers } };
}

function showPage({ request, interaction, login }: Page, headers: Record<string, string>): HttpResult {
  if (!login) return showLogin({ request, interaction }, headers);
  const content = consentPage(request, interaction, login.user.email);
  return raw(content, HTML_TYPE, { headers: { ...requestHeaders(request), ...headers } });
}

function showLogin(content: LoginPageContent, headers: Readonly<Record<string, string>>, status = 200): HttpResult {
  return raw(loginPage(content), HTML_TYPE, { status, headers: { ...requestHeaders(content.request), ...headers } });
}

function submittedForm<Q>(call: PageCall<Q, { interaction: string }>): SubmittedForm {
  requireOwnForm(call);
  return { interaction: call.body.interaction, cookie: readCookie(call) };
}

/**
 * Separates single from repeated parameters. Throws OAuthRefusal when `client_id` or `redirect_uri` is repeated:
 * without them there is no client to redirect an error to.
 */
function readParameters(query: z.output<typeof AuthorizeQuery>): {
  parameters: AuthorizationParameters;
  repeated: string[];
} {
  const entries = Object.entries(query);
  const repeated = entries.filter(([, value]) => Array.isArray(value)).map(([name]) => name);
  const vital = repeated.find((name) => name === "client_id" || name === "redirect_uri");
  if (vital !== undefined)
    throw new OAuthRefusal("invalid_request", `The request cannot be answered: it has more than one ${vital}.`);
  const single = entries.filter((entry): entry is [string, string] => typeof entry[1] === "string");
  return { parameters: withoutEmpty(Object.fromEntries(single)), repeated };
}
