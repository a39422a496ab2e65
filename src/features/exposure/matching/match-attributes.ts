import { architectureOf } from "./architectures.ts";
import type { Attributes } from "./criterion.ts";
import { both, type Met } from "./doubt.ts";
import type { PreparedHost, PreparedInstalled } from "./prepare.ts";
import { matchTargetSystem } from "./systems.ts";

/** Whether a program on a server has a criterion's edition, language and target (rules 7 and 8). */
export function matchAttributes(wanted: Attributes, { attributes: own }: PreparedInstalled, host: PreparedHost): Met {
  let met: Met = true;
  for (const field of ["edition", "language", "swEdition", "other"] as const) {
    met = both(met, matchEdition(wanted[field], own?.[field]));
  }
  if (wanted.targetSw !== undefined) met = both(met, matchTarget(wanted.targetSw, own?.targetSw, host));
  if (wanted.targetHw !== undefined) met = both(met, matchArchitecture(wanted.targetHw, own?.targetHw, host));
  return met;
}

function matchEdition(wanted: string | undefined, own: string | undefined): Met {
  if (wanted === undefined || wanted === own) return true;
  if (wanted === "-") return own === undefined;
  return own === undefined ? "edition" : false;
}

function matchTarget(wanted: string, own: string | undefined, host: PreparedHost): Met {
  if (wanted === own || wanted === "-" || (own !== undefined && own !== "-")) return matchEdition(wanted, own);
  return matchTargetSystem(wanted, host) ?? matchEdition(wanted, own);
}

function matchArchitecture(wanted: string, own: string | undefined, host: PreparedHost): Met {
  const architecture = architectureOf(wanted);
  if (architecture === null || wanted === own) return matchEdition(wanted, own);
  const installed = own === undefined ? host.architecture : (architectureOf(own) ?? host.architecture);
  return installed === null ? "architecture" : installed === architecture;
}
