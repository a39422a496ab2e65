import { writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { gzip } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Address } from "../../../src/platform/outside/address.ts";
import { createEgress } from "../../../src/platform/outside/egress.ts";
import { createGuardedPost } from "../../../src/platform/outside/egress-post.ts";
import { createLocalNames } from "../../../src/platform/outside/local-names.ts";
import {
  createNameResolver,
  type NameResolver,
  type NameResolverOptions,
} from "../../../src/platform/outside/resolve-name.ts";
import { createNameServer } from "../../support/name-server.ts";
import { freshFolder } from "../embedded/support.ts";

let server: Awaited<ReturnType<typeof createNameServer>>;
let resolver: NameResolver | undefined;
beforeEach(async () => {
  server = await createNameServer();
});
afterEach(async () => {
  resolver?.close();
  await server.close();
});

/** Files of the machine with these contents. */
async function localNames(hosts = "", resolverConfiguration = "") {
  const folder = await freshFolder("names");
  const [hostsFile, resolverFile] = [path.join(folder, "hosts"), path.join(folder, "resolv.conf")];
  await writeFile(hostsFile, hosts);
  await writeFile(resolverFile, resolverConfiguration);
  return createLocalNames({ hostsFile, resolverFile });
}

async function start(options: NameResolverOptions & { hosts?: string; resolv?: string } = {}) {
  const { hosts, resolv, ...rest } = options;
  const bySystem = async (): Promise<Address[]> => {
    throw new Error("the system was asked");
  };
  resolver = createNameResolver({
    servers: [server.address],
    bySystem,
    localNames: await localNames(hosts, resolv),
    ...rest,
  });
  return resolver;
}
const v4 = (...addresses: string[]): Address[] => addresses.map((address) => ({ address, family: 4 }));
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "resolved",
    (error: NodeJS.ErrnoException) => error.code ?? error.message,
  );
const residentMb = () => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as (options: object) => void;
  // Returns also what V8 keeps for young objects.
  collect({ type: "major", execution: "sync", flavor: "last-resort" });
  return process.memoryUsage().rss / 1_048_576;
};

describe("a name server that never answers", () => {
  it("is asked once at a time for each name, and the caller gets the failure within the deadline", async () => {
    server.answerTo = () => "silent";
    const { resolve, pending } = await start({ deadlineMs: 300 });
    const started = performance.now();
    const looks = Array.from({ length: 50 }, () => codeOf(resolve("hook.example.com")));
    await expect.poll(() => server.names.length).toBe(2);
    expect(pending().names).toBe(1);
    expect(new Set(await Promise.all(looks))).toEqual(new Set(["ETIMEOUT"]));
    expect(performance.now() - started).toBeLessThan(2_000);
    expect(pending()).toEqual({ names: 0, bySystem: 0 });
  });

  it("leaves nothing behind after 10,000 attempts of 60 receivers, and does not delay files and compression", async () => {
    server.answerTo = () => "silent";
    const { resolve, pending } = await start({ deadlineMs: 50, failureMs: 1 });
    const post = createGuardedPost({ egress: createEgress([], resolve), timeoutMs: 1_000 });
    let most = 0;
    const attempt = async (i: number) => {
      const outcome = await post.post(new URL(`http://hook-${i % 60}.example.com/`), {}, "{}");
      most = Math.max(most, pending().names);
      return "fault" in outcome ? outcome.fault : outcome.status;
    };
    const round = (count: number) => Promise.all(Array.from({ length: count }, (_, i) => attempt(i)));
    for (let i = 0; i < 5; i++) await round(200);
    const before = residentMb();
    const outcomes = new Set<unknown>();
    const working = (async () => {
      for (let i = 0; i < 45; i++) for (const outcome of await round(200)) outcomes.add(outcome);
    })();
    for (let i = 0; i < 20; i++) await promisify(gzip)("x".repeat(10_000));
    await working;
    expect([...outcomes]).toEqual(["dns_failed"]);
    expect(most).toBeLessThanOrEqual(60);
    expect(pending()).toEqual({ names: 0, bySystem: 0 });
    expect(residentMb() - before).toBeLessThan(60);
    await post.close();
  }, 120_000);

  it("is asked again ten seconds after the failure", async () => {
    let silent = true;
    server.answerTo = () => (silent ? "silent" : ["192.0.2.7"]);
    const { resolve } = await start({ deadlineMs: 100, failureMs: 400 });
    expect(await codeOf(resolve("hook.example.com"))).toBe("ETIMEOUT");
    silent = false;
    const asked = server.names.length;
    expect(await codeOf(resolve("hook.example.com"))).toBe("ETIMEOUT");
    expect(server.names).toHaveLength(asked);
    await expect.poll(() => codeOf(resolve("hook.example.com"))).toBe("resolved");
  });

  it("does not delay the end of the process", async () => {
    server.answerTo = () => "silent";
    const { resolve, close, pending } = await start({ deadlineMs: 60_000 });
    const look = codeOf(resolve("hook.example.com"));
    await expect.poll(() => server.names.length).toBe(2);
    close();
    expect(await look).toBe("ETIMEOUT");
    expect(pending().names).toBe(0);
    expect(await codeOf(resolve("other.example.com"))).toBe("ETIMEOUT");
  });
});

