import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import { readSubmission } from "../../src/features/discovery/index.ts";
import { orrery, spawned } from "../support/command-line.ts";

interface Received {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingMessage["headers"];
  body: Buffer;
}

let server: Server | undefined;

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** A service that answers with these, one after the other, the last one ever after. */
async function service(...answers: { status: number; headers?: Record<string, string>; body?: object }[]) {
  const received: Received[] = [];
  server = createServer(async (request, response) => {
    const { method, url, headers } = request;
    received.push({ method, url, headers, body: await buffer(request) });
    const answer = answers[Math.min(received.length, answers.length) - 1] ?? { status: 500 };
    response.writeHead(answer.status, { "content-type": "application/json", ...answer.headers });
    response.end(JSON.stringify(answer.body ?? {}));
  });
  await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received };
}

const accepted = {
  status: 202,
  body: { scan_id: "scan-1", status: "running", hosts: 1, status_url: "/x", message: "m" },
};

describe("orrery scan", () => {
  it("prints a submission of this machine that the service accepts", async () => {
    const { code, stdout } = await orrery(["scan"]);
    expect(code).toBe(0);
    const { submission, sourceClasses } = readSubmission("application/json", Buffer.from(stdout));
    expect(submission.scanner_id).toBe("orrery-scan");
    expect(submission.data.discovered_hosts).toHaveLength(1);
    expect(submission.data.discovered_hosts[0]?.hostname).toBeTruthy();
    expect(sourceClasses).toEqual(["agent"]);
  });

  it("sends the submission compressed, with the token, and prints the id", async () => {
    const { url, received } = await service(accepted);
    const { code, stdout } = await spawned(["scan", "--submit", "--url", `${url}/`], { ORRERY_TOKEN: "orrd_x" });
    expect(stdout).toContain("scan-1");
    expect(code).toBe(0);
    expect(received).toHaveLength(1);
    const [{ method, url: path, headers, body } = {} as Received] = received;
    expect([method, path]).toEqual(["POST", "/v1/discovery/scan-data"]);
    expect(headers).toMatchObject({ authorization: "Bearer orrd_x", "content-encoding": "gzip" });
    expect(JSON.parse(gunzipSync(body).toString("utf8"))).toMatchObject({ scanner_id: "orrery-scan" });
  });

  it("retries transient failures with the same Idempotency-Key", async () => {
    const busy = { status: 503, headers: { "retry-after": "0" } };
    const { url, received } = await service({ status: 429, headers: { "retry-after": "1" } }, busy, accepted);
    const { code, stdout, stderr } = await spawned(["scan", "--submit", "--url", url, "--token", "t", "--json"]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ scan_id: "scan-1" });
    expect(stderr).toContain("trying again in 1 s");
    expect(received).toHaveLength(3);
    expect(new Set(received.map(({ headers }) => headers["idempotency-key"])).size).toBe(1);
    expect(received[0]?.headers["idempotency-key"]).toMatch(/^[0-9a-f-]{36}$/);
  });

  it("waits for the outcome, and fails if the scan fails", async () => {
    const result = { hostname: "host-1", ip_address: null, outcome: "failed", ci_id: null, error: "no room" };
    const running = { status: 200, body: { status: "running", error: null, results: [] } };
    const failed = { status: 200, body: { status: "failed", error: "all hosts failed", results: [result] } };
    const { url, received } = await service(accepted, running, failed);
    const { code, stdout, stderr } = await spawned(["scan", "--submit", "--wait", "--url", url, "--token", "t"]);
    expect(stdout).toContain("host-1: failed (no room)");
    expect(stderr).toContain("all hosts failed");
    expect(received.at(-1)?.url).toBe("/v1/discovery/scans/scan-1");
    expect(code).toBe(1);
  });

  it("reports the service's refusal, and does not follow a redirect with the token", async () => {
    const refusal = { error: { code: "AUTHENTICATION_REQUIRED", message: "The credential is unknown" } };
    const { url } = await service({ status: 401, body: refusal });
    const refused = await spawned(["scan", "--submit", "--url", url, "--token", "t"]);
    expect(refused.stderr).toContain("The credential is unknown (AUTHENTICATION_REQUIRED)");
    expect(refused.code).toBe(1);
    server?.close();
    const moved = await service({ status: 307, headers: { location: "http://192.0.2.1/" } });
    const { code, stderr } = await spawned(["scan", "--submit", "--url", moved.url, "--token", "t"]);
    expect(stderr).toContain("status 307");
    expect(code).toBe(1);
  });
});
