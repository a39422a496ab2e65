import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { comparisonKey } from "../../../src/features/access/access.model.ts";
import { createPasswordRules } from "../../../src/features/access/login/password-rules.ts";
import { randomBase62 } from "../../../src/platform/secrets.ts";

const rules = createPasswordRules();
const owner = { email: "john.smith@example.com", tenantName: "Example North" };
const faultOf = (password: string) => rules.findWeakness(password, owner);

describe("PasswordRules.require", () => {
  it.each([
    ["1q2w3e4r5t6y", /most common/],
    ["ILoveYouForever", /most common/],
    ["contraseña123", /most common/],
    ["ｐａｓｓｗｏｒｄ１２３４", /most common/],
    ["aaaaaaaaaaaa", /repeats/],
    ["abcabcabcabc", /repeats/],
    ["Xk29vQ.Xk29vQ.", /repeats/],
    ["Xk29vQ.Xk29vQ.Xk", /repeats/],
    ["121212211211", /repeats/],
    ["qwertyuiop!?", /in a row/],
    ["0987poiulkjh", /in a row/],
    ["abcdefgh1234", /in a row/],
    ["67890123456789", /in a row/],
    ["Welcome2024!!", /common word/],
    ["!!!P4$$w0rd!!!", /common word/],
    ["Administrator#42", /common word/],
    ["summer+summer1", /common word/],
    ["john.smith@example.com", /email/],
    ["John.Smith-77", /email/],
    ["JohnSmith2024!", /email/],
    ["example north 1", /email/],
    ["Orrery-123456", /email/],
  ])("refuses %j with the reason", (password, reason) => {
    expect(faultOf(password)).toMatch(reason);
  });

  it.each([
    "correct horse battery staple",
    "seven tins of blue paint",
    "Tr0ub4dor&3xyz",
    "TestPassword123!",
    "admin wears a green hat",
    "пароль из четырёх слов",
    "ein langer deutscher Satz",
    "9f4c1e7ab2d8",
    "😀 three 🐎 seven 🔋",
  ])("accepts %j", (password) => {
    expect(faultOf(password)).toBeUndefined();
  });

  it("never refuses a random password", () => {
    for (let i = 0; i < 2_000; i++) expect(faultOf(randomBase62(12 + (i % 20)))).toBeUndefined();
  });

  it("also checks a password of the maximum length", () => {
    expect(faultOf("ab".repeat(128))).toMatch(/repeats/);
    expect(faultOf(randomBase62(256))).toBeUndefined();
  });
});

it("common-passwords.txt holds distinct comparison keys of allowed length", () => {
  const file = path.resolve(import.meta.dirname, "../../../src/features/access/login/common-passwords.txt");
  const lines = readFileSync(file, "utf8").trimEnd().split("\n");
  expect(lines.length).toBeGreaterThan(1_000);
  expect(new Set(lines).size).toBe(lines.length);
  for (const line of lines) {
    expect(line.length, line).toBeGreaterThanOrEqual(12);
    expect(comparisonKey(line)).toBe(line);
  }
});
