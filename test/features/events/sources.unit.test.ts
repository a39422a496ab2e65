import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { severityOf } from "../../../src/features/events/severity.ts";
import { type ParsedMessage, SOURCES } from "../../../src/features/events/sources/index.ts";

const read = (source: string, body: unknown, genericFields: Record<string, string> = {}): ParsedMessage =>
  SOURCES[source]!(body, { genericFields });
const one = (source: string, body: unknown, genericFields: Record<string, string> = {}) => {
  const { events, errors, ignored } = read(source, body, genericFields);
  expect({ errors, ignored, events: events.length }).toEqual({ errors: [], ignored: 0, events: 1 });
  return events[0]!;
};
const ignores = (source: string, body: unknown) =>
  expect(read(source, body)).toEqual({ events: [], ignored: 1, errors: [] });

describe("severityOf", () => {
  it.each([
    ["critical", "critical CRITICAL disaster page Fatal emergency P1 DOWN"],
    ["high", "high major ERROR p2"],
    ["medium", "medium minor average warning UNKNOWN P3 bananas"],
    ["low", "low info information none P4 p5"],
  ])("returns %s for %s", (severity, words) => {
    for (const word of words.split(" ")) expect(severityOf(word), word).toBe(severity);
  });

  it("returns medium for undefined, and low for `not classified`", () => {
    expect(severityOf(undefined)).toBe("medium");
    expect(severityOf("Not classified")).toBe("low");
  });
});

describe("prometheus", () => {
  const alert = (more: object = {}, labels: object = {}) => ({
    status: "firing",
    labels: { alertname: "HighLoad", ...labels },
    annotations: {},
    startsAt: "2026-05-01T10:00:00.123456789Z",
    endsAt: "0001-01-01T00:00:00Z",
    fingerprint: "f00d",
    ...more,
  });
  const group = (...alerts: unknown[]) => ({ version: "4", status: "firing", alerts });

  it("uses each alert's status, or the group's if it has none", () => {
    const { events } = read("prometheus", {
      status: "resolved",
      alerts: [alert(), alert({ status: "resolved", endsAt: "2026-05-01T11:00:00Z" }), alert({ status: undefined })],
    });
    expect(events.map(({ status }) => status)).toEqual(["open", "resolved", "resolved"]);
    expect(events.map(({ occurredAt }) => occurredAt?.toISOString().slice(11, 16))).toEqual([
      "10:00",
      "11:00",
      "10:00",
    ]);
  });

  it.each([
    [{ instance: "http://web1.example.com:9100/metrics" }, { fqdn: "web1.example.com" }],
    [{ instance: "[2001:db8::1]:9100" }, { ipAddress: "2001:db8::1" }],
    [{ instance: "192.0.2.7:9100" }, { ipAddress: "192.0.2.7" }],
    [{ instance: "localhost:9090", node: "worker-2" }, { hostname: "worker-2" }],
    [{ instance: "2001:db8::9100" }, { ipAddress: "2001:db8::9100" }],
    [{ nodename: "db7" }, { hostname: "db7" }],
    [{ instance: "a b c" }, {}],
  ])("finds the host in %j", (labels, names) => {
    const nothing = { hostname: null, fqdn: null, ipAddress: null };
    expect(one("prometheus", group(alert({}, labels)))).toMatchObject({ ...nothing, ...names });
  });

  it("parses the readable alerts, and lists the others by index", () => {
    const { events, errors } = read("prometheus", group(alert(), null, { labels: {} }, alert({ fingerprint: "b" })));
    expect(events).toHaveLength(2);
    expect(errors.map(({ index }) => index)).toEqual([1, 2]);
    expect(read("prometheus", {}).errors).toHaveLength(1);
    expect(read("prometheus", { alerts: "x" }).errors).toHaveLength(1);
  });

  it("identifies alerts without a fingerprint by their labels", () => {
    const idOf = (labels: object) => one("prometheus", group(alert({ fingerprint: undefined }, labels))).sourceId;
    expect(idOf({ a: "1", b: "2" })).toBe(idOf({ b: "2", a: "1" }));
    expect(idOf({ a: "1", b: "2" })).not.toBe(idOf({ a: "1", b: "3" }));
    expect(idOf({ a: "x!b!y" })).not.toBe(idOf({ a: "x", b: "y" }));
  });

  it("limits lengths of texts, but not the number of alerts", () => {
    const long = "x".repeat(100_000);
    const event = one(
      "prometheus",
      group(alert({ fingerprint: long, annotations: { summary: long, description: long } })),
    );
    expect(event.title.length).toBeLessThanOrEqual(1_000);
    expect(event.description!.length).toBeLessThanOrEqual(20_000);
    expect(event.sourceId!.length).toBeLessThanOrEqual(512);
    expect(read("prometheus", group(...Array.from({ length: 5_001 }, () => alert()))).events).toHaveLength(5_001);
  });
});

