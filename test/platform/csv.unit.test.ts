import { describe, expect, it } from "vitest";
import { csvText, withoutGuard } from "../../src/platform/csv.ts";

describe("csvText", () => {
  it("quotes as RFC 4180 requires, and ends each line with CRLF", () => {
    expect(csvText([["a", 'say "b"', "c,d", "e\nf", "g\rh", "", "i"], ["ü"]])).toBe(
      'a,"say ""b""","c,d","e\nf","g\rh",,i\r\nü\r\n',
    );
    expect(csvText([])).toBe("");
  });

  it.each(["=1+1", "+1", "-1", "@SUM(A1)", "\tx", "\rx", "\nx", "'=1"])("guards %j against spreadsheets", (cell) => {
    expect(csvText([[cell, "x"]])).toBe(`"'${cell}",x\r\n`);
    expect(withoutGuard(`'${cell}`)).toBe(cell);
  });

  it("leaves other apostrophes unchanged", () => {
    expect(csvText([["it's", "'quoted'"]])).toBe(`"it's","'quoted'"\r\n`);
    expect(withoutGuard("'quoted'")).toBe("'quoted'");
  });
});
