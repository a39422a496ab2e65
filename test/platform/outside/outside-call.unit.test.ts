import { afterEach, expect, test } from "vitest";
import { createEgress } from "../../../src/platform/outside/egress.ts";
import { createCallOutside } from "../../../src/platform/outside/outside-call.ts";
import { type OutsideServer, outsideServer, sendJson } from "../../support/outside-server.ts";

const open: OutsideServer[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
});

async function server(...answering: Parameters<typeof outsideServer>): Promise<OutsideServer> {
  const one = await outsideServer(...answering);
  open.push(one);
  return one;
}

const LIMITS = { timeoutMs: 5_000, maxBytes: 1_000 };

test.each(["GET", "POST", "PUT", "PATCH", "OPTIONS"] as const)(
  "%s is sent with its headers and its body",
  async (method) => {
    const one = await server((_, response) => sendJson(response, { ok: true }, 201));
    const body = method === "GET" || method === "OPTIONS" ? "" : '{"a":1}';
    const call = { method, headers: { "x-own": "1" }, ...(body ? { body } : {}), ...LIMITS };
    expect(await createCallOutside()(new URL(one.base), call)).toMatchObject({ status: 201, body: '{"ok":true}' });
    expect(one.seen).toMatchObject([{ method, body, headers: { "x-own": "1" } }]);
  },
);

test("a redirect and an answer that is too large tell their status", async () => {
  const one = await server((_, response) => void response.writeHead(308, { location: "/else" }).end());
  await expect(createCallOutside()(new URL(one.base), LIMITS)).rejects.toMatchObject({ kind: "redirect", status: 308 });
  one.answer((_, response) => void response.writeHead(502).end("x".repeat(2_000)));
  await expect(createCallOutside()(new URL(one.base), LIMITS)).rejects.toMatchObject({
    kind: "too_large",
    status: 502,
  });
  expect(one.seen).toHaveLength(2);
});

test("a fault of the network tells its code", async () => {
  const one = await server();
  const url = new URL(one.base);
  await expect(createCallOutside(createEgress([]))(url, LIMITS)).rejects.toMatchObject({
    kind: "network",
    code: "EGRESS_REFUSED",
  });
  expect(one.seen).toEqual([]);
  await one.close();
  await expect(createCallOutside()(url, LIMITS)).rejects.toMatchObject({ kind: "network", code: "ECONNREFUSED" });
});
