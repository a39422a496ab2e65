import { setTimeout as sleep } from "node:timers/promises";
import type { Bench, BenchTenant } from "./bench.ts";
import { inspect } from "./inspector.ts";
import { ask, requestOf, send } from "./load.ts";
import { freePort, SERVE, serviceEnvironment, startService } from "./service.ts";

/** A service that makes reports, in a process of its own. */
export interface ReportService {
  /** Makes one and waits for its end. Seconds from the request until it was ready. */
  make(form: ReportOrder): Promise<{ id: string; rows: number; seconds: number }>;
  /** The same while memory is watched: megabytes more at the peak than before. */
  memoryOf(form: ReportOrder): Promise<{ heapMb: number; residentMb: number }>;
  download(id: string): Promise<string>;
  stop(): Promise<void>;
}

export interface ReportOrder {
  template_id: string;
  format: string;
}

interface Status {
  status: string;
  error: string | null;
  progress: { done: number };
}

const POLL_MS = 20;
const COLLECT_EVERY_MS = 250;
const SETTLE_MS = 3_000;

export async function startReportService(bench: Bench, tenant: BenchTenant): Promise<ReportService> {
  const inspectorPort = await freePort();
  const service = await startService(serviceEnvironment(bench.stores), [
    `--inspect=127.0.0.1:${inspectorPort}`,
    ...SERVE,
  ]);
  const { collectGarbage } = inspect(inspectorPort);
  const { port, memoryMb } = service;
  const { headers } = tenant;

  const make: ReportService["make"] = async (form) => {
    const started = performance.now();
    const { report_id: id } = await send<{ report_id: string }>(
      port,
      requestOf("POST", "/v1/reports/generate", headers, form),
    );
    for (;;) {
      const { status, error, progress } = await ask<Status>(port, "GET", `/v1/reports/${id}/status`, headers);
      if (status === "completed") return { id, rows: progress.done, seconds: (performance.now() - started) / 1_000 };
      if (status !== "generating") throw new Error(`the report ended as ${status}: ${error}`);
      await sleep(POLL_MS);
    }
  };

  /** The largest value of `read` while the report is made, above the one before. */
  const peakOf = async (form: ReportOrder, everyMs: number, read: () => number | Promise<number>): Promise<number> => {
    await sleep(SETTLE_MS);
    await collectGarbage();
    const before = await read();
    let [peak, isMade] = [before, false];
    const watched = (async () => {
      while (!isMade) {
        peak = Math.max(peak, await read());
        await sleep(everyMs);
      }
    })();
    await make(form).finally(() => {
      isMade = true;
    });
    await watched;
    return peak - before;
  };

  return {
    make,
    memoryOf: async (form) => ({
      // Collected again and again: what is held, not what waits for a collection.
      heapMb: await peakOf(form, COLLECT_EVERY_MS, collectGarbage),
      residentMb: await peakOf(form, POLL_MS, () => memoryMb().now),
    }),
    download: async (id) => {
      const answer = await fetch(`http://127.0.0.1:${port}/v1/reports/${id}/download`, { headers });
      if (answer.status !== 200) throw new Error(`the download answered ${answer.status}`);
      return answer.text();
    },
    stop: service.stop,
  };
}
