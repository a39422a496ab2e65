import type { components } from "../../api/v1";
import type { Service } from "./service-data";

export type ServiceBody = components["schemas"]["CreateServiceBody"];

/** What the form edits, as it is sent. */
export function editable(service: Service): ServiceBody {
  const { name, description, criticality, status, sla } = service;
  const parts = service.components.map(({ ci_id, role, criticality: weight, redundancy_group }) => ({
    ci_id,
    role: role || null,
    criticality: weight,
    redundancy_group: redundancy_group || null,
  }));
  return { name, description: description || null, criticality, status, sla, components: parts };
}

/** Only what the form changed, so that other values stay whoever sets them meanwhile. */
export function patchOf(base: Service, body: ServiceBody): Partial<ServiceBody> {
  const before = editable(base) as unknown as Record<string, unknown>;
  const isChanged = ([name, value]: [string, unknown]) => plain(value) !== plain(before[name]);
  return Object.fromEntries(Object.entries(body).filter(isChanged)) as Partial<ServiceBody>;
}

/** Members in one order: two answers may name them differently. */
function plain(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) =>
    member && typeof member === "object" && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );
}
