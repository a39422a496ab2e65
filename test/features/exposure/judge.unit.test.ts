import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type Configuration,
  type CpeMatch,
  compileCve,
  type Host,
  judge,
  prepareHost,
  prepareInstalled,
  productKeys,
} from "../../../src/features/exposure/matching/index.ts";

type Range = Omit<CpeMatch, "criteria" | "vulnerable">;

function cpe(short: string): string {
  return `cpe:2.3:${short}${":*".repeat(11 - short.split(/(?<!\\):/).length)}`;
}

function match(short: string, range: Range = {}, vulnerable = true): CpeMatch {
  return { criteria: cpe(short), vulnerable, ...range };
}

function anyOf(...cpeMatch: CpeMatch[]): Configuration {
  return { nodes: [{ operator: "OR", negate: false, cpeMatch }] };
}

function allOf(...nodes: CpeMatch[][]): Configuration {
  return { operator: "AND", nodes: nodes.map((cpeMatch) => ({ operator: "OR", negate: false, cpeMatch })) };
}

const WINDOWS: Host["os"] = {
  name: "Microsoft Windows Server 2019 Standard",
  version: "10.0.17763",
  architecture: "x86_64",
};
const LINUX: Host["os"] = { name: "Arch Linux", version: "rolling", architecture: "x86_64" };
const UNKNOWN: Host["os"] = { name: null, version: null, architecture: null };

interface Case {
  name: string;
  version?: string | null;
  kind?: string;
  os?: Host["os"];
  others?: string[];
  successors?: Map<string, string>;
}

function statusOf(
  configurations: Configuration[],
  { name, version = null, kind = "other", os = LINUX, others = [], successors }: Case,
) {
  const host = prepareHost({
    os,
    others: others.map((each) => ({ cpeName: cpe(each), version: null, kind: "other" })),
  });
  const installed = prepareInstalled({ cpeName: cpe(name), version, kind }, successors);
  return judge(compileCve(configurations), installed, host).status;
}

/** `record` against `name`, with the expected status. */
type Row = [record: CpeMatch, name: string, status: string, more?: Omit<Case, "name">];

function check(rows: Row[]): void {
  const given = rows.map(([record, name, , more]) => [
    record,
    name,
    statusOf([anyOf(record)], { name, ...more }),
    more,
  ]);
  expect(given).toEqual(rows.map(([record, name, status, more]) => [record, name, status, more]));
}

