import { AppError, errorCode, unavailable } from "../../errors.ts";

const UNAVAILABLE_CODES = new Set([
  "ServiceUnavailable",
  "SessionExpired",
  // A connection that breaks while it logs in.
  "ProtocolError",
  "Neo.ClientError.Security.Unauthorized",
  "Neo.ClientError.Security.AuthenticationRateLimit",
  "Neo.TransientError.General.DatabaseUnavailable",
  "Neo.TransientError.Transaction.LockAcquisitionTimeout",
  "Neo.ClientError.Transaction.TransactionTimedOut",
  "Neo.ClientError.Transaction.TransactionTimedOutClientConfiguration",
  "Neo.TransientError.Transaction.MaximumTransactionLimitReached",
  "Neo.TransientError.General.MemoryPoolOutOfMemoryError",
]);

/** The server itself failed, as it does from a full disk until it is started again. Faults of a statement are ours. */
const SERVER_FAULTS = /^Neo\.DatabaseError\.(Transaction|Database|General)\./;

function codeOf(error: unknown): string {
  return errorCode(error) ?? "";
}

/**
 * Translates an unavailable or overloaded store to AppError 503; returns other errors, with the stack trace of the caller
 * where they have none. The only reader of Neo4j error codes.
 */
export function translateGraphFault(error: unknown): unknown {
  if (error instanceof AppError) return error;
  const code = codeOf(error);
  const pool = error instanceof Error && /acquisition timed out|Pool is closed|connection.*closed/i.test(error.message);
  const server = UNAVAILABLE_CODES.has(code) || SERVER_FAULTS.test(code) || code.startsWith("Neo.TransientError.");
  if (server || pool || error instanceof LostRace) {
    return unavailable("The graph store cannot be reached", error);
  }
  // The driver was called without one, see `withoutStackTrace`.
  if (error instanceof Error && !error.stack?.includes("\n    at "))
    Error.captureStackTrace(error, translateGraphFault);
  return error;
}

/** Thrown within a transaction that conflicts with another one, to run its work again. */
export class LostRace extends Error {
  override readonly name = "LostRace";
}

/**
 * A row that does not match its query's schema: query and schema differ, or the entity was deleted between being found
 * and being read, for which Neo4j returns null.
 */
export class UnexpectedRow extends Error {
  override readonly name = "UnexpectedRow";
}

/** A node was deleted between being found and being used. */
const ENTITY_NOT_FOUND = "Neo.ClientError.Statement.EntityNotFound";

/**
 * The server does not know the bookmarks it was given, or waited for them in vain: another graph stands in place of the one
 * that they were given for.
 */
export function isBookmarkFault(error: unknown): boolean {
  return /^Neo\.\w+\.Transaction\.\w*Bookmark/.test(codeOf(error));
}

/** Whether a retry of the same work may succeed: deadlocks and other transient faults. */
export function isRetryableGraphFault(error: unknown): boolean {
  const code = codeOf(error);
  if (
    isBookmarkFault(error) ||
    code === ENTITY_NOT_FOUND ||
    error instanceof LostRace ||
    error instanceof UnexpectedRow
  )
    return true;
  return code.startsWith("Neo.TransientError.") && !code.includes("OutOfMemory") && !code.includes("Terminated");
}

/** Whether another process changed the schema concurrently, so that a retry of the statement succeeds or is a no-op. */
export function isSchemaRace(error: unknown): boolean {
  if (codeOf(error) === "Neo.ClientError.Schema.EquivalentSchemaRuleAlreadyExists") return true;
  return isRetryableGraphFault(error instanceof AppError ? error.cause : error);
}