describe("zabbix", () => {
  const problem = { event_id: "1", event_name: "Trouble", event_value: "1", event_nseverity: "2", host_name: "h1" };

  it("maps Zabbix warning to low, and prefers severity numbers to words", () => {
    expect(one("zabbix", problem).severity).toBe("low");
    expect(one("zabbix", { ...problem, event_nseverity: "5", event_severity: "Warning" }).severity).toBe("critical");
    expect(one("zabbix", { ...problem, event_nseverity: "", event_severity: "Average" }).severity).toBe("medium");
  });

  it("accepts other spellings of parameter names, and treats unfilled macros as absent", () => {
    const event = one("zabbix", { eventId: 7, "EVENT.NAME": "Trouble", HostName: "{HOST.NAME}", host_ip: "192.0.2.5" });
    expect(event).toMatchObject({ sourceId: "7", title: "Trouble", hostname: null, ipAddress: "192.0.2.5" });
  });

  it("recognizes an acknowledgement among updates", () => {
    const update = { ...problem, event_update_status: "1", event_ack_status: "Yes" };
    expect(one("zabbix", update).status).toBe("acknowledged");
    expect(one("zabbix", { ...update, event_value: "0" }).status).toBe("resolved");
    expect(one("zabbix", { ...update, event_ack_status: "No" }).status).toBe("open");
  });

  it("ignores malformed tags", () => {
    for (const event_tags of ["[", "{}", "[1,null]", '[{"tag":"__proto__","value":{}}]']) {
      expect(one("zabbix", { ...problem, event_tags }).title).toBe("Trouble");
    }
  });
});

describe("nagios", () => {
  const problem = { NOTIFICATIONTYPE: "PROBLEM", HOSTNAME: "mail1", SERVICEDESC: "Queue", SERVICESTATE: "WARNING" };

  it("concerns the host if there is no service", () => {
    const down = { NOTIFICATIONTYPE: "PROBLEM", HOSTNAME: "mail1", HOSTSTATE: "DOWN", HOSTOUTPUT: "no answer" };
    expect(one("nagios", down)).toMatchObject({
      title: "mail1 is DOWN: no answer",
      severity: "critical",
      sourceId: "mail1",
      hostname: "mail1",
    });
    expect(one("nagios", { ...down, NOTIFICATIONTYPE: "RECOVERY", HOSTSTATE: "UP" })).toMatchObject({
      status: "resolved",
      sourceId: "mail1",
    });
  });

  it("parses acknowledgements, and ignores downtime and flapping notifications", () => {
    expect(one("nagios", { ...problem, NOTIFICATIONTYPE: "ACKNOWLEDGEMENT" }).status).toBe("acknowledged");
    for (const kind of [
      "FLAPPINGSTART",
      "FLAPPINGSTOP",
      "DOWNTIMESTART",
      "DOWNTIMEEND",
      "DOWNTIMECANCELLED",
      "constructor",
    ])
      ignores("nagios", { ...problem, NOTIFICATIONTYPE: kind });
  });

  it("accepts NAGIOS_ names, and gives different services different identities", () => {
    const scripted = { NAGIOS_NOTIFICATIONTYPE: "PROBLEM", NAGIOS_HOSTNAME: "a", NAGIOS_SERVICEDESC: "b!c" };
    expect(one("nagios", scripted).sourceId).not.toBe(
      one("nagios", { ...problem, HOSTNAME: "a!b", SERVICEDESC: "c" }).sourceId,
    );
    expect(read("nagios", { NOTIFICATIONTYPE: "PROBLEM" }).errors).toHaveLength(1);
  });
});

