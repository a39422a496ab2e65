import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Fixture, fixture } from "./unit-support.ts";

const PAGE =
  '<!doctype html><meta property="csp-nonce" nonce="{{nonce}}"><script src="/console/assets/index-Bx3f.js"></script>';
const SCRIPT = "console.log('Orrery');".repeat(50);

let folder: string;
let http: Fixture;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "orrery-console-"));
  http = fixture({ consoleFolder: path.join(folder, "console") });
});
afterEach(() => rmSync(folder, { recursive: true }));

function build(page = PAGE) {
  const assets = path.join(folder, "console", "assets");
  mkdirSync(assets, { recursive: true });
  writeFileSync(path.join(folder, "secret.json"), '"secret"');
  writeFileSync(path.join(folder, "console", "index.html"), page);
  writeFileSync(path.join(folder, "console", ".hidden.js"), "secret");
  writeFileSync(path.join(folder, "console", "favicon.svg"), "<svg/>");
  const script = path.join(assets, "index-Bx3f.js");
  writeFileSync(script, SCRIPT);
  writeFileSync(`${script}.br`, brotliCompressSync(SCRIPT));
  writeFileSync(`${script}.gz`, gzipSync(SCRIPT));
  writeFileSync(path.join(assets, "font-Ab12.woff2"), "font");
}

const bytesOf = async (encoding: string) => {
  const headers = { "accept-encoding": encoding };
  const answer = await http.app.request("/console/assets/index-Bx3f.js", { headers });
  return { headers: answer.headers, content: Buffer.from(await answer.arrayBuffer()) };
};

describe("the console's page", () => {
  it.each(["/", "/console"])("is where %s leads, with the query", async (address) => {
    const answer = await http.call("GET", `${address}?next=1`);
    expect([answer.status, answer.headers.get("location")]).toEqual([302, "console/?next=1"]);
  });

  it.each(["/console/", "/console/incidents/7?tab=events", "/console/cis/web01.example.com", "/console/index.html"])(
    "is answered at %s",
    async (address) => {
      build();
      const answer = await http.call("GET", address);
      expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
      expect(answer.text).toContain("/console/assets/index-Bx3f.js");
      expect(answer.headers.get("cache-control")).toBe("no-cache");
    },
  );

  it("has a fresh nonce in each answer, and a policy that lets nothing else in", async () => {
    build();
    const nonces = new Set<string>();
    for (let i = 0; i < 3; i++) {
      const { headers, text } = await http.call("GET", "/console/");
      const nonce = /nonce="([^"]*)"/.exec(text)![1]!;
      nonces.add(nonce);
      expect(nonce).toMatch(/^[A-Za-z0-9+/]{24}$/);
      expect(headers.get("content-security-policy")).toBe(
        `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; img-src 'self' data: blob:; ` +
          "font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self' blob:; base-uri 'none'; " +
          "form-action 'self'; frame-ancestors 'none'",
      );
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("referrer-policy")).toBe("same-origin");
      expect(headers.get("cross-origin-opener-policy")).toBe("same-origin");
      expect(headers.get("permissions-policy")).toContain("camera=()");
    }
    expect(nonces.size).toBe(3);
  });

  it("is not sent again to a browser that has it, until it is built anew", async () => {
    build();
    const etag = (await http.call("GET", "/console/")).headers.get("etag")!;
    const held = await http.call("GET", "/console/", { headers: { "if-none-match": etag } });
    expect([held.status, held.text, held.headers.get("content-security-policy")]).toEqual([304, "", null]);
    build(`${PAGE}<p>new`);
    expect((await http.call("GET", "/console/", { headers: { "if-none-match": etag } })).status).toBe(200);
  });

  it("answers HEAD without a body, and no other method", async () => {
    build();
    const head = await http.call("HEAD", "/console/");
    expect([head.status, head.text]).toEqual([200, ""]);
    expect(Number(head.headers.get("content-length"))).toBeGreaterThan(PAGE.length);
    const post = await http.call("POST", "/console/", { body: {} });
    expect([post.status, post.headers.get("allow")]).toEqual([405, "GET, HEAD, OPTIONS"]);
  });

  it("says how to build it where it is not built, and is there as soon as it is", async () => {
    const missing = await http.call("GET", "/console/");
    expect([missing.status, missing.headers.get("content-type")]).toEqual([503, "text/html; charset=utf-8"]);
    expect(missing.text).toContain("npm run build:console");
    build();
    expect((await http.call("GET", "/console/")).status).toBe(200);
  });

  it("is not there where the console is off", async () => {
    const without = fixture();
    for (const address of ["/", "/console", "/console/"]) expect((await without.call("GET", address)).status).toBe(404);
  });
});

