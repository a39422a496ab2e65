import { describe, expect, test } from "vitest";
import { consoleOpener, consoleService, expectAccessible, settled } from "./support.ts";

const HOSTILE = `zz <img src=x onerror=alert(1)> \u202Eevil ${"x".repeat(180)}`;
const TABS = ["health", "components", "dependencies", "map", "impact", "events", "vulnerabilities"];
const SCHEMES = [
  ["light", "desktop"],
  ["dark", "phone"],
] as const;
const open = consoleOpener();

async function send(method: string, address: string, body?: object): Promise<Record<string, unknown>> {
  const { http, origin } = await consoleService();
  const headers = { ...(await http.login()), "content-type": "application/json" };
  const response = await fetch(origin + address, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  expect(response.status, await response.clone().text()).toBeLessThan(300);
  return (await response.json()) as Record<string, unknown>;
}

async function newService(name: string, more: object = {}): Promise<string> {
  return String((await send("POST", "/v1/services", { name, criticality: "low", ...more })).id);
}

async function demoService(name: string): Promise<string> {
  const { data } = await send("GET", `/v1/services?search=${encodeURIComponent(name)}`);
  return (data as { id: string }[])[0]!.id;
}

async function expectCalm(address: string): Promise<void> {
  for (const [scheme, width] of SCHEMES) {
    const { page, faults, close } = await open(address, { scheme, width });
    await page.locator("#page h1").waitFor();
    await settled(page);
    await expectAccessible(page);
    expect(faults).toEqual([]);
    await close();
  }
}

describe("the list of services", () => {
  test("is accessible in both schemes, with a hostile name", async () => {
    await newService(`${HOSTILE} listed`);
    await expectCalm("/services");
  });

  test("filters stand in the address, and are taken off", async () => {
    const { page, faults } = await open("/services?q=no-such-service");
    await page.getByText("No service matches the filters").waitFor();
    await page.getByRole("button", { name: "Clear all", exact: true }).click();
    await page.getByRole("link", { name: "Online Shop" }).waitFor();
    expect(new URL(page.url()).searchParams.get("q")).toBeNull();
    expect(faults).toEqual([]);
  });

  test("who may only read is offered no change", async () => {
    const scopes = ["services.read", "cmdb.read"] as const;
    const { page } = await open("/services", { scopes: [...scopes] });
    await page.getByRole("link", { name: "Online Shop" }).click();
    await page.getByRole("heading", { level: 1, name: "Online Shop" }).waitFor();
    for (const name of ["New service", "Edit", "Delete", "Events and incidents"]) {
      expect(await page.getByText(name, { exact: true }).count(), name).toBe(0);
    }
    await page.goto(`${page.url().split("?")[0]}/edit`);
    await page.getByText("You may not change services").waitFor();
  });
});

describe("one service", () => {
  test.each(TABS)("its tab %s is accessible in both schemes", async (tab) => {
    await expectCalm(`/services/${await demoService("Online Shop")}?tab=${tab}`);
  });

  test("is accessible with a hostile name and description", async () => {
    const id = await newService(`${HOSTILE} shown`, { description: `${HOSTILE} ${"y".repeat(4_000)}` });
    await expectCalm(`/services/${id}`);
    await expectCalm(`/services/${id}/edit`);
  });

  test("says where it does not exist", async () => {
    const { page } = await open("/services/00000000-0000-4000-8000-000000000000");
    await page.getByText("There is no such thing").waitFor();
    await expectAccessible(page);
  });

  test("is made of components, and deleted again", async () => {
    const { page, faults } = await open("/services/new");
    await page.getByRole("textbox", { name: "Name" }).fill("Made in a browser");
    await page.getByRole("textbox", { name: "Add a component" }).fill("shop-db");
    await page.getByRole("option", { name: /^shop-db\s*database/i }).click();
    await page.getByRole("textbox", { name: "Role of shop-db" }).fill("data");
    await expectAccessible(page);
    await page.getByRole("button", { name: "Make service" }).click();
    await page.getByRole("heading", { level: 1, name: "Made in a browser" }).waitFor();
    await page.getByRole("tab", { name: "Components (1)" }).click();
    await page.getByRole("link", { name: "shop-db" }).waitFor();
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("button", { name: "Delete service" }).click();
    await page.waitForURL(/\/services$/);
    expect(faults).toEqual([]);
  });

  test("is not deleted unseen where somebody else changed it meanwhile", async () => {
    const id = await newService("Deleted by two");
    const { page } = await open(`/services/${id}`);
    await page.getByRole("button", { name: "Delete" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Delete service" }).waitFor();
    await send("PUT", `/v1/services/${id}`, { description: "changed meanwhile" });
    await dialog.getByRole("button", { name: "Delete service" }).click();
    await dialog.getByText("Somebody changed this service").waitFor();
    await expectAccessible(page);
    expect(await send("GET", `/v1/services/${id}`)).toMatchObject({ description: "changed meanwhile" });
    await dialog.getByRole("button", { name: "Delete it all the same" }).click();
    await page.waitForURL(/\/services$/);
  });

  test("a name that another service has is said in the form", async () => {
    const { page } = await open("/services/new");
    await page.getByRole("textbox", { name: "Name" }).fill("Online Shop");
    await page.getByRole("button", { name: "Make service" }).click();
    await page.getByRole("alert").first().waitFor();
    expect(new URL(page.url()).pathname).toMatch(/\/services\/new$/);
  });

  test("a change of somebody else meanwhile is said, and both changes can be kept", async () => {
    const id = await newService("Conflicting service");
    const { page, faults } = await open(`/services/${id}/edit`);
    await page.getByRole("textbox", { name: "Description" }).fill("mine");
    await send("PUT", `/v1/services/${id}`, { criticality: "critical" });
    await page.getByRole("button", { name: "Save service" }).click();
    await page.getByText("changed this service while you were editing").waitFor();
    await page.getByText(/Criticality: low became critical/).waitFor();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Save my changes on top" }).click();
    await page.getByText("Service Conflicting service is saved").waitFor();
    expect(await send("GET", `/v1/services/${id}`)).toMatchObject({ description: "mine", criticality: "critical" });
    expect(faults).toEqual([]);
  });

  test("after a conflict the form can begin anew with what the other wrote", async () => {
    const id = await newService("Yielding service");
    const { page } = await open(`/services/${id}/edit`);
    const description = page.getByRole("textbox", { name: "Description" });
    await description.fill("mine");
    await send("PUT", `/v1/services/${id}`, { description: "theirs" });
    await page.getByRole("button", { name: "Save service" }).click();
    await page.getByRole("button", { name: "Drop mine and start from theirs" }).click();
    await expect.poll(() => description.inputValue()).toBe("theirs");
    expect(await send("GET", `/v1/services/${id}`)).toMatchObject({ description: "theirs" });
  });
});
