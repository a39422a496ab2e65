import { beforeAll, describe, expect, test } from "vitest";
import { newId } from "../../src/platform/ids.ts";
import { fileOf } from "../features/cpe-dictionary/support.ts";
import { matchAll } from "../features/exposure/support.ts";
import { anyOf, cpe, criterion, cvePage, cveRecord, kevCatalogue } from "../support/cve-records.ts";
import { consoleOpener, consoleService, expectAccessible, settled } from "./support.ts";

const open = consoleOpener({ untilSettled: true });

const HOSTILE = `<img src=x onerror=alert(1)>\u202e${"y".repeat(200)}`;
const [URGENT, DECIDED, FORCED, ELSEWHERE] = [
  "CVE-2031-1001",
  "CVE-2031-1002",
  "CVE-2031-1003",
  "CVE-2031-1004",
] as const;
/** More than a page of the interface. */
const MANY = 130;
let server = "";
let shop = "";

beforeAll(async () => {
  const { http } = await consoleService();
  const headers = await http.login();
  const post = async (address: string, body: object): Promise<string> => {
    const made = await http.call("POST", address, { headers, body });
    expect(made.status, made.text).toBe(201);
    return made.body.id;
  };
  server = await post("/v1/cmdb/ci", {
    name: `exposed-01 ${HOSTILE}`.slice(0, 250),
    type: "server",
    custom_fields: { open_ports: [443] },
  });
  const attributes = { cpe: { name: cpe("a:maker:shopd:1.0") }, version: HOSTILE, enrichment_status: "done" };
  const program = await post("/v1/cmdb/ci", { name: `shopd ${HOSTILE}`, type: "software_instance", attributes });
  await post("/v1/cmdb/relationships", { type: "installed_on", source_ci: program, target_ci: server });
  const components = [{ ci_id: server, role: "web" }];
  shop = await post("/v1/services", { name: `exposed shop ${newId()}`, criticality: "high", components });
  const affects = [anyOf(criterion(cpe("a:maker:shopd"), { versionEndExcluding: "2.0" }))];
  const low = {
    cvssMetricV31: [{ type: "Primary", cvssData: { version: "3.1", baseScore: 3.1, baseSeverity: "LOW" } }],
  };
  const text = { descriptions: [{ lang: "en", value: `Code runs by crafted input. ${HOSTILE}` }] };
  const records = [
    cveRecord(URGENT, affects, text),
    cveRecord(DECIDED, affects),
    cveRecord(FORCED, affects),
    cveRecord(ELSEWHERE, [anyOf(criterion(cpe("a:maker:elsewhere")))]),
    ...Array.from({ length: MANY }, (_, i) => cveRecord(`CVE-2031-${2_000 + i}`, affects, { metrics: low })),
  ];
  const { feeds } = http.app.exposure;
  await feeds.importCves([fileOf("cves.json", cvePage(records))]);
  await feeds.importKev(fileOf("kev.json", kevCatalogue([URGENT])));
  await matchAll(http);
}, 120_000);

const table = "Vulnerabilities";

describe("vulnerabilities", () => {
  test.each([
    ["light", "desktop"],
    ["dark", "phone"],
  ] as const)("are accessible in %s on a %s with hostile names, and nothing complains", async (scheme, width) => {
    const { page, faults } = await open("/vulnerabilities", { scheme, width });
    const { origin } = await consoleService();
    const shown: [string, string][] = [
      ["/vulnerabilities", URGENT],
      ["/vulnerabilities?q=nothing+has+these+words", "No vulnerability fits these filters"],
      [`/vulnerabilities/${URGENT}`, "Known to be exploited"],
      [`/vulnerabilities/${ELSEWHERE}`, "It concerns nothing here"],
      ["/vulnerabilities/CVE-2031-9999999", "There is no such thing"],
      [`/cis/${server}?tab=vulnerabilities`, URGENT],
      [`/services/${shop}?tab=vulnerabilities`, "of 100"],
      ["/", "with a critical one"],
    ];
    for (const [address, text] of shown) {
      await page.goto(`${origin}/console${address}`);
      await page.locator("#page").getByText(text).first().waitFor();
      await settled(page);
      await expectAccessible(page);
      expect({ address, faults }).toEqual({ address, faults: [] });
    }
  });

  test("are listed the most urgent first, to the end of a long list, with the parts of the priority", async () => {
    const { page } = await open("/vulnerabilities");
    const list = page.getByRole("region", { name: table });
    await page.getByText(`${MANY + 3} vulnerabilities`).waitFor();
    await expect.poll(() => list.getByRole("row").nth(1).innerText()).toContain(URGENT);
    await page
      .getByRole("button", { name: /^Priority \d+ of 100$/ })
      .first()
      .hover();
    await page.getByRole("tooltip").getByText("Known exploited: Yes").waitFor();
    await list.focus();
    // Each time as far as is read.
    const atEnd = async () => {
      await page.keyboard.press("End");
      return list.getByText("CVE-2031-2000", { exact: true }).count();
    };
    await expect.poll(atEnd, { timeout: 20_000 }).toBe(1);
    // Of so many rows only those in sight are drawn.
    expect(await list.getByRole("row").count()).toBeLessThan(MANY);
  });

  test("are filtered by the address, and the overview leads there", async () => {
    const { page } = await open("/");
    await page.getByRole("link", { name: /known exploited one/ }).click();
    await page.getByText("1 vulnerability", { exact: true }).waitFor();
    expect(page.url()).toContain("kev=true");
    await page.getByRole("button", { name: "Clear all" }).click();
    await page.getByText(`${MANY + 3} vulnerabilities`).waitFor();
    await page.getByRole("button", { name: "Published" }).click();
    await expect.poll(() => page.url()).toContain("sort=published");
    await page.getByRole("textbox", { name: "Search vulnerabilities" }).fill("crafted");
    await page.getByText("1 vulnerability", { exact: true }).waitFor();
    await page.reload();
    await page.getByText("1 vulnerability", { exact: true }).waitFor();
    await page.getByRole("region", { name: table }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: URGENT }).waitFor();
    await page.getByRole("table", { name: "What the priority is made of" }).getByText("25 of 25").waitFor();
    const map = page.getByRole("link", { name: "Impact on the map" });
    expect(await map.getAttribute("href")).toContain(`impact=${server}`);
    await page.getByRole("link", { name: /^exposed shop/ }).waitFor();
  });

  test("are found by the search", async () => {
    const { page } = await open(`/search?q=${URGENT}`);
    await page.getByRole("link", { name: new RegExp(URGENT) }).click();
    await page.getByRole("heading", { name: URGENT }).waitFor();
  });
});

