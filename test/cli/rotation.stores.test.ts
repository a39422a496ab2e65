import { describe, expect, it } from "vitest";
import { rotateSecret } from "../../src/cli/secret.ts";
import type { CommandApp } from "../../src/cli/with-app.ts";
import { loadConfig, previousSecrets, rootSecret } from "../../src/config.ts";
import { createSecrets } from "../../src/platform/secrets.ts";
import { bearer, codeOf, source } from "../features/access/support.ts";
import { ciCreated, createWebhookWorld } from "../features/webhooks/support.ts";
import { testAccess, testTenant } from "../support/access.ts";
import { testClock } from "../support/clock.ts";
import { orrery, start } from "../support/command-line.ts";
import { createReceiver, isSignedWith } from "../support/receiver.ts";
import { scratchDatabase } from "../support/scratch.ts";
import { commandEnv, commandHome, SECRET } from "./command-home.ts";

const NEW_SECRET = "the next root secret of the tests, long enough";

const at = commandHome();

const outcome = (token: string, by: ReturnType<typeof testAccess>) =>
  codeOf((async () => by.authenticator.authenticate(bearer(token)))());

describe("orrery keys rotate", () => {
  it("creates the next signing key of a running process, and keeps older tokens valid", async () => {
    const running = testAccess(at.scratch.postgres, { recheckMs: 200 });
    await running.prepare();
    try {
      const tenant = await testTenant(running);
      const { token } = await tenant.login();
      const { code, stdout, stderr } = await orrery(["keys", "rotate", "--json"], at.env);
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
      const { kid, previous, previous_verifies_until: until } = JSON.parse(stdout);
      const kidOf = (text: string) => JSON.parse(Buffer.from(text.split(".")[0]!, "base64url").toString()).kid;
      expect(previous).toBe(kidOf(token));
      expect(Date.parse(until)).toBeGreaterThan(Date.now() + 15 * 60_000);
      await expect.poll(async () => kidOf((await tenant.login()).token), { timeout: 10_000 }).toBe(kid);
      expect(await outcome(token, testAccess(at.scratch.postgres))).toBe("no error");
      const plain = await orrery(["keys", "rotate"], at.env);
      expect(plain.stdout).toMatch(/^The key \w{16} signs from now on\.\nThe key \w{16} verifies until \S+Z\.\n$/);
      expect(plain.stdout).toContain(kid);
    } finally {
      await running.stop();
    }
  });
});

describe("orrery secret rotate with secrets in the environment", () => {
  const rotating = () => ({ ...at.env, ORRERY_SECRET: NEW_SECRET, ORRERY_SECRET_PREVIOUS: SECRET });

  it("requires both secrets, and prints neither", async () => {
    const { code, stdout, stderr } = await orrery(["secret", "rotate"], at.env);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(/^orrery: .*ORRERY_SECRET_PREVIOUS/);
    const { stdout: shown, stderr: said } = await orrery(["secret", "rotate", "--json"], {
      ...at.env,
      ORRERY_SECRET: "some other root secret, as long as it must be",
      ORRERY_SECRET_PREVIOUS: NEW_SECRET,
    });
    expect(said).toMatch(/open under neither secret \(1 in signing_keys\)/);
    for (const secret of [SECRET, NEW_SECRET]) expect(shown + said).not.toContain(secret);
  });

  it("can be killed and repeated; then only the new secret decrypts", async () => {
    const access = testAccess(at.scratch.postgres);
    const { token } = await (await testTenant(access)).login();
    const killed = start(["secret", "rotate"], rotating());
    setTimeout(() => killed.child.kill("SIGKILL"), 400);
    await killed.ended;
    const { code, stdout, stderr } = await orrery(["secret", "rotate", "--json"], rotating());
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const { resealed, columns } = JSON.parse(stdout);
    expect(resealed).toBeLessThanOrEqual(1);
    expect(columns).toContainEqual({ table: "signing_keys", column: "sealed_private_key", resealed, unopened: 0 });
    const renewed = testAccess(at.scratch.postgres, { secrets: createSecrets(NEW_SECRET) });
    await renewed.checkSecret();
    expect(await outcome(token, renewed)).toBe("no error");
    await expect(testAccess(at.scratch.postgres).checkSecret()).rejects.toThrow(/^ORRERY_SECRET: /);
    const doctor = await orrery(["doctor", "--json"], { ...at.env, ORRERY_SECRET: NEW_SECRET });
    // Of all else, such as changes that other suites leave behind in the graph, doctor may say what it likes.
    const checks = JSON.parse(doctor.stdout).checks as { name: string; ok: boolean }[];
    expect(checks.find(({ name }) => name === "secret")).toMatchObject({ ok: true });
  });
});

