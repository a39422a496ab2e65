import { describe, expect, it } from "vitest";
import { AppError } from "../../../src/errors.ts";
import { translatePostgresFault } from "../../../src/platform/postgres/faults.ts";

const fault = (code: string) => Object.assign(new Error("as the server says it"), { code });

describe("translatePostgresFault", () => {
  it("turns a serialization failure into 503, so that the caller retries", () => {
    for (const code of ["40P01", "40001"]) {
      const told = translatePostgresFault(fault(code));
      expect(told).toBeInstanceOf(AppError);
      expect(told).toMatchObject({ status: 503, message: "Another change was in the way; try again" });
    }
  });

  it("returns a statement's own error unchanged", () => {
    for (const code of ["23505", "42601", "40002", "22P02"]) {
      const given = fault(code);
      expect(translatePostgresFault(given)).toBe(given);
    }
  });
});
