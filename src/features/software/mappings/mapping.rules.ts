import { z } from "zod";
import { textFault } from "../../../platform/http/json.ts";
import { checkPattern, SOFTWARE_FAMILIES } from "../engine/index.ts";
import { MAPPING_SOURCES, MAPPING_STATUSES, MAX_INSTANCE_NAME_LENGTH, PROCESS_TYPES } from "./mapping.model.ts";

/** Checks of single fields, for request bodies and imported files. */

const plain = z.string().superRefine((text, context) => {
  const fault = textFault(text);
  if (fault !== undefined) context.addIssue({ code: "custom", message: fault });
});
/** Up to `max` characters; the documents show the bound, which a pipe would hide. */
const upTo = (max: number, text = z.string()) => plain.pipe(text.max(max)).meta({ maxLength: max });
const name = (max: number) =>
  upTo(max, z.string().trim().min(1)).meta({ minLength: 1, maxLength: max, pattern: "\\S" });
const names = z
  .array(name(255))
  .max(100)
  .transform((list) => [...new Set(list)]);

const MAX_PATTERNS = 100;
/** Refused patterns take longest to compile, so only the first ones are reported. */
const MAX_FAULTS = 3;

/** Refuses patterns that do not compile or have no linear-time automaton; a fault names the index. */
const patterns = z
  .array(plain)
  .max(MAX_PATTERNS)
  .superRefine((list, context) => {
    let faults = 0;
    for (const [at, text] of list.slice(0, MAX_PATTERNS).entries()) {
      const { reason } = checkPattern(text);
      if (reason === undefined) continue;
      context.addIssue({ code: "custom", path: [at], message: reason });
      if (++faults === MAX_FAULTS) return;
    }
  });

export const mappingFields = {
  instanceName: upTo(MAX_INSTANCE_NAME_LENGTH, z.string().trim()),
  patterns,
  softwareName: name(255),
  vendor: name(255).nullable(),
  family: z.enum(SOFTWARE_FAMILIES),
  names,
  processType: z.enum(PROCESS_TYPES),
  status: z.enum(MAPPING_STATUSES),
  source: z.enum(MAPPING_SOURCES),
  confidence: z.number().min(0).max(100).transform(Math.round),
  notes: upTo(10_000).nullable(),
};
