import { AppError } from "../../errors.ts";
import { type BrowserCall, isOwnOrigin, readCookie } from "../../platform/http/browser.ts";

/** Path of the routes, and of the cookie: no other route gets it. */
export const SESSION_PATH = "/console/session";

/** A refresh token's characters. */
const TOKEN_FORM = /^[0-9A-Za-z_]{1,128}$/;

/** The refresh token of the browser's session; undefined when it has none. */
export function readSessionCookie(call: BrowserCall): string | undefined {
  return readCookie(call, cookieOf(call).name, TOKEN_FORM);
}

/** Header that makes the browser keep the refresh token for as long as it counts. */
export function setSessionCookie(call: BrowserCall, refreshToken: string, lifetimeMs: number): Record<string, string> {
  const { name, attributes } = cookieOf(call);
  return { "Set-Cookie": `${name}=${refreshToken}; Max-Age=${Math.floor(lifetimeMs / 1_000)}${attributes}` };
}

/** Header that makes the browser forget the session. */
export function clearSessionCookie(call: BrowserCall): Record<string, string> {
  const { name, attributes } = cookieOf(call);
  return { "Set-Cookie": `${name}=; Max-Age=0${attributes}` };
}

function cookieOf({ origin, isHttps }: BrowserCall): { name: string; attributes: string } {
  const path = `${new URL(origin).pathname.replace(/\/$/, "")}${SESSION_PATH}`;
  return {
    // The prefix makes browsers refuse it from an insecure page. `__Host-` would require the path `/`.
    name: isHttps ? "__Secure-orrery-session" : "orrery-session",
    attributes: `; Path=${path}; HttpOnly; SameSite=Strict${isHttps ? "; Secure" : ""}`,
  };
}

/**
 * CSRF check: throws 403 unless the request comes from a page of this service. Browsers say so in `Sec-Fetch-Site`; older
 * ones, and all of them over plain http, say in `Origin` where the page is from.
 */
export function requireOwnPage(call: BrowserCall): void {
  const site = call.header("sec-fetch-site");
  const from = call.header("origin");
  const isOwn = site === undefined ? from !== undefined && isOwnOrigin(from, call) : site === "same-origin";
  if (!isOwn) throw new AppError("PERMISSION_DENIED", "This address answers pages of the console alone");
}
