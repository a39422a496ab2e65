import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../src/platform/ids.ts";
import { createReceiver, isSignedWith, type Receiver } from "../support/receiver.ts";
import { type ServiceApp, serviceApp } from "../support/service-app.ts";

let http: ServiceApp;
let receiver: Receiver;
let headers: Record<string, string>;
beforeAll(async () => {
  http = await serviceApp({ env: { ORRERY_EGRESS_ALLOW: "127.0.0.1" } });
  await http.app.webhooks.start();
  headers = await http.login();
  receiver = await createReceiver();
});
afterAll(async () => {
  await receiver?.close();
  await http?.close();
});

const call = (method: string, path: string, body?: unknown, as = headers) =>
  http.call(method, path, { headers: as, body });
const ok = async (method: string, path: string, body?: unknown) => {
  const answer = await call(method, path, body);
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.body;
};
const newHook = (fields: object = {}) =>
  ok("POST", "/v1/webhooks", { name: "a hook", url: receiver.url, events: ["ci.created"], ...fields });
const arrivalsAt = (path: string) => receiver.arrivals.filter((arrival) => arrival.path === path);
const one = async (path: string, n = 1) => {
  await expect.poll(() => arrivalsAt(path).length, { timeout: 15_000, interval: 10 }).toBeGreaterThanOrEqual(n);
  return arrivalsAt(path).at(-1)!;
};
/** An address of the receiver that no other test has. */
const ownUrl = () => {
  const path = `/${newId()}`;
  return { path, url: `http://127.0.0.1:${receiver.port}${path}` };
};

describe("a webhook", () => {
  it("is told of a new CI, signed, with the registered headers", async () => {
    const { path, url } = ownUrl();
    const hook = await newHook({ url, headers: { "X-Token": "t 1" } });
    expect(Object.keys(hook)).toEqual(["id", "name", "url", "secret", "created_at"]);
    expect(hook.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const ci = await ok("POST", "/v1/cmdb/ci", { name: `ci ${newId()}`, type: "server" });
    const arrival = await one(path);
    const sent = JSON.parse(arrival.body);
    expect(sent).toMatchObject({
      event: "ci.created",
      data: { ci: { id: ci.id, name: ci.name, type: "server" } },
      webhook_id: hook.id,
    });
    expect(new Date(sent.timestamp).toISOString()).toBe(sent.timestamp);
    expect(arrival.headers).toMatchObject({
      "x-token": "t 1",
      "content-type": "application/json",
      "webhook-id": sent.delivery_id,
    });
    expect(isSignedWith(hook.secret, arrival)).toBe(true);
    const log = () => ok("GET", `/v1/webhooks/${hook.id}/deliveries`);
    await expect.poll(async () => (await log()).data[0].status).toBe("delivered");
    expect((await log()).data).toMatchObject([
      {
        id: sent.delivery_id,
        webhook_id: hook.id,
        event: "ci.created",
        attempts: 1,
        response_status: 204,
        error: null,
      },
    ]);
  });
});
