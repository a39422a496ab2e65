import type { Access } from "../../../src/features/access/index.ts";
import { hotp, stepAt } from "../../../src/features/access/second-factor/totp.ts";
import { newId } from "../../../src/platform/ids.ts";
import { PASSWORD } from "../../support/access.ts";
import { fromBase32 } from "../../support/base32.ts";
import type { TestClock } from "../../support/clock.ts";
import { contextOfToken, loginFrom } from "./support.ts";

export const STEP = 30_000;

/** An administrator with that email, in a new tenant. */
export async function tenantOf(access: Access, email = `${newId()}@example.com`) {
  const name = `tenant ${newId()}`;
  const tenant = await access.createTenant({ name, adminEmail: email, adminPassword: PASSWORD });
  // Each from a different address, so that no attempt must wait after earlier failures.
  const login = (code?: string, by = access, password = PASSWORD) =>
    by.verbs.login({ email, password, tenant: name, code }, loginFrom(newId()));
  return { ...tenant, email, login };
}

/** The same with a second factor, confirmed in the previous step. */
export async function enrolled(access: Access, clock: TestClock, email?: string) {
  const tenant = await tenantOf(access, email);
  const ctx = await contextOfToken(access, (await tenant.login()).token);
  const { secret } = await access.verbs.secondFactor.enrol(ctx);
  const code = (offset = 0) => hotp(fromBase32(secret), stepAt(clock.now()) + offset);
  const first = code();
  const recoveryCodes = await access.verbs.secondFactor.confirm(ctx, first);
  clock.advance(STEP);
  return { ...tenant, ctx, secret, code, first, recoveryCodes };
}
