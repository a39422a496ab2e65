import { expect } from "vitest";
import { type ErrorCode, STATUS_OF } from "../../src/errors.ts";
import { type Mount, type MountedRoute, mountRoutes } from "../../src/platform/http/mounted.ts";
import type { VariantName } from "../../src/platform/http/ports.ts";
import { newId } from "../../src/platform/ids.ts";
import { documentedBounds } from "./api-document.ts";

/** One request that must be refused, and how. If the path names an unknown resource, 404 may come first. */
export interface HttpCase {
  /** `GET /v1/cmdb/ci`. */
  route: string;
  what: string;
  variant: VariantName;
  request: { method: string; path: string; headers: Record<string, string>; body?: string };
  codes: readonly ErrorCode[];
  /** Field that the violations of a 400 must name. */
  field?: string;
  /** The route has its own error format: check only the status. */
  ownForm: boolean;
}

export interface CaseOptions {
  /** Authorization header with every scope. */
  credential: Record<string, string>;
  /** A valid credential without scopes; if absent, 403 cases are omitted. */
  powerless?: Record<string, string>;
  /** Value of a path parameter; by default an unused id. */
  param?: (name: string, pattern: string) => string;
}

const JSON_TYPE = { "content-type": "application/json" };
const UNKNOWN_FIELD = "zz_no_such_field";
const BROKEN = ['{"name":', "[".repeat(1000)];
const UNFIT = ['{"a":"\\u0000"}', '{"a":"\\ud800"}', '{"__proto__":{}}', '{"a":{"__proto__":1}}'];
const MALFORMED = [...BROKEN, ...UNFIT];

/** Refusals that every route must give, generated from the route table. */
export function genericCases(mounts: readonly Mount[], options: CaseOptions): HttpCase[] {
  const cases: HttpCase[] = [];
  for (const { variant } of mounts) {
    const path = `${variant.base}/zz-no-such-path`;
    for (const [headers, how] of [[{}, "without"] as const, [options.credential, "with"] as const]) {
      const request = { method: "GET", path, headers: { ...headers } };
      const what = `${how} a credential`;
      cases.push({
        route: `an unknown path of variant ${variant.name}`,
        what,
        variant: variant.name,
        request,
        codes: ["RESOURCE_NOT_FOUND"],
        ownForm: false,
      });
    }
  }
  const bounds = documentedBounds(mounts);
  for (const entry of mountRoutes(mounts)) {
    for (const mounted of entry.methods.values()) {
      cases.push(...casesOf(mounted, [...entry.methods.keys()], options, bounds(mounted)));
    }
  }
  return cases;
}

function casesOf(
  mounted: MountedRoute,
  methods: readonly string[],
  options: CaseOptions,
  most: number | undefined,
): HttpCase[] {
  const { route, pattern, variant, consumes } = mounted;
  const path = pattern.replaceAll(/\{([^}]*)\}/g, (_, name: string) => options.param?.(name, pattern) ?? newId());
  const elsewhere: ErrorCode[] = pattern.includes("{") ? ["RESOURCE_NOT_FOUND"] : [];
  const isSigned = route.access.public === true && route.access.signed === true;
  // Who proves itself by what it sends has no credential, and is told nothing of its body before.
  const credential = isSigned ? {} : options.credential;
  const found: HttpCase[] = [];
  const add = (
    what: string,
    code: ErrorCode,
    request: Partial<HttpCase["request"]>,
    more: { field?: string; or?: ErrorCode[] } = {},
  ): void => {
    found.push({
      route: `${route.method} ${pattern}`,
      what,
      variant: variant.name,
      request: { method: route.method, path, headers: credential, ...request },
      codes: [code, ...(more.or ?? [])],
      ...(more.field !== undefined && { field: more.field }),
      ownForm: hasOwnErrors(route) && code !== "METHOD_NOT_ALLOWED",
    });
  };
  const other = ["DELETE", "PATCH", "PUT", "POST", "GET"].find((method) => !methods.includes(method));
  if (other) add("another method", "METHOD_NOT_ALLOWED", { method: other });
  credentialCases(mounted, options, add);
  if (consumes && (consumes.json.size > 0 || consumes.form)) {
    const sent = { ...credential, "content-type": "application/x-zz-unknown" };
    add("another media type", "UNSUPPORTED_MEDIA_TYPE", { headers: sent, body: "{}" });
  }
  if (consumes?.raw.has("application/json")) {
    const headers = { ...credential, ...JSON_TYPE };
    for (const body of [...MALFORMED, "", "[]", "null", '"x"', "{}"]) {
      const or = isSigned ? elsewhere : [];
      add(`the raw body ${body.slice(0, 20)}`, "VALIDATION_ERROR", { headers, body }, { or });
    }
  }
  if (route.body) {
    const headers = { ...credential, ...JSON_TYPE };
    for (const body of route.lenientJson ? BROKEN : MALFORMED) {
      add(`the body ${body.slice(0, 20)}`, "VALIDATION_ERROR", { headers, body });
    }
    for (const body of ["[]", "null", '"x"']) {
      add(`the body ${body}`, "VALIDATION_ERROR", { headers, body }, { field: "body", or: elsewhere });
    }
    if (isStrict(route.body)) {
      const body = JSON.stringify({ [UNKNOWN_FIELD]: 1 });
      add("an unknown field", "VALIDATION_ERROR", { headers, body }, { field: UNKNOWN_FIELD, or: elsewhere });
    }
    if (route.bodyRequired ?? true) add("no body", "VALIDATION_ERROR", { headers: credential }, { field: "body" });
  }
  queryCases(mounted, path, elsewhere, most, add);
  return found;
}

