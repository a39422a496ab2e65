import { execFile } from "node:child_process";
import { type AddressInfo, createServer, type Server } from "node:net";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Address } from "../../../src/platform/outside/address.ts";
import { createEgress } from "../../../src/platform/outside/egress.ts";
import { createGuardedPost } from "../../../src/platform/outside/egress-post.ts";
import { isPublicAddress } from "../../../src/platform/outside/egress-ranges.ts";
import { createFetchText } from "../../../src/platform/outside/fetch-text.ts";
import { givenAddressFault } from "../../../src/platform/outside/given-address.ts";
import { createNameResolver, type Resolve } from "../../../src/platform/outside/resolve-name.ts";
import { createNameServer } from "../../support/name-server.ts";

let server: Server;
let port: number;
let connections = 0;

// On every address of this machine: whatever gets through arrives here.
beforeAll(async () => {
  server = createServer((socket) => {
    connections++;
    socket.end("HTTP/1.1 204 No Content\r\nconnection: close\r\n\r\n");
  });
  const listen = (host: string) =>
    new Promise<void>((resolve, reject) => server.once("error", reject).listen(0, host, resolve));
  await listen("::").catch(() => listen("0.0.0.0"));
  const address = server.address();
  port = typeof address === "object" && address ? address.port : 0;
});
afterAll(() => void server.close());
beforeEach(() => {
  connections = 0;
});

/** Addresses that a URL may hold, each some spelling of one that is not public. */
const LITERALS = [
  // Loopback as people write it.
  "127.0.0.1",
  "127.0.0.1.",
  "127.0.0.2",
  "127.255.255.254",
  "127.1",
  "127.0.1",
  "127.000.000.001",
  "0177.0.0.1",
  "0177.0.0.01",
  "0177.1",
  "017700000001",
  "0x7f.0.0.1",
  "0x7f.0x0.0x0.0x1",
  "0x7f.1",
  "0x7f000001",
  "0X7F000001",
  "0x7F.0.0.0x1",
  "2130706433",
  "2130706434",
  "2147483646",
  "127.0.0.0x1",
  "127.0x0.1",
  "127.0.01",
  // Digits and dots of other scripts, which a URL parser turns into these.
  "１２７.０.０.１",
  "127。0。0。1",
  "127．0．0．1",
  "①②⑦.⓪.⓪.①",
  "𝟏𝟐𝟕.𝟎.𝟎.𝟏",
  "%31%32%37.0.0.1",
  "127.0.0.%31",
  "loc%61lhost",
  "ⓛⓞⓒⓐⓛⓗⓞⓢⓣ",
  "ｌｏｃａｌｈｏｓｔ",
  // Names of this machine.
  "localhost",
  "LOCALHOST",
  "localhost.",
  "localhost.localdomain",
  "localhost6",
  "ip6-localhost",
  "ip6-loopback",
  "a.localhost",
  "a.b.localhost.",
  // Unspecified, private, shared, link-local, metadata services.
  "0",
  "0.0.0.0",
  "0x0",
  "00.00.00.00",
  "0.0.0.1",
  "10.0.0.1",
  "10.255.255.255",
  "012.0.0.1",
  "0xa.1",
  "167772161",
  "172.16.0.1",
  "172.31.255.254",
  "192.168.0.1",
  "192.168.1",
  "0xc0a80001",
  "3232235521",
  "100.64.0.1",
  "100.127.255.254",
  "169.254.169.254",
  "0xa9fea9fe",
  "2852039166",
  "0251.0376.0251.0376",
  "169.254.43518",
  // Protocol assignments, documentation, benchmarks, relays, multicast, reserved, broadcast.
  "192.0.0.1",
  "192.0.0.170",
  "192.0.2.1",
  "198.51.100.7",
  "203.0.113.9",
  "198.18.0.1",
  "198.19.255.254",
  "192.88.99.1",
  "224.0.0.1",
  "239.255.255.250",
  "240.0.0.1",
  "255.255.255.255",
  "4294967295",
  // IPv6.
  "[::]",
  "[::1]",
  "[0:0:0:0:0:0:0:1]",
  "[0000:0000:0000:0000:0000:0000:0000:0001]",
  "[::0.0.0.1]",
  "[::127.0.0.1]",
  "[::7f00:1]",
  "[::ffff:127.0.0.1]",
  "[::ffff:7f00:1]",
  "[::FFFF:7F00:0001]",
  "[0:0:0:0:0:ffff:127.0.0.1]",
  "[::ffff:10.0.0.1]",
  "[::ffff:169.254.169.254]",
  "[::ffff:8.8.8.8]",
  "[::ffff:0:127.0.0.1]",
  "[64:ff9b::127.0.0.1]",
  "[64:ff9b::7f00:1]",
  "[64:ff9b::a9fe:a9fe]",
  "[64:ff9b:1::a00:1]",
  "[2002:7f00:1::]",
  "[2002:7f00:1::1]",
  "[2002:a00:1::1]",
  "[2002:c0a8:1::1]",
  "[2001::1]",
  "[2001:0:7f00:1::]",
  "[2001:0:4136:e378:8000:63bf:80ff:fffe]",
  "[2001:2::1]",
  "[2001:10::1]",
  "[2001:20::1]",
  "[2001:db8::1]",
  "[3fff::1]",
  "[100::1]",
  "[fc00::1]",
  "[fd00:ec2::254]",
  "[fe80::1]",
  "[febf::1]",
  "[fec0::1]",
  "[ff01::1]",
  "[ff02::1]",
  "[ff0e::1]",
  "[5f00::1]",
  "[4000::1]",
];

