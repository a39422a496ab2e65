import type { Readable } from "node:stream";
import type { Page } from "./pagination.ts";
import { camelCase } from "./spelling.ts";

/** The result of a route's handler. The variant formats `body` and `page`; `raw` is sent unchanged. */
export interface HttpResult {
  status: number;
  body?: unknown;
  page?: Page<unknown>;
  raw?: { content: string | Uint8Array | Readable; contentType: string };
  headers?: Record<string, string>;
}

/**
 * 200 with a body. The variant adds its envelope and spelling, so `body` is a plain resource in snake case.
 *
 * @param headers further response headers, e.g. `ETag`
 */
export function ok(body: unknown, headers?: Record<string, string>): HttpResult {
  return headers ? { status: 200, body, headers } : { status: 200, body };
}

/** 201 with the address of the new thing in `Location`, and its entity tag if it has one. */
export function created(body: unknown, place: { location: string; etag?: string | undefined }): HttpResult {
  const headers: Record<string, string> = { Location: place.location };
  if (place.etag !== undefined) headers.ETag = place.etag;
  return { status: 201, body, headers };
}

/** 202: accepted for later processing; `location` is the address of the status. */
export function accepted(body: unknown, location?: string): HttpResult {
  return location === undefined ? { status: 202, body } : { status: 202, body, headers: { Location: location } };
}

/** 302 or 303 to another address. */
export function redirect(location: string, status: 302 | 303 = 302): HttpResult {
  return { status, headers: { Location: location } };
}

/** Content other than JSON. A stream is sent as it is produced. */
export function raw(
  content: string | Uint8Array | Readable,
  contentType: string,
  options: { status?: number; headers?: Record<string, string> } = {},
): HttpResult {
  return {
    status: options.status ?? 200,
    raw: { content, contentType },
    ...(options.headers && { headers: options.headers }),
  };
}

/** A page of a list. Presents each item, reduced to the id and the requested `fields` if the caller named any. */
export function listed<T, R extends object>(
  page: Page<T>,
  present: (item: T) => R,
  fields?: readonly string[] | undefined,
): HttpResult {
  const wanted = fields && new Set(["id", "_id", ...fields, ...fields.map(camelCase)]);
  const items = page.items.map((item) => (wanted ? narrow(present(item), wanted) : present(item)));
  return { status: 200, page: { ...page, items } };
}

function narrow(item: object, wanted: ReadonlySet<string>): object {
  return Object.fromEntries(Object.entries(item).filter(([name]) => wanted.has(name)));
}
