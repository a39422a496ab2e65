import { createHash } from "node:crypto";
import { AppError, conflict, invalidField } from "../../errors.ts";
import type { IdempotencyClaim, IdempotencyStore, StoredAnswer } from "./ports.ts";
import { internalError, type Rendered } from "./rendered.ts";

/** 1 to 255 printable ASCII characters. */
export const IDEMPOTENCY_KEY = /^[\x20-\x7e]{1,255}$/;

/**
 * The Idempotency-Key of a request (draft-ietf-httpapi-idempotency-key-header), undefined when there is none.
 * @throws AppError 400 unless it has 1 to 255 printable ASCII characters
 */
export function idempotencyKey(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  if (!IDEMPOTENCY_KEY.test(header)) {
    throw invalidField("Idempotency-Key", "must have 1 to 255 printable ASCII characters");
  }
  return header;
}

/** A digest of path, query, media type and body: equal for equal requests. */
export function fingerprint(path: string, query: string, mediaType: string, body: Uint8Array): string {
  const hash = createHash("sha256");
  for (const part of [path, query, mediaType]) hash.update(`${part.length}:${part}`);
  return hash.update(body).digest("base64url");
}

/** Statuses of stored errors: they depend on the request alone. Errors that ask for another try are not stored. */
const STORED_ERRORS = new Set([400, 404, 409, 422]);

export interface RunOnceOptions {
  store: IdempotencyStore;
  claim: IdempotencyClaim;
  /** A successful answer holds a secret and is not stored; a repeat gets the id of the created thing. */
  secretAnswer: boolean;
  /** Derives ids of new things from the seed, so that a try after a crash finds what the first one created. */
  work: (seed: string) => Rendered | Promise<Rendered>;
  /** Renders the answer to an error. */
  present: (error: AppError) => Rendered;
  /** Called if the answer of finished work could not be stored; the caller still gets it. */
  onStoreFailure: (error: unknown) => void;
}

/**
 * Runs the work once per key; repeats get the first answer.
 * @throws AppError 422 if another request used the key before, 409 while the first try runs
 */
export async function runOnce(options: RunOnceOptions): Promise<Rendered> {
  const { store, claim } = options;
  const state = await store.begin(claim);
  switch (state.kind) {
    case "replay":
      return replay(state.answer);
    case "mismatch":
      throw new AppError("IDEMPOTENCY_MISMATCH", "The Idempotency-Key was used with another request before");
    case "running":
      throw conflict("The first request with this Idempotency-Key is still running", {
        headers: { "Retry-After": "1" },
      });
    case "fresh":
      return firstAnswer(options, state.seed);
  }
}

async function firstAnswer(options: RunOnceOptions, seed: string): Promise<Rendered> {
  try {
    const answer = await options.work(seed);
    await storeAnswer(options, answer).catch(options.onStoreFailure);
    return answer;
  } catch (thrown) {
    await storeError(options, thrown).catch(options.onStoreFailure);
    throw thrown;
  }
}

async function storeError({ store, claim, present }: RunOnceOptions, thrown: unknown): Promise<void> {
  const error = thrown instanceof AppError ? thrown : internalError(thrown);
  if (STORED_ERRORS.has(error.status)) await store.finish(claim, storedAnswer(present(error)));
  else await store.release(claim);
}

async function storeAnswer({ store, claim, secretAnswer }: RunOnceOptions, answer: Rendered): Promise<void> {
  if (typeof answer.body !== "string" && answer.body !== null) return store.release(claim);
  if (secretAnswer) {
    return store.finish(claim, {
      status: answer.status,
      headers: {},
      body: null,
      secretResourceId: answer.resourceId ?? "",
    });
  }
  return store.finish(claim, storedAnswer(answer));
}

function storedAnswer({ status, headers, body }: Rendered): StoredAnswer {
  return { status, headers, body: typeof body === "string" ? body : null };
}

function replay(answer: StoredAnswer): Rendered {
  if (answer.secretResourceId !== undefined) {
    throw conflict("The request was answered before; its secret was shown once and is not kept", {
      details: { existing_id: answer.secretResourceId },
    });
  }
  return { ...answer, headers: { ...answer.headers, "Idempotency-Replayed": "true" }, resourceId: undefined };
}
