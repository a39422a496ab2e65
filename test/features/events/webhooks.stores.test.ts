import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../../src/platform/ids.ts";
import { createEventWorld, type EventWorld, faultOf } from "./support.ts";

const FOLDER = path.resolve("../shared/data/events");
const TOPIC = "arn:aws:sns:eu-central-1:123456789012:cmdb-alarms";

let world: EventWorld;
let trusting: EventWorld;
const fetched: string[] = [];
beforeAll(async () => {
  world = await createEventWorld({ settings: { generic_fields: { title: "alert.name", hostname: "alert.host" } } });
  trusting = await createEventWorld({
    settings: { cloudwatch: { topics: [TOPIC] } },
    fetchText: async (url) => {
      fetched.push(url.href);
      return "no certificate";
    },
  });
});
afterAll(async () => {
  await world?.close();
  await trusting?.close();
});

const receive = (source: string, body: unknown) => world.verbs.receive(world.ctx, source, body);
const newest = async (source: string) => {
  const input = { source: [source], column: "createdAt", order: "desc", page: 1, limit: 100 } as const;
  return (await world.verbs.list(world.ctx, input)).items;
};
const recorded = (name: string): unknown => JSON.parse(readFileSync(path.join(FOLDER, name), "utf8"));

describe("receiveWebhook", () => {
  const alert = (n: number, more: object = {}) => ({
    status: "firing",
    labels: { alertname: `Alert ${n}`, instance: "web9.example.com:9100", severity: "warning" },
    fingerprint: `${n}`,
    ...more,
  });

  it("creates an event per new alert, repeats known ones, and resolves those that recovered", async () => {
    const first = await receive("prometheus", { alerts: [alert(1), alert(2)] });
    expect(first).toEqual({ received: 2, created: 2, updated: 0, ignored: 0, errors: [] });
    const second = await receive("prometheus", { alerts: [alert(1, { status: "resolved" }), alert(2), alert(3), {}] });
    expect(second).toMatchObject({ received: 4, created: 1, updated: 2, errors: [{ index: 3 }] });
    const events = await newest("prometheus");
    expect(events.map(({ sourceId, status, occurrences }) => [sourceId, status, occurrences])).toEqual([
      ["3", "open", 1],
      ["2", "open", 2],
      ["1", "resolved", 2],
    ]);
    expect(events[0]).toMatchObject({ severity: "medium", fqdn: "web9.example.com", createdBy: "tester" });
  });

  it("applies problem and recovery of one alert in one message in their order", async () => {
    const alerts = [alert(9), alert(9, { status: "resolved" })];
    expect(await receive("grafana", { alerts })).toMatchObject({ received: 2, created: 1, updated: 1 });
    expect(await newest("grafana")).toMatchObject([{ status: "resolved", occurrences: 2 }]);
  });

  it("ingests every alert of a storm", async () => {
    const alerts = Array.from({ length: 1_000 }, (_, n) => alert(n, { fingerprint: `storm ${n}` }));
    expect(await receive("grafana", { alerts })).toMatchObject({ received: 1_000, created: 1_000 });
    expect(await receive("grafana", { alerts })).toMatchObject({ received: 1_000, updated: 1_000 });
  });

  it("reads generic messages by the tenant's paths, and lists unreadable ones in errors", async () => {
    const body = { alert: { name: "Fan broken", host: "rack-7" }, severity: "P2", source_id: "fan" };
    expect(await receive("generic", body)).toMatchObject({ created: 1 });
    expect(await newest("generic")).toMatchObject([{ title: "Fan broken", hostname: "rack-7", severity: "high" }]);
    const unread = await receive("generic", { title: "not here" });
    expect(unread).toMatchObject({
      received: 1,
      created: 0,
      errors: [{ error: expect.stringContaining("alert.name") }],
    });
  });

  it("answers 404 with the known sources for an unknown one", async () => {
    for (const source of ["nagios3", "constructor", "__proto__", ""]) {
      const fault = await faultOf(receive(source, {}));
      expect(fault.code).toBe("RESOURCE_NOT_FOUND");
      expect(fault.details.known).toContain("pagerduty");
    }
  });
});

