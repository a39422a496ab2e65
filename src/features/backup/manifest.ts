import { hkdfSync, randomBytes, timingSafeEqual } from "node:crypto";
import { open, readFile, rename } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { BackupError } from "./backup-error.ts";
import { fileDigest } from "./record-files.ts";

export const FORMAT = "orrery-backup";
/** Increased when an older Orrery could not restore a new backup. */
export const FORMAT_VERSION = 1;
const MANIFEST_FILE = "manifest.json";

const written = {
  file: z.string().regex(/^[a-z0-9_-]+(\/[A-Za-z0-9_-]+)?\.ndjson\.gz$/),
  records: z.int().min(0),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
};

const manifestSchema = z.object({
  format: z.literal(FORMAT),
  version: z.int(),
  /** Identifies the backup, so that an interrupted restore of it can be repeated. */
  id: z.string(),
  created_at: z.string(),
  /** Verifies a root secret against the one that seals the copied keys and tokens; reveals nothing else of it. */
  secret: z.object({ salt: z.string(), check: z.string() }),
  postgres: z.object({
    migrations: z.array(z.string()),
    tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), ...written })),
    sequences: z.array(z.object({ name: z.string(), last_value: z.string() })),
  }),
  graph: z.object({
    migrations: z.array(z.string()),
    nodes: z.array(z.object({ label: z.string(), ...written })),
    relationships: z.array(z.object({ type: z.string(), ...written })),
    /** CIs that changed during the copy: of their records the latest is valid. */
    changed: z.object(written),
  }),
  jobs: z.object(written),
});

export type Manifest = z.output<typeof manifestSchema>;
export type TableEntry = Manifest["postgres"]["tables"][number];

/** Writes the manifest, last and atomically: a folder without it is no backup. */
export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const draft = path.join(folder, `${MANIFEST_FILE}.draft`);
  const handle = await open(draft, "w", 0o600);
  try {
    await handle.writeFile(`${JSON.stringify(manifest, undefined, 2)}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(draft, path.join(folder, MANIFEST_FILE));
}

/** Reads and validates the manifest. Throws BackupError for a folder without a backup, or with one of a later Orrery. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(path.join(folder, MANIFEST_FILE), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT" && error.code !== "ENOTDIR") throw error;
    throw new BackupError(
      `${folder} holds no backup: there is no ${MANIFEST_FILE} (a backup that was cut short has none)`,
    );
  });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new BackupError(`${path.join(folder, MANIFEST_FILE)} is damaged: it is not JSON`);
  }
  const version = (value as { version?: unknown } | null)?.version;
  if (typeof version === "number" && version > FORMAT_VERSION) {
    throw new BackupError(`The backup has format ${version}, and this Orrery reads up to ${FORMAT_VERSION}`);
  }
  const parsed = manifestSchema.safeParse(value);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new BackupError(
      `${path.join(folder, MANIFEST_FILE)} is damaged: ${issue?.path.join(".")}: ${issue?.message}`,
    );
  }
  return parsed.data;
}

/** All files of the manifest. */
export function filesOf({ postgres, graph, jobs }: Manifest) {
  return [...postgres.tables, ...graph.nodes, ...graph.relationships, graph.changed, jobs];
}

/** Throws BackupError naming the first file that is missing or has another checksum. */
export async function verifyFiles(folder: string, manifest: Manifest): Promise<void> {
  for (const { file, sha256 } of filesOf(manifest)) {
    const found = await fileDigest(folder, file).catch((error: NodeJS.ErrnoException) => {
      throw new BackupError(`${path.join(folder, file)} cannot be read: ${error.code ?? error.message}`);
    });
    if (found !== sha256) throw new BackupError(`${path.join(folder, file)} is damaged: its SHA-256 differs`);
  }
}

export function secretCheck(secret: string, salt = randomBytes(16).toString("base64url")): Manifest["secret"] {
  const check = Buffer.from(hkdfSync("sha256", secret, salt, "orrery/backup check", 16));
  return { salt, check: check.toString("base64url") };
}

export function isSameSecret(secret: string, expected: Manifest["secret"]): boolean {
  const [actual, wanted] = [secretCheck(secret, expected.salt).check, expected.check].map((text) => Buffer.from(text));
  return actual!.length === wanted!.length && timingSafeEqual(actual!, wanted!);
}
