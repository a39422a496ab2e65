import { type CompiledCve, type CompiledNode, criteriaOf } from "./compile.ts";
import type { Criterion } from "./criterion.ts";
import { both, type Doubt, either, type Met, negated, sentenceOf } from "./doubt.ts";
import { matchAttributes } from "./match-attributes.ts";
import { matchSystem } from "./match-system.ts";
import { matchVersion } from "./match-version.ts";
import type { PreparedHost, PreparedInstalled } from "./prepare.ts";
import type { Verdict } from "./types.ts";

interface Finding {
  met: Met;
  criterion: Criterion | undefined;
}

const NOTHING: Finding = { met: false, criterion: undefined };
const NOT_AFFECTED: Verdict = Object.freeze({
  status: "not_affected",
  reason: "No criterion of the record is met.",
  criterion: null,
});

/**
 * Whether a CVE affects a program on its server, by rules of the record alone. A program from a distribution is at most
 * `possible`: its fixes do not show in the maker's version, and only the distribution's own feed can tell.
 */
export function judge(cve: CompiledCve, installed: PreparedInstalled, host: PreparedHost): Verdict {
  let best = findPlain(cve, installed, host);
  for (const node of cve.conditional) {
    if (best.met === true) break;
    best = better(best, findConditional(cve, node, installed, host));
  }
  if (best.met === false || best.criterion === undefined) return NOT_AFFECTED;
  return verdictOf(best.met, best.criterion, installed);
}

function verdictOf(met: true | Doubt, criterion: Criterion, installed: PreparedInstalled): Verdict {
  if (met !== true) return { status: "possible", reason: sentenceOf(met), criterion: criterion.text };
  if (installed.isDistributed) {
    const reason = "The maker's version is affected; the distribution may have fixed its package.";
    return { status: "possible", reason, criterion: criterion.text };
  }
  return { status: "affected", reason: "The record names this version.", criterion: criterion.text };
}

function better(a: Finding, b: Finding): Finding {
  return a.met === true || (a.met !== false && b.met !== true) ? a : b;
}

function findPlain(cve: CompiledCve, installed: PreparedInstalled, host: PreparedHost): Finding {
  let best = NOTHING;
  let isExcluded = false;
  for (const key of installed.keys) {
    for (const criterion of cve.plain.get(key) ?? []) {
      if (criterion.vulnerable && best.met === true) continue;
      const met = matchProgram(cve, criterion, installed, host);
      if (criterion.vulnerable) best = better(best, { met, criterion });
      else if (met === true) isExcluded = true;
    }
  }
  return isExcluded && best.met === true ? { ...best, met: "contradiction" } : best;
}

/** A configuration with AND: all of it is met, and one of its vulnerable criteria by the program itself (rule 9). */
function findConditional(
  cve: CompiledCve,
  node: CompiledNode,
  installed: PreparedInstalled,
  host: PreparedHost,
): Finding {
  let own = NOTHING;
  for (const criterion of criteriaOf(node)) {
    if (!criterion.vulnerable || !installed.keys.includes(criterion.key)) continue;
    own = better(own, { met: matchProgram(cve, criterion, installed, host), criterion });
  }
  if (own.met === false) return NOTHING;
  return { met: both(own.met, matchNode(cve, node, installed, host)), criterion: own.criterion };
}

function matchNode(cve: CompiledCve, node: CompiledNode, installed: PreparedInstalled, host: PreparedHost): Met {
  const isAnd = node.operator === "AND";
  let met: Met = isAnd;
  const combine = isAnd ? both : either;
  for (const criterion of node.criteria) met = combine(met, matchAnywhere(cve, criterion, installed, host));
  for (const child of node.children) met = combine(met, matchNode(cve, child, installed, host));
  return node.negate ? negated(met) : met;
}

/** Whether a criterion is met by the program, by its server's system or by another program there. */
function matchAnywhere(cve: CompiledCve, criterion: Criterion, installed: PreparedInstalled, host: PreparedHost): Met {
  let met: Met = installed.keys.includes(criterion.key) && matchProgram(cve, criterion, installed, host);
  for (const other of host.programs.get(criterion.key) ?? [])
    met = either(met, matchProgram(cve, criterion, other, host));
  if (criterion.key.startsWith("o:")) met = either(met, matchSystem(criterion, host));
  if (criterion.key.startsWith("h:")) met = either(met, "hardware");
  return met;
}

function matchProgram(cve: CompiledCve, criterion: Criterion, program: PreparedInstalled, host: PreparedHost): Met {
  const met = matchVersion(criterion, program, cve.java.has(criterion.key));
  if (met === false || criterion.attributes === undefined) return met;
  return both(met, matchAttributes(criterion.attributes, program, host));
}