describe.skipIf(!existsSync(FOLDER))("recorded pairs of problem and recovery", () => {
  it.each([
    ["zabbix", "zabbix_problem.json", "zabbix_recovery.json"],
    ["nagios", "nagios_service_problem.json", "nagios_service_recovery.json"],
    ["icinga2", "icinga2_service_problem.json", "icinga2_service_recovery.json"],
    ["datadog", "datadog_triggered.json", "datadog_recovered.json"],
    ["cloudwatch", "cloudwatch_alarm.json", "cloudwatch_ok.json"],
    ["pagerduty", "pagerduty_triggered.json", "pagerduty_resolved.json"],
  ])("of %s leave one resolved event", async (source, problem, end) => {
    expect(await receive(source, recorded(problem))).toMatchObject({ received: 1, created: 1, errors: [] });
    expect(await receive(source, recorded(end))).toMatchObject({ received: 1, updated: 1, errors: [] });
    const events = await newest(source);
    expect(events).toHaveLength(1);
    expect(events[0]).toMatchObject({ status: "resolved", occurrences: 2 });
    const { items } = await world.verbs.history(world.ctx, events[0]!.id, { order: "desc", limit: 9, page: 1 });
    expect(items).toMatchObject([{ from: "open", to: "resolved", actor: "tester" }]);
  });

  it("a recovery alone creates a resolved event", async () => {
    const separate = await createEventWorld();
    try {
      expect(await separate.verbs.receive(separate.ctx, "zabbix", recorded("zabbix_recovery.json"))).toMatchObject({
        created: 1,
      });
      const { items } = await separate.verbs.list(separate.ctx, {
        column: "occurredAt",
        order: "desc",
        page: 1,
        limit: 9,
      });
      expect(items).toMatchObject([{ status: "resolved", resolvedAt: expect.any(Date) }]);
    } finally {
      await separate.close();
    }
  });
});

describe("receiveWebhook of Amazon SNS", () => {
  const message = (more: object = {}) => ({
    Type: "Notification",
    MessageId: newId(),
    TopicArn: TOPIC,
    Message: JSON.stringify({ AlarmName: "cpu", NewStateValue: "ALARM" }),
    Timestamp: "2026-03-02T14:10:12.401Z",
    SignatureVersion: "1",
    Signature: "RVhBTVBMRQ==",
    SigningCertURL: "https://sns.eu-central-1.amazonaws.com/a.pem",
    ...more,
  });
  const refusalOf = async (body: unknown) => {
    const { errors, ...counts } = await trusting.verbs.receive(trusting.ctx, "cloudwatch", body);
    expect(counts).toEqual({ received: 1, created: 0, updated: 0, ignored: 0 });
    return errors[0]?.error;
  };

  it("accepts only messages that SNS signed for a configured topic, and fetches and stores nothing else", async () => {
    expect(await refusalOf({ AlarmName: "cpu", NewStateValue: "ALARM" })).toMatch(/not one that Amazon SNS signed/);
    expect(await refusalOf(message({ TopicArn: `${TOPIC}x` }))).toMatch(/topic/);
    expect(await refusalOf(message({ SigningCertURL: "https://example.com/a.pem" }))).toMatch(/not at an address/);
    expect(fetched).toEqual([]);
    const SubscribeURL = "https://sns.eu-central-1.amazonaws.com/?Action=ConfirmSubscription";
    const confirmation = message({ Type: "SubscriptionConfirmation", Token: "t", SubscribeURL });
    // No certificate comes from there: the message cannot be judged now, so SNS is to send it again.
    for (const body of [message(), confirmation]) expect(await faultOf(refusalOf(body))).toMatchObject({ status: 503 });
    expect(new Set(fetched)).toEqual(new Set(["https://sns.eu-central-1.amazonaws.com/a.pem"]));
    const input = { column: "occurredAt", order: "desc", page: 1, limit: 9 } as const;
    expect((await trusting.verbs.list(trusting.ctx, input)).total).toBe(0);
  });

  it("accepts messages by the credential alone if no topic is configured, and fetches nothing", async () => {
    expect(await receive("cloudwatch", message())).toMatchObject({ created: 1 });
    const confirmation = message({
      Type: "SubscriptionConfirmation",
      SubscribeURL: "https://example.com/",
      Token: "t",
    });
    expect(await receive("cloudwatch", confirmation)).toMatchObject({ received: 1, ignored: 1, errors: [] });
  });
});