describe("judge: one criterion", () => {
  test("compares part, maker and product without case and escapes", () => {
    check([
      [match("a:acme:rocket\\+skates:1.0"), "a:ACME:Rocket\\+Skates:1.0", "affected"],
      [match("a:acme:rocket:1.0"), "o:acme:rocket:1.0", "not_affected"],
      [match("a:acme:rocket:1.0"), "a:acme:rockets:1.0", "not_affected"],
      [match("a:acme:rocket:1.0"), "a:other:rocket:1.0", "not_affected"],
    ]);
  });

  test("finds nothing on a metapackage of Debian, which is no installation of its product", () => {
    const shopd = match("a:maker:shopd:*", { versionEndExcluding: "99" });
    const deb = (version: string) => statusOf([anyOf(shopd)], { name: "a:maker:shopd", version, kind: "deb" });
    for (const version of [
      "15+248",
      "15+248+deb12u1",
      "1:5.7+93",
      "2:8.2+93",
      "1:7.7+23",
      "7.7+9+b1",
      "15+260.pgdg12+1",
      "2:8.3+94+0~20231208.62+debian12~1.gbp1",
    ])
      expect([version, deb(version)]).toEqual([version, "not_affected"]);
    // With a revision, a full version, a date, a mark of rebuilding alone, or no plus: the product itself.
    const products = [
      "15.3-0+deb12u1",
      "2.6.1",
      "17.0.9+9",
      "17.0.9.0.0+9",
      "30+20221128",
      "60+deb12u1",
      "1.5+b2",
      "2.4+93-1",
      "1+2.06+13",
    ];
    for (const version of products) expect([version, deb(version)]).toEqual([version, "possible"]);
    expect(statusOf([anyOf(shopd)], { name: "a:maker:shopd", version: "15+248", kind: "other" })).toBe("affected");
  });

  test("a metapackage is also not what another program runs on", () => {
    const both = allOf([match("a:acme:rocket:1.0")], [match("a:maker:shopd", {}, false)]);
    const status = (version: string) => {
      const others = [{ cpeName: cpe("a:maker:shopd"), version, kind: "deb" }];
      const installed = prepareInstalled({ cpeName: cpe("a:acme:rocket:1.0"), version: "1.0", kind: "other" });
      return judge(compileCve([both]), installed, prepareHost({ os: LINUX, others })).status;
    };
    expect([status("15+248"), status("15.3-1")]).toEqual(["not_affected", "affected"]);
  });

  test("holds ranges with all their borders", () => {
    const range = { versionStartIncluding: "1.9", versionEndExcluding: "1.10.2" };
    check([
      [match("a:acme:rocket:*", range), "a:acme:rocket:1.9", "affected"],
      [match("a:acme:rocket:*", range), "a:acme:rocket:1.10.1", "affected"],
      [match("a:acme:rocket:*", range), "a:acme:rocket:1.10.2", "not_affected"],
      [match("a:acme:rocket:*", range), "a:acme:rocket:1.8.99", "not_affected"],
      [match("a:acme:rocket:*", { versionStartExcluding: "1.9" }), "a:acme:rocket:1.9", "not_affected"],
      [match("a:acme:rocket:*", { versionEndIncluding: "1.9" }), "a:acme:rocket:1.9.0", "affected"],
      [match("a:acme:rocket:*", { versionEndIncluding: "9.3\\(2\\)" }), "a:acme:rocket:9.3.1", "affected"],
    ]);
  });

  test("knows updates in one word and in two", () => {
    check([
      [match("a:acme:rocket:9.3:p1"), "a:acme:rocket:9.3p1", "affected"],
      [match("a:acme:rocket:9.3p1"), "a:acme:rocket:9.3:patch1", "affected"],
      [match("a:acme:rocket:9.3:service_pack_1"), "a:acme:rocket:9.3:sp1", "affected"],
      [match("a:acme:rocket:9.3:p1"), "a:acme:rocket:9.3:s1", "not_affected"],
      [match("a:acme:rocket:9.3:p1"), "a:acme:rocket:9.3", "not_affected"],
      [match("a:acme:rocket:9.3:-"), "a:acme:rocket:9.3", "affected"],
      [match("a:acme:rocket:9.3:-"), "a:acme:rocket:9.3:p1", "not_affected"],
      [match("a:acme:rocket:9.3"), "a:acme:rocket:9.3:p1", "affected"],
      [match("a:acme:rocket:1.0.2"), "a:acme:rocket:1.0.2k", "not_affected"],
      [match("a:acme:rocket:1.0.2k"), "a:acme:rocket:1.0.2k-fips", "affected"],
    ]);
  });

  test("has a border without an update speak of the version, and one with an update of both", () => {
    check([
      [match("a:acme:rocket:*", { versionEndExcluding: "9.3" }), "a:acme:rocket:9.3p1", "not_affected"],
      [match("a:acme:rocket:*", { versionEndIncluding: "7.7" }), "a:acme:rocket:7.7p1", "affected"],
      [match("a:acme:rocket:*", { versionStartIncluding: "8.5p1" }), "a:acme:rocket:8.5", "not_affected"],
      [match("a:acme:rocket:*", { versionEndExcluding: "1.9.17p1" }), "a:acme:rocket:1.9.17", "affected"],
      [match("a:acme:rocket:*", { versionEndExcluding: "1.9.17p1" }), "a:acme:rocket:1.9.17:p1", "not_affected"],
      [match("a:acme:rocket:*:update7", { versionEndIncluding: "1.7" }), "a:acme:rocket:1.7:update6", "affected"],
      [match("a:acme:rocket:*:update7", { versionEndIncluding: "1.7" }), "a:acme:rocket:1.7:update8", "not_affected"],
      [match("a:acme:rocket:*", { versionEndExcluding: "2.0" }), "a:acme:rocket:2.0:rc1", "possible"],
      [
        match("a:acme:rocket:*:cu3", { versionStartIncluding: "1", versionEndExcluding: "2" }),
        "a:acme:rocket:1.5",
        "possible",
      ],
      [
        match("a:acme:rocket:*:cu3", { versionStartIncluding: "1", versionEndExcluding: "2" }),
        "a:acme:rocket:1.5:cu2",
        "not_affected",
      ],
      [
        match("a:acme:rocket:*:cu3", { versionStartIncluding: "1", versionEndExcluding: "2" }),
        "a:acme:rocket:1.5:cu3",
        "affected",
      ],
    ]);
  });

  test("calls what cannot be compared possible", () => {
    check([
      [match("a:acme:rocket:1.0"), "a:acme:rocket:*", "possible"],
      [match("a:acme:rocket:*", { versionEndExcluding: "2" }), "a:acme:rocket:*", "possible", { version: "latest" }],
      [match("a:acme:rocket:1.0"), "a:acme:rocket:*", "possible", { version: "trunk-5f2a" }],
      [match("a:acme:rocket:*", { versionEndExcluding: "https://example.com/list" }), "a:acme:rocket:1.0", "possible"],
      [match("a:acme:rocket:-"), "a:acme:rocket:1.0", "possible"],
      [match("a:acme:rocket:*"), "a:acme:rocket:*", "affected"],
      [match("a:acme:rocket:san_marino"), "a:acme:rocket:san_marino", "affected"],
      [match("a:acme:rocket:san_marino:p2"), "a:acme:rocket:san_marino:p1", "not_affected"],
      [match("a:acme:rocket:san_marino"), "a:acme:rocket:lugano", "possible"],
      [match("a:acme:rocket:san_marino"), "a:acme:rocket:5.0", "not_affected"],
    ]);
  });

  test("takes the record's version where the name has none, and the maker's within a package", () => {
    const below = match("a:acme:rocket:*", { versionEndExcluding: "2.4" });
    check([
      [below, "a:acme:rocket:*", "affected", { version: "v2.3+build9" }],
      [below, "a:acme:rocket:2.5", "not_affected", { version: "2.3" }],
      [below, "a:acme:rocket:*", "possible", { version: "1:2.3+dfsg-5+deb12u3", kind: "deb" }],
      [below, "a:acme:rocket:*", "not_affected", { version: "1:2.4-1", kind: "deb" }],
      [below, "a:acme:rocket:*", "not_affected", { version: "2.1+really2.5-1", kind: "deb" }],
      [below, "a:acme:rocket:*", "possible", { version: "2.3-38.el9_4.1", kind: "rpm" }],
    ]);
  });

  test("compares Java's versions in all their forms where the record or the program speaks so", () => {
    const update = match("a:acme:java:1.8.0:update_291");
    const below = match("a:acme:java:*", { versionStartIncluding: "8", versionEndExcluding: "8.0.302" });
    check([
      [update, "a:acme:java:8.0.291", "affected"],
      [update, "a:acme:java:*", "affected", { version: "8u291" }],
      [update, "a:acme:java:1.8.0_292", "not_affected"],
      [below, "a:acme:java:1.8.0:update291", "affected"],
      [below, "a:acme:java:1.8.0_302", "not_affected"],
      [below, "a:acme:java:11.0.2", "not_affected"],
      [match("a:acme:rocket:1.8.2"), "a:acme:rocket:8.2", "not_affected"],
    ]);
  });

  test("compares editions", () => {
    check([
      [match("a:acme:rocket:1:*:*:*:lts"), "a:acme:rocket:1:*:*:*:lts", "affected"],
      [match("a:acme:rocket:1:*:*:*:lts"), "a:acme:rocket:1:*:*:*:fips", "not_affected"],
      [match("a:acme:rocket:1:*:*:*:lts"), "a:acme:rocket:1", "possible"],
      [match("a:acme:rocket:1:*:*:*:-"), "a:acme:rocket:1", "affected"],
      [match("a:acme:rocket:1:*:*:*:-"), "a:acme:rocket:1:*:*:*:lts", "not_affected"],
      [match("a:acme:rocket:1"), "a:acme:rocket:1:*:*:*:lts", "affected"],
    ]);
  });

  test("compares a target that is a distribution with the server's", () => {
    const on = (name: string) => ({ os: { name, version: "12", architecture: "x86_64" } });
    check([
      [match("a:acme:rocket:1:*:*:*:*:ubuntu"), "a:acme:rocket:1", "affected", on("Ubuntu 22.04")],
      [match("a:acme:rocket:1:*:*:*:*:ubuntu"), "a:acme:rocket:1", "not_affected", on("Debian GNU/Linux")],
      [match("a:acme:rocket:1:*:*:*:*:red_hat_linux"), "a:acme:rocket:1", "affected", on("Red Hat Enterprise Linux")],
      [match("a:acme:rocket:1:*:*:*:*:linux"), "a:acme:rocket:1", "affected", on("Debian GNU/Linux")],
      [match("a:acme:rocket:1:*:*:*:*:debian"), "a:acme:rocket:1", "possible", on("Linux")],
      [match("a:acme:rocket:1:*:*:*:*:debian"), "a:acme:rocket:1", "not_affected", { os: WINDOWS }],
      [match("a:acme:rocket:1:*:*:*:*:debian"), "a:acme:rocket:1", "possible", { os: UNKNOWN }],
    ]);
  });

  test("compares targets with the server's system and architecture", () => {
    const windows = match("a:acme:rocket:1:*:*:*:*:windows");
    check([
      [windows, "a:acme:rocket:1", "affected", { os: WINDOWS }],
      [windows, "a:acme:rocket:1", "not_affected"],
      [windows, "a:acme:rocket:1", "possible", { os: UNKNOWN }],
      [windows, "a:acme:rocket:1:*:*:*:*:windows", "affected", { os: UNKNOWN }],
      [windows, "a:acme:rocket:1:*:*:*:*:macos", "not_affected", { os: WINDOWS }],
      [match("a:acme:rocket:1:*:*:*:*:unix"), "a:acme:rocket:1", "affected"],
      [match("a:acme:rocket:1:*:*:*:*:node.js"), "a:acme:rocket:1", "possible"],
      [match("a:acme:rocket:1:*:*:*:*:*:x64"), "a:acme:rocket:1", "affected"],
      [match("a:acme:rocket:1:*:*:*:*:*:arm64"), "a:acme:rocket:1", "not_affected"],
      [match("a:acme:rocket:1:*:*:*:*:*:arm64"), "a:acme:rocket:1", "possible", { os: UNKNOWN }],
    ]);
  });
});

