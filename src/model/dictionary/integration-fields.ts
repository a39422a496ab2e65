import type { Fields } from "./field.ts";

/** Fields of integrations, and of the changes that service desks report. */
export const INTEGRATION_FIELDS: Fields = {
  platform: ["Kind of service desk", "servicenow"],
  base_url: [
    "Where its interface is: http or https, without a user name. Addresses of private networks are refused",
    "https://desk.example.com",
  ],
  account: ["The account there, where the platform tells accounts apart by a header", "wdc"],
  account_url: [
    "Where people use the platform. Callbacks of its verification calls must have this origin",
    "https://wdc.desk.example.com",
  ],
  table: ["ServiceNow's table of tasks", "change_task"],
  "Integration.active": ["Whether changes are taken and results written", true],
  "Integration.name": ["Name that people read", "Service desk"],
  credentials: ["How Orrery proves itself to the service desk; secrets are not shown"],
  "credentials.type": ["How they are sent", "none"],
  "credentials.token": ["Sent as `Authorization: Bearer`, without blanks and line breaks", "desk-token"],
  "credentials.username": ["User name there, without a colon", "orrery"],
  "credentials.password": ["Password there", "correct horse battery staple"],
  token_url: ["Where access tokens are fetched (RFC 6749, section 4.4)", "https://oauth.desk.example.com/token"],
  "credentials.client_id": ["Id of the client there", "orrery"],
  "credentials.client_secret": ["Secret of the client there", "correct horse battery staple"],
  inbound: ["How the service desk proves itself to Orrery; the secret is not shown"],
  "inbound.type": [
    "`secret`: in a header; `hmac`: `sha256=<hex>` of the body in a header; `jwt`: a signed body",
    "secret",
  ],
  header: ["Name of the header that holds the proof", "X-Desk-Secret"],
  "inbound.secret": ["16 printable characters or more, without blanks around them", "correct horse battery staple"],
  "inbound.issuer": [
    "Base of the discovery document whose keys sign: https, or http where the installation allows its host; null: " +
      "`public_key` alone",
    "https://wdc.desk.example.com/webhook_policies/orrery",
  ],
  "inbound.public_key": ["Public key in PEM, RSA of 2048 bits or more or EC on P-256; null: the issuer's keys", null],
  audience: ["The claim `aud` that the token must have", "orrery"],
  field_map: [
    "Names of the fields there, by ours (`ai_risk_score`, ...); null: not written; others keep their default",
    { ai_risk_score: "custom_risk_score", ai_insights: null },
  ],
  rich_text: ["Names of fields there that take formatted text", ["custom_summary"]],
  webhook_url: [
    "Where the service desk reports changes",
    "https://cmdb.example.com/api/integrations/servicenow/webhook/0198a8a0-5c1e-7000-8000-00000000000c/change-analysis",
  ],
  ok: ["Whether it worked", true],
  "path.itsm": ["Platform of the integration; 404 for another one's"],
  "path.config_id": ["Id of the integration; 404 for one that does not exist or is malformed"],
  payload: ["What is to be changed"],
  "payload.ci_id": ["Ids of the CIs to be changed", ["0198a8a0-5c1e-7000-8000-000000000001"]],
  ci_name: ["Names of the CIs to be changed", ["web01.example.com"]],
  change_note: ["What is to be done, for people", ["Update of the kernel, with a restart"]],
  task_node_id: ["Id of the task at the service desk, to which results are written", "NG1lLmNvbS9UYXNrLzE"],
  change_fields: ["Fields of the change"],
  priority: ["Its priority at the service desk", "high"],
  "change_fields.category": ["Its category at the service desk", "standard"],
  planned_start: ["When it begins; a time without a zone is UTC", "2026-02-01T22:00:00Z"],
  planned_end: ["When it ends", "2026-02-01T23:00:00Z"],
  analysis_id: ["Id of the analysis", "0198a8a0-5c1e-7000-8000-00000000000d"],
  confirmed: ["The webhook was confirmed at the service desk", true],
};
