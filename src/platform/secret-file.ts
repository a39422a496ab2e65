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
/** Beside it while a rotation is under way. */
const PREVIOUS = "secret.previous";

/** The kept secret, made at first. Of several processes that make it at once one wins. */
export function keptSecret(home: string): string {
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

/** The secret before the kept one; undefined unless a rotation was begun and not ended. */
export function keptPreviousSecret(home: string): string | undefined {
  try {
    return readFileSync(path.join(home, PREVIOUS), "utf8").trim();
  } catch (error) {
    if (errorCode(error) === "ENOENT") return undefined;
    throw error;
  }
}

/**
 * Makes a new secret and keeps the old one beside it, or goes on with a rotation that was cut short. At every moment the
 * files hold each secret that anything may be sealed under: the old one is copied first, then replaced as a whole.
 */
export function beginSecretRotation(home: string): { current: string; previous: string } {
  const [current, left] = [keptSecret(home), keptPreviousSecret(home)];
  if (left !== undefined && left !== current) return { current, previous: left };
  replace(path.join(home, PREVIOUS), current);
  const fresh = newSecret();
  replace(path.join(home, FILE), fresh);
  return { current: fresh, previous: current };
}

/** Forgets the secret before: nothing is sealed under it any more. */
export function endSecretRotation(home: string): void {
  rmSync(path.join(home, PREVIOUS), { force: true });
}

function newSecret(): string {
  return randomBytes(48).toString("base64url");
}

/** A crash leaves the old content or the new one, and what is there has reached the disk. */
function replace(file: string, text: string): void {
  const draft = `${file}.${process.pid}.tmp`;
  write(draft, text, "w");
  renameSync(draft, file);
  // Windows opens no folder as a file; there the rename itself has to do.
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