/** What no URL parser takes. */
const MALFORMED = [
  "[fe80::1%25eth0]",
  "[fe80::1%eth0]",
  "[::1%25lo]",
  "256.0.0.1",
  "0x100000000",
  "1.2.3.4.5",
  "[::1",
  "127.0.0.1%00",
];

const anywhere: Address[] = [
  { address: "127.0.0.1", family: 4 },
  { address: "::1", family: 6 },
];

describe("egress.refuses, for addresses in a URL", () => {
  const egress = createEgress([], async () => anywhere);
  const post = createGuardedPost({ egress, timeoutMs: 3_000 });
  afterAll(() => post.close());

  it("is tested with more than 80 distinct addresses", () => {
    expect(new Set(LITERALS).size).toBe(LITERALS.length);
    expect(LITERALS.length).toBeGreaterThan(110);
  });

  it.each(LITERALS)("refuses %s at registration and at connection", async (host) => {
    for (const scheme of ["http", "https"]) {
      const text = `${scheme}://${host}:${port}/x`;
      expect(givenAddressFault(text, egress, 2_048)).toBe("is an address that may not be called");
      expect(await post.post(new URL(text), {}, "{}")).toEqual({ fault: "egress_refused" });
    }
    expect(connections).toBe(0);
  });

  it.each(MALFORMED)("rejects %s as no address", (host) => {
    expect(givenAddressFault(`http://${host}:${port}/`, egress, 2_048)).toBe("must be an absolute address");
  });

  it("createFetchText refuses them too", async () => {
    const fetchText = createFetchText(egress);
    for (const host of ["127.0.0.1", "[::1]", "localhost", "sns.eu-central-1.amazonaws.com"]) {
      await expect(fetchText(new URL(`http://${host}:${port}/`)), host).rejects.toThrow("EGRESS_REFUSED");
    }
    expect(connections).toBe(0);
  });
});

