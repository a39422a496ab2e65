import { beforeAll, describe, expect, it } from "vitest";
import { testAccess } from "../support/access.ts";
import { orrery } from "../support/command-line.ts";
import { commandHome } from "./command-home.ts";

const at = commandHome();

beforeAll(async () => {
  const administrator = { adminEmail: "admin@example.com", adminPassword: "correct horse battery staple" };
  await testAccess(at.scratch.postgres).createTenant({ name: "shown", ...administrator });
});

const run = (...args: string[]) => orrery(["demo", "--tenant", "shown", ...args], at.env);

describe("orrery demo", () => {
  it("loads the estate, says what to look at, changes nothing when it is run again, and takes it away", {
    timeout: 120_000,
  }, async () => {
    const first = await run();
    expect(first.code, first.stderr).toBe(0);
    expect(first.stdout).toMatch(
      /^Loaded into the tenant shown: \d+ CIs \(8 business services\), \d+ relationships, 60 events\.$/m,
    );
    const addresses = [...first.stdout.matchAll(/'(http:\/\/127\.0\.0\.1:8080\/[^']+)'/g)].map(
      ([, address]) => address,
    );
    expect(addresses).toHaveLength(12);
    const causes = [
      ...first.stdout.matchAll(/^ {3}Cause by the analysis: (\S+); as the story was made up: (\S+)\.$/gm),
    ];
    expect(causes).toHaveLength(3);
    for (const [line, found, planned] of causes) expect(found, line).toBe(planned);

    const again = await run("--json");
    expect(again.code).toBe(0);
    const told = JSON.parse(again.stdout);
    expect(told).toMatchObject({ outcome: "present", services: 8, events: 60 });
    for (const { event, rootCause, foundCause } of told.incidents) {
      expect(foundCause).toEqual(rootCause);
      expect(addresses).toContain(`http://127.0.0.1:8080/v1/events/${event.id}/correlations`);
      expect(addresses).toContain(`http://127.0.0.1:8080/v1/cmdb/ci/${rootCause.id}/impact`);
    }
    expect((await run()).stdout).toContain("Nothing was changed.");
    const [stored] = await at.scratch.postgres.query<{ n: number }>("select count(*) as n from events");
    expect(stored?.n).toBe(60);
    const [kept] = await at.scratch.postgres.query<{ n: number }>(
      "select count(*) as n from history where kind = 'ci.created' and tenant_id = (select id from tenants where name = 'shown')",
    );
    expect(kept?.n).toBe(told.cis);

    const removed = await run("--remove", "--json");
    expect(JSON.parse(removed.stdout)).toEqual({ cis: told.cis, events: 60 });
    const none = await run("--remove");
    expect([none.code, none.stderr]).toEqual([1, "orrery: The tenant shown has no demo estate\n"]);
  });

  it("refuses an unknown tenant", async () => {
    const { code, stderr } = await orrery(["demo", "--tenant", "nobody"], at.env);
    expect([code, stderr]).toEqual([1, expect.stringContaining("There is no tenant nobody")]);
  });
});
