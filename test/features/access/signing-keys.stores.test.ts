import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Access } from "../../../src/features/access/index.ts";
import type { Postgres } from "../../../src/platform/postgres/postgres.ts";
import { testAccess, testTenant } from "../../support/access.ts";
import { encode, signed } from "../../support/assertions.ts";
import { type TestClock, testClock } from "../../support/clock.ts";
import { type Scratch, scratchDatabase } from "../../support/scratch.ts";
import { bearer, codeOf, contextOfToken, signingPair } from "./support.ts";

const MINUTE = 60_000;

let scratch: Scratch;
let clock: TestClock;
let access: Access;
let login: () => Promise<{ token: string }>;
beforeAll(async () => {
  scratch = await scratchDatabase();
});
afterAll(() => scratch.drop());
beforeEach(async () => {
  clock = testClock();
  access = process();
  ({ login } = await testTenant(access));
});

/** Another process on the same database. */
const process = (postgres: Postgres = scratch.postgres) => testAccess(postgres, { clock, recheckMs: 500 });

const kidOf = (token: string): string => JSON.parse(Buffer.from(token.split(".")[0]!, "base64url").toString()).kid;
const outcome = (token: string, by: Access) => codeOf((async () => by.authenticator.authenticate(bearer(token)))());
const kept = () =>
  scratch.postgres.query<{ kid: string; sealed: boolean }>(
    "select kid, sealed_private_key is not null as sealed from signing_keys order by created_at, kid",
  );

describe("rotateSigningKey", () => {
  it("signs with the new key from now on and verifies with both, in every process and without a restart", async () => {
    const [here, there] = [process(), process()];
    await Promise.all([here.prepare(), there.prepare()]);
    try {
      const { login: loginThere } = await testTenant(there);
      const before = [(await login()).token, (await loginThere()).token];
      const rotated = await process().rotateSigningKey();
      expect(before.map(kidOf)).toEqual([rotated.previous, rotated.previous]);
      await expect.poll(async () => kidOf((await loginThere()).token), { timeout: 10_000 }).toBe(rotated.kid);
      const after = (await loginThere()).token;
      for (const by of [here, there, process()]) {
        for (const token of [...before, after]) expect(await outcome(token, by)).toBe("no error");
      }
    } finally {
      await Promise.all([here.stop(), there.stop()]);
    }
  });

  it("lets a process verify at once a token that another signed with a key unknown here", async () => {
    const reader = process();
    for (let round = 0; round < 3; round++) {
      expect(await outcome((await login()).token, reader)).toBe("no error");
      const writer = process();
      const { kid } = await writer.rotateSigningKey();
      const { token } = await (await testTenant(writer)).login();
      expect(kidOf(token)).toBe(kid);
      // Reloads are spaced: a call between two waits for the next.
      const invented = signed(
        { alg: "RS256", typ: "JWT", kid: "A".repeat(16) },
        {},
        (await signingPair(scratch.postgres)).privateKey,
      );
      const [made, ...others] = await Promise.all([
        outcome(token, reader),
        outcome(invented, reader),
        outcome(token, reader),
      ]);
      expect([made, ...others]).toEqual(["no error", "AUTHENTICATION_REQUIRED", "no error"]);
    }
  });

  it("keeps no private key but the signing one, and no public key without live tokens", async () => {
    const first = (await login()).token;
    const second = await access.rotateSigningKey();
    const third = await process().rotateSigningKey();
    const held = await kept();
    expect(held.filter(({ sealed }) => sealed).map(({ kid }) => kid)).toEqual([third.kid]);
    expect(held.map(({ kid }) => kid)).toEqual(expect.arrayContaining([kidOf(first), second.kid, third.kid]));
    expect(await outcome(first, process())).toBe("no error");

    clock.advance(third.verifiesUntil.getTime() - clock.now().getTime());
    await access.installationRetention.credentials();
    expect((await kept()).length).toBeGreaterThan(1);
    clock.advance(1);
    await access.installationRetention.credentials();
    expect(await kept()).toEqual([{ kid: third.kid, sealed: true }]);
    expect(third.verifiesUntil.getTime() - clock.now().getTime()).toBeLessThan(0);
  });

  it("keeps a retired key while a token that it signed lives, with clocks a minute apart", async () => {
    const { verifiesUntil } = await access.rotateSigningKey();
    expect(verifiesUntil.getTime() - clock.now().getTime()).toBeGreaterThanOrEqual(16 * MINUTE);
    expect(verifiesUntil.getTime() - clock.now().getTime()).toBeLessThanOrEqual(30 * MINUTE);
  });

  it("leaves one signing key after simultaneous rotations", async () => {
    await Promise.all([1, 2, 3, 4].map(() => process().rotateSigningKey()));
    expect((await kept()).filter(({ sealed }) => sealed)).toHaveLength(1);
    expect(await outcome((await login()).token, process())).toBe("no error");
  });

  it("is recorded in every tenant's audit log, without a key", async () => {
    const { kid, previous } = await access.rotateSigningKey();
    const rows = await scratch.postgres.query<{ tenant_id: string }>(
      "select tenant_id, actor, before, after from audit_log where action = 'signing_key.rotated' and target_id = $1",
      [kid],
    );
    expect(rows.map((row) => row.tenant_id).sort()).toEqual((await access.tenantIds()).sort());
    expect(rows[0]).toMatchObject({ actor: "system", before: { kid: previous }, after: { kid } });
    expect(JSON.stringify(rows)).not.toMatch(/KEY-----|v1\./);
  });
});

describe("SigningKeys.verifier, unknown kid", () => {
  it("reads the store at most four times a second, and only for a well-formed kid", async () => {
    let asked = 0;
    const counted: Postgres = {
      ...scratch.postgres,
      query: (text, values) => {
        if (text.includes("from signing_keys")) asked++;
        return scratch.postgres.query(text, values);
      },
    };
    const reader = process(counted);
    const { privateKey } = await signingPair(scratch.postgres);
    const token = (kid: string) => signed({ alg: "RS256", typ: "JWT", kid }, { n: encode(kid) }, privateKey);
    const kids = Array.from({ length: 60 }, (_, i) => `AAAAAAAAAAAAAA${10 + i}`);
    expect(new Set(await Promise.all(kids.map((kid) => outcome(token(kid), reader))))).toEqual(
      new Set(["AUTHENTICATION_REQUIRED"]),
    );
    expect(asked).toBeLessThanOrEqual(2);
    asked = 0;
    for (const kid of ["x", "../../keys", "A".repeat(15), "A".repeat(17), "AAAAAAAAAAAAAAA'"]) {
      expect(await outcome(token(kid), reader)).toBe("AUTHENTICATION_REQUIRED");
    }
    expect(asked).toBe(0);
  });
});

it("a login's context is the same before and after rotateSigningKey", async () => {
  const before = await contextOfToken(access, (await login()).token);
  await access.rotateSigningKey();
  const other = process();
  expect((await contextOfToken(other, (await login()).token)).actor.id).toBe(before.actor.id);
});
