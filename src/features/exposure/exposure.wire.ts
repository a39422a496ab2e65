import { z } from "@hono/zod-openapi";
import { CVE_SEVERITIES } from "../../platform/nvd/index.ts";
import { EXPOSURE_STATUSES, type Vulnerability, type VulnerabilityDetail } from "./answers/answers.model.ts";
import { DECISIONS, type Decision } from "./decisions/decisions.store.ts";

const time = z.iso.datetime();
const status = z.enum(EXPOSURE_STATUSES);
const number = (description: string, example: number) => z.number().openapi({ description, example });
const count = (description: string) => z.int().openapi({ description, example: 3 });
const part = <V extends z.ZodType>(value: V) =>
  z
    .object({
      value,
      points: number("What it gives to the score", 12.5),
      max: number("The most that it can give; those of all parts are 100", 40),
    })
    .openapi({ description: "One part of the score" });

const prioritySchema = z
  .object({
    score: count("0 to 100: the sum of the points"),
    parts: z
      .object({
        severity: part(z.number().nullable().openapi({ description: "CVSS base score, 0 to 10", example: 9.8 })),
        known_exploited: part(
          z.boolean().openapi({ description: "Whether it is known to be exploited", example: true }),
        ),
        prediction: part(z.number().nullable().openapi({ description: "Exploit prediction, 0 to 1", example: 0.94 })),
        reach: part(count("Business services that need what is affected")),
        exposure: part(
          z
            .object({
              listening: z.boolean().openapi({ description: "A server listens on a port", example: true }),
              public: z.boolean().openapi({ description: "A server has a public address", example: false }),
            })
            .openapi({ description: "Of the servers that it is on" }),
        ),
      })
      .openapi({ description: "What the score is made of" }),
  })
  .openapi("VulnerabilityPriority", { description: "How urgent it is here, with its parts" });

const facts = {
  cve: z.string().openapi({ description: "Id of the CVE", example: "CVE-2021-44228" }),
  severity: z.enum(CVE_SEVERITIES).openapi({ description: "By CVSS", example: "critical" }),
  cvss: z
    .object({
      version: z.string().openapi({ description: "Version of CVSS", example: "3.1" }),
      score: number("Base score, 0 to 10", 9.8),
      vector: z
        .string()
        .nullable()
        .openapi({ description: "CVSS vector", example: "CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H" }),
    })
    .nullable()
    .openapi({ description: "Null where the database has no rating" }),
  epss: z.number().nullable().openapi({ description: "Predicted probability of exploitation, 0 to 1", example: 0.94 }),
  kev: z
    .object({
      added: z.iso.date().nullable().openapi({ description: "Day on which it was added", example: "2021-12-10" }),
      due: z.iso.date().nullable().openapi({ description: "Day by which it is to be remedied", example: "2021-12-24" }),
    })
    .nullable()
    .openapi({ description: "Its entry in the catalogue of known exploited vulnerabilities" }),
  published: time.nullable().openapi({ description: "When it was published" }),
  modified: time.openapi({ description: "When its record changed last" }),
  summary: z.string().openapi({ description: "What the flaw is", example: "Remote code execution by crafted input." }),
};

const spread = {
  instances: count("Installations that are affected, possibly affected or accepted"),
  servers: count("Servers that these are on"),
  services: count("Business services that need them"),
  by_status: z
    .object({
      affected: count("Affected installations"),
      possible: count("Installations of which the record does not decide"),
      accepted: count("Installations that a decision accepts"),
      fixed: count("Installations that their maker has fixed"),
    })
    .openapi({ description: "Installations by status" }),
  priority: prioritySchema,
};

export const itemSchema = z
  .object({ ...facts, status: status.openapi({ description: "The worst of its installations" }), ...spread })
  .openapi("Vulnerability");

const serverSchema = z.object({
  id: z.string(),
  name: z.string().openapi({ description: "Its name", example: "web01" }),
});

export const decisionSchema = z
  .object({
    cve: facts.cve,
    ci_id: z.string().nullable().openapi({ description: "A server or a software instance; null: all" }),
    decision: z.enum(DECISIONS).openapi({ description: "What was decided", example: "mitigated" }),
    reason: z.string().openapi({ description: "Why", example: "The port is closed to the outside." }),
    until: time.nullable().openapi({ description: "Exclusive; null: without end" }),
    in_force: z.boolean().openapi({ description: "Whether it still holds", example: true }),
    decided_at: time.openapi({ description: "When it was decided" }),
    decided_by: z.string().openapi({ description: "Who decided", example: "system" }),
  })
  .openapi("VulnerabilityDecision");

