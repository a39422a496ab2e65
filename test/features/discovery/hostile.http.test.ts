import { deflateSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createFeatureApp, credential, type FeatureApp } from "../../support/feature-app.ts";
import { expectErrorForm, fieldsOf } from "../../support/http-cases.ts";
import { agentHost, createWorld, type Host, type World } from "./support.ts";

let world: World;
let app: FeatureApp;
let tenant: string;
beforeAll(async () => {
  world = await createWorld();
  const { v1, api } = world.routes.discovery;
  const { inventory } = world.routes;
  app = createFeatureApp({ v1: [...v1, ...inventory.v1], api }, world.postgres);
  tenant = world.ctx.tenantId;
});
// Refused submissions have stored nothing.
afterAll(async () => {
  const [kept] = await world.postgres.query<{ scans: number; records: number }>(
    `select (select count(*) from scans where tenant_id = $1) as scans,
            (select count(*) from raw_scan_records where tenant_id = $1) as records`,
    [tenant],
  );
  const nodes = await world.graph.raw("MATCH (n) WHERE n.tenant = $tenant RETURN count(n) AS n", { tenant });
  await world.close();
  expect({ ...kept, nodes: Number(nodes[0]!.n), jobs: world.waiting() }).toEqual({
    scans: 0,
    records: 0,
    nodes: 0,
    jobs: [],
  });
});

const MB = 1024 * 1024;
const PATHS = { b: "/v1/discovery/scan-data", a: "/api/discovery/scan-data" } as const;
const bytes = (data: string | Buffer) => Uint8Array.from(Buffer.from(data as string));

async function refused(
  body: string | Uint8Array,
  status: number,
  options: { type?: string; coding?: string; variants?: ("a" | "b")[] } = {},
): Promise<string[]> {
  const { type = "application/json", coding, variants = ["b", "a"] } = options;
  let fields: string[] = [];
  for (const variant of variants) {
    const headers = { ...credential(tenant), "content-type": type, ...(coding && { "content-encoding": coding }) };
    const answer = await app.call("POST", PATHS[variant], { headers, body });
    expect(answer.status, `${variant}: ${JSON.stringify(answer.body)?.slice(0, 300)}`).toBe(status);
    const error = expectErrorForm(answer, variant);
    expect(JSON.stringify(error).length).toBeLessThan(20_000);
    if (variant === "b") fields = fieldsOf(answer.body);
  }
  return fields;
}

describe("discovery routes and times beyond the calendar", () => {
  it.each(["0001-01-01T00:00:00+10:00", "9999-12-31T23:59:59-01:00"])("refuses a scan of %s", async (timestamp) => {
    expect(await refused(JSON.stringify({ ...valid(), timestamp }), 400)).toEqual(["timestamp"]);
  });

  it("refuses such times in filters and cursors of lists", async () => {
    const id = "01a1fefd-9cf1-77bc-961c-31614a313a12";
    const cursor = Buffer.from(JSON.stringify(["desc", "0000-01-01T00:00:00Z", id])).toString("base64url");
    for (const query of ["from=0000-01-01", "to=9999-12-31T23:59:59-15:00", `cursor=${cursor}`]) {
      const answer = await app.call("GET", `/v1/discovery/scans?${query}`, { headers: credential(tenant) });
      expect(answer.status, query).toBe(400);
      expect(fieldsOf(answer.body)).toEqual([`query.${query.split("=")[0]}`]);
    }
    const answer = await app.call("GET", `/api/discovery/scan-data?cursor=${cursor}`, { headers: credential(tenant) });
    expect(answer.status).toBe(400);
  });
});

const valid = (hosts: Host[] = [agentHost("never", 1)]) => ({
  scan_type: "full",
  scanner_id: "hostile",
  timestamp: new Date().toISOString(),
  data: { discovered_hosts: hosts },
});
const text = JSON.stringify(valid());
const withHost = (host: unknown) =>
  JSON.stringify({ ...valid(), data: { discovered_hosts: [agentHost("good", 2), host] } });

