import { open } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { systemContext } from "../context.ts";
import { AppError, errorCode } from "../errors.ts";
import { type Discovery, readSubmission } from "../features/discovery/index.ts";
import { newId } from "../platform/ids.ts";
import { CommandError, type Io, printLine, readBytes } from "./io.ts";
import type { CommandApp } from "./with-app.ts";

export const OUTCOMES = ["created", "updated", "unchanged", "parked", "failed"] as const;
type Counts = Record<(typeof OUTCOMES)[number], number>;

/** Outcome of one file. */
export interface ImportedFile {
  file: string;
  scan_id?: string;
  format?: string;
  status: string;
  hosts: number;
  counts: Counts;
  /** Why the file, or its first failed host, failed. */
  error?: string;
}

/** Largest file after decompression. Split larger inventories. */
const MAX_FILE_BYTES = 256 * 1024 * 1024;

/** Imports files sequentially and waits for each. Throws for errors that no file causes. */
export async function importAll({ app, stores }: CommandApp, files: string[], tenantName: string, io: Io) {
  const administrator = await app.prepare();
  if (administrator?.password) {
    printLine(io.stderr, `First start: ${administrator.email} may log in; the password is in ${administrator.file}`);
  }
  const tenant = await app.access.findTenant(tenantName);
  if (!tenant) throw new CommandError(`There is no tenant ${tenantName}: see \`orrery tenant create\``);
  // A service that holds embedded stores processes its own queue; for other stores it is unknown whether one runs.
  await app.startWork({ work: stores.embedded !== "attached" });
  const results: ImportedFile[] = [];
  for (const file of files) results.push(await importFile(app.discovery, tenant.id, file, io));
  await app.relay.drain();
  return results;
}

async function importFile(discovery: Discovery, tenantId: string, file: string, io: Io): Promise<ImportedFile> {
  try {
    const read = readSubmission(undefined, await contentOf(file, io));
    const ctx = systemContext(tenantId, newId());
    const sourceClasses = read.sourceClasses.map(() => "import" as const);
    const { scanId } = await discovery.verbs.submitScan.submit(ctx, { ...read, sourceClasses });
    return { file, format: read.format, ...(await waitForScan(discovery, tenantId, scanId)) };
  } catch (error) {
    const fault = reasonOf(error);
    if (fault === undefined) throw error;
    return { file, status: "refused", hosts: 0, counts: noCounts(), error: fault };
  }
}

/** Why a file cannot be imported; undefined if the file is not at fault. */
function reasonOf(error: unknown): string | undefined {
  if (error instanceof AppError && error.status < 500) return error.message;
  const code = errorCode(error) ?? "";
  if (code === "ERR_BUFFER_TOO_LARGE") return `is larger than ${MAX_FILE_BYTES / 1024 / 1024} MB when inflated`;
  if (code.startsWith("Z_")) return "is damaged: it cannot be inflated";
  return ["ENOENT", "EACCES", "EISDIR", "EPERM"].includes(code) ? `cannot be read: ${code}` : undefined;
}

async function contentOf(file: string, io: Io): Promise<Buffer> {
  const bytes = file === "-" ? await readBytes(io.stdin) : await readFile(file);
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  return isGzip ? promisify(gunzip)(bytes, { maxOutputLength: MAX_FILE_BYTES }) : bytes;
}

async function readFile(file: string): Promise<Buffer> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    if (size > MAX_FILE_BYTES)
      throw new AppError("PAYLOAD_TOO_LARGE", `is larger than ${MAX_FILE_BYTES / 1024 / 1024} MB`);
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}

async function waitForScan(
  discovery: Discovery,
  tenantId: string,
  scanId: string,
): Promise<Omit<ImportedFile, "file">> {
  for (let pause = 100; ; pause = Math.min(pause * 1.5, 2_000)) {
    const scan = await discovery.verbs.scans.get(systemContext(tenantId, newId()), scanId);
    if (scan.status !== "running") {
      const counts = noCounts();
      for (const { outcome } of scan.results) if (outcome) counts[outcome]++;
      const error = scan.error ?? scan.results.find((result) => result.outcome === "failed")?.error;
      return { scan_id: scanId, status: scan.status, hosts: scan.hosts.total, counts, ...(error ? { error } : {}) };
    }
    await sleep(pause);
  }
}

function noCounts(): Counts {
  return { created: 0, updated: 0, unchanged: 0, parked: 0, failed: 0 };
}
