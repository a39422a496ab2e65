/**
 * `unavailable`: not now, also after repeats; `refused`: the query is not taken (no such product, a wrong key);
 * `unreadable`: what came is not what the API documents.
 */
export type NvdFaultKind = "unavailable" | "refused" | "unreadable";

/** The vulnerability database did not bring what was asked. The message is one line, without the key. */
export class NvdFault extends Error {
  override readonly name = "NvdFault";
  readonly kind: NvdFaultKind;
  /** What the service itself asked for. */
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
