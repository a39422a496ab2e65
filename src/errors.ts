/**
 * The errors that callers may see. Codes and statuses: section 7 of the interface specification, and the
 * further ones that HTTP itself defines (405, 406, 410, 412, 413, 415, 416, 422).
 */
export const STATUS_OF = {
  VALIDATION_ERROR: 400,
  AUTHENTICATION_REQUIRED: 401,
  AUTH_FAILED: 401,
  PERMISSION_DENIED: 403,
  RESOURCE_NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  NOT_ACCEPTABLE: 406,
  CONFLICT: 409,
  GONE: 410,
  PRECONDITION_FAILED: 412,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  RANGE_NOT_SATISFIABLE: 416,
  IDEMPOTENCY_MISMATCH: 422,
  RATE_LIMIT_EXCEEDED: 429,
  INTERNAL_ERROR: 500,
  SERVICE_UNAVAILABLE: 503,
} as const;

export type ErrorCode = keyof typeof STATUS_OF;

/**
 * One fault of an input. `field` is a dotted path in the caller's spelling, e.g. `attributes.cpu_cores`, `query.limit`.
 */
export interface Violation {
  field: string;
  reason: string;
}

export interface AppErrorOptions {
  /** Faults of the input, first one first. */
  violations?: Violation[];
  /**
   * Further members of the error object, e.g. `existing_id`, `required_scope`, `allowed`. Snake case; variants respell.
   */
  details?: Record<string, unknown>;
  /** Response headers that belong to the error, e.g. `Allow`, `Retry-After`. */
  headers?: Record<string, string>;
  cause?: unknown;
}

/** An error whose code and message the caller may read. The HTTP status derives from the code. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly violations: Violation[];
  readonly details: Record<string, unknown>;
  readonly headers: Record<string, string>;

  constructor(code: ErrorCode, publicMessage: string, options: AppErrorOptions = {}) {
    super(publicMessage, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "AppError";
    this.code = code;
    this.violations = options.violations ?? [];
    this.details = options.details ?? {};
    this.headers = options.headers ?? {};
  }

  get status(): number {
    return STATUS_OF[this.code];
  }
}

/**
 * 404, for a thing that does not exist and equally for one of another tenant.
 *
 * @param what the kind of thing as written within a sentence, without an article: `relationship`, `CI`
 * @param fields the fields that name it
 */
export function notFound(what: string, ...fields: string[]): AppError {
  const violations = fields.map((field) => ({ field, reason: noSuch(what) }));
  return new AppError("RESOURCE_NOT_FOUND", `There is no such ${what}`, { violations });
}

/** The reason of a fault, for a field that names nothing. */
export function noSuch(what: string): string {
  return `there is no such ${what}`;
}

/** 409, e.g. a duplicate. */
export function conflict(message: string, options: AppErrorOptions = {}): AppError {
  return new AppError("CONFLICT", message, options);
}

/** 400 with every fault. */
export function invalid(violations: Violation[], message?: string): AppError {
  const first = violations[0];
  const text = message ?? (first ? `${first.field}: ${first.reason}` : "The request is not valid");
  return new AppError("VALIDATION_ERROR", text, { violations });
}

/** 400 for one field. */
export function invalidField(field: string, reason: string): AppError {
  return invalid([{ field, reason }]);
}

/** 403 with the missing scope in `required_scope`. */
export function forbidden(requiredScope: string): AppError {
  return new AppError("PERMISSION_DENIED", `The credential lacks the scope ${requiredScope}`, {
    details: { required_scope: requiredScope },
  });
}

/** 503: a store is unreachable or overloaded. `retryAfter` in seconds. */
export function unavailable(message: string, cause?: unknown, retryAfter = 2): AppError {
  return new AppError("SERVICE_UNAVAILABLE", message, { cause, headers: { "Retry-After": String(retryAfter) } });
}

/** Whether a store was unreachable or overloaded: the request is valid and may succeed later. */
export function isNotFound(error: unknown): error is AppError {
  return error instanceof AppError && error.code === "RESOURCE_NOT_FOUND";
}

export function isUnavailable(error: unknown): error is AppError {
  return error instanceof AppError && error.code === "SERVICE_UNAVAILABLE";
}

/** Any thrown value as an Error, its message kept. */
export function coerceError(thrown: unknown): Error {
  if (thrown instanceof Error) return thrown;
  const message = (thrown as { message?: unknown } | null | undefined)?.message;
  return new Error(typeof message === "string" ? message : String(thrown));
}

/** The `code` of a thrown value if it is a string, as in errors of Node and the drivers. */
export function errorCode(thrown: unknown): string | undefined {
  const code = (thrown as { code?: unknown } | null | undefined)?.code;
  return typeof code === "string" ? code : undefined;
}
