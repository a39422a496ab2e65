import type { components } from "./v1";

type ErrorBody = components["schemas"]["Error"];
export type ErrorDetail = ErrorBody["error"]["details"][number];

/** An answer of the service that is no success, or none at all (`status` 0). */
export class ApiError extends Error {
  override name = "ApiError";
  readonly status: number;
  readonly code: string;
  /** Faults by field, in the spelling of the request. */
  readonly details: readonly ErrorDetail[];
  readonly requestId: string | undefined;
  /** With 403: the scope that the user lacks. */
  readonly requiredScope: string | undefined;
  /** Members that the code brings beside the common ones. */
  readonly members: Readonly<Record<string, unknown>>;
  /** Seconds to wait before the next try, where the service said so. */
  readonly retryAfter: number | undefined;

  constructor(status: number, body: unknown, retryAfter?: number) {
    const error = (body as ErrorBody | undefined)?.error;
    super(error?.message ?? (status === 0 ? "The service cannot be reached" : `The service answered ${status}`));
    this.status = status;
    this.code = error?.code ?? (status === 0 ? "unreachable" : "unknown");
    this.details = error?.details ?? [];
    this.requestId = error?.request_id;
    this.requiredScope = (body as ErrorBody | undefined)?.required_scope;
    this.members = error ?? {};
    this.retryAfter = retryAfter;
  }
}

/** The message of any thrown value, for a notification. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

export function isStatus(error: unknown, ...statuses: number[]): boolean {
  return error instanceof ApiError && statuses.includes(error.status);
}
