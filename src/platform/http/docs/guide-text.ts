import type { ErrorCode } from "../../../errors.ts";

/** Meaning of each code, and what a caller can do. */
export const ERROR_MEANINGS: Record<ErrorCode, string> = {
  VALIDATION_ERROR: "The request is malformed. Every fault is named by field; correct them and send again.",
  AUTHENTICATION_REQUIRED:
    "The credential is missing, malformed, expired or revoked. Log in, refresh, or create a new key.",
  AUTH_FAILED:
    "A login, a refresh, an assertion, a change of password or the end of a second factor was refused. The answer does not say what was wrong.",
  PERMISSION_DENIED:
    "The credential lacks the scope named in <code>required_scope</code>, or the message says what must be done first.",
  RESOURCE_NOT_FOUND: "It does not exist, or it belongs to another tenant.",
  METHOD_NOT_ALLOWED:
    "The address exists and does not answer this method; <code>Allow</code> lists the methods it answers.",
  NOT_ACCEPTABLE: "The address answers in several forms, and the <code>Accept</code> header leaves out all of them.",
  CONFLICT: "The present state does not allow it, e.g. a duplicate; the details say what prevents it.",
  GONE: "It is no longer kept.",
  PRECONDITION_FAILED: "It changed since the entity tag in <code>If-Match</code> was read. Read it again.",
  PAYLOAD_TOO_LARGE: "The body is too large: 1 MB, and 32 MB for scan data, after inflating.",
  UNSUPPORTED_MEDIA_TYPE:
    "The <code>Content-Type</code> or <code>Content-Encoding</code> is not one that the address reads.",
  RANGE_NOT_SATISFIABLE:
    "No byte of the file lies in <code>Range</code>; <code>Content-Range</code> says how long the file is.",
  IDEMPOTENCY_MISMATCH: "The <code>Idempotency-Key</code> was used for another request before. Use a new key.",
  RATE_LIMIT_EXCEEDED: "Too many requests. Wait the seconds in <code>X-RateLimit-Reset-After</code>.",
  INTERNAL_ERROR: "A fault of the service. Report it with the request id.",
  SERVICE_UNAVAILABLE: "A store cannot be reached or is overloaded. Try again after <code>Retry-After</code> seconds.",
};

