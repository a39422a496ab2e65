import { z } from "@hono/zod-openapi";
import { type ErrorCode, STATUS_OF } from "../../../errors.ts";
import { ERROR_MEANINGS } from "../docs/guide-text.ts";
import type { MountedRoute } from "../mounted.ts";
import type { Answer } from "./document.model.ts";
import { commonHeaders, headerRef } from "./headers.ts";

/** Names of the shared answers, by status. */
const NAMES: Readonly<Record<number, string>> = {
  400: "BadRequest",
  401: "Unauthorized",
  403: "Forbidden",
  404: "NotFound",
  405: "MethodNotAllowed",
  406: "NotAcceptable",
  409: "Conflict",
  410: "Gone",
  412: "PreconditionFailed",
  413: "ContentTooLarge",
  415: "UnsupportedMediaType",
  416: "RangeNotSatisfiable",
  422: "UnprocessableContent",
  429: "TooManyRequests",
  500: "InternalServerError",
  503: "ServiceUnavailable",
};

const FURTHER_HEADERS: Readonly<Record<number, string>> = {
  401: "WWW-Authenticate",
  405: "Allow",
  409: "Retry-After",
  416: "Content-Range",
  429: "Retry-After",
  503: "Retry-After",
};

/** The errors of both variants as answers, one a status. */
export function sharedRefusals(): Record<string, Answer> {
  const shared: Record<string, Answer> = {};
  for (const [status, name] of Object.entries(NAMES)) {
    const headers = headersOf(Number(status), ["X-Request-ID"]);
    const content = { "application/json": { schema: { $ref: "#/components/schemas/Error" } } };
    shared[name] = { description: meaningOf(Number(status)), headers, content };
  }
  return shared;
}

function headersOf(status: number, common: readonly string[]) {
  const further = FURTHER_HEADERS[status];
  const names = further === undefined ? common : [...common, further];
  return Object.fromEntries(names.map((name) => [name, headerRef(name)]));
}

/** The meanings of the codes of a status, in Markdown. */
function meaningOf(status: number): string {
  const codes = (Object.keys(STATUS_OF) as ErrorCode[]).filter((code) => STATUS_OF[code] === status);
  return codes.map((code) => `\`${code}\`: ${ERROR_MEANINGS[code].replaceAll(/<\/?code>/g, "`")}`).join("\n\n");
}

/**
 * The statuses with which the route can refuse: the pipeline's, and those of the errors that the route declares. Any
 * address can be malformed in its query.
 */
function refusalsOf({ route, hasParams, consumes }: MountedRoute): number[] {
  const codes: ErrorCode[] = ["VALIDATION_ERROR", "RATE_LIMIT_EXCEEDED", "INTERNAL_ERROR", "SERVICE_UNAVAILABLE"];
  codes.push(...(route.errors ?? []));
  if (route.formats) codes.push("NOT_ACCEPTABLE");
  if (!route.access.public) codes.push("AUTHENTICATION_REQUIRED", "PERMISSION_DENIED");
  else if (route.access.signed) codes.push("AUTHENTICATION_REQUIRED");
  else if (route.limit === "login" && consumes && !route.errorPage) codes.push("AUTH_FAILED");
  if (hasParams) codes.push("RESOURCE_NOT_FOUND");
  if (consumes) codes.push("PAYLOAD_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE");
  if (route.idempotent) codes.push("CONFLICT", "IDEMPOTENCY_MISMATCH");
  if (route.ifMatch) codes.push("PRECONDITION_FAILED");
  if (route.ranges) codes.push("RANGE_NOT_SATISFIABLE");
  const statuses = new Set(codes.map((code) => STATUS_OF[code]));
  return [...statuses].filter((status) => !route.responses[status]).sort((a, b) => a - b);
}

/** The refusals of a route: references to the shared ones, unless the route has a form of its own for errors. */
export function refusals(mounted: MountedRoute) {
  const { route } = mounted;
  return Object.fromEntries(
    refusalsOf(mounted).map((status) => {
      if (!route.presentError && !route.errorPage) return [status, { $ref: `#/components/responses/${NAMES[status]}` }];
      const content = route.errorPage
        ? { "text/html": { schema: z.string() } }
        : { "application/json": { schema: oauthError } };
      return [status, { description: meaningOf(status), headers: headersOf(status, commonHeaders(mounted)), content }];
    }),
  );
}

/** RFC 6749, section 5.2. */
const oauthError = z.looseObject({ error: z.string(), error_description: z.string().optional() }).openapi("OAuthError");
