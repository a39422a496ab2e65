import { createHash } from "node:crypto";
import { isScope } from "../../../model/scopes.ts";
import type { AuthorizationRequest } from "./oauth.model.ts";
import { formActionSource, redirectTarget } from "./redirect-uri.ts";
import { SCOPE_DESCRIPTIONS } from "./scope-descriptions.ts";

/** Pages for login, consent and refusal: no script, no external resources, light and dark, responsive. */

const STYLE = `:root{color-scheme:light dark;--edge:#6b7280;--accent:#1d4ed8;--on:#fff;--bad:#b91c1c;--soft:#f3f4f6}
@media(prefers-color-scheme:dark){:root{--edge:#9ca3af;--accent:#93c5fd;--on:#111827;--bad:#fca5a5;--soft:#1f2937}}
*{box-sizing:border-box}body{font:1rem/1.5 system-ui,sans-serif;margin:0;padding:1.5rem 1rem;overflow-wrap:anywhere}
main{margin:0 auto;max-width:26rem}h1{font-size:1.35rem;line-height:1.3;margin:0 0 1rem}p{margin:0 0 1rem}
label{display:block;font-weight:600;margin:1rem 0 .25rem}.hint{font-weight:400;font-size:.9rem}
input{font:inherit;width:100%;padding:.6rem .7rem;border:1px solid var(--edge);border-radius:.4rem;background:Field;color:FieldText}
button{font:inherit;font-weight:600;width:100%;min-height:2.9rem;padding:.6rem;margin-top:1rem;border:1px solid var(--accent);border-radius:.4rem;background:var(--accent);color:var(--on);cursor:pointer}
button.second{background:transparent;color:inherit;border-color:var(--edge)}button.plain{background:none;border:0;color:var(--accent);text-decoration:underline}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
[role=alert]{border-left:.3rem solid var(--bad);padding:.5rem .75rem;background:var(--soft)}
ul{padding-left:1.25rem;margin:0 0 1rem}.where{background:var(--soft);padding:.6rem .75rem;border-radius:.4rem}`;

const STYLE_SOURCE = `'sha256-${createHash("sha256").update(STYLE).digest("base64")}'`;

/**
 * Security headers of a page. `formTarget` is the source to which the answer to its form may redirect, besides this
 * site. `Referrer-Policy: same-origin` hides addresses from other sites, but keeps `Origin` on our forms, unlike
 * `no-referrer`.
 */
export function pageHeaders(formTarget?: string): Record<string, string> {
  const forms = formTarget === undefined ? "form-action 'self'" : `form-action 'self' ${formTarget}`;
  return {
    "Content-Security-Policy": `default-src 'none'; style-src ${STYLE_SOURCE}; ${forms}; base-uri 'none'; frame-ancestors 'none'`,
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    Pragma: "no-cache",
  };
}

export function requestHeaders({ redirectUri }: AuthorizationRequest): Record<string, string> {
  return pageHeaders(formActionSource(redirectUri));
}

export interface LoginPageContent {
  request: AuthorizationRequest;
  interaction: string;
  /** The email typed before a refused login. */
  email?: string;
  fault?: string;
}

export function loginPage({ request, interaction, email = "", fault }: LoginPageContent): string {
  const { name, tenantName } = request.client;
  const typed = email === "" ? " autofocus" : "";
  return page(
    fault === undefined ? "Log in" : "Log in: not accepted",
    `<h1>Log in to Orrery</h1>
<p>to go on to ${nameMarkup(name)}, with your account at ${nameMarkup(tenantName)}.</p>
${fault === undefined ? "" : `<p role="alert" id="fault">${escapeHtml(fault)}</p>`}
<form method="post" action="login">
<input type="hidden" name="interaction" value="${escapeHtml(interaction)}">
<label for="email">Email</label>
<input id="email" name="email" type="email" autocomplete="username" maxlength="254" required value="${escapeHtml(email)}"${typed}${faultAttributes(fault)}>
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" maxlength="256" required${typed === "" ? " autofocus" : ""}${faultAttributes(fault)}>
<label for="totp_code">Code <span class="hint">(if your account has a second factor: six digits, or a recovery code)</span></label>
<input id="totp_code" name="totp_code" autocomplete="one-time-code" autocapitalize="none" spellcheck="false" maxlength="40"${faultAttributes(fault)}>
<button>Log in</button>
</form>`,
  );
}

/** The consent page for `request.scopes`. */
export function consentPage(request: AuthorizationRequest, interaction: string, email: string): string {
  const { client, redirectUri, scopes } = request;
  const may = scopes.map(
    (scope) => `<li>${isScope(scope) ? SCOPE_DESCRIPTIONS[scope] : ""} <span class="hint">(${scope})</span></li>`,
  );
  return page(
    "Allow access",
    `<h1>Allow ${nameMarkup(client.name)} to use your account?</h1>
<p>You are logged in as ${nameMarkup(email)} at ${nameMarkup(client.tenantName)}. If you allow it, the application can:</p>
<ul>
${may.join("\n")}
</ul>
<p class="where">Either way you are sent to ${targetMarkup(redirectUri)}. Allow it only if you trust that.</p>
<form method="post" action="consent">
<input type="hidden" name="interaction" value="${escapeHtml(interaction)}">
<button name="decision" value="allow">Allow</button>
<button class="second" name="decision" value="deny">Deny</button>
<button class="plain" name="decision" value="switch">Log in as somebody else</button>
</form>`,
  );
}

export function refusalPage(text: string, requestId: string): string {
  return page(
    "This did not work",
    `<h1>This did not work</h1>
<p role="alert">${escapeHtml(text)}</p>
<p class="hint">Request ${escapeHtml(requestId)}</p>`,
  );
}

function faultAttributes(fault: string | undefined): string {
  return fault === undefined ? "" : ' aria-invalid="true" aria-describedby="fault"';
}

function targetMarkup(redirectUri: string): string {
  const { kind, name } = redirectTarget(redirectUri);
  const shown = nameMarkup(name);
  if (kind === "host") return shown;
  return kind === "loopback" ? `a program on this device (${shown})` : `the application ${shown} on this device`;
}

/** Markup of a name chosen by a user: escaped, and isolated so that it cannot change the text direction around it. */
function nameMarkup(name: string): string {
  return `<strong><bdi>${escapeHtml(name)}</bdi></strong>`;
}

function page(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} - Orrery</title>
<style>${STYLE}</style>
</head>
<body>
<main>
${content}
</main>
</body>
</html>
`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign]!);
}
