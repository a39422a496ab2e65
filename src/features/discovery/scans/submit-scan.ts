import { type RequestContext, requireScope } from "../../../context.ts";
import { invalidField } from "../../../errors.ts";
import { type Clock, isoNow } from "../../../platform/clock.ts";
import type { Graph } from "../../../platform/graph/graph.ts";
import { derivedId, newId } from "../../../platform/ids.ts";
import type { SendJobs } from "../../../platform/jobs/jobs.ts";
import { isUniqueViolation } from "../../../platform/postgres/faults.ts";
import type { Postgres } from "../../../platform/postgres/postgres.ts";
import type { SourceClass } from "../../ci/index.ts";
import { maskSecrets } from "../../collector/index.ts";
import { insertScan, type NewRawRecord, type PresentedDecision } from "../../inventory/index.ts";
import { readerOf } from "../graph.store.ts";
import type { DiscoveredHost, ScanSubmission } from "../host.model.ts";
import { chosenFor, identifyHosts } from "../hosts/identify-hosts.ts";
import { presentDecision } from "../identity/index.ts";
import { PROCESS_SCAN } from "../job-refs.ts";
import { contentHash, type RawHost, withFacts } from "./raw-record.ts";

export interface SubmitScanInput {
  submission: ScanSubmission;
  /** E.g. `native`, `glpi-json`, `nmap-xml`. */
  format: string;
  /** By position of the host. */
  sourceClasses: readonly SourceClass[];
  /** Id derived from an idempotency key; absent: a new one. */
  id?: string | undefined;
}

export interface SubmittedScan {
  scanId: string;
  hosts: number;
}

export interface DryRunResult {
  hostname: string | null;
  ipAddress: string | null;
  ciId: string | null;
  /** `updated` also where applying the payload will turn out to change nothing. */
  outcome: "created" | "updated" | "unchanged" | "parked";
  error: string | null;
  decision: PresentedDecision;
}

export interface SubmitScan {
  /** Stores the raw hosts and enqueues their processing in one transaction. Throws 400 if the time is over 24 hours ahead. */
  submit(ctx: RequestContext, input: SubmitScanInput): Promise<SubmittedScan>;
  /** Decides which CIs the hosts are, and writes nothing. */
  dryRun(ctx: RequestContext, input: SubmitScanInput): Promise<DryRunResult[]>;
}

const EXPECTED_OUTCOME = { create: "created", match: "updated", restore: "updated", park: "parked" } as const;
const MAX_AHEAD_MS = 24 * 3_600_000;

/** The verbs of a scan submission. Both throw 403 without `discovery.submit` or `discovery.execute`. */
export function createSubmitScan(deps: { graph: Graph; postgres: Postgres; jobs: SendJobs; clock: Clock }): SubmitScan {
  const check = (ctx: RequestContext, { submission }: SubmitScanInput) => {
    requireScope(ctx, "discovery.submit", "discovery.execute");
    const ahead = Date.parse(submission.timestamp) - deps.clock.now().getTime();
    if (ahead > MAX_AHEAD_MS) throw invalidField("timestamp", "lies more than 24 hours ahead");
  };

  return {
    async submit(ctx, input) {
      check(ctx, input);
      const { submission, format } = input;
      const id = input.id ?? newId();
      const hosts = rawRecordsOf(input, id);
      const scan = {
        id,
        scannerId: submission.scanner_id,
        scanType: submission.scan_type,
        format,
        observedAt: submission.timestamp,
        actor: ctx.actor,
        requestId: ctx.requestId,
      };
      try {
        await deps.postgres.transaction(async (tx) => {
          await insertScan(tx, ctx.tenantId, scan, hosts);
          await deps.jobs.send(PROCESS_SCAN, { tenantId: ctx.tenantId }, { tx, singletonKey: ctx.tenantId });
        });
      } catch (error) {
        // An earlier request with the same idempotency key stored the scan and its job.
        if (!(input.id && isUniqueViolation(error, "scans_pkey"))) throw error;
      }
      return { scanId: id, hosts: hosts.length };
    },

    async dryRun(ctx, input) {
      check(ctx, input);
      const hosts = rawRecordsOf(input, newId()).map((record) => withFacts(record, input.submission.scanner_id));
      const { scanner_id: scannerId } = input.submission;
      const chosen = await chosenFor(deps.postgres, ctx, scannerId, hosts);
      const identified = await identifyHosts(readerOf(deps.graph), ctx, scannerId, hosts, isoNow(deps.clock), chosen);
      return identified.map(({ host, decision, candidate, unchanged }) => ({
        hostname: host.payload.hostname ?? null,
        ipAddress: host.payload.ip_address ?? null,
        ciId: candidate?.id ?? null,
        outcome: unchanged ? "unchanged" : EXPECTED_OUTCOME[decision.action],
        error: decision.parkedReason ?? null,
        decision: presentDecision(decision),
      }));
    },
  };
}

function rawRecordsOf({ submission, sourceClasses }: SubmitScanInput, scanId: string): (RawHost & NewRawRecord)[] {
  return submission.data.discovered_hosts.map((host, position) => {
    const payload = withoutSecrets(host);
    return {
      id: derivedId("raw", scanId, String(position)),
      position,
      payload,
      hostname: payload.hostname ?? payload.fqdn ?? null,
      ipAddress: payload.ip_address ?? payload.ip_addresses?.[0] ?? null,
      contentHash: contentHash(payload),
      sourceClass: sourceClasses[position] ?? "agentless",
    };
  });
}

/** Masks passwords and tokens in command lines; not every scanner masks them as the collector does. */
function withoutSecrets(host: DiscoveredHost): DiscoveredHost {
  if (!host.processes) return host;
  const processes = host.processes.map((process) =>
    process.command_line ? { ...process, command_line: maskSecrets(process.command_line) } : process,
  );
  return { ...host, processes };
}
