import { describe, expect, it } from "vitest";
import { ConfigError, loadConfig } from "../../../src/config.ts";
import { isMailAddress, readMailUrl } from "../../../src/platform/mail/mail-settings.ts";

describe("ORRERY_SMTP_URL", () => {
  it.each([
    ["smtp://mail.example.com", { host: "mail.example.com", port: 587, secure: false, auth: undefined }],
    ["smtps://mail.example.com", { port: 465, secure: true }],
    ["smtp://127.0.0.1:2525/", { host: "127.0.0.1", port: 2525 }],
    ["smtp://[::1]:25", { host: "::1", port: 25 }],
    ["smtp://a%40b:p%3Aw%2F@mail:25", { auth: { user: "a@b", password: "p:w/" } }],
    ["smtp://mail?requireTLS=true", { requireTls: true, verifyCertificate: true }],
    ["smtp://mail?tls.rejectUnauthorized=false", { verifyCertificate: false }],
  ])("%s is read", (text, expected) => {
    expect(readMailUrl(text)).toMatchObject(expected);
  });

  it.each([
    "mail.example.com",
    "http://mail.example.com",
    "smtp://",
    "smtp://user@mail",
    "smtp://:password@mail",
    "smtp://mail:0",
    "smtp://mail:70000",
    "smtp://mail/inbox",
    "smtp://mail?debug=true",
    "smtp://mail?requireTLS=maybe",
    "smtp://us%zzer:pw@mail",
    "smtp://user:pw%0d%0aQUIT@mail",
  ])("%s ends the start, and is not shown", (text) => {
    expect(() => loadConfig({ ORRERY_SMTP_URL: text })).toThrow(ConfigError);
    expect(() => loadConfig({ ORRERY_SMTP_URL: text })).toThrow(/^ORRERY_SMTP_URL: expected an smtp:\/\/ or smtps:/);
  });

  it("absent, there is no mail server; a sender has a default", () => {
    expect(loadConfig({}).mail).toBeUndefined();
    expect(loadConfig({ ORRERY_SMTP_URL: "smtp://mail" }).mail?.from).toBe("Orrery <orrery@localhost>");
    const from = "Reports <reports@example.com>";
    expect(loadConfig({ ORRERY_SMTP_URL: "smtp://mail", ORRERY_MAIL_FROM: from }).mail?.from).toBe(from);
  });
});

describe("ORRERY_MAIL_FROM", () => {
  it.each(["ann@example.com", "Orrery <ann@example.com>", "Größe <ann@example.com>", "orrery@localhost"])(
    "%s is an address",
    (text) => expect(isMailAddress(text)).toBe(true),
  );
  it.each(["ann", "ann@", "<ann>", "Ann <ann@example.com", "Ann\r\nBcc: x <ann@example.com>", "a@b.de, c@d.de"])(
    "%j is none",
    (text) => {
      expect(isMailAddress(text)).toBe(false);
      expect(() => loadConfig({ ORRERY_MAIL_FROM: text })).toThrow(/^ORRERY_MAIL_FROM: expected/);
    },
  );
});
