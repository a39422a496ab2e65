/**
 * `unavailable`: no answer, also after retries; `refused`: the query is rejected (no such product, a wrong key);
 * `unreadable`: the answer is not in the documented format.
 */
export type NvdFaultKind = "unavailable" | "refused" | "unreadable";

/** A call to the vulnerability database failed. The message is one line, without the API key. */
export class NvdFault extends Error {
  override readonly name = "NvdFault";
  readonly kind: NvdFaultKind;
  /** Wait that the service asked for, in milliseconds. */
  readonly retryAfterMs: number | undefined;

  constructor(
    kind: NvdFaultKind,
    message: string,
    options: { cause?: unknown; retryAfterMs?: number | undefined } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.kind = kind;
    this.retryAfterMs = options.retryAfterMs;
  }
}
