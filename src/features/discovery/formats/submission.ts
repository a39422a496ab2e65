import { z } from "zod";
import { type AppError, invalid, type Violation } from "../../../errors.ts";
import { checkValue } from "../../../platform/http/violations.ts";
import {
  type DiscoveredHost,
  discoveredHostSchema,
  MAX_HOSTS,
  type ScanSubmission,
  submissionFields,
} from "../host.model.ts";

/** Number of faults after which checking stops. */
const MAX_FAULTS = 50;

/** `scanSubmissionSchema` with unchecked hosts, which are checked one by one. */
const envelope = z.strictObject({
  ...submissionFields,
  data: z.looseObject({ discovered_hosts: z.array(z.unknown()).max(MAX_HOSTS) }),
});

/**
 * Checks a submission like `scanSubmissionSchema`, but stops after MAX_FAULTS, so that a large body full of faults costs
 * little.
 *
 * @throws AppError VALIDATION_ERROR with the faults, fields as dotted paths (`data.discovered_hosts.0.open_ports.1`)
 */
export function checkSubmission(value: unknown): ScanSubmission {
  const outer = checkValue(envelope, value);
  if (outer.violations) throw refused(outer.violations);
  const { data, ...fields } = outer.data;
  const hosts: DiscoveredHost[] = [];
  const violations: Violation[] = [];
  for (const [index, candidate] of data.discovered_hosts.entries()) {
    const host = checkValue(discoveredHostSchema, candidate, `data.discovered_hosts.${index}`);
    if (host.violations) violations.push(...host.violations);
    else hosts.push(host.data);
    if (violations.length >= MAX_FAULTS) break;
  }
  if (violations.length > 0) throw refused(violations.slice(0, MAX_FAULTS));
  return { ...fields, data: { discovered_hosts: hosts } };
}

function refused(violations: Violation[]): AppError {
  return invalid(violations);
}
