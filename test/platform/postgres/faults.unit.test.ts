import { describe, expect, it } from "vitest";
import { AppError } from "../../../src/errors.ts";
import { translatePostgresFault } from "../../../src/platform/postgres/faults.ts";

const fault = (code: string) => Object.assign(new Error("as the server says it"), { code });

describe("a fault of Postgres", () => {
  it("that another transaction was in the way asks the caller to try again", () => {
    for (const code of ["40P01", "40001"]) {
      const told = translatePostgresFault(fault(code));
      expect(told).toBeInstanceOf(AppError);
      expect(told).toMatchObject({ status: 503, message: "Another change was in the way; try again" });
    }
  });

  it("that is the statement's own stays what it is", () => {
    for (const code of ["23505", "42601", "40002", "22P02"]) {
      const given = fault(code);
      expect(translatePostgresFault(given)).toBe(given);
    }
  });
});
