import { z } from "@hono/zod-openapi";
import type { Violation } from "../../../errors.ts";
import { checkValue } from "../../../platform/http/violations.ts";
import {
  PROCESS_PLATFORMS,
  type ProcessName,
  SOFTWARE_FAMILIES,
  SOFTWARE_PLATFORMS,
  THING_KINDS,
} from "../engine/index.ts";
import type { Identified, ProgramName } from "../ports.ts";
import { MAX_BATCH_SIZE } from "./identifier.ts";

/** No machine reports longer names; identification reads fewer characters still. */
const MAX_TEXT_LENGTH = 10_000;
const text = z.string().max(MAX_TEXT_LENGTH).nullish();
const programFields = {
  name: z.string().min(1).max(MAX_TEXT_LENGTH),
  vendor: text,
  version: text,
  platform: z.enum(SOFTWARE_PLATFORMS).nullish().openapi({ description: "Where the name was read; default other" }),
  cpe_name: text.openapi({ description: "A CPE 2.3 name or 2.2 URI that came with the program" }),
};
const programLine = z.object(programFields);
const processLine = z.object({
  process: z.string().min(1).max(MAX_TEXT_LENGTH),
  platform: z.enum(PROCESS_PLATFORMS),
  command_line: z.string().max(100_000).nullish(),
});

export const identifyBody = z.strictObject({
  items: z.array(z.strictObject(programFields)).min(1).max(MAX_BATCH_SIZE),
});

const score = z.number().min(0).max(1);
const cpe = z.object({
  name: z.string().nullable().openapi({ description: "CPE 2.3 name; null where none agrees" }),
  match: z.enum(["exact", "product", "none"]),
  score,
  method: z.enum(["version", "vendor_product", "full_name", "reported"]).nullable(),
  candidates: z.array(z.object({ name: z.string(), score, reasons: z.array(z.string()) })),
  reasons: z.array(z.string()),
});
const identified = z
  .object({
    normalized_name: z.string(),
    software: z.object({ name: z.string(), vendor: z.string().nullable() }),
    family: z.enum(SOFTWARE_FAMILIES).nullable().openapi({ description: "Null where nothing says it" }),
    kind: z.enum(THING_KINDS).openapi({ description: "What kind of thing it is, by its name and where it was read" }),
    mapping_id: z.string().nullable(),
    cpe,
  })
  .openapi("IdentifiedSoftware");
export const identifySchema = z.object({ results: z.array(identified) });

export function toProgram({ name, vendor, version, platform, cpe_name }: z.output<typeof programLine>): ProgramName {
  return {
    name,
    vendor: vendor ?? undefined,
    version: version ?? undefined,
    platform: platform ?? undefined,
    cpeName: cpe_name ?? undefined,
  };
}

export function presentIdentified({
  normalizedName,
  software,
  family,
  kind,
  mappingId,
  cpe,
}: Identified): z.output<typeof identified> {
  return { normalized_name: normalizedName, software, family, kind, mapping_id: mappingId, cpe };
}

/** The value of a line of a file, or its fault. Unknown members are ignored. */
export type Line<T> = { value: T } | { error: string };

export function readProgramLine(json: unknown): Line<ProgramName> {
  const { data, violations } = checkValue(programLine, json);
  return violations ? faultOf(violations) : { value: toProgram(data) };
}

export function readProcessLine(json: unknown): Line<ProcessName> {
  const parsed = checkValue(processLine, json);
  if (parsed.violations) return faultOf(parsed.violations);
  const { process, platform, command_line } = parsed.data;
  return { value: { process, platform, commandLine: command_line ?? undefined } };
}

function faultOf(violations: readonly Violation[]): { error: string } {
  const faults = violations.slice(0, 5);
  return { error: faults.map(({ field, reason }) => (field === "" ? reason : `${field}: ${reason}`)).join("; ") };
}