describe("icinga2", () => {
  const problem = {
    type: "Notification",
    host: "h",
    notification_type: "PROBLEM",
    check_result: { state: 2, output: "x" },
  };

  it("rates a problem of a host as critical", () => {
    expect(one("icinga2", problem)).toMatchObject({ severity: "critical", title: "h: x", sourceId: "h" });
    expect(one("icinga2", { ...problem, service: "s", check_result: { state: 3 } })).toMatchObject({
      severity: "medium",
      sourceId: "h!s",
    });
  });

  it("ignores other types of events and notifications", () => {
    ignores("icinga2", { ...problem, type: "CheckResult" });
    ignores("icinga2", { ...problem, notification_type: "DOWNTIMESTART" });
    ignores("icinga2", { ...problem, notification_type: "toString" });
    expect(one("icinga2", { ...problem, check_result: "broken" }).status).toBe("open");
  });
});

describe("datadog", () => {
  const alert = { id: "1", alert_title: "Load", alert_id: "77", alert_transition: "Triggered", alert_type: "error" };

  it("never uses the message's id as the alert's identity", () => {
    expect(one("datadog", { ...alert, alert_scope: "host:a" }).sourceId).toBe("77!host:a");
    expect(one("datadog", { ...alert, alert_cycle_key: "c", aggreg_key: "g" }).sourceId).toBe("c");
    expect(one("datadog", { id: "1", title: "An event" }).sourceId).toBeNull();
  });

  it.each([
    ["Re-Triggered", "error", "open", "high"],
    ["Warn", "error", "open", "medium"],
    ["No Data", "warning", "open", "medium"],
    ["Recovered", "success", "resolved", "low"],
    ["$ALERT_TRANSITION", "success", "resolved", "low"],
  ])("reads the transition %s", (alert_transition, alert_type, status, severity) => {
    expect(one("datadog", { ...alert, alert_transition, alert_type })).toMatchObject({ status, severity });
  });

  it("finds the host in tags and scope", () => {
    expect(one("datadog", { ...alert, tags: "env:prod,host:app1" }).hostname).toBe("app1");
    expect(one("datadog", { ...alert, alert_scope: "host:app2.example.com,env:x" }).fqdn).toBe("app2.example.com");
  });
});

describe("grafana", () => {
  it("keeps the values as metrics", () => {
    const body = { alerts: [{ status: "firing", labels: { alertname: "x" }, values: { A: 1.5, B: null, C: "2" } }] };
    expect(one("grafana", body).metrics).toEqual({ A: 1.5 });
  });
});

describe("cloudwatch", () => {
  const alarm = { AlarmName: "cpu", NewStateValue: "ALARM", StateChangeTime: "2026-03-02T14:10:12.345+0000" };
  const notification = (message: unknown) => ({ Type: "Notification", Message: message });

  it("parses an alarm in the SNS envelope, and a bare one", () => {
    for (const body of [notification(JSON.stringify(alarm)), alarm]) {
      const event = one("cloudwatch", body);
      expect(event).toMatchObject({ title: "cpu", sourceId: "cpu", severity: "high" });
      expect(event.occurredAt?.toISOString()).toBe("2026-03-02T14:10:12.345Z");
    }
  });

  it("finds the host in the metrics that an alarm combines", () => {
    const Dimensions = [{ name: "InstanceId", value: "i-0123456789abcdef0" }];
    const Trigger = { Metrics: [{ Expression: "a+b" }, { MetricStat: { Metric: { Dimensions } } }] };
    expect(one("cloudwatch", { ...alarm, Trigger }).hostname).toBe("i-0123456789abcdef0");
  });

  it("ignores messages that are neither alarm nor recovery", () => {
    ignores("cloudwatch", { ...alarm, NewStateValue: "INSUFFICIENT_DATA" });
    ignores("cloudwatch", notification("plain words"));
    ignores("cloudwatch", notification("[".repeat(1_000)));
    ignores("cloudwatch", notification('{"AlarmName":"\\u0000","NewStateValue":"ALARM"}'));
    ignores("cloudwatch", notification(17));
    ignores("cloudwatch", { Type: "UnsubscribeConfirmation" });
    ignores("cloudwatch", { ...alarm, NewStateValue: "constructor" });
    ignores("cloudwatch", {});
  });
});

