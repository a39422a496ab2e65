import { describe, expect, it } from "vitest";
import { translateGraphFault } from "../../../src/platform/graph/faults.ts";

const fault = (code: string, message = "as the server says it") => Object.assign(new Error(message), { code });

describe("translateGraphFault", () => {
  it("turns an absent, overloaded or failing server into 503", () => {
    const codes = [
      "ServiceUnavailable",
      "SessionExpired",
      "ProtocolError",
      "Neo.TransientError.General.DatabaseUnavailable",
      "Neo.TransientError.Transaction.DeadlockDetected",
      "Neo.DatabaseError.Transaction.TransactionCommitFailed",
      "Neo.DatabaseError.Transaction.TransactionStartFailed",
      "Neo.DatabaseError.General.UnknownError",
    ];
    for (const code of codes) {
      expect(translateGraphFault(fault(code)), code).toMatchObject({ status: 503, headers: { "Retry-After": "2" } });
    }
  });

  it("returns a statement's own error unchanged", () => {
    for (const code of ["Neo.ClientError.Statement.SyntaxError", "Neo.DatabaseError.Statement.ExecutionFailed"]) {
      const given = fault(code);
      expect(translateGraphFault(given), code).toBe(given);
    }
  });
});
