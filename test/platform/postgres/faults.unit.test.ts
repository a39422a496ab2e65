import { describe, expect, it } from "vitest";
import { AppError } from "../../../src/errors.ts";
import { isServerCondition, translatePostgresFault } from "../../../src/platform/postgres/faults.ts";

const fault = (code: string) => Object.assign(new Error("as the server says it"), { code });

describe("translatePostgresFault", () => {
  it("turns a serialization failure into 503, so that the caller retries", () => {
    for (const code of ["40P01", "40001"]) {
      const translated = translatePostgresFault(fault(code));
      expect(translated).toBeInstanceOf(AppError);
      expect(translated).toMatchObject({ status: 503, message: "Another change was in the way; try again" });
    }
  });

  it("turns an absent, full, failing or exhausted server into 503", () => {
    const states = ["08006", "08001", "53100", "53200", "53300", "57P01", "57P03", "57014", "58030", "25006"];
    for (const code of [...states, "ECONNRESET", "ETIMEDOUT", "ENETUNREACH"]) {
      const translated = translatePostgresFault(fault(code));
      expect(translated, code).toMatchObject({ status: 503, headers: { "Retry-After": "2" } });
    }
    for (const message of ["timeout expired", "Query read timeout", "Connection terminated unexpectedly"]) {
      expect(translatePostgresFault(new Error(message)), message).toMatchObject({ status: 503 });
    }
  });

  it("returns a statement's own error unchanged, a violation of the protocol too", () => {
    for (const code of ["23505", "42601", "40002", "22P02", "08P01"]) {
      const given = fault(code);
      expect(translatePostgresFault(given)).toBe(given);
    }
  });
});

describe("isServerCondition", () => {
  it("tells a full disk and a server that only reads from a slow statement and a lost connection", () => {
    const told = (code: string) => [fault(code), translatePostgresFault(fault(code))].map(isServerCondition);
    for (const code of ["53100", "58030", "25006"]) expect(told(code), code).toEqual([true, true]);
    for (const code of ["57014", "53200", "08006", "23505", "ECONNRESET"])
      expect(told(code), code).toEqual([false, false]);
  });
});
