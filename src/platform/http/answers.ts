import type { Readable } from "node:stream";
import type { Page } from "./pagination.ts";
import { camelCase } from "./spelling.ts";

/** What a route's handler answers. The variant gives `body` and `page` their form; `raw` goes out as it is. */
export interface HttpResult {
  status: number;
  body?: unknown;
  page?: Page<unknown>;
  raw?: { content: string | Uint8Array | Readable; contentType: string };
  headers?: Record<string, string>;
}

export function ok(body: unknown, headers?: Record<string, string>): HttpResult {
  return headers ? { status: 200, body, headers } : { status: 200, body };
}

/** 201 with the address of the new thing, and its entity tag where it has one. */
export function created(body: unknown, place: { location: string; etag?: string | undefined }): HttpResult {
  const headers: Record<string, string> = { Location: place.location };
  if (place.etag !== undefined) headers.ETag = place.etag;
  return { status: 201, body, headers };
}

/** 202: taken on; `location` is where to ask how far it is. */
export function accepted(body: unknown, location?: string): HttpResult {
  return location === undefined ? { status: 202, body } : { status: 202, body, headers: { Location: location } };
}

/** 302 or 303 to another address. */
export function redirect(location: string, status: 302 | 303 = 302): HttpResult {
  return { status, headers: { Location: location } };
}

/** Content that is not JSON. A stream is sent as it comes. */
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

/** A page of a list, each item presented, narrowed to `fields` (and the id) where the caller asked for them. */
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
