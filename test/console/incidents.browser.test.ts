import { beforeAll, describe, expect, test, vi } from "vitest";
import { consoleOpener, consoleService, expectAccessible, settled } from "./support.ts";

const open = consoleOpener({ untilSettled: true });

const HOSTILE = `<script>alert(1)</script><img src=x onerror=alert(2)>\u202e${"z".repeat(150)}`;
const CAUSE = "checkout-api";
const TITLE = "p99 latency is above 4 s";

/** The demo's incident of the shop, as the service found it. */
let incidentId = "";
let hostileId = "";
let headers: Record<string, string> = {};

beforeAll(async () => {
  const { http } = await consoleService();
  headers = await http.login();
  incidentId = await vi.waitFor(
    async () => {
      const { body } = await http.call("GET", "/v1/incidents?severity=critical,high&limit=100", { headers });
      const found = body.data.find((one: { root_cause: { name: string } | null }) => one.root_cause?.name === CAUSE);
      expect(found?.event_count).toBeGreaterThan(5);
      return found.id as string;
    },
    { timeout: 60_000, interval: 500 },
  );
  const ci = await http.call("POST", "/v1/cmdb/ci", { headers, body: { name: HOSTILE, type: "server" } });
  expect(ci.status, ci.text).toBe(201);
  const event = await http.call("POST", "/v1/events", {
    headers,
    body: { title: HOSTILE, severity: "low", source: HOSTILE.slice(0, 60), affected_cis: [ci.body.id] },
  });
  expect(event.status, event.text).toBe(201);
  hostileId = event.body.id;
});

const addresses = () => ({
  "the list of incidents": "/incidents?status=all",
  "one incident": `/incidents/${incidentId}`,
  "the list of events": "/events",
  "one event with hostile texts": `/events/${hostileId}`,
  maintenance: "/maintenance",
  "the overview": "/",
});

