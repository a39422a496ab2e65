import { z } from "@hono/zod-openapi";

const MAX_LENGTH = 2_000;
const LOOPBACK = new Set(["127.0.0.1", "[::1]", "localhost"]);
/** RFC 8252, section 7.1: a reversed domain name of the application's maker, so at least one dot. */
const PRIVATE_SCHEME = /^[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+:$/;
const HOST = /^([a-z0-9_-]+\.)*[a-z0-9_-]+\.?$/;

/** Why the address may not be registered as redirect URI; undefined when it may. */
export function redirectUriFault(text: string): string | undefined {
  if (!/^[\x21-\x7e]+$/.test(text) || /["'<>\\^`{|}]/.test(text)) return "must be an absolute address, percent-encoded";
  if (text.includes("#")) return "must not have a fragment";
  if (text.includes("*")) return "must not hold a wildcard";
  if (!URL.canParse(text)) return "must be an absolute address";
  const { protocol, hostname, username, password } = new URL(text);
  if (username !== "" || password !== "" || /^[^/?]*:\/\/[^/?]*@/.test(text)) return "must not hold a user name";
  if (protocol === "http:" && !LOOPBACK.has(hostname)) return "must be https, except on this machine";
  if (protocol === "https:" || protocol === "http:") {
    const written = /^https?:\/\/(?=[^/])/i.test(text);
    const named = HOST.test(hostname) || /^\[[0-9a-f:.]+\]$/.test(hostname);
    return written && named ? undefined : "must name a host";
  }
  return PRIVATE_SCHEME.test(protocol)
    ? undefined
    : "must be https, or a scheme of the application's own with a dot in it";
}

export const redirectUris = z
  .array(
    z
      .string()
      .min(1)
      .max(MAX_LENGTH)
      .superRefine((text, ctx) => {
        const message = redirectUriFault(text);
        if (message !== undefined) ctx.addIssue({ code: "custom", message });
      })
      .openapi({ format: "uri" }),
  )
  .min(1)
  .max(10)
  .transform((uris) => [...new Set(uris)]);

/** Adds the parameters to the query of the address, which is otherwise unchanged. */
export function withParameters(uri: string, parameters: Readonly<Record<string, string | undefined>>): string {
  const added = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) added.set(name, value);
  const joint = !uri.includes("?") ? "?" : /[?&]$/.test(uri) ? "" : "&";
  return `${uri}${joint}${added}`;
}

/** Target of a registered address: a host, a program on the user's machine, or an application by its scheme. */
export function redirectTarget(uri: string): { kind: "host" | "loopback" | "application"; name: string } {
  const { protocol, host, hostname } = new URL(uri);
  if (protocol !== "https:" && protocol !== "http:") return { kind: "application", name: protocol.slice(0, -1) };
  return { kind: LOOPBACK.has(hostname) ? "loopback" : "host", name: host };
}

/**
 * The source that `form-action` of a Content-Security-Policy must allow beside 'self', since some browsers also apply
 * it to the redirect that answers a form. The CSP grammar has no IPv6 addresses: for these it is the scheme only.
 */
export function formActionSource(uri: string): string {
  const { protocol, host, hostname } = new URL(uri);
  const expressible = (protocol === "https:" || protocol === "http:") && !hostname.startsWith("[");
  return expressible ? `${protocol}//${host}` : protocol;
}
