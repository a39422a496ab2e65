import { beforeAll, describe, expect, test, vi } from "vitest";
import { newId } from "../../src/platform/ids.ts";
import { consoleOpener, consoleService, expectAccessible } from "./support.ts";

const open = consoleOpener({ untilSettled: true });

const HOSTILE = `<img src=x onerror=alert(1)>\u202e${"x".repeat(900)}`;
const SCANNER = `site ${newId()}`;
let scanId = "";

/** Submits hosts as a scanner does, and waits until they are processed. */
async function scan(hosts: object[]): Promise<string> {
  const { http } = await consoleService();
  const headers = await http.login();
  const body = {
    scan_type: "sweep",
    scanner_id: SCANNER,
    timestamp: new Date().toISOString(),
    data: { discovered_hosts: hosts },
  };
  const { scan_id: id } = (await http.call("POST", "/v1/discovery/scan-data", { headers, body })).body;
  const isDone = async () => {
    const { body: read } = await http.call("GET", `/v1/discovery/scans/${id}`, { headers });
    expect(read.status).toBe("completed");
  };
  await vi.waitFor(isDone, { timeout: 30_000, interval: 200 });
  return id;
}

beforeAll(async () => {
  await consoleService();
  scanId = await scan([
    { hostname: "console-seen-01", ip_address: "192.0.2.231", mac_address: "00:1b:21:aa:cd:01" },
    { hostname: "localhost", hardware: { manufacturer: "Example Corp", model: "R1" } },
    { hostname: "localhost", hardware: { manufacturer: "Example Corp", model: "R2" } },
    { hostname: HOSTILE, hardware: { model: HOSTILE } },
  ]);
});

const PAGES = ["/discovery", "/discovery/parked", "/discovery/records", "/discovery/tokens", "/discovery/how"];

describe("discovery", () => {
  test.each(
    PAGES.flatMap((page) => [
      [page, "light", "desktop"],
      [page, "dark", "phone"],
    ]) as [string, "light" | "dark", "desktop" | "phone"][],
  )("%s in %s on a %s is accessible with hostile names, and nothing complains", async (address, scheme, width) => {
    const { page, faults } = await open(address, { scheme, width });
    await expectAccessible(page);
    expect(faults).toEqual([]);
  });

  test("a scan shows each host's outcome, and on opening one what decided", async () => {
    const { page } = await open(`/discovery/scans/${scanId}`);
    await page.getByText("console-seen-01").first().click();
    const drawer = page.getByRole("dialog");
    await drawer.getByText("No known CI matched: it became a new one").waitFor();
    expect(page.url()).toContain("host=0");
    await expectAccessible(page);
    await page.goBack();
    await drawer.waitFor({ state: "hidden" });
  });

  test("parked hosts are dismissed, taken back and given a CI with the keyboard alone", async () => {
    const { page } = await open("/discovery/parked");
    const waiting = page.getByRole("navigation", { name: "Hosts that wait" }).getByRole("button");
    const before = await waiting.count();
    await page.keyboard.press("j");
    await page.keyboard.press("d");
    await page.getByText("Dismissed:").waitFor();
    await expect.poll(() => waiting.count()).toBe(before - 1);
    await page.keyboard.press("u");
    await expect.poll(() => waiting.count()).toBe(before);
    await page.keyboard.press("s");
    await page.keyboard.type("console-seen-01");
    await page.getByRole("button", { name: "It is this one (1)" }).waitFor();
    await expect.poll(() => page.getByRole("columnheader", { name: /console-seen-01/ }).count()).toBe(1);
    await page.keyboard.press("Escape");
    await page.keyboard.press("1");
    await page.getByText("Applied to its CI:").waitFor();
    await expect.poll(() => waiting.count()).toBe(before - 1);
    await page.keyboard.press("n");
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox", { name: "Name" }).waitFor();
    // A key of the queue does nothing to the host behind the dialog.
    await dialog.getByRole("button", { name: "Cancel" }).press("d");
    await dialog.getByRole("textbox", { name: "Name" }).fill("console-new-by-key");
    await page.keyboard.press("Enter");
    await expect.poll(() => waiting.count()).toBe(before - 2);
  });

  test("who may only read is offered no decision", async () => {
    const { page } = await open("/discovery/parked", { scopes: ["discovery.read", "cmdb.read"] });
    await page.getByText("you need the scope discovery.execute").waitFor();
    expect(await page.getByRole("button", { name: /Dismiss|It is this one/ }).count()).toBe(0);
  });

  test("a token's secret is shown once, and the token can be revoked", async () => {
    const { page } = await open("/discovery/tokens");
    await page.getByRole("button", { name: "Create token" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox", { name: "Name" }).fill("console scanner");
    await dialog.getByRole("button", { name: "Create token" }).click();
    await dialog.getByText(/orrd_/).first().waitFor();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Done" }).click();
    await page.getByRole("button", { name: "Revoke console scanner" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
    await expect.poll(() => page.getByRole("button", { name: "Revoke console scanner" }).count()).toBe(0);
    expect(await page.getByText(/orrd_live_[^.]/).count()).toBe(0);
  });
});