describe("incidents, events, maintenance and the overview", () => {
  test.each(
    Object.keys(addresses()).flatMap((name) => [
      [name, "light", "desktop"],
      [name, "dark", "phone"],
    ]) as [keyof ReturnType<typeof addresses>, "light" | "dark", "desktop" | "phone"][],
  )("%s in %s on a %s is accessible, and nothing complains", async (name, scheme, width) => {
    const { page, faults } = await open(addresses()[name], { scheme, width });
    await settled(page);
    await expectAccessible(page);
    expect(faults).toEqual([]);
  });

  test("an incident shows its cause, the evidence, the way to what alarms and the services hit", async () => {
    const { page } = await open(`/incidents/${incidentId}`);
    const cause = page.getByRole("region", { name: "Probable cause" });
    await cause.getByText("attributes.version").waitFor();
    expect(await cause.getByText("It alarms itself").count()).toBeGreaterThan(0);
    const way = page.getByRole("region", { name: `How the failure of ${CAUSE}` });
    for (const name of ["shop-frontend", "mobile-bff", "vip-shop", "Online Shop"]) {
      await way.getByRole("link", { name }).waitFor();
    }
    const services = page.getByRole("region", { name: "Services hit (2)" });
    const href = await services.getByRole("link", { name: "Online Shop" }).getAttribute("href");
    expect(href).toContain("/console/services/");
  });

  test("the timeline tells of alarms, changes and people, and every event can be acted on in place", async () => {
    const { page } = await open(`/incidents/${incidentId}`);
    const timeline = page.getByRole("region", { name: "Timeline" });
    await timeline.getByText("4.18.0").waitFor();
    const entry = timeline.getByRole("listitem").filter({ has: page.getByRole("button", { name: `Note: ${TITLE}` }) });
    await page.getByRole("button", { name: `Acknowledge: ${TITLE}` }).click();
    await page.getByRole("button", { name: `Open again: ${TITLE}` }).waitFor();
    await timeline.getByText("You set to acknowledged").waitFor();
    await page.getByRole("button", { name: `Add a note: ${TITLE}` }).click();
    await page.getByRole("textbox", { name: "Note" }).fill(`Rolling back ${HOSTILE}`);
    await page.getByRole("dialog").getByRole("button", { name: "Add note" }).click();
    await timeline.getByText("Rolling back").waitFor();
    expect(await entry.count()).toBeLessThanOrEqual(1);
    await page.getByRole("button", { name: `Open again: ${TITLE}` }).click();
    await page.getByRole("button", { name: `Acknowledge: ${TITLE}` }).waitFor();
  });

  test("what the timeline shows stands in the address, and is there after a reload", async () => {
    const { page } = await open(`/incidents/${incidentId}`);
    await page.getByRole("checkbox", { name: "Alarms" }).uncheck();
    await page.getByRole("checkbox", { name: "Newest first" }).check();
    await page.reload();
    await settled(page);
    expect(await page.getByRole("checkbox", { name: "Alarms" }).isChecked()).toBe(false);
    expect(await page.getByRole("checkbox", { name: "Newest first" }).isChecked()).toBe(true);
  });

  test("maintenance is set from an incident, listed, and ended", async () => {
    const { page } = await open(`/incidents/${incidentId}`);
    await page.getByRole("button", { name: "Set maintenance" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("group", { name: "CIs in maintenance" }).getByText(CAUSE).waitFor();
    await dialog.getByRole("textbox", { name: "Reason" }).fill("Roll back");
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Set maintenance" }).click();
    await page.getByText("Maintenance of CIs of this incident").waitFor();
    await page.goto(page.url().replace(/\/incidents.*/, "/maintenance?state=now"));
    await page.getByText("Roll back").waitFor();
    await page.getByRole("button", { name: "End", exact: true }).click();
    await expectAccessible(page);
    await page.getByRole("dialog").getByRole("button", { name: "End", exact: true }).click();
    await page.getByText("No window in this state").waitFor();
  });

  test("a wrong time of maintenance is said beside its field", async () => {
    const { page } = await open(`/incidents/${incidentId}`);
    await page.getByRole("button", { name: "Set maintenance" }).click();
    await page.getByRole("combobox", { name: "Lasts" }).selectOption("until");
    await page.getByLabel("Ends").fill("2001-01-01T00:00");
    await page.getByRole("dialog").getByRole("button", { name: "Set maintenance" }).click();
    await expect.poll(() => page.getByLabel("Ends").getAttribute("aria-invalid")).toBe("true");
  });

  test("events are filtered by the address, the filters are seen and cleared, and back works", async () => {
    const { page } = await open('/events?severity=["critical"]');
    const held = page.getByRole("group", { name: "Filters that hold" });
    await held.getByText("Severity: critical").waitFor();
    await page.getByRole("row").nth(1).getByText("critical").waitFor();
    await page.getByRole("row").nth(1).click();
    await page.getByRole("dialog").getByText("Belongs together with").waitFor();
    expect(page.url()).toContain("event=");
    await page.goBack();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await held.getByRole("button", { name: "Clear all" }).click();
    await expect.poll(() => page.url()).not.toContain("severity");
  });

  test("on a phone the filters of events are unfolded by a button, and stay so while they change", async () => {
    const { page } = await open("/events", { width: "phone" });
    const [button, source] = [
      page.getByRole("button", { name: "Filters" }),
      page.getByRole("textbox", { name: "Source" }),
    ];
    await page.getByRole("row").nth(1).waitFor();
    expect(await source.isVisible()).toBe(false);
    await button.click();
    await source.fill("no such source");
    await page.getByRole("group", { name: "Filters that hold" }).getByText("Source: no such source").waitFor();
    expect(await source.isVisible()).toBe(true);
    expect(await button.getAttribute("aria-expanded")).toBe("true");
    await button.click();
    expect(await source.isVisible()).toBe(false);
  });

  test("many events are acknowledged at once, with a note, and opened again", async () => {
    const { page } = await open('/events?severity=["low"]&status=["open"]');
    await page.getByRole("checkbox", { name: "Select", exact: true }).nth(0).check();
    await page.getByRole("checkbox", { name: "Select", exact: true }).nth(1).check();
    const actions = page.getByRole("group", { name: "Actions on the selected events" });
    await actions.getByRole("button", { name: "Acknowledge 2" }).click();
    await page.getByRole("textbox", { name: "Note" }).fill("Known");
    await page.getByRole("dialog").getByRole("button", { name: "Acknowledge" }).click();
    await page.getByText("2 events acknowledged").waitFor();
    await page.goto(page.url().replace(/status=[^&]*/, "status=%5B%22acknowledged%22%5D"));
    await settled(page);
    await page.getByRole("checkbox", { name: "Select all shown" }).check();
    await actions.getByRole("button", { name: "Open again 2" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Open again" }).click();
    await page.getByText("2 events opened again").waitFor();
  });

  test("who may only read is offered no action", async () => {
    const { page, faults } = await open(`/incidents/${incidentId}`, { scopes: ["events.read"] });
    await page.getByRole("region", { name: "Timeline" }).getByText(TITLE).first().waitFor();
    expect(await page.getByRole("button", { name: /Acknowledge|Resolve|Note|Set maintenance/ }).count()).toBe(0);
    await expectAccessible(page);
    expect(faults).toEqual([]);
  });

  test("an incident that was split and what was split from it lead to each other", async () => {
    const { http } = await consoleService();
    const post = async (path: string, body: object) => {
      const answer = await http.call("POST", path, { headers, body });
      expect(answer.status, answer.text).toBe(201);
      return answer.body.id as string;
    };
    const ids: string[] = [];
    for (const name of ["split-db", "split-app", "split-other"])
      ids.push(await post("/v1/cmdb/ci", { name, type: "server" }));
    const needs = (source: string) =>
      post("/v1/cmdb/relationships", { type: "depends_on", source_ci: source, target_ci: ids[0] });
    await needs(ids[1]!);
    const wrong = await needs(ids[2]!);
    const events: string[] = [];
    for (const id of ids) {
      events.push(
        await post("/v1/events", { title: `Fault of ${id}`, severity: "medium", source: "probe", affected_cis: [id] }),
      );
    }
    const incidentOf = async (event: string, count: number) => {
      const { body } = await http.call("GET", "/v1/incidents?severity=medium&limit=100", { headers });
      const found = body.data.find((one: { event_ids: string[] }) => one.event_ids.includes(event));
      expect(found?.event_count).toBe(count);
      return found.id as string;
    };
    const whole = await vi.waitFor(() => incidentOf(events[0]!, 3), { timeout: 30_000, interval: 300 });
    const gone = await http.call("DELETE", `/v1/cmdb/relationships/${wrong}`, { headers });
    expect(gone.status).toBeLessThan(300);
    const part = await vi.waitFor(() => incidentOf(events[2]!, 1), { timeout: 30_000, interval: 300 });
    const { page } = await open(`/incidents/${part}`, { scheme: "dark", width: "phone" });
    const split = page.getByRole("region", { name: "Split incidents" });
    await expectAccessible(page);
    await split.getByRole("list", { name: "Split from" }).getByRole("link").click();
    await page.waitForURL(new RegExp(`/incidents/${whole}`));
    await split
      .getByRole("list", { name: "Split off" })
      .getByRole("link", { name: `Fault of ${ids[2]}` })
      .click();
    await page.waitForURL(new RegExp(`/incidents/${part}`));
  });

  test("an incident that is not there is said", async () => {
    const { page } = await open("/incidents/0192a000-0000-7000-8000-000000000000");
    await page.getByText("There is no such thing").waitFor();
  });

  test("the overview names the worst incidents, unhealthy services and what is to be decided", async () => {
    const { page } = await open("/");
    await page.getByRole("link", { name: CAUSE }).waitFor();
    await page.getByRole("region", { name: "Services" }).getByRole("link", { name: "Online Shop" }).waitFor();
    await page.getByRole("region", { name: "Unresolved events" }).getByRole("link", { name: "critical" }).click();
    await page.getByRole("group", { name: "Filters that hold" }).getByText("Severity: critical").waitFor();
  });
});
