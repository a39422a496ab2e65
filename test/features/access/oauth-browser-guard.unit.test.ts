import { describe, expect, it } from "vitest";
import { readCookie, requireOwnForm, setCookie } from "../../../src/features/access/oauth/browser-guard.ts";

const from = (origin: string, headers: Record<string, string> = {}) => ({
  origin,
  header: (name: string) => headers[name],
});

describe("setCookie and readCookie", () => {
  it.each([
    ["http://localhost:8080", "orrery-oauth=x; Path=/oauth; HttpOnly; SameSite=Lax"],
    ["https://cmdb.example.com", "__Secure-orrery-oauth=x; Path=/oauth; HttpOnly; SameSite=Lax; Secure"],
    ["https://example.com/orrery", "__Secure-orrery-oauth=x; Path=/orrery/oauth; HttpOnly; SameSite=Lax; Secure"],
  ])("for %s set %s", (origin, cookie) => {
    expect(setCookie(from(origin), "x")).toEqual({ "Set-Cookie": cookie });
    expect(setCookie(from(origin), undefined)).toEqual({});
  });

  it.each([
    ["orrery-oauth=abc", "abc"],
    ["a=b; orrery-oauth=abc; c=d", "abc"],
    ["a=b;orrery-oauth=abc", "abc"],
    ["", undefined],
    ["xorrery-oauth=abc", undefined],
    ["orrery-oauth=abc; orrery-oauth=def", undefined],
    ["orrery-oauth=", undefined],
    ["orrery-oauth=a'b", undefined],
    ["__Secure-orrery-oauth=abc", undefined],
  ])("read %j as %s", (cookie, value) => {
    expect(readCookie(from("http://localhost", { cookie }))).toBe(value);
  });
});

describe("requireOwnForm", () => {
  const origin = "https://cmdb.example.com/orrery";
  const accepted = (headers: Record<string, string>) => {
    try {
      requireOwnForm(from(origin, headers));
      return true;
    } catch {
      return false;
    }
  };

  it.each<[Record<string, string>, boolean]>([
    [{}, true],
    [{ origin: "https://cmdb.example.com" }, true],
    [{ origin: "https://cmdb.example.com", "sec-fetch-site": "same-origin" }, true],
    [{ "sec-fetch-site": "none" }, true],
    [{ origin: "http://10.0.0.5:8080", host: "10.0.0.5:8080" }, true],
    [{ origin: "https://evil.example.com", host: "cmdb.example.com" }, false],
    [{ origin: "https://cmdb.example.com.evil.example", host: "cmdb.example.com" }, false],
    [{ origin: "null", host: "cmdb.example.com" }, false],
    [{ origin: "null" }, false],
    [{ origin: "https://evil.example.com" }, false],
    [{ origin: "https://cmdb.example.com", "sec-fetch-site": "cross-site" }, false],
    [{ "sec-fetch-site": "same-site" }, false],
  ])("headers %j, own form: %s", (headers, own) => {
    expect(accepted(headers)).toBe(own);
  });
});
