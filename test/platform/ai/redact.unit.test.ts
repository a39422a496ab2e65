import { describe, expect, test } from "vitest";
import { redacted, redactedText } from "../../../src/platform/ai/index.ts";

describe("redactedText", () => {
  test.each([
    ["a JSON Web Token", `eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.${"c2lnbmF0dXJl".repeat(3)}`],
    ["a key of ours", `orr_live_${"a1B2c3D4".repeat(5)}xyz`],
    ["a PEM block", `-----BEGIN RSA PRIVATE KEY-----\nMIIEow+/${"aB3/".repeat(50)}\n-----END RSA PRIVATE KEY-----`],
    ["half a PEM block", `-----BEGIN PRIVATE KEY-----\nMIIEow+/${"aB3/".repeat(50)}`],
    ["an AWS access key", "AKIAIOSFODNN7EXAMPLE"],
    ["an AWS secret key", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"],
  ])("takes out %s", (_what, secret) => {
    expect(redactedText(`before ${secret}`)).toBe("before [redacted]");
  });

  test.each([
    ["postgres://app:S3cret!@db:5432/x", "S3cret!"],
    ["password=hunter2", "hunter2"],
    ['{"token": "abc-def", "name": "web"}', "abc-def"],
    ["--api-key 123abc", "123abc"],
    ["the password is Sommer2024", "Sommer2024"],
    ["snmp_community: pr1vate", "pr1vate"],
    ["Authorization: Bearer abcdef123456", "abcdef123456"],
    [`password=${"QUJD".repeat(500)}`, "QUJDQUJD"],
  ])("takes the secret out of %s", (text, secret) => {
    expect(redactedText(text)).not.toContain(secret);
    expect(redactedText(text)).toContain("[redacted]");
  });

  test.each([
    "How many servers are in Lyon?",
    "What depends on db-01.example.com:5432?",
    "https://cmdb.example.com/v1/cmdb/ci?search=web",
    "sha1 da39a3ee5e6b4b0d3255bfef95601890afd80709",
    "0198a8a0-5c1e-7000-8000-00000000000a",
    "The primary_key: id of the table",
  ])("leaves %s as it is", (text) => {
    expect(redactedText(text)).toBe(text);
  });

  test("leaves no half of a token at the cut", () => {
    const token = `eyJhbGciOiJSUzI1NiJ9.${"e".repeat(100)}`;
    expect(redactedText(`a text ${token}`, 40)).toBe("a text ");
  });

  test.each(["-----BEGIN A-----", "://a:", "password=", 'password="', "a.b-", "eyJ", "bearer ", "--p ", "A", " is "])(
    "takes no long time for many times %j",
    (piece) => {
      const start = performance.now();
      redactedText(piece.repeat(2_000_000 / piece.length));
      expect(performance.now() - start).toBeLessThan(5_000);
    },
  );
});

describe("redacted", () => {
  test("hides members by name, whatever their values look like", () => {
    const data = {
      password: 7,
      apiKey: "x",
      ssh_key: ["y"],
      snmpCommunity: "z",
      connection_string: { a: 1 },
      wifi_psk: "q",
    };
    const values = Object.values(redacted(data) as object);
    expect(new Set(values)).toEqual(new Set(["[redacted]"]));
  });

  test("leaves other members, empty ones and whether there is one", () => {
    const data = {
      name: "web",
      primary_key: "id",
      password_policy: "strict",
      has_password: true,
      token: null,
      n: [1, { os: "x" }],
    };
    expect(redacted(data)).toEqual(data);
  });

  test("looks into lists, deep members and names", () => {
    const text = JSON.stringify(redacted({ list: [{ deep: { note: "pwd=abc1" } }], "token=abc2": 1 }));
    expect(text).not.toMatch(/abc[12]/);
  });

  test("ends for data without end", () => {
    let deep: Record<string, unknown> = {};
    for (let i = 0; i < 10_000; i++) deep = { deep };
    expect(JSON.stringify(redacted(deep as never)).length).toBeLessThan(1_000);
  });
});
