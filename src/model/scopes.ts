/** All scopes: those of section 5 of the interface specification, and those of operations that it names without a scope. */
export const SCOPES = [
  "cmdb.read",
  "cmdb.write",
  "cmdb.delete",
  "discovery.read",
  "discovery.execute",
  "discovery.configure",
  "discovery.submit",
  "events.read",
  "events.write",
  "services.read",
  "services.write",
  "webhooks.manage",
  "software.read",
  "software.write",
  "reports.read",
  "reports.create",
  "reports.export",
  "ai.use",
  "admin.users",
  "admin.settings",
  "admin.audit",
] as const;

export type Scope = (typeof SCOPES)[number];

/** Scopes that a discovery token may carry. */
export const DISCOVERY_TOKEN_SCOPES = ["discovery.submit", "discovery.read"] as const satisfies readonly Scope[];

export function isScope(value: string): value is Scope {
  return (SCOPES as readonly string[]).includes(value);
}
