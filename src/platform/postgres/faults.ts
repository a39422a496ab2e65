import { AppError, errorCode, unavailable } from "../../errors.ts";

/**
 * SQLSTATEs of a lost connection, of a full or failing disk, of exhausted resources, of a server that starts, stops or only
 * reads since another one has taken over, and of a statement that took too long. 08P01, a violation of the protocol, is a
 * fault of our own statement.
 */
const UNAVAILABLE_STATES = /^(08(?!P01)|53|57P0[1-5]|57014|58030|25006|25P03)/;
const UNAVAILABLE_SYSTEM_CODES = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "EHOSTDOWN",
  "ENETUNREACH",
  "ENETDOWN",
  "ECONNABORTED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "ENOENT",
]);
const UNAVAILABLE_TEXTS =
  /timeout exceeded|timeout expired|read timeout|Connection terminated|connection timeout|Client has encountered a connection error|Cannot use a pool after calling end|Client was closed|not queryable/i;

/** SQLSTATEs of a transaction aborted in favour of another one, or after it waited for its lock; a retry may succeed. */
const SERIALIZATION_FAILURES = /^(40001|40P01|55P03)$/;

/**
 * Translates an unavailable store or an aborted transaction to AppError 503; returns other errors unchanged. The only
 * reader of Postgres error codes.
 */
export function translatePostgresFault(error: unknown): unknown {
  if (error instanceof AppError || !(error instanceof Error)) return error;
  if (error instanceof AggregateError && error.errors.length > 0) return translatePostgresFault(error.errors[0]);
  const code = errorCode(error);
  const isAbsent =
    (code !== undefined && (UNAVAILABLE_STATES.test(code) || UNAVAILABLE_SYSTEM_CODES.has(code))) ||
    UNAVAILABLE_TEXTS.test(error.message);
  if (isAbsent) return unavailable("The relational store cannot be reached", error);
  if (code === undefined || !SERIALIZATION_FAILURES.test(code)) return withoutRow(error);
  return unavailable("Another change was in the way; try again", error);
}

/** SQLSTATEs of a full or failing disk and of a server that only reads. */
const SERVER_CONDITIONS = /^(53100|58030|25006)$/;

/**
 * Whether the error, or the cause of an AppError, tells of the server's own condition: no statement is to blame, though
 * another one may pass, as where a table has room left on a full disk.
 */
export function isServerCondition(error: unknown): boolean {
  const cause = error instanceof AppError ? error.cause : error;
  return SERVER_CONDITIONS.test(errorCode(cause) ?? "");
}

/** Whether the server ended a statement after its time limit, or because it was cancelled (SQLSTATE 57014). */
export function isStatementTimeout(error: unknown): boolean {
  return errorCode(error instanceof AppError ? error.cause : error) === "57014";
}

/** Whether the server itself reported the error, over a connection that works. */
export function isServerFault(error: unknown): boolean {
  return /^[0-9A-Z]{5}$/.test(errorCode(error) ?? "") && "severity" in (error as object);
}

/** Removes the detail of a violated constraint: it shows the whole row with its hashes, which must not be logged. */
function withoutRow(error: Error): Error {
  if ("detail" in error) error.detail = undefined;
  return error;
}

/** Whether the error is a foreign key violation (SQLSTATE 23503). */
export function isMissingReference(error: unknown): boolean {
  return errorCode(error) === "23503";
}

/** Whether the error is a unique violation (SQLSTATE 23505), of the given constraint if any. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  if (errorCode(error) !== "23505") return false;
  return constraint === undefined || (error as { constraint?: unknown }).constraint === constraint;
}

/** Whether a statement was refused because one before it in its transaction had failed. */
export function isOfAbortedTransaction(error: unknown): boolean {
  return errorCode(error) === "25P02";
}
