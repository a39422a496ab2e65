import { isEqualJson } from "../../model/merge-patch.ts";
import type { Evidence, Finding } from "./analysis.model.ts";
import { ciEvidence, MOST_NAMED, ownEvidence, shown } from "./evidence.ts";
import type { Facts } from "./facts.ts";

const FEWEST_PEERS = 3;
const AGREEMENT = 0.75;

/** Attributes on which the CIs of the same role agree, and this one does not. */
export function drift({ ci, peers }: Facts): Finding[] {
  const others = peers.filter(({ id }) => id !== ci.id);
  if (others.length < FEWEST_PEERS) return [];
  const keys = new Set(others.flatMap(({ attributes }) => Object.keys(attributes)));
  return [...keys].sort().flatMap((key): Finding[] => {
    if (/ip|address|serial|uuid|mac|hostname|fqdn|name|id$|_at$|date|time|password|secret|token|key/i.test(key))
      return [];
    const groups = Map.groupBy(others, ({ attributes }) => JSON.stringify(attributes[key] ?? null));
    const [usual, holders] = [...groups].sort(([, a], [, b]) => b.length - a.length)[0]!;
    const common: unknown = JSON.parse(usual);
    const own = ci.attributes[key] ?? null;
    if (common === null || typeof common === "object" || holders.length / others.length < AGREEMENT) return [];
    if (isEqualJson(own, common)) return [];
    const text = `${key} is ${shown(own)}; of ${others.length} CIs of the same role ${holders.length} have ${shown(common)}`;
    const evidence = [ownEvidence(ci, `${key}: ${shown(own)}`), ...holders.slice(0, 5).map(ciEvidence)];
    return [{ category: "drift", severity: "low", text, evidence }];
  });
}

/** Programs that the CIs of the same role have, in one version, and this one lacks or has in another. */
export function softwareDrift({ software, comparedPeers }: Facts): Finding[] {
  if (comparedPeers < FEWEST_PEERS) return [];
  const differing = software.flatMap(({ id, name, own, others }) => {
    const groups = Map.groupBy(others, ({ version }) => version);
    const [usual, holders] = [...groups].sort(([, a], [, b]) => b.length - a.length)[0]!;
    if (holders.length / comparedPeers < AGREEMENT || own.some(({ version }) => version === usual)) return [];
    const has = own.length === 0 ? "missing" : shown(own[0]!.version ?? "no version");
    const value = `${shown(name)}: ${has}; ${holders.length} of ${comparedPeers} have ${shown(usual ?? "it")}`;
    return [{ kind: "software", id: own[0]?.instance ?? id, value } satisfies Evidence];
  });
  if (differing.length === 0) return [];
  const named = differing.slice(0, 3).map(({ value }) => value);
  const text = `${differing.length} programs differ from those of the CIs of its role: ${named.join(" | ")}`;
  return [{ category: "drift", severity: "low", text, evidence: differing.slice(0, MOST_NAMED) }];
}
