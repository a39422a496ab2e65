import { z } from "zod";
import { withoutAddresses } from "../../platform/ai/index.ts";
import { cleanText } from "../software/index.ts";
import type { ConnectionGroup } from "./facts.ts";
import {
  COMMUNICATION_PATTERNS,
  type ConnectionInsight,
  CRITICALITIES,
  type Insight,
  type InsightDependency,
} from "./insights.model.ts";

/** Purpose under which the usage of the model is recorded. */
export const INSIGHT_PURPOSE = "insights.server";

export const INSIGHT_SYSTEM =
  "You describe one host of an IT infrastructure from its inventory. Say in a few words its role (such as `database " +
  "server`), how critical it is for those who depend on it, which of its numbered connections it cannot do without, and " +
  "how sure you are. For each numbered connection say the application protocol (such as `postgresql` or `https`; null " +
  "where you cannot tell) and the communication pattern. Refer to connections by their ids alone.";

const confidence = z.number().min(0).max(1).describe("1: certain; below 0.7: a guess");
const connectionId = z.int().describe("the id of a connection");
const MAX_ANSWER_ITEMS = 200;

export const insightAnswer = z.object({
  role: z.string().max(1_000),
  criticality: z.enum(CRITICALITIES),
  dependencies: z
    .array(z.object({ connection: connectionId, reason: z.string().max(2_000).nullable() }))
    .max(MAX_ANSWER_ITEMS),
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
    .max(MAX_ANSWER_ITEMS),
});

const MAX_ROLE_LENGTH = 80;
const MAX_REASON_LENGTH = 300;
/** Names of protocols: no blanks, no characters of addresses. */
const PROTOCOL = /^[a-z0-9][a-z0-9.+/_-]{0,39}$/;

export type ParsedInsight = Pick<Insight, "role" | "criticality" | "dependencies" | "confidence"> & {
  connections: Omit<ConnectionInsight, "model" | "generatedAt">[];
};

/** Content of the answer for the host and the groups of the question; undefined if it names no role. */
export function parseAnswer(
  answer: z.output<typeof insightAnswer>,
  groups: readonly ConnectionGroup[],
): ParsedInsight | undefined {
  const role = cleanLine(answer.role, MAX_ROLE_LENGTH);
  if (role === "") return undefined;
  const dependencies = uniqueById(answer.dependencies, ({ connection }) => connection).flatMap(
    ({ connection, reason }): InsightDependency[] => {
      const group = groups[connection - 1];
      if (!group) return [];
      const { targetName, targetIp, targetCiId, processName, ports } = group;
      const name = targetName ?? targetIp ?? "unknown";
      const why = cleanLine(reason ?? "", MAX_REASON_LENGTH) || null;
      return [{ name, ip: targetIp, ciId: targetCiId, process: processName, ports, reason: why }];
    },
  );
  const connections = uniqueById(answer.connections, ({ id }) => id).flatMap((connection) => {
    const group = groups[connection.id - 1];
    if (!group) return [];
    const { key: groupKey, processName, targetIp, targetCiId, ports } = group;
    const pattern = { communicationPattern: connection.communication_pattern, confidence: connection.confidence };
    const applicationProtocol = protocolOf(connection.application_protocol);
    return [{ groupKey, processName, targetIp, targetCiId, ports, applicationProtocol, ...pattern }];
  });
  return { role, criticality: answer.criticality, confidence: answer.confidence, dependencies, connections };
}

/** A protocol's name in lower case; null if the text is no such name, or means that it is unknown. */
export function protocolOf(text: string | null): string | null {
  const name = cleanLine(text ?? "", 60)
    .toLowerCase()
    .replace(/\s+/g, "-");
  return PROTOCOL.test(name) && !["unknown", "none", "null", "n/a", "other"].includes(name) ? name : null;
}

function uniqueById<T>(items: readonly T[], idOf: (item: T) => number): T[] {
  const found = new Map<number, T>();
  for (const item of items) if (!found.has(idOf(item))) found.set(idOf(item), item);
  return [...found.values()];
}

function cleanLine(text: string, longest: number): string {
  return cleanText(withoutAddresses(text.slice(0, 4 * longest).toWellFormed()))
    .slice(0, longest)
    .toWellFormed()
    .trim();
}
