import { type Identifier, identifierKey } from "../../../model/identifiers.ts";
import { mustGet } from "../../../model/must-get.ts";
import { by } from "../../../model/order.ts";
import { type Decision, decideAmong } from "./decide.ts";
import type { HostFacts } from "./facts.ts";
import { type Entry, entryOf } from "./ranking.ts";
import type { Candidate } from "./view.ts";

/**
 * Most CIs compared for one identifier, oldest first. A value that more CIs carry identifies none, and a submission of
 * thousands of hosts under one name must not cost the square of their number.
 */
export const MAX_HOLDERS = 100;

/** Most CIs compared for one identifier although only one of the two is a container; they are listed as losers. */
const MAX_EXPLAINED = 10;

/** Creation time of the CIs that a batch creates: later than that of every stored CI. */
const AFTER_EVERY_DATE = "9999-12-31T23:59:59.999Z";

/**
 * Decides a batch host by host; each decision sees the changes of the earlier ones. A host that occurs twice becomes one
 * CI, and an address that went to a better known host is not available to the next. Hosts with only an address are
 * decided last: if a scanner reports an address both alone and with one better known host, both are that host. Answers
 * are in the order of `batch`. A host whose CI an earlier host of the batch created is a `match` with the new id.
 *
 * @param candidates every CI, deleted ones included, that carries an identifier of some host's `lookups`
 * @param newId the id of the CI that the host at this index of `batch` becomes, when it becomes one
 */
export function decideBatch(
  batch: readonly HostFacts[],
  candidates: readonly Candidate[],
  newId: (index: number) => string,
): Decision[] {
  const holders = createHolders(candidates);
  const addresses = createReportedAddresses();
  const decisions = new Array<Decision>(batch.length);
  for (const index of processingOrder(batch)) {
    const facts = batch[index]!;
    const decision = addresses.resolveBare(facts, decideAmong(facts, holders.of(facts)));
    const ciId = decision.action === "create" ? newId(index) : decision.ciId;
    decisions[index] = { ...decision, ciId };
    if (ciId === undefined) continue;
    const known = holders.get(ciId);
    holders.put(known ? withObservation(known, facts) : candidateOf(facts, ciId, AFTER_EVERY_DATE));
    addresses.add(facts, ciId);
    for (const id of decision.duplicates) {
      const duplicate = holders.get(id);
      if (duplicate) holders.put({ ...duplicate, duplicateOf: ciId });
    }
  }
  return decisions;
}

/** The CIs of the better known hosts of a batch, by scanner and address. */
function createReportedAddresses() {
  const reported = new Map<string, Set<string>>();
  const keyOf = (facts: HostFacts, ip: string) => `${ip} ${facts.scannerId}`;
  return {
    add(facts: HostFacts, ciId: string): void {
      if (isBare(facts)) return;
      for (const ip of facts.ips) {
        const key = keyOf(facts, ip);
        reported.set(key, (reported.get(key) ?? new Set()).add(ciId));
      }
    },
    /** Matches a bare host that would be a new CI to the host that was reported with its address, if there is exactly one. */
    resolveBare(facts: HostFacts, decision: Decision): Decision {
      if (decision.action !== "create" || !isBare(facts)) return decision;
      const ciIds = new Set(facts.ips.flatMap((ip) => [...(reported.get(keyOf(facts, ip)) ?? [])]));
      const [ciId, ...more] = ciIds;
      if (ciId === undefined || more.length > 0) return decision;
      const ip = facts.ips.find((candidate) => reported.get(keyOf(facts, candidate))?.has(ciId)) ?? "";
      const candidates = decision.candidates.filter((lost) => lost.ciId !== ciId);
      return { ...decision, action: "match", ciId, rule: 6, matched: { ip }, candidates };
    },
  };
}

/** Whether only its addresses identify the host. */
function isBare(facts: HostFacts): boolean {
  return facts.identifiers.every(({ kind }) => kind === "ip") && !facts.container;
}

/** The CI that a new host becomes. `createdAt` is ISO 8601 in UTC. */
export function candidateOf(facts: HostFacts, ciId: string, createdAt: string): Candidate {
  return {
    ciId,
    name: facts.hostname ?? facts.ips[0] ?? ciId,
    type: "server",
    status: "active",
    deleted: false,
    createdAt,
    identifiers: facts.identifiers,
    osFamily: facts.osFamily,
    deviceType: facts.deviceType,
  };
}

/** A CI after an observation: reported kinds of identifiers are replaced, source keys are added. */
export function withObservation(candidate: Candidate, facts: HostFacts): Candidate {
  const replaced = new Set(facts.identifiers.map(({ kind }) => kind));
  replaced.delete("source_key");
  const kept = candidate.identifiers.filter(({ kind }) => !replaced.has(kind));
  const identifiers = new Map<string, Identifier>();
  for (const identifier of [...kept, ...facts.identifiers]) identifiers.set(identifierKey(identifier), identifier);
  return {
    ...candidate,
    deleted: false,
    identifiers: [...identifiers.values()],
    osFamily: facts.osFamily ?? candidate.osFamily,
    deviceType: facts.deviceType ?? candidate.deviceType,
  };
}

function processingOrder(batch: readonly HostFacts[]): number[] {
  const indexes = batch.map((_, index) => index);
  return [...indexes.filter((index) => !isBare(batch[index]!)), ...indexes.filter((index) => isBare(batch[index]!))];
}

/** CIs by the identifiers that they carry. */
interface Holders {
  get(ciId: string): Candidate | undefined;
  /** Adds a CI, or replaces it after a change. */
  put(candidate: Candidate): void;
  of(facts: HostFacts): Entry[];
}

function createHolders(candidates: readonly Candidate[]): Holders {
  const entries = new Map<string, Entry>();
  const carriers = new Map<string, Set<string>>();

  const put = (candidate: Candidate) => {
    const keys = new Set(candidate.identifiers.map(identifierKey));
    for (const identifier of entries.get(candidate.ciId)?.candidate.identifiers ?? []) {
      const key = identifierKey(identifier);
      if (!keys.has(key)) carriers.get(key)?.delete(candidate.ciId);
    }
    entries.set(candidate.ciId, entryOf(candidate));
    for (const key of keys) {
      const known = carriers.get(key);
      if (known) known.add(candidate.ciId);
      else carriers.set(key, new Set([candidate.ciId]));
    }
  };
  const age = ({ createdAt, ciId }: Candidate) => `${createdAt} ${ciId}`;
  for (const candidate of [...candidates].sort(by(age))) put(candidate);

  return {
    get: (ciId) => entries.get(ciId)?.candidate,
    put,
    of: (facts) => {
      const found = new Map<string, Entry>();
      for (const identifier of facts.lookups) {
        let comparable = 0;
        let others = 0;
        for (const ciId of carriers.get(identifierKey(identifier)) ?? []) {
          const entry = mustGet(entries, ciId);
          // All containers of a host report its serial number: they must not displace the host.
          if (entry.view.container !== facts.container && ++others > MAX_EXPLAINED) continue;
          found.set(ciId, entry);
          if (entry.view.container === facts.container && ++comparable === MAX_HOLDERS) break;
        }
      }
      return [...found.values()];
    },
  };
}