export const detailSchema = z
  .object({
    ...facts,
    status: status.nullable().openapi({ description: "The worst of its installations; null: it concerns none" }),
    ...spread,
    rejected: z.boolean().openapi({ description: "Withdrawn by the database: it affects nothing", example: false }),
    references: z
      .array(z.string())
      .openapi({ description: "Addresses of advisories", example: ["https://example.com/a"] }),
    weaknesses: z.array(z.string().openapi({ example: "CWE-502" })).openapi({ description: "CWE ids" }),
    known_exploited: z
      .object({
        name: z
          .string()
          .openapi({ description: "Its name in the catalogue", example: "Example Server Code Execution" }),
        action: z.string().openapi({ description: "What the catalogue asks to do", example: "Apply updates." }),
        ransomware: z.boolean().openapi({ description: "Known to be used for ransomware", example: false }),
      })
      .nullable()
      .openapi({ description: "What the catalogue of known exploited vulnerabilities says" }),
    affected_instances: z
      .array(
        z.object({
          id: z.string(),
          name: z.string().openapi({ description: "Its name", example: "web shop" }),
          version: z.string().nullable().openapi({ description: "As reported", example: "1.0" }),
          cpe_name: z.string().openapi({ description: "Its CPE name", example: "cpe:2.3:a:a:b:1:*:*:*:*:*:*:*" }),
          status,
          reason: z.string().openapi({ description: "Why", example: "Version 1.0 is before 1.2." }),
          criterion: z.string().nullable().openapi({
            description: "The criterion of the record that decided",
            example: "cpe:2.3:a:a:b:*:*:*:*:*:*:*:*",
          }),
          found_at: time.openapi({ description: "Since when it is known" }),
          server: serverSchema.nullable().openapi({ description: "The server that it is on" }),
        }),
      )
      .openapi({ description: "At most 1,000, the worst first" }),
    affected_servers: z
      .array(serverSchema.extend({ status }))
      .openapi({ description: "Servers of these, each with the worst of its installations" }),
    affected_services: z
      .array(
        z.object({
          id: z.string(),
          name: z.string().openapi({ description: "Its name", example: "web shop" }),
          criticality: z.string().nullable().openapi({ description: "critical, high, medium or low", example: "high" }),
          health: z.string().openapi({ description: "healthy, degraded, critical or unknown", example: "healthy" }),
        }),
      )
      .openapi({ description: "Business services that fail with any of them" }),
    truncated: z.boolean().openapi({ description: "Whether a list was cut", example: false }),
    decisions: z.array(decisionSchema).openapi({ description: "What people decided, newest first" }),
  })
  .openapi("VulnerabilityDetail");

export function presentItem(item: Vulnerability): z.output<typeof itemSchema> {
  return { ...presentShared(item), status: item.status ?? "fixed" };
}

function presentShared(item: Vulnerability) {
  const { cve, severity, cvss, epss, kev, published, modified, summary, instances, servers, services, byStatus } = item;
  const { knownExploited, ...parts } = item.priority.parts;
  return {
    ...{ cve, severity, cvss, epss, kev, summary, instances, servers, services, by_status: byStatus },
    published: published?.toISOString() ?? null,
    modified: modified.toISOString(),
    priority: { score: item.priority.score, parts: { ...parts, known_exploited: knownExploited } },
  };
}

export function presentDetail(detail: VulnerabilityDetail, now: Date): z.output<typeof detailSchema> {
  return {
    ...presentShared(detail),
    status: detail.status,
    rejected: detail.rejected,
    references: detail.links,
    weaknesses: detail.weaknesses,
    known_exploited: detail.kevEntry,
    affected_instances: detail.instanceList.map(({ cpeName, foundAt, ...instance }) => ({
      ...instance,
      cpe_name: cpeName,
      found_at: foundAt.toISOString(),
    })),
    affected_servers: detail.serverList,
    affected_services: detail.serviceList,
    truncated: detail.truncated,
    decisions: detail.decisions.map((decision) => presentDecision(decision, now)),
  };
}

export function presentDecision(decision: Decision, now: Date): z.output<typeof decisionSchema> {
  const { cve, ciId, decision: what, reason, until, decidedAt, decidedBy } = decision;
  return {
    ...{ cve, ci_id: ciId, decision: what, reason, until: until?.toISOString() ?? null },
    in_force: until === null || until > now,
    decided_at: decidedAt.toISOString(),
    decided_by: decidedBy,
  };
}
