import { coerceError } from "../../errors.ts";
import type { Logger } from "../log.ts";
import { type BackOff, backOffMs } from "../outside/back-off.ts";
import { CallsPaused, createCallThrottle } from "../outside/call-throttle.ts";
import { type CallOutside, createCallOutside, type OutsideAnswer, OutsideFault } from "../outside/outside-call.ts";
import { retryAfterMs } from "../outside/retry-after.ts";
import type { Postgres } from "../postgres/postgres.ts";
import { type CpePage, type CpeQuery, cpeParameters, readCpePage } from "./cpe-pages.ts";
import { type CvePage, type CveQuery, cveParameters, readCvePage } from "./cve-pages.ts";
import { NvdFault } from "./nvd-fault.ts";

/** Client for the vulnerability database's REST API 2.0. Every method rejects with NvdFault or the signal's reason. */
export interface Nvd {
  /** One page of the products that match the query. */
  cpePage(query: CpeQuery, signal?: AbortSignal): Promise<CpePage>;
  /** All pages of the products that match the query, from `startIndex` on. */
  cpePages(query: CpeQuery, signal?: AbortSignal): AsyncGenerator<CpePage>;
  /** One page of the CVEs that match the query. */
  cvePage(query: CveQuery, signal?: AbortSignal): Promise<CvePage>;
}

export interface NvdOptions {
  postgres: Postgres;
  log: Logger;
  /** `baseUrl`: the URL before `/cpes/2.0`. */
  config: { baseUrl: string; apiKey: string | undefined };
  /** Default: a client of its own. */
  callOutside?: CallOutside;
  backOff?: BackOff;
  /** Milliseconds between the starts of two calls; default: `SPACING_MS`. Only for tests. */
  spacingMs?: number;
  timeoutMs?: number;
  maxBytes?: number;
}

/**
 * Minimum milliseconds between the starts of two calls (section 8 of the interface specification), with and without a
 * key.
 */
export const SPACING_MS = { withKey: 700, withoutKey: 7_000 };
/** Margin in milliseconds for the jitter of the network. */
const MARGIN_MS = 75;
const BACK_OFF: BackOff = { tries: 6, baseMs: 2_000, capMs: 60_000 };
/** With these the service asks for fewer calls; 403 is this service's throttling status. */
const THROTTLING_STATUSES = new Set([403, 429, 503]);
const MAX_WAIT_MS = 120_000;
const MAX_PAUSE_MS = 3_600_000;

/** Creates the client. All processes on the same stores share one spacing. */
export function createNvd(options: NvdOptions): Nvd {
  const { config, postgres, log, backOff = BACK_OFF, timeoutMs = 60_000, maxBytes = 64 * 1024 * 1024 } = options;
  const { callOutside = createCallOutside() } = options;
  const perMs = options.spacingMs ?? (config.apiKey ? SPACING_MS.withKey : SPACING_MS.withoutKey) + MARGIN_MS;
  const pace = createCallThrottle({ postgres, log, service: "nvd", calls: 1, perMs, maxPauseMs: MAX_WAIT_MS });
  const headers = { accept: "application/json", ...(config.apiKey ? { apiKey: config.apiKey } : {}) };

  /** One try: the body of a 200, or the fault, whose kind says whether another try may succeed. */
  const tryOnce = async (url: URL, signal?: AbortSignal): Promise<{ body: string } | { fault: NvdFault }> => {
    try {
      const begin = (onSent: () => void) => callOutside(url, { headers, timeoutMs, maxBytes, signal, onSent });
      const answer = await pace.call(begin, { signal });
      return answer.status === 200 ? { body: answer.body } : { fault: faultOf(answer, config.apiKey) };
    } catch (error) {
      if (error instanceof CallsPaused) throw new NvdFault("unavailable", error.message, { cause: error });
      if (!(error instanceof OutsideFault)) throw error;
      const canPass = error.kind === "timeout" || error.kind === "network";
      const kind = canPass ? "unavailable" : "unreadable";
      return { fault: new NvdFault(kind, `The vulnerability database ${error.message}`, { cause: error }) };
    }
  };

  const get = async (path: string, parameters: URLSearchParams, signal?: AbortSignal): Promise<unknown> => {
    const url = new URL(`${config.baseUrl}${path}?${parameters}`);
    for (let tries = 1; ; tries++) {
      const outcome = await tryOnce(url, signal);
      if ("body" in outcome) return json(outcome.body);
      const { fault } = outcome;
      if (fault.kind !== "unavailable") throw fault;
      const waitMs = fault.retryAfterMs ?? backOffMs(backOff, tries);
      await pace.pause(Math.min(waitMs, MAX_PAUSE_MS));
      log.warn(
        { tried: tries, wait_ms: Math.round(waitMs), error: fault.message },
        "calls to the vulnerability database are paused",
      );
      if (tries >= backOff.tries || waitMs > MAX_WAIT_MS) {
        throw new NvdFault("unavailable", `${fault.message}; gave up after ${tries} tries`, { cause: fault });
      }
    }
  };

  const cpePage = async (query: CpeQuery, signal?: AbortSignal) =>
    readCpePage(await get("/cpes/2.0", cpeParameters(query), signal), query.startIndex ?? 0);

  return {
    cpePage,

    cvePage: async (query, signal) =>
      readCvePage(await get("/cves/2.0", cveParameters(query), signal), query.startIndex),

    async *cpePages(query, signal) {
      for (let startIndex = query.startIndex ?? 0; ; ) {
        const page = await cpePage({ ...query, startIndex }, signal);
        yield page;
        startIndex += page.size;
        if (startIndex >= page.totalResults) return;
      }
    },
  };
}

function faultOf({ status, headers }: OutsideAnswer, apiKey: string | undefined): NvdFault {
  // The service gives its reason in a header, which may echo what it was sent.
  const header = headers.get("message")?.slice(0, 200) ?? "";
  const reason = apiKey ? header.replaceAll(apiKey, "[key]") : header;
  const message = `The vulnerability database answered ${status}${reason ? `: ${reason}` : ""}`;
  if (THROTTLING_STATUSES.has(status) || status >= 500 || status === 408) {
    return new NvdFault("unavailable", message, { retryAfterMs: retryAfterMs(headers.get("retry-after"), Date.now()) });
  }
  return new NvdFault("refused", message);
}

function json(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch (error) {
    throw new NvdFault("unreadable", `The vulnerability database did not answer with JSON: ${coerceError(error).name}`);
  }
}
