import { afterAll, expect, it } from "vitest";
import { outsideServer } from "../support/outside-server.ts";
import { signIn } from "./faults/client.ts";
import { labStores } from "./faults/lab.ts";
import { endServices, startServiceProcess } from "./faults/service-process.ts";

afterAll(endServices);

it("a service that waits for services outside ends with exit code 0 within ten seconds of SIGINT, without a failure", async () => {
  const asked: string[] = [];
  const silent = await outsideServer(({ url }) => void asked.push(url));
  const service = await startServiceProcess({
    ...(await labStores()).env,
    NVD_BASE_URL: `${silent.base}/nvd`,
    OPENAI_API_KEY: "sk-test-0123456789",
    OPENAI_BASE_URL: `${silent.base}/model`,
    ORRERY_EGRESS_ALLOW: "127.0.0.1",
  });
  await service.ready();
  const client = await signIn(service.origin);
  const hook = { name: "silent", url: `${silent.base}/hook`, events: ["ci.created"], active: true };
  const unknown = { ...hook, name: "unknown", url: "http://no-such-receiver/" };
  for (const one of [hook, unknown]) expect((await client.call("POST", "/v1/webhooks", one)).status).toBe(201);
  const host = {
    hostname: "waiting01.example.com",
    ip_address: "10.9.8.7",
    os: { name: "Debian GNU/Linux 13", family: "linux" },
    hardware: { serial_number: "sn-waiting01" },
    installed_applications: [{ name: "Quux Flange Studio", vendor: "Quux Flanges", version: "3.1" }],
  };
  const timestamp = new Date().toISOString();
  const scan = { scan_type: "full", scanner_id: "test", timestamp, data: { discovered_hosts: [host] } };
  expect(await client.call("POST", "/v1/discovery/scan-data", scan)).toMatchObject({ status: 202 });
  for (const path of ["/hook", "/model", "/nvd"]) {
    const count = () => asked.filter((url) => url.startsWith(path)).length;
    await expect.poll(count, { timeout: 90_000, message: path }).toBeGreaterThan(0);
  }
  const toldAt = performance.now();
  service.signal("SIGINT");
  expect(await service.ended).toBe(0);
  expect(performance.now() - toldAt).toBeLessThan(15_000);
  expect(service.complaints()).toEqual([]);
  expect(service.output()).not.toMatch(/job failed|aborted|did not stop cleanly/);
  await silent.close();
}, 300_000);