describe("judge: configurations", () => {
  const rocket = match("a:acme:rocket:1.0");
  const onWindows = allOf([rocket], [match("o:microsoft:windows:-", {}, false)]);

  test("asks for what a program runs on", () => {
    expect(statusOf([onWindows], { name: "a:acme:rocket:1.0", os: WINDOWS })).toBe("affected");
    expect(statusOf([onWindows], { name: "a:acme:rocket:1.0" })).toBe("not_affected");
    expect(statusOf([onWindows], { name: "a:acme:rocket:1.0", os: UNKNOWN })).toBe("possible");
  });

  test.each<[string, Host["os"], string]>([
    ["o:microsoft:windows_server_2019:-", WINDOWS, "affected"],
    ["o:microsoft:windows_server_2016:-", WINDOWS, "not_affected"],
    ["o:microsoft:windows_server_2012:r2", { ...WINDOWS, name: "Microsoft Windows Server 2012 R2" }, "affected"],
    ["o:microsoft:windows_10_1809:-", { ...WINDOWS, name: "Microsoft Windows 10 Pro" }, "possible"],
    ["o:linux:linux_kernel:-", LINUX, "affected"],
    ["o:debian:debian_linux:12.0", { ...LINUX, name: "Debian GNU/Linux 12 (bookworm)", version: "12" }, "affected"],
    ["o:debian:debian_linux:11.0", { ...LINUX, name: "Debian GNU/Linux 12 (bookworm)", version: "12" }, "not_affected"],
    ["o:debian:debian_linux:12.0", LINUX, "not_affected"],
    ["o:apple:mac_os_x:-", { ...LINUX, name: "macOS", version: "14.5" }, "affected"],
    ["h:acme:box:-", LINUX, "possible"],
  ])("holds %s against the server's system", (system, os, status) => {
    const configuration = allOf([rocket], [match(system, {}, false)]);
    expect(statusOf([configuration], { name: "a:acme:rocket:1.0", os })).toBe(status);
  });

  test("asks for another program on the server", () => {
    const withEngine = allOf([rocket], [match("a:acme:engine:*", { versionEndExcluding: "3" }, false)]);
    expect(statusOf([withEngine], { name: "a:acme:rocket:1.0", others: ["a:acme:engine:2.9"] })).toBe("affected");
    expect(statusOf([withEngine], { name: "a:acme:rocket:1.0", others: ["a:acme:engine:3.0"] })).toBe("not_affected");
    expect(statusOf([withEngine], { name: "a:acme:engine:2.9", others: ["a:acme:rocket:1.0"] })).toBe("not_affected");
  });

  test("reads AND within a node, children and negation", () => {
    const engine = match("a:acme:engine:1.0");
    const both: Configuration = { nodes: [{ operator: "AND", cpeMatch: [rocket, engine] }] };
    const nested: Configuration = {
      operator: "AND",
      nodes: [{ operator: "OR", cpeMatch: [rocket], children: [{ operator: "OR", cpeMatch: [engine] }] }],
    };
    const without: Configuration = {
      operator: "AND",
      nodes: [
        { operator: "OR", cpeMatch: [rocket] },
        { operator: "OR", negate: true, cpeMatch: [{ ...engine, vulnerable: false }] },
      ],
    };
    const alone = { name: "a:acme:rocket:1.0" };
    const together = { ...alone, others: ["a:acme:engine:1.0"] };
    expect([both, nested, without].map((each) => statusOf([each], alone))).toEqual([
      "not_affected",
      "affected",
      "affected",
    ]);
    expect([both, nested, without].map((each) => statusOf([each], together))).toEqual([
      "affected",
      "affected",
      "not_affected",
    ]);
  });

  test("does not judge a version that the same record calls not vulnerable", () => {
    const record = [
      anyOf(match("a:acme:rocket:*", { versionEndExcluding: "2" }), match("a:acme:rocket:1.0", {}, false)),
    ];
    expect(statusOf(record, { name: "a:acme:rocket:1.0" })).toBe("possible");
    expect(statusOf(record, { name: "a:acme:rocket:1.1" })).toBe("affected");
  });

  test("takes a deprecated name and its successor for one, for programs with the old name", () => {
    const successors = new Map([["a:acme:rocket", "a:acme:space_rocket"]]);
    const record = [anyOf(match("a:acme:space_rocket:1.0"))];
    expect(statusOf(record, { name: "a:acme:rocket:1.0", successors })).toBe("affected");
    expect(statusOf(record, { name: "a:acme:rocket:1.0" })).toBe("not_affected");
  });

  test("finds the certain configuration behind doubtful ones", () => {
    const doubtful = anyOf(match("a:acme:rocket:1.0:*:*:*:lts"));
    expect(statusOf([doubtful, anyOf(rocket)], { name: "a:acme:rocket:1.0" })).toBe("affected");
    expect(statusOf([doubtful, onWindows], { name: "a:acme:rocket:1.0", os: WINDOWS })).toBe("affected");
  });

  test("says why, and by which criterion", () => {
    const host = prepareHost({ os: LINUX, others: [] });
    const installed = prepareInstalled({ cpeName: cpe("a:acme:rocket:*"), version: "1.0-3", kind: "deb" });
    expect(judge(compileCve([anyOf(rocket)]), installed, host)).toEqual({
      status: "possible",
      reason: "The maker's version is affected; the distribution may have fixed its package.",
      criterion: rocket.criteria,
    });
    expect(judge(compileCve([]), installed, host)).toMatchObject({ status: "not_affected", criterion: null });
  });
});

