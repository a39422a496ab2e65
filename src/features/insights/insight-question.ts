import { z } from "zod";
import { cleanText } from "../software/index.ts";
import type { FactGroup } from "./facts.ts";
import {
  COMMUNICATION_PATTERNS,
  type ConnectionInsight,
  CRITICALITIES,
  type Insight,
  type InsightDependency,
} from "./insights.model.ts";

/** As it stands in the accounts. */
export const INSIGHT_PURPOSE = "insights.server";

export const INSIGHT_SYSTEM =
  "You describe one host of an IT infrastructure from its inventory. Say in a few words its role (such as `database " +
  "server`), how critical it is for those who depend on it, which of its numbered connections it cannot do without, and " +
  "how sure you are. For each numbered connection say the application protocol (such as `postgresql` or `https`; null " +
  "where you cannot tell) and the communication pattern. Refer to connections by their ids alone.";

const confidence = z.number().min(0).max(1).describe("1: certain; below 0.7: a guess");
const connectionId = z.int().describe("the id of a connection");
const MOST = 200;

export const insightAnswer = z.object({
  role: z.string().max(1_000),
  criticality: z.enum(CRITICALITIES),
  dependencies: z.array(z.object({ connection: connectionId, reason: z.string().max(2_000).nullable() })).max(MOST),
  confidence,
  connections: z
    .array(
      z.object({
        id: connectionId,
        application_protocol: z.string().max(1_000).nullable(),
        communication_pattern: z.enum(COMMUNICATION_PATTERNS),
        confidence,
      }),
    )
    .max(MOST),
});

const LONGEST_ROLE = 80;
const LONGEST_REASON = 300;
/** As protocols are called: no blanks, no signs of an address. */
const PROTOCOL = /^[a-z0-9][a-z0-9.+/_-]{0,39}$/;

export type ReadInsight = Pick<Insight, "role" | "criticality" | "dependencies" | "confidence"> & {
  connections: Omit<ConnectionInsight, "model" | "generatedAt">[];
};

/** What the answer says of the host and the groups that were asked about; undefined where it names no role. */
export function readInsight(
  answer: z.output<typeof insightAnswer>,
  groups: readonly FactGroup[],
): ReadInsight | undefined {
  const role = plain(answer.role, LONGEST_ROLE);
  if (role === "") return undefined;
  const dependencies = firstOfEach(answer.dependencies, ({ connection }) => connection).flatMap(
    ({ connection, reason }): InsightDependency[] => {
      const group = groups[connection - 1];
      if (!group) return [];
      const { targetName, targetIp, targetCiId, processName, ports } = group;
      const name = targetName ?? targetIp ?? "unknown";
      const why = plain(reason ?? "", LONGEST_REASON) || null;
      return [{ name, ip: targetIp, ciId: targetCiId, process: processName, ports, reason: why }];
    },
  );
  const connections = firstOfEach(answer.connections, ({ id }) => id).flatMap((one) => {
    const group = groups[one.id - 1];
    if (!group) return [];
    const { key: groupKey, processName, targetIp, targetCiId, ports } = group;
    const told = { communicationPattern: one.communication_pattern, confidence: one.confidence };
    const applicationProtocol = protocolOf(one.application_protocol);
    return [{ groupKey, processName, targetIp, targetCiId, ports, applicationProtocol, ...told }];
  });
  return { role, criticality: answer.criticality, confidence: answer.confidence, dependencies, connections };
}

/** A protocol's name in lower case; null for what is none, or says that nobody knows. */
export function protocolOf(text: string | null): string | null {
  const name = plain(text ?? "", 60)
    .toLowerCase()
    .replace(/\s+/g, "-");
  return PROTOCOL.test(name) && !["unknown", "none", "null", "n/a", "other"].includes(name) ? name : null;
}

function firstOfEach<T>(items: readonly T[], idOf: (item: T) => number): T[] {
  const found = new Map<number, T>();
  for (const item of items) if (!found.has(idOf(item))) found.set(idOf(item), item);
  return [...found.values()];
}

function plain(text: string, longest: number): string {
  return cleanText(text.slice(0, 4 * longest).toWellFormed())
    .slice(0, longest)
    .toWellFormed()
    .trim();
}