describe("orrery secret rotate with webhooks", () => {
  it("keeps signing secrets and headers readable with only the new secret", async () => {
    const own = await scratchDatabase();
    const receiver = await createReceiver();
    const world = await createWebhookWorld({ scratch: own, secret: SECRET });
    try {
      const first = await world.register(receiver.url, { headers: { "X-Token": "canary" } });
      const second = await world.verbs.rotateSecret(world.ctx, first.webhook.id);
      const rotating = { ORRERY_SECRET: NEW_SECRET, ORRERY_SECRET_PREVIOUS: SECRET };
      const ran = await orrery(["secret", "rotate", "--json"], { ...commandEnv(own.url, at.home), ...rotating });
      expect({ code: ran.code, stderr: ran.stderr }).toEqual({ code: 0, stderr: "" });
      const resealed = new Map(
        JSON.parse(ran.stdout).columns.map((each: { table: string; resealed: number }) => [each.table, each.resealed]),
      );
      expect([resealed.get("webhooks"), resealed.get("webhook_secrets")]).toEqual([1, 2]);
      await world.publish([ciCreated()]);
      await world.start(world.another(NEW_SECRET));
      await expect.poll(() => receiver.arrivals.length, { timeout: 10_000 }).toBe(1);
      const [arrival] = receiver.arrivals;
      expect([first, second].map(({ secret }) => isSignedWith(secret, arrival!))).toEqual([true, true]);
      expect(arrival!.headers["x-token"]).toBe("canary");
      const shown = await world.another(NEW_SECRET).verbs.get(world.ctx, first.webhook.id);
      expect(shown.headers).toEqual({ "X-Token": "canary" });
    } finally {
      await world.close();
      await receiver.close();
      await own.drop();
    }
  });
});

describe("orrery secret rotate with the secret in the home folder", () => {
  /** What the command works with where the stores are embedded. */
  const opened = (embedded: "started" | "attached", rotate: CommandApp["app"]["access"]["rotateSecret"]) =>
    ({
      app: { migrate: async () => {}, access: { rotateSecret: rotate } },
      config: loadConfig({ ORRERY_HOME: at.home }),
      stores: { embedded },
    }) as unknown as CommandApp;

  it("creates a new secret, keeps the old one until all values are encrypted again, then removes it", async () => {
    const own = await scratchDatabase();
    try {
      const config = loadConfig({ ORRERY_HOME: at.home });
      const old = rootSecret(config);
      const access = testAccess(own.postgres, { secrets: createSecrets(old) });
      await testTenant(access);
      await access.prepare();
      await access.stop();
      const failing = opened("started", async () => Promise.reject(new Error("killed")));
      await expect(rotateSecret(failing)).rejects.toThrow("killed");
      const next = rootSecret(config);
      expect(previousSecrets(config)).toEqual([old]);
      await testAccess(own.postgres, { secrets: createSecrets(next, previousSecrets(config)) }).checkSecret();
      const results = await rotateSecret(opened("started", access.rotateSecret));
      expect(results.find(({ table }) => table === "signing_keys")?.resealed).toBe(1);
      expect([rootSecret(config), previousSecrets(config)]).toEqual([next, []]);
      await testAccess(own.postgres, { secrets: createSecrets(next) }).checkSecret();
    } finally {
      await own.drop();
    }
  });

  it("refuses while a service runs, and keeps the secret", async () => {
    const config = loadConfig({ ORRERY_HOME: at.home });
    const before = rootSecret(config);
    const attached = opened("attached", async () => []);
    await expect(rotateSecret(attached)).rejects.toThrow(/A service runs on these stores/);
    expect([rootSecret(config), previousSecrets(config)]).toEqual([before, []]);
  });
});

describe("orrery token create --allow-ip", () => {
  it("binds the token to the addresses", async () => {
    const { name } = await testTenant(testAccess(at.scratch.postgres));
    const args = ["token", "create", "--tenant", name, "--name", "s", "--json"];
    const { stdout } = await orrery([...args, "--allow-ip", "192.0.2.0/24, 2001:DB8::1"], {
      ...at.env,
      ORRERY_SECRET: NEW_SECRET,
    });
    const { token, allowed_ips } = JSON.parse(stdout);
    expect(allowed_ips).toEqual(["192.0.2.0/24", "2001:db8::1"]);
    const access = testAccess(at.scratch.postgres, { clock: testClock() });
    const from = (address: string) =>
      codeOf((async () => access.authenticator.authenticate(source({ "x-api-key": token }, undefined, address)))());
    expect([await from("192.0.2.8"), await from("192.0.3.8")]).toEqual(["no error", "AUTHENTICATION_REQUIRED"]);
    const wrong = await orrery([...args, "--allow-ip", "192.0.2.0/24,here"], { ...at.env, ORRERY_SECRET: NEW_SECRET });
    expect(wrong.code).toBe(2);
    expect(wrong.stderr).toMatch(/^orrery: allow-ip\.1: must be an IP address or a CIDR range/);
  });
});
