import { randomBytes } from "node:crypto";
import { notFound } from "../../../errors.ts";
import { type HttpResult, raw, redirect } from "../answers.ts";
import { defineRoute, type Route } from "../route.ts";
import { BUILT_TYPES, type BuiltFile, createConsoleBuild, hashOf } from "./console-build.ts";

const operation = { method: "GET", tags: ["operations"], access: { public: true }, limit: "none" } as const;
const HTML_TYPE = "text/html; charset=utf-8";
const BASE = "/console/";
/** Files below have a hash in their names. */
const HASHED = "assets/";
/** Stands in the build's page where the nonce goes. */
const NONCE_PLACE = "{{nonce}}";

/** The component library adds style elements, which carry the nonce; scripts come from files alone. */
const policyWith = (nonce: string) =>
  `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; img-src 'self' data: blob:; font-src 'self'; ` +
  "connect-src 'self'; manifest-src 'self'; worker-src 'self' blob:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

const PAGE_HEADERS: Readonly<Record<string, string>> = {
  "X-Frame-Options": "DENY",
  "Referrer-Policy": "same-origin",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
};

const NOT_BUILT = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Orrery</title></head>
<body>
<h1>The console is not built</h1>
<p>Run <code>npm run build:console</code> in the folder of the checkout, then load this page again. The API works without it.</p>
</body>
</html>
`;

/**
 * The web console: `/` and `/console` lead to `/console/`, below which lie the files of the build; every other address there
 * is one of the page's own and answers the page.
 *
 * @param folder of the build
 */
export function consoleRoutes(folder: string): Route[] {
  return [redirectRoute("/", "home"), redirectRoute("/console", "consoleRoot"), pageRoute(folder)];
}

/** The address is relative, since a proxy may serve everything below a path of its own. */
function redirectRoute(path: string, operationId: string): Route {
  return defineRoute({
    ...operation,
    path,
    operationId,
    summary: "To the web console",
    responses: { 302: { description: "To the web console", headers: { Location: "" } } },
    handle: ({ rawQuery }) => redirect(`console/${rawQuery && `?${rawQuery}`}`),
  });
}

function pageRoute(folder: string): Route {
  const build = createConsoleBuild(folder);
  return defineRoute({
    ...operation,
    path: `${BASE}{+path}`,
    operationId: "console",
    summary: "The web console",
    responses: {
      200: { description: "A page, or a file of it", contentType: [HTML_TYPE, ...BUILT_TYPES] },
      503: { description: "The console is not built", contentType: HTML_TYPE },
    },
    handle: async (call) => {
      const name = call.path.slice(BASE.length);
      const file = await build.file(name, call.header("accept-encoding"));
      if (file) return answerFile(name, file);
      if (name.startsWith(HASHED)) throw notFound("path");
      const index = await build.index();
      return index ? answerPage(index) : raw(NOT_BUILT, HTML_TYPE, { status: 503, headers: pageHeaders() });
    },
  });
}

function answerFile(name: string, { content, contentType, coding }: BuiltFile): HttpResult {
  const headers = {
    "Cache-Control": name.startsWith(HASHED) ? "public, max-age=31536000, immutable" : "public, no-cache",
    ETag: `"${hashOf(content)}"`,
    Vary: "Accept-Encoding",
    "Cross-Origin-Resource-Policy": "same-origin",
    // For a picture that is opened by itself.
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    ...(coding !== undefined && { "Content-Encoding": coding }),
  };
  return raw(content, contentType, { headers });
}

/**
 * The page with a nonce of its own. Its entity tag is weak and leaves the nonce out: a browser that has the page keeps it
 * with the policy that came with it.
 */
function answerPage({ text, hash }: { text: string; hash: string }): HttpResult {
  const nonce = randomBytes(18).toString("base64");
  const headers = { ...pageHeaders(nonce), "Cache-Control": "no-cache", ETag: `W/"${hash}-${POLICY_HASH}"` };
  return raw(text.replaceAll(NONCE_PLACE, nonce), HTML_TYPE, { headers });
}

/** A page whose policy has changed is fetched again. */
const POLICY_HASH = hashOf(Buffer.from(policyWith("") + JSON.stringify(PAGE_HEADERS)));

function pageHeaders(nonce = randomBytes(18).toString("base64")): Record<string, string> {
  return { ...PAGE_HEADERS, "Content-Security-Policy": policyWith(nonce) };
}
