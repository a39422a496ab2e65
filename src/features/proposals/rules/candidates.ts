import { mustGet } from "../../../model/must-get.ts";
import type { FanEnd } from "../proposals.graph.store.ts";
import {
  CAPS,
  type Candidate,
  type Evidence,
  type Flow,
  type ProposalCi,
  type ProposedType,
  pairKey,
  type Support,
} from "../proposals.model.ts";
import type { NamedValue } from "./config-values.ts";
import { isNextTier, partsOfName } from "./names.ts";
import { type FamilyOf, type Meaning, meaningOf } from "./services.ts";

/** What the rules know: the CIs of all ends, their connections, and what their fields name. */
export interface Observed {
  cis: ReadonlyMap<string, ProposalCi>;
  flows: readonly Flow[];
  /** Values that name exactly one other CI. */
  named: readonly { value: NamedValue; target: string }[];
  /** Number of peers that a CI has on a port. */
  peersOf(end: FanEnd): number;
  /** Number of hosts of which connections are known. */
  reportingHosts: number;
  familyOf: FamilyOf;
}

/**
 * Weights of evidence. They combine as independent signs do, 1 - product(1 - weight), below the cap of the strongest kind
 * (`CAPS`): what stands alone is rarely certain, what agrees is.
 */
const WEIGHTS = {
  /** An observed connection to an address that one CI has. */
  traffic: 0.6,
  /** The same to a port that systems hand out by chance: which end serves is a guess. */
  ephemeral: 0.35,
  /** The port or the listening process is a database, cache, queue, search engine or share. */
  dataService: 0.5,
  /** ... or a web or application server. */
  appService: 0.25,
  /** The program that opened it is known, and no overhead. */
  client: 0.2,
  /** The target itself reports the program that listens. */
  listener: 0.2,
  /** It was seen in collections at least an hour apart. */
  repeated: 0.15,
  /** A field such as `db_host` names the target. */
  config: 0.72,
  /** A field such as `url` names it. */
  mention: 0.5,
  /** The names say the same application, a tier further back. */
  name: 0.3,
  /** Both stand in the same subnet: next to nothing. */
  subnet: 0.05,
} as const;

/** From this share of the reporting hosts on, and this number, what connects to a port is overhead of all. */
const UBIQUITOUS_SHARE = 0.4;
const UBIQUITOUS_PEERS = 6;
const FIRST_EPHEMERAL = 32_768;
const REPEATED_MS = 3_600_000;
const MAX_EVIDENCE = 8;

interface Sign {
  weight: number;
  evidence?: Evidence | undefined;
}
interface Draft {
  type: ProposedType;
  source: string;
  target: string;
  support: Support;
  signs: Map<string, Sign>;
  port: number | null;
  protocol: string | null;
}

/** Candidates by the rules, strongest first. Pure; reads each connection and value once. */
export function candidatesOf(observed: Observed): Candidate[] {
  const drafts = new Map<string, Draft>();
  for (const flow of observed.flows) addFlow(drafts, observed, flow);
  for (const { value, target } of observed.named) addValue(drafts, observed, value, target);
  for (const draft of drafts.values()) addNames(draft, observed.cis);
  return [...drafts.values()]
    .map((draft) => candidateOf(draft, observed.cis))
    .sort((a, b) => b.confidence - a.confidence || (a.source + a.target < b.source + b.target ? -1 : 1));
}

