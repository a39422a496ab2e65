import { randomBytes } from "node:crypto";
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import path from "node:path";
import { errorCode } from "../errors.ts";

/** The root secret of an installation whose stores are embedded: `<home>/secret`, mode 0600. */

const FILE = "secret";
/** Exists beside `secret` during a rotation. */
const PREVIOUS = "secret.previous";

/** Reads the secret of the home folder; creates it at first use. If several processes create it at once, one wins. */
export function loadOrCreateSecret(home: string): string {
  const file = path.join(home, FILE);
  if (!existsSync(file)) {
    mkdirSync(home, { recursive: true });
    try {
      write(file, newSecret(), "wx");
    } catch (error) {
      if (errorCode(error) !== "EEXIST") throw error;
    }
  }
  return readFileSync(file, "utf8").trim();
}

/** Reads the previous secret; undefined unless a rotation has begun and not ended. */
export function loadPreviousSecret(home: string): string | undefined {
  try {
    return readFileSync(path.join(home, PREVIOUS), "utf8").trim();
  } catch (error) {
    if (errorCode(error) === "ENOENT") return undefined;
    throw error;
  }
}

/**
 * Creates a new secret and keeps the old one beside it, or continues an interrupted rotation. At every moment the files
 * hold each secret that may have sealed something: the old one is copied first, then replaced atomically.
 */
export function beginSecretRotation(home: string): { current: string; previous: string } {
  const [current, left] = [loadOrCreateSecret(home), loadPreviousSecret(home)];
  if (left !== undefined && left !== current) return { current, previous: left };
  replace(path.join(home, PREVIOUS), current);
  const fresh = newSecret();
  replace(path.join(home, FILE), fresh);
  return { current: fresh, previous: current };
}

/** Deletes the previous secret, once nothing is sealed under it. */
export function endSecretRotation(home: string): void {
  rmSync(path.join(home, PREVIOUS), { force: true });
}

function newSecret(): string {
  return randomBytes(48).toString("base64url");
}

/** Atomic and durable: a crash leaves the old content or the new one. */
function replace(file: string, text: string): void {
  const draft = `${file}.${process.pid}.tmp`;
  write(draft, text, "w");
  renameSync(draft, file);
  // Windows cannot open a folder as a file; there the rename must suffice.
  if (process.platform === "win32") return;
  const folder = openSync(path.dirname(file), "r");
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

function write(file: string, text: string, flag: "w" | "wx"): void {
  const handle = openSync(file, flag, 0o600);
  try {
    writeSync(handle, text);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