describe("POST /discovery/scan-data with malformed JSON", () => {
  it.each([
    ["empty", ""],
    ["cut off", text.slice(0, -3)],
    ["followed by more", `${text}${text}`],
    ["a number", "1"],
    ["null", "null"],
    ["an array", `[${text}]`],
    ["with a NUL", withHost({ hostname: "a\u0000b" })],
    ["with a lone surrogate", `${text.slice(0, -1)},"x":"\\ud800"}`],
    ["with __proto__", text.replace('"scan_type"', '"__proto__":{},"scan_type"')],
    ["with a number beyond a double", text.replace('"cpu_cores":4', '"cpu_cores":1e999')],
    ["nested too deeply", `${text.slice(0, -1)},"x":${"[".repeat(70)}${"]".repeat(70)}}`],
    ["nested a million times", "[".repeat(1_000_000)],
  ])("refuses %s", async (_, body) => {
    await refused(body, 400);
  });

  it.each([
    [
      "UTF-8 that is broken",
      Buffer.concat([bytes(text.slice(0, 30)), Buffer.from([0xff, 0xfe, 0xc3, 0x28]), bytes(text.slice(30))]),
    ],
    ["Latin-1", Buffer.from(text.replace("hostile", "h\u00e9r\u00e9"), "latin1")],
    [
      "UTF-16 cut in the middle of a sign",
      Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, "utf16le").subarray(0, -1)]),
    ],
  ])("refuses %s", async (_, body) => {
    await refused(bytes(body), 400);
  });
});

describe("POST /discovery/scan-data with an invalid submission", () => {
  it.each([
    ["an unknown field", JSON.stringify({ ...valid(), extra: 1 }), "extra"],
    ["no scanner", JSON.stringify({ ...valid(), scanner_id: undefined }), "scanner_id"],
    ["a blank scan type", JSON.stringify({ ...valid(), scan_type: "" }), "scan_type"],
    ["no hosts", JSON.stringify({ ...valid(), data: {} }), "data.discovered_hosts"],
    ["hosts that are no list", JSON.stringify({ ...valid(), data: { discovered_hosts: {} } }), "data.discovered_hosts"],
    [
      "too many hosts",
      JSON.stringify({ ...valid(), data: { discovered_hosts: Array(5_001).fill({}) } }),
      "data.discovered_hosts",
    ],
    ["a time without a zone", JSON.stringify({ ...valid(), timestamp: "2026-01-01T00:00:00" }), "timestamp"],
    ["a time of words", JSON.stringify({ ...valid(), timestamp: "yesterday" }), "timestamp"],
    [
      "a time too far ahead",
      JSON.stringify({ ...valid(), timestamp: new Date(Date.now() + 86_460_000).toISOString() }),
      "timestamp",
    ],
    ["a host that is a text", withHost("host"), "data.discovered_hosts.1"],
    ["a name that is a number", withHost({ hostname: 5 }), "data.discovered_hosts.1.hostname"],
    ["a port beyond the last", withHost({ open_ports: [22, 65_536] }), "data.discovered_hosts.1.open_ports.1"],
    ["records that are texts", withHost({ disks: ["sda"] }), "data.discovered_hosts.1.disks.0"],
    ["cores by halves", withHost({ hardware: { cpu_cores: 1.5 } }), "data.discovered_hosts.1.hardware.cpu_cores"],
    ["memory below nothing", withHost({ hardware: { memory_gb: -1 } }), "data.discovered_hosts.1.hardware.memory_gb"],
    ["a name without end", withHost({ hostname: "x".repeat(2_000) }), "data.discovered_hosts.1.hostname"],
    [
      "addresses without end",
      withHost({ ip_addresses: Array(10_001).fill("192.0.2.1") }),
      "data.discovered_hosts.1.ip_addresses",
    ],
  ])("refuses the whole submission for %s, and names the field", async (_, body, field) => {
    expect(await refused(body, 400)).toContain(field);
  });
});

describe("POST /discovery/scan-data with a body that is too large", () => {
  it("refuses 32 MB, counted plain or after inflating", async () => {
    const big = bytes(`${" ".repeat(32 * MB)}${text}`);
    await refused(big, 413, { variants: ["b"] });
    await refused(Uint8Array.from(gzipSync(big)), 413, { coding: "gzip" });
  });

  it("refuses a compression bomb without inflating it fully", async () => {
    // 2 GB of blanks in 2 MB, as one member after another.
    const member = gzipSync(Buffer.alloc(64 * MB, 0x20), { level: 9 });
    await refused(Uint8Array.from(Buffer.concat(Array<Buffer>(32).fill(member))), 413, {
      coding: "gzip",
      variants: ["b"],
    });
  });
});

