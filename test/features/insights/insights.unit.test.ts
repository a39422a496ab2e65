import { describe, expect, it } from "vitest";
import { type HostFacts, insightInput } from "../../../src/features/insights/facts.ts";
import { insightAnswer, parseAnswer, protocolOf } from "../../../src/features/insights/insight-question.ts";

const group = (more: Partial<HostFacts["groups"][number]> = {}) => ({
  processName: "app",
  targetIp: "192.0.2.10",
  targetName: "db-1",
  targetCiId: "ci-db",
  ports: [5432],
  ...more,
});
const facts = (more: Partial<HostFacts> = {}): HostFacts => ({
  name: "web-1",
  type: "server",
  attributes: { os: "Debian GNU/Linux 12", cpu_cores: 4, location: undefined, odd: { nested: true } },
  software: [
    { name: "Zip Tool", family: "Utilities" },
    { name: "PostgreSQL", family: "Databases" },
  ],
  listeners: [{ process: "nginx", protocol: "tcp", port: 443 }],
  processes: ["nginx", "cron"],
  groups: [group()],
  ...more,
});
// biome-ignore lint/suspicious/noExplicitAny: read member by member
const dataOf = (given: HostFacts): any => insightInput(given).data;

describe("insightInput", () => {
  it("orders software by what it says about the role, and numbers the connections", () => {
    expect(dataOf(facts())).toEqual({
      host: { name: "web-1", type: "server", os: "Debian GNU/Linux 12", cpu_cores: 4 },
      software: [
        { name: "PostgreSQL", family: "Databases" },
        { name: "Zip Tool", family: "Utilities" },
      ],
      listening: [{ process: "nginx", protocol: "tcp", port: 443 }],
      processes: ["cron", "nginx"],
      connections: [{ id: 1, process: "app", target: "db-1", target_ip: "192.0.2.10", ports: [5432] }],
    });
  });

  it("has the same hash in any order, with other processes and other unknown addresses", () => {
    const { hash } = insightInput(facts({ groups: [group(), group({ processName: "b", targetCiId: null })] }));
    const other = facts({
      software: [...facts().software].reverse(),
      processes: ["sshd"],
      groups: [group({ processName: "b", targetCiId: null, targetIp: "203.0.113.9" }), group()],
    });
    expect(insightInput(other).hash).toBe(hash);
  });

  it.each<[string, Partial<HostFacts>]>([
    ["another port that it listens on", { listeners: [{ process: "nginx", protocol: "tcp", port: 80 }] }],
    ["another program", { software: [{ name: "Other", family: "Utilities" }] }],
    ["another system", { attributes: { os: "FreeBSD" } }],
    ["another server that it calls", { groups: [group({ targetCiId: "ci-other" })] }],
    ["another port that it calls", { groups: [group({ ports: [5433] })] }],
  ])("has another hash with %s", (_what, more) => {
    expect(insightInput(facts(more)).hash).not.toBe(insightInput(facts()).hash);
  });

  it("bounds and cleans names that machines choose", () => {
    const evil = `"\\\u0000\u202e\ud800${"x".repeat(10_000)}`;
    const many = <T>(make: (n: number) => T) => Array.from({ length: 2_000 }, (_, n) => make(n));
    const { data, groups } = insightInput(
      facts({
        name: evil,
        attributes: { os: evil },
        software: many((n) => ({ name: `${n}${evil}`, family: "Utilities" })),
        listeners: many((n) => ({ process: `${n}${evil}`, protocol: "tcp", port: n + 1 })),
        processes: many((n) => `${n}${evil}`),
        groups: many((n) => group({ processName: `${n}${evil}`, targetName: evil, targetCiId: `ci-${n}` })),
      }),
    );
    const text = JSON.stringify(data);
    expect(text.length).toBeLessThan(60_000);
    expect(text).not.toMatch(/\\u0000|\\ud800|\u202e/);
    expect(groups).toHaveLength(50);
    expect(new Set(groups.map(({ key }) => key)).size).toBe(50);
  });
});

const { groups } = insightInput(facts());
const answer = (more: object = {}) =>
  insightAnswer.parse({
    role: "web server",
    criticality: "high",
    dependencies: [{ connection: 1, reason: "its data" }],
    confidence: 0.9,
    connections: [
      { id: 1, application_protocol: "PostgreSQL", communication_pattern: "request_response", confidence: 0.8 },
    ],
    ...more,
  });

describe("parseAnswer", () => {
  it("resolves connection ids to the groups of the question", () => {
    expect(parseAnswer(answer(), groups)).toEqual({
      role: "web server",
      criticality: "high",
      confidence: 0.9,
      dependencies: [
        { name: "db-1", ip: "192.0.2.10", ciId: "ci-db", process: "app", ports: [5432], reason: "its data" },
      ],
      connections: [
        {
          groupKey: groups[0]!.key,
          processName: "app",
          targetIp: "192.0.2.10",
          targetCiId: "ci-db",
          ports: [5432],
          applicationProtocol: "postgresql",
          communicationPattern: "request_response",
          confidence: 0.8,
        },
      ],
    });
  });

  it("ignores unknown and repeated connection ids", () => {
    const read = parseAnswer(
      answer({
        dependencies: [0, -1, 2, 1e9, 1, 1].map((connection) => ({ connection, reason: null })),
        connections: [7, 1, 1].map((id, at) => ({
          id,
          application_protocol: `p${at}`,
          communication_pattern: "batch",
          confidence: 1,
        })),
      }),
      groups,
    );
    expect(read?.dependencies.map(({ ciId }) => ciId)).toEqual(["ci-db"]);
    expect(read?.connections.map(({ applicationProtocol }) => applicationProtocol)).toEqual(["p1"]);
  });

  it("shortens and cleans role and reasons, and is undefined without a role", () => {
    const read = parseAnswer(
      answer({
        role: `web\u0000\u202e ${"x".repeat(900)}`,
        dependencies: [{ connection: 1, reason: "y".repeat(2_000) }],
      }),
      groups,
    )!;
    expect(read.role).toMatch(/^web x+$/);
    expect(read.role.length).toBeLessThanOrEqual(80);
    expect(read.dependencies[0]?.reason).toHaveLength(300);
    expect(parseAnswer(answer({ role: " \u0007 " }), groups)).toBeUndefined();
  });

  it.each([
    [{ criticality: "apocalyptic" }],
    [{ confidence: 1.5 }],
    [{ connections: [{ id: 1, application_protocol: null, communication_pattern: "telepathy", confidence: 1 }] }],
    [{ dependencies: "all" }],
  ])("insightAnswer rejects %j", (more) => expect(() => answer(more)).toThrow());

  it.each([
    ["HTTPS", "https"],
    ["HTTP/2", "http/2"],
    ["Oracle Net", "oracle-net"],
    ["unknown", null],
    ["", null],
    [null, null],
    ["http://evil.example.com", null],
    ["<b>x</b>", null],
    ["x".repeat(900), null],
  ])("protocolOf(%j) is %j", (text, name) => expect(protocolOf(text)).toBe(name));
});