function addFlow(drafts: Map<string, Draft>, observed: Observed, flow: Flow): void {
  const { cis } = observed;
  const [source, target] = [cis.get(flow.source), cis.get(flow.target)];
  if (!source || !target || source.status === "inactive" || target.status === "inactive") return;
  const meaning = meaningOf(flow, observed.familyOf);
  if (meaning.isCluster) {
    addPeers(drafts, flow, source, target);
    return;
  }
  if (meaning.byOverhead || meaning.purpose === "overhead" || isUbiquitous(observed, flow, meaning)) return;
  const isGuess = flow.port !== null && flow.port >= FIRST_EPHEMERAL && flow.targetProcess === null;
  const draft = draftOf(drafts, "depends_on", flow.source, flow.target);
  const isService = meaning.purpose === "data" || meaning.purpose === "app";
  strengthen(draft, isService && !isGuess ? "service" : "traffic", flow);
  const evidence = { kind: "relationship", id: flow.id, text: flowText(flow, source, target) } as const;
  sign(draft, "traffic", isGuess ? WEIGHTS.ephemeral : WEIGHTS.traffic, evidence);
  if (meaning.purpose === "data") sign(draft, "service", WEIGHTS.dataService);
  else if (meaning.purpose === "app") sign(draft, "service", WEIGHTS.appService);
  if (flow.sourceProcess !== null) sign(draft, "client", WEIGHTS.client);
  if (flow.targetProcess !== null) sign(draft, "listener", WEIGHTS.listener);
  if (Date.parse(flow.lastSeen ?? "") - Date.parse(flow.firstSeen ?? "") >= REPEATED_MS) {
    sign(draft, "repeated", WEIGHTS.repeated);
  }
}

/** Members of a cluster need each other: one proposal for both directions, from the smaller id. */
function addPeers(drafts: Map<string, Draft>, flow: Flow, source: ProposalCi, target: ProposalCi): void {
  const [first, second] = source.id < target.id ? [source.id, target.id] : [target.id, source.id];
  const draft = draftOf(drafts, "communicates_with", first, second);
  strengthen(draft, "service", flow);
  const evidence = { kind: "relationship", id: flow.id, text: flowText(flow, source, target) } as const;
  sign(draft, "traffic", WEIGHTS.traffic, evidence);
  sign(draft, "service", WEIGHTS.dataService);
  const [a, b] = [partsOfName(source.name), partsOfName(target.name)];
  if (a.stem !== "" && a.stem === b.stem && a.tier === b.tier) sign(draft, "name", WEIGHTS.name);
}

/** Whether most hosts connect to that port of the target, or the source connects to most hosts on that port. */
function isUbiquitous({ peersOf, reportingHosts }: Observed, { port, source, target }: Flow, { purpose }: Meaning) {
  if (port === null || purpose === "data") return false;
  const most = Math.max(UBIQUITOUS_PEERS, UBIQUITOUS_SHARE * reportingHosts);
  return (
    peersOf({ id: target, port, incoming: true }) >= most || peersOf({ id: source, port, incoming: false }) >= most
  );
}

function addValue(drafts: Map<string, Draft>, { cis }: Observed, value: NamedValue, targetId: string): void {
  const [source, target] = [cis.get(value.ciId), cis.get(targetId)];
  if (!source || !target || source.id === target.id || target.status === "inactive" || source.status === "inactive")
    return;
  const draft = draftOf(drafts, "depends_on", source.id, target.id);
  if (draft.support !== "service") draft.support = "config";
  const text = `${value.field} of ${shortName(source)} names ${shortText(value.host)}, which is ${shortName(target)}`;
  sign(draft, "config", value.isStrong ? WEIGHTS.config : WEIGHTS.mention, { kind: "ci", id: source.id, text });
}

function addNames(draft: Draft, cis: ReadonlyMap<string, ProposalCi>): void {
  const [source, target] = [mustGet(cis, draft.source), mustGet(cis, draft.target)];
  if (isNextTier(partsOfName(source.name), partsOfName(target.name))) {
    const text = `The names ${shortName(source)} and ${shortName(target)} say one application, the latter further back`;
    sign(draft, "name", WEIGHTS.name, { kind: "ci", id: target.id, text });
  }
  const [a, b] = [subnetOf(source), subnetOf(target)];
  if (a !== undefined && a === b) sign(draft, "subnet", WEIGHTS.subnet);
}

