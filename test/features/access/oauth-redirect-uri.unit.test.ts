import { describe, expect, it } from "vitest";
import {
  formActionSource,
  redirectTarget,
  redirectUriFault,
  withParameters,
} from "../../../src/features/access/oauth/redirect-uri.ts";

describe("redirect URI", () => {
  it.each([
    "https://app.example.com/callback",
    "https://app.example.com:8443/callback?a=b",
    "https://app.example.com",
    "https://192.0.2.7/cb",
    "https://[2001:db8::1]/cb",
    "http://127.0.0.1/cb",
    "http://127.0.0.1:49152/cb",
    "http://[::1]:49152/cb",
    "http://localhost:3000",
    "com.example.app:/callback",
    "com.example.app://callback",
    "https://app.example.com/%C3%A9",
  ])("accepts %s", (uri) => {
    expect(redirectUriFault(uri)).toBeUndefined();
  });

  it.each([
    "",
    "callback",
    "//app.example.com/callback",
    "http://app.example.com/callback",
    "http://192.0.2.7/cb",
    "http://localhost.example.com/cb",
    "http://127.0.0.1.example.com/cb",
    "https://app.example.com/#done",
    "https://app.example.com/#",
    "https://*.example.com/cb",
    "https://app.example.com/*",
    "https://user@app.example.com/cb",
    "https://user:secret@app.example.com/cb",
    "https://@app.example.com/cb",
    "https:app.example.com/cb",
    "https:///app.example.com/cb",
    "https://app.example.com\\@evil.example.com/cb",
    "https://a;script-src'none'.example.com/cb",
    "https://a,b.example.com/cb",
    "https://bücher.example/cb",
    "https://app.example.com/a b",
    "https://app.example.com/a\nb",
    "https://app.example.com/\u0000",
    ' https://app.example.com/"',
    "javascript:alert(1)",
    "data:text/html,x",
    "vbscript:x",
    "file:///etc/passwd",
    "myapp:/callback",
    "ftp://app.example.com/cb",
    "blob:https://app.example.com/x",
    ".app:/cb",
  ])("refuses %j", (uri) => {
    expect(redirectUriFault(uri)).toEqual(expect.any(String));
  });

  it("keeps its text when withParameters adds parameters", () => {
    const added = { code: "a b", state: undefined, iss: "https://x.example.com" };
    const tail = "code=a+b&iss=https%3A%2F%2Fx.example.com";
    expect(withParameters("https://App.example.com", added)).toBe(`https://App.example.com?${tail}`);
    expect(withParameters("https://a.example.com/?x=%20", added)).toBe(`https://a.example.com/?x=%20&${tail}`);
    expect(withParameters("https://a.example.com/?", added)).toBe(`https://a.example.com/?${tail}`);
    expect(withParameters("com.example.app:/cb", added)).toBe(`com.example.app:/cb?${tail}`);
  });

  it("redirectTarget names where it leads", () => {
    expect(redirectTarget("https://app.example.com:8443/cb")).toEqual({ kind: "host", name: "app.example.com:8443" });
    expect(redirectTarget("http://[::1]:3000/cb")).toEqual({ kind: "loopback", name: "[::1]:3000" });
    expect(redirectTarget("com.example.app:/cb")).toEqual({ kind: "application", name: "com.example.app" });
  });

  it("formActionSource writes it as a CSP source", () => {
    expect(formActionSource("https://app.example.com:8443/cb")).toBe("https://app.example.com:8443");
    expect(formActionSource("http://[::1]:3000/cb")).toBe("http:");
    expect(formActionSource("com.example.app:/cb")).toBe("com.example.app:");
  });
});
