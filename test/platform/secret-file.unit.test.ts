import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { loadConfig, previousSecrets, rootSecret } from "../../src/config.ts";
import {
  beginSecretRotation,
  endSecretRotation,
  loadOrCreateSecret,
  loadPreviousSecret,
} from "../../src/platform/secret-file.ts";

let home: string;
beforeEach(() => {
  home = mkdtempSync(path.join(tmpdir(), "orrery-secret-"));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const file = (name: string) => path.join(home, name);
const read = (name: string) => readFileSync(file(name), "utf8");

describe("loadOrCreateSecret", () => {
  it("creates the secret once, readable by its owner alone", () => {
    const secret = loadOrCreateSecret(path.join(home, "new"));
    expect(secret.length).toBeGreaterThanOrEqual(32);
    expect(loadOrCreateSecret(path.join(home, "new"))).toBe(secret);
    expect(statSync(path.join(home, "new", "secret")).mode & 0o777).toBe(0o600);
  });

  it("keeps the old secret beside the new one until the rotation ends", () => {
    const old = loadOrCreateSecret(home);
    const { current, previous } = beginSecretRotation(home);
    expect(previous).toBe(old);
    expect(current).not.toBe(old);
    expect([loadOrCreateSecret(home), loadPreviousSecret(home)]).toEqual([current, old]);
    for (const name of ["secret", "secret.previous"]) expect(statSync(file(name)).mode & 0o777).toBe(0o600);
    endSecretRotation(home);
    expect([loadOrCreateSecret(home), loadPreviousSecret(home)]).toEqual([current, undefined]);
    expect(readdirSync(home)).toEqual(["secret"]);
  });

  it("resumes a rotation interrupted at any point", () => {
    const old = loadOrCreateSecret(home);
    // Cut after the copy and before the new secret: nothing is sealed under a new one yet.
    writeFileSync(file("secret.previous"), old);
    const begun = beginSecretRotation(home);
    expect(begun.previous).toBe(old);
    expect(begun.current).not.toBe(old);
    // Cut while texts are sealed anew: the same two again, however often.
    expect(beginSecretRotation(home)).toEqual(begun);
    expect(beginSecretRotation(home)).toEqual(begun);
    endSecretRotation(home);
    endSecretRotation(home);
    expect(beginSecretRotation(home).previous).toBe(begun.current);
  });

  it("gives a starting service its secret, and the previous one to open sealed texts during a rotation", () => {
    const config = loadConfig({ ORRERY_HOME: home });
    const old = rootSecret(config);
    expect(previousSecrets(config)).toEqual([]);
    beginSecretRotation(home);
    expect(rootSecret(config)).toBe(read("secret"));
    expect(previousSecrets(config)).toEqual([old]);
  });
});

describe("ORRERY_SECRET and ORRERY_SECRET_PREVIOUS", () => {
  const [fresh, old] = ["a new root secret, long enough for all", "an older root secret that is long enough"];

  it("give the current and the previous secret without touching the files", () => {
    const config = loadConfig({
      ORRERY_HOME: home,
      ORRERY_SECRET: fresh,
      ORRERY_SECRET_PREVIOUS: old.replace(",", ""),
    });
    expect([rootSecret(config), previousSecrets(config)]).toEqual([fresh, [old]]);
    expect(previousSecrets(loadConfig({ ORRERY_HOME: home, ORRERY_SECRET: fresh }))).toEqual([]);
    expect(existsSync(file("secret"))).toBe(false);
  });

  it("allow one previous secret, and only with a current one", () => {
    const commas = `${old},${old}`;
    expect(previousSecrets(loadConfig({ ORRERY_SECRET: fresh, ORRERY_SECRET_PREVIOUS: commas }))).toEqual([commas]);
    expect(() => loadConfig({ ORRERY_SECRET: fresh, ORRERY_SECRET_PREVIOUS: "short" })).toThrow(
      /^ORRERY_SECRET_PREVIOUS: /,
    );
    expect(() => loadConfig({ ORRERY_SECRET_PREVIOUS: old })).toThrow(/^ORRERY_SECRET: /);
  });
});
