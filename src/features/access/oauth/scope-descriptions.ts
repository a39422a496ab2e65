import type { Scope } from "../../../model/scopes.ts";

/** Description of each scope on the consent page. */
export const SCOPE_DESCRIPTIONS: Readonly<Record<Scope, string>> = {
  "cmdb.read": "Read configuration items, relationships and impact",
  "cmdb.write": "Create and change configuration items and relationships",
  "cmdb.delete": "Delete configuration items and relationships",
  "discovery.read": "Read scans and what they found",
  "discovery.execute": "Run discovery",
  "discovery.configure": "Manage the tokens of scanners",
  "discovery.submit": "Submit scan data",
  "events.read": "Read events and incidents",
  "events.write": "Create events and change their status",
  "services.read": "Read business services and their health",
  "services.write": "Create and change business services",
  "webhooks.manage": "Manage webhooks, which send data to other addresses",
  "software.read": "Read software mappings",
  "software.write": "Change software mappings",
  "reports.read": "Read reports",
  "reports.create": "Create reports",
  "reports.export": "Download reports",
  "ai.use": "Use the AI functions",
  "admin.users": "Administer users and their access",
  "admin.settings": "Change system settings and integrations",
  "admin.audit": "Read the audit log",
};