describe("many names at once", () => {
  it("are asked for up to 256 at once, and refused beyond 2,048 that wait", async () => {
    server.answerTo = () => "silent";
    const { resolve, pending } = await start({ deadlineMs: 1_500 });
    const looks = Array.from({ length: 2_400 }, (_, i) => codeOf(resolve(`hook-${i}.example.com`)));
    expect(pending().names).toBe(2_400);
    const codes = await Promise.all(looks);
    expect(codes.filter((code) => code === "EBUSY")).toHaveLength(2_400 - 2_304);
    expect(codes.filter((code) => code === "ETIMEOUT")).toHaveLength(2_304);
    // The name server's own queue may drop some of so many at once.
    expect(new Set(server.names).size).toBeGreaterThan(64);
    expect(new Set(server.names).size).toBeLessThanOrEqual(256);
    expect(pending().names).toBe(0);
  });
});

describe("an answer", () => {
  it("is remembered as long as the name server says, and an answer without such a time is not", async () => {
    server.answerTo = () => ["192.0.2.7"];
    const { resolve } = await start();
    await resolve("fleeting.example.com");
    await resolve("fleeting.example.com");
    expect(server.names).toHaveLength(4);
    server.ttl = 60;
    for (let i = 0; i < 5; i++) expect(await resolve("kept.example.com")).toEqual(v4("192.0.2.7"));
    expect(server.names).toHaveLength(6);
  });
});

describe("names of the machine and of its network", () => {
  it("come from the hosts file before the name servers", async () => {
    server.answerTo = () => ["192.0.2.7"];
    const hosts =
      "# comment\n10.1.2.3  gateway.example.com Gateway # of the office\n::1 gateway.example.com\nnonsense x\n";
    const { resolve } = await start({ hosts });
    expect(await resolve("gateway.example.com")).toEqual([...v4("10.1.2.3"), { address: "::1", family: 6 }]);
    expect(await resolve("gateway")).toEqual(v4("10.1.2.3"));
    expect(server.names).toEqual([]);
    expect(await resolve("other.example.com")).toEqual(v4("192.0.2.7"));
  });

  it("are searched in the domains of resolv.conf, as containers need it", async () => {
    const known: Record<string, string[]> = {
      "receiver.shop.svc.cluster.local": ["10.96.0.5"],
      "receiver.office.svc.cluster.local": ["10.96.0.6"],
      "hooks.example.com": ["192.0.2.7"],
    };
    server.answerTo = (name) => known[name] ?? "unknown";
    const resolv =
      "nameserver 127.0.0.11\nsearch shop.svc.cluster.local. svc.cluster.local\noptions timeout:1 ndots:5\n";
    const { resolve } = await start({ resolv });
    expect(await resolve("receiver")).toEqual(v4("10.96.0.5"));
    expect(await resolve("receiver.office")).toEqual(v4("10.96.0.6"));
    server.names = [];
    expect(await resolve("hooks.example.com")).toEqual(v4("192.0.2.7"));
    expect(new Set(server.names)).toEqual(new Set(["hooks.example.com"]));
  });

  it("are not searched there if they have as many dots as `ndots`", async () => {
    server.answerTo = () => "unknown";
    const { resolve } = await start({ resolv: "search corp.example.com\n" });
    expect(await codeOf(resolve("hook.example.org"))).toBe("ENOTFOUND");
    expect(new Set(server.names)).toEqual(new Set(["hook.example.org"]));
  });
});

describe("the system's own look-up", () => {
  it("is asked for names without a dot, of multicast DNS, and of the configuration, and for no other", async () => {
    server.answerTo = () => "unknown";
    const asked: string[] = [];
    const bySystem = async (host: string) => {
      asked.push(host);
      return v4("10.0.0.9");
    };
    const { resolve } = await start({ bySystem });
    expect(await resolve("printer")).toEqual(v4("10.0.0.9"));
    expect(await resolve("printer.local")).toEqual(v4("10.0.0.9"));
    expect(await resolve("model.corp.example.com", true)).toEqual(v4("10.0.0.9"));
    expect(await codeOf(resolve("hook.example.com"))).toBe("ENOTFOUND");
    expect(await codeOf(resolve("model.corp.example.com"))).toBe("ENOTFOUND");
    expect(asked).toEqual(["printer", "printer.local", "model.corp.example.com"]);
  });

  it("runs one at a time, even if earlier ones timed out and never end", async () => {
    server.answerTo = () => "unknown";
    let running = 0;
    let most = 0;
    const ends: (() => void)[] = [];
    const bySystem = () => {
      most = Math.max(most, ++running);
      return new Promise<Address[]>((resolve) => ends.push(() => resolve(v4("10.0.0.9")))).finally(() => running--);
    };
    const { resolve, pending } = await start({ bySystem, deadlineMs: 200, failureMs: 1 });
    for (let round = 0; round < 3; round++) {
      const codes = await Promise.all(Array.from({ length: 40 }, (_, i) => codeOf(resolve(`box-${round}-${i}`))));
      expect(new Set(codes)).toEqual(new Set(["ETIMEOUT", "EBUSY"]));
    }
    expect([most, ends.length, pending().bySystem]).toEqual([1, 1, 1]);
    ends[0]!();
    await expect.poll(() => pending().bySystem).toBe(0);
    const answered = resolve("box");
    await expect.poll(() => ends.length).toBe(2);
    ends[1]!();
    expect(await answered).toEqual(v4("10.0.0.9"));
  });
});
