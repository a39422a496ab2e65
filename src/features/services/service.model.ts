import { createHash } from "node:crypto";
import { z } from "zod";
import type { CiStatus } from "../../model/ci-types.ts";
import { by } from "../../model/order.ts";
import type { Ci, Fields } from "../ci/index.ts";

/** Section 2 of the interface specification: a business service is a CI of this type. */
export const SERVICE_TYPE = "business_service";

/** Criticality of a service, most critical first. */
export const CRITICALITIES = ["critical", "high", "medium", "low"] as const;
export type Criticality = (typeof CRITICALITIES)[number];

/** How much a service depends on a component; it works without an `optional` one. */
export const COMPONENT_CRITICALITIES = ["high", "medium", "low", "optional"] as const;
export type ComponentCriticality = (typeof COMPONENT_CRITICALITIES)[number];

/** Availability in percent, response time in milliseconds. */
export interface Sla {
  availability: number | null;
  responseTime: number | null;
}

/** Input of a component. */
export interface NewComponent {
  ciId: string;
  role?: string | null | undefined;
  criticality?: ComponentCriticality | null | undefined;
  /** Of components that share it, one is enough. */
  redundancyGroup?: string | null | undefined;
}

/** A CI that is part of a service. */
export interface Component {
  relationshipId: string;
  ciId: string;
  name: string;
  type: string;
  status: CiStatus;
  role: string | null;
  criticality: ComponentCriticality | null;
  redundancyGroup: string | null;
}

/** A business service with its components. */
export interface Service extends Ci {
  criticality: Criticality;
  sla: Sla;
  components: Component[];
}

export const MAX_COMPONENTS = 1_000;

export const serviceFields = {
  criticality: z.enum(CRITICALITIES),
  availability: z.number().min(0).max(100).nullable(),
  responseTime: z.number().min(0).max(86_400_000).nullable(),
  role: z.string().trim().min(1).max(64).nullable(),
  redundancyGroup: z.string().trim().min(1).max(64).nullable(),
};

/** A CI read as a service. A missing or invalid attribute takes its default. */
export function serviceOf(ci: Ci, components: Component[]): Service {
  return { ...ci, criticality: criticalityOf(ci.attributes), sla: slaOf(ci.attributes), components };
}

function criticalityOf({ criticality }: Fields): Criticality {
  const word = typeof criticality === "string" ? criticality.trim().toLowerCase() : "";
  return CRITICALITIES.find((known) => known === word) ?? "medium";
}

function slaOf({ sla }: Fields): Sla {
  const values = sla !== null && typeof sla === "object" && !Array.isArray(sla) ? (sla as Fields) : {};
  const within = (schema: z.ZodType<number | null>, value: unknown) => schema.safeParse(value).data ?? null;
  return {
    availability: within(serviceFields.availability, values.availability),
    responseTime: within(serviceFields.responseTime, values.response_time),
  };
}

/** Component fields from the attributes of a `part_of` relationship. Values that are not text count as null. */
export function componentAttributes(attributes: Fields): Pick<Component, "role" | "criticality" | "redundancyGroup"> {
  const text = (value: unknown) => (typeof value === "string" && value.trim() !== "" ? value.trim() : null);
  const need = text(attributes.criticality)?.toLowerCase();
  return {
    role: text(attributes.role),
    criticality: COMPONENT_CRITICALITIES.find((known) => known === need) ?? null,
    redundancyGroup: text(attributes.redundancy_group ?? attributes.redundancyGroup),
  };
}

/** The state of a service that its entity tag covers for If-Match. */
export interface TaggedService {
  version: number;
  components: readonly Pick<Component, "ciId" | "role" | "criticality" | "redundancyGroup">[];
}

/** Digest of the components, a part of the entity tag. */
function componentsDigest(components: TaggedService["components"]): string {
  const parts = components.map(({ ciId, role, criticality, redundancyGroup }) => [
    ciId,
    role,
    criticality,
    redundancyGroup,
  ]);
  return digest(parts.sort(by(([first]) => String(first))));
}

/**
 * Entity tag (RFC 9110, section 8.8.3): the CI's version and a digest of its components, which If-Match compares, and a
 * digest of the whole response, so that "not modified" never hides a change of health.
 */
export function serviceTag({ version, components }: TaggedService, shown: unknown): string {
  return `"${version}-${componentsDigest(components)}-${digest(shown)}"`;
}

/** Whether an If-Match header matches version and components. The tag of the CI alone does not cover components. */
export function matchesComponents({ version, components }: TaggedService, ifMatch: string): boolean {
  return ifMatch.split(",").some((each) => {
    const tag = each.trim();
    return tag === "*" || tag.startsWith(`"${version}-${componentsDigest(components)}-`);
  });
}

function digest(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 12);
}
