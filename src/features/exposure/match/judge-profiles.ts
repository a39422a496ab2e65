import { coerceError } from "../../../errors.ts";
import type { Logger } from "../../../platform/log.ts";
import { type CompiledCve, compileCve, judge, prepareHost, prepareInstalled } from "../matching/index.ts";
import type { Profile } from "../state/profile.model.ts";
import type { CveRow, Finding } from "./match.store.ts";

/** Judges programs by CVEs. `aliases`: another name of the same product, by key. */
export interface Judge {
  /** The findings of the profiles in these CVEs; a CVE that cannot be judged is logged and costs no other. */
  judge(profiles: readonly Profile[], cves: readonly CveRow[], aliases: ReadonlyMap<string, string>): Finding[];
}

const MOST_COMPILED = 4_000;

/** Keeps the CVEs of the latest products compiled. */
export function createJudge(log: Pick<Logger, "error">): Judge {
  const compiled = new Map<string, { change: number; cve: CompiledCve }>();

  const compile = ({ cve, change, configurations }: CveRow): CompiledCve => {
    const known = compiled.get(cve);
    if (known?.change === change) return known.cve;
    const fresh = compileCve(configurations);
    if (compiled.size >= MOST_COMPILED) compiled.clear();
    compiled.set(cve, { change, cve: fresh });
    return fresh;
  };

  return {
    judge(profiles, cves, aliases) {
      const prepared = profiles.map((profile) => ({ profile, ...prepare(profile, aliases) }));
      const findings: Finding[] = [];
      for (const row of cves) {
        try {
          const cve = compile(row);
          for (const { profile, installed, host } of prepared) {
            const { status, reason, criterion } = judge(cve, installed, host);
            if (status !== "not_affected")
              findings.push({ profileId: profile.id, cve: row.cve, status, reason, criterion });
          }
        } catch (error) {
          log.error({ cve: row.cve, error: coerceError(error).message }, "a CVE cannot be matched; it is left out");
        }
      }
      return findings;
    },
  };
}

function prepare(
  { cpeName, version, kind, osName, osVersion, arch, others }: Profile,
  aliases: ReadonlyMap<string, string>,
) {
  return {
    installed: prepareInstalled({ cpeName, version, kind }, aliases),
    host: prepareHost({ os: { name: osName, version: osVersion, architecture: arch }, others }),
  };
}
