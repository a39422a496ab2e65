import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { CI_TABS } from "../../src/console/pages/cis/ci-search.ts";
import { PASSWORD } from "../support/access.ts";
import { consoleOpener, consoleService, expectAccessible, openConsole, settled } from "./support.ts";

const HOSTILE = `zz <img src=x onerror=alert(1)> \u202Eevil ${"x".repeat(180)}`;
const LONG = `${HOSTILE} ${"y".repeat(9_000)}`;
const open = consoleOpener();

async function send(method: string, address: string, body?: object): Promise<Record<string, unknown>> {
  const { http, origin } = await consoleService();
  const headers = { ...(await http.login()), "content-type": "application/json" };
  const response = await fetch(origin + address, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  expect(response.status, await response.clone().text()).toBeLessThan(300);
  return (await response.json()) as Record<string, unknown>;
}

async function newCi(name: string, more: object = {}): Promise<string> {
  return String((await send("POST", "/v1/cmdb/ci", { name, type: "server", ...more })).id);
}

async function demoCi(name: string, type: string): Promise<string> {
  const { data } = await send("GET", `/v1/cmdb/ci?search=${name}&type=${type}&limit=100`);
  return (data as { id: string; name: string }[]).find((ci) => ci.name === name)!.id;
}

describe("one configuration item", () => {
  test.each(CI_TABS)("its tab %s is accessible in both schemes and on a phone, with a hostile name", async (tab) => {
    const id = await newCi(`${HOSTILE} ${tab}`, {
      description: LONG,
      attributes: { note: LONG, link: "javascript:alert(1)" },
    });
    for (const [scheme, width] of [
      ["light", "desktop"],
      ["dark", "phone"],
    ] as const) {
      const { page, faults, close } = await open(`/cis/${id}?tab=${tab}`, { scheme, width });
      await settled(page);
      await expectAccessible(page);
      expect(await page.locator("a[href^=javascript]").count()).toBe(0);
      expect(faults).toEqual([]);
      await close();
    }
  });

  test("a change of somebody else meanwhile is said, and both changes can be kept", async () => {
    const id = await newCi("conflicting-server");
    const { page, faults } = await open(`/cis/${id}?edit=true`);
    await page.getByRole("textbox", { name: "Description" }).fill("mine");
    await send("PUT", `/v1/cmdb/ci/${id}`, { attributes: { os: "Plan 9" } });
    await page.getByRole("button", { name: "Save changes" }).click();
    await page.getByText("changed this item while you were editing").waitFor();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Save my changes on top" }).click();
    await page.getByText("Changes saved").waitFor();
    expect(await send("GET", `/v1/cmdb/ci/${id}`)).toMatchObject({ description: "mine", attributes: { os: "Plan 9" } });
    expect(faults).toEqual([]);
  });

  test("a relationship is added, removed, and made again", async () => {
    const id = await newCi("related-server");
    const { page } = await open(`/cis/${id}?tab=relationships`);
    await page.getByRole("button", { name: "Add relationship" }).click();
    await page.getByRole("textbox", { name: "Other configuration item" }).fill("shop-db");
    await page.getByRole("option", { name: /^shop-db\s*database/i }).click();
    await page.getByRole("button", { name: "Add", exact: true }).click();
    const link = page.getByRole("link", { name: "shop-db", exact: true });
    await link.waitFor();
    await page.getByRole("button", { name: /Remove the relationship/ }).click();
    await page.getByRole("button", { name: "Remove", exact: true }).click();
    await page.getByText("It has no relationships").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await link.waitFor();
  });

  test("it is deleted, brought back at once, and later by its address", async () => {
    const id = await newCi("deleted-server");
    const { page } = await open(`/cis/${id}`);
    const remove = async () => {
      await page.getByRole("button", { name: "Delete" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Delete", exact: true }).click();
      await page.waitForURL(/\/cis$/);
    };
    const title = page.getByRole("heading", { level: 1, name: "deleted-server" });
    await remove();
    await page.getByRole("button", { name: "Undo" }).click();
    await title.waitFor();
    await remove();
    await page.goto(`${(await consoleService()).origin}/console/cis/${id}`);
    await page.getByRole("button", { name: "Restore it" }).click();
    await title.waitFor();
  });

  test("impact names the services that are hit, and history what stood before", async () => {
    const id = await demoCi("checkout-api", "application");
    const { page } = await open(`/cis/${id}?tab=impact`);
    await page.getByRole("link", { name: "Checkout and Payment" }).first().waitFor();
    await page.getByRole("tab", { name: "History" }).click();
    await page.getByRole("cell", { name: "4.17.2" }).first().waitFor();
  });

  test("who may only read is offered no change", async () => {
    const id = await demoCi("checkout-api", "application");
    const { page } = await open(`/cis/${id}?edit=true`, { scopes: ["cmdb.read"] });
    await page.getByRole("heading", { level: 1, name: "checkout-api" }).waitFor();
    for (const name of ["Edit", "Delete", "Save changes"]) {
      expect(await page.getByRole("button", { name, exact: true }).count()).toBe(0);
    }
  });
});

describe("what a scope is missing for", () => {
  /** A console that believes that its user may write. */
  const openAsIfWriter = async (address: string) => {
    const { origin } = await consoleService();
    const { page } = await open("/account", { scopes: ["cmdb.read"] });
    await page.route("**/console/session", async (route) => {
      const response = await route.fetch();
      const session = (await response.json()) as { scopes: string[] };
      session.scopes.push("cmdb.write", "cmdb.delete");
      await route.fulfill({ response, json: session });
    });
    await page.goto(`${origin}/console${address}`);
    return page;
  };

  test("is refused where a change is forced, which is said beside what was typed", async () => {
    const id = await newCi("forced-server", { description: "before" });
    const page = await openAsIfWriter(`/cis/${id}?edit=true`);
    const description = page.getByRole("textbox", { name: "Description" });
    await description.fill("after");
    await page.getByRole("button", { name: "Save changes" }).click();
    await page
      .getByText(/cmdb\.write/)
      .first()
      .waitFor();
    expect(await description.inputValue()).toBe("after");
    expect(await send("GET", `/v1/cmdb/ci/${id}`)).toMatchObject({ description: "before" });
  });

  test("is refused where a deletion is forced, and the CI is there", async () => {
    const id = await newCi("forced-switch");
    const page = await openAsIfWriter(`/cis/${id}`);
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete", exact: true }).click();
    await page
      .getByText(/cmdb\.delete/)
      .first()
      .waitFor();
    expect(await send("GET", `/v1/cmdb/ci/${id}`)).toMatchObject({ name: "forced-switch" });
  });

  test("is not offered after it was taken away: the session ends, and the next one may only read", async () => {
    const { http } = await consoleService();
    const id = await newCi("narrowed-server");
    const { page, email } = await open(`/cis/${id}`, { scopes: ["cmdb.read", "cmdb.write"] });
    await page.getByRole("button", { name: "Edit", exact: true }).waitFor();
    const headers = await http.login();
    const users = await http.call("GET", `/v1/admin/users?search=${email}`, { headers });
    const user = users.body.data.find((one: { email: string }) => one.email === email);
    const body = { scopes: ["cmdb.read"] };
    expect((await http.call("PUT", `/v1/admin/users/${user.id}`, { headers, body })).status).toBe(200);
    await page.getByText("Your session is over").waitFor();
    await page.locator("input[name=email]").fill(email!);
    await page.locator("input[name=password]").fill(PASSWORD);
    await page.getByRole("button", { name: "Log in" }).click();
    await page.getByRole("heading", { level: 1, name: "narrowed-server" }).waitFor();
    expect(await page.getByRole("button", { name: "Edit", exact: true }).count()).toBe(0);
  });
});

describe("the list of configuration items", () => {
  test("shows its filters, takes each off, and keeps them over a reload", async () => {
    const { page, faults } = await open("/cis?type=database,server&status=active&q=shop");
    await page.getByRole("link", { name: "shop-db", exact: true }).waitFor();
    await expectAccessible(page);
    const found = await page.getByRole("row").count();
    await page.getByRole("button", { name: /Remove filter Words: shop/ }).click();
    await expect.poll(() => page.getByRole("row").count()).toBeGreaterThan(found);
    await page.reload();
    await page.getByRole("button", { name: /Remove filter Type: Database/ }).waitFor();
    await page.getByRole("button", { name: "Clear all" }).click();
    await expect.poll(() => new URL(page.url()).searchParams.get("type")).toBeNull();
    expect(faults).toEqual([]);
  });

  test("a status is set for the selected, and taken back", async () => {
    const id = await newCi("bulk-server");
    const { page } = await open("/cis?q=bulk-server");
    await page.getByRole("checkbox", { name: "Select", exact: true }).first().check();
    await page.getByRole("button", { name: "Set status" }).click();
    await page.getByRole("menuitem", { name: "Inactive" }).click();
    await page.getByText("1 set to inactive").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("1 as before").waitFor();
    expect(await send("GET", `/v1/cmdb/ci/${id}`)).toMatchObject({ status: "active" });
  });

  test("what is filtered is saved as CSV, and no cell is a formula", async () => {
    await newCi("=cmd-formula", { type: "csv_thing" });
    const { page } = await open("/cis?type=csv_thing");
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "CSV", exact: true }).click();
    const text = await readFile(await (await download).path(), "utf8");
    expect(text.split("\r\n")).toHaveLength(2);
    expect(text).toContain(",'=cmd-formula,");
  });

  test("a view keeps filters, columns and order, and comes back as it was", async () => {
    const address = "/cis?type=database&since=7d&sort=name&order=asc&columns=name%2Ctype%2Cattributes.os";
    const { page } = await open(address);
    await page.getByRole("button", { name: "Views" }).click();
    await page.getByRole("menuitem", { name: "Save what is shown" }).click();
    await page.getByRole("dialog").getByRole("textbox", { name: "Name" }).fill("Databases of the week");
    await page.getByRole("button", { name: "Save view" }).click();
    await page.getByText('"Databases of the week" saved').waitFor();
    await page.goto(`${(await consoleService()).origin}/console/cis`);
    await page.getByRole("button", { name: "Views" }).click();
    await page.getByRole("menuitem", { name: "Databases of the week", exact: true }).click();
    await expect.poll(() => page.url()).toContain(address);
  });
});

describe("what was deleted", () => {
  async function deletedCi(name: string, more: object = {}): Promise<string> {
    const id = await newCi(name, more);
    await send("DELETE", `/v1/cmdb/ci/${id}`);
    return id;
  }

  test.each([
    ["light", "desktop"],
    ["dark", "phone"],
  ] as const)("is listed in %s on a %s, accessible with a hostile name", async (scheme, width) => {
    await deletedCi(`${HOSTILE} ${scheme}`, { description: LONG });
    const { page, faults } = await open("/cis", { scheme, width });
    await page.getByRole("link", { name: "Deleted", exact: true }).click();
    await page.getByRole("heading", { level: 1, name: "Deleted configuration items" }).waitFor();
    await settled(page);
    await page.getByText("zz <img src=x").first().waitFor();
    await expectAccessible(page);
    expect(faults).toEqual([]);
  });

  test("is found by name and type, restored without a question, and deleted again by undo", async () => {
    const id = await deletedCi("restored-by-list");
    await deletedCi("restored-by-nobody", { type: "printer" });
    const { page, faults } = await open("/cis/deleted?q=RESTORED-BY&type=server");
    const restore = page.getByRole("button", { name: "Restore restored-by-list" });
    await restore.waitFor();
    expect(await page.getByText("restored-by-nobody").count()).toBe(0);
    await page.getByRole("button", { name: /Remove filter Type: Server/ }).click();
    await page.getByText("restored-by-nobody").waitFor();
    await restore.click();
    await expect.poll(() => restore.count()).toBe(0);
    expect(await send("GET", `/v1/cmdb/ci/${id}`)).toMatchObject({ name: "restored-by-list" });
    await page.getByRole("button", { name: "Undo" }).click();
    await restore.waitFor();
    expect(faults).toEqual([]);
  });

  test("says why it cannot be restored where its name is taken", async () => {
    await deletedCi("taken-name");
    await newCi("taken-name");
    const { page } = await open("/cis/deleted?q=taken-name");
    await page.getByRole("button", { name: "Restore taken-name" }).click();
    await page.getByText("taken-name could not be restored").waitFor();
  });

  test("is shown without a way back to who may only read, and not at all to others", async () => {
    await deletedCi("only-seen");
    const reader = await openConsole("/cis/deleted?q=only-seen", { scopes: ["cmdb.read"] });
    await reader.page.getByText("only-seen").first().waitFor();
    expect(await reader.page.getByRole("button", { name: /^Restore/ }).count()).toBe(0);
    await reader.close();
    for (const address of ["/cis", "/cis/deleted", "/cis/0198a8a0-5c1e-7000-8000-000000000001"]) {
      const { page, close } = await open(address, { scopes: ["events.read"] });
      await page.getByText("It needs the scope cmdb.read").waitFor();
      await close();
    }
  });
});