describe("egress.addressesOf", () => {
  const NOT_PUBLIC = LITERALS.filter((host) => /^\[|^\d+\.\d+\.\d+\.\d+$/.test(host))
    .map((host) => new URL(`http://${host}/`).hostname.replace(/^\[|\]$/g, ""))
    .concat("fe80::1%eth0", "::ffff:127.0.0.1", "2606:4700::1%eth0");
  const postTo = async (resolve: Resolve, allow: string[] = []) => {
    const post = createGuardedPost({ egress: createEgress(allow, resolve), timeoutMs: 3_000 });
    const outcome = await post.post(new URL(`http://receiver.example.com:${port}/`), {}, "{}");
    await post.close();
    return outcome;
  };

  it.each([...new Set(NOT_PUBLIC)])(
    "refuses a name that resolves to %s, also beside a public address",
    async (address) => {
      const family = address.includes(":") ? 6 : 4;
      const open = { address: "8.8.8.8", family: 4 };
      for (const found of [[{ address, family }], [open, { address, family }], [{ address, family }, open]]) {
        expect(await postTo(async () => found)).toEqual({ fault: "egress_refused" });
      }
      expect(connections).toBe(0);
    },
  );

  it("resolves again for each connection, and refuses a name with a new non-public address", async () => {
    let looks = 0;
    // The first look is allowed to go to this machine, and the ones after it are not.
    const resolve: Resolve = async () => [{ address: looks++ === 0 ? "127.0.0.9" : "127.0.0.1", family: 4 }];
    const post = createGuardedPost({ egress: createEgress(["127.0.0.9"], resolve), timeoutMs: 3_000 });
    const url = new URL(`http://rebinding.example.com:${port}/`);
    expect(await post.post(url, {}, "{}")).toMatchObject({ status: 204 });
    expect(connections).toBe(1);
    expect(await post.post(url, {}, "{}")).toEqual({ fault: "egress_refused" });
    expect(await post.post(url, {}, "{}")).toEqual({ fault: "egress_refused" });
    expect([connections, looks]).toEqual([1, 3]);
    await post.close();
  });

  it("connects to the address that it checked, whatever the name server answers next", async () => {
    const server = await createNameServer();
    const egress = createEgress(["127.0.0.9"], createNameResolver({ servers: [server.address] }).resolve);
    const post = createGuardedPost({ egress, timeoutMs: 3_000 });
    const url = new URL(`http://rebinding.example.com:${port}/`);
    // Each look is answered otherwise than the one before: what may be called, and then this machine.
    server.answers = [["127.0.0.9"], ["127.0.0.1"], ["127.0.0.9", "127.0.0.1"], ["::1"], ["127.0.0.9", "::1"]];
    expect(await post.post(url, {}, "{}")).toMatchObject({ status: 204 });
    for (let look = 1; look < server.answers.length; look++) {
      expect(await post.post(url, {}, "{}"), `look ${look}`).toEqual({ fault: "egress_refused" });
    }
    expect([connections, server.looks()]).toEqual([1, server.answers.length]);
    await post.close();
    await server.close();
  });

  it("rejects if the name servers do not answer or do not know the name", async () => {
    const fails =
      (code: string): Resolve =>
      () =>
        Promise.reject(Object.assign(new Error(code), { code }));
    expect(await postTo(fails("ENOTFOUND"))).toEqual({ fault: "dns_failed" });
    expect(await postTo(fails("ETIMEOUT"))).toEqual({ fault: "dns_failed" });
    expect(await postTo(fails("ESERVFAIL"))).toEqual({ fault: "dns_failed" });
    expect(await postTo(async () => [])).toEqual({ fault: "dns_failed" });
    expect(connections).toBe(0);
  });

  it("allows non-public addresses in allowed ranges, and only those", async () => {
    const to =
      (address: string): Resolve =>
      async () => [{ address, family: 4 }];
    expect(await postTo(to("127.0.0.1"), ["127.0.0.0/30"])).toMatchObject({ status: 204 });
    expect(await postTo(to("127.0.0.4"), ["127.0.0.0/30"])).toEqual({ fault: "egress_refused" });
    expect(connections).toBe(1);
  });
});

describe("outbound calls with a proxy in the environment", () => {
  it("do not use the proxy, which would bypass the check of addresses", async () => {
    let asked = 0;
    const proxy = createServer((socket) => {
      asked++;
      socket.end("HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 0\r\n\r\n");
    });
    await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
    const at = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    const names = ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy"];
    const env = { ...process.env, ...Object.fromEntries(names.map((name) => [name, at])), NO_PROXY: "", no_proxy: "" };
    const file = new URL("../../support/egress-process.ts", import.meta.url);
    const { stdout } = await promisify(execFile)(process.execPath, [fileURLToPath(file), String(port)], {
      env: { ...env, NODE_USE_ENV_PROXY: "1" },
    });
    expect(JSON.parse(stdout)).toEqual({
      allowed: { status: 204 },
      literal: { fault: "egress_refused" },
      named: { fault: "egress_refused" },
      secure: { fault: "egress_refused" },
      fetched: expect.stringContaining("EGRESS_REFUSED"),
    });
    expect([asked, connections]).toEqual([0, 1]);
    proxy.close();
  });
});

describe("createEgress with allowed hosts", () => {
  it("allows a host, an address or a range", () => {
    const egress = createEgress([
      "hooks.internal.example.com",
      "192.168.7.7",
      "10.1.0.0/16",
      "fd00:1::/32",
      "localhost",
    ]);
    const refused = (host: string) => egress.refuses(new URL(`http://${host}/`).hostname);
    for (const host of [
      "Hooks.Internal.example.com.",
      "192.168.7.7",
      "0xc0a80707",
      "10.1.2.3",
      "[fd00:1::5]",
      "localhost",
    ]) {
      expect(refused(host), host).toBe(false);
    }
    for (const host of ["192.168.7.8", "10.2.0.1", "[fd00:2::5]", "a.localhost", "127.0.0.1"]) {
      expect(refused(host), host).toBe(true);
    }
  });

  it("allows every address of an allowed name", async () => {
    const egress = createEgress(["localhost"]);
    const found = await egress.addressesOf("localhost");
    expect(found.length).toBeGreaterThan(0);
    expect(found.every(({ address }) => !isPublicAddress(address))).toBe(true);
  });

  it.each([
    "1.1.1.1",
    "8.8.8.8",
    "100.63.255.255",
    "100.128.0.1",
    "172.15.0.1",
    "172.32.0.1",
    "192.0.1.1",
    "198.17.0.1",
  ])("isPublicAddress is true for %s", (address) => expect(isPublicAddress(address)).toBe(true));
  it.each(["2606:4700:4700::1111", "2001:4860:4860::8888", "2a00:1450::1", "2003::1", "3ffe::1"])(
    "isPublicAddress is true for %s",
    (address) => expect(isPublicAddress(address)).toBe(true),
  );
  it.each(["", "example.com", "1.2.3", "::g", "1.2.3.4.5"])("isPublicAddress is false for %j", (text) =>
    expect(isPublicAddress(text)).toBe(false),
  );
});

describe("an address that a tenant gives", () => {
  const egress = createEgress([]);
  it.each([
    ["ftp://example.com/", "must be an http:// or https:// address"],
    ["file:///etc/passwd", "must be an http:// or https:// address"],
    ["gopher://example.com/_x", "must be an http:// or https:// address"],
    ["javascript:alert(1)", "must be an http:// or https:// address"],
    ["https://user:pass@example.com/", "must not hold a user name or password"],
    ["https://user@example.com/", "must not hold a user name or password"],
    ["https://@example.com/", "must not hold a user name or password"],
    ["https://example.com/#part", "must not have a fragment"],
    ["/hook", "must be an absolute address"],
    ["https://", "must be an absolute address"],
    ["https://example.com/a b", "must be an absolute address"],
    ["https://example.com/\r\nX: y", "must be an absolute address"],
    ["http:\\\\127.0.0.1\\", "must be an absolute address"],
    [`https://example.com/${"x".repeat(2_048)}`, "must be at most 2048 characters"],
  ])("%j: %s", (text, fault) => expect(givenAddressFault(text, egress, 2_048)).toBe(fault));

  it.each(["https://example.com", "http://example.com:8080/a?b=c", "https://münchen.example/", "https://8.8.8.8/x"])(
    "accepts %s",
    (text) => expect(givenAddressFault(text, egress, 2_048)).toBeUndefined(),
  );
});
