import { describe, expect, it } from "vitest";
import type { Postgres, Sql } from "../../../src/platform/postgres/postgres.ts";
import { PASSWORD, testAccess } from "../../support/access.ts";
import { accessSuite } from "./access-suite.ts";
import { enrolled, STEP, tenantOf } from "./second-factor-support.ts";
import { codeOf } from "./support.ts";

const { scratch, clock, access, sibling } = await accessSuite({ started: 2 });

describe("a login with a second factor", () => {
  it.each([-1, 0, 1])("accepts the code of step %i from now", async (offset) => {
    const user = await enrolled(access, clock);
    clock.advance(STEP);
    expect((await user.login(user.code(offset))).user.email).toBe(user.email);
  });

  it("refuses every other login with the message of a wrong password, and consumes no code", async () => {
    const user = await enrolled(access, clock);
    const other = await enrolled(access, clock);
    const email = user.email;
    const attempts = [
      user.login(),
      user.login(""),
      user.login(user.code(2)),
      user.login(user.code(-2)),
      user.login(other.code()),
      user.login(other.recoveryCodes[0]),
      user.login(user.recoveryCodes[0]?.replaceAll("-", "")),
      user.login(user.code(), access, "wrong password"),
      user.login(user.recoveryCodes[0], access, "wrong password"),
      access.verbs.login({ email: "nobody@example.com", password: PASSWORD, code: user.code() }),
      access.verbs.login({ email, password: PASSWORD, tenant: "no such tenant", code: user.code() }),
    ];
    const errors = await Promise.all(attempts.map((attempt) => attempt.catch((error) => error)));
    expect(new Set(errors.map((error) => `${error.code} ${error.status} ${error.message}`)).size).toBe(1);
    expect(errors[0]).toMatchObject({ code: "AUTH_FAILED", status: 401, details: {}, violations: [] });
    expect(await codeOf(user.login(user.code()))).toBe("no error");
    expect(await codeOf(user.login(user.recoveryCodes[0]))).toBe("no error");
  });

  it("runs the same statements for each refusal, so that the time reveals nothing", async () => {
    const user = await enrolled(access, clock);
    const plain = await tenantOf(access);
    const statements: string[] = [];
    const watched = testAccess(watching(scratch.postgres, statements), { clock, recheckMs: 600_000 });
    await watched.prepare();
    const sent = async (attempt: () => Promise<unknown>) => {
      statements.length = 0;
      expect(await codeOf(attempt())).toBe("AUTH_FAILED");
      // Refused logins are recorded later.
      return statements.filter((text) => !text.includes("audit_log")).join("\n");
    };
    for (const code of [undefined, "000000", "aaaa-aaaa-aaaa-aaaa-aaaa-aaaa"]) {
      const wrongCode = await sent(() => user.login(code, watched));
      expect(wrongCode).toMatch(code?.includes("-") ? "recovery_codes" : "update second_factors");
      expect(await sent(() => user.login(code, watched, "wrong password"))).toBe(wrongCode);
      expect(await sent(() => plain.login(code, watched, "wrong password"))).toBe(wrongCode);
      const unknown = { email: "nobody@example.com", password: PASSWORD, code };
      expect(await sent(() => watched.verbs.login(unknown))).toBe(wrongCode);
    }
    await watched.stop();
  });

  it("accepts no step twice, nor one before the newest used, nor the one that confirmed", async () => {
    const user = await enrolled(access, clock);
    expect(await codeOf(user.login(user.first))).toBe("AUTH_FAILED");
    expect(await codeOf(user.login(user.code(1)))).toBe("no error");
    expect(await codeOf(user.login(user.code(1)))).toBe("AUTH_FAILED");
    expect(await codeOf(user.login(user.code(1), sibling))).toBe("AUTH_FAILED");
    expect(await codeOf(user.login(user.code(0)))).toBe("AUTH_FAILED");
    clock.advance(STEP);
    expect(await codeOf(user.login(user.code(0)))).toBe("AUTH_FAILED");
    expect(await codeOf(user.login(user.code(1), sibling))).toBe("no error");
  });

  it("accepts a code for one of many simultaneous logins in two processes", async () => {
    const user = await enrolled(access, clock);
    for (const code of [user.code(), user.recoveryCodes[3]]) {
      const all = Array.from({ length: 8 }, (_, i) => codeOf(user.login(code, i % 2 ? access : sibling)));
      const outcomes = await Promise.all(all);
      expect(outcomes.filter((outcome) => outcome === "no error")).toHaveLength(1);
      expect(outcomes.filter((outcome) => outcome === "AUTH_FAILED")).toHaveLength(7);
    }
  });

  it("accepts each recovery code once, in upper or lower case", async () => {
    const user = await enrolled(access, clock);
    for (const code of user.recoveryCodes) expect(await codeOf(user.login(code.toUpperCase()))).toBe("no error");
    for (const code of user.recoveryCodes) expect(await codeOf(user.login(code))).toBe("AUTH_FAILED");
    expect(await codeOf(user.login(user.code()))).toBe("no error");
  });

  it("applies in one tenant only when the email exists in two", async () => {
    const email = `${crypto.randomUUID()}@example.com`;
    const one = await enrolled(access, clock, email);
    const two = await tenantOf(access, email);
    expect(await codeOf(two.login())).toBe("no error");
    const second = await enrolled(access, clock);
    expect(await codeOf(one.login(second.code()))).toBe("AUTH_FAILED");
    // A context of another tenant finds neither the user nor the unconfirmed secret.
    const astray = { ...one.ctx, tenantId: two.id };
    expect(await codeOf(access.verbs.secondFactor.enrol(astray))).toBe("RESOURCE_NOT_FOUND");
    expect(await codeOf(access.verbs.secondFactor.confirm(astray, one.code()))).toBe("CONFLICT");
    const input = { password: PASSWORD, code: one.code() };
    expect(await codeOf(access.verbs.secondFactor.disable(astray, input))).toBe("RESOURCE_NOT_FOUND");
    expect(await codeOf(one.login(one.code()))).toBe("no error");
  });

  it("does not affect refresh", async () => {
    const user = await enrolled(access, clock);
    const { refreshToken } = await user.login(user.code());
    expect((await access.verbs.refresh(refreshToken)).user.email).toBe(user.email);
  });
});

/** The same stores, recording the text of every statement. */
function watching(postgres: Postgres, statements: string[]): Postgres {
  const noting = (sql: Sql): Sql => ({
    query(text, values) {
      statements.push(text);
      return sql.query(text, values);
    },
  });
  return { ...postgres, ...noting(postgres), transaction: (work) => postgres.transaction((tx) => work(noting(tx))) };
}