export const GUIDE = `<h2>Guide</h2>
<h3>Two variants</h3>
<p>The same resources are under two bases. Variant A, <code>/api</code>, answers in an envelope
<code>{"success": true, "data": ...}</code> with camelCase names and reads either spelling. Variant B, <code>/v1</code>,
answers with bare bodies, in snake_case.</p>
<h3>Authentication</h3>
<p>Send one credential with each request: <code>Authorization: Bearer &lt;token&gt;</code> for the token of a login, of
an OAuth client, of a service account or of a scanner, or <code>X-API-Key: &lt;key&gt;</code>. The query parameter
<code>api_key</code> is allowed and not recommended. A missing, malformed or expired credential gets 401, one without the
needed scope 403 with <code>required_scope</code>.</p>
<p>An API key does what its scopes say and what its creator may do now, whichever is less; one created with
<code>allowedIps</code> works from these addresses only. A revocation takes effect everywhere within five seconds. From 14
days before a key expires every answer to it carries <code>X-API-Key-Expires</code> (ISO 8601): create a new one then. An
access token is valid for 15 minutes. A refresh token works once in seven days and gives a new pair; a second use is refused,
and more than ten seconds after the first it ends the login.</p>
<h3>Second factor</h3>
<p>By your own login's token, <code>POST /v1/auth/totp/enroll</code> gives a secret for an authenticator app (RFC 6238:
SHA-1, 30 seconds, six digits), and <code>POST /v1/auth/totp/confirm</code> with a code of the app turns it on. It answers
with ten recovery codes, shown this once. From then on a login in either variant needs <code>totp_code</code>: a code of the
app, or a recovery code. Each works once; a clock may be 30 seconds off. <code>DELETE /v1/auth/totp</code> with
<code>password</code> and <code>totp_code</code> turns it off.</p>
<h3>Users and passwords</h3>
<p>Holders of <code>admin.users</code> manage the tenant's users under <code>/v1/admin/users</code>, and give no scope
that they lack; only administrators create and change administrators, and one always remains. A password has 12 to
256 characters of any kind; one that is easily guessed (common passwords, runs of keys, one word with digits, the email, the
tenant's name) is refused with the reason. <code>POST /v1/auth/password</code> changes your own password and ends your other
logins; <code>GET /v1/auth/me</code> shows your account. An administrator who sets another user's password may add
<code>"must_change_password": true</code>: the user's logins end, and a new one answers <code>mustChangePassword</code>; its
token changes the password and does nothing else, until a refresh or another login. The password that the first start makes up
is marked likewise, without that limit.</p>
<h3>Settings</h3>
<p><code>/v1/admin/settings</code> (<code>admin.settings</code>) holds what a tenant decides for itself:
<code>absence_days</code> until a host that full scans miss is inactive; <code>purge_days</code> for which a deleted CI can
be restored; <code>reopen_hours</code> within which a repeated event opens a resolved one again;
<code>correlation_minutes</code> before and after an event within which others are compared with it;
<code>retention_days.events</code>, <code>.raw_scans</code>, <code>.deliveries</code> and <code>.reports</code>; <code>api_key_in_query</code>;
<code>holiday_countries</code> whose public holidays count for planned changes, as <code>DE</code> or <code>DE-BY</code>;
<code>generic_fields</code> and <code>cloudwatch.topics</code> for these two sources of events. PUT changes what it names, null
goes back to the default. Every process follows within five seconds.</p>
<h3>Audit log</h3>
<p><code>/v1/admin/audit</code> (<code>admin.audit</code>) shows who did what, with the state before and after, from
which address and by which request: logins, users, keys, settings, and every change of CIs, relationships and scans. Filter
by <code>actor</code>, <code>action</code> (<code>user.*</code> for all that begin so), <code>target</code>,
<code>from</code> and <code>to</code>; <code>/v1/admin/audit/export</code> gives all entries as lines of JSON or as CSV. The
database refuses to change an entry, or to remove one while the tenant exists.</p>
<h3>Service accounts</h3>
<p>A program that keeps a key pair of its own needs no password. Register its public key (RSA, 2048 bits or more, PEM) by
<code>POST /v1/auth/service-accounts</code> with a user's token; its scopes go no further than yours. The program signs a
JWT with RS256, <code>iss</code> and <code>sub</code> the account's id, <code>aud</code> this service's base address as one
text, <code>iat</code>, and <code>exp</code> at most an hour later, and sends it as the form field <code>assertion</code>,
with <code>grant_type=urn:ietf:params:oauth:grant-type:jwt-bearer</code>, to
<code>POST /v1/auth/service-account/token</code>. The answer is an access token for 15 minutes. Clocks may differ by 60
seconds. An assertion with a <code>jti</code> is accepted once. A revoked account is refused everywhere within five
seconds, its tokens too.</p>
<h3>OAuth 2.0</h3>
<p>An application acts for a user by the authorization code grant (RFC 6749). Register it by
<code>POST /v1/auth/oauth-clients</code> with <code>name</code>, <code>redirect_uris</code> and <code>scopes</code>; it gets
a <code>client_id</code> and, unless <code>public</code>, a <code>client_secret</code>, shown this once. It sends the user's
browser to <code>GET /oauth/authorize</code> with <code>client_id</code>, <code>redirect_uri</code>,
<code>response_type=code</code>, and optionally <code>scope</code> and <code>state</code>. The user, one of the client's
tenant, logs in and allows it, and the browser comes back with <code>code</code>, <code>state</code> and
<code>iss</code>. The code works once, for 60 seconds, at <code>POST /oauth/token</code> as a form with
<code>grant_type=authorization_code</code>, <code>code</code> and <code>redirect_uri</code>; the client proves its identity by
<code>client_id</code> and <code>client_secret</code> in the form or by HTTP Basic. PKCE (RFC 7636, <code>S256</code>) is
required of public clients. The access token is valid for 15 minutes, the refresh token for 7 days and once, by
<code>grant_type=refresh_token</code>. A second use of either ends everything that the consent gave, except that a refresh token
sent twice within 10 seconds is only refused. <code>POST /oauth/revoke</code> gives a token back (RFC 7009),
<code>GET /v1/auth/oauth-grants</code> shows users what they allowed, and <code>DELETE /v1/auth/oauth-grants/{id}</code> takes
it back; <code>/.well-known/oauth-authorization-server</code> describes all this for programs (RFC 8414). Redirect addresses are
compared character by character. Errors here are <code>error</code> and <code>error_description</code>.</p>
<h3>Impact</h3>
<p><code>/v1/cmdb/ci/{id}/impact</code> lists what fails with a CI, and with <code>direction=upstream</code> what it needs:
each CI once at its shortest distance, with the path and its confidence. A failure travels from a provider to the CIs that need
it (<code>depends_on</code>, <code>runs_on</code>, <code>Connected To</code> and the like), from a component to its business
service (<code>part_of</code>), and on types of your own as <code>/v1/cmdb/relationship-types</code> says. Relationships of
one CI whose attribute <code>redundancy_group</code> is the same name equal providers, of which any one is enough: a CI that
still has a healthy provider is <code>covered</code>, and so is everything that was reached through it alone; <code>lost</code>
has none left. A provider is healthy while it is active and does not fail itself. <code>known: false</code> says that no
relationship of the CI carries a failure at all.</p>
<h3>Software</h3>
<p><code>POST /v1/software/identify</code> (<code>software.read</code>) identifies up to 1,000 installed programs, in the
order given, and writes nothing. Each has a <code>name</code> and, as far as known, <code>vendor</code>,
<code>version</code>, <code>platform</code> (where the name was read: a package called <code>jira</code> of Python is not
Jira) and <code>cpe_name</code>. The answer names product, maker and family, by the tenant's mappings before the built-in
knowledge, and a CPE name only where vendor, product and kind agree; <code>match</code> is <code>exact</code> with a
version, <code>product</code> where the version is not known and remains <code>*</code>, else <code>none</code>.
<code>reasons</code> and <code>candidates</code> show why. A well-formed <code>cpe_name</code> is taken even when the dictionary
lacks it, a deprecated one is replaced by its successor, a malformed one is named and ignored.</p>
<h3>Lists</h3>
<p><code>page</code> from 1 and <code>limit</code> from 1 to 100 (default 20); newest first unless <code>sort</code> says
otherwise (A: <code>sort=-createdAt</code>; B: <code>sort=created_at&amp;order=desc</code>). <code>fields=a,b</code> narrows
the entries to these fields and the id; a name that they do not have is refused. For long lists follow <code>pagination.next_cursor</code> by <code>cursor=</code>: it neither skips nor repeats
while the list changes. B also sends <code>X-Total-Count</code>, <code>X-Page</code>, <code>X-Per-Page</code>,
<code>X-Total-Pages</code> and <code>Link</code> (RFC 8288).</p>
<h3>Software mappings</h3>
<p><code>/v1/software-mappings</code> (<code>software.read</code>, <code>software.write</code>) says which software the name
of an installed program means, with family, vendor and the processes that run it. Thousands are built in (source
<code>system</code>): they are the same for every tenant and cannot be changed; a tenant's own mapping goes before them,
however it matches. The order is: exact name, vendor and name, name without version and architecture, patterns (the longest
literal beginning first); within one step <code>manual</code> before <code>import</code> before <code>ai</code>, then confidence,
uses, age. Only <code>active</code> mappings match. Names that nothing matches come back as <code>pending</code> mappings:
complete one and set it <code>active</code>, or confirm it by <code>POST /{id}/verify</code>. A mapping that a person edits is
<code>manual</code> from then on, and no file and no model overwrites it. Patterns are regular expressions of linear time,
without lookaround and backreferences, found anywhere in the name unless <code>^</code> and <code>$</code> bind them.
<code>GET /export</code> gives the tenant's own as lines of JSON or as CSV, and <code>POST /import</code> takes either, up
to 32 MB: faulty lines are named by number and left out, and a second run changes nothing. Changes take effect in every process
within five seconds.</p>
<h3>Process mapping</h3>
<p><code>POST /api/cmdb-settings/process-mapping/run</code> (<code>software.write</code>) starts a run and answers with the
address of its progress. <code>enrich</code> gives process names to mappings and Software CIs without any, by system (Windows,
macOS, Linux; Windows services apart): by the built-in knowledge (source <code>pattern</code>), by the processes of hosts
where the software is installed (<code>discovery</code>), or by the model where one is configured (<code>ai</code>, kept from
a confidence of 0.7). What a person entered stays, also that there are none. <code>apply</code> sets <code>application {name,
vendor, family}</code> and <code>aiEnhanced</code> on relationships that name a process and have no application: the
tenant's mappings go before the built-in knowledge, the listening process before the connecting one, a program before the
operating system, and a name that several products share (<code>java</code>, <code>node</code>, <code>python</code>) names none
of them. <code>fix-relationships</code> creates missing Software Family CIs and repairs references that lead nowhere or disagree
with the relationship. <code>all</code> does everything. A tenant's runs go one after the other and survive a restart; a request
for a run that equals an unfinished one answers with that one; with 20 unfinished: 409. A run that makes no progress for
half an hour is <code>failed</code>.</p>
<h3>Events and incidents</h3>
<p><code>POST /api/events/webhook/{source}</code> (<code>events.write</code>) takes the messages of a monitoring system as they
are and answers <code>{received, created, updated, ignored, errors}</code>; <code>POST /v1/events</code> takes events of your
own. Events with the same source and <code>source_id</code> are one event that counts them. An event is bound to the CIs whose
host name, FQDN or address it carries, also when the CI appears later, and is <code>suppressed</code> while a maintenance window
covers them. <code>/v1/incidents</code> (<code>events.read</code>) groups events that belong together;
<code>root_cause</code> is the most upstream CI that explains them and has evidence of its own, or null with
<code>root_cause_reason</code>. <code>/v1/events/{id}/correlations</code> shows the score of each related event with its
parts.</p>
<h3>Business services</h3>
<p><code>/v1/services</code> (<code>services.read</code>, <code>services.write</code>) holds CIs of type
<code>business_service</code>: created there or as CIs, they are the same. Components are <code>part_of</code> relationships
with a <code>role</code>, and <code>criticality</code> and <code>redundancy_group</code> where given; <code>PUT /{id}/components</code>
replaces them all at once, with <code>If-Match</code> only while nobody else has.</p>
<p><code>health</code>: each CI among the components, or among what they need up to six steps away, takes its share of 100
points by the most severe of its unresolved events: critical 60 %, high 35 %, medium 15 %, low 5 %; a CI that is
<code>inactive</code> counts as high. Less is taken through a relationship that is <code>optional</code> (a quarter),
<code>low</code> (half) or <code>medium</code> (three quarters), observed instead of declared (half) or unsure (its
<code>confidence</code>), by components whose role is to stand by (half) or to watch (a quarter), and with each further step
(nine tenths). Where another of the <code>redundancy_group</code> does the work, trouble counts one level milder. What maintenance
explains is named with <code>suppressed</code> and takes nothing. From 90 points a service is <code>healthy</code>, from 50
<code>degraded</code>, below <code>critical</code>; without components <code>unknown</code>, with a score of 0.</p>
<p><code>GET /{id}/dependencies</code>: services that this one's components lead to (<code>upstream</code>), and services whose
components lead to it (<code>downstream</code>). They are <code>optional</code> where every path has a dependency that is optional.
A CI that is a component of both makes no dependency. <code>dependency-map.svg</code>, of services and of CIs, draws the
neighbourhood of one, <code>depth</code> steps (1 to 6) each way, as a picture that needs the credential too: providers are right
of the CIs that need them, health is colour, shape and word, and beyond 500 nodes healthy CIs far away are folded into counted
groups.</p>
<h3>Webhooks</h3>
<p><code>POST /v1/webhooks</code> (<code>webhooks.manage</code>) registers an address to which changes are published: of CIs,
relationships, events, scans. Each message is a POST of JSON: <code>event</code>, <code>timestamp</code>, <code>data</code> (the
resource, and <code>changes</code> on updates), <code>webhook_id</code>, <code>delivery_id</code>. It is signed as Standard
Webhooks says: <code>webhook-signature</code> holds, after <code>v1,</code>, the base64 of the HMAC-SHA-256 of
<code>webhook-id.webhook-timestamp.body</code>, keyed with the decoded part of the secret behind <code>whsec_</code>. Compare it
with the raw body, refuse times more than five minutes off, and treat a message whose <code>webhook-id</code> you have seen as a
repeat: messages come at least once, in no particular order. After <code>POST /v1/webhooks/{id}/rotate-secret</code> messages carry
the signatures of both secrets, divided by a blank, for 24 hours.</p>
<p>Any 2xx within 15 seconds is an arrival; redirects are not followed. Otherwise the message is repeated after 5 seconds,
5 and 30 minutes, 2, 5, 10, 14, 20 and 24 hours, each from the end of the attempt before and up to a tenth longer;
<code>Retry-After</code> is honoured up to a day. 410 disables the webhook, as do five days in which every message failed; an event
of the source <code>orrery</code> then says so. While a webhook is not active no message is queued, and queued messages are held
until it is active again or their time (<code>retention_days.deliveries</code>) is over. Addresses that are not public are refused,
at registration where the address is literal, else when the name is looked up for the connection (<code>egress_refused</code>,
which is not tried again).</p>
<h3>Limits</h3>
<p>Variant A: 100 requests a minute and credential, 10 a minute each for bulk operations and
for those of AI, questions in words among them. Variant B: 1,000 an hour and 100 a
minute by API key or scanner's token, 5,000 and 500 by the token of a user or of an OAuth client, 10,000 and
1,000 by a service account's; bulk operations and those of AI count apart. <code>X-RateLimit-Limit</code>, <code>X-RateLimit-Remaining</code>,
<code>X-RateLimit-Reset</code> (Unix time) and <code>X-RateLimit-Reset-After</code> (seconds) show the window with least
left. Logins, assertions and the OAuth addresses: 20 a minute and address.</p>
<h3>Safe retries</h3>
<p>Requests that create take an <code>Idempotency-Key</code> of up to 255 characters: a repeat with the same key and body
within 24 hours gets the first answer, marked <code>Idempotency-Replayed: true</code>; with another body 422; while the
first runs 409. Every answer carries <code>X-Request-ID</code>, yours when you sent one.</p>
<h3>Versions</h3>
<p>The version is a segment of the path. A new version is announced six months before its release, and the one before it
is supported for twelve months after. Routes on their way out say so in <code>X-API-Deprecation-Date</code> and
<code>X-API-Deprecation-Info</code>.</p>`;

export const GUIDE_STYLE = `:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;margin:0 auto;max-width:70rem;padding:1rem}
nav a{margin-right:1rem}table{border-collapse:collapse;width:100%;margin:.5rem 0}td,th{border:1px solid #8886;padding:.25rem .5rem;text-align:left;vertical-align:top}
details{border:1px solid #8886;border-radius:.25rem;margin:.25rem 0;padding:.25rem .5rem}summary{cursor:pointer}b{display:inline-block;min-width:4.5rem}
tr:target{outline:2px solid}#errors td:first-child code{white-space:nowrap}code{font-size:.95em;overflow-wrap:anywhere}`;