describe("compileCve", () => {
  test("names the products of the vulnerable criteria, each once", () => {
    const record = allOf(
      [match("a:acme:rocket:1"), match("a:acme:rocket:2"), match("o:acme:os:1")],
      [match("h:acme:box:-", {}, false)],
    );
    expect(compileCve([record]).keys).toEqual(["a:acme:rocket", "o:acme:os"]);
    expect(productKeys(cpe("a:ACME:rocket\\+skates:1"))).toBe("a:acme:rocket+skates");
    expect(productKeys("rocket")).toBe("");
  });

  test("leaves out criteria that are no names", () => {
    const record = anyOf({ criteria: "cpe:2.3:a:acme", vulnerable: true }, match("a:acme:rocket:1.0"));
    expect(statusOf([record], { name: "a:acme:rocket:1.0" })).toBe("affected");
  });

  test("gives a verdict on nonsense of any kind", () => {
    const text = fc.oneof(
      fc.string(),
      fc.constantFrom("-", "*", "1.0", "99999999999999999999", "1.0\\", "é", "rc", "+", "1..2"),
    );
    const word = fc.stringMatching(/^[a-z0-9_.-]{1,6}$/);
    fc.assert(
      fc.property(word, text, text, text, fc.boolean(), (version, start, end, installed, vulnerable) => {
        const range = { versionStartIncluding: start, versionEndExcluding: end };
        const record = [
          anyOf(match(`a:acme:rocket:${version}`, {}, vulnerable), match("a:acme:rocket:*", range, vulnerable)),
        ];
        const status = statusOf(record, { name: "a:acme:rocket:*", version: installed });
        expect(["affected", "possible", "not_affected"]).toContain(status);
        if (!vulnerable) expect(status).toBe("not_affected");
      }),
    );
  });
});
