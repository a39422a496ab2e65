import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { STATUS_OF } from "../../../src/errors.ts";
import { fixture } from "./unit-support.ts";

const http = fixture();
const get = (path: string, headers: Record<string, string> = {}) => http.call("GET", path, { headers });
const bytesOf = async (path: string, headers: Record<string, string>) =>
  new Uint8Array(await (await http.app.request(path, { headers })).arrayBuffer());

/** With the path as it was sent: `new URL` and `new Request` would resolve the dots. */
const asSent = async (path: string) =>
  http.app.request(Object.defineProperty(new Request("http://host/"), "url", { value: `http://host${path}` }));

/** Addresses that the page makes a browser load or follow. */
const addressesOf = (page: string) =>
  [...page.matchAll(/\b(?:src|href|value)="([^"]*)"/g)].map(([, address]) => address!);

describe("GET /docs", () => {
  it("answers a page that loads only files of this origin, and whose links all work", async () => {
    const { status, headers, text } = await get("/docs");
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(text).not.toMatch(/https?:|"\/\//);
    const addresses = addressesOf(text).filter((address) => !address.startsWith("data:"));
    expect(addresses).toEqual(
      expect.arrayContaining([
        "docs/assets/swagger-ui.css",
        "docs/assets/swagger-ui-bundle.js",
        "docs/assets/reference.js",
        "docs/guide",
        "v1/openapi.json",
        "api/openapi.json",
      ]),
    );
    for (const address of new Set(addresses)) {
      expect((await get(`/${address.split("#")[0]}`)).status, address).toBe(200);
    }
  });

  it("has a policy that allows scripts and requests of this origin, and nothing inline", async () => {
    const { headers, text } = await get("/docs");
    const policy = headers.get("content-security-policy") ?? "";
    for (const rule of [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "connect-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ]) {
      expect(policy.split("; ")).toContain(rule);
    }
    expect(policy).not.toMatch(/unsafe|\*|https?:/);
    expect(text).not.toMatch(/<script(?![^>]*\ssrc=)|<style|\sstyle=|\son[a-z]+=/i);
  });

  it("offers both documents, and links each error to the guide also without JavaScript", async () => {
    const { text } = await get("/docs");
    const options = [...text.matchAll(/<option value="([^"]*)"/g)].map(([, value]) => value!);
    expect(options.sort()).toEqual(["api/openapi.json", "v1/openapi.json"]);
    const withoutScript = /<noscript>([\s\S]*)<\/noscript>/.exec(text)?.[1] ?? "";
    for (const address of ["docs/guide", "v1/openapi.json", "api/openapi.json"]) {
      expect(withoutScript).toContain(`href="${address}"`);
    }
    for (const code of Object.keys(STATUS_OF)) {
      expect(withoutScript).toContain(`<li id="${code}"><a href="docs/guide#${code}">`);
    }
  });

  it("answers a browser, HEAD and nothing else", async () => {
    const accept = "text/html,application/xhtml+xml,*/*;q=0.8";
    expect((await get("/docs", { accept })).status).toBe(200);
    expect((await http.call("POST", "/docs", { headers: { accept } })).status).toBe(405);
    const head = await http.call("HEAD", "/docs");
    expect(head.status).toBe(200);
    expect(head.text).toBe("");
    expect(Number(head.headers.get("content-length"))).toBe(Buffer.byteLength((await get("/docs")).text));
  });
});

describe("GET /docs/guide", () => {
  it("answers a page that needs no script, loads nothing and links to the reference", async () => {
    const { status, headers, text } = await get("/docs/guide");
    expect(status).toBe(200);
    expect(headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(text).not.toMatch(/<script|<link|<img|src=|https?:\/\//i);
    expect(text).toContain('href="../docs"');
    for (const code of Object.keys(STATUS_OF)) expect(text).toContain(`<tr id="${code}">`);
    for (const path of ["/v1/things/{id}", "/api/things/bulk"]) expect(text).toContain(`<code>${path}</code>`);
    for (const word of ["Authentication", "Limits", "six months", "twelve months", "X-API-Deprecation-Date"]) {
      expect(text).toContain(word);
    }
  });

  it("links to addresses that answer", async () => {
    const { text } = await get("/docs/guide");
    const addresses = addressesOf(text).filter((address) => !address.startsWith("#"));
    for (const address of addresses) {
      expect((await get(new URL(address, "http://host/docs/guide").pathname)).status, address).toBe(200);
    }
  });
});

describe("GET /docs/assets/{file}", () => {
  it.each([
    ["swagger-ui.css", "text/css; charset=utf-8"],
    ["swagger-ui-bundle.js", "text/javascript; charset=utf-8"],
    ["swagger-ui-bundle.js.LICENSE.txt", "text/plain; charset=utf-8"],
    ["reference.css", "text/css; charset=utf-8"],
    ["reference.js", "text/javascript; charset=utf-8"],
  ])("serves %s, to be revalidated each time", async (file, type) => {
    const { status, headers } = await get(`/docs/assets/${file}`);
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe(type);
    expect(headers.get("cache-control")).toBe("public, no-cache");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("etag")).toMatch(/^"[\w-]{22}"$/);
  });

  it("answers 304 with the caching headers to the entity tag, and HEAD without a body", async () => {
    const path = "/docs/assets/reference.js";
    const { headers, text } = await get(path);
    const etag = headers.get("etag")!;
    const same = await get(path, { "if-none-match": etag });
    expect(same.status).toBe(304);
    expect(same.text).toBe("");
    expect(same.headers.get("etag")).toBe(etag);
    expect(same.headers.get("cache-control")).toBe("public, no-cache");
    expect(same.headers.get("vary")).toBe("Accept-Encoding");
    expect((await get(path, { "if-none-match": '"other"' })).status).toBe(200);
    const head = await http.call("HEAD", path);
    expect([head.status, head.text]).toEqual([200, ""]);
    expect(Number(head.headers.get("content-length"))).toBe(Buffer.byteLength(text));
  });

  it("compresses as clients accept it, each form with an entity tag of its own", async () => {
    const path = "/docs/assets/swagger-ui.css";
    const plain = await bytesOf(path, {});
    const packed = await bytesOf(path, { "accept-encoding": "gzip;q=0.5" });
    expect(packed.length).toBeLessThan(plain.length / 3);
    expect(gunzipSync(packed).equals(plain)).toBe(true);
    const { headers } = await get(path, { "accept-encoding": "*" });
    expect(headers.get("content-encoding")).toBe("br");
    expect(headers.get("etag")).not.toBe((await get(path)).headers.get("etag"));
    for (const refused of ["gzip;q=0", "identity", "*;q=0", "gzip;q=0, br;q=0, *"]) {
      expect((await get(path, { "accept-encoding": refused })).headers.get("content-encoding"), refused).toBeNull();
    }
  });

  it.each([
    "/docs/assets/swagger-ui.js",
    "/docs/assets/constructor",
    "/docs/assets/",
    "/docs/assets",
    "/docs/assets/../../package.json",
    "/docs/assets/..%2f..%2f..%2fpackage.json",
    "/docs/assets/%2e%2e%2freference-page.ts",
    "/docs/assets/reference.js%00.css",
    "/docs/assets/..%5creference.js",
  ])("answers 404 to %s", async (path) => {
    const answer = await asSent(path);
    expect(answer.status).toBe(404);
    expect(await answer.text()).toContain("RESOURCE_NOT_FOUND");
  });

  it("matches the raw path, so that the cases above reach the route", async () => {
    expect((await asSent("/docs/assets/reference.js")).status).toBe(200);
  });

  it("serves no script or style of ours that names another host", async () => {
    for (const file of ["reference.js", "reference.css"]) {
      expect((await get(`/docs/assets/${file}`)).text).not.toMatch(/https?:\/\/|@import/);
    }
    const { text: style } = await get("/docs/assets/swagger-ui.css");
    expect([...style.matchAll(/url\(\s*["']?(.{5})/g)].map(([, start]) => start)).not.toContainEqual(
      expect.not.stringMatching(/^data:/),
    );
    expect(style).not.toMatch(/@import/);
  });

  it("keeps Swagger UI from calling its external validator", async () => {
    expect((await get("/docs/assets/reference.js")).text).toContain("validatorUrl: null");
  });
});
