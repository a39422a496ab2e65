/** A fault of a request, in either variant. */
export interface Fault {
  field: string;
  reason: string;
}

/** Rules that no schema of the documents can express; the description of the field or of the operation states each. */
const BEYOND_SCHEMAS: readonly { field: RegExp; reason: RegExp }[] = [
  { field: /(^|\.)expires_?in$/i, reason: /^must be (a duration|at least|at most)/ },
  { field: /^public_key$/, reason: /^must be an RSA public key/ },
  { field: /(^|\.)allowed_?ips\.\d+$/i, reason: /^must be an IP address or a CIDR range/ },
  { field: /(^|\.)type$/, reason: /^must hold a letter or a digit/ },
  { field: /(^|\.)ip(_?address)?$/i, reason: /^must be an IP address/ },
  { field: /^instance_?patterns\.\d+$/i, reason: /./ },
  { field: /^instance_?name$/i, reason: /^is required where there are no instance_?patterns/i },
  { field: /(^|\.)time_?zone$/i, reason: /^must be the IANA name of a time zone/ },
  // What a form may name depends on its entity and on the tenant's data.
  { field: /^(query\.)?(filters|time|path|impact|group_by|aggregate|order|fields)(\.|$)/, reason: /./ },
  { field: /^(template_id|format|parameters(\..*)?|cron|delivery(\..*)?)$/, reason: /./ },
  { field: /^query$/, reason: /^was not understood: / },
  { field: /^context\.time_range$/, reason: /./ },
  { field: /^positions\./, reason: /^must be named by the id of a CI/ },
  { field: /^(text|ciId|type)$/, reason: /^give either/ },
  { field: /^(ciId|relationshipId)$/, reason: /^there is no such/ },
  { field: /^ci_id$/, reason: /^(either ci_id or all: true is required|names no CI)$/ },
  { field: /^query\.ci_id$/, reason: /^either ci_id or all=true is required$/ },
  { field: /^until$/, reason: /^must be later than now$/ },
  { field: /^family$/, reason: /^cannot stand beside softwareIds/ },
  { field: /^all$/, reason: /^cannot stand beside ciIds/ },
  { field: /^name$/, reason: /^is not a CPE name/ },
  { field: /^query\.relationship_types$/, reason: /^there is no relationship type/ },
  { field: /^query\.from$/, reason: /^must not be later than/ },
  { field: /^to$/, reason: /^must be later than from/ },
  // The fields of a record depend on its kind, which stands in the path.
  { field: /^query\.fields$/, reason: /of this list, which has id, ci_id, collected_at,/ },
  { field: /^body$/, reason: /^has a column that is not known/ },
  { field: /^password$/, reason: /^repeats the same characters/ },
  { field: /^totp_code$/, reason: /^is not the code of now/ },
  { field: /(^|_)cis?(_ids?)?(\.\d+)?$/i, reason: /^there is no such CI/ },
  { field: /^region$/, reason: /^must be a region of the country/ },
  { field: /^language$/, reason: /^must be a language/ },
  { field: /^holiday_countries\.\d+$/, reason: /^no holidays are known for/ },
  {
    field: /^(payload\.)?(ci_?id|ci_?name|change_?note)(\.\d+)?$/i,
    reason: /^must (name a CI|hold at most|be at most)|^names more/,
  },
  { field: /^(payload\.)?task_?node_?id$/i, reason: /^is required$/ },
  { field: /(^|\.)planned_?end$/i, reason: /^must be after planned_start/ },
  { field: /(^|\.)planned_?(start|end)$/i, reason: /^must be a date and time/ },
  // Headers, keys and addresses of service desks.
  { field: /^field_?map\./i, reason: /^is no field of a change analysis|^another field is written/ },
  { field: /^(base_?url|account_?url|credentials\.token_?url|inbound\.(issuer|public_?key|header))$/i, reason: /./ },
  { field: /^inbound$/, reason: /./ },
  { field: /^(credentials(\.\w+)?|inbound\.secret)$/, reason: /^(is required|must be given anew)/ },
  { field: /^platform$/, reason: /^cannot be changed/ },
  { field: /^target_?ci$/i, reason: /^must be another CI than source_?ci/i },
];

/** Whether the fault is one of a value that its schema allows. */
export function isBeyondSchemas({ field, reason }: Fault): boolean {
  return BEYOND_SCHEMAS.some((rule) => rule.field.test(field) && rule.reason.test(reason));
}
