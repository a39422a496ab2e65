import { describe, expect, it } from "vitest";
import { readSubmission } from "../../../src/features/discovery/formats/index.ts";
import { bytes, inventory, onlyHost, RECEIVED, readJson, refusal, report, request } from "./formats.support.ts";

const NATIVE = {
  scan_type: "full",
  scanner_id: "s",
  timestamp: "2026-01-31T08:00:00Z",
  data: { discovered_hosts: [{ hostname: "web1" }] },
};
const read = (contentType: string | undefined, body: string | Uint8Array) =>
  readSubmission(contentType, typeof body === "string" ? bytes(body) : body, RECEIVED);
const utf16 = (text: string, bigEndian: boolean, mark = true) => {
  const buffer = Buffer.from((mark ? "\ufeff" : "") + text, "utf16le");
  return bigEndian ? buffer.swap16() : buffer;
};

describe("detectBody", () => {
  const bodies: [string, string, string][] = [
    ["native", "application/json", JSON.stringify(NATIVE)],
    ["glpi-json", "application/json", JSON.stringify(inventory({ hardware: { name: "web1" } }))],
    ["glpi-xml", "application/xml", request("<HARDWARE><NAME>web1</NAME></HARDWARE>")],
    ["nmap-xml", "text/xml", report("")],
  ];

  it.each(bodies)("detects %s by content type and root, or by the root alone", (format, contentType, body) => {
    for (const type of [
      contentType,
      `${contentType.toUpperCase()}; charset=utf-8`,
      undefined,
      "",
      "application/octet-stream",
      "application/x-compress",
    ]) {
      expect(read(type, body).format).toBe(format);
    }
    expect(read(undefined, ` \r\n\t${body.replace(/^<\?xml.*?\?>/, "")}`).format).toBe(format);
  });

  it.each([
    "text/plain",
    "text/html",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "image/png",
    "json",
    "application/jsonx",
    "application/problem+json",
    "image/svg+xml",
  ])("refuses %s", (type) => {
    expect(refusal(() => read(type, JSON.stringify(NATIVE)))).toMatchObject({ code: "UNSUPPORTED_MEDIA_TYPE" });
  });

  it("refuses a body that is not what its type says", () => {
    expect(refusal(() => read("application/json", report(""))).code).toBe("VALIDATION_ERROR");
    expect(refusal(() => read("application/xml", JSON.stringify(NATIVE))).code).toBe("VALIDATION_ERROR");
  });

  it("refuses an unknown root, naming it", () => {
    expect(refusal(() => read(undefined, "<html></html>")).reason).toContain("<html>");
    expect(refusal(() => read(undefined, "[]")).violations).toEqual([{ field: "body", reason: "must be an object" }]);
    expect(refusal(() => read(undefined, "{}")).violations.map(({ field }) => field)).toContain("scan_type");
  });

  it.each(["", " \n", "\0\0", "\ufeff"])("refuses the empty body %j", (body) => {
    for (const type of [undefined, "application/json", "application/xml"]) {
      expect(refusal(() => read(type, body)).violations).toEqual([{ field: "body", reason: "is empty" }]);
    }
  });

  it("reads a body with both data and content as Orrery's own format and refuses the extra field", () => {
    expect(refusal(() => readJson({ ...NATIVE, content: {} })).violations).toEqual([
      { field: "content", reason: "is not a known field" },
    ]);
  });
});

