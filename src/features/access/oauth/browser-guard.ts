import { isOwnOrigin, readCookie as readOneCookie } from "../../../platform/http/browser.ts";
import { OAuthRefusal } from "./oauth-error.ts";

/** The parts of a request that identify its page and browser. */
export interface BrowserRequest {
  /** Base of the service's addresses, without a slash at its end. */
  origin: string;
  header(name: string): string | undefined;
}

/** Name and attributes of the browser's cookie, which is sent only below `/oauth`. */
function cookieOf(origin: string): { name: string; attributes: string } {
  const { protocol, pathname } = new URL(origin);
  const path = `${pathname.replace(/\/$/, "")}/oauth`;
  const secure = protocol === "https:";
  return {
    // The prefix makes browsers refuse it from an insecure page. `__Host-` would require the path `/`.
    name: secure ? "__Secure-orrery-oauth" : "orrery-oauth",
    attributes: `; Path=${path}; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`,
  };
}

/** The cookie's value; undefined for none or several. */
export function readCookie(request: BrowserRequest): string | undefined {
  return readOneCookie(request, cookieOf(request.origin).name, /^[0-9A-Za-z]{1,64}$/);
}

/** Header that sets a session cookie; its record on the server expires earlier. */
export function setCookie({ origin }: BrowserRequest, value: string | undefined): Record<string, string> {
  if (value === undefined) return {};
  const { name, attributes } = cookieOf(origin);
  return { "Set-Cookie": `${name}=${value}${attributes}` };
}

/**
 * CSRF check: throws OAuthRefusal for a form sent by another site, judged by `Sec-Fetch-Site` and `Origin`. A browser
 * that sends neither is checked by the cookie and the form's interaction id only.
 */
export function requireOwnForm(request: BrowserRequest): void {
  const site = request.header("sec-fetch-site");
  if (site !== undefined && site !== "same-origin" && site !== "none") throw foreignForm();
  const from = request.header("origin");
  if (from !== undefined && !isOwnOrigin(from, request)) throw foreignForm();
}

function foreignForm(): OAuthRefusal {
  return new OAuthRefusal(
    "invalid_request",
    "The form was sent by another site. Go back to the application and start again.",
  );
}