describe("POST /discovery/scan-data with a body that inventory agents compressed", () => {
  const types = ["application/x-compress-zlib", "application/x-compress-gzip", "application/x-compress"];

  it.each(types)("refuses a truncated or uncompressed body: %s", async (type) => {
    await refused(text, 400, { type });
    await refused(Uint8Array.from(deflateSync(text).subarray(0, -9)), 400, { type });
    await refused(Uint8Array.from(gzipSync(text).subarray(0, -12)), 400, { type });
    await refused(Uint8Array.from(deflateSync("neither JSON nor XML")), 400, { type });
    await refused(Uint8Array.from(gzipSync(deflateSync(text))), 415, { type, coding: "gzip" });
  });

  it("refuses a compression bomb without inflating it fully", async () => {
    const bomb = Uint8Array.from(deflateSync(Buffer.alloc(512 * MB, 0x20), { level: 9 }));
    expect(bomb.length).toBeLessThan(MB);
    await refused(bomb, 413, { type: "application/x-compress-zlib", variants: ["b"] });
  });
});

describe("POST /discovery/scan-data with an unsupported coding or type", () => {
  it.each([
    ["text/plain", undefined],
    ["multipart/form-data; boundary=x", undefined],
    ["application/json", "br"],
    ["application/json", "gzip, gzip"],
  ])("refuses %s, %s", async (type, coding) => {
    await refused(text, 415, { type, ...(coding && { coding }) });
  });

  it("refuses a body that is declared gzip and is not, or is truncated", async () => {
    await refused(text, 400, { coding: "gzip" });
    await refused(Uint8Array.from(gzipSync(text).subarray(0, -12)), 400, { coding: "gzip" });
  });
});

describe("POST /discovery/scan-data with hostile XML", () => {
  const nmap = (inner: string, head = '<?xml version="1.0"?>') =>
    `${head}<nmaprun scanner="nmap" start="1767225600"><host><status state="up"/><address addr="192.0.2.9" addrtype="ipv4"/>${inner}</host></nmaprun>`;
  const xml = { type: "application/xml" };
  const entities = (declarations: string) => nmap("&a;", `<?xml version="1.0"?><!DOCTYPE nmaprun [${declarations}]>`);

  it.each([
    ["empty", ""],
    ["cut off", nmap("").slice(0, -5)],
    ["not closed in order", nmap("<a><b></a></b>")],
    ["of another root", "<html></html>"],
    ["of two roots", `${nmap("")}<nmaprun/>`],
    ["text", "hello"],
    ["JSON called XML", text],
    ["an entity of its own", entities('<!ENTITY a "x">')],
    ["an entity from a file", entities('<!ENTITY a SYSTEM "file:///etc/passwd">')],
    ["an entity from the network", entities('<!ENTITY a SYSTEM "http://192.0.2.1/x">')],
    ["a parameter entity", entities('<!ENTITY % a SYSTEM "http://192.0.2.1/x"> %a;')],
    [
      "a billion laughs",
      entities(
        `<!ENTITY a0 "ha">${Array.from({ length: 30 }, (_, i) => `<!ENTITY a${i + 1} "&a${i};&a${i};">`).join("")}`,
      ).replace("&a;", "&a30;"),
    ],
    ["nested too deeply", nmap("<a>".repeat(50_000))],
    ["attributes twice", nmap('<os><osmatch name="a" name="b"/></os>')],
  ])("refuses %s", async (_, body) => {
    await refused(body, 400, xml);
  });

  it("refuses an unsupported encoding", async () => {
    await refused(nmap("", '<?xml version="1.0" encoding="EBCDIC-US"?>'), 415, xml);
  });

  it("refuses bytes that are not of the declared encoding", async () => {
    await refused(nmap("", '<?xml version="1.0" encoding="UTF-16"?>'), 400, xml);
    await refused(bytes(Buffer.from(nmap("\u00e9"), "latin1")), 400, xml);
  });
});
