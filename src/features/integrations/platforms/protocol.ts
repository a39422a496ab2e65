import type { PlatformRequest } from "./call-platform.ts";
import type { DefaultName, FieldValue } from "./field-values.ts";
import type { JsonObject } from "./json.ts";
import type { Target, TaskUpdate } from "./platform.model.ts";
import type { PlatformAnswer } from "./platform-answer.ts";

/** A request, and what its answer means. */
export interface Exchange {
  request: PlatformRequest;
  /** Whether this status means success at all; default: 200 to 299. */
  succeeds?: (status: number) => boolean;
  /** Judges the answer of a status that means success. Throws PlatformFailure, or gives what makes the answer an error. */
  judge?: (answer: PlatformAnswer) => Rejection | undefined;
}

/** An error in an answer whose status says that all went well. */
export interface Rejection {
  words: string;
  retryable: boolean;
}

/** How to talk to one platform. Requests are built and answers judged without any call. Throws PlatformFailure. */
export interface Protocol {
  defaultName: DefaultName;
  write(target: Target, update: TaskUpdate, values: FieldValue[]): Exchange;
  /** Tells whether address and credentials are right, and writes nothing. */
  test(target: Target): Exchange;
  /** What the platform says in the body of an error. */
  words(json: JsonObject): string | undefined;
}
