import { describe, expect, it } from "vitest";
import { unavailable } from "../../../src/errors.ts";
import type { Access } from "../../../src/features/access/index.ts";
import {
  ACCOUNT_RULE,
  backoffMs,
  createLoginAttempts,
  KNOWN_ADDRESS_MS,
  PAIR_RULE,
} from "../../../src/features/access/login/login-attempts.ts";
import { newId } from "../../../src/platform/ids.ts";
import type { Postgres } from "../../../src/platform/postgres/postgres.ts";
import { createSecrets } from "../../../src/platform/secrets.ts";
import { PASSWORD, ROOT_SECRET, testAccess, testTenant } from "../../support/access.ts";
import { accessSuite, DAY } from "./access-suite.ts";
import { enrolled } from "./second-factor-support.ts";
import { loginFrom } from "./support.ts";

const SECOND = 1_000;
const HOME = "192.0.2.10";
const STRANGER = "198.51.100.7";

const { scratch, clock, access, sibling } = await accessSuite({ started: 1 });

interface Try {
  password?: string;
  address?: string;
  tenant?: string;
  by?: Access;
}

/** `ok`, the code of the refusal, or with 429 the seconds to wait. */
async function attempt(
  email: string,
  { password = "wrong password", address = STRANGER, tenant, by = access }: Try = {},
) {
  try {
    await by.verbs.login({ email, password, tenant }, loginFrom(address));
    return "ok";
  } catch (error) {
    const { code, headers } = error as { code: string; headers: Record<string, string> };
    return code === "RATE_LIMIT_EXCEEDED" ? Number(headers["Retry-After"]) : code;
  }
}

async function failures(email: string, n: number, options?: Try): Promise<void> {
  for (let i = 0; i < n; i++) expect(await attempt(email, options)).toBe("AUTH_FAILED");
}

const unknown = () => `${newId()}@example.com`;

describe("backoffMs", () => {
  it("starts after five failures at 1 s and doubles up to 15 min", () => {
    const seconds = (n: number) => backoffMs(n, PAIR_RULE) / SECOND;
    expect([0, 4, 5, 6, 7, 8, 14, 15, 16, 1_000_000].map(seconds)).toEqual([0, 0, 1, 2, 4, 8, 512, 900, 900, 900]);
  });

  it("is at most 30 s for an account over all addresses", () => {
    const seconds = (n: number) => backoffMs(n, ACCOUNT_RULE) / SECOND;
    expect([19, 20, 21, 24, 25, 1_000_000].map(seconds)).toEqual([0, 1, 2, 16, 30, 30]);
  });
});

