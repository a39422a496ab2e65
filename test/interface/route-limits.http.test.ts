import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../src/platform/ids.ts";
import { testClock } from "../support/clock.ts";
import { composedRoutes, routeName, routesOf } from "../support/composed.ts";
import { expectErrorForm, hasOwnErrors } from "../support/http-cases.ts";
import { expectRateHeaders, pathOf, type ServiceApp, serviceApp } from "../support/service-app.ts";

const HOUR = 3_600_000;
const PARAMS = { port: "5432", ip: "192.0.2.9", kind: "disks", name: "uses", source: "zabbix", cve: "CVE-2024-0001" };
// Who proves itself by what it sends is counted once that is found right, which its own tests show.
const routes = routesOf(composedRoutes().paths).filter(({ route: { access } }) => !(access.public && access.signed));
const clock = testClock();
let service: ServiceApp;

beforeAll(async () => {
  // Every limit is one request.
  service = await serviceApp({ factor: 1e-6, clock });
});

afterAll(() => service?.close());

describe("a caller at its rate limit", () => {
  it.each(routes.map((mounted) => [routeName(mounted), mounted] as const))(
    "gets 429 in the variant's form from %s",
    async (_name, mounted) => {
      clock.advance(2 * HOUR);
      const path = pathOf(mounted, {
        ...PARAMS,
        id: newId(),
        ciId: newId(),
        jobId: newId(),
        softwareId: newId(),
        scanId: newId(),
      });
      // Malformed, so that nothing happens: the count is taken before the body is looked at.
      const body = mounted.consumes ? "[" : undefined;
      const login = async () => (mounted.route.access.public ? {} : service.login());
      const ask = async (headers: Record<string, string>) =>
        service.call(mounted.route.method, path, { headers, body });
      const headers = await login();
      const first = await ask(headers);
      expect(first.status, first.text).not.toBe(429);
      expect(first.status, first.text).toBeLessThan(500);
      expectRateHeaders(first.headers);
      expect(first.headers.get("x-ratelimit-remaining")).toBe("0");
      const second = await ask(headers);
      expect(second.status).toBe(429);
      expectRateHeaders(second.headers);
      if (!hasOwnErrors(mounted.route)) {
        expect(expectErrorForm(second, mounted.variant.name).code).toBe("RATE_LIMIT_EXCEEDED");
      }
      const wait = 1000 * Number(second.headers.get("retry-after"));
      expect(second.headers.get("x-ratelimit-reset-after")).toBe(second.headers.get("retry-after"));
      const resetAt = 1000 * Number(second.headers.get("x-ratelimit-reset"));
      expect(Math.abs(resetAt - clock.now().getTime() - wait)).toBeLessThan(2_000);
      clock.advance(wait);
      const third = await ask(await login());
      expect(third.status, third.text).not.toBe(429);
      expect(third.status, third.text).toBeLessThan(500);
    },
  );

  it("can still use routes with another limit: bulk beside standard", async () => {
    clock.advance(2 * HOUR);
    const headers = await service.login();
    const status = async (method: string, path: string) => (await service.call(method, path, { headers })).status;
    expect(await status("GET", "/v1/cmdb/ci")).toBe(200);
    expect(await status("GET", "/v1/cmdb/ci")).toBe(429);
    expect(await status("POST", "/v1/cmdb/ci/bulk")).toBe(400);
    expect(await status("POST", "/v1/cmdb/ci/bulk")).toBe(429);
    expect(await status("GET", "/api/cmdb/ci")).toBe(200);
    expect(await status("GET", "/health/live")).toBe(200);
  });

  it("does not affect another credential of the same user", async () => {
    clock.advance(2 * HOUR);
    const [one, other] = [await service.login(), await service.apiKey()];
    const status = async (headers: Record<string, string>) =>
      (await service.call("GET", "/api/cmdb/ci", { headers })).status;
    expect([await status(one), await status(one), await status(other), await status(other)]).toEqual([
      200, 429, 200, 429,
    ]);
  });

  it("gets 403 for a missing scope before 429", async () => {
    clock.advance(2 * HOUR);
    const headers = await service.loginWith("cmdb.read");
    const ask = async () => (await service.call("POST", "/v1/cmdb/ci", { headers })).status;
    expect([await ask(), await ask()]).toEqual([403, 403]);
  });
});
