import { z } from "zod";
import { textFault } from "../../../platform/http/json.ts";
import { checkPattern, SOFTWARE_FAMILIES } from "../engine/index.ts";
import { LONGEST_INSTANCE_NAME, MAPPING_SOURCES, MAPPING_STATUSES, PROCESS_TYPES } from "./mapping.model.ts";

/** Checks of the single fields, whoever brings them: a body or a file. */

const plain = z.string().superRefine((text, context) => {
  const fault = textFault(text);
  if (fault !== undefined) context.addIssue({ code: "custom", message: fault });
});
const name = (max: number) => plain.pipe(z.string().trim().min(1).max(max));
const names = z
  .array(name(255))
  .max(100)
  .transform((list) => [...new Set(list)]);

/** Refused: what does not compile or has no linear-time automaton. The fault names its place in the list. */
const pattern = plain.superRefine((text, context) => {
  const { reason } = checkPattern(text);
  if (reason !== undefined) context.addIssue({ code: "custom", message: reason });
});

export const mappingFields = {
  instanceName: plain.pipe(z.string().trim().max(LONGEST_INSTANCE_NAME)),
  patterns: z.array(pattern).max(100),
  softwareName: name(255),
  vendor: name(255).nullable(),
  family: z.enum(SOFTWARE_FAMILIES),
  names,
  processType: z.enum(PROCESS_TYPES),
  status: z.enum(MAPPING_STATUSES),
  source: z.enum(MAPPING_SOURCES),
  confidence: z.number().min(0).max(100).transform(Math.round),
  notes: plain.pipe(z.string().max(10_000)).nullable(),
};