describe.each([
  ["who has an account", async () => (await testTenant(access)).email],
  ["who has none", async () => unknown()],
])("login attempts of a caller %s", (_name, makeEmail) => {
  it("must wait longer after each failure, in every process, and refused attempts do not count", async () => {
    const email = await makeEmail();
    await failures(email, 5);
    for (const wait of [1, 2, 4, 8]) {
      expect(await attempt(email, { by: sibling })).toBe(wait);
      expect(await attempt(email, { password: PASSWORD })).toBe(wait);
      clock.advance(wait * SECOND - 1);
      expect(await attempt(email)).toBe(1);
      clock.advance(1);
      expect(await attempt(email)).toBe("AUTH_FAILED");
    }
    expect(await attempt(email)).toBe(16);
  });

  it("get the same message with every refusal, and the time to wait", async () => {
    const email = await makeEmail();
    await failures(email, 5);
    const error = await access.verbs
      .login({ email, password: PASSWORD }, loginFrom(STRANGER))
      .catch((thrown) => thrown);
    expect(error).toMatchObject({
      code: "RATE_LIMIT_EXCEEDED",
      status: 429,
      message: "Too many failed attempts; try again in 1 seconds",
      details: {},
      violations: [],
      headers: {
        "Retry-After": "1",
        "X-RateLimit-Remaining": "0",
        "X-RateLimit-Reset": String(Math.ceil(clock.now().getTime() / SECOND + 1)),
        "X-RateLimit-Reset-After": "1",
      },
    });
  });

  it("gain no extra guesses by many simultaneous requests", async () => {
    const email = await makeEmail();
    const outcomes = await Promise.all(Array.from({ length: 32 }, () => attempt(email)));
    expect(outcomes.filter((outcome) => outcome === "AUTH_FAILED")).toHaveLength(5);
    expect(outcomes.filter((outcome) => outcome === 1)).toHaveLength(27);
  });

  it("gain no extra guesses by simultaneous requests to many processes", async () => {
    const email = await makeEmail();
    const processes = Array.from({ length: 12 }, () => testAccess(scratch.postgres, { clock, recheckMs: 600_000 }));
    const outcomes = await Promise.all(processes.map((by) => attempt(email, { by })));
    expect(outcomes.filter((outcome) => outcome === "AUTH_FAILED")).toHaveLength(5);
    expect(outcomes.filter((outcome) => outcome === 1)).toHaveLength(7);
  });

  it("gain no extra guesses by simultaneous requests from many addresses", async () => {
    const email = await makeEmail();
    const addresses = Array.from({ length: 40 }, (_, i) => `198.51.100.${i}`);
    const outcomes = await Promise.all(addresses.map((address) => attempt(email, { address })));
    expect(outcomes.filter((outcome) => outcome === "AUTH_FAILED")).toHaveLength(20);
    expect(outcomes.filter((outcome) => typeof outcome === "number")).toHaveLength(20);
  });

  it("is counted by the spelling of the email that is compared, with a tenant or without, and by the /64 of an IPv6 address", async () => {
    const email = await makeEmail();
    const from = (i: number) => ({ address: `2001:db8::${i}` });
    await failures(email, 4, from(1));
    await failures(email.toUpperCase(), 1, from(2));
    expect(await attempt(email, from(3))).toBe(1);
    expect(await attempt(email, { address: "2001:db8:0:1::1" })).toBe("AUTH_FAILED");
    expect(await attempt(email, { ...from(1), tenant: "elsewhere" })).toBe(1);
  });

  it("start anew a day after the last failure", async () => {
    const email = await makeEmail();
    await failures(email, 5);
    clock.advance(DAY + SECOND);
    await failures(email, 5);
    expect(await attempt(email)).toBe(1);
  });

  it("run the same statements for every outcome", async () => {
    const email = await makeEmail();
    const statements: string[] = [];
    const watched = testAccess(watching(scratch.postgres, statements), { clock, recheckMs: 600_000 });
    await attempt(unknown(), { by: watched });
    const sent = async () => {
      statements.length = 0;
      return {
        outcome: await attempt(email, { by: watched }),
        // Refused logins of existing users are recorded later.
        statements: statements.filter((text) => !text.includes("audit_log")).map((text) => text.slice(0, 40)),
      };
    };
    const [first, fifth] = [await sent(), await failures(email, 3).then(sent)];
    expect(first.statements.filter((text) => text.includes("login_attempts"))).toHaveLength(1);
    expect(fifth.statements.length).toBe(first.statements.length + 1);
    const refused = await sent();
    expect(refused).toMatchObject({ outcome: 1 });
    // The lock, and the rows.
    expect(refused.statements).toHaveLength(2);
  });
});