/** Candidates that names alone support, among the given CIs. They stay below what traffic supports. */
export function nameCandidates(subjects: readonly ProposalCi[], known: ReadonlySet<string>): Candidate[] {
  const byStem = Map.groupBy(subjects, ({ name }) => partsOfName(name).stem);
  const cis = new Map(subjects.map((ci) => [ci.id, ci]));
  return [...byStem].flatMap(([stem, members]) => {
    if (stem === "" || members.length > 20) return [];
    return members.flatMap((source) =>
      members.flatMap((target) => {
        if (source === target || known.has(pairKey({ source: source.id, target: target.id }))) return [];
        const draft: Draft = { ...emptyDraft("depends_on", source.id, target.id), support: "name" };
        addNames(draft, cis);
        return draft.signs.has("name") ? [candidateOf(draft, cis)] : [];
      }),
    );
  });
}

function candidateOf(draft: Draft, cis: ReadonlyMap<string, ProposalCi>): Candidate {
  const signs = [...draft.signs.values()];
  const certainty = 1 - signs.reduce((product, { weight }) => product * (1 - weight), 1);
  const { type, source, target, support, port, protocol } = draft;
  const confidence = Math.round(100 * Math.min(certainty, CAPS[support])) / 100;
  const evidence = signs.flatMap(({ evidence: shown }) => shown ?? []).slice(0, MAX_EVIDENCE);
  const reason = reasonOf(draft, cis);
  return { type, source, target, confidence, reason, evidence, support, port, protocol, by: "rules" };
}

function reasonOf({ type, source, target, signs }: Draft, cis: ReadonlyMap<string, ProposalCi>): string {
  const verb = type === "communicates_with" ? "and its peer form a cluster with" : "depends on";
  const because = [
    signs.has("traffic") && "an observed connection",
    signs.has("service") && "to a service that clients need",
    signs.has("config") && "a field that names it",
    signs.has("name") && "names of one application",
    signs.has("repeated") && "seen more than once",
  ].filter((part) => part !== false);
  const [from, to] = [mustGet(cis, source), mustGet(cis, target)].map(shortName);
  return `${from} ${verb} ${to}: ${because.join(", ")}`;
}

function draftOf(drafts: Map<string, Draft>, type: ProposedType, source: string, target: string): Draft {
  const key = `${type} ${source} ${target}`;
  const known = drafts.get(key) ?? emptyDraft(type, source, target);
  drafts.set(key, known);
  return known;
}

function emptyDraft(type: ProposedType, source: string, target: string): Draft {
  return { type, source, target, support: "none", signs: new Map(), port: null, protocol: null };
}

const STRENGTH: readonly Support[] = ["none", "name", "traffic", "config", "service"];

function strengthen(draft: Draft, support: Support, { port, protocol }: Flow): void {
  if (STRENGTH.indexOf(support) <= STRENGTH.indexOf(draft.support)) return;
  draft.support = support;
  draft.port = port;
  draft.protocol = protocol;
}

/** Each kind of sign counts once, with its strongest weight; evidence of further connections is kept. */
function sign(draft: Draft, kind: string, weight: number, evidence?: Evidence): void {
  const known = draft.signs.get(kind);
  if (!known || known.weight < weight) draft.signs.set(kind, { weight, evidence: evidence ?? known?.evidence });
  if (known && evidence && draft.signs.size < 30)
    draft.signs.set(`${kind} ${evidence.id} ${evidence.text}`, { weight: 0, evidence });
}

function flowText(
  { port, protocol, sourceProcess, targetProcess }: Flow,
  source: ProposalCi,
  target: ProposalCi,
): string {
  const by = sourceProcess === null ? "" : ` (${shortText(sourceProcess)})`;
  const to = targetProcess === null ? "" : ` (${shortText(targetProcess)})`;
  const place = port === null ? "" : `, port ${port}${protocol === null ? "" : `/${shortText(protocol)}`}`;
  return `${shortName(source)}${by} connects to ${shortName(target)}${to}${place}`;
}

function subnetOf({ fields }: ProposalCi): string | undefined {
  const ip = fields.ip_address;
  return typeof ip === "string" ? /^(\d+\.\d+\.\d+)\.\d+$/.exec(ip)?.[1] : undefined;
}

function shortName({ name }: ProposalCi): string {
  return shortText(name);
}

function shortText(text: string): string {
  return text.length > 64 ? `${text.slice(0, 63).toWellFormed()}…` : text;
}