type Add = (
  what: string,
  code: ErrorCode,
  request: Partial<HttpCase["request"]>,
  more?: { field?: string; or?: ErrorCode[] },
) => void;

function credentialCases({ route, scopes }: MountedRoute, { powerless }: CaseOptions, add: Add): void {
  if (route.access.public) return;
  add("no credential", "AUTHENTICATION_REQUIRED", { headers: {} });
  add("a malformed bearer", "AUTHENTICATION_REQUIRED", { headers: { authorization: "Bearer zz" } });
  add("another scheme", "AUTHENTICATION_REQUIRED", { headers: { authorization: "Basic enp6Onp6" } });
  add("an unknown key", "AUTHENTICATION_REQUIRED", { headers: { "x-api-key": `orr_live_${"z".repeat(43)}` } });
  if (powerless && scopes.length > 0) add("no scope", "PERMISSION_DENIED", { headers: powerless });
}

function queryCases(
  { route, pattern }: MountedRoute,
  path: string,
  or: ErrorCode[],
  most: number | undefined,
  add: Add,
): void {
  const shape = (route.query as { shape?: Record<string, unknown> } | undefined)?.shape ?? {};
  const ask = (query: string, field: string) =>
    add(`the query ${query}`, "VALIDATION_ERROR", { path: `${path}?${query}` }, { field: `query.${field}`, or });
  if ("limit" in shape) {
    if (most === undefined) throw new Error(`${pattern}: the OpenAPI document names no maximum of its limit`);
    for (const value of ["0", `${most + 1}`, "abc", "-1", "1e1", ""]) ask(`limit=${value}`, "limit");
  }
  if ("page" in shape) for (const value of ["0", "x", "1.5"]) ask(`page=${value}`, "page");
  if ("sort" in shape) ask("sort=zz_no_such_field", "sort");
  if ("cursor" in shape) ask("cursor=%7B", "cursor");
  if ("limit" in shape) ask("limit=5&limit=6", "limit");
}

function isStrict(schema: unknown): boolean {
  const def = (schema as { _zod?: { def?: { type?: string; catchall?: { _zod: { def: { type: string } } } } } })._zod
    ?.def;
  return def?.type === "object" && def.catchall?._zod.def.type === "never";
}

/** Whether the route has its own error format. */
export function hasOwnErrors({ presentError, errorPage }: MountedRoute["route"]): boolean {
  return presentError !== undefined || errorPage !== undefined;
}

interface AnswerLike {
  status: number;
  headers: { get(name: string): string | null };
  body: unknown;
}

/** Asserts the refusal of a case in the error format of its variant (section 7 of the specification). */
export function expectRefusal(answer: AnswerLike, expected: HttpCase): void {
  expect(expected.codes.map((code) => STATUS_OF[code])).toContain(answer.status);
  if (expected.ownForm) return;
  const error = expectErrorForm(answer, expected.variant);
  expect(expected.codes).toContain(error.code);
  if (answer.status === 405) expect(answer.headers.get("allow")).toMatch(/OPTIONS/);
  // RFC 6750, section 3: an error code only if the request had a credential.
  if (answer.status === 401) {
    expect(answer.headers.get("www-authenticate")).toMatch(/^Bearer realm="orrery"(, error="invalid_token")?$/);
  }
  if (answer.status === 403) expect(error.required_scope).toEqual(expect.any(String));
  if (answer.status === 400 && expected.field !== undefined) expect(fieldsOf(answer.body)).toContain(expected.field);
}

/** Asserts the form of an error body and returns its `error`. */
export function expectErrorForm(answer: AnswerLike, variant: VariantName): Record<string, unknown> & { code: string } {
  expect(answer.headers.get("content-type")).toBe("application/json");
  const body = answer.body as { success?: unknown; error: Record<string, unknown> & { code: string } };
  const common = {
    code: expect.any(String),
    message: expect.any(String),
    request_id: answer.headers.get("x-request-id"),
  };
  if (variant === "a") {
    expect(body.success).toBe(false);
    expect(body.error).toMatchObject({ ...common, details: { reason: expect.any(String) } });
    expect(body.error.details).toHaveProperty("field");
  } else {
    expect(body.error).toMatchObject({ ...common, details: expect.any(Array) });
    expect(body.error.documentation_url).toMatch(new RegExp(`/docs#${body.error.code}$`));
  }
  return body.error;
}

/** The fields that an error body names. */
export function fieldsOf(body: unknown): string[] {
  const { error } = body as { error: { details: unknown; violations?: { field: string }[] } };
  const named = Array.isArray(error.details) ? (error.details as { field: string }[]) : (error.violations ?? []);
  return named.map((entry) => entry.field);
}