describe("login attempts of a user", () => {
  it("start anew after a successful login", async () => {
    const { email } = await testTenant(access);
    await failures(email, 4);
    expect(await attempt(email, { password: PASSWORD })).toBe("ok");
    await failures(email, 5);
    clock.advance(SECOND);
    expect(await attempt(email, { password: PASSWORD })).toBe("ok");
    expect(await attempt(email)).toBe("AUTH_FAILED");
    expect(await attempt(email)).toBe("AUTH_FAILED");
  });

  it("succeed from a known address, and from any other after 30 s, however often strangers fail", async () => {
    const { email } = await testTenant(access);
    expect(await attempt(email, { address: HOME, password: PASSWORD })).toBe("ok");
    for (let i = 0; i < 30; i++) {
      const address = `198.51.100.${i}`;
      let outcome = await attempt(email, { address });
      if (typeof outcome === "number") {
        clock.advance(outcome * SECOND);
        outcome = await attempt(email, { address });
      }
      expect(outcome).toBe("AUTH_FAILED");
    }
    expect(await attempt(email, { address: HOME, password: PASSWORD })).toBe("ok");
    const away = { address: "203.0.113.5", password: PASSWORD };
    expect(await attempt(email, away)).toBe(30);
    clock.advance(29 * SECOND);
    // Further failures by strangers do not extend the user's wait.
    for (let i = 100; i < 110; i++) expect(await attempt(email, { address: `198.51.100.${i}` })).toBe(30);
    expect(await attempt(email, away)).toBe(1);
    clock.advance(SECOND);
    expect(await attempt(email, away)).toBe("ok");
    expect(await attempt(email, away)).toBe("ok");
  });

  it("know an address for 30 days, and are slowed by strangers for at most an hour after them", async () => {
    const { email } = await testTenant(access);
    const home = { address: HOME, password: PASSWORD };
    expect(await attempt(email, home)).toBe("ok");
    clock.advance(KNOWN_ADDRESS_MS);
    for (let i = 0; i < 20; i++) await failures(email, 1, { address: `198.51.100.${i}` });
    expect(await attempt(email, home)).toBe(1);
    clock.advance(ACCOUNT_RULE.resetAfterMs + 1);
    expect(await attempt(email, { address: "203.0.113.6", password: PASSWORD })).toBe("ok");
  });

  it("wait after wrong codes as after wrong passwords, at login and when the factor is disabled", async () => {
    const user = await enrolled(access, clock);
    const input = { email: user.email, password: PASSWORD, address: STRANGER };
    for (let i = 0; i < 5; i++) await expect(access.verbs.login(input)).rejects.toMatchObject({ code: "AUTH_FAILED" });
    await expect(access.verbs.login({ ...input, code: user.code() })).rejects.toMatchObject({
      code: "RATE_LIMIT_EXCEEDED",
    });
    const disable = (password: string) =>
      access.verbs.secondFactor.disable(user.ctx, { password, code: user.code() }).catch((error) => error.code);
    for (let i = 0; i < 5; i++) expect(await disable("wrong password")).toBe("AUTH_FAILED");
    expect(await disable(PASSWORD)).toBe("RATE_LIMIT_EXCEEDED");
    clock.advance(SECOND);
    expect(await disable(PASSWORD)).toBeUndefined();
  });
});

describe("login attempts that a store interrupts", () => {
  it("do not count, nor does the wait that they started", async () => {
    const { email } = await testTenant(access);
    const from = { account: `email ${email}`, address: STRANGER };
    const attempts = createLoginAttempts({ postgres: scratch.postgres, clock, secrets: createSecrets(ROOT_SECRET) });
    const away = () => Promise.reject(unavailable("the store is away"));
    await failures(email, 4);
    for (let i = 0; i < 8; i++) {
      await expect(attempts.guard(from, away)).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
    }
    await failures(email, 1);
    expect(await attempt(email)).toBe(1);
  });
});

describe("table login_attempts", () => {
  it("contains neither account nor address", async () => {
    const email = unknown();
    await failures(email, 1, { address: "203.0.113.77", tenant: "some tenant" });
    const [row] = await scratch.postgres.query<{ all: string }>(
      "select string_agg(a::text, ' ') as all from login_attempts a",
    );
    for (const text of [email, "203.0.113.77", "some tenant"]) {
      expect(row!.all).not.toContain(text);
      expect(row!.all).not.toContain(Buffer.from(text).toString("hex"));
    }
  });

  it("is purged of rows that no longer have an effect", async () => {
    const { email } = await testTenant(access);
    await failures(email, 1);
    expect(await attempt(email, { address: HOME, password: PASSWORD })).toBe("ok");
    const left = async () =>
      (await scratch.postgres.query<{ n: number }>("select count(*) as n from login_attempts"))[0]!.n;
    clock.advance(DAY + SECOND);
    await access.installationRetention.credentials();
    const known = await left();
    expect(known).toBeGreaterThanOrEqual(1);
    clock.advance(KNOWN_ADDRESS_MS);
    await access.installationRetention.credentials();
    expect(await left()).toBe(0);
  });

  it("guard starts no attempt whose caller has disconnected", async () => {
    const { email } = await testTenant(access);
    const from = { ...loginFrom(HOME), signal: AbortSignal.abort() };
    await expect(access.verbs.login({ email, password: PASSWORD }, from)).rejects.toMatchObject({
      code: "SERVICE_UNAVAILABLE",
    });
  });
});

function watching(postgres: Postgres, statements: string[]): Postgres {
  return {
    ...postgres,
    query: (text, values) => {
      statements.push(text.trim());
      return postgres.query(text, values);
    },
    transaction: (work) =>
      postgres.transaction((tx) =>
        work({
          query: (text, values) => {
            statements.push(text.trim());
            return tx.query(text, values);
          },
        }),
      ),
  };
}
