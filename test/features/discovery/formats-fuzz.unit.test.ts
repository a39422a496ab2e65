import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AppError } from "../../../src/errors.ts";
import { readSubmission } from "../../../src/features/discovery/formats/index.ts";
import { scanSubmissionSchema } from "../../../src/features/discovery/host.model.ts";
import { bytes, inventory, RECEIVED, report, request } from "./formats.support.ts";

/** Checks that the result is valid, or that an AppError of status 400 or 415 was thrown. */
function attempt(contentType: string | undefined, body: Uint8Array): void {
  try {
    const { submission, sourceClasses } = readSubmission(contentType, body, RECEIVED);
    expect(scanSubmissionSchema.safeParse(submission).error?.issues).toBeUndefined();
    expect(sourceClasses).toHaveLength(submission.data.discovered_hosts.length);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    expect([400, 415]).toContain(error.status);
  }
}

const SECTIONS = [
  "accesslog",
  "bios",
  "cpus",
  "drives",
  "hardware",
  "local_groups",
  "local_users",
  "memories",
  "networks",
  "operatingsystem",
  "processes",
  "softwares",
  "storages",
  "users",
  "versionclient",
  "network_device",
];
const FIELDS = [
  "name",
  "login",
  "id",
  "description",
  "mac",
  "macaddr",
  "ipaddress",
  "ipaddress6",
  "ips",
  "speed",
  "status",
  "type",
  "total",
  "free",
  "filesystem",
  "letter",
  "volumn",
  "cmd",
  "pid",
  "mem",
  "started",
  "logdate",
  "timezone",
  "offset",
  "ssn",
  "uuid",
  "memory",
  "core",
  "capacity",
  "disksize",
  "install_date",
  "version",
  "publisher",
  "members",
  "fqdn",
  "dns_domain",
  "ipaddr",
  "vmsystem",
  "chassis_type",
  "management",
  "constructor",
  "toString",
];

const scalar = fc.oneof(
  fc.string({ unit: "binary", maxLength: 30 }),
  fc.string({ unit: fc.constantFrom(..."0123456789.,:-/ +TZeE"), maxLength: 20 }),
  fc.double(),
  fc.boolean(),
  fc.constantFrom(
    null,
    "",
    "x".repeat(5_000),
    "2017-02-31 99:00:00",
    "+0200",
    "/a.app/Contents/MacOS/b c",
    "S-1-5-21-1-2-3-500",
  ),
);
const row = fc.dictionary(
  fc.constantFrom(...FIELDS),
  fc.oneof(scalar, fc.array(scalar, { maxLength: 3 }), fc.dictionary(fc.constantFrom(...FIELDS), scalar)),
);
const content = fc.dictionary(
  fc.constantFrom(...SECTIONS),
  fc.oneof({ weight: 12, arbitrary: fc.array(row, { maxLength: 4 }) }, row, scalar),
);

const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
const xmlText = fc.string({ unit: "grapheme", maxLength: 20 }).map(escaped);
const xmlTree: fc.Arbitrary<string> = fc.letrec<{ node: string }>((tie) => ({
  node: fc
    .tuple(
      fc.constantFrom(
        "host",
        "status",
        "ports",
        "port",
        "state",
        "service",
        "os",
        "osmatch",
        "osclass",
        "hostnames",
        "hostname",
        "address",
        "script",
        ...SECTIONS.map((name) => name.toUpperCase()),
        ...FIELDS.map((name) => name.toUpperCase()),
      ),
      fc.dictionary(
        fc.constantFrom(
          "state",
          "addr",
          "addrtype",
          "name",
          "type",
          "accuracy",
          "osfamily",
          "osgen",
          "protocol",
          "portid",
          "product",
        ),
        fc.oneof(fc.constantFrom("up", "open", "ipv4", "mac", "tcp", "22", "100", "router", "Linux"), xmlText),
      ),
      fc.oneof(
        { depthSize: "small" },
        xmlText,
        fc.array(tie("node"), { maxLength: 4 }).map((nodes) => nodes.join("")),
      ),
    )
    .map(
      ([name, attributes, inner]) =>
        `<${name}${Object.entries(attributes)
          .map(([key, value]) => ` ${key}="${value}"`)
          .join("")}>${inner}</${name}>`,
    ),
})).node;

