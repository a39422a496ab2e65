import { Readable } from "node:stream";
import { AppError } from "../../errors.ts";
import type { HttpResult } from "./answers.ts";
import type { Route } from "./route.ts";
import type { Fault, ListAddress, Variant } from "./variant.ts";

/** An answer in its final form, without the headers of every answer. */
export interface Rendered {
  status: number;
  headers: Record<string, string>;
  body: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null;
  /** Id of the thing in the answer, if it shows a single one. */
  resourceId?: string | undefined;
}

const JSON_TYPE = "application/json";

/** Renders a handler's result in the form of its variant. */
export function render(result: HttpResult, variant: Variant, address: ListAddress): Rendered {
  const { status, headers } = result;
  if (result.raw) {
    const { content, contentType } = result.raw;
    const body = content instanceof Readable ? (Readable.toWeb(content) as ReadableStream<Uint8Array>) : content;
    return { status, headers: { "Content-Type": contentType, ...headers }, body: body as Rendered["body"] };
  }
  if (result.page) {
    const list = variant.list(result.page, address);
    return {
      status,
      headers: { "Content-Type": JSON_TYPE, ...list.headers, ...headers },
      body: JSON.stringify(list.body),
    };
  }
  if (result.body === undefined) return { status, headers: headers ?? {}, body: null };
  return {
    status,
    headers: headers ? { "Content-Type": JSON_TYPE, ...headers } : { "Content-Type": JSON_TYPE },
    body: JSON.stringify(variant.success(result.body)),
    resourceId: idOf(result.body),
  };
}

function idOf(body: unknown): string | undefined {
  if (body === null || typeof body !== "object") return undefined;
  const { id, _id, client_id } = body as Record<string, unknown>;
  const found = id ?? _id ?? client_id;
  return typeof found === "string" ? found : undefined;
}

/** Renders an error in the form of the variant, or of the route's own standard. RFC 6750 requires the challenge. */
export function renderError(
  fault: Fault,
  variant: Variant,
  overrides: Pick<Route, "presentError" | "errorPage"> = {},
): Rendered {
  const { error, requestId } = fault;
  if (overrides.errorPage) {
    const { content, contentType, headers } = overrides.errorPage(error, requestId);
    return {
      status: error.status,
      headers: { "Content-Type": contentType, ...headers, ...error.headers },
      body: content,
    };
  }
  const body = overrides.presentError ? overrides.presentError(error, requestId) : variant.error(fault);
  const headers: Record<string, string> = { "Content-Type": JSON_TYPE, ...error.headers };
  if (error.code === "AUTHENTICATION_REQUIRED") headers["WWW-Authenticate"] ??= 'Bearer realm="orrery"';
  return { status: error.status, headers, body: JSON.stringify(body) };
}

/** An unexpected error: a fixed text for the caller, the cause for the log. */
export function internalError(cause: unknown): AppError {
  return new AppError("INTERNAL_ERROR", "The request failed because of an internal error", { cause });
}
