import type { MountedRoute } from "../mounted.ts";
import type { ResponseSpec } from "../route.ts";
import type { Header, JsonSchema } from "./document.model.ts";

const TEXT: JsonSchema = { type: "string" };
const COUNT: JsonSchema = { type: "integer", minimum: 0 };

/** Headers of answers, each described once. */
export const SHARED_HEADERS: Readonly<Record<string, Header>> = {
  "X-Request-ID": { description: "Id of the request: the caller's, or a new one", schema: TEXT },
  "X-RateLimit-Limit": { description: "Requests that fit into the window with least left", schema: COUNT },
  "X-RateLimit-Remaining": { description: "Requests left in it", schema: COUNT },
  "X-RateLimit-Reset": { description: "Unix time in seconds at which it ends", schema: COUNT },
  "X-RateLimit-Reset-After": { description: "Seconds until then", schema: COUNT },
  "X-API-Key-Expires": {
    description: "When the key that the request came with expires, from 14 days before",
    schema: { type: "string", format: "date-time" },
  },
  "X-Total-Count": { description: "Entries in the whole list", schema: COUNT },
  "X-Page": { description: "This page", schema: COUNT },
  "X-Per-Page": { description: "Entries per page", schema: COUNT },
  "X-Total-Pages": { description: "Pages in the whole list", schema: COUNT },
  Link: { description: "RFC 8288: `first`, `last`, and `next` and `prev` where they exist", schema: TEXT },
  Location: { description: "Address of what was made, or of the page where to go on", schema: TEXT },
  "Retry-After": { description: "Seconds to wait before another try", schema: COUNT },
  "WWW-Authenticate": { description: "How to authenticate (RFC 9110, section 11.6.1)", schema: TEXT },
  "Content-Disposition": { description: "Name under which to store the file", schema: TEXT },
  "Content-Range": { description: "Which bytes of how many (RFC 9110, section 14.4)", schema: TEXT },
  "Accept-Ranges": { description: "That parts of it can be asked for by `Range`", schema: { const: "bytes" } },
  "Last-Modified": { description: "When it was made (RFC 9110, section 8.8.2)", schema: TEXT },
  "Idempotency-Replayed": {
    description: "The answer is the one that the first request with this Idempotency-Key got",
    schema: { const: "true" },
  },
  Allow: { description: "Methods that the address answers", schema: TEXT },
  "Cache-Control": { description: "How long a copy may be used", schema: TEXT },
  "X-API-Deprecation-Date": { description: "When the operation ends", schema: { type: "string", format: "date" } },
  "X-API-Deprecation-Info": { description: "Address of the migration notes", schema: TEXT },
};

const RATE = ["X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset", "X-RateLimit-Reset-After"];

export function headerRef(name: string): Header {
  return { $ref: `#/components/headers/${name}` };
}

/** Headers of every answer of the route, with any status. */
export function commonHeaders({ route }: MountedRoute): string[] {
  const names = ["X-Request-ID"];
  if (route.limit !== "none") names.push(...RATE);
  if (!route.access.public) names.push("X-API-Key-Expires");
  if (route.deprecated) names.push("X-API-Deprecation-Date", "X-API-Deprecation-Info");
  return names;
}

/** Headers of one successful answer: the common ones, the ones of its status, and the ones that the route declares. */
export function headersOf(mounted: MountedRoute, status: number, response: ResponseSpec): Record<string, Header> {
  const names = commonHeaders(mounted);
  if (status === 201 || (status >= 300 && status < 400)) names.push("Location");
  if (mounted.route.idempotent) names.push("Idempotency-Replayed");
  if (response.list) names.push(...mounted.variant.listHeaders);
  const headers = Object.fromEntries(names.map((name) => [name, headerRef(name)]));
  for (const [name, description] of Object.entries(response.headers ?? {})) {
    headers[name] = description === "" ? headerRef(name) : { description, schema: TEXT };
  }
  return headers;
}