const SEEDS = [
  JSON.stringify({
    scan_type: "full",
    scanner_id: "s",
    timestamp: "2026-01-31T08:00:00Z",
    data: { discovered_hosts: [{ hostname: "web1", open_ports: [22], os: null }] },
  }),
  JSON.stringify(inventory({ hardware: { name: "web1" }, softwares: [{ name: "nginx" }] })),
  request("<SOFTWARES><NAME>a &amp; b</NAME></SOFTWARES><![CDATA[x]]><!-- c -->"),
  report(
    '<hostnames><hostname name="web1.example.com" type="PTR"/></hostnames><ports><port protocol="tcp" portid="22"><state state="open"/></port></ports>',
  ),
  `<!DOCTYPE nmaprun [<!ELEMENT a (b)>]>${report("").replace(/^.*\n.*\n/, "")}`,
];
const mutation = fc.record({
  seed: fc.constantFrom(...SEEDS),
  from: fc.nat(600),
  length: fc.nat(6),
  put: fc.oneof(
    fc.string({ unit: fc.constantFrom(..."<>/!?[]{}&;\"'=-: aR0\0\ufeff"), maxLength: 4 }),
    fc.constantFrom(
      "<!ENTITY x 'y'>",
      "&x;",
      "<![CDATA[",
      "]]>",
      "-->",
      "<!--",
      "<?",
      "?>",
      "\ud800",
      "__proto__",
      "null",
    ),
  ),
});

describe("readSubmission for any input", () => {
  const types = fc.constantFrom(
    undefined,
    "application/json",
    "application/xml",
    "text/xml; charset=utf-16",
    "text/plain",
  );

  it("accepts or refuses any bytes", () => {
    fc.assert(fc.property(types, fc.uint8Array({ maxLength: 300 }), attempt), { numRuns: 600 });
  });

  it("accepts or refuses any JSON value", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => attempt("application/json", bytes(JSON.stringify(value)))),
      { numRuns: 500 },
    );
  });

  it("accepts or refuses any hosts", () => {
    const value = fc.oneof(scalar, fc.array(fc.oneof(scalar, fc.nat(70_000)), { maxLength: 3 }));
    const part = fc.dictionary(fc.constantFrom("name", "version", "pid", "uid", "size_gb", "local_port"), value);
    const host = fc.dictionary(
      fc.constantFrom(
        "hostname",
        "ip_addresses",
        "open_ports",
        "os",
        "hardware",
        "disks",
        "user_accounts",
        "processes",
        "rack",
      ),
      fc.oneof(value, part, fc.array(part, { maxLength: 3 })),
      { maxKeys: 3 },
    );
    const outer = { scan_type: "full", scanner_id: "s", timestamp: "2026-01-31T08:00:00Z" };
    fc.assert(
      fc.property(fc.array(host, { maxLength: 3 }), (hosts) => {
        attempt("application/json", bytes(JSON.stringify({ ...outer, data: { discovered_hosts: hosts } })));
      }),
      { numRuns: 600 },
    );
  });

  it("accepts or refuses any inventory", () => {
    fc.assert(
      fc.property(content, (value) => attempt(undefined, bytes(JSON.stringify(inventory(value))))),
      { numRuns: 600 },
    );
  });

  it("accepts or refuses any XML tree under either root", () => {
    const trees = fc.array(xmlTree, { maxLength: 5 }).map((nodes) => nodes.join(""));
    fc.assert(
      fc.property(trees, (text) => {
        attempt("application/xml", bytes(request(text)));
        attempt("application/xml", bytes(report(text)));
      }),
      { numRuns: 600 },
    );
  });

  it("accepts or refuses any damaged document", () => {
    fc.assert(
      fc.property(types, mutation, (type, { seed, from, put, length }) => {
        attempt(type, bytes(seed.slice(0, from) + put + seed.slice(from + length)));
        attempt(undefined, bytes(seed.slice(0, from) + put + seed.slice(from + length)));
      }),
      { numRuns: 600 },
    );
  });

  it("refuses every XML document that ends early", () => {
    for (const seed of SEEDS.filter((text) => text.startsWith("<"))) {
      for (let end = 1; end < seed.length; end++) {
        expect(() => readSubmission("application/xml", bytes(seed.slice(0, end)), RECEIVED)).toThrow(AppError);
      }
    }
  });
});
