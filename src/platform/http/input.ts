import type { z } from "zod";
import { AppError, invalidField, notFound, type Violation } from "../../errors.ts";
import { contentCoding, DEFAULT_BODY_LIMIT, decodeText, decodeTextLossy, hasBody, readBody } from "./body.ts";
import type { Exchange } from "./exchange.ts";
import { parseJson, parseJsonLeniently } from "./json.ts";
import type { MountedRoute } from "./mounted.ts";
import { mediaType, readableCharset } from "./negotiation.ts";
import { unknownFields } from "./pagination.ts";
import { parsePairs } from "./query.ts";
import type { RawBody } from "./route.ts";
import { checkValue } from "./violations.ts";

const FORM_TYPE = "application/x-www-form-urlencoded";

/** A body as received; only its media type is checked. */
export interface ReceivedBody {
  bytes: Buffer;
  mediaType: string;
  form: "json" | "form" | "raw";
}

/**
 * Checks the media type and reads the body.
 * @returns undefined if the route takes no body or the caller sent none
 * @throws AppError 415, 413, or 400 if the body is cut off
 */
export async function receiveBody(x: Exchange, { route, consumes }: MountedRoute): Promise<ReceivedBody | undefined> {
  if (!consumes) return undefined;
  const type = mediaType(x.header("content-type"));
  if (!hasBody(x) && type === "") return undefined;
  const form = consumes.raw.has(type)
    ? "raw"
    : consumes.json.has(type)
      ? "json"
      : consumes.form && type === FORM_TYPE
        ? "form"
        : undefined;
  if (!form || (form !== "raw" && !readableCharset(x.header("content-type")))) throw unsupported(consumes);
  const packed = consumes.packed.has(type);
  const encoding = contentCoding(x.header("content-encoding"), !packed && (route.gzip ?? false));
  const coding = packed ? "packed" : encoding;
  if (!hasBody(x)) return { bytes: Buffer.alloc(0), mediaType: type, form };
  const started = performance.now();
  const bytes = await readBody(x, route.bodyLimit ?? DEFAULT_BODY_LIMIT, coding);
  x.receivingMs += performance.now() - started;
  return { bytes, mediaType: type, form };
}

function unsupported(consumes: NonNullable<MountedRoute["consumes"]>): AppError {
  const types = [...consumes.json, ...(consumes.form ? [FORM_TYPE] : []), ...consumes.raw];
  return new AppError("UNSUPPORTED_MEDIA_TYPE", `The Content-Type must be ${types.join(" or ")}, in UTF-8`);
}

/** The parts of a request, as their schemas parse them. */
export interface Input {
  params: unknown;
  query: unknown;
  body: unknown;
  rawBody: RawBody | undefined;
}

/**
 * Parses and checks all parts. Throws for malformed input first, then for a path that matches no schema. Returns the
 * faults of all fields to the caller, because a 404 for a missing thing goes before them.
 *
 * @throws AppError 400 or 404
 */
export function checkInput(
  x: Exchange,
  mounted: MountedRoute,
  { received, pathParams, format }: ReceivedInput,
): Input & { faults: Violation[] | undefined } {
  const { route } = mounted;
  const query = parsePairs(x.rawQuery, "query");
  const sent = parseBody(mounted, received);
  x.query = query;
  x.body = sent;
  const params = route.params ? check(route.params, pathParams) : { data: pathParams };
  if (params.faults) throw notFound("resource");
  const q = checkQuery(mounted, format === undefined ? query : { ...query, format });
  const schema = received?.form === "raw" ? undefined : (route.body ?? route.formBody);
  const body = schema ? check(schema, mounted.respellBody?.(sent) ?? sent) : NOTHING;
  const rawBody = received?.form === "raw" ? { bytes: received.bytes, mediaType: received.mediaType } : undefined;
  const faults = q.faults || body.faults ? [...(q.faults ?? []), ...(body.faults ?? [])] : undefined;
  return { params: params.data, query: q.data, body: body.data, rawBody, faults };
}

/** The parts of a request as received. */
export interface ReceivedInput {
  received: ReceivedBody | undefined;
  pathParams: Readonly<Record<string, string>>;
  /** Chosen by Accept; counts as the query parameter `format`. */
  format: string | undefined;
}

/** Checks the query, and that `fields` names fields of the list's items. */
function checkQuery({ route, respellQuery, listFields }: MountedRoute, query: Record<string, unknown>): Checked {
  if (!route.query) return NOTHING;
  const checked = check(route.query, respellQuery?.(query) ?? query, "query");
  const { fields } = (checked.data ?? {}) as { fields?: string[] };
  const fault = listFields && unknownFields(fields, listFields);
  return fault ? { faults: [fault] } : checked;
}

interface Checked {
  data?: unknown;
  faults?: Violation[];
}

const NOTHING: Checked = {};

function parseBody({ route, consumes }: MountedRoute, received: ReceivedBody | undefined): unknown {
  if (!consumes) return undefined;
  if (!received || received.bytes.length === 0) {
    if (route.bodyRequired ?? true) throw invalidField("body", "is required");
    return received?.form === "raw" ? undefined : {};
  }
  if (received.form === "raw") return undefined;
  if (received.form === "json" && route.lenientJson) return parseJsonLeniently(decodeTextLossy(received.bytes));
  const text = decodeText(received.bytes);
  return received.form === "json" ? parseJson(text) : parsePairs(text, "");
}

function check(schema: z.ZodType, value: unknown, prefix = ""): Checked {
  const { data, violations } = checkValue(schema, value, prefix);
  return violations ? { faults: violations } : { data };
}
