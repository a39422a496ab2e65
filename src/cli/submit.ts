import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { coerceError } from "../errors.ts";
import type { ScanSubmission } from "../features/collector/index.ts";
import { retryAfterMs } from "../platform/outside/retry-after.ts";
import { CommandError } from "./io.ts";

/** The service that receives a scan. */
export interface ScanService {
  /** Without a trailing slash. */
  base: string;
  token: string;
  /** Called with the reason of a delay. */
  tell: (text: string) => void;
}

export interface SubmittedScan {
  scan_id: string;
  status: string;
  hosts: number;
  status_url: string;
}

export interface FinishedScan {
  status: string;
  error: string | null;
  results: {
    hostname: string | null;
    ip_address: string | null;
    outcome: string | null;
    ci_id: string | null;
    error: string | null;
  }[];
}

const ATTEMPT_MS = 60_000;
/** Total time of retries, and the longest single pause. */
const MAX_RETRY_MS = 300_000;
const MAX_PAUSE_MS = 120_000;
const WAIT_MS = 600_000;

/** Sends the compressed submission. Retries transient failures (busy, overloaded, unreachable) with one Idempotency-Key. */
export async function submitScan(service: ScanService, submission: ScanSubmission): Promise<SubmittedScan> {
  const body = await promisify(gzip)(JSON.stringify(submission));
  const headers = {
    "Content-Type": "application/json",
    "Content-Encoding": "gzip",
    "Idempotency-Key": randomUUID(),
  };
  return call<SubmittedScan>(service, "/v1/discovery/scan-data", { method: "POST", headers, body });
}

/** Waits until the scan has finished. */
export async function waitForScan(service: ScanService, id: string): Promise<FinishedScan> {
  for (const until = Date.now() + WAIT_MS; Date.now() < until; await sleep(1_000)) {
    const scan = await call<FinishedScan>(service, `/v1/discovery/scans/${id}`, { method: "GET" });
    if (scan.status !== "running") return scan;
  }
  throw new CommandError(`The scan ${id} is still being processed after ${WAIT_MS / 60_000} minutes`);
}

async function call<T>(service: ScanService, path: string, request: RequestInit): Promise<T> {
  const until = Date.now() + MAX_RETRY_MS;
  for (let pause = 1_000; ; pause = Math.min(pause * 2, 30_000)) {
    const answer = await attempt(service, path, request);
    if (answer instanceof Response && answer.ok) return (await answer.json()) as T;
    const reason = answer instanceof Response ? await reasonOf(answer) : answer.message;
    const retryable = !(answer instanceof Response) || answer.status === 429 || answer.status === 503;
    const wait = answer instanceof Response ? (retryDelayMs(answer) ?? pause) : pause;
    if (!retryable) throw new CommandError(`${service.base} refused it: ${reason}`);
    if (wait > MAX_PAUSE_MS || Date.now() + wait > until) {
      throw new CommandError(`${service.base} cannot take it now: ${reason}`);
    }
    service.tell(`${reason}; trying again in ${Math.ceil(wait / 1_000)} s`);
    await sleep(wait);
  }
}

/** The response, or the network error. Follows no redirect: the token is only for this address. */
async function attempt(service: ScanService, path: string, request: RequestInit): Promise<Response | Error> {
  try {
    return await fetch(`${service.base}${path}`, {
      ...request,
      headers: { ...request.headers, Authorization: `Bearer ${service.token}`, Accept: "application/json" },
      redirect: "manual",
      signal: AbortSignal.timeout(ATTEMPT_MS),
    });
  } catch (thrown) {
    const error = coerceError(thrown);
    const cause = error.cause as { code?: string; message?: string } | undefined;
    return new Error(`${service.base} cannot be reached (${cause?.code ?? cause?.message ?? error.message})`);
  }
}

/** Milliseconds of `Retry-After`, at least 250; undefined if absent. */
function retryDelayMs(answer: Response): number | undefined {
  const ms = retryAfterMs(answer.headers.get("retry-after"), Date.now());
  return ms === undefined ? undefined : Math.max(ms, 250);
}

async function reasonOf(answer: Response): Promise<string> {
  const text = await answer.text().catch(() => "");
  let said: string | undefined;
  try {
    const { error } = JSON.parse(text) as { error?: { code?: string; message?: string } };
    if (error?.message) said = `${error.message} (${error.code})`;
  } catch {
    // No response of the service: most likely a proxy's page.
  }
  return said ?? `status ${answer.status}`;
}
