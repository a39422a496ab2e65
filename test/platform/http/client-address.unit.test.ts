import { describe, expect, it } from "vitest";
import { ok } from "../../../src/platform/http/answers.ts";
import { createClientAddress } from "../../../src/platform/http/client-address.ts";
import { defineRoute } from "../../../src/platform/http/route.ts";
import { FULL, fixture } from "./unit-support.ts";

const PROXY = "10.0.0.7";
const addressOf = createClientAddress(["10.0.0.0/8", "2001:db8:ffff::/48"]);
const told = (peer: string, forwarded?: string) => addressOf(peer, () => forwarded);

describe("createClientAddress", () => {
  it("returns the connection's address if no proxy is trusted, whatever the headers", () => {
    expect(createClientAddress([])(PROXY, () => "192.0.2.1")).toBe(PROXY);
    expect(told("198.51.100.9", "192.0.2.1")).toBe("198.51.100.9");
  });

  it.each([
    ["192.0.2.1", "192.0.2.1"],
    ["203.0.113.5, 192.0.2.1", "192.0.2.1"],
    ["203.0.113.5, 192.0.2.1, 10.1.2.3", "192.0.2.1"],
    ["2001:db8::1", "2001:db8::1"],
    ["[2001:db8::1]:4711", "2001:db8::1"],
    ["192.0.2.1:4711", "192.0.2.1"],
    ["::ffff:192.0.2.1", "192.0.2.1"],
    ["192.0.2.1,2001:db8:ffff::2", "192.0.2.1"],
  ])("returns the last forwarded address that is not a trusted proxy: %s", (forwarded, expected) => {
    expect(told(PROXY, forwarded)).toBe(expected);
    expect(told(`::ffff:${PROXY}`, forwarded)).toBe(expected);
  });

  it.each([undefined, "", "unknown", "192.0.2.1, _hidden", "999.1.1.1", ",", "192.0.2.1, "])(
    "is the proxy's own where that tells nothing readable: %s",
    (forwarded) => {
      expect(told(PROXY, forwarded)).toBe(PROXY);
    },
  );

  it("returns the farthest proxy if all addresses are proxies", () => {
    expect(told(PROXY, "10.9.9.9, 10.1.2.3")).toBe("10.9.9.9");
  });

  it.each([
    [[], PROXY],
    [[PROXY], "192.0.2.1"],
  ])("gives routes, limits and the audit the address, with the proxies %j", async (trustedProxies, expected) => {
    const http = fixture({
      trustedProxies,
      routes: () => [
        defineRoute({
          method: "GET",
          path: "/who",
          operationId: "who",
          summary: "",
          tags: ["who"],
          access: { scope: "cmdb.read" },
          limit: "standard",
          responses: { 200: { description: "" } },
          handle: ({ ctx }) => ok({ address: ctx.client?.address }),
        }),
      ],
    });
    const incoming = { headers: { ...FULL, "x-forwarded-for": "192.0.2.1" }, socket: { remoteAddress: PROXY } };
    const { body } = await http.call("GET", "/v1/who", { env: { incoming } });
    expect(body).toEqual({ address: expected });
  });
});
