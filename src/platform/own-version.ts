import { readFileSync } from "node:fs";
import path from "node:path";

/** Version of Orrery from its package.json. */
export function ownVersion(): string {
  const file = path.resolve(import.meta.dirname, "../../package.json");
  return (JSON.parse(readFileSync(file, "utf8")) as { version: string }).version;
}