describe("the console's files", () => {
  it("are compressed as the browser can read them, and kept for good", async () => {
    build();
    const [br, gz, plain] = [await bytesOf("gzip, br"), await bytesOf("gzip"), await bytesOf("identity")];
    expect(br.headers.get("content-encoding")).toBe("br");
    expect(brotliDecompressSync(br.content).toString()).toBe(SCRIPT);
    expect(gz.headers.get("content-encoding")).toBe("gzip");
    expect(gunzipSync(gz.content).toString()).toBe(SCRIPT);
    expect(plain.headers.get("content-encoding")).toBeNull();
    expect(plain.content.toString()).toBe(SCRIPT);
    for (const { headers } of [br, gz, plain]) {
      expect(headers.get("content-type")).toBe("text/javascript; charset=utf-8");
      expect(headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
      expect(headers.get("vary")).toContain("Accept-Encoding");
      expect(headers.get("x-content-type-options")).toBe("nosniff");
    }
    expect(new Set([br, gz, plain].map(({ headers }) => headers.get("etag"))).size).toBe(3);
  });

  it("are sent as they are where no compressed copy lies beside them", async () => {
    build();
    const font = await http.call("GET", "/console/assets/font-Ab12.woff2", { headers: { "accept-encoding": "br" } });
    expect([font.status, font.text, font.headers.get("content-encoding")]).toEqual([200, "font", null]);
    const icon = await http.call("GET", "/console/favicon.svg");
    expect([icon.headers.get("content-type"), icon.headers.get("cache-control")]).toEqual([
      "image/svg+xml",
      "public, no-cache",
    ]);
  });

  it("are 404 where they are missing, since a script must not get the page", async () => {
    build();
    for (const name of ["gone-1234.js", "", "index-Bx3f.js.br", "deep/er.js", "../index.html"]) {
      const answer = await http.call("GET", `/console/assets/${name}`, { headers: { accept: "*/*" } });
      // The client's URL parser takes `..` out: that one asks for the page.
      expect([name, answer.status]).toEqual([name, name.startsWith("..") ? 200 : 404]);
    }
  });

  it.each([
    "/console/..%2f..%2fpackage.json",
    "/console/..%2fsecret.json",
    "/console/%2e%2e/secret.json",
    "/console/assets/..%2f..%2fsecret.json",
    "/console/assets/..%5c..%5csecret.json",
    "/console//etc/hosts.json",
    "/console/.hidden.js",
    "/console/assets/%00.js",
    "/console/%c0%ae%c0%ae/secret.json",
    `/console/${"a".repeat(5_000)}.js`,
  ])("lie in one folder, out of which %s does not lead", async (address) => {
    build();
    // As a client sends it that does not tidy its addresses.
    const request = new Request("http://localhost/");
    Object.defineProperty(request, "url", { value: `http://localhost${address}` });
    const answer = await http.app.request(request);
    const text = await answer.text();
    expect(text).not.toContain("secret");
    if (answer.status === 200) expect(text).toContain("<!doctype html>");
    else expect(answer.status).toBe(404);
  });
});
