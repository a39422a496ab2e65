/** What the named schemas of the OpenAPI documents are. */
export const SCHEMA_MEANINGS: Readonly<Record<string, string>> = {
  Error: "An error: its code for programs, its message for people, its faults by field",
  Pagination: "Where a page stands in its list",
  CI: "A configuration item, with up to 100 of its relationships",
  ListedCI: "A configuration item as lists show it",
  Relationship: "A typed, directed edge between two CIs, read from source to target",
  Event: "A problem that a monitoring system reports; repeats of one problem are one event",
  User: "A user of the tenant",
  Scan: "One submission of a scanner",
  BusinessService: "A business service with its components and their health",
  SoftwareMapping: "What the name of an installed program means",
  Webhook: "A receiver of messages about what happens",
  Incident: "Events that belong together, with the cause that explains them",
};

/** What the groups of operations are about. */
export const TAG_MEANINGS: Readonly<Record<string, string>> = {
  Administration: "Users, settings and the audit log of the tenant",
  Authentication: "Logins, passwords, second factors",
  "Business services": "Services, what they consist of, and their health",
  "Configuration items": "CIs, their history and inventory",
  "API keys": "Credentials of programs",
  "Dependency maps": "Pictures of what depends on what",
  "Discovery tokens": "Credentials of scanners",
  Discovery: "Scans and what became of them",
  Events: "Events of monitoring systems, incidents, maintenance windows",
  OAuth: "Access for applications that users allow (RFC 6749)",
  "Process mapping": "Which processes belong to which software",
  Relationships: "Relationships and their types",
  Reports: "Query forms and saved queries",
  "Service accounts": "Programs that prove their identity by signed assertions",
  Software: "Identification of installed software, mappings, processes",
  Topology: "Connections and addresses",
  Webhooks: "Messages to other systems",
};