describe("readSubmission encodings", () => {
  const name = "Zürich-€";
  const xml = (encoding: string) =>
    `<?xml version="1.0" encoding="${encoding}"?><REQUEST><CONTENT><BIOS><SMODEL>${name}</SMODEL></BIOS></CONTENT></REQUEST>`;
  const model = (contentType: string | undefined, body: Uint8Array) =>
    onlyHost(read(contentType, body)).hardware?.model;
  /** Windows-1252, as far as the example needs it. */
  const western = (text: string, euro: number) =>
    Buffer.from([...text].map((sign) => (sign === "€" ? euro : sign.charCodeAt(0))));

  it("reads UTF-8 with and without a byte order mark", () => {
    expect(model("application/xml", bytes(xml("UTF-8")))).toBe(name);
    expect(model("application/xml", bytes(`\ufeff${xml("utf-8")}`))).toBe(name);
    expect(model("application/xml", bytes(xml("UTF-8").replace(/^.*?\?>/, "")))).toBe(name);
    expect(read(undefined, bytes(`\ufeff${JSON.stringify(NATIVE)}`)).format).toBe("native");
  });

  it("reads UTF-16 of either order", () => {
    for (const bigEndian of [false, true]) {
      expect(model("application/xml", utf16(xml("UTF-16"), bigEndian))).toBe(name);
      expect(model(undefined, utf16(xml("UTF-16"), bigEndian))).toBe(name);
      expect(model("application/xml", utf16(xml("UTF-16"), bigEndian, false))).toBe(name);
      expect(read("application/json", utf16(JSON.stringify(NATIVE), bigEndian)).format).toBe("native");
    }
  });

  it.each(["ISO-8859-1", "iso8859-1", "latin1", "windows-1252", "CP1252"])("reads declared %s", (encoding) => {
    expect(model("application/xml", western(xml(encoding), 0x80))).toBe(name);
  });

  it("reads declared ISO-8859-15", () => {
    expect(model("application/xml", western(xml("ISO-8859-15"), 0xa4))).toBe(name);
  });

  it("prefers the byte order mark to the charset of the content type, and that to the declaration", () => {
    expect(model('text/xml; charset="windows-1252"', western(xml("UTF-8"), 0x80))).toBe(name);
    expect(model("text/xml; charset=utf-8", bytes(xml("ISO-8859-1")))).toBe(name);
    expect(model("text/xml; charset=iso-8859-1", bytes(`\ufeff${xml("ISO-8859-1")}`))).toBe(name);
  });

  it("refuses an unknown encoding", () => {
    expect(refusal(() => read("application/xml", bytes(xml("EBCDIC-CP-FR")))).code).toBe("UNSUPPORTED_MEDIA_TYPE");
    expect(refusal(() => read("text/xml; charset=utf-7", bytes(xml("UTF-8")))).code).toBe("UNSUPPORTED_MEDIA_TYPE");
    expect(refusal(() => read("application/xml", bytes(xml("UTF-16")))).reason).toContain("UTF-16");
  });

  it("refuses bytes that are invalid in the encoding", () => {
    const broken = western(JSON.stringify({ ...NATIVE, scanner_id: "Zürich" }), 0x80);
    expect(refusal(() => read("application/json", broken)).violations).toEqual([
      { field: "body", reason: "is not UTF-8" },
    ]);
    expect(refusal(() => read("application/xml", western(xml("UTF-8"), 0x80))).reason).toBe("is not UTF-8");
    const odd = utf16(xml("UTF-16"), false);
    expect(refusal(() => read("application/xml", odd.subarray(0, odd.length - 1))).reason).toBe("is not UTF-16LE");
    const lone = Buffer.concat([utf16("<a>", false), Buffer.from([0x00, 0xd8]), utf16("</a>", false, false)]);
    expect(refusal(() => read("application/xml", lone)).reason).toBe("is not UTF-16LE");
  });
});

describe("readSubmission with hostile JSON", () => {
  it.each([
    ["a NUL", '{"scan_type":"a\\u0000b"}'],
    ["a lone surrogate", '{"scan_type":"\\ud800"}'],
    ["__proto__", '{"__proto__":{"content":{}}}'],
    ["nesting", `${"[".repeat(100_000)}${"]".repeat(100_000)}`],
    ["an early end", '{"scan_type":"full"'],
    ["a number beyond a double", '{"content":{"hardware":{"memory":1e999}}}'],
  ])("refuses JSON: %s", (_, body) => {
    expect(refusal(() => read("application/json", body)).code).toBe("VALIDATION_ERROR");
  });
});

describe("readSubmission source classes", () => {
  const native = (hosts: object[], outer: object = {}) =>
    readJson({ ...NATIVE, data: { discovered_hosts: hosts }, ...outer }).sourceClasses;

  it("are per host: a host with hardware is an agent's", () => {
    expect(
      native([{ hostname: "a", hardware: { model: "X" } }, { hostname: "b" }, { hostname: "c", hardware: null }]),
    ).toEqual(["agent", "agentless", "agentless"]);
  });

  it("ignore empty hardware and the scan's own claim", () => {
    const nothing = [{}, { model: null }, { model: " " }].map((hardware) => ({ hostname: "a", hardware }));
    expect(native(nothing)).toEqual(["agentless", "agentless", "agentless"]);
    expect(native([{ hostname: "a" }], { scan_type: "agent" })).toEqual(["agentless"]);
    expect(native([{ hostname: "a", hardware: { virtual: false } }])).toEqual(["agent"]);
  });

  it("are agents for the scan of a host by the collector", () => {
    expect(native([{ hostname: "a" }], { scanner_id: "orrery-scan" })).toEqual(["agent"]);
  });

  it("follow the format otherwise", () => {
    expect(read(undefined, request("<HARDWARE><NAME>a</NAME></HARDWARE>")).sourceClasses).toEqual(["agent"]);
    expect(readJson(inventory({})).sourceClasses).toEqual(["agent"]);
    expect(read(undefined, report("")).sourceClasses).toEqual(["agentless"]);
    expect(readJson(inventory({ network_device: { type: "Networking" } })).sourceClasses).toEqual(["agentless"]);
  });
});
