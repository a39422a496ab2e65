import { randomBytes } from "node:crypto";
import { chmod, mkdir, open, readdir, readFile, rename, stat } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { errorCode } from "../../errors.ts";
import { EmbeddedError } from "./errors.ts";

/** Name of the lock in the home folder, see `acquireLock`. */
export const LOCK = "embedded.lock";

/** Name of the file in the home folder with the stores' addresses. */
export const ADDRESS_FILE = "embedded.json";

const addressesSchema = z.object({
  neo4j: z.object({ uri: z.string(), username: z.string(), password: z.string() }).optional(),
  postgres: z.object({ url: z.string() }).optional(),
  pid: z.int(),
  since: z.string(),
});

/** Content of `<home>/embedded.json`: the stores' addresses while process `pid` holds them. */
export type AddressFile = z.output<typeof addressesSchema>;

const credentialsSchema = z.object({ neo4j: z.string().min(1), postgres: z.string().min(1) });

/** Passwords of the stores, persistent across starts. */
export type Credentials = z.output<typeof credentialsSchema>;

/**
 * Creates the home folder. Other users may traverse but not list it: Postgres may run as another OS user. The mode of
 * each file protects its content.
 */
export async function prepareHome(home: string): Promise<void> {
  try {
    await mkdir(home, { recursive: true, mode: 0o711 });
    const { mode } = await stat(home);
    const closed = process.getuid?.() === 0 && (mode & 0o001) === 0;
    if (closed && (await isOwnedByUs(home))) await chmod(home, (mode & 0o7777) | 0o011);
  } catch (error) {
    throw new EmbeddedError(`The folder ${home} cannot be used (${(error as Error).message}); set ORRERY_HOME`, {
      cause: error,
    });
  }
}

/** Whether only Orrery uses the folder, so that its mode may be changed. */
async function isOwnedByUs(home: string): Promise<boolean> {
  const names = await readdir(home);
  return names.length === 0 || names.includes("credentials.json") || names.includes("secret");
}

/** Reads the passwords in `<home>/credentials.json`; creates them at the first start. */
export async function loadCredentials(home: string): Promise<Credentials> {
  const file = path.join(home, "credentials.json");
  const kept = await readJson(file, credentialsSchema);
  if (kept) return kept;
  const made = { neo4j: newPassword(), postgres: newPassword() };
  await writePrivate(file, made);
  return made;
}

function newPassword(): string {
  return randomBytes(24).toString("base64url");
}

export async function readAddresses(home: string): Promise<AddressFile | undefined> {
  return readJson(path.join(home, ADDRESS_FILE), addressesSchema);
}

export async function writeAddresses(home: string, addresses: AddressFile): Promise<void> {
  await writePrivate(path.join(home, ADDRESS_FILE), addresses);
}

/**
 * Reads a JSON file; undefined if it does not exist. Throws EmbeddedError if it is unreadable or does not match the
 * schema.
 */
async function readJson<T>(file: string, schema: z.ZodType<T>): Promise<T | undefined> {
  try {
    return schema.parse(JSON.parse(await readFile(file, "utf8")));
  } catch (error) {
    if (errorCode(error) === "ENOENT") return undefined;
    const why = errorCode(error) ?? "it does not have the expected form";
    throw new EmbeddedError(`${file} cannot be read: ${why}`, { cause: error });
  }
}

/** Replaces the file atomically, readable by its owner only. A crash leaves the old content or the new. */
async function writePrivate(file: string, value: unknown): Promise<void> {
  const draft = `${file}.${process.pid}.tmp`;
  const handle = await open(draft, "w", 0o600);
  try {
    await handle.writeFile(`${JSON.stringify(value, undefined, 2)}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(draft, file);
}