describe("pagerduty", () => {
  const message = (event_type: string, data: object = {}) => ({
    event: { id: "e", event_type, occurred_at: "2026-03-02T15:00:01Z", data: { id: "Q1", title: "Down", ...data } },
  });

  it.each([
    ["incident.triggered", "open"],
    ["incident.acknowledged", "acknowledged"],
    ["incident.unacknowledged", "open"],
    ["incident.reopened", "open"],
    ["incident.resolved", "resolved"],
  ])("%s gives %s", (kind, status) =>
    expect(one("pagerduty", message(kind))).toMatchObject({ status, sourceId: "Q1" }),
  );

  it("parses a changed priority with the incident's status, and ignores other event types", () => {
    const changed = message("incident.priority_updated", { status: "acknowledged", priority: { summary: "P2" } });
    expect(one("pagerduty", changed)).toMatchObject({ status: "acknowledged", severity: "high" });
    for (const kind of ["incident.annotated", "incident.escalated", "pagey.ping", "toString"])
      ignores("pagerduty", message(kind));
  });

  it("uses the urgency if the priority is missing or unknown", () => {
    expect(one("pagerduty", message("incident.triggered", { urgency: "high", priority: null })).severity).toBe("high");
    expect(one("pagerduty", message("incident.triggered", { urgency: "low" })).severity).toBe("low");
    const unknownPriority = { urgency: "high", priority: { summary: "Sev Zero" } };
    expect(one("pagerduty", message("incident.triggered", unknownPriority)).severity).toBe("high");
  });
});

describe("generic", () => {
  it("finds members by the tenant's configured paths", () => {
    const body = { alert: { name: "Full", tags: ["x", { host: "h9" }] }, level: "P1", when: 1_772_449_590 };
    const paths = { title: "alert.name", hostname: "alert.tags.1.host", severity: "level", timestamp: "when" };
    const event = one("generic", body, paths);
    expect(event).toMatchObject({
      title: "Full",
      hostname: "h9",
      severity: "critical",
      status: "open",
      sourceId: null,
    });
    expect(event.occurredAt?.toISOString()).toBe("2026-03-02T11:06:30.000Z");
  });

  it("follows own properties only", () => {
    const paths = { title: "constructor.name", description: "a.__proto__.x" };
    expect(read("generic", { a: {} }, paths).errors).toHaveLength(1);
  });

  it.each([[{ toString: null, valueOf: 1 }], [{}], [[1]], [true], ["1e400"], [-1]])(
    "reads no time from %j",
    (timestamp) => {
      expect(one("generic", { title: "t", timestamp }).occurredAt).toBeNull();
    },
  );

  it("recognizes the words that senders use for resolved", () => {
    for (const status of ["resolved", "OK", "Recovered", "closed"]) {
      expect(one("generic", { title: "t", status }).status).toBe("resolved");
    }
    expect(one("generic", { title: "t", status: "constructor", severity: "none" })).toMatchObject({
      status: "open",
      severity: "low",
    });
  });
});

describe("parsers of arbitrary bodies", () => {
  it.each(Object.keys(SOURCES))("%s never throws and gives valid events", (source) => {
    const anything = fc.anything({ withDate: false, withBigInt: false, withMap: false, withSet: false, maxDepth: 4 });
    const names = [
      "alerts status labels annotations event data Type Message Trigger Dimensions title tags host check_result",
      "event_tags HOSTNAME NOTIFICATIONTYPE id severity metrics fingerprint values startsAt event_type event_name",
      "timestamp occurred_at source_id state output eventtags description context service",
    ].flatMap((line) => line.split(" "));
    const body = fc.dictionary(fc.constantFrom(...names), fc.oneof(anything, fc.array(anything), fc.string()));
    fc.assert(
      fc.property(fc.oneof(body, anything), (sent) => {
        const { events, ignored, errors } = read(source, sent);
        // A message that is neither read nor ignored is named as a fault: none vanishes.
        const isEmptyList =
          Array.isArray((sent as { alerts?: unknown } | null)?.alerts) && (sent as { alerts: [] }).alerts.length === 0;
        if (!isEmptyList) expect(ignored + errors.length + events.length).toBeGreaterThan(0);
        for (const event of events) {
          expect(event.title.length).toBeGreaterThan(0);
          expect(event.title.length).toBeLessThanOrEqual(1_000);
          expect(JSON.stringify([event.title, event.sourceId, event.hostname])).not.toContain("\\u0000");
        }
      }),
      { numRuns: 300 },
    );
  });
});