describe("a decision", () => {
  test("is made for a server with its reason and end, and taken back", async () => {
    const { page, faults } = await open(`/vulnerabilities/${DECIDED}`);
    const decisions = page.getByRole("region", { name: "Decisions" });
    await decisions.getByText("Nobody has decided on it.").waitFor();
    await decisions.getByRole("button", { name: "Decide" }).click();
    const form = page.getByRole("dialog");
    await form.getByRole("combobox", { name: "For" }).click();
    await page.getByRole("option", { name: /^Server exposed-01/ }).click();
    await form.getByLabel("Why").fill(`The port is closed ${HOSTILE}`);
    await form.getByLabel("Until").fill("2001-01-01T00:00");
    await form.getByRole("button", { name: "Decide" }).click();
    await form.getByText("must be later than now").waitFor();
    await expectAccessible(page);
    await form.getByLabel("Until").fill("2099-01-01T00:00");
    await form.getByRole("button", { name: "Decide" }).click();
    await decisions.getByText("The port is closed").waitFor();
    await decisions.getByText("mitigated", { exact: true }).waitFor();
    await decisions.getByText(/^You/).waitFor();
    expect(await decisions.innerText()).toContain("2099");
    await page.locator("h1").getByText(DECIDED).waitFor();
    await page.getByRole("heading", { name: /Installations \(1 accepted\)/ }).waitFor();
    await expectAccessible(page);
    await decisions.getByRole("button", { name: "Take back" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Take it back" }).click();
    await decisions.getByText("Nobody has decided on it.").waitFor();
    await page.getByRole("heading", { name: /Installations \(1 affected\)/ }).waitFor();
    expect(faults).toEqual([]);
  });

  test("is not offered to readers, and vulnerabilities are hidden without the scope of the inventory", async () => {
    const { page, close } = await open(`/vulnerabilities/${DECIDED}`, { scopes: ["cmdb.read"] });
    await page.getByText("you need the scope cmdb.write").waitFor();
    expect(await page.getByRole("button", { name: /Decide|Take back/ }).count()).toBe(0);
    await close();
    const other = await open("/vulnerabilities", { scopes: ["events.read"] });
    await other.page.getByText("It needs the scope cmdb.read").waitFor();
    expect(await other.page.getByRole("link", { name: "Vulnerabilities" }).count()).toBe(0);
  });

  test("is refused by the service without the scope, and the form says so", async () => {
    const { page } = await open(`/vulnerabilities/${FORCED}`, { scopes: ["cmdb.read"] });
    // A console that is made to believe that the user may.
    await page.route("**/console/session", async (route) => {
      const answer = await route.fetch();
      const session = (await answer.text()).replaceAll('"cmdb.read"', '"cmdb.read","cmdb.write"');
      await route.fulfill({ response: answer, body: session });
    });
    await page.reload();
    await page.getByRole("button", { name: "Decide" }).click();
    const form = page.getByRole("dialog");
    await form.getByLabel("Why").fill("by force");
    await form.getByRole("button", { name: "Decide" }).click();
    await expect.poll(() => form.getByRole("alert").innerText()).toContain("cmdb.write");
    const { http } = await consoleService();
    const { body } = await http.call("GET", `/v1/vulnerabilities/${FORCED}`, { headers: await http.login() });
    expect(body).toMatchObject({ status: "affected", decisions: [] });
  });
});
