import { readFileSync } from "node:fs";
import path from "node:path";

/** Version of this Orrery, as its package says. */
export function ownVersion(): string {
  const file = path.resolve(import.meta.dirname, "../../package.json");
  return (JSON.parse(readFileSync(file, "utf8")) as { version: string }).version;
}
