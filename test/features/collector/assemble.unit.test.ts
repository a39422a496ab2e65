import { describe, expect, it } from "vitest";
import { assembleSubmission, listeningPorts } from "../../../src/features/collector/assemble.ts";
import type { CollectedHost, NetworkConnection } from "../../../src/features/collector/collector.model.ts";
import { createNotes } from "../../../src/features/collector/parts.ts";
import { definedFields, MAX_NAME, MAX_TEXT, sanitized } from "../../../src/features/collector/text.ts";

const AT = "2025-03-01T12:00:00.000Z";
const listening = (port: number, address: string, protocol: "tcp" | "udp" = "tcp"): NetworkConnection => ({
  protocol,
  local_address: address,
  local_port: port,
  state: "LISTEN",
});
const fitting = (host: CollectedHost, maxBytes?: number) => {
  const notes = createNotes();
  const submission = assembleSubmission(host, AT, notes, maxBytes);
  const [report] = submission.data.discovered_hosts;
  if (report === undefined) throw new Error("no host");
  return { report, notes: notes.list(), bytes: Buffer.byteLength(JSON.stringify(report)) };
};

describe("listeningPorts", () => {
  it("lists ports of TCP listeners that others can reach, ascending, each once", () => {
    const connections = [
      listening(8080, "0.0.0.0"),
      listening(22, "::"),
      listening(22, "192.0.2.1"),
      listening(5432, "127.0.0.1"),
      listening(6379, "127.8.8.8"),
      listening(631, "::1"),
      listening(53, "0.0.0.0", "udp"),
      { ...listening(9999, "192.0.2.1"), state: "ESTABLISHED" },
    ];
    expect(listeningPorts(connections)).toEqual([22, 8080]);
  });
});

describe("sanitized and definedFields", () => {
  it("sanitized removes control characters, lone surrogates and excess at any depth", () => {
    const dirty = { a: "x\0\u001b[1my\n", b: [{ c: "\ud800z" }], d: "é".repeat(MAX_NAME + 5), e: 1, f: null };
    const clean = { a: "x [1my ", b: [{ c: "\ufffdz" }], d: "é".repeat(MAX_NAME), e: 1, f: null };
    expect(sanitized(dirty)).toEqual(clean);
    expect(sanitized({ command_line: "x".repeat(MAX_TEXT + 1) }).command_line).toHaveLength(MAX_TEXT);
  });
  it("definedFields omits blank texts", () => {
    expect(definedFields({ a: " ", b: undefined, c: " x ", d: 0, e: Number.NaN, f: false })).toEqual({
      c: "x",
      d: 0,
      f: false,
    });
  });
});

describe("assembleSubmission within its size limit", () => {
  const processes = Array.from({ length: 400 }, (_, pid) => ({ pid, name: "p", command_line: "x".repeat(4000) }));
  const applications = Array.from({ length: 100 }, (_, index) => ({ name: `package-${index}`, version: "1" }));

  it("keeps a submission that fits", () => {
    const { report, notes } = fitting({ processes, installed_applications: applications });
    expect(report.processes).toEqual(processes);
    expect(notes).toEqual([]);
  });
  it("cuts command lines first", () => {
    const { report, notes, bytes } = fitting({ processes, installed_applications: applications }, 200_000);
    expect(bytes).toBeLessThanOrEqual(200_000);
    expect(report.processes).toHaveLength(400);
    expect(report.processes?.[0]?.command_line).toHaveLength(256);
    expect(report.installed_applications).toHaveLength(100);
    expect(notes).toEqual(["processes: command lines were cut to 256 characters, the submission being too large"]);
  });
  it("then drops records of its largest collections, closing sockets before others", () => {
    const closing = Array.from({ length: 3000 }, (_, port) => ({
      ...listening(port, "192.0.2.1"),
      state: "TIME_WAIT",
    }));
    const network_connections = [...closing, listening(443, "0.0.0.0")];
    const { report, notes, bytes } = fitting({ network_connections, installed_applications: applications }, 50_000);
    expect(bytes).toBeLessThanOrEqual(50_000);
    expect(report.network_connections?.[0]).toEqual(listening(443, "0.0.0.0"));
    expect(report.installed_applications).toHaveLength(100);
    expect(notes[0]).toMatch(/^network_connections: 1501 of 3001 left out/);
  });
  it("limits the lists to the lengths that the service accepts", () => {
    const disks = Array.from({ length: 10_001 }, (_, index) => ({ name: `/dev/d${index}`, mount_point: `/m${index}` }));
    const many = Array.from({ length: 50_001 }, (_, index) => ({ name: `p${index}` }));
    const { report, notes } = fitting({ disks, installed_applications: many });
    expect(report.disks).toHaveLength(10_000);
    expect(report).not.toHaveProperty("installed_applications");
    expect(notes).toEqual([
      "disks: 1 of 10001 left out, the submission being too large",
      "installed_applications: 50001 left out, the submission being too large",
    ]);
  });
  it("sends all software or none, because half a list would read as removals", () => {
    const { report, notes, bytes } = fitting({ hostname: "web01", installed_applications: applications }, 2_000);
    expect(bytes).toBeLessThanOrEqual(2_000);
    expect(report.hostname).toBe("web01");
    expect(report).not.toHaveProperty("installed_applications");
    expect(notes).toEqual(["installed_applications: 100 left out, the submission being too large"]);
  });
});
