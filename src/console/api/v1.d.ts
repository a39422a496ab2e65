// Written by `npm run console:types` from the service's OpenAPI documents. Do not edit.

export interface paths {
    "/.well-known/oauth-authorization-server": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What the authorization server offers (RFC 8414)
         * @description Clients find the addresses of the other operations here.
         */
        get: operations["oauthMetadata"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ci/{ciId}/listening-process/{port}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The process that listens on a port of a CI
         * @description As the newest scan of the CI saw it, TCP before UDP; `found: false` where none listens.
         */
        get: operations["getListeningProcessUnversioned"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ci/{ciId}/process-connections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What the processes of a CI are connected to
         * @description Connections that scans saw, one group for each process and target address, newest first.
         */
        get: operations["getProcessConnectionsUnversioned"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ci/find-by-ip/{ip}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The CI that an address belongs to
         * @description Compares addresses in normalised form, in every field that holds one, lists and nested values included.
         */
        get: operations["findCiByIpUnversioned"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/debug/find-ci-by-ip/{ip}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How an address is looked for, and where it stands in what was found
         * @description Shows why an address finds a CI or does not.
         */
        get: operations["debugFindCiByIpUnversioned"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Renew the console's session
         * @description A new access token for the session of the cookie, which changes with it. Tabs that renew within 10 s of each other get the same cookie; a copy of an older one ends the login. A refusal clears the cookie. Answers pages of the service itself: those whose browser sends `Sec-Fetch-Site: same-origin`, or an `Origin` of its own.
         */
        put: operations["renewConsoleSession"];
        /**
         * Log in to the console
         * @description As `POST /v1/auth/login`, except that the refresh token becomes a cookie. Where the password is right and the code of the second factor is missing, the 401 has `totp_required: true`; where the tenant is, `tenant_required: true`. Answers pages of the service itself: those whose browser sends `Sec-Fetch-Site: same-origin`, or an `Origin` of its own.
         */
        post: operations["startConsoleSession"];
        /**
         * Log out of the console
         * @description Ends the login of the cookie with all its tokens, and clears it. Without a session it only clears it. Answers pages of the service itself: those whose browser sends `Sec-Fetch-Site: same-origin`, or an `Origin` of its own.
         */
        delete: operations["endConsoleSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mcp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Model Context Protocol
         * @description Streamable HTTP transport of the Model Context Protocol for assistants: read-only tools and resources. One JSON-RPC message a request, answered as JSON; there are no sessions and no streams. A caller is offered the tools that its scopes allow.
         */
        post: operations["callMcp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/authorize": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Ask the user to let a client act for it
         * @description A page for the browser: login, then consent. Its forms lead to the client's redirect address with `code`, `state` and `iss`, or with `error`. What is wrong with the client or the address itself is shown to the user.
         */
        get: operations["oauthAuthorize"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/consent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The form of the consent page
         * @description Sent by the page of `GET /oauth/authorize`, not by clients.
         */
        post: operations["oauthConsent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The form of the login page
         * @description Sent by the page of `GET /oauth/authorize`, not by clients.
         */
        post: operations["oauthLogin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give a token back, with all that came of the same consent
         * @description RFC 7009: 200 also for a token that is not known.
         */
        post: operations["oauthRevoke"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Exchange a code or a refresh token for tokens
         * @description Errors are as RFC 6749 has them: `error` and `error_description`.
         */
        post: operations["oauthToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List who did what
         * @description Acts on access and administration, and every change of configuration items, relationships and scans, newest first. Entries are added and never changed.
         */
        get: operations["listAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/audit/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the whole audit log as a file
         * @description All that the filters hold, newest first, as it is read. That it was asked for is recorded.
         */
        get: operations["exportAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List waiting, running and failed jobs, parked changes and parked work, newest first
         * @description Jobs that wait, run or have failed for good, changes that were refused for good and work that failed six times (both `parked`, such work as one entry for each kind): those of the tenant, and the installation's without their content. A failed job is kept for 30 days, and no longer once its work is done.
         */
        get: operations["listJobs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/jobs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a job, or parked changes with their kinds and subjects
         * @description A completed job can be read for a day.
         */
        get: operations["getJob"];
        put?: never;
        post?: never;
        /**
         * Discard a job or what is parked permanently
         * @description A job that waits or has failed: what data still says is owed comes back as a new job. Parked changes are missing in history and webhooks from then on. 409 for a job that runs, for parked work that data requires, and for one of the installation, which `orrery jobs discard` removes.
         */
        delete: operations["discardJob"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/jobs/{id}/repeat": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Repeat a failed job, or what is parked
         * @description The job gets all of its tries again. Jobs may run twice without harm. 409 for a job in another state.
         */
        post: operations["repeatJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the settings
         * @description Of the tenant, the defaults included.
         */
        get: operations["getSettings"];
        /**
         * Change settings
         * @description Members that are absent stay, the members of objects merge, null goes back to the default. `holiday_countries` takes those of which holidays are known. If-Match refuses a stale change with 412. A change holds in every process within five seconds.
         */
        put: operations["changeSettings"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List users
         * @description The tenant's, newest first.
         */
        get: operations["listUsers"];
        put?: never;
        /**
         * Create a user
         * @description Scopes go no further than the caller's. The password is refused where it is easily guessed. With `must_change_password` the user's logins can do nothing before it is changed.
         */
        post: operations["createUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/users/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a user
         * @description With scopes and last login, without secrets.
         */
        get: operations["getUser"];
        /**
         * Change a user
         * @description Members that are absent stay. Setting the password, asking for another one, or taking rights away ends the user's logins. A tenant's last administrator stays one.
         */
        put: operations["updateUser"];
        post?: never;
        /**
         * Delete a user with logins, keys, service accounts and OAuth clients
         * @description What the user did stays in the record. 409 for oneself and for the tenant's last administrator.
         */
        delete: operations["deleteUser"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/users/{id}/second-factor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a user's second factor
         * @description For users who lost their authenticator app and their recovery codes. 409 for one's own.
         */
        delete: operations["resetSecondFactor"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List agents
         * @description The agents, what each is for, and how its answers were rated.
         */
        get: operations["listAgents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agents/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an agent
         * @description One agent, what it is for, and how its answers were rated.
         */
        get: operations["getAgent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agents/{id}/query": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask an agent
         * @description Asks an agent in words. It reads under the caller's tenant and scopes, and writes nothing: at most 8 uses of tools, 60 s, and the given budget. Without a model, or where it gives no usable answer, the agent's rules answer.
         */
        post: operations["queryAgent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/api/ci/{ciId}/listening-process/{port}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The process that listens on a port of a CI
         * @description As the newest scan of the CI saw it, TCP before UDP; `found: false` where none listens.
         */
        get: operations["getListeningProcess"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/api/ci/{ciId}/process-connections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What the processes of a CI are connected to
         * @description Connections that scans saw, one group for each process and target address, newest first.
         */
        get: operations["getProcessConnections"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/api/ci/find-by-ip/{ip}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The CI that an address belongs to
         * @description Compares addresses in normalised form, in every field that holds one, lists and nested values included.
         */
        get: operations["findCiByIp"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/api/debug/find-ci-by-ip/{ip}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How an address is looked for, and where it stands in what was found
         * @description Shows why an address finds a CI or does not.
         */
        get: operations["debugFindCiByIp"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/auth/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List API keys
         * @description The caller's own, newest first.
         */
        get: operations["listApiKeys"];
        put?: never;
        /**
         * Create an API key
         * @description The key acts with its scopes, as far as its creator has them. It is shown once and ends by itself.
         */
        post: operations["createApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/auth/api-keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an API key
         * @description One of the caller's own.
         */
        get: operations["getApiKey"];
        put?: never;
        post?: never;
        /**
         * Revoke an API key
         * @description At once, in every process.
         */
        delete: operations["revokeApiKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/auth/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Log in
         * @description The access token goes into `Authorization: Bearer`; the refresh token gets the next pair. Every refusal is the same 401.
         */
        post: operations["login"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/auth/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End this login with all its tokens
         * @description Its access tokens and its refresh token are refused from then on; other logins of the user stay.
         */
        post: operations["logout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/auth/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the user that the token belongs to
         * @description Also with a token that must change its password first.
         */
        get: operations["getOwnUser"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/auth/oauth-clients": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List OAuth clients
         * @description The caller's own, newest first.
         */
        get: operations["listOAuthClients"];
        put?: never;
        /**
         * Register an OAuth client
         * @description Users of the tenant can then allow the application, scope by scope, to act for them.
         */
        post: operations["createOAuthClient"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/auth/oauth-clients/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an OAuth client
         * @description One of the caller's own.
         */
        get: operations["getOAuthClient"];
        put?: never;
        post?: never;
        /**
         * Revoke an OAuth client with its tokens
         * @description What users allowed it ends too.
         */
        delete: operations["revokeOAuthClient"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/auth/oauth-grants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what you allowed OAuth clients
         * @description Newest first; each can be taken back.
         */
        get: operations["listOAuthGrants"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/auth/oauth-grants/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Take back what you allowed an OAuth client
         * @description The client has to ask again.
         */
        delete: operations["revokeOAuthGrant"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/auth/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change one's own password
         * @description Ends the user's other logins. A token that could do nothing else gets its rights by a refresh.
         */
        post: operations["changePassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/auth/refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Exchange a refresh token for a new pair of tokens
         * @description A refresh token works once. A second use is refused, and more than 10 s after the first it ends the login.
         */
        post: operations["refresh"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/auth/service-account/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Exchange a signed assertion for an access token
         * @description The assertion is a JWT signed with RS256: `iss` and `sub` the account's id, `aud` the base address, `iat`, and `exp` at most an hour later. One with a `jti` is accepted once.
         */
        post: operations["exchangeAssertion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/auth/service-accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List service accounts
         * @description The caller's own, newest first.
         */
        get: operations["listServiceAccounts"];
        put?: never;
        /**
         * Register a service account by its public key
         * @description The account proves itself by assertions signed with the private key; Orrery keeps the public key alone.
         */
        post: operations["createServiceAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/auth/service-accounts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke a service account with its tokens
         * @description At once, with the tokens that it got.
         */
        delete: operations["revokeServiceAccount"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/auth/totp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Stop using the second factor
         * @description Needs the password and a code of it, or a recovery code; 401 where one is wrong.
         */
        delete: operations["disableTotp"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/auth/totp/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm the second factor
         * @description From now on each login needs `totp_code`.
         */
        post: operations["confirmTotp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/auth/totp/enroll": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin to use a second factor
         * @description The secret counts once it is confirmed by a code of it. Asking again replaces it.
         */
        post: operations["enrollTotp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/change-analyses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List analyses of changes, newest first
         * @description `from` and `to` concern when they were asked for.
         */
        get: operations["listChangeAnalyses"];
        put?: never;
        /**
         * Have a change analysed
         * @description By a job, within seconds. The same content for the same task of the same integration is one analysis: a repeat answers with the first, and has it tried again where it or its write-back failed. `dry_run` needs `cmdb.read` too; it answers with the analysis and keeps and writes nothing.
         */
        post: operations["requestChangeAnalysis"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/change-analyses/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the analysis of a change
         * @description With the inputs and the evidence of every figure, and each attempt to write it to the task.
         */
        get: operations["getChangeAnalysis"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/change-analyses/{id}/outcome": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Record what became of a change
         * @description Later changes of the same CIs, and of CIs like them, are judged by it, and the back-test counts it. It may be corrected.
         */
        post: operations["recordChangeOutcome"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/change-analyses/backtest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Compare the scores of changes with what became of them
         * @description Over all analyses whose outcome was recorded, by the scores as they were shown then.
         */
        get: operations["backtestChangeAnalyses"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/cmdb/ci": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List configuration items
         * @description Further filters, compared as text: `attributes.<key>=` and `custom_fields.<key>=`, keys being 1 to 64 letters, digits, `_`, `.` and `-`. They find numbers, booleans and texts of up to 1,000 characters at the first level, of each CI the first 100 of these, attributes before custom fields. Longer texts, nested values and whatever comes later match no filter.
         */
        get: operations["listCis"];
        put?: never;
        /**
         * Create a configuration item
         * @description 409 with `existing_id` where a CI of this type has the name or the serial number.
         */
        post: operations["createCi"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/cmdb/ci/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a configuration item
         * @description With `ETag`, by which `If-None-Match` finds a copy current and `If-Match` refuses a stale change.
         */
        get: operations["getCi"];
        /**
         * Change a configuration item
         * @description Partial: objects merge key by key and null removes a key (RFC 7396), arrays and scalars replace.
         */
        put: operations["updateCi"];
        post?: never;
        /**
         * Delete a configuration item with its relationships
         * @description With `protect=true` 409 where other CIs depend on it; with a stale `If-Match` 412. It can be restored until it is purged.
         */
        delete: operations["deleteCi"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/cmdb/ci/{id}/cpe": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The CPE name of a software instance, the other candidates, and why
         * @description 409 for a CI that is no software instance.
         */
        get: operations["getInstanceCpe"];
        /**
         * Correct the CPE name of a software instance by hand
         * @description Null: it has none. Later runs keep what was set; the change is in the CI's history and in the audit log. 409 for a CI that is no software instance.
         */
        put: operations["setInstanceCpe"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/cmdb/ci/{id}/dependency-map.svg": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A picture of what a CI needs and what needs it
         * @description The CI, what it needs and what needs it, as a picture for a page or a report.
         */
        get: operations["getCiDependencyMap"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/cmdb/ci/{id}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what happened to a configuration item
         * @description Each change with the state before and after, who made it and by which request.
         */
        get: operations["listCiHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/cmdb/ci/{id}/impact": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What fails with a configuration item, or what it needs, and why
         * @description Walks the relationships on which a failure travels, the tenant's own types as `/v1/cmdb/relationship-types` says. Inactive CIs are no longer there: they are neither listed nor passed.
         */
        get: operations["getCiImpact"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/cmdb/ci/{id}/insights": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get what rules or a model make of a CI and its connections
         * @description Made of servers after scans and by the enrichment `insights`, where a model is configured.
         */
        get: operations["getCiInsights"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/cmdb/ci/{id}/provenance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Where each value of a configuration item comes from
         * @description By the top keys of attributes and custom fields: what stands within a key came with it.
         */
        get: operations["getCiProvenance"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/cmdb/ci/{id}/records/{kind}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Inventory records of a CI, of one kind
         * @description In the order in which the scanner reported them, their `position`.
         */
        get: operations["listInventoryRecords"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/cmdb/ci/{id}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore a deleted configuration item
         * @description With those of its relationships whose other end lives. 409 where its name is taken by now.
         */
        post: operations["restoreCi"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/cmdb/ci/{id}/sbom": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The programs on a server as a CycloneDX 1.6 bill of materials
         * @description With what is known of their vulnerabilities (VEX), and what was decided.
         */
        get: operations["getCiSbom"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/cmdb/ci/{id}/sightings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * By which scanners a CI was seen, newest first
         * @description First and last observation by each scanner, also where nothing changed.
         */
        get: operations["listSightings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/cmdb/ci/{id}/vulnerabilities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List known vulnerabilities of a server or an installed program
         * @description Of a server: those of all programs on it.
         */
        get: operations["listCiVulnerabilities"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/cmdb/ci/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create up to 1,000 configuration items
         * @description `atomic`: one fault and nothing is written. `per_item`: what is right is written, the rest reported.
         */
        post: operations["bulkCreateCis"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/cmdb/deleted-ci": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deleted configuration items
         * @description Those that `restoreCi` can restore. What was purged is gone from here too.
         */
        get: operations["listDeletedCis"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/cmdb/insights": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what rules or a model made of CIs, newest first
         * @description One record a CI; a later one replaces it.
         */
        get: operations["listInsights"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/cmdb/relationship-types": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List relationship types: the built-in ones, then the tenant's own by name
         * @description Each with the way a failure travels on it, which impact and correlation follow.
         */
        get: operations["listRelationshipTypes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/cmdb/relationship-types/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Say which way a failure travels on a type of the tenant's own
         * @description A type that nobody has named before is registered. 409 for a built-in one.
         */
        put: operations["setRelationshipType"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/cmdb/relationships": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List relationships, newest first
         * @description The filters hold together. Relationships that a model found are left out unless `include_ai` is true.
         */
        get: operations["listRelationships"];
        put?: never;
        /**
         * Relate two CIs
         * @description A type that nobody has named before is registered, and comes back as it was first spelled.
         */
        post: operations["createRelationship"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/cmdb/relationships/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a relationship
         * @description With its two ends and `ETag`.
         */
        get: operations["getRelationship"];
        /**
         * Change a relationship's attributes
         * @description Objects merge key by key, null removes a key (RFC 7396). If-Match refuses a stale change with 412.
         */
        put: operations["updateRelationship"];
        post?: never;
        /**
         * Remove a relationship
         * @description The CIs at its ends stay. 412 where `If-Match` is stale.
         */
        delete: operations["deleteRelationship"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/cmdb/relationships/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create up to 1,000 relationships at once
         * @description `atomic`: one fault and nothing is written. `per_item`: what is wrong is told, the rest is made.
         */
        post: operations["createRelationships"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/demo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What stands of the demo estate
         * @description A made-up data centre with three incidents, to look around in.
         */
        get: operations["getDemo"];
        put?: never;
        /**
         * Load the demo estate
         * @description Into the tenant, beside what it holds; takes some seconds. Where it is loaded nothing changes; where that is under way, or was cut short, it goes on. `run.changed` on the stream tells when it is done.
         */
        post: operations["loadDemo"];
        /**
         * Remove the demo estate
         * @description And nothing else; takes some seconds. Its events are gone for good, its CIs can be restored as deleted CIs can. Where there is none, nothing changes.
         */
        delete: operations["removeDemo"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/discovery/parked-hosts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List hosts that nothing identifies, newest first
         * @description Each report once, however often the scanner sent it, with what was seen and why it became no CI.
         */
        get: operations["listParkedHosts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/discovery/parked-hosts/{id}/decision": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Say which CI a parked host is, or that it is none
         * @description With a CI its report is applied to it by a scan of its own, and again whenever the same scanner sends the same report. With null the host is dismissed: the same report no longer waits for a decision.
         */
        put: operations["decideParkedHost"];
        post?: never;
        /**
         * Take back what was decided about a parked host
         * @description It waits for a decision again. What was applied to a CI stays there.
         */
        delete: operations["takeBackParkedDecision"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/discovery/scan-data": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Submit scan data
         * @description Takes Orrery's own JSON, the inventory of a GLPI agent (JSON or XML) and Nmap XML, also compressed with gzip, or in zlib as these agents send it (`application/x-compress-zlib`). The hosts are processed after the answer; `status_url` tells how far they are.
         */
        post: operations["submitScan"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/discovery/scans": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List scans, newest first
         * @description Each with how many of its hosts are processed, parked and failed.
         */
        get: operations["listScans"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/discovery/scans/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a scan, and what became of each of its hosts
         * @description For each host the CI it is, or why it is none, and what decided.
         */
        get: operations["getScan"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/discovery/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List discovery tokens
         * @description The tenant's, newest first.
         */
        get: operations["listDiscoveryTokens"];
        put?: never;
        /**
         * Create a discovery token
         * @description A scanner's credential: it submits and reads scans and does nothing else. It is shown once and ends by itself.
         */
        post: operations["createDiscoveryToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/discovery/tokens/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a discovery token
         * @description When it was made and last used, and what it may do.
         */
        get: operations["getDiscoveryToken"];
        put?: never;
        post?: never;
        /**
         * Revoke a discovery token
         * @description Scanners that use it get 401 from then on.
         */
        delete: operations["revokeDiscoveryToken"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/enrichment/runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List enrichment runs, newest first
         * @description Those that were started, those of the schedules, and what was done because data was saved. Ended ones are kept for 90 days. `from` and `to` concern their creation.
         */
        get: operations["listEnrichmentRuns"];
        put?: never;
        /**
         * Start an enrichment run
         * @description Over everything that is due, by a job, which goes on after a restart. 409 with `existing_id` while a run of the name has not ended, and 409 where it could do nothing, such as without a model.
         */
        post: operations["startEnrichmentRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/enrichment/runs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an enrichment run
         * @description With its progress and what the model cost so far.
         */
        get: operations["getEnrichmentRun"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/enrichment/runs/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel an enrichment run
         * @description The turn that is being taken ends, what it did counts and stays; nothing more is done. A run of `news` gives up what waits, which the next run finds again. 409 for a run that has ended.
         */
        post: operations["cancelEnrichmentRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/enrichment/schedules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what enriches the CMDB, and when it runs by itself
         * @description Everything that this service offers, in the order of the names; the defaults until they are changed.
         */
        get: operations["listEnrichmentSchedules"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/enrichment/schedules/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Change when an enrichment runs by itself
         * @description Fields that are missing stay. Times are in UTC; one that is missed while nothing runs, or while a run of the name has not ended, is made up once. What is saved is enriched at once, whatever the schedule says.
         */
        put: operations["updateEnrichmentSchedule"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List events, those that happened last first
         * @description All filters must match; commas separate alternatives.
         */
        get: operations["listEvents"];
        put?: never;
        /**
         * Report an event
         * @description A repeat of the current event of its source and source_id updates that, counts, and answers 200; it opens a resolved one again within the tenant's window.
         */
        post: operations["ingestEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an event
         * @description The current state, with the count of its repeats.
         */
        get: operations["getEvent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/{id}/correlations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find what hangs together with an event, and what may be behind it
         * @description Events of the same time, and unresolved ones on CIs within three steps or under one business service. The root cause is the CI whose failure explains most of what alarms, by declared before observed dependencies.
         */
        get: operations["correlateEvent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/{id}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the changes of an event's status, newest first
         * @description Each change with who made it and the comment.
         */
        get: operations["listEventHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/{id}/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Acknowledge, resolve or open an event again
         * @description open may become acknowledged or resolved, acknowledged open or resolved, resolved open; else 409 with `allowed`. The same status changes nothing; a comment is kept all the same.
         */
        patch: operations["changeEventStatus"];
        trace?: never;
    };
    "/v1/graph": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The CIs around some CIs, with all relationships among them
         * @description One breadth-first search from all roots, nearest first where `limit` cuts. A node says how many neighbours are not shown; ask with it as a root to see them.
         */
        get: operations["getGraph"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/graph/path": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The shortest paths between two CIs
         * @description Up to 5 paths, all of the least length; none where the CIs are not connected within `max_hops`.
         */
        get: operations["getGraphPath"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/incidents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List groups of events that belong together, last seen first
         * @description Those that are open, unless `status` asks for others.
         */
        get: operations["listIncidents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/incidents/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a group of events that belong together
         * @description The id of an incident that another took over finds that other one.
         */
        get: operations["getIncident"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/integrations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List integrations, newest first
         * @description Without their secrets.
         */
        get: operations["listIntegrations"];
        put?: never;
        /**
         * Connect a service desk
         * @description The service desk reports changes to `webhook_url`, and proves itself there as `inbound` says; results are written to its tasks with `credentials`. Secrets are stored encrypted and never shown. An address that is not one of the public internet is refused unless the installation allows it.
         */
        post: operations["createIntegration"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/integrations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an integration
         * @description With the kinds of its credentials, without their secrets.
         */
        get: operations["getIntegration"];
        /**
         * Change an integration
         * @description Fields that are missing stay, also secrets within `credentials` and `inbound`, so that an integration can be sent back as it was read. Credentials go to no other host: where `base_url` names one, they must be given anew.
         */
        put: operations["updateIntegration"];
        post?: never;
        /**
         * Delete an integration with its secrets
         * @description Its analyses stay; results that wait to be written are not written.
         */
        delete: operations["deleteIntegration"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/integrations/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Test address and credentials of an integration
         * @description Asks the service desk something harmless and writes nothing there. Answers 200 also where it refuses or cannot be reached; `error` then says why.
         */
        post: operations["testIntegration"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/maintenance-windows": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List maintenance windows, newest first
         * @description Past ones too, until they are deleted.
         */
        get: operations["listMaintenanceWindows"];
        put?: never;
        /**
         * Announce maintenance of some CIs
         * @description Their events are kept, and marked as suppressed while it lasts.
         */
        post: operations["createMaintenanceWindow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/maintenance-windows/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a maintenance window
         * @description Its CIs, its time and its reason.
         */
        get: operations["getMaintenanceWindow"];
        put?: never;
        post?: never;
        /**
         * End a maintenance window, or call it off
         * @description Events that come afterwards are no longer suppressed by it.
         */
        delete: operations["deleteMaintenanceWindow"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/maps": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List saved maps, newest first
         * @description One's own, and those that others share; an administrator's are all. Without their CIs.
         */
        get: operations["listSavedMaps"];
        put?: never;
        /**
         * Save a map
         * @description What the map explorer shows: where it begins, how far it goes, what it leaves out, and where each CI stands. Positions of CIs that are not there are left out. Saving needs `cmdb.read` too.
         */
        post: operations["createSavedMap"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/maps/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a saved map
         * @description CIs that were deleted meanwhile are left out, and named in `missing`. Another's private map is not found.
         */
        get: operations["getSavedMap"];
        /**
         * Change a saved map
         * @description Fields that are missing stay; lists and positions replace what was there. Only its owner or an administrator changes it: of one that another shares, 403. Needs `cmdb.read` too.
         */
        put: operations["updateSavedMap"];
        post?: never;
        /**
         * Delete a saved map
         * @description Only its owner or an administrator deletes it. Needs `cmdb.read` too.
         */
        delete: operations["deleteSavedMap"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/queries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List saved queries, newest first
         * @description One's own, and those that others share.
         */
        get: operations["listSavedQueries"];
        put?: never;
        /**
         * Save a query
         * @description The form is checked; its faults are named below `query`. Saving needs the scopes of its data too.
         */
        post: operations["createSavedQuery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/queries/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a saved query
         * @description One that another user keeps private is not found.
         */
        get: operations["getSavedQuery"];
        /**
         * Change a saved query
         * @description Fields that are missing stay. Only its owner changes it: of one that another shares, 403.
         */
        put: operations["updateSavedQuery"];
        post?: never;
        /**
         * Delete a saved query
         * @description Only its owner deletes it.
         */
        delete: operations["deleteSavedQuery"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/queries/{id}/run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run a saved query
         * @description With the scopes of the caller, who needs those of its data.
         */
        post: operations["runSavedQuery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/query": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask for records, groups or figures by a closed form
         * @description Texts compare without case, except for equality with an id. `ne` is the complement of `eq`: it holds where the field is missing. `lt` to `gte` compare numbers with numbers. Of a list one entry must match. Besides `reports.read`, the credential needs the scope by which the records are read elsewhere. A form takes at most ten seconds, and a few of a tenant run at once; more wait and then answer 503. `?explain=true` tells the plan.
         */
        post: operations["runQuery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/reports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List reports, newest first
         * @description The caller's own and shared ones; holders of `admin.users` see all of the tenant.
         */
        get: operations["listReports"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/reports/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a report's record
         * @description As the list shows it.
         */
        get: operations["getReport"];
        put?: never;
        post?: never;
        /**
         * Delete a report with its file
         * @description By its owner or an administrator. One that is being generated is given up.
         */
        delete: operations["deleteReport"];
        options?: never;
        head?: never;
        /**
         * Share or rename a report
         * @description By its owner or an administrator: what is shared is for reading.
         */
        patch: operations["changeReport"];
        trace?: never;
    };
    "/v1/reports/{id}/download": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the file of a report
         * @description Needs the scopes of its data too. 409 while it is being generated, 410 once it has expired or failed.
         */
        get: operations["downloadReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/reports/{id}/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get how far a report is
         * @description With what became of its deliveries, and the parameters for which the template has no use.
         */
        get: operations["getReportStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/reports/ai/query": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask a question in English
         * @description Counts, lists, figures, dependencies, failures, installed software, events and changes, by a documented grammar. Two CIs of one name are both named, and a word that is neither grammar nor known in the tenant's data is named: the question is then not understood, and nothing is guessed. Besides `ai.use`, the credential needs the scopes by which the data is read elsewhere.
         */
        post: operations["askQuestion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/reports/generate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Have a report generated
         * @description By a job, which goes on after a restart; the status shows how far it is. It has the rights that the caller has when it runs, and needs the scopes of its data too. `delivery` sends the file by mail, or asks that a webhook is registered for `report.completed`, which every such webhook gets anyway.
         */
        post: operations["generateReport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/reports/schedules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the caller's report schedules, newest first
         * @description They are private to their owner.
         */
        get: operations["listReportSchedules"];
        put?: never;
        /**
         * Have a report generated again and again
         * @description At the times of a cron expression in a time zone, with its daylight saving. Times that are missed while nothing runs, or while the report before is being generated, are made up once. Reports are named after the schedule.
         */
        post: operations["createReportSchedule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/reports/schedules/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a report schedule
         * @description With its last and next time.
         */
        get: operations["getReportSchedule"];
        /**
         * Change a report schedule
         * @description Fields that are missing stay. Its reports have the rights of the caller from now on.
         */
        put: operations["updateReportSchedule"];
        post?: never;
        /**
         * Delete a report schedule
         * @description The reports that it asked for stay.
         */
        delete: operations["deleteReportSchedule"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/reports/templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what can be generated
         * @description The built-in templates, then saved queries that are the caller's own or shared.
         */
        get: operations["listReportTemplates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/services": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List business services with their health
         * @description `health` is computed from the open events and the status of the components.
         */
        get: operations["listServices"];
        put?: never;
        /**
         * Create a business service
         * @description 404 naming each component that does not exist, e.g. `components.0.ci_id`; 409 with `existing_id` where a service of this name exists.
         */
        post: operations["createService"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/services/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a business service with its health
         * @description With its components, and with `health` as its open events and the status of its components give it.
         */
        get: operations["getService"];
        /**
         * Change a business service
         * @description Partial; `components`, where given, are replaced whole.
         */
        put: operations["updateService"];
        post?: never;
        /**
         * Delete a business service
         * @description Its components stay. As a CI it can be restored until it is purged.
         */
        delete: operations["deleteService"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/services/{id}/components": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Replace what a business service consists of
         * @description All at once or not at all. Components that stay keep their relationship.
         */
        put: operations["replaceServiceComponents"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/services/{id}/dependencies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Services that a service needs, and those that need it
         * @description Of the first degree: services of which a component is related to a component of this one.
         */
        get: operations["getServiceDependencies"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/services/{id}/dependency-map.svg": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A picture of what a service needs and what needs it
         * @description The service, what it needs and what needs it, as a picture for a page or a report.
         */
        get: operations["getServiceDependencyMap"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/services/{id}/exposure": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How exposed a business service is, and to what
         * @description Through everything that it cannot do without.
         */
        get: operations["getServiceExposure"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/software-mappings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List software mappings, newest first
         * @description The tenant's own and the built-in ones (source `system`).
         */
        get: operations["listSoftwareMappings"];
        put?: never;
        /**
         * Create a software mapping
         * @description 409 where another active mapping of the tenant has the instance name, the case of letters aside.
         */
        post: operations["createSoftwareMapping"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/software-mappings/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a software mapping
         * @description The tenant's own or a built-in one.
         */
        get: operations["getSoftwareMapping"];
        /**
         * Change a software mapping
         * @description Instances that it matches follow within seconds, where no person has said otherwise. Members that are absent stay; whatever changes, its source is `manual` from then on. Status: pending to review or active, review to active or pending, active to review; else 409. Built-in ones (source `system`) are refused with 409: create one of your own, which goes before it.
         */
        put: operations["updateSoftwareMapping"];
        post?: never;
        /**
         * Delete a software mapping
         * @description Built-in ones (source `system`) are refused with 409: create one of your own, which goes before it.
         */
        delete: operations["deleteSoftwareMapping"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/software-mappings/{id}/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm a software mapping
         * @description It is active, and `last_verified` is now. Built-in ones (source `system`) are refused with 409: create one of your own, which goes before it.
         */
        post: operations["verifySoftwareMapping"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/software-mappings/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the tenant's own mappings as a file
         * @description With `source=system` the built-in ones. The file can be imported as it is.
         */
        get: operations["exportSoftwareMappings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/software-mappings/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import mappings from CSV or NDJSON
         * @description One mapping a line, as for creating one, or CSV with the columns of the export. A line finds the mapping of its instance name, or without one of its patterns, and of several the one of its `id`; what a person made or edited stays. Faulty lines are told and left out; run again it changes nothing.
         */
        post: operations["importSoftwareMappings"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/software/identify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * What up to 1,000 installed programs are: product, maker, family, kind, CPE name
         * @description Writes nothing. A CPE name is given only where vendor, product and kind of thing agree; a version that is not known stays `*` and the match is `product`.
         */
        post: operations["identifySoftware"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow what changes, as it happens
         * @description Server-Sent Events about CIs, relationships, events, incidents, scans and runs, as far as the caller's scopes go. `ci.changed`, `relationship.changed`, `event.changed`, `incident.changed`, `scan.changed` and `run.changed` have as data `{kind, count, many, items}`: up to 50 things with their ids; where `many` is true there were more, or too many to name, and lists of the kind are to be read anew. `open` begins a stream and names its kinds. `reset` says that changes may have been missed, and that whatever is shown is to be read anew. `bye` ends a stream and says why. A client that comes back with `Last-Event-ID` is told what changed meanwhile, for at least an hour. An empty message with an `id` moves it. 429 where a caller has 20 streams open.
         */
        get: operations["streamChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * An estate in figures
         * @description CIs, unresolved events, incidents, services, scans and what waits for a decision, in one answer. A part is null where the credential lacks its scope.
         */
        get: operations["getSummary"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/vulnerabilities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List known vulnerabilities that concern installed programs
         * @description Newest publication first; `sort=priority&order=desc` for the most urgent first. `ci_id` is a server, with all its programs, or a software instance.
         */
        get: operations["listVulnerabilities"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/vulnerabilities/{cve}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a known vulnerability, with what it affects and what depends on that
         * @description Any imported CVE, also one that concerns nothing here.
         */
        get: operations["getVulnerability"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/vulnerabilities/{cve}/decisions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Decide on a known vulnerability, for one CI or for all
         * @description What it concerns counts as accepted while the decision holds; it takes the place of the one before. It stands in the audit log. `ci_id` or `all: true` is required.
         */
        put: operations["decideVulnerability"];
        post?: never;
        /**
         * Take back a decision on a known vulnerability
         * @description What it concerned counts again as it was found, unless another decision holds, and webhooks get the messages of findings that it held back. It stands in the audit log. `ci_id` or `all=true` is required, as in the decision; 404 where there is none.
         */
        delete: operations["withdrawVulnerabilityDecision"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhooks, newest first
         * @description Without their secrets.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Register a webhook
         * @description Deliveries are signed as Standard Webhooks says, with the secret that is shown this once. An address that is not one of the public internet is refused unless the installation allows it.
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a webhook
         * @description Includes since when it fails, and why it was disabled.
         */
        get: operations["getWebhook"];
        /**
         * Change a webhook
         * @description Fields that are missing stay. While it is inactive nothing new is queued, and what waits is held; made active again, what waits goes out at once.
         */
        put: operations["updateWebhook"];
        post?: never;
        /**
         * Delete a webhook with its deliveries
         * @description Waiting deliveries are not sent.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a webhook's deliveries, newest first
         * @description Each with its attempts and the error of the last one.
         */
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace a webhook's signing secret
         * @description For 24 hours deliveries carry the signatures of both secrets.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a webhook a message of the kind webhook.test
         * @description Sent like every other message, so that it tests address, headers and signature.
         */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/deliveries/{id}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a delivery again, under the same delivery_id
         * @description At once, whether it was delivered or failed. 409 while the webhook is not active.
         */
        post: operations["redeliverWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        AffectedCI: {
            /** @description 0 to 1: product of the confidences of the relationships on the path, halved for each that was observed and not declared */
            confidence: number;
            /** @description Relationships on the shortest path */
            distance: number;
            /** @description Id, as lists and answers show it */
            id: string;
            /** @description Name that people read */
            name: string;
            /** @description Ids of the CIs on a shortest path, the CI asked for first and this one last; of several the one whose ids come first */
            path: string[];
            /**
             * @description `covered`: a healthy peer of its `redundancy_group` is left, or of what it was reached through, so that it goes on working. `lost`: it is in a group, and no healthy peer is left. Upstream: what the failure of this CI alone would do to the CI asked for
             * @enum {string}
             */
            redundancy: "none" | "covered" | "lost";
            /** @description False where every path leads over a relationship of the criticality `optional`: it works without. Such a service is not among `services` */
            required: boolean;
            /** @description Kind of thing, as it was first spelled */
            type: string;
        };
        /**
         * @example {
         *       "id": "software-identification",
         *       "name": "Root cause analyst",
         *       "type": "enrichment",
         *       "status": "active",
         *       "capabilities": [
         *         "explain an incident"
         *       ],
         *       "performance": {
         *         "decisions_made": 1,
         *         "success_rate": 1,
         *         "avg_confidence": 1
         *       }
         *     }
         */
        Agent: {
            /**
             * @description What it can be asked for
             * @example [
             *       "explain an incident"
             *     ]
             */
            capabilities: string[];
            /**
             * @description Id, as lists and answers show it
             * @enum {string}
             */
            id: "software-identification" | "relationship-discovery" | "root-cause-analyst" | "change-risk-analyst" | "capacity-planner" | "data-quality-auditor";
            /**
             * @description Name that people read
             * @example Root cause analyst
             */
            name: string;
            /** @description From the record of its answers and their feedback */
            performance: {
                /** @description 0 to 1 */
                avg_confidence: number | null;
                /** @description Answers of the last 90 days */
                decisions_made: number;
                /** @description Share of ups among its rated answers, 0 to 1 */
                success_rate: number | null;
            };
            /**
             * @description `degraded`: the model did not answer last time. `rules_only`: no model is configured
             * @enum {string}
             */
            status: "active" | "degraded" | "rules_only";
            /**
             * @description Kind of thing, as it was first spelled
             * @enum {string}
             */
            type: "enrichment" | "analysis" | "planning" | "audit";
        };
        /**
         * @example {
         *       "agent_id": "root-cause-analyst",
         *       "query_id": "0198a8a0-5c1e-7000-8000-00000000000a",
         *       "response": {
         *         "summary": "orders-db is the probable cause",
         *         "details": [],
         *         "confidence": 1,
         *         "reasoning": "Rules answered from get_incident(incident_id 0198a8a0): 1 rows"
         *       },
         *       "tools": [
         *         {
         *           "name": "get_incident",
         *           "arguments": {},
         *           "rows": 120
         *         }
         *       ],
         *       "tokens": 1,
         *       "cost": 1,
         *       "source": "model"
         *     }
         */
        AgentAnswer: {
            /**
             * @description The agent that answered
             * @example root-cause-analyst
             * @enum {string}
             */
            agent_id: "software-identification" | "relationship-discovery" | "root-cause-analyst" | "change-risk-analyst" | "capacity-planner" | "data-quality-auditor";
            /** @description By the configured price; null without one */
            cost: number | null;
            /**
             * @description For feedback
             * @example 0198a8a0-5c1e-7000-8000-00000000000a
             */
            query_id: string;
            /** @description What the agent found */
            response: {
                /** @description How certain it is, 0 to 1 */
                confidence: number;
                /**
                 * @description Records and figures that it rests on
                 * @example []
                 */
                details: {
                    [key: string]: unknown;
                }[];
                /**
                 * @description The tools and figures used
                 * @example Rules answered from get_incident(incident_id 0198a8a0): 1 rows
                 */
                reasoning: string;
                /**
                 * @description The answer in a few sentences
                 * @example orders-db is the probable cause
                 */
                summary: string;
            };
            /**
             * @description Where it comes from
             * @enum {string}
             */
            source: "model" | "rules";
            /** @description Of all calls of the model */
            tokens: number;
            /** @description The tools that were used, in order */
            tools: {
                /**
                 * @description As they were given to the tool
                 * @example {}
                 */
                arguments: {
                    [key: string]: unknown;
                };
                /**
                 * @description Name that people read
                 * @example get_incident
                 */
                name: string;
                /** @description Rows that it answered; null where it refused */
                rows: number | null;
            }[];
        };
        /**
         * @example {
         *       "id": "0198a8a0-5c1e-7000-8000-000000000001",
         *       "name": "nightly export",
         *       "description": "Reads for the nightly export",
         *       "scopes": [
         *         "cmdb.read"
         *       ],
         *       "createdAt": "2026-01-31T08:00:00.000Z",
         *       "expiresAt": "2026-04-30T08:00:00.000Z",
         *       "lastUsedAt": null,
         *       "allowedIps": null
         *     }
         */
        ApiKey: {
            /** @description Addresses and networks from which it works; null for all */
            allowedIps: string[] | null;
            /**
             * Format: date-time
             * @description When it was made
             */
            createdAt: string;
            /** @description Free text */
            description: string | null;
            /**
             * Format: date-time
             * @description When it ends
             */
            expiresAt: string;
            /** @description Id, as lists and answers show it */
            id: string;
            /**
             * Format: date-time
             * @description Give or take a minute
             */
            lastUsedAt: string | null;
            /** @description Name that people read */
            name: string;
            /** @description What it may do */
            scopes: components["schemas"]["Scope"][];
        };
        /**
         * @example {
         *       "analyses": 120,
         *       "failed": 0,
         *       "auc": 0.84,
         *       "by_level": [
         *         {
         *           "level": "medium",
         *           "analyses": 120,
         *           "failed": 0
         *         }
         *       ],
         *       "suggested_weights": {
         *         "weights": {
         *           "technical": 0.35,
         *           "business": 0.25,
         *           "dependency": 0.2,
         *           "historical": 0.2
         *         },
         *         "auc": 0.84,
         *         "current_auc": 0.8,
         *         "analyses": 120
         *       }
         *     }
         */
        BacktestChangeAnalysesResult: {
            /** @description Completed analyses whose outcome is known */
            analyses: number;
            /** @description How often a change that failed has a higher score than one that did not, equal scores counting half; null without both */
            auc: number | null;
            /** @description Analyses and failures of every level */
            by_level: {
                /** @description Analyses whose outcome is known */
                analyses: number;
                /** @description How many could not be processed */
                failed: number;
                /**
                 * @description By the whole score
                 * @example medium
                 * @enum {string}
                 */
                level: "low" | "medium" | "high" | "critical";
            }[];
            /** @description Of these: the change did not succeed, or caused incidents */
            failed: number;
            /** @description Weights of the dimensions that would have told failures apart better, over the same changes; shown and never applied. Null while there are too few outcomes, or where no others do better */
            suggested_weights: {
                /** @description Analyses whose outcome is known */
                analyses: number;
                /** @description Area under the curve of score against failure, 0 to 1; 0.5 is chance */
                auc: number;
                /** @description The same with the weights in use */
                current_auc: number;
                /** @description Weights of the dimensions, which add up to 1 */
                weights: {
                    /** @description Weight of the business dimension */
                    business: number;
                    /** @description Weight of the dependency dimension */
                    dependency: number;
                    /** @description Weight of the historical dimension */
                    historical: number;
                    /** @description Weight of the technical dimension */
                    technical: number;
                };
            } | null;
        };
        /**
         * @example {
         *       "results": [
         *         {
         *           "index": 0,
         *           "id": "0198a8a0-5c1e-7000-8000-000000000001",
         *           "status": "created",
         *           "error": null
         *         }
         *       ],
         *       "created": 1,
         *       "failed": 0
         *     }
         */
        BulkCreateCisResult: {
            /** @description How many were made */
            created: number;
            /** @description How many could not be processed */
            failed: number;
            /** @description One entry for each that was sent or asked for, in order */
            results: {
                /** @description What was wrong; null where nothing was */
                error: {
                    /** @description What went wrong, for programs */
                    code: string;
                    /** @description Every fault by field, with further members that the code brings */
                    details: {
                        /** @description What was wrong; null where nothing was */
                        error: string;
                        /** @description Dotted path of the field in the caller's spelling, e.g. `attributes.cpu_cores`, `query.limit` */
                        field: string;
                    }[];
                    /** @description What was done, for people */
                    message: string;
                } | null;
                /** @description The CI made, or the one that exists already */
                id: string | null;
                /** @description Place in the list that was sent, from 0 */
                index: number;
                /**
                 * @description Its current state
                 * @enum {string}
                 */
                status: "created" | "exists" | "failed";
            }[];
        };
        /**
         * @description A business service with its components and their health
         * @example {
         *       "id": "0198a8a0-5c1e-7000-8000-000000000001",
         *       "name": "Web shop",
         *       "description": "Sells to customers",
         *       "status": "active",
         *       "criticality": "critical",
         *       "sla": {
         *         "availability": 99.9,
         *         "response_time": 300
         *       },
         *       "components": [
         *         {
         *           "ci_id": "0198a8a0-5c1e-7000-8000-000000000001",
         *           "role": "database",
         *           "criticality": "high",
         *           "redundancy_group": "databases",
         *           "name": "shop-db",
         *           "type": "server",
         *           "status": "active"
         *         }
         *       ],
         *       "health": {
         *         "status": "healthy",
         *         "score": 0,
         *         "contributors": [
         *           {
         *             "ci_id": "0198a8a0-5c1e-7000-8000-000000000001",
         *             "name": "shop-db",
         *             "type": "server",
         *             "ci_status": "active",
         *             "reason": "event",
         *             "severity": "high",
         *             "event_id": "0198a8a0-5c1e-7000-8000-000000000003",
         *             "event_status": "open",
         *             "open_events": 0,
         *             "distance": 1,
         *             "path": [
         *               "0198a8a0-5c1e-7000-8000-000000000001",
         *               "0198a8a0-5c1e-7000-8000-000000000002"
         *             ],
         *             "redundancy": "none",
         *             "suppressed": true,
         *             "effect": 1
         *           }
         *         ]
         *       },
         *       "created_at": "2026-01-31T08:00:00.000Z",
         *       "created_by": "system",
         *       "updated_at": "2026-02-01T09:30:00.000Z",
         *       "updated_by": "system"
         *     }
         */
        BusinessService: {
            /** @description The CIs that the service consists of, each with its role */
            components: components["schemas"]["ServiceComponent"][];
            /**
             * Format: date-time
             * @description When it was made
             */
            created_at: string;
            /** @description Who made it: a user's id, `<kind>:<id>` of a key or a scanner, or `system` */
            created_by: string;
            /**
             * @description How important it is
             * @enum {string}
             */
            criticality: "critical" | "high" | "medium" | "low";
            /** @description Free text */
            description: string | null;
            /** @description State as its open events show it */
            health: {
                /** @description What makes the health worse, worst first */
                contributors: components["schemas"]["HealthContributor"][];
                /** @description Strength of the evidence for it */
                score: number;
                /**
                 * @description Its current state
                 * @enum {string}
                 */
                status: "healthy" | "degraded" | "critical" | "unknown";
            };
            /** @description Id, as lists and answers show it */
            id: string;
            /** @description Name that people read */
            name: string;
            /** @description What was agreed on */
            sla: {
                /** @description Percent of the time */
                availability: number | null;
                /** @description Milliseconds */
                response_time: number | null;
            };
            /**
             * @description Its current state
             * @enum {string}
             */
            status: "active" | "inactive" | "maintenance";
            /**
             * Format: date-time
             * @description When it last changed
             */
            updated_at: string;
            /** @description Who changed it last, as in `created_by` */
            updated_by: string;
        };
        /**
         * @example {
         *       "jsonrpc": "2.0",
         *       "method": "tools/list",
         *       "id": "0198a8a0-5c1e-7000-8000-000000000001"
         *     }
         */
        CallMcpBody: {
            /** @description Id, as lists and answers show it */
            id?: string | number;
            /**
             * @description Version of JSON-RPC
             * @example 2.0
             * @enum {string}
             */
            jsonrpc: "2.0";
            /**
             * @description Method of the protocol
             * @example tools/list
             */
            method: string;
        } & {
            [key: string]: unknown;
        };
        CauseCandidate: {
            /** @description Shortly before */
            change: {
                /** @description What was done */
                action: string;
                /**
                 * Format: date-time
                 * @description When it happened
                 */
                at: string;
            } | null;
            /** @description Id of a CI */
            ci_id: string;
            /** @description Share of the events that it explains, as far as no other explains them */
            confidence: number;
            /** @description Events that its failure explains */
            event_ids: string[];
            /** @description Why, in a sentence */
            explanation: string;
            /** @description Name that people read */
            name: string;
            /** @description Whether it has an alert of its own */
            own_alert: boolean;
        };
        /**
         * @example {
         *       "id": "0198a8a0-5c1e-7000-8000-000000000001",
         *       "status": "queued",
         *       "trigger": "webhook",
         *       "platform": "servicenow",
         *       "integration_id": "0198a8a0-5c1e-7000-8000-000000000007",
         *       "task_node_id": "NG1lLmNvbS9UYXNrLzE",
         *       "priority": "high",
         *       "category": "normal",
         *       "planned_start": "2026-02-01T22:00:00Z",
         *       "planned_end": "2026-02-01T23:00:00Z",
         *       "cis": [
         *         {
         *           "id": "0198a8a0-5c1e-7000-8000-000000000001",
         *           "name": "shop-db",
         *           "type": "server"
         *         }
         *       ],
         *       "unknown_cis": [
         *         "web99"
         *       ],
         *       "score": 0,
         *       "level": "medium",
         *       "confidence": 1,
         *       "missing": [
         *         "ai_affected_users"
         *       ],
         *       "dimensions": {
         *         "technical": {
         *           "score": 0,
         *           "weight": 0.35,
         *           "inputs": [
         *             {
         *               "name": "open events",
         *               "value": 40,
         *               "weight": 0.5,
         *               "evidence": [
         *                 {
         *                   "kind": "event",
         *                   "id": "0198a8a0-5c1e-7000-8000-000000000003",
         *                   "value": "open since 2026-01-31T08:00:00.000Z"
         *                 }
         *               ]
         *             }
         *           ]
         *         },
         *         "business": {
         *           "score": 0,
         *           "weight": 0.35,
         *           "inputs": [
         *             {
         *               "name": "open events",
         *               "value": 40,
         *               "weight": 0.5,
         *               "evidence": [
         *                 {
         *                   "kind": "event",
         *                   "id": "0198a8a0-5c1e-7000-8000-000000000003",
         *                   "value": "open since 2026-01-31T08:00:00.000Z"
         *                 }
         *               ]
         *             }
         *           ]
         *         },
         *         "dependency": {
         *           "score": 0,
         *           "weight": 0.35,
         *           "inputs": [
         *             {
         *               "name": "open events",
         *               "value": 40,
         *               "weight": 0.5,
         *               "evidence": [
         *                 {
         *                   "kind": "event",
         *                   "id": "0198a8a0-5c1e-7000-8000-000000000003",
         *                   "value": "open since 2026-01-31T08:00:00.000Z"
         *                 }
         *               ]
         *             }
         *           ]
         *         },
         *         "historical": {
         *           "score": 0,
         *           "weight": 0.35,
         *           "inputs": [
         *             {
         *               "name": "open events",
         *               "value": 40,
         *               "weight": 0.5,
         *               "evidence": [
         *                 {
         *                   "kind": "event",
         *                   "id": "0198a8a0-5c1e-7000-8000-000000000003",
         *                   "value": "open since 2026-01-31T08:00:00.000Z"
         *                 }
         *               ]
         *             }
         *           ]
         *         }
         *       },
         *       "conflicts": [
         *         {
         *           "kind": "change",
         *           "relation": "same",
         *           "ci_id": "0198a8a0-5c1e-7000-8000-000000000001",
         *           "name": "Christmas Day (DE)",
         *           "from": "2026-02-07T22:30:00.000Z",
         *           "to": "2026-02-07T23:00:00.000Z",
         *           "analysis_id": "0198a8a0-5c1e-7000-8000-000000000006",
         *           "task_node_id": "NG1lLmNvbS9UYXNrLzE"
         *         }
         *       ],
         *       "recommended_window": {
         *         "from": "2026-02-07T22:00:00.000Z",
         *         "to": "2026-02-07T23:30:00.000Z",
         *         "reason": "The plan has no conflict"
         *       },
         *       "fields": {
         *         "ai_risk_level": "medium",
         *         "ai_risk_score": 40,
         *         "ai_technical_risk": 40,
         *         "ai_business_risk": 40,
         *         "ai_dependency_risk": 40,
         *         "ai_historical_risk": 40,
         *         "ai_affected_systems": "2: web01, db01",
         *         "ai_critical_impacts": "The service Web shop fails",
         *         "ai_affected_users": 1200,
         *         "ai_affected_services": "1: Web shop",
         *         "ai_planned_duration": 90,
         *         "ai_risk_adjusted_time": 110,
         *         "ai_service_downtime": 15,
         *         "ai_recommended_window": "2026-02-07T22:00:00Z/2026-02-07T23:30:00Z",
         *         "ai_pre_change_rec": "Take a backup of db01",
         *         "ai_during_change_rec": "Watch the events of db01",
         *         "ai_post_change_rec": "Check that Web shop is healthy",
         *         "ai_summary": "Medium risk: db01 carries Web shop",
         *         "ai_insights": "The last change of db01 caused an incident",
         *         "ai_confidence": 80
         *       },
         *       "source": "model",
         *       "error": null,
         *       "write_back": {
         *         "status": "none",
         *         "error": null,
         *         "attempts": [
         *           {
         *             "at": "2026-01-31T08:00:00.000Z",
         *             "response_status": 200,
         *             "error": null
         *           }
         *         ]
         *       },
         *       "outcome": {
         *         "succeeded": true,
         *         "incidents": 0,
         *         "at": "2026-01-31T08:00:00.000Z",
         *         "by": "0198a8a0-5c1e-7000-8000-000000000002"
         *       },
         *       "created_at": "2026-01-31T08:00:00.000Z",
         *       "completed_at": "2026-01-31T08:00:02.000Z"
         *     }
         */
        ChangeAnalysis: {
            /** @description Category of the change, as the service desk names it */
            category: string | null;
            /** @description CIs that the change names; in lists the first 100 */
            cis: {
                /** @description Id, as lists and answers show it */
                id: string;
                /** @description Name that people read */
                name: string;
                /** @description Kind of thing, as it was first spelled */
                type: string;
            }[];
            /**
             * Format: date-time
             * @description When it ended; null until then
             */
            completed_at: string | null;
            /** @description How certain it is, 0 to 1 */
            confidence: number | null;
            /** @description What overlaps the planned window */
            conflicts: {
                /** @description Id of the analysis of the other change; null for what is no change */
                analysis_id: string | null;
                /** @description Id of the CI in conflict; null for a holiday */
                ci_id: string | null;
                /**
                 * Format: date-time
                 * @description When it begins
                 */
                from: string;
                /**
                 * @description Kind of thing
                 * @enum {string}
                 */
                kind: "change" | "maintenance" | "holiday";
                /** @description Of a holiday, with its country or region; null otherwise */
                name: string | null;
                /**
                 * @description Of the CI in conflict to a CI of the change
                 * @enum {string}
                 */
                relation: "same" | "parent" | "child";
                /** @description Id of the task at the service desk, to which results are written */
                task_node_id: string | null;
                /**
                 * Format: date-time
                 * @description When it ends
                 */
                to: string;
            }[];
            /**
             * Format: date-time
             * @description When it was made
             */
            created_at: string;
            /** @description The four dimensions of the risk; null until it is completed */
            dimensions: {
                /** @description Which business services are affected, by their criticality */
                business: {
                    /** @description What the score consists of */
                    inputs: {
                        /** @description Records that show it; never empty */
                        evidence: {
                            /** @description Id of the record */
                            id: string;
                            /**
                             * @description `change`: a change analysis, or the change itself
                             * @enum {string}
                             */
                            kind: "change" | "ci" | "service" | "event" | "incident" | "history" | "relationship";
                            /**
                             * @description What it says
                             * @example open since 2026-01-31T08:00:00.000Z
                             */
                            value: string;
                        }[];
                        /**
                         * @description What was looked at
                         * @example open events
                         */
                        name: string;
                        /** @description How much it tells of a risk, 0 to 100 */
                        value: number;
                        /** @description The inputs of a dimension have weights that add up to 1 */
                        weight: number;
                    }[];
                    /** @description Sum of value times weight, rounded */
                    score: number;
                    /**
                     * @description In the whole score
                     * @example 0.35
                     */
                    weight: number;
                };
                /** @description What depends on the CIs, and which redundancy is lost */
                dependency: {
                    /** @description What the score consists of */
                    inputs: {
                        /** @description Records that show it; never empty */
                        evidence: {
                            /** @description Id of the record */
                            id: string;
                            /**
                             * @description `change`: a change analysis, or the change itself
                             * @enum {string}
                             */
                            kind: "change" | "ci" | "service" | "event" | "incident" | "history" | "relationship";
                            /**
                             * @description What it says
                             * @example open since 2026-01-31T08:00:00.000Z
                             */
                            value: string;
                        }[];
                        /**
                         * @description What was looked at
                         * @example open events
                         */
                        name: string;
                        /** @description How much it tells of a risk, 0 to 100 */
                        value: number;
                        /** @description The inputs of a dimension have weights that add up to 1 */
                        weight: number;
                    }[];
                    /** @description Sum of value times weight, rounded */
                    score: number;
                    /**
                     * @description In the whole score
                     * @example 0.35
                     */
                    weight: number;
                };
                /** @description What became of earlier changes of these CIs and of CIs like them */
                historical: {
                    /** @description What the score consists of */
                    inputs: {
                        /** @description Records that show it; never empty */
                        evidence: {
                            /** @description Id of the record */
                            id: string;
                            /**
                             * @description `change`: a change analysis, or the change itself
                             * @enum {string}
                             */
                            kind: "change" | "ci" | "service" | "event" | "incident" | "history" | "relationship";
                            /**
                             * @description What it says
                             * @example open since 2026-01-31T08:00:00.000Z
                             */
                            value: string;
                        }[];
                        /**
                         * @description What was looked at
                         * @example open events
                         */
                        name: string;
                        /** @description How much it tells of a risk, 0 to 100 */
                        value: number;
                        /** @description The inputs of a dimension have weights that add up to 1 */
                        weight: number;
                    }[];
                    /** @description Sum of value times weight, rounded */
                    score: number;
                    /**
                     * @description In the whole score
                     * @example 0.35
                     */
                    weight: number;
                };
                /** @description What can break: the CIs that change, their events and incidents, the category and the kind of work */
                technical: {
                    /** @description What the score consists of */
                    inputs: {
                        /** @description Records that show it; never empty */
                        evidence: {
                            /** @description Id of the record */
                            id: string;
                            /**
                             * @description `change`: a change analysis, or the change itself
                             * @enum {string}
                             */
                            kind: "change" | "ci" | "service" | "event" | "incident" | "history" | "relationship";
                            /**
                             * @description What it says
                             * @example open since 2026-01-31T08:00:00.000Z
                             */
                            value: string;
                        }[];
                        /**
                         * @description What was looked at
                         * @example open events
                         */
                        name: string;
                        /** @description How much it tells of a risk, 0 to 100 */
                        value: number;
                        /** @description The inputs of a dimension have weights that add up to 1 */
                        weight: number;
                    }[];
                    /** @description Sum of value times weight, rounded */
                    score: number;
                    /**
                     * @description In the whole score
                     * @example 0.35
                     */
                    weight: number;
                };
            } | null;
            /** @description Why the analysis failed */
            error: string | null;
            /** @description Null until it is completed */
            fields: components["schemas"]["ChangeFields"] | null;
            /** @description Null: a dry run, which is not kept */
            id: string | null;
            /** @description Id of the integration with the service desk; null: none */
            integration_id: string | null;
            /**
             * @description By the whole score
             * @example medium
             * @enum {string|null}
             */
            level: "low" | "medium" | "high" | "critical" | null;
            /** @description What is not known, by name */
            missing: string[];
            /** @description What became of the change; null until it is recorded */
            outcome: {
                /**
                 * Format: date-time
                 * @description When it happened
                 */
                at: string;
                /** @description Who recorded it */
                by: string;
                /** @description Incidents that the change caused */
                incidents: number;
                /** @description Whether the change did what it was made for */
                succeeded: boolean;
            } | null;
            /**
             * Format: date-time
             * @description When it ends
             */
            planned_end: string | null;
            /**
             * Format: date-time
             * @description When it begins; a time without a zone is UTC
             */
            planned_start: string | null;
            /**
             * @description Kind of service desk
             * @enum {string|null}
             */
            platform: "xurrent" | "servicenow" | "jira" | "generic" | null;
            /** @description Priority of the change, as the service desk names it */
            priority: string | null;
            /** @description When to make the change; null where none is found */
            recommended_window: {
                /**
                 * Format: date-time
                 * @description When it begins
                 */
                from: string;
                /** @description Why then */
                reason: string;
                /**
                 * Format: date-time
                 * @description When it ends
                 */
                to: string;
            } | null;
            /** @description Null until it is completed */
            score: number | null;
            /**
             * @description Who worded the texts
             * @enum {string|null}
             */
            source: "model" | "rules" | null;
            /**
             * @description Its current state
             * @enum {string}
             */
            status: "queued" | "running" | "completed" | "failed";
            /** @description Id of the task at the service desk, to which results are written */
            task_node_id: string;
            /**
             * @description `webhook`: a service desk asked for it; `manual`: a person
             * @enum {string}
             */
            trigger: "webhook" | "manual";
            /** @description Ids and names that mean no CI, or several */
            unknown_cis: string[];
            /** @description What became of writing the result to the task */
            write_back: {
                /** @description Each attempt, the first one first */
                attempts: {
                    /**
                     * Format: date-time
                     * @description When it happened
                     */
                    at: string;
                    /** @description Why the analysis failed; null otherwise */
                    error: string | null;
                    /** @description Status of its answer; null: there was none */
                    response_status: number | null;
                }[];
                /** @description Why it failed */
                error: string | null;
                /**
                 * @description Its current state
                 * @enum {string}
                 */
                status: "none" | "pending" | "delivered" | "failed";
            };
        };
        /** @description As written to the task; null: it cannot be known */
        ChangeFields: {
            /** @description How many services are affected, and up to 20 names */
            ai_affected_services: string | null;
            /** @description How many CIs are affected, and up to 20 names */
            ai_affected_systems: string | null;
            /** @description Users of the affected services, else of the affected CIs */
            ai_affected_users: number | null;
            /** @description Score of the business dimension, 0 to 100 */
            ai_business_risk: number;
            /** @description How much is known, 0 to 100 */
            ai_confidence: number;
            /** @description What would fail */
            ai_critical_impacts: string | null;
            /** @description Score of the dependency dimension, 0 to 100 */
            ai_dependency_risk: number;
            /** @description What to do during it */
            ai_during_change_rec: string;
            /** @description Score of the historical dimension, 0 to 100 */
            ai_historical_risk: number;
            /** @description What else is worth knowing */
            ai_insights: string;
            /** @description Planned minutes */
            ai_planned_duration: number | null;
            /** @description What to do afterwards */
            ai_post_change_rec: string;
            /** @description What to do before */
            ai_pre_change_rec: string;
            /** @description When to make the change: an interval of ISO 8601 */
            ai_recommended_window: string | null;
            /** @description Minutes to allow for, given the risk */
            ai_risk_adjusted_time: number | null;
            /** @description Level of the risk: low, medium, high or critical */
            ai_risk_level: string;
            /** @description The whole risk, 0 to 100 */
            ai_risk_score: number;
            /** @description Minutes for which services are expected to be down */
            ai_service_downtime: number | null;
            /** @description The analysis in a few sentences */
            ai_summary: string;
            /** @description Score of the technical dimension, 0 to 100 */
            ai_technical_risk: number;
        };
        /**
         * @example {
         *       "reopen_hours": 24,
         *       "correlation_minutes": 30,
         *       "absence_days": 30,
         *       "purge_days": 30,
         *       "api_key_in_query": true,
         *       "holiday_countries": [
         *         "DE-BY"
         *       ]
         *     }
         */
        ChangeSettingsBody: {
            /** @description Days without an observation after which a CI counts as absent */
            absence_days?: number | null;
            /** @description Whether keys are accepted in addresses */
            api_key_in_query?: boolean | null;
            /** @description Which topics of Amazon SNS may subscribe */
            cloudwatch?: {
                /** @description ARNs of the topics */
                topics?: string[] | null;
            } | null;
            /** @description Minutes within which events can belong together */
            correlation_minutes?: number | null;
            /** @description Where the generic webhook finds each field: dotted paths in the message */
            generic_fields?: {
                /** @description Path of the description */
                description?: string | null;
                /** @description Path of the host name */
                hostname?: string | null;
                /** @description Path of the address */
                ip_address?: string | null;
                /** @description Path of the measured values */
                metrics?: string | null;
                /** @description Path of the severity */
                severity?: string | null;
                /** @description Path of the id of the problem */
                source_id?: string | null;
                /** @description Path of the status */
                status?: string | null;
                /** @description Path of the tags */
                tags?: string | null;
                /** @description Path of the time */
                timestamp?: string | null;
                /** @description Path of the title */
                title?: string | null;
            } | null;
            /** @description Countries and regions whose public holidays count for planned changes */
            holiday_countries?: string[] | null;
            /** @description Days for which a deleted CI can be restored */
            purge_days?: number | null;
            /** @description Hours within which a repeat opens a resolved event again */
            reopen_hours?: number | null;
            /** @description Days for which each kind of data is kept */
            retention_days?: {
                /** @description Days for which webhook deliveries are kept */
                deliveries?: number | null;
                /** @description Days for which resolved events are kept */
                events?: number | null;
                /** @description Days for which raw scan records are kept */
                raw_scans?: number | null;
                /** @description Days for which the files of reports are kept */
                reports?: number | null;
            } | null;
        };
        /**
         * @description A configuration item, with up to 100 of its relationships
         * @example {
         *       "id": "0198a8a0-5c1e-7000-8000-000000000001",
         *       "name": "shop-db",
         *       "type": "database",
         *       "description": "Keeps the orders of the shop",
         *       "status": "active",
         *       "attributes": {
         *         "os": "Debian 13"
         *       },
         *       "custom_fields": {
         *         "owner_team": "shop"
         *       },
         *       "created_at": "2026-01-31T08:00:00.000Z",
         *       "created_by": "system",
         *       "updated_at": "2026-02-01T09:30:00.000Z",
         *       "updated_by": "system",
         *       "relationships": [
         *         {
         *           "id": "0198a8a0-5c1e-7000-8000-000000000001",
         *           "type": "server",
         *           "target_ci": "0198a8a0-5c1e-7000-8000-000000000002",
         *           "target_name": "web01",
         *           "direction": "outgoing"
         *         }
         *       ]
         *     }
         */
        CI: {
            /** @description Free: what the CI or relationship is, by names of the caller's choice */
            attributes: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description When it was made
             */
            created_at: string;
            /** @description Who made it: a user's id, `<kind>:<id>` of a key or a scanner, or `system` */
            created_by: string;
            /** @description Free: what the organisation adds, by names of the caller's choice */
            custom_fields: {
                [key: string]: unknown;
            };
            /** @description Free text */
            description: string | null;
            /** @description Id, as lists and answers show it */
            id: string;
            /** @description Name that people read */
            name: string;
            /** @description Relationships of the CI */
            relationships: components["schemas"]["CIRelationship"][];
            /**
             * @description Whether the CI is in use
             * @enum {string}
             */
            status: "active" | "inactive" | "maintenance";
            /** @description Type in its canonical form */
            type: string;
            /**
             * Format: date-time
             * @description When it last changed
             */
            updated_at: string;
            /** @description Who changed it last, as in `created_by` */
            updated_by: string;
        };
        /**
         * @example {
         *       "nodes": [
         *         {
         *           "id": "0190a1b2-0000-7000-8000-000000000001",
         *           "name": "db-1",
         *           "type": "database",
         *           "status": "active",
         *           "health": "healthy",
         *           "services": [
         *             {
         *               "id": "0190a1b2-0000-7000-8000-000000000003",
         *               "name": "Web shop"
         *             }
         *           ],
         *           "location": [
         *             {
         *               "id": "0190a1b2-0000-7000-8000-000000000004",
         *               "name": "Rack A",
         *               "type": "rack"
         *             }
         *           ],
         *           "hop": 0,
         *           "hidden_neighbours": 0
         *         },
         *         {
         *           "id": "0190a1b2-0000-7000-8000-000000000002",
         *           "name": "shop",
         *           "type": "application",
         *           "status": "active",
         *           "health": "healthy",
         *           "services": [
         *             {
         *               "id": "0190a1b2-0000-7000-8000-000000000003",
         *               "name": "Web shop"
         *             }
         *           ],
         *           "location": [
         *             {
         *               "id": "0190a1b2-0000-7000-8000-000000000004",
         *               "name": "Rack A",
         *               "type": "rack"
         *             }
         *           ],
         *           "hop": 1,
         *           "hidden_neighbours": 3
         *         }
         *       ],
         *       "links": [
         *         {
         *           "id": "0190a1b2-0000-7000-8000-000000000005",
         *           "type": "depends_on",
         *           "source": "0190a1b2-0000-7000-8000-000000000002",
         *           "target": "0190a1b2-0000-7000-8000-000000000001",
         *           "failure": "target_to_source",
         *           "observed": false,
         *           "optional": false,
         *           "criticality": "high",
         *           "redundancy_group": null,
         *           "confidence": 1,
         *           "discovered_by": null
         *         }
         *       ],
         *       "missing": [],
         *       "truncated": false,
         *       "narrow": null
         *     }
         */
        CIGraph: {
            /** @description Every relationship among the nodes */
            links: components["schemas"]["GraphLink"][];
            /** @description Roots that do not exist */
            missing: string[];
            /** @description How to ask for less, where it was cut */
            narrow: string | null;
            /** @description CIs: roots first, then nearest first */
            nodes: components["schemas"]["GraphNode"][];
            /** @description Whether `limit` cut the graph */
            truncated: boolean;
        };
        CiInsight: {
            /** @description Id of a CI */
            ci_id: string;
            /** @description How certain it is, 0 to 1 */
            confidence: number;
            /**
             * @description How important it is
             * @enum {string}
             */
            criticality: "critical" | "high" | "medium" | "low";
            /** @description With the connections that they rest on */
            dependencies: components["schemas"]["InsightDependency"][];
            /**
             * Format: date-time
             * @description When it was made
             */
            generated_at: string;
            /** @description Of the CI */
            id: string;
            /**
             * @description Name of the model; null of rules
             * @example gpt-4o-mini
             */
            model: string | null;
            /**
             * @description What could be done
             * @example [
             *       "Set its owner"
             *     ]
             */
            recommendations: string[];
            /**
             * @description What the CI is for
             * @example database server
             */
            role: string;
            /**
             * @description Who says so
             * @enum {string}
             */
            source: "model" | "rules";
            /**
             * @description In a few sentences
             * @example The database of the orders
             */
            summary: string | null;
        };
        CIRelationship: {
            /**
             * @description Whether it points away from the CI or towards it
             * @enum {string}
             */
            direction: "outgoing" | "incoming";
            /** @description Id, as lists and answers show it */
            id: string;
            /** @description The other end, whichever way the relationship points */
            target_ci: string;
            /** @description Name of the other end */
            target_name: string;
            /** @description Kind of thing, as it was first spelled */
            type: string;
        };
        ConnectionInsight: {
            /**
             * @description Null where the model does not know
             * @example postgresql
             */
            application_protocol: string | null;
            /**
             * @description How the two ends talk
             * @enum {string}
             */
            communication_pattern: "request_response" | "publish_subscribe" | "replication" | "polling" | "streaming" | "batch" | "unknown";
            /** @description How certain it is, 0 to 1 */
            confidence: number;
            /**
             * Format: date-time
             * @description When it was made
             */
            generated_at: string;
            /**
             * @description Name of the model
             * @example gpt-4o-mini
             */
            model: string;
            /**
             * @description Of the target
             * @example [
             *       5432
             *     ]
             */
            ports: number[];
            /**
             * @description Process of the CI
             * @example java
             */
            process_name: string | null;
            /**
             * @description Who says so
             * @enum {string}
             */
            source: "model";
            /**
             * @description The target; null where no CI has the address
             * @example null
             */
            target_ci_id: string | null;
            /**
             * @description Address of the target
             * @example 10.0.0.7
             */
            target_ip: string | null;
        };
        /**
         * @description The session of a browser that shows the console
         * @example {
         *       "token": "orrd_prod_0123456789abcdefghijklmnopqrstuvwxyzABCDEFG",
         *       "expiresIn": 900,
         *       "user": {
         *         "id": "0198a8a0-5c1e-7000-8000-000000000001",
         *         "email": "ann@example.com",
         *         "tenant": "example"
         *       },
         *       "mustChangePassword": true,
         *       "scopes": [
         *         "cmdb.read"
         *       ]
         *     }
         */
        ConsoleSession: {
            /** @description Lifetime of the access token in seconds */
            expiresIn: number;
            /**
             * @description The password was generated, or set by somebody else; in that case the token changes the password (POST /v1/auth/password) and does nothing else
             * @enum {boolean}
             */
            mustChangePassword?: true;
            /** @description What the access token may do */
            scopes: ("cmdb.read" | "cmdb.write" | "cmdb.delete" | "discovery.read" | "discovery.execute" | "discovery.configure" | "discovery.submit" | "events.read" | "events.write" | "services.read" | "services.write" | "webhooks.manage" | "software.read" | "software.write" | "reports.read" | "reports.create" | "reports.export" | "ai.use" | "admin.users" | "admin.settings" | "admin.audit")[];
            /** @description Access token (JWT), to be sent as a bearer token */
            token: string;
            /** @description Account that it runs under */
            user: {
                /** @description Email address, by which the user logs in */
                email: string;
                /** @description Id, as lists and answers show it */
                id: string;
                /** @description Name of the tenant */
                tenant: string;
            };
        };
        /**
         * @example {
         *       "name": "nightly export",
         *       "description": "Reads for the nightly export",
         *       "scopes": [
         *         "cmdb.read"
         *       ],
         *       "allowedIps": null
         *     }
         */
        CreateApiKeyBody: {
            /** @description 1 to 50 addresses and CIDR ranges that it may be used from, by the address of the connection's peer; absent: everywhere */
            allowedIps?: string[] | null;
            /** @description Free text */
            description?: string | null;
            /**
             * @description `<n>m|h|d|w` or ISO 8601; default 90d, at most 365 days
             * @default 90d
             */
            expiresIn: string;
            /** @description Name that people read */
            name: string;
            /** @description What it may do */
            scopes: components["schemas"]["Scope"][];
        };
        /**
         * @example {
         *       "message": "CI created",
         *       "id": "0198a8a0-5c1e-7000-8000-000000000001",
         *       "name": "shop-db"
         *     }
         */
        CreateCiResult: {
            /** @description Id, as lists and answers show it */
            id: string;
            /** @description What was done, for people */
            message: string;
            /** @description Name that people read */
            name: string;
        };
        /**
         * @example {
         *       "name": "scanner-1",
         *       "description": "The scanner of the first data centre",
         *       "scopes": [
         *         "discovery.submit"
         *       ],
         *       "allowed_ips": null
         *     }
         */
        CreateDiscoveryTokenBody: {
            /** @description 1 to 50 addresses and CIDR ranges that it may be used from, by the address of the connection's peer; absent: everywhere */
            allowed_ips?: string[] | null;
            /** @description Free text */
            description?: string | null;
            /**
             * @description `<n>m|h|d|w` or ISO 8601; default 90d, at most 365 days
             * @default 90d
             */
            expires_in: string;
            /** @description Name that people read */
            name: string;
            /**
             * @description What it may do
             * @default [
             *       "discovery.submit"
             *     ]
             */
            scopes: ("discovery.submit" | "discovery.read")[];
        };
        /**
         * @example {
         *       "name": "shop-db",
         *       "platform": "servicenow",
         *       "base_url": "https://desk.example.com",
         *       "account": "wdc",
         *       "account_url": "https://wdc.desk.example.com",
         *       "table": "change_task",
         *       "active": true,
         *       "inbound": {
         *         "type": "secret",
         *         "header": "X-Desk-Secret",
         *         "secret": "correct horse battery staple"
         *       },
         *       "field_map": {
         *         "ai_risk_score": "custom_risk_score",
         *         "ai_insights": null
         *       },
         *       "rich_text": [
         *         "custom_summary"
         *       ]
         *     }
         */
        CreateIntegrationBody: {
            /** @description The account there, where the platform tells accounts apart by a header */
            account?: string | null;
            /**
             * Format: uri
             * @description Where people use the platform. Callbacks of its verification calls must have this origin
             */
            account_url?: string | null;
            /** @description Default true */
            active?: boolean;
            /**
             * Format: uri
             * @description Where its interface is: http or https, without a user name. Addresses of private networks are refused
             */
            base_url: string;
            /** @description Default none */
            credentials?: {
                /**
                 * @description How they are sent
                 * @enum {string}
                 */
                type: "none";
            } | {
                /** @description Sent as `Authorization: Bearer`, without blanks and line breaks */
                token: string;
                /**
                 * @description How they are sent
                 * @enum {string}
                 */
                type: "bearer";
            } | {
                /** @description Password there */
                password: string;
                /**
                 * @description How they are sent
                 * @enum {string}
                 */
                type: "basic";
                /** @description User name there, without a colon */
                username: string;
            } | {
                /** @description Id of the client there */
                client_id: string;
                /** @description Secret of the client there */
                client_secret: string;
                /** @description Where access tokens are fetched (RFC 6749, section 4.4) */
                token_url: string;
                /**
                 * @description How they are sent
                 * @enum {string}
                 */
                type: "client_credentials";
            };
            /** @description Names of the fields there, by ours (`ai_risk_score`, ...); null: not written; others keep their default */
            field_map?: {
                [key: string]: string | null;
            };
            /** @description How the service desk proves itself to Orrery; the secret is not shown */
            inbound: {
                /** @description Name of the header that holds the proof */
                header: string;
                /** @description 16 printable characters or more, without blanks around them */
                secret: string;
                /**
                 * @description `secret`: in a header; `hmac`: `sha256=<hex>` of the body in a header; `jwt`: a signed body
                 * @enum {string}
                 */
                type: "secret";
            } | {
                /** @description Name of the header that holds the proof */
                header: string;
                /** @description 16 printable characters or more, without blanks around them */
                secret: string;
                /**
                 * @description `secret`: in a header; `hmac`: `sha256=<hex>` of the body in a header; `jwt`: a signed body
                 * @enum {string}
                 */
                type: "hmac";
            } | {
                /** @description The claim `aud` that the token must have */
                audience: string;
                /** @description Base of the discovery document whose keys sign: https, or http where the installation allows its host; null: `public_key` alone */
                issuer?: string | null;
                /** @description Public key in PEM, RSA of 2048 bits or more or EC on P-256; null: the issuer's keys */
                public_key?: string | null;
                /**
                 * @description `secret`: in a header; `hmac`: `sha256=<hex>` of the body in a header; `jwt`: a signed body
                 * @enum {string}
                 */
                type: "jwt";
            };
            /** @description Name that people read */
            name: string;
            /**
             * @description Kind of service desk
             * @enum {string}
             */
            platform: "xurrent" | "servicenow" | "jira" | "generic";
            /** @description Names of fields there that take formatted text */
            rich_text?: string[];
            /** @description ServiceNow's table of tasks; default change_task */
            table?: string;
        };
        /**
         * @example {
         *       "ci_ids": [
         *         "0198a8a0-5c1e-7000-8000-000000000001"
         *       ],
         *       "from": "2026-01-31T08:00:00.000Z",
         *       "to": "2026-02-01T08:00:00.000Z",
         *       "reason": "Patches"
         *     }
         */
        CreateMaintenanceWindowBody: {
            /** @description Ids of CIs */
            ci_ids: string[];
            /**
             * Format: date-time
             * @description Default: now
             */
            from?: string;
            /** @description Why, for people */
            reason?: string | null;
            /**
             * Format: date-time
             * @description When it ends, exclusive
             */
            to: string;
        };
        /**
         * @example {
         *       "name": "inventory app",
         *       "redirect_uris": [
         *         "https://app.example.com/callback"
         *       ],
         *       "scopes": [
         *         "cmdb.read"
         *       ],
         *       "public": false
         *     }
         */
        CreateOAuthClientBody: {
            /** @description Name that users see */
            name: string;
            /**
             * @description Keeps no secret, as a program on the user's machine cannot; it has to use PKCE
             * @default false
             */
            public: boolean;
            /** @description https, or http on this machine, or a private scheme with a dot; compared character by character */
            redirect_uris: string[];
            /** @description What it may do */
            scopes: components["schemas"]["Scope"][];
        };
        /**
         * @example {
         *       "results": [
         *         {
         *           "index": 0,
         *           "id": "0198a8a0-5c1e-7000-8000-000000000001",
         *           "status": "created",
         *           "error": null
         *         }
         *       ],
         *       "created": 1,
         *       "failed": 0
         *     }
         */
        CreateRelationshipsResult: {
            /** @description How many were made */
            created: number;
            /** @description How many could not be processed */
            failed: number;
            /** @description One entry for each that was sent or asked for, in order */
            results: {
                /** @description What was wrong; null where nothing was */
                error: {
                    /** @description What went wrong, for programs */
                    code: string;
                    /** @description Every fault by field, with further members that the code brings */
                    details: {
                        /** @description What was wrong; null where nothing was */
                        error: string;
                        /** @description Dotted path of the field in the caller's spelling, e.g. `attributes.cpu_cores`, `query.limit` */
                        field: string;
                    }[];
                    /** @description What was done, for people */
                    message: string;
                } | null;
                /** @description Id, as lists and answers show it */
                id: string | null;
                /** @description Place in the list that was sent, from 0 */
                index: number;
                /**
                 * @description Its current state
                 * @enum {string}
                 */
                status: "created" | "exists" | "failed";
            }[];
        };
        /**
         * @example {
         *       "template_id": "ci_inventory",
         *       "format": "pdf",
         *       "name": "Servers, every Monday",
         *       "cron": "0 7 * * 1",
         *       "time_zone": "Europe/Berlin",
         *       "enabled": true
         *     }
         */
        CreateReportScheduleBody: {
            /** @description Five fields: minute, hour, day of the month, month, day of the week */
            cron: string;
            /** @description Where it goes once it is completed */
            delivery?: {
                /**
                 * @description Default none
                 * @enum {string}
                 */
                method?: "none" | "email" | "webhook";
                /** @description Addresses; each gets a mail of its own */
                recipients?: string[];
            };
            /** @description Default true */
            enabled?: boolean;
            /**
             * @description Format of the file
             * @enum {string}
             */
            format: "pdf" | "html" | "xlsx" | "csv" | "json";
            /** @description Name that people read, and of its reports */
            name: string;
            /** @description As the template's JSON Schema says; every template takes these three */
            parameters?: {
                /**
                 * @description One or several types of CI
                 * @example [
                 *       "server"
                 *     ]
                 */
                ci_type?: unknown;
                /**
                 * @description `{from, to}`, an ISO 8601 interval, or a name as `last_7_days`
                 * @example last_7_days
                 */
                date_range?: unknown;
                /**
                 * @description One or several fields
                 * @example [
                 *       "status"
                 *     ]
                 */
                grouping?: unknown;
            } & {
                [key: string]: unknown;
            };
            /** @description Of `/v1/reports/templates` */
            template_id: string;
            /** @description IANA name; default UTC */
            time_zone?: string;
        };
        /**
         * @example {
         *       "name": "The shop with its databases",
         *       "roots": [
         *         "0198a8a0-5c1e-7000-8000-000000000001"
         *       ],
         *       "depth": 3,
         *       "direction": "either",
         *       "group_by": "attributes.location",
         *       "positions": {
         *         "0198a8a0-5c1e-7000-8000-000000000001": [
         *           120,
         *           -40.5
         *         ]
         *       },
         *       "shared": false
         *     }
         */
        CreateSavedMapBody: {
            /** @description Most relationships from a root, 0 to 10; default 3 */
            depth?: number;
            /**
             * @description Upstream: what they need; downstream: what needs them; either, the default: both
             * @enum {string}
             */
            direction?: "upstream" | "downstream" | "either";
            /** @description What is shown */
            filters?: {
                /**
                 * @description Statuses of CIs; all where empty
                 * @default []
                 */
                statuses: ("active" | "inactive" | "maintenance")[];
                /**
                 * @description Types of CIs, any spelling; all where empty
                 * @default []
                 */
                types: string[];
            };
            /** @description Field by which CIs are nested; null for none */
            group_by?: string | null;
            /** @description Name that people read */
            name: string;
            /** @description Where CIs stand, by their ids: `[x, y]`, at most 5,000 */
            positions?: {
                [key: string]: number[];
            };
            /** @description Ids of the CIs where the map begins, at most 200 */
            roots: string[];
            /** @description Whether every user of the tenant may read it */
            shared?: boolean;
            /** @description What else comes back as it was left */
            view?: {
                /**
                 * @description Ids of CIs whose neighbours are shown beyond the depth, at most 200
                 * @default []
                 */
                expanded: string[];
                /**
                 * @description Ids of CIs behind which nothing is shown, at most 200
                 * @default []
                 */
                folded: string[];
                /**
                 * @description Healths of CIs that are shown; all where empty
                 * @default []
                 */
                healths: ("critical" | "degraded" | "unknown" | "maintenance" | "inactive" | "healthy")[];
                /**
                 * @description Whether software is shown that is only installed
                 * @default false
                 */
                include_software: boolean;
                /**
                 * @description Most CIs; null for as many as the explorer shows by itself
                 * @default null
                 */
                limit: number | null;
                /**
                 * @description What of the map was in the window; null: all of it
                 * @default null
                 */
                viewport: {
                    /** @description Point of the map in the middle of the window */
                    x: number;
                    /** @description Point of the map in the middle of the window */
                    y: number;
                    /** @description Pixels of the screen for one of the map */
                    zoom: number;
                } | null;
            };
        };
        /**
         * @example {
         *       "name": "shop-db",
         *       "description": "Keeps the orders of the shop",
         *       "query": {
         *         "entity": "event",
         *         "filters": [
         *           {
         *             "field": "severity",
         *             "op": "in",
         *             "value": [
         *               "critical",
         *               "high"
         *             ]
         *           }
         *         ],
         *         "match": "all",
         *         "group_by": [
         *           "source"
         *         ],
         *         "aggregate": [
         *           {
         *             "fn": "count"
         *           }
         *         ],
         *         "order": [
         *           {
         *             "field": "count",
         *             "direction": "desc"
         *           }
         *         ],
         *         "limit": 100,
         *         "fields": [
         *           "source",
         *           "count"
         *         ]
         *       },
         *       "shared": false
         *     }
         */
        CreateSavedQueryBody: {
            /** @description Free text */
            description?: string | null;
            /** @description Name that people read */
            name: string;
            query: components["schemas"]["QueryForm"];
            /** @description Whether every user of the tenant reads it; default false */
            shared?: boolean;
        };
        /**
         * @example {
         *       "name": "nightly export",
         *       "scopes": [
         *         "cmdb.read"
         *       ],
         *       "public_key": "-----BEGIN PUBLIC KEY-----\nMIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA1Y5g6rhxxyvA8pCpazw4\n4w4kOie4R3dVnyVoTBE7Yzd3wkox5vv4XSOk4XdZhUdO7EUFE6O0NpadzSZ49MdP\nJjL9Sacf3XA04hiY4sl1PIHYknDaPvv2af8MRmDSwlu3qr7V4IgHDYNru4L6P/8P\nu0SvuI8a7g4h+z06BrcVqPQeLnLtYy+w+Y2DMc5TE8QDQmxnRk2dYKBdqSDyxaT+\naXihV5a0dUlHDlOpC5GSWr6XOP9bZOsFiswc9/ogMzOlm0rfkTWDmTzMKBCxWTO3\nanLVboggn//UlsaY3JhEZPMz19XXfynp3uyAv+iuSl21HYICto9wxgCI1+dCpzbn\nxwIDAQAB\n-----END PUBLIC KEY-----\n"
         *     }
         */
        CreateServiceAccountBody: {
            /** @description Name that people read */
            name: string;
            /** @description RSA public key of 2048 to 8192 bits, in PEM */
            public_key: string;
            /** @description What it may do */
            scopes: components["schemas"]["Scope"][];
        };
        /**
         * @example {
         *       "name": "Web shop",
         *       "description": "Keeps the orders of the shop"
         *     }
         */
        CreateServiceBody: {
            /** @description The CIs that the service consists of, each with its role */
            components?: components["schemas"]["NewServiceComponent"][];
            /**
             * @description How important it is
             * @enum {string}
             */
            criticality?: "critical" | "high" | "medium" | "low";
            /** @description Free text */
            description?: string | null;
            /** @description Name that people read */
            name: string;
            /** @description What was agreed on */
            sla?: {
                /** @description Percent */
                availability?: number | null;
                /** @description Milliseconds */
                response_time?: number | null;
            };
            /**
             * @description Its current state
             * @enum {string}
             */
            status?: "active" | "inactive" | "maintenance";
        };
        /**
         * @example {
         *       "instance_name": "PostgreSQL 17",
         *       "instance_patterns": [
         *         "^postgresql-\\d+$"
         *       ],
         *       "windows_services": [
         *         "postgresql-x64-17"
         *       ],
         *       "confidence": 1,
         *       "notes": "Looked at",
         *       "software": {
         *         "name": "PostgreSQL",
         *         "vendor": "PGDG"
         *       },
         *       "source": "import"
         *     }
         */
        CreateSoftwareMappingBody: {
            /** @description Id, as lists and answers show it */
            _id?: unknown;
            /** @description How certain it is, 0 to 1 */
            confidence?: number;
            /** @description When it was made */
            created_at?: unknown;
            /** @description Kind of software, one of 13 */
            family?: {
                /**
                 * @description Kind of software, one of 13
                 * @enum {string}
                 */
                name: "Browsers" | "Databases" | "Development Tools" | "Runtime Environments" | "Office Productivity" | "Security Software" | "Operating Systems" | "Virtualization" | "Web Servers" | "Monitoring Tools" | "Multimedia" | "Utilities" | "Enterprise Applications";
            } | null;
            /** @description Id, as lists and answers show it */
            id?: unknown;
            /** @description Name of the installed program as scanners report it; required where there are no `instance_patterns` */
            instance_name?: string;
            /** @description Regular expressions of linear time: no lookaround, no backreferences, at most 500 characters */
            instance_patterns?: string[];
            /** @description When somebody confirmed it; null where nobody did */
            last_verified?: unknown;
            /** @description The name as it is compared: without case, version and architecture */
            normalized_instance_name?: unknown;
            /** @description Remarks, for people */
            notes?: string | null;
            /** @description Programs that it runs, by operating system */
            process_names?: {
                /** @description Programs on Linux */
                linux?: string[];
                /** @description Programs on macOS */
                macos?: string[];
                /** @description Programs on Windows */
                windows?: string[];
            };
            /** @description Where the names of its processes come from; null while it has none */
            process_source?: unknown;
            /**
             * @description How it runs
             * @enum {string}
             */
            process_type?: "application" | "service" | "library";
            /** @description The product */
            software: {
                /** @description Name of the product */
                name: string;
                /** @description Maker */
                vendor?: string | null;
            };
            /**
             * @description `ai` and `import` stand as they are; anything else is `manual`
             * @enum {string}
             */
            source?: "manual" | "ai" | "import" | "system" | "pending";
            /**
             * @description Its current state
             * @enum {string}
             */
            status?: "active" | "pending" | "review";
            /** @description When it last changed */
            updated_at?: unknown;
            /** @description How many installations it names */
            usage_count?: unknown;
            /** @description Services of Windows that it runs */
            windows_services?: string[];
        };
        /**
         * @example {
         *       "name": "chat",
         *       "url": "https://hooks.example.com/orrery",
         *       "events": [
         *         "ci.created",
         *         "event.created"
         *       ],
         *       "headers": {
         *         "X-Team": "shop"
         *       },
         *       "active": true
         *     }
         */
        CreateWebhookBody: {
            /** @description Default true */
            active?: boolean;
            /** @description Kinds of message that it gets */
            events: ("ci.created" | "ci.updated" | "ci.deleted" | "event.created" | "event.status_changed" | "relationship.created" | "relationship.deleted" | "scan.completed" | "report.completed" | "vulnerability.found")[];
            /** @description Sent with each delivery. Host, lengths, signatures and the connection's own cannot be set */
            headers?: {
                [key: string]: string;
            };
            /** @description Name that people read */
            name: string;
            /**
             * Format: uri
             * @description http or https, without a user name. Addresses of private networks are refused
             */
            url: string;
        };
        /**
         * @example {
         *       "searchedIp": "192.0.2.10",
         *       "query": {
         *         "normalized": "192.0.2.10",
         *         "forms": [
         *           "192.0.2.10"
         *         ],
         *         "fields": [
         *           "attributes.ip_address"
         *         ]
         *       },
         *       "results": [
         *         {
         *           "id": "0198a8a0-5c1e-7000-8000-000000000001",
         *           "name": "shop-db",
         *           "type": "server",
         *           "customFields": {
         *             "ip_address": "192.0.2.10",
         *             "all_ip_addresses": [
         *               "192.0.2.10"
         *             ]
         *           },
         *           "status": "active",
         *           "lastSeen": "2026-02-01T09:30:00.000Z",
         *           "matchedFields": [
         *             "attributes.ip_address"
         *           ]
         *         }
         *       ],
         *       "found": true
         *     }
         */
        DebugFindCiByIpResult: {
            /** @description Whether one was found */
            found: boolean;
            /** @description What was searched for */
            query: {
                /** @description Fields that were searched */
                fields: string[];
                /** @description Spellings of the address that count as equal */
                forms: string[];
                /** @description The address in its usual form */
                normalized: string;
            };
            /** @description One entry for each that was sent or asked for, in order */
            results: {
                /** @description Free: what the organisation adds, by names of the caller's choice */
                customFields: {
                    /** @description All addresses of the host */
                    all_ip_addresses: string[];
                    /** @description IPv4 or IPv6 address */
                    ip_address: string | null;
                };
                /** @description Id, as lists and answers show it */
                id: string;
                /**
                 * Format: date-time
                 * @description When it was last observed
                 */
                lastSeen: string | null;
                /** @description Fields that hold the address */
                matchedFields: string[];
                /** @description Name that people read */
                name: string;
                /**
                 * @description Its current state
                 * @enum {string}
                 */
                status: "active" | "inactive" | "maintenance";
                /** @description Kind of thing, as it was first spelled */
                type: string;
            }[];
            /** @description The address as it was asked for */
            searchedIp: string;
        };
        /**
         * @example {
         *       "id": "0198a8a0-5c1e-7000-8000-000000000001",
         *       "ci_id": "0198a8a0-5c1e-7000-8000-000000000001",
         *       "decided_by": "0198a8a0-5c1e-7000-8000-000000000001",
         *       "decided_at": "2026-01-31T08:00:00.000Z",
         *       "scan_id": "0198a8a0-5c1e-7000-8000-000000000004"
         *     }
         */
        DecidedHost: {
            /** @description Id of a CI */
            ci_id: string | null;
            /**
             * Format: date-time
             * @description When it was decided
             */
            decided_at: string;
            /** @description Who decided */
            decided_by: string;
            /** @description Id, as lists and answers show it */
            id: string;
            /** @description Id of the scan */
            scan_id: string | null;
        };
        /**
         * @example {
         *       "ci_id": "0198a8a0-5c1e-7000-8000-000000000001",
         *       "all": true,
         *       "decision": "mitigated",
         *       "reason": "The port is closed."
         *     }
         */
        DecideVulnerabilityBody: {
            /**
             * @description For all installations
             * @example true
             * @enum {boolean}
             */
            all?: true;
            /** @description A server or a software instance */
            ci_id?: string;
            /**
             * @description What is decided
             * @example mitigated
             * @enum {string}
             */
            decision: "accepted" | "false_positive" | "mitigated";
            /**
             * @description Why
             * @example The port is closed.
             */
            reason: string;
            /**
             * Format: date-time
             * @description When it ends; absent or null: never
             */
            until?: string | null;
        };
        /**
         * @example {
         *       "state": "loaded",
         *       "error": null,
         *       "loaded_at": "2026-01-31T08:00:00.000Z",
         *       "holds": {
         *         "cis": 151,
         *         "services": 8,
         *         "relationships": 247,
         *         "events": 60,
         *         "incidents": [
         *           {
         *             "story": "A switch drops packets, and the shop's database loses its replica",
         *             "event": {
         *               "id": "0198a8a0-5c1e-7000-8000-000000000001",
         *               "title": "Disk almost full"
         *             },
         *             "root_cause": {
         *               "id": "0198a8a0-5c1e-7000-8000-000000000001",
         *               "name": "shop-db"
         *             },
         *             "services": [
         *               {
         *                 "id": "0198a8a0-5c1e-7000-8000-000000000001",
         *                 "name": "shop-db"
         *               }
         *             ]
         *           }
         *         ]
         *       }
         *     }
         */
        Demo: {
            /**
             * @description Why the last try failed; null otherwise
             * @example null
             */
            error: string | null;
            /** @description What is in it; null unless it is loaded */
            holds: {
                /**
                 * @description CIs, services included
                 * @example 151
                 */
                cis: number;
                /**
                 * @description Events of the hour before it was loaded
                 * @example 60
                 */
                events: number;
                /** @description What can be looked into */
                incidents: {
                    /** @description Where to begin */
                    event: {
                        /** @description Id, as lists and answers show it */
                        id: string;
                        /** @description What happened, in a line */
                        title: string;
                    };
                    /** @description The cause that should be found */
                    root_cause: {
                        /** @description Id, as lists and answers show it */
                        id: string;
                        /** @description Name that people read */
                        name: string;
                    };
                    /** @description The business services that it hits */
                    services: {
                        /** @description Id, as lists and answers show it */
                        id: string;
                        /** @description Name that people read */
                        name: string;
                    }[];
                    /**
                     * @description What happened, in a sentence
                     * @example A switch drops packets, and the shop's database loses its replica
                     */
                    story: string;
                }[];
                /**
                 * @description Relationships between them
                 * @example 247
                 */
                relationships: number;
                /**
                 * @description Business services
                 * @example 8
                 */
                services: number;
            } | null;
            /**
             * Format: date-time
             * @description Null unless it is loaded
             */
            loaded_at: string | null;
            /**
             * @description `incomplete`: loading or removing failed or was cut short; either mends it
             * @example loaded
             * @enum {string}
             */
            state: "absent" | "loading" | "loaded" | "removing" | "incomplete";
        };
        /**
         * @example {
         *       "id": "0198a8a0-5c1e-7000-8000-000000000001",
         *       "name": "scanner-1",
         *       "description": "The scanner of the first data centre",
         *       "scopes": [
         *         "discovery.submit"
         *       ],
         *       "created_at": "2026-01-31T08:00:00.000Z",
         *       "expires_at": "2026-04-30T08:00:00.000Z",
         *       "last_used_at": null,
         *       "allowed_ips": null
         *     }
         */
        DiscoveryToken: {
            /** @description Addresses and networks from which it works; null for all */
            allowed_ips: string[] | null;
            /**
             * Format: date-time
             * @description When it was made
             */
            created_at: string;
            /** @description Free text */
            description: string | null;
            /**
             * Format: date-time
             * @description When it ends
             */
            expires_at: string;
            /** @description Id, as lists and answers show it */
            id: string;
            /**
             * Format: date-time
             * @description Give or take a minute
             */
            last_used_at: string | null;
            /** @description Name that people read */
            name: string;
            /** @description What it may do */
            scopes: components["schemas"]["Scope"][];
        };
        /**
         * @example {
         *       "dry_run": true,
         *       "results": [
         *         {
         *           "hostname": "web01",
         *           "ip_address": "192.0.2.10",
         *           "ci_id": "0198a8a0-5c1e-7000-8000-000000000001",
         *           "outcome": "created",
         *           "error": null,
         *           "decision": {
         *             "rule": 1,
         *             "matched": {
         *               "serial_number": "sn-1"
         *             },
         *             "candidates": [
         *               {
         *                 "ci_id": "0198a8a0-5c1e-7000-8000-000000000001",
         *                 "lost_because": "another serial number"
         *               }
         *             ],
         *             "conflicts": [],
         *             "clone_of": []
         *           }
         *         }
         *       ]
         *     }
         */
        DryRun: {
            /**
             * @description True: nothing was written
             * @enum {boolean}
             */
            dry_run: true;
            /** @description One entry for each that was sent or asked for, in order */
            results: components["schemas"]["HostResult"][];
        };
        /**
         * @example cpe
         * @enum {string}
         */
        EnrichmentName: "software-linking" | "families" | "cpe" | "process-mapping" | "insights" | "relationships" | "embeddings";
        /**
         * @example {
         *       "id": "0198a8a0-5c1e-7000-8000-000000000001",
         *       "name": "cpe",
         *       "trigger": "manual",
         *       "status": "running",
         *       "progress": {
         *         "done": 120,
         *         "total": 400
         *       },
         *       "changed": 80,
         *       "failed": 2,
         *       "tokens": 5200,
         *       "cost": 0.012,
         *       "ci_ids": [
         *         "0198a8a0-5c1e-7000-8000-000000000001"
         *       ],
         *       "scan_id": "0198a8a0-5c1e-7000-8000-000000000004",
         *       "requested_by": "system",
         *       "created_at": "2026-01-31T08:00:00.000Z",
         *       "started_at": "2026-01-30T08:00:00Z",
         *       "ended_at": "2026-01-31T08:28:11.000Z",
         *       "error": null
         *     }
         */
        EnrichmentRun: {
            /**
             * @description Items that the run changed
             * @example 80
             */
            changed: number;
            /** @description What it works on; null: everything that is due */
            ci_ids: string[] | null;
            /**
             * @description Of the model; null where no price is configured
             * @example 0.012
             */
            cost: number | null;
            /**
             * Format: date-time
             * @description When it was made
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it ended; null until then
             */
            ended_at: string | null;
            /** @description Why it failed, or why items did; null if nothing did */
            error: string | null;
            /**
             * @description Items that it could not do; a later run tries them again
             * @example 2
             */
            failed: number;
            /** @description Id, as lists and answers show it */
            id: string;
            name: components["schemas"]["EnrichmentName"];
            /** @description How far it is */
            progress: {
                /**
                 * @description Items looked at
                 * @example 120
                 */
                done: number;
                /**
                 * @description About; null where it is not known
                 * @example 400
                 */
                total: number | null;
            };
            /**
             * @description Who asked for it; `system` for a schedule
             * @example system
             */
            requested_by: string;
            /** @description Id of the scan */
            scan_id: string | null;
            /**
             * Format: date-time
             * @description When it began
             */
            started_at: string | null;
            /**
             * @description Where it stands
             * @enum {string}
             */
            status: "queued" | "running" | "completed" | "failed" | "cancelled";
            /**
             * @description Tokens of the model, questions and answers
             * @example 5200
             */
            tokens: number;
            /**
             * @description `news`: data was saved, and what follows from it was done
             * @enum {string}
             */
            trigger: "schedule" | "manual" | "news";
        };
        /**
         * @example {
         *       "name": "cpe",
         *       "description": "Finds CPE names of installed software",
         *       "cron": "27 * * * *",
         *       "enabled": true,
         *       "batch_size": 200,
         *       "unavailable": "no embedding model is configured",
         *       "last_run": "2026-01-31T08:27:00.000Z",
         *       "next_run": "2026-01-31T09:27:00.000Z",
         *       "last_error": null,
         *       "updated_at": "2026-02-01T09:30:00.000Z",
         *       "updated_by": null
         *     }
         */
        EnrichmentSchedule: {
            /** @description Items of one turn of about a second */
            batch_size: number;
            /** @description When it runs by itself: five fields, in UTC */
            cron: string;
            /** @description What it does */
            description: string;
            /** @description Whether it runs by itself */
            enabled: boolean;
            /** @description Why its last time made no run; null if it did, or nothing was due */
            last_error: string | null;
            /**
             * Format: date-time
             * @description When its time came last; null before the first
             */
            last_run: string | null;
            name: components["schemas"]["EnrichmentName"];
            /**
             * Format: date-time
             * @description When its time comes; null while it is off
             */
            next_run: string | null;
            /**
             * @description Why a run could do nothing now; null if it could
             * @example no embedding model is configured
             */
            unavailable: string | null;
            /**
             * Format: date-time
             * @description When it last changed
             */
            updated_at: string | null;
            /** @description Who changed it; null: nobody */
            updated_by: string | null;
        };
        /** @description An error: its code for programs, its message for people, its faults by field */
        Error: {
            /** @description The error */
            error: {
                /** @description What went wrong, for programs */
                code: string;
                /** @description Every fault by field, with further members that the code brings */
                details: ({
                    /** @description What is wrong with the field */
                    error: string;
                    /** @description Dotted path of the field in the caller's spelling, e.g. `attributes.cpu_cores`, `query.limit` */
                    field: string;
                } & {
                    [key: string]: unknown;
                })[];
                /** @description Where the code is explained */
                documentation_url: string;
                /** @description What went wrong, for people */
                message: string;
                /** @description Id of the request, as in its header `X-Request-ID` */
                request_id: string;
            } & {
                [key: string]: unknown;
            };
            /** @description With 403: the scope that the credential lacks */
            required_scope?: string;
        };
        /**
         * @description A problem that a monitoring system reports; repeats of one problem are one event
         * @example {
         *       "id": "0198a8a0-5c1e-7000-8000-000000000001",
         *       "title": "Disk almost full",
         *       "description": "4 % of / are free",
         *       "severity": "high",
         *       "status": "open",
         *       "source": "zabbix",
         *       "source_id": "disk-web01",
         *       "affected_cis": [
         *         "0198a8a0-5c1e-7000-8000-000000000001"
         *       ],
         *       "hostname": "web01",
         *       "fqdn": "web01.example.com",
         *       "ip_address": "192.0.2.10",
         *       "metrics": {
         *         "used_percent": 96
         *       },
         *       "context": {
         *         "team": "shop"
         *       },
         *       "occurred_at": "2026-01-31T08:00:00.000Z",
         *       "last_seen": "2026-02-01T09:30:00.000Z",
         *       "occurrences": 1,
         *       "flapping": true,
         *       "suppressed": true,
         *       "symptom": "latency",
         *       "deviation": 0.65,
         *       "resolved_at": null,
         *       "created_at": "2026-01-31T08:00:00.000Z",
         *       "created_by": "system",
         *       "updated_at": "2026-02-01T09:30:00.000Z"
         *     }
         */
        Event: {
            /** @description Ids of the CIs that it concerns */
            affected_cis: string[];
            /** @description Free: labels, tags, addresses of pages */
            context: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description When it was made
             */
            created_at: string;
            /** @description Who made it: a user's id, `<kind>:<id>` of a key or a scanner, or `system` */
            created_by: string;
            /** @description Free text */
            description: string | null;
            /**
             * @description How far `metrics.value` is from `metrics.normal` (or `baseline`, `expected`, `usual`), as a share of the normal value: 0.5 is half above it, -0.5 half below. Null where it carries no such pair
             * @example 0.65
             */
            deviation: number | null;
            /** @description Its status changed four times within ten minutes */
            flapping: boolean;
            /** @description Fully qualified domain name */
            fqdn: string | null;
            /** @description Name of the host, without its domain */
            hostname: string | null;
            /** @description Id, as lists and answers show it */
            id: string;
            /** @description IPv4 or IPv6 address */
            ip_address: string | null;
            /**
             * Format: date-time
             * @description When it was last observed
             */
            last_seen: string;
            /** @description Free: measured values */
            metrics: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description When it happened at its source
             */
            occurred_at: string;
            /** @description How often it was reported */
            occurrences: number;
            /**
             * Format: date-time
             * @description When it ended; null while it lasts
             */
            resolved_at: string | null;
            /**
             * @description How bad it is
             * @enum {string}
             */
            severity: "critical" | "high" | "medium" | "low";
            /** @description The system that reported it */
            source: string;
            /** @description Id of the problem at its source */
            source_id: string | null;
            /**
             * @description Its current state
             * @enum {string}
             */
            status: "open" | "acknowledged" | "resolved";
            /** @description A CI of it is under maintenance */
            suppressed: boolean;
            /**
             * @description What it says is wrong, by its metrics, title, labels and source; `other`: it does not say
             * @enum {string}
             */
            symptom: "latency" | "errors" | "availability" | "saturation" | "change" | "down" | "other";
            /** @description What happened, in a line */
            title: string;
            /**
             * Format: date-time
             * @description When it last changed
             */
            updated_at: string;
        };
        /**
         * @example {
         *       "primary_event": "0198a8a0-5c1e-7000-8000-000000000003",
         *       "correlated_events": [
         *         {
         *           "id": "0198a8a0-5c1e-7000-8000-000000000001",
         *           "correlation_score": 0.8,
         *           "correlation_type": "dependency",
         *           "reason": "web01 depends on db01",
         *           "parts": {
         *             "dependency": 1,
         *             "topology": 0.8,
         *             "service": 0,
         *             "pattern": 0.2,
         *             "temporal": 0.9
         *           }
         *         }
         *       ],
         *       "suggested_root_cause": {
         *         "ci_id": "0198a8a0-5c1e-7000-8000-000000000001",
         *         "name": "shop-db",
         *         "confidence": 1,
         *         "explanation": "The alert of db01 came first, and web01 depends on it"
         *       },
         *       "root_cause_reason": null,
         *       "candidates": [
         *         {
         *           "ci_id": "0198a8a0-5c1e-7000-8000-000000000001",
         *           "name": "shop-db",
         *           "confidence": 1,
         *           "explanation": "The alert of db01 came first, and web01 depends on it",
         *           "event_ids": [
         *             "0198a8a0-5c1e-7000-8000-000000000003"
         *           ],
         *           "own_alert": true,
         *           "change": {
         *             "action": "ci.updated",
         *             "at": "2026-01-31T08:00:00.000Z"
         *           }
         *         }
         *       ]
         *     }
         */
        EventCorrelations: {
            /** @description The likeliest causes, best first */
            candidates: components["schemas"]["CauseCandidate"][];
            /** @description Events that belong together with it, best first */
            correlated_events: {
                /** @description Strength of the evidence for it, 0 to 1 */
                correlation_score: number;
                /**
                 * @description The strongest of the parts
                 * @enum {string}
                 */
                correlation_type: "dependency" | "topology" | "service" | "pattern" | "temporal";
                /** @description Id, as lists and answers show it */
                id: string;
                /** @description What the score consists of, each 0 to 1 */
                parts: {
                    /** @description Whether one depends on the other, 0 to 1 */
                    dependency: number;
                    /** @description Likeness of the texts, 0 to 1 */
                    pattern: number;
                    /** @description Whether a business service joins them, 0 to 1 */
                    service: number;
                    /** @description Nearness in time, 0 to 1 */
                    temporal: number;
                    /** @description Nearness in the graph, 0 to 1 */
                    topology: number;
                };
                /** @description Why they belong together, in words */
                reason: string;
            }[];
            /** @description Id of the event that was asked about */
            primary_event: string;
            /** @description Why there is none; null where there is one */
            root_cause_reason: string | null;
            /** @description The event that explains this one best; null where none does */
            suggested_root_cause: {
                /** @description Id of a CI */
                ci_id: string;
                /** @description Share of the events that it explains, as far as no other explains them */
                confidence: number;
                /** @description Why, in a sentence */
                explanation: string;
                /** @description Name that people read */
                name: string;
            } | null;
        };
        /**
         * @example {
         *       "access_token": "eyJhbGciOiJFUzI1NiJ9.e30.c2lnbmF0dXJl",
         *       "token_type": "Bearer",
         *       "expires_in": 900
         *     }
         */
        ExchangeAssertionResult: {
            /** @description Access token (JWT), to be sent as a bearer token */
            access_token: string;
            /** @description Seconds */
            expires_in: number;
            /**
             * @description Kind of token
             * @enum {string}
             */
            token_type: "Bearer";
        };
        /**
         * @example {
         *       "found": true,
         *       "ci": {
         *         "id": "0198a8a0-5c1e-7000-8000-000000000001",
         *         "name": "shop-db",
         *         "type": "server",
         *         "customFields": {
         *           "ip_address": "192.0.2.10",
         *           "all_ip_addresses": [
         *             "192.0.2.10"
         *           ]
         *         }
         *       },
         *       "matches": [
         *         {
         *           "id": "0198a8a0-5c1e-7000-8000-000000000001",
         *           "name": "shop-db",
         *           "type": "server",
         *           "customFields": {
         *             "ip_address": "192.0.2.10",
         *             "all_ip_addresses": [
         *               "192.0.2.10"
         *             ]
         *           },
         *           "status": "active",
         *           "lastSeen": "2026-02-01T09:30:00.000Z"
         *         }
         *       ]
         *     }
         */
        FindCiByIpResult: {
            /** @description The CI */
            ci: components["schemas"]["FoundCI"] | null;
            /** @description Whether one was found */
            found: boolean;
            /** @description All that match, the one seen last first */
            matches: components["schemas"]["MatchingCI"][];
        };
        FoundCI: {
            /** @description Free: what the organisation adds, by names of the caller's choice */
            customFields: {
                /** @description All addresses of the host */
                all_ip_addresses: string[];
                /** @description IPv4 or IPv6 address */
                ip_address: string | null;
            };
            /** @description Id, as lists and answers show it */
            id: string;
            /** @description Name that people read */
            name: string;
            /** @description Kind of thing, as it was first spelled */
            type: string;
        };
        /**
         * @example {
         *       "template_id": "ci_inventory",
         *       "format": "pdf",
         *       "shared": false,
         *       "name": "Servers of the shop"
         *     }
         */
        GenerateReportBody: {
            /** @description Where it goes once it is completed */
            delivery?: {
                /**
                 * @description Default none
                 * @enum {string}
                 */
                method?: "none" | "email" | "webhook";
                /** @description Addresses; each gets a mail of its own */
                recipients?: string[];
            };
            /**
             * @description Format of the file
             * @enum {string}
             */
            format: "pdf" | "html" | "xlsx" | "csv" | "json";
            /** @description Default: the template's name */
            name?: string;
            /** @description As the template's JSON Schema says; every template takes these three */
            parameters?: {
                /**
                 * @description One or several types of CI
                 * @example [
                 *       "server"
                 *     ]
                 */
                ci_type?: unknown;
                /**
                 * @description `{from, to}`, an ISO 8601 interval, or a name as `last_7_days`
                 * @example last_7_days
                 */
                date_range?: unknown;
                /**
                 * @description One or several fields
                 * @example [
                 *       "status"
                 *     ]
                 */
                grouping?: unknown;
            } & {
                [key: string]: unknown;
            };
            /** @description Whether all may read it; default false */
            shared?: boolean;
            /** @description Of `/v1/reports/templates` */
            template_id: string;
        };
        /**
         * @example {
         *       "report_id": "0198a8a0-5c1e-7000-8000-000000000007",
         *       "status": "generating",
         *       "estimated_completion": "2026-01-31T08:00:04.000Z",
         *       "status_url": "/v1/reports/0198a8a0-5c1e-7000-8000-000000000007/status"
         *     }
         */
        GenerateReportResult: {
            /**
             * Format: date-time
             * @description When it is likely to be completed
             */
            estimated_completion: string;
            /** @description Id of the report */
            report_id: string;
            /**
             * @description Its current state
             * @enum {string}
             */
            status: "generating" | "completed" | "failed" | "expired";
            /** @description Path of its status */
            status_url: string;
        };
        GraphLink: {
            /** @description How certain it is, 0 to 1 */
            confidence: number | null;
            /** @description How important it is */
            criticality: string | null;
            /** @description What found it; absent where somebody declared it */
            discovered_by: string | null;
            /**
             * @description Which way a failure travels; `target_to_source`: the source needs the target
             * @enum {string}
             */
            failure: "none" | "source_to_target" | "target_to_source" | "both";
            /** @description Id, as lists and answers show it */
            id: string;
            /** @description Seen in traffic, and not declared */
            observed: boolean;
            /** @description The dependent works without */
            optional: boolean;
            /** @description Components of one group are equal: any one of them is enough */
            redundancy_group: string | null;
            /**
             * Format: uuid
             * @description Id of the CI where it begins
             */
            source: string;
            /**
             * Format: uuid
             * @description Id of the CI where it ends
             */
            target: string;
            /** @description Kind of thing, as it was first spelled */
            type: string;
        };
        GraphNode: {
            /**
             * @description As dependency maps show it: of the status, else of the most severe open event; of a service as rated
             * @enum {string}
             */
            health: "critical" | "degraded" | "unknown" | "maintenance" | "inactive" | "healthy";
            /** @description Neighbours that a graph with it as a root would show and this one lacks; at most 1000 are counted */
            hidden_neighbours: number;
            /** @description Steps from the nearest root; 0 for a root */
            hop: number;
            /** @description Id, as lists and answers show it */
            id: string;
            /** @description Where it is, from the innermost place outwards, by `located_in` of the CI or of what it runs on; else what its attributes `location` or `site` name, without id */
            location: {
                /** @description Id, as lists and answers show it */
                id: string | null;
                /** @description Name that people read */
                name: string;
                /** @description Kind of thing, as it was first spelled */
                type: string | null;
            }[];
            /** @description Name that people read */
            name: string;
            /** @description Business services that it is part of, at most 20 */
            services: {
                /** @description Id, as lists and answers show it */
                id: string;
                /** @description Name that people read */
                name: string;
            }[];
            /**
             * @description Its current state
             * @enum {string}
             */
            status: "active" | "inactive" | "maintenance";
            /** @description Kind of thing, as it was first spelled */
            type: string;
        };
        /**
         * @example {
         *       "paths": [
         *         [
         *           "0190a1b2-0000-7000-8000-000000000001",
         *           "0190a1b2-0000-7000-8000-000000000002"
         *         ]
         *       ],
         *       "nodes": [
         *         {
         *           "id": "0190a1b2-0000-7000-8000-000000000001",
         *           "name": "db-1",
         *           "type": "database",
         *           "status": "active",
         *           "health": "healthy",
         *           "services": [
         *             {
         *               "id": "0190a1b2-0000-7000-8000-000000000003",
         *               "name": "Web shop"
         *             }
         *           ],
         *           "location": [
         *             {
         *               "id": "0190a1b2-0000-7000-8000-000000000004",
         *               "name": "Rack A",
         *               "type": "rack"
         *             }
         *           ],
         *           "hop": 0,
         *           "hidden_neighbours": 0
         *         },
         *         {
         *           "id": "0190a1b2-0000-7000-8000-000000000002",
         *           "name": "shop",
         *           "type": "application",
         *           "status": "active",
         *           "health": "healthy",
         *           "services": [
         *             {
         *               "id": "0190a1b2-0000-7000-8000-000000000003",
         *               "name": "Web shop"
         *             }
         *           ],
         *           "location": [
         *             {
         *               "id": "0190a1b2-0000-7000-8000-000000000004",
         *               "name": "Rack A",
         *               "type": "rack"
         *             }
         *           ],
         *           "hop": 1,
         *           "hidden_neighbours": 3
         *         }
         *       ],
         *       "links": [
         *         {
         *           "id": "0190a1b2-0000-7000-8000-000000000005",
         *           "type": "depends_on",
         *           "source": "0190a1b2-0000-7000-8000-000000000002",
         *           "target": "0190a1b2-0000-7000-8000-000000000001",
         *           "failure": "target_to_source",
         *           "observed": false,
         *           "optional": false,
         *           "criticality": "high",
         *           "redundancy_group": null,
         *           "confidence": 1,
         *           "discovered_by": null
         *         }
         *       ],
         *       "truncated": false
         *     }
         */
        GraphPaths: {
            /** @description Every relationship among the nodes */
            links: components["schemas"]["GraphLink"][];
            /** @description CIs: roots first, then nearest first */
            nodes: components["schemas"]["GraphNode"][];
            /** @description Ids of the CIs on each path, from end to end */
            paths: string[][];
            /** @description Whether there are more paths of that length */
            truncated: boolean;
        };
        HealthContributor: {
            /** @description Id of a CI */
            ci_id: string;
            /**
             * @description Status of the CI
             * @enum {string}
             */
            ci_status: "active" | "inactive" | "maintenance";
            /** @description Relationships between the service and the CI */
            distance: number;
            /** @description Points that it alone takes from the score */
            effect: number;
            /** @description Id of the event */
            event_id: string | null;
            /**
             * @description Status of the event
             * @enum {string|null}
             */
            event_status: "open" | "acknowledged" | null;
            /** @description Name that people read */
            name: string;
            /** @description How many events of its components are open */
            open_events: number;
            /** @description Ids from the service to the CI */
            path: string[];
            /**
             * @description Why, in words
             * @enum {string}
             */
            reason: "event" | "status";
            /**
             * @description Covered: a healthy peer makes it one level milder
             * @enum {string}
             */
            redundancy: "none" | "covered";
            /**
             * @description How bad it is
             * @enum {string}
             */
            severity: "critical" | "high" | "medium" | "low";
            /** @description Explained by maintenance: listed, without effect on the score */
            suppressed: boolean;
            /** @description Kind of thing, as it was first spelled */
            type: string;
        };
        Host: {
            /** @description What the scanner takes it for */
            device_type?: string | null;
            /** @description Disks and their file systems */
            disks?: ({
                /** @description Kind of file system */
                filesystem?: string | null;
                /** @description Free space in gigabytes */
                free_gb?: number | null;
                /** @description Where it is mounted */
                mount_point?: string | null;
                /** @description Device */
                name?: string | null;
                /** @description Size in gigabytes */
                size_gb?: number | null;
            } & {
                [key: string]: unknown;
            })[] | null;
            /** @description Fully qualified domain name */
            fqdn?: string | null;
            /** @description What the host is made of */
            hardware?: ({
                /** @description Cores of the processors */
                cpu_cores?: number | null;
                /** @description Model of the processor */
                cpu_model?: string | null;
                /** @description All disks in gigabytes */
                disk_gb?: number | null;
                /** @description Maker */
                manufacturer?: string | null;
                /** @description Memory in gigabytes */
                memory_gb?: number | null;
                /** @description Model */
                model?: string | null;
                /** @description Serial number */
                serial_number?: string | null;
                /** @description UUID of the system, as its firmware says */
                uuid?: string | null;
                /** @description Whether it is a virtual machine */
                virtual?: boolean | null;
            } & {
                [key: string]: unknown;
            }) | null;
            /** @description Id of the host at the scanner */
            host_id?: string | null;
            /** @description Name of the host, without its domain */
            hostname?: string | null;
            /** @description Installed programs */
            installed_applications?: ({
                /** @description Architecture of the processor */
                architecture?: string | null;
                /** @description CPE 2.3 name */
                cpe_name?: string | null;
                /** @description When it was installed */
                install_date?: string | null;
                /** @description Folder */
                install_location?: string | null;
                /** @description Name of the program */
                name?: string | null;
                /** @description Kind of service desk */
                platform?: string | null;
                /** @description Maker */
                vendor?: string | null;
                /** @description Version */
                version?: string | null;
            } & {
                [key: string]: unknown;
            })[] | null;
            /** @description IPv4 or IPv6 address */
            ip_address?: string | null;
            /** @description IPv4 and IPv6 addresses */
            ip_addresses?: string[] | null;
            /** @description Hardware address */
            mac_address?: string | null;
            /** @description Hardware addresses */
            mac_addresses?: string[] | null;
            /** @description Network adapters */
            network_adapters?: ({
                /** @description IPv4 and IPv6 addresses */
                ip_addresses?: string[] | null;
                /** @description Hardware address */
                mac_address?: string | null;
                /** @description Name of the adapter */
                name?: string | null;
                /** @description Speed in megabits per second */
                speed_mbps?: number | null;
                /** @description Whether it is up */
                up?: boolean | null;
            } & {
                [key: string]: unknown;
            })[] | null;
            /** @description Connections, and ports that are listened on */
            network_connections?: ({
                /** @description Own address */
                local_address?: string | null;
                /** @description Own port */
                local_port?: number | null;
                /** @description Id of the process */
                pid?: number | null;
                /** @description Name of the program */
                process_name?: string | null;
                /** @description Transport protocol */
                protocol?: string | null;
                /** @description Address of the other end */
                remote_address?: string | null;
                /** @description Port of the other end */
                remote_port?: number | null;
                /** @description State of the connection */
                state?: string | null;
            } & {
                [key: string]: unknown;
            })[] | null;
            /** @description Ports that answered */
            open_ports?: number[] | null;
            /** @description Operating system */
            os?: ({
                /** @description Architecture of the processor */
                architecture?: string | null;
                /** @description Family */
                family?: string | null;
                /** @description Version of the kernel */
                kernel?: string | null;
                /** @description Name with its release */
                name?: string | null;
                /** @description Version */
                version?: string | null;
            } & {
                [key: string]: unknown;
            }) | null;
            /** @description Operating system as the scanner guesses it */
            os_guess?: string | null;
            /** @description Running processes */
            processes?: ({
                /** @description Command line */
                command_line?: string | null;
                /** @description Share of the processor in percent */
                cpu_percent?: number | null;
                /** @description Memory in megabytes */
                memory_mb?: number | null;
                /** @description Name of the program */
                name?: string | null;
                /** @description Id of the process */
                pid?: number | null;
                /** @description When it began */
                started_at?: string | null;
                /** @description Account that it runs under */
                user?: string | null;
            } & {
                [key: string]: unknown;
            })[] | null;
            /** @description Accounts on the host */
            user_accounts?: ({
                /** @description Whether it may do everything */
                admin?: boolean | null;
                /** @description Home folder */
                home?: string | null;
                /** @description When it last logged in */
                last_login?: string | null;
                /** @description Name of the account */
                name?: string | null;
                /** @description Login shell */
                shell?: string | null;
                /** @description Number of the account */
                uid?: number | string | null;
            } & {
                [key: string]: unknown;
            })[] | null;
        } & {
            [key: string]: unknown;
        };
        HostResult: {
            /** @description Id of a CI */
            ci_id: string | null;
            /** @description How the host's CI was found; null while it waits */
            decision: {
                /** @description CIs that came into question */
                candidates: {
                    /** @description Id of a CI */
                    ci_id: string;
                    /** @description Why it was not this one */
                    lost_because: string;
                }[];
                /** @description CIs that share a strong identifier and are other machines */
                clone_of: string[];
                /** @description Identifiers that contradict */
                conflicts: string[];
                /** @description Identifiers that agreed, by kind */
                matched: {
                    [key: string]: string;
                };
                /** @description Number of the rule that decided; null where none did */
                rule: number | null;
            } | null;
            /** @description What was wrong; null where nothing was */
            error: string | null;
            /** @description Name of the host, without its domain */
            hostname: string | null;
            /** @description IPv4 or IPv6 address */
            ip_address: string | null;
            /** @description What became of the host; null while it waits */
            outcome: string | null;
        };
        IdentifiedSoftware: {
            /** @description Entry of the CPE dictionary; null where none fits */
            cpe: {
                /** @description Others that came into question */
                candidates: {
                    /** @description Name that people read */
                    name: string;
                    /** @description What spoke for it, in words */
                    reasons: string[];
                    /** @description Strength of the evidence for it */
                    score: number;
                }[];
                /**
                 * @description How the name was found
                 * @enum {string}
                 */
                match: "exact" | "product" | "none";
                /**
                 * @description How the name was found
                 * @enum {string|null}
                 */
                method: "version" | "vendor_product" | "full_name" | "reported" | null;
                /** @description CPE 2.3 name; null where none agrees */
                name: string | null;
                /** @description What spoke for it, in words */
                reasons: string[];
                /** @description Strength of the evidence for it */
                score: number;
            };
            /**
             * @description Null where nothing says it
             * @enum {string|null}
             */
            family: "Browsers" | "Databases" | "Development Tools" | "Runtime Environments" | "Office Productivity" | "Security Software" | "Operating Systems" | "Virtualization" | "Web Servers" | "Monitoring Tools" | "Multimedia" | "Utilities" | "Enterprise Applications" | null;
            /**
             * @description What kind of thing it is, by its name and where it was read
             * @enum {string}
             */
            kind: "application" | "library" | "runtime" | "sdk" | "extension" | "add_on" | "component" | "driver" | "update" | "updater" | "installer" | "language_pack" | "documentation" | "theme" | "packaging" | "operating_system" | "os_component";
            /** @description Id of the mapping that named it; null where none did */
            mapping_id: string | null;
            /** @description The name as it is compared */
            normalized_name: string;
            /** @description The product */
            software: {
                /** @description Name of the product */
                name: string;
                /** @description Maker */
                vendor: string | null;
            };
        };
        /**
         * @example {
         *       "ci": {
         *         "id": "0190a1b2-0000-7000-8000-000000000001",
         *         "name": "db-1",
         *         "type": "database"
         *       },
         *       "affected": [
         *         {
         *           "id": "0190a1b2-0000-7000-8000-000000000002",
         *           "name": "shop",
         *           "type": "application",
         *           "distance": 1,
         *           "path": [
         *             "0190a1b2-0000-7000-8000-000000000001",
         *             "0190a1b2-0000-7000-8000-000000000002"
         *           ],
         *           "confidence": 1,
         *           "required": true,
         *           "redundancy": "none"
         *         },
         *         {
         *           "id": "0190a1b2-0000-7000-8000-000000000003",
         *           "name": "Web shop",
         *           "type": "business_service",
         *           "distance": 2,
         *           "path": [
         *             "0190a1b2-0000-7000-8000-000000000001",
         *             "0190a1b2-0000-7000-8000-000000000002",
         *             "0190a1b2-0000-7000-8000-000000000003"
         *           ],
         *           "confidence": 1,
         *           "required": true,
         *           "redundancy": "none"
         *         }
         *       ],
         *       "services": [
         *         {
         *           "id": "0190a1b2-0000-7000-8000-000000000003",
         *           "name": "Web shop",
         *           "criticality": "high",
         *           "health": "critical"
         *         }
         *       ],
         *       "known": true,
         *       "truncated": false,
         *       "limits": {
         *         "depth": 10,
         *         "max_depth": 64,
         *         "max_affected": 10000
         *       }
         *     }
         */
        Impact: {
            /** @description Each CI once, nearest first; at most 10000 */
            affected: components["schemas"]["AffectedCI"][];
            /** @description The CI */
            ci: {
                /** @description Id, as lists and answers show it */
                id: string;
                /** @description Name that people read */
                name: string;
                /** @description Kind of thing, as it was first spelled */
                type: string;
            };
            /** @description False where the CI has no relationship on which a failure travels: nothing is known, rather than nothing affected */
            known: boolean;
            /** @description Bounds of the search */
            limits: {
                /** @description Steps from the CI */
                depth: number;
                /** @description Most CIs that were listed */
                max_affected: number;
                /** @description Most steps that were walked */
                max_depth: number;
            };
            /** @description The business services among them that are `required` */
            services: {
                /** @description How important it is */
                criticality: string | null;
                /** @description State as its open events show it */
                health: string;
                /** @description Id, as lists and answers show it */
                id: string;
                /** @description Name that people read */
                name: string;
            }[];
            /** @description Whether depth or size cut the answer */
            truncated: boolean;
        };
        /**
         * @example {
         *       "total": 1,
         *       "created": 1,
         *       "updated": 1,
         *       "unchanged": 0,
         *       "kept": 1,
         *       "failed": 0,
         *       "faults": [
         *         {
         *           "line": 3,
         *           "field": "name",
         *           "error": "is required"
         *         }
         *       ]
         *     }
         */
        ImportResult: {
            /** @description How many were made */
            created: number;
            /** @description How many could not be processed */
            failed: number;
            /** @description The first hundred */
            faults: {
                /** @description What is wrong with the line */
                error: string;
                /** @description Dotted path of the field in the caller's spelling, e.g. `attributes.cpu_cores`, `query.limit` */
                field: string;
                /** @description Line of the file */
                line: number;
            }[];
            /** @description Differ from a mapping that is `manual`, which stays as it is */
            kept: number;
            /** @description Lines that hold anything, a line of names apart */
            total: number;
            /** @description How many were already as asked for */
            unchanged: number;
            /** @description How many were changed */
            updated: number;
        };
        /**
         * @description Events that belong together, with the cause that explains them
         * @example {
         *       "id": "0198a8a0-5c1e-7000-8000-000000000001",
         *       "status": "open",
         *       "severity": "high",
         *       "event_ids": [
         *         "0198a8a0-5c1e-7000-8000-000000000003"
         *       ],
         *       "event_count": 2,
         *       "open_count": 1,
         *       "root_cause": {
         *         "ci_id": "0198a8a0-5c1e-7000-8000-000000000001",
         *         "name": "shop-db",
         *         "confidence": 1,
         *         "explanation": "The alert of db01 came first, and web01 depends on it"
         *       },
         *       "root_cause_reason": null,
         *       "candidates": [
         *         {
         *           "ci_id": "0198a8a0-5c1e-7000-8000-000000000001",
         *           "name": "shop-db",
         *           "confidence": 1,
         *           "explanation": "The alert of db01 came first, and web01 depends on it",
         *           "event_ids": [
         *             "0198a8a0-5c1e-7000-8000-000000000003"
         *           ],
         *           "own_alert": true,
         *           "change": {
         *             "action": "ci.updated",
         *             "at": "2026-01-31T08:00:00.000Z"
         *           }
         *         }
         *       ],
         *       "services": [
         *         {
         *           "id": "0198a8a0-5c1e-7000-8000-000000000001",
         *           "name": "shop-db"
         *         }
         *       ],
         *       "split_from": null,
         *       "split_into": [],
         *       "first_seen": "2026-01-31T08:00:00.000Z",
         *       "last_seen": "2026-02-01T09:30:00.000Z",
         *       "created_at": "2026-01-31T08:00:00.000Z",
         *       "updated_at": "2026-02-01T09:30:00.000Z"
         *     }
         */
        Incident: {
            /** @description The likeliest causes, best first */
            candidates: components["schemas"]["CauseCandidate"][];
            /**
             * Format: date-time
             * @description When it was made
             */
            created_at: string;
            /** @description How many events belong to it */
            event_count: number;
            /** @description The newest, at most 1,000 */
            event_ids: string[];
            /**
             * Format: date-time
             * @description When it was first observed
             */
            first_seen: string;
            /** @description Id, as lists and answers show it */
            id: string;
            /**
             * Format: date-time
             * @description When it was last observed
             */
            last_seen: string;
            /** @description Events that are not resolved */
            open_count: number;
            /** @description The event that explains the others; null where none does */
            root_cause: {
                /** @description Id of a CI */
                ci_id: string;
                /** @description Share of the events that it explains, as far as no other explains them */
                confidence: number;
                /** @description Why, in a sentence */
                explanation: string;
                /** @description Name that people read */
                name: string;
            } | null;
            /** @description Why there is none; null where there is one */
            root_cause_reason: string | null;
            /** @description Business services that a failure of its CIs reaches */
            services: {
                /** @description Id, as lists and answers show it */
                id: string;
                /** @description Name that people read */
                name: string;
            }[];
            /**
             * @description The most severe of its events
             * @enum {string}
             */
            severity: "critical" | "high" | "medium" | "low";
            /** @description Id of the incident from which it was split; null if it was not */
            split_from: string | null;
            /** @description Ids of the newest incidents that were split from it, at most 20 */
            split_into: string[];
            /**
             * @description `resolved` once all of its events are
             * @enum {string}
             */
            status: "open" | "resolved";
            /**
             * Format: date-time
             * @description When it last changed
             */
            updated_at: string;
        };
        InsightDependency: {
            /** @description The target; null where no CI has the address */
            ci_id: string | null;
            /**
             * @description Address of the target
             * @example 10.0.0.7
             */
            ip: string | null;
            /**
             * @description Of the target CI, or its address
             * @example db01
             */
            name: string;
            /**
             * @description Of the target
             * @example [
             *       5432
             *     ]
             */
            ports: number[];
            /**
             * @description Process of the CI
             * @example java
             */
            process: string | null;
            /**
             * @description In the model's words
             * @example It reads the orders
             */
            reason: string | null;
        };
        /**
         * @example {
         *       "ci_id": "0198a8a0-5c1e-7000-8000-000000000001",
         *       "insight": null,
         *       "connections": [
         *         {
         *           "process_name": "java",
         *           "target_ip": "10.0.0.7",
         *           "target_ci_id": null,
         *           "ports": [
         *             5432
         *           ],
         *           "application_protocol": "postgresql",
         *           "communication_pattern": "request_response",
         *           "confidence": 1,
         *           "source": "model",
         *           "model": "gpt-4o-mini",
         *           "generated_at": "2026-01-31T08:00:00.000Z"
         *         }
         *       ]
         *     }
         */
        InsightsOfCi: {
            /** @description Id of a CI */
            ci_id: string;
            /** @description By process and target */
            connections: components["schemas"]["ConnectionInsight"][];
            /**
             * @description Null until one was made
             * @example null
             */
            insight: components["schemas"]["CiInsight"] | null;
        };
        /**
         * @example {
         *       "ci_id": "0198a8a0-5c1e-7000-8000-000000000001",
         *       "name": "shop-db",
         *       "match": "exact",
         *       "score": 0.9,
         *       "method": "version",
         *       "status": "pending",
         *       "candidates": [
         *         {
         *           "name": "shop-db",
         *           "score": 0.9,
         *           "reasons": [
         *             "vendor and product are equal"
         *           ]
         *         }
         *       ],
         *       "reasons": [
         *         "vendor and product are equal"
         *       ],
         *       "searched_at": "2026-01-31T08:00:00.000Z"
         *     }
         */
        InstanceCpe: {
            /** @description What else the dictionary has, best first */
            candidates: {
                /** @description Name that people read */
                name: string;
                /** @description What spoke for it, in words */
                reasons: string[];
                /** @description Strength of the evidence for it */
                score: number;
            }[];
            /** @description Id of a CI */
            ci_id: string;
            /**
             * @description `product` where the version is not known
             * @enum {string}
             */
            match: "exact" | "product" | "none";
            /**
             * @description How it was found; `manual` where a person set it
             * @enum {string|null}
             */
            method: "version" | "vendor_product" | "full_name" | "reported" | "manual" | null;
            /** @description CPE 2.3 name; null where it has none */
            name: string | null;
            /** @description What spoke for it, in words */
            reasons: string[];
            /** @description Strength of the evidence for it */
            score: number;
            /**
             * Format: date-time
             * @description When the dictionary was last searched for it
             */
            searched_at: string | null;
            /**
             * @description Its current state
             * @enum {string}
             */
            status: "pending" | "done" | "not_needed";
        };
        /**
         * @description A service desk: how it and Orrery reach each other, and which of its fields are written
         * @example {
         *       "id": "0198a8a0-5c1e-7000-8000-000000000001",
         *       "name": "Service desk",
         *       "platform": "servicenow",
         *       "base_url": "https://desk.example.com",
         *       "account": "wdc",
         *       "account_url": "https://wdc.desk.example.com",
         *       "table": "change_task",
         *       "active": true,
         *       "credentials": {
         *         "type": "none",
         *         "username": "orrery",
         *         "token_url": "https://oauth.desk.example.com/token",
         *         "client_id": "orrery"
         *       },
         *       "inbound": {
         *         "type": "secret",
         *         "header": "X-Desk-Secret",
         *         "issuer": "https://wdc.desk.example.com/webhook_policies/orrery",
         *         "public_key": null,
         *         "audience": "orrery"
         *       },
         *       "field_map": {
         *         "ai_risk_score": "custom_risk_score",
         *         "ai_insights": null
         *       },
         *       "rich_text": [
         *         "custom_summary"
         *       ],
         *       "webhook_url": "https://cmdb.example.com/api/integrations/servicenow/webhook/0198a8a0-5c1e-7000-8000-00000000000c/change-analysis",
         *       "created_at": "2026-01-31T08:00:00.000Z",
         *       "created_by": "system",
         *       "updated_at": "2026-02-01T09:30:00.000Z"
         *     }
         */
        Integration: {
            /** @description The account there, where the platform tells accounts apart by a header */
            account: string | null;
            /** @description Where people use the platform. Callbacks of its verification calls must have this origin */
            account_url: string | null;
            /** @description Whether changes are taken and results written */
            active: boolean;
            /** @description Where its interface is: http or https, without a user name. Addresses of private networks are refused */
            base_url: string;
            /**
             * Format: date-time
             * @description When it was made
             */
            created_at: string;
            /** @description Who made it: a user's id, `<kind>:<id>` of a key or a scanner, or `system` */
            created_by: string;
            /** @description How Orrery proves itself to the service desk; secrets are not shown */
            credentials: {
                /** @description Id of the client there */
                client_id?: string;
                /** @description Where access tokens are fetched (RFC 6749, section 4.4) */
                token_url?: string;
                /**
                 * @description How they are sent
                 * @enum {string}
                 */
                type: "none" | "bearer" | "basic" | "client_credentials";
                /** @description User name there, without a colon */
                username?: string;
            };
            /** @description Names of the fields there, by ours (`ai_risk_score`, ...); null: not written; others keep their default */
            field_map: {
                [key: string]: string | null;
            };
            /** @description Id, as lists and answers show it */
            id: string;
            /** @description How the service desk proves itself to Orrery; the secret is not shown */
            inbound: {
                /** @description The claim `aud` that the token must have */
                audience?: string;
                /** @description Name of the header that holds the proof */
                header?: string;
                /** @description Base of the discovery document whose keys sign: https, or http where the installation allows its host; null: `public_key` alone */
                issuer?: string | null;
                /** @description Public key in PEM, RSA of 2048 bits or more or EC on P-256; null: the issuer's keys */
                public_key?: string | null;
                /**
                 * @description `secret`: in a header; `hmac`: `sha256=<hex>` of the body in a header; `jwt`: a signed body
                 * @enum {string}
                 */
                type: "secret" | "hmac" | "jwt";
            };
            /** @description Name that people read */
            name: string;
            /**
             * @description Kind of service desk
             * @enum {string}
             */
            platform: "xurrent" | "servicenow" | "jira" | "generic";
            /** @description Names of fields there that take formatted text */
            rich_text: string[];
            /** @description ServiceNow's table of tasks */
            table: string;
            /**
             * Format: date-time
             * @description When it last changed
             */
            updated_at: string;
            /** @description Where the service desk reports changes */
            webhook_url: string;
        };
        /**
         * @example {
         *       "id": "7d3f6c1e-0c55-4a53-9b8e-1f0a4d2c9e10",
         *       "name": "discovery.process-scan",
         *       "state": "failed",
         *       "scope": "tenant",
         *       "tries": 6,
         *       "created_at": "2026-03-01T10:00:00.000Z",
         *       "started_at": "2026-03-01T10:00:31.000Z",
         *       "ended_at": "2026-03-01T10:00:31.500Z",
         *       "starts_after": null,
         *       "error": "the scan has no record",
         *       "payload": {
         *         "tenantId": "0195…",
         *         "scanId": "0195…"
         *       }
         *     }
         */
        Job: {
            /**
             * Format: date-time
             * @description When it was made
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it failed for good, or was done
             */
            ended_at: string | null;
            /** @description Why the last try failed */
            error: string | null;
            /**
             * Format: uuid
             * @description Id, as lists and answers show it
             */
            id: string;
            /** @description Kind of work; `outbox.changes` for parked changes: a write that history and webhooks refused */
            name: string;
            /** @description What the job works on; of parked changes their size, and by id their kinds and subjects; of parked work its count */
            payload: {
                [key: string]: unknown;
            } | null;
            /**
             * @description The tenant or the installation. Payload and error text of the installation's jobs are not shown
             * @enum {string}
             */
            scope: "tenant" | "installation";
            /**
             * Format: date-time
             * @description Beginning of the last try
             */
            started_at: string | null;
            /**
             * Format: date-time
             * @description Of a waiting job: it does not begin before
             */
            starts_after: string | null;
            /**
             * @description `waiting` for its time or its next try, `running`, `failed` with all its tries used up, `parked` for changes that were refused for good and for work that failed six times. `completed` is shown only of a job that is asked for by its id
             * @enum {string}
             */
            state: "waiting" | "running" | "failed" | "parked" | "completed";
            /** @description Tries so far, the current one included */
            tries: number;
        };
        /**
         * @description An entry of the list. With `fields` only those and the id.
         * @example {
         *       "id": "0198a8a0-5c1e-7000-8000-000000000001",
         *       "name": "nightly export",
         *       "description": "Reads for the nightly export",
         *       "scopes": [
         *         "cmdb.read"
         *       ],
         *       "createdAt": "2026-01-31T08:00:00.000Z",
         *       "expiresAt": "2026-04-30T08:00:00.000Z",
         *       "lastUsedAt": null,
         *       "allowedIps": null
         *     }
         */
        ListedApiKey: {
            /** @description Addresses and networks from which it works; null for all */
            allowedIps?: string[] | null;
            /**
             * Format: date-time
             * @description When it was made
             */
            createdAt?: string;
            /** @description Free text */
            description?: string | null;
            /**
             * Format: date-time
             * @description When it ends
             */
            expiresAt?: string;
            /** @description Id, as lists and answers show it */
            id: string;
            /**
             * Format: date-time
             * @description Give or take a minute
             */
            lastUsedAt?: string | null;
            /** @description Name that people read */
            name?: string;
            /** @description What it may do */
            scopes?: components["schemas"]["Scope"][];
        };
        /**
         * @description An entry of the list. With `fields` only those and the id.
         * @example {
         *       "id": "0198a8a0-5c1e-7000-8000-000000000001",
         *       "at": "2026-01-31T08:00:00.000Z",
         *       "actor": "system",
         *       "action": "ci.updated",
         *       "target": {
         *         "kind": "user",
         *         "id": "0198a8a0-5c1e-7000-8000-000000000001"
         *       },
         *       "request_id": "0198a8a0-5c1e-7000-8000-0000000000aa",
         *       "address": "192.0.2.1",
         *       "department": null,
         *       "client_version": null
         *     }
         */
        ListedAuditEntry: {
            /** @description What was done */
            action?: string;
            /** @description Who did it: a user's id, `<kind>:<id>` of a key or a scanner, or `system` */
            actor?: string;
            /** @description Address of the caller; null where there was none */
            address?: string | null;
            /** @description The state after; null for what was deleted */
            after?: unknown;
            /**
             * Format: date-time
             * @description When it happened
             */
            at?: string;
            /** @description The state before; null for what was made */
            before?: unknown;
            /** @description `X-Client-Version` of the request */
            client_version?: string | null;
            /** @description `X-Department` of the request */
            department?: string | null;
            /** @description Id, as lists and answers show it */
            id: string;
            /** @description Id of the request, as in its header `X-Request-ID` */
            request_id?: string;
            /** @description What was acted on */
            target?: {
                /** @description Id, as lists and answers show it */
                id: string;
                /** @description Kind of thing */
                kind: string;
            };
        };
        /**
         * @description A business service with its components and their health. With `fields` only those and the id.
         * @example {
         *       "id": "0198a8a0-5c1e-7000-8000-000000000001",
         *       "name": "Web shop",
         *       "description": "Sells to customers",
         *       "status": "active",
         *       "criticality": "critical",
         *       "sla": {
         *         "availability": 99.9,
         *         "response_time": 300
         *       },
         *       "components": [
         *         {
         *           "ci_id": "0198a8a0-5c1e-7000-8000-000000000001",
         *           "role": "database",
         *           "criticality": "high",
         *           "redundancy_group": "databases",
         *           "name": "shop-db",
         *           "type": "server",
         *           "status": "active"
         *         }
         *       ],
         *       "health": {
         *         "status": "healthy",
         *         "score": 0,
         *         "contributors": [
         *           {
         *             "ci_id": "0198a8a0-5c1e-7000-8000-000000000001",
         *             "name": "shop-db",
         *             "type": "server",
         *             "ci_status": "active",
         *             "reason": "event",
         *             "severity": "high",
         *             "event_id": "0198a8a0-5c1e-7000-8000-000000000003",
         *             "event_status": "open",
         *             "open_events": 0,
         *             "distance": 1,
         *             "path": [
         *               "0198a8a0-5c1e-7000-8000-000000000001",
         *               "0198a8a0-5c1e-7000-8000-000000000002"
         *             ],
         *             "redundancy": "none",
         *             "suppressed": true,
         *             "effect": 1
         *           }
         *         ]
         *       },
         *       "created_at": "2026-01-31T08:00:00.000Z",
         *       "created_by": "system",
         *       "updated_at": "2026-02-01T09:30:00.000Z",
         *       "updated_by": "system"
         *     }
         */
        ListedBusinessService: {
            /** @description The CIs that the service consists of, each with its role */
            components?: components["schemas"]["ServiceComponent"][];
            /**
             * Format: date-time
             * @description When it was made
             */
            created_at?: string;
            /** @description Who made it: a user's id, `<kind>:<id>` of a key or a scanner, or `system` */
            created_by?: string;
            /**
             * @description How important it is
             * @enum {string}
             */
            criticality?: "critical" | "high" | "medium" | "low";
            /** @description Free text */
            description?: string | null;
            /** @description State as its open events show it */
            health?: {
                /** @description What makes the health worse, worst first */
                contributors: components["schemas"]["HealthContributor"][];
                /** @description Strength of the evidence for it */
                score: number;
                /**
                 * @description Its current state
                 * @enum {string}
                 */
                status: "healthy" | "degraded" | "critical" | "unknown";
            };
            /** @description Id, as lists and answers show it */
            id: string;
            /** @description Name that people read */
            name?: string;
            /** @description What was agreed on */
            sla?: {
                /** @description Percent of the time */
                availability: number | null;
                /** @description Milliseconds */
                response_time: number | null;
            };
            /**
             * @description Its current state
             * @enum {string}
             */
            status?: "active" | "inactive" | "maintenance";
            /**
             * Format: date-time
             * @description When it last changed
             */
            updated_at?: string;
            /** @description Who changed it last, as in `created_by` */
            updated_by?: string;
        };
        /**
         * @description An entry of the list. With `fields` only those and the id.
         * @example {
         *       "id": "0198a8a0-5c1e-7000-8000-000000000001",
         *       "status": "queued",
         *       "trigger": "webhook",
         *       "platform": "servicenow",
         *       "integration_id": "0198a8a0-5c1e-7000-8000-000000000007",
         *       "task_node_id": "NG1lLmNvbS9UYXNrLzE",
         *       "priority": "high",
         *       "category": "normal",
         *       "planned_start": "2026-02-01T22:00:00Z",
         *       "planned_end": "2026-02-01T23:00:00Z",
         *       "cis": [
         *         {
         *           "id": "0198a8a0-5c1e-7000-8000-000000000001",
         *           "name": "shop-db",
         *           "type": "server"
         *         }
         *       ],
         *       "unknown_cis": [
         *         "web99"
         *       ],
         *       "score": 0,
         *       "level": "medium",
         *       "confidence": 1,
         *       "missing": [
         *         "ai_affected_users"
         *       ],
         *       "dimensions": {
         *         "technical": {
         *           "score": 0,
         *           "weight": 0.35,
         *           "inputs": [
         *             {
         *               "name": "open events",
         *               "value": 40,
         *               "weight": 0.5,
         *               "evidence": [
         *                 {
         *                   "kind": "event",
         *                   "id": "0198a8a0-5c1e-7000-8000-000000000003",
         *                   "value": "open since 2026-01-31T08:00:00.000Z"
         *                 }
         *               ]
         *             }
         *           ]
         *         },
         *         "business": {
         *           "score": 0,
         *           "weight": 0.35,
         *           "inputs": [
         *             {
         *               "name": "open events",
         *               "value": 40,
         *               "weight": 0.5,
         *               "evidence": [
         *                 {
         *                   "kind": "event",
         *                   "id": "0198a8a0-5c1e-7000-8000-000000000003",
         *                   "value": "open since 2026-01-31T08:00:00.000Z"
         *                 }
         *               ]
         *             }
         *           ]
         *         },
         *         "dependency": {
         *           "score": 0,
         *           "weight": 0.35,
         *           "inputs": [
         *             {
         *               "name": "open events",
         *               "value": 40,
         *               "weight": 0.5,
         *               "evidence": [
         *                 {
         *                   "kind": "event",
         *                   "id": "0198a8a0-5c1e-7000-8000-000000000003",
         *                   "value": "open since 2026-01-31T08:00:00.000Z"
         *                 }
         *               ]
         *             }
         *           ]
         *         },
         *         "historical": {
         *           "score": 0,
         *           "weight": 0.35,
         *           "inputs": [
         *             {
         *               "name": "open events",
         *               "value": 40,
         *               "weight": 0.5,
         *               "evidence": [
         *                 {
         *                   "kind": "event",
         *                   "id": "0198a8a0-5c1e-7000-8000-000000000003",
         *                   "value": "open since 2026-01-31T08:00:00.000Z"
         *                 }
         *               ]
         *             }
         *           ]
         *         }
         *       },
         *       "conflicts": [
         *         {
         *           "kind": "change",
         *           "relation": "same",
         *           "ci_id": "0198a8a0-5c1e-7000-8000-000000000001",
         *           "name": "Christmas Day (DE)",
         *           "from": "2026-02-07T22:30:00.000Z",
         *           "to": "2026-02-07T23:00:00.000Z",
         *           "analysis_id": "0198a8a0-5c1e-7000-8000-000000000006",
         *           "task_node_id": "NG1lLmNvbS9UYXNrLzE"
         *         }
         *       ],
         *       "recommended_window": {
         *         "from": "2026-02-07T22:00:00.000Z",
         *         "to": "2026-02-07T23:30:00.000Z",
         *         "reason": "The plan has no conflict"
         *       },
         *       "fields": {
         *         "ai_risk_level": "medium",
         *         "ai_risk_score": 40,
         *         "ai_technical_risk": 40,
         *         "ai_business_risk": 40,
         *         "ai_dependency_risk": 40,
         *         "ai_historical_risk": 40,
         *         "ai_affected_systems": "2: web01, db01",
         *         "ai_critical_impacts": "The service Web shop fails",
         *         "ai_affected_users": 1200,
         *         "ai_affected_services": "1: Web shop",
         *         "ai_planned_duration": 90,
         *         "ai_risk_adjusted_time": 110,
         *         "ai_service_downtime": 15,
         *         "ai_recommended_window": "2026-02-07T22:00:00Z/2026-02-07T23:30:00Z",
         *         "ai_pre_change_rec": "Take a backup of db01",
         *         "ai_during_change_rec": "Watch the events of db01",
         *         "ai_post_change_rec": "Check that Web shop is healthy",
         *         "ai_summary": "Medium risk: db01 carries Web shop",
         *         "ai_insights": "The last change of db01 caused an incident",
         *         "ai_confidence": 80
         *       },
         *       "source": "model",
         *       "error": null,
         *       "write_back": {
         *         "status": "none",
         *         "error": null,
         *         "attempts": [
         *           {
         *             "at": "2026-01-31T08:00:00.000Z",
         *             "response_status": 200,
         *             "error": null
         *           }
         *         ]
         *       },
         *       "outcome": {
         *         "succeeded": true,
         *         "incidents": 0,
         *         "at": "2026-01-31T08:00:00.000Z",
         *         "by": "0198a8a0-5c1e-7000-8000-000000000002"
         *       },
         *       "created_at": "2026-01-31T08:00:00.000Z",
         *       "completed_at": "2026-01-31T08:00:02.000Z"
         *     }
         */
        ListedChangeAnalysis: {
            /** @description Category of the change, as the service desk names it */
            category?: string | null;
            /** @description CIs that the change names; in lists the first 100 */
            cis?: {
                /** @description Id, as lists and answers show it */
                id: string;
                /** @description Name that people read */
                name: string;
                /** @description Kind of thing, as it was first spelled */
                type: string;
            }[];
            /**
             * Format: date-time
             * @description When it ended; null until then
             */
            completed_at?: string | null;
            /** @description How certain it is, 0 to 1 */
            confidence?: number | null;
            /** @description What overlaps the planned window */
            conflicts?: {
                /** @description Id of the analysis of the other change; null for what is no change */
                analysis_id: string | null;
                /** @description Id of the CI in conflict; null for a holiday */
                ci_id: string | null;
                /**
                 * Format: date-time
                 * @description When it begins
                 */
                from: string;
                /**
                 * @description Kind of thing
                 * @enum {string}
                 */
                kind: "change" | "maintenance" | "holiday";
                /** @description Of a holiday, with its country or region; null otherwise */
                name: string | null;
                /**
                 * @description Of the CI in conflict to a CI of the change
                 * @enum {string}
                 */
                relation: "same" | "parent" | "child";
                /** @description Id of the task at the service desk, to which results are written */
                task_node_id: string | null;
                /**
                 * Format: date-time
                 * @description When it ends
                 */
                to: string;
            }[];
            /**
             * Format: date-time
             * @description When it was made
             */
            created_at?: string;
            /** @description The four dimensions of the risk; null until it is completed */
            dimensions?: {
                /** @description Which business services are affected, by their criticality */
                business: {
                    /** @description What the score consists of */
                    inputs: {
                        /** @description Records that show it; never empty */
                        evidence: {
                            /** @description Id of the record */
                            id: string;
                            /**
                             * @description `change`: a change analysis, or the change itself
                             * @enum {string}
                             */
                            kind: "change" | "ci" | "service" | "event" | "incident" | "history" | "relationship";
                            /**
                             * @description What it says
                             * @example open since 2026-01-31T08:00:00.000Z
                             */
                            value: string;
                        }[];
                        /**
                         * @description What was looked at
                         * @example open events
                         */
                        name: string;
                        /** @description How much it tells of a risk, 0 to 100 */
                        value: number;
                        /** @description The inputs of a dimension have weights that add up to 1 */
                        weight: number;
                    }[];
                    /** @description Sum of value times weight, rounded */
                    score: number;
                    /**
                     * @description In the whole score
                     * @example 0.35
                     */
                    weight: number;
                };
                /** @description What depends on the CIs, and which redundancy is lost */
                dependency: {
                    /** @description What the score consists of */
                    inputs: {
                        /** @description Records that show it; never empty */
                        evidence: {
                            /** @description Id of the record */
                            id: string;
                            /**
                             * @description `change`: a change analysis, or the change itself
                             * @enum {string}
                             */
                            kind: "change" | "ci" | "service" | "event" | "incident" | "history" | "relationship";
                            /**
                             * @description What it says
                             * @example open since 2026-01-31T08:00:00.000Z
                             */
                            value: string;
                        }[];
                        /**
                         * @description What was looked at
                         * @example open events
                         */
                        name: string;
                        /** @description How much it tells of a risk, 0 to 100 */
                        value: number;
                        /** @description The inputs of a dimension have weights that add up to 1 */
                        weight: number;
                    }[];
                    /** @description Sum of value times weight, rounded */
                    score: number;
                    /**
                     * @description In the whole score
                     * @example 0.35
                     */
                    weight: number;
                };
                /** @description What became of earlier changes of these CIs and of CIs like them */
                historical: {
                    /** @description What the score consists of */
                    inputs: {
                        /** @description Records that show it; never empty */
                        evidence: {
                            /** @description Id of the record */
                            id: string;
                            /**
                             * @description `change`: a change analysis, or the change itself
                             * @enum {string}
                             */
                            kind: "change" | "ci" | "service" | "event" | "incident" | "history" | "relationship";
                            /**
                             * @description What it says
                             * @example open since 2026-01-31T08:00:00.000Z
                             */
                            value: string;
                        }[];
                        /**
                         * @description What was looked at
                         * @example open events
                         */
                        name: string;
                        /** @description How much it tells of a risk, 0 to 100 */
                        value: number;
                        /** @description The inputs of a dimension have weights that add up to 1 */
                        weight: number;
                    }[];
                    /** @description Sum of value times weight, rounded */
                    score: number;
                    /**
                     * @description In the whole score
                     * @example 0.35
                     */
                    weight: number;
                };
                /** @description What can break: the CIs that change, their events and incidents, the category and the kind of work */
                technical: {
                    /** @description What the score consists of */
                    inputs: {
                        /** @description Records that show it; never empty */
                        evidence: {
                            /** @description Id of the record */
                            id: string;
                            /**
                             * @description `change`: a change analysis, or the change itself
                             * @enum {string}
                             */
                            kind: "change" | "ci" | "service" | "event" | "incident" | "history" | "relationship";
                            /**
                             * @description What it says
                             * @example open since 2026-01-31T08:00:00.000Z
                             */
                            value: string;
                        }[];
                        /**
                         * @description What was looked at
                         * @example open events
                         */
                        name: string;
                        /** @description How much it tells of a risk, 0 to 100 */
                        value: number;
                        /** @description The inputs of a dimension have weights that add up to 1 */
                        weight: number;
                    }[];
                    /** @description Sum of value times weight, rounded */
                    score: number;
                    /**
                     * @description In the whole score
                     * @example 0.35
                     */
                    weight: number;
                };
            } | null;
            /** @description Why the analysis failed */
            error?: string | null;
            /** @description Null until it is completed */
            fields?: components["schemas"]["ChangeFields"] | null;
            /** @description Null: a dry run, which is not kept */
            id: string | null;
            /** @description Id of the integration with the service desk; null: none */
            integration_id?: string | null;
            /**
             * @description By the whole score
             * @example medium
             * @enum {string|null}
             */
            level?: "low" | "medium" | "high" | "critical" | null;
            /** @description What is not known, by name */
            missing?: string[];
            /** @description What became of the change; null until it is recorded */
            outcome?: {
                /**
                 * Format: date-time
                 * @description When it happened
                 */
                at: string;
                /** @description Who recorded it */
                by: string;
                /** @description Incidents that the change caused */
                incidents: number;
                /** @description Whether the change did what it was made for */
                succeeded: boolean;
            } | null;
            /**
             * Format: date-time
             * @description When it ends
             */
            planned_end?: string | null;
            /**
             * Format: date-time
             * @description When it begins; a time without a zone is UTC
             */
            planned_start?: string | null;
            /**
             * @description Kind of service desk
             * @enum {string|null}
             */
            platform?: "xurrent" | "servicenow" | "jira" | "generic" | null;
            /** @description Priority of the change, as the service desk names it */
            priority?: string | null;
            /** @description When to make the change; null where none is found */
            recommended_window?: {
                /**
                 * Format: date-time
                 * @description When it begins
                 */
                from: string;
                /** @description Why then */
                reason: string;
                /**
                 * Format: date-time
                 * @description When it ends
                 */
                to: string;
            } | null;
            /** @description Null until it is completed */
            score?: number | null;
            /**
             * @description Who worded the texts
             * @enum {string|null}
             */
            source?: "model" | "rules" | null;
            /**
             * @description Its current state
             * @enum {string}
             */
            status?: "queued" | "running" | "completed" | "failed";
            /** @description Id of the task at the service desk, to which results are written */
            task_node_id?: string;
            /**
             * @description `webhook`: a service desk asked for it; `manual`: a person
             * @enum {string}
             */
            trigger?: "webhook" | "manual";
            /** @description Ids and names that mean no CI, or several */
            unknown_cis?: string[];
            /** @description What became of writing the result to the task */
            write_back?: {
                /** @description Each attempt, the first one first */
                attempts: {
                    /**
                     * Format: date-time
                     * @description When it happened
                     */
                    at: string;
                    /** @description Why the analysis failed; null otherwise */
                    error: string | null;
                    /** @description Status of its answer; null: there was none */
                    response_status: number | null;
                }[];
                /** @description Why it failed */
                error: string | null;
                /**
                 * @description Its current state
                 * @enum {string}
                 */
                status: "none" | "pending" | "delivered" | "failed";
            };
        };
        /**
         * @description A configuration item as lists show it. With `fields` only those and the id.
         * @example {
         *       "id": "0198a8a0-5c1e-7000-8000-000000000001",
         *       "name": "shop-db",
         *       "type": "database",
         *       "description": "Keeps the orders of the shop",
         *       "status": "active",
         *       "attributes": {
         *         "os": "Debian 13"
         *       },
         *       "custom_fields": {
         *         "owner_team": "shop"
         *       },
         *       "created_at": "2026-01-31T08:00:00.000Z",
         *       "created_by": "system",
         *       "updated_at": "2026-02-01T09:30:00.000Z",
         *       "updated_by": "system",
         *       "relationships": {
         *         "count": 3,
         *         "href": "/v1/cmdb/relationships?ci_id=0198a8a0-5c1e-7000-8000-000000000001"
         *       }
         *     }
         */
        ListedCI: {
            /** @description Free: what the CI or relationship is, by names of the caller's choice */
            attributes?: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description When it was made
             */
            created_at?: string;
            /** @description Who made it: a user's id, `<kind>:<id>` of a key or a scanner, or `system` */
            created_by?: string;
            /** @description Free: what the organisation adds, by names of the caller's choice */
            custom_fields?: {
                [key: string]: unknown;
            };
            /** @description Free text */
            description?: string | null;
            /** @description Id, as lists and answers show it */
            id: string;
            /** @description Name that people read */
            name?: string;
            /** @description Relationships of the CI */
            relationships?: {
                /** @description How many relationships the CI has */
                count: number;
                /** @description Path of a list that shows them */
                href: string;
            };
            /**
             * @description Whether the CI is in use
             * @enum {string}
             */
            status?: "active" | "inactive" | "maintenance";
            /** @description Type in its canonical form */
            type?: string;
            /**
             * Format: date-time
             * @description When it last changed
             */
            updated_at?: string;
            /** @description Who changed it last, as in `created_by` */
            updated_by?: string;
        };
        /**
         * @description An entry of the list. With `fields` only those and the id.
         * @example {
         *       "id": "0198a8a0-5c1e-7000-8000-000000000001",
         *       "ci_id": "0198a8a0-5c1e-7000-8000-000000000001",
         *       "role": "database server",
         *       "criticality": "critical",
         *       "dependencies": [
         *         {
         *           "name": "db01",
         *           "ip": "10.0.0.7",
         *           "ci_id": "0198a8a0-5c1e-7000-8000-000000000001",
         *           "process": "java",
         *           "ports": [
         *             5432
         *           ],
         *           "reason": "It reads the orders"
         *         }
         *       ],
         *       "summary": "The database of the orders",
         *       "recommendations": [
         *         "Set its owner"
         *       ],
         *       "confidence": 1,
         *       "source": "model",
         *       "model": "gpt-4o-mini",
         *       "generated_at": "2026-01-31T08:00:00.000Z"
         *     }
         */
        ListedCiInsight: {
            /** @description Id of a CI */
            ci_id?: string;
            /** @description How certain it is, 0 to 1 */
            confidence?: number;
            /**
             * @description How important it is
             * @enum {string}
             */
            criticality?: "critical" | "high" | "medium" | "low";
            /** @description With the connections that they rest on */
            dependencies?: components["schemas"]["InsightDependency"][];
            /**
             * Format: date-time
             * @description When it was made
             */
            generated_at?: string;
            /** @description Of the CI */
            id: string;
            /**
             * @description Name of the model; null of rules
             * @example gpt-4o-mini
             */
            model?: string | null;
            /**
             * @description What could be done
             * @example [
             *       "Set its owner"
             *     ]
             */
            recommendations?: string[];
            /**
             * @description What the CI is for
             * @example database server
             */
            role?: string;
            /**
             * @description Who says so
             * @enum {string}
             */
            source?: "model" | "rules";
            /**
             * @description In a few sentences
             * @example The database of the orders
             */
            summary?: string | null;
        };
        /**
         * @description A deleted configuration item that can be restored. With `fields` only those and the id.
         * @example {
         *       "id": "0198a8a0-5c1e-7000-8000-000000000001",
         *       "name": "shop-db",
         *       "type": "server",
         *       "description": "Keeps the orders of the shop",
         *       "status": "active",
         *       "created_at": "2026-01-31T08:00:00.000Z",
         *       "deleted_at": "2026-02-01T09:30:00.000Z",
         *       "deleted_by": "system"
         *     }
         */
        ListedDeletedCI: {
            /**
             * Format: date-time
             * @description When it was made
             */
            created_at?: string;
            /**
             * Format: date-time
             * @description When it was deleted
             */
            deleted_at?: string;
            /** @description Who deleted it, as in `created_by` */
            deleted_by?: string;
            /** @description Free text */
            description?: string | null;
            /** @description Id, as lists and answers show it */
            id: string;
            /** @description Name that people read */
            name?: string;
            /**
             * @description Its current state
             * @enum {string}
             */
            status?: "active" | "inactive" | "maintenance";
            /** @description Kind of thing, as it was first spelled */
            type?: string;
        };
        /**
         * @description An entry of the list. With `fields` only those and the id.
         * @example {
         *       "id": "0198a8a0-5c1e-7000-8000-000000000001",
         *       "name": "scanner-1",
         *       "description": "The scanner of the first data centre",
         *       "scopes": [
         *         "discovery.submit"
         *       ],
         *       "created_at": "2026-01-31T08:00:00.000Z",
         *       "expires_at": "2026-04-30T08:00:00.000Z",
         *       "last_used_at": null,
         *       "allowed_ips": null
         *     }
         */
        ListedDiscoveryToken: {
            /** @description Addresses and networks from which it works; null for all */
            allowed_ips?: string[] | null;
            /**
             * Format: date-time
             * @description When it was made
             */
            created_at?: string;
            /** @description Free text */
            description?: string | null;
            /**
             * Format: date-time
             * @description When it ends
             */
            expires_at?: string;
            /** @description Id, as lists and answers show it */
            id: string;
            /**
             * Format: date-time
             * @description Give or take a minute
             */
            last_used_at?: string | null;
            /** @description Name that people read */
            name?: string;
            /** @description What it may do */
            scopes?: components["schemas"]["Scope"][];
        };
        /**
         * @description An entry of the list. With `fields` only those and the id.
         * @example {
         *       "id": "0198a8a0-5c1e-7000-8000-000000000001",
         *       "name": "cpe",
         *       "trigger": "manual",
         *       "status": "running",
         *       "progress": {
         *         "done": 120,
         *         "total": 400
         *       },
         *       "changed": 80,
         *       "failed": 2,
         *       "tokens": 5200,
         *       "cost": 0.012,
         *       "ci_ids": [
         *         "0198a8a0-5c1e-7000-8000-000000000001"
         *       ],
         *       "scan_id": "0198a8a0-5c1e-7000-8000-000000000004",
         *       "requested_by": "system",
         *       "created_at": "2026-01-31T08:00:00.000Z",
         *       "started_at": "2026-01-30T08:00:00Z",
         *       "ended_at": "2026-01-31T08:28:11.000Z",
         *       "error": null
         *     }
         */
        ListedEnrichmentRun: {
            /**
             * @description Items that the run changed
             * @example 80
             */
            changed?: number;
            /** @description What it works on; null: everything that is due */
            ci_ids?: string[] | null;
            /**
             * @description Of the model; null where no price is configured
             * @example 0.012
             */
            cost?: number | null;
            /**
             * Format: date-time
             * @description When it was made
             */
            created_at?: string;
            /**
             * Format: date-time
             * @description When it ended; null until then
             */
            ended_at?: string | null;
            /** @description Why it failed, or why items did; null if nothing did */
            error?: string | null;
            /**
             * @description Items that it could not do; a later run tries them again
             * @example 2
             */
            failed?: number;
            /** @description Id, as lists and answers show it */
            id: string;
            name?: components["schemas"]["EnrichmentName"];
            /** @description How far it is */
            progress?: {
                /**
                 * @description Items looked at
                 * @example 120
                 */
                done: number;
                /**
                 * @description About; null where it is not known
                 * @example 400
                 */
                total: number | null;
            };
            /**
             * @description Who asked for it; `system` for a schedule
             * @example system
             */
            requested_by?: string;
            /** @description Id of the scan */
            scan_id?: string | null;
            /**
             * Format: date-time
             * @description When it began
             */
            started_at?: string | null;
            /**
             * @description Where it stands
             * @enum {string}
             */
            status?: "queued" | "running" | "completed" | "failed" | "cancelled";
            /**
             * @description Tokens of the model, questions and answers
             * @example 5200
             */
            tokens?: number;
            /**
             * @description `news`: data was saved, and what follows from it was done
             * @enum {string}
             */
            trigger?: "schedule" | "manual" | "news";
        };
        /**
         * @description A problem that a monitoring system reports; repeats of one problem are one event. With `fields` only those and the id.
         * @example {
         *       "id": "0198a8a0-5c1e-7000-8000-000000000001",
         *       "title": "Disk almost full",
         *       "description": "4 % of / are free",
         *       "severity": "high",
         *       "status": "open",
         *       "source": "zabbix",
         *       "source_id": "disk-web01",
         *       "affected_cis": [
         *         "0198a8a0-5c1e-7000-8000-000000000001"
         *       ],
         *       "hostname": "web01",
         *       "fqdn": "web01.example.com",
         *       "ip_address": "192.0.2.10",
         *       "metrics": {
         *         "used_percent": 96
         *       },
         *       "context": {
         *         "team": "shop"
         *       },
         *       "occurred_at": "2026-01-31T08:00:00.000Z",
         *       "last_seen": "2026-02-01T09:30:00.000Z",
         *       "occurrences": 1,
         *       "flapping": true,
         *       "suppressed": true,
         *       "symptom": "latency",
         *       "deviation": 0.65,
         *       "resolved_at": null,
         *       "created_at": "2026-01-31T08:00:00.000Z",
         *       "created_by": "system",
         *       "updated_at": "2026-02-01T09:30:00.000Z"
         *     }
         */
        ListedEvent: {
            /** @description Ids of the CIs that it concerns */
            affected_cis?: string[];
            /** @description Free: labels, tags, addresses of pages */
            context?: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description When it was made
             */
            created_at?: string;
            /** @description Who made it: a user's id, `<kind>:<id>` of a key or a scanner, or `system` */
            created_by?: string;
            /** @description Free text */
            description?: string | null;
            /**
             * @description How far `metrics.value` is from `metrics.normal` (or `baseline`, `expected`, `usual`), as a share of the normal value: 0.5 is half above it, -0.5 half below. Null where it carries no such pair
             * @example 0.65
             */
            deviation?: number | null;
            /** @description Its status changed four times within ten minutes */
            flapping?: boolean;
            /** @description Fully qualified domain name */
            fqdn?: string | null;
            /** @description Name of the host, without its domain */
            hostname?: string | null;
            /** @description Id, as lists and answers show it */
            id: string;
            /** @description IPv4 or IPv6 address */
            ip_address?: string | null;
            /**
             * Format: date-time
             * @description When it was last observed
             */
            last_seen?: string;
            /** @description Free: measured values */
            metrics?: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description When it happened at its source
             */
            occurred_at?: string;
            /** @description How often it was reported */
            occurrences?: number;
            /**
             * Format: date-time
             * @description When it ended; null while it lasts
             */
            resolved_at?: string | null;
            /**
             * @description How bad it is
             * @enum {string}
             */
            severity?: "critical" | "high" | "medium" | "low";
            /** @description The system that reported it */
            source?: string;
            /** @description Id of the problem at its source */
            source_id?: string | null;
            /**
             * @description Its current state
             * @enum {string}
             */
            status?: "open" | "acknowledged" | "resolved";
            /** @description A CI of it is under maintenance */
            suppressed?: boolean;
            /**
             * @description What it says is wrong, by its metrics, title, labels and source; `other`: it does not say
             * @enum {string}
             */
            symptom?: "latency" | "errors" | "availability" | "saturation" | "change" | "down" | "other";
            /** @description What happened, in a line */
            title?: string;
            /**
             * Format: date-time
             * @description When it last changed
             */
            updated_at?: string;
        };
        /**
         * @description An entry of the list. With `fields` only those and the id.
         * @example {
         *       "id": "0198a8a0-5c1e-7000-8000-000000000001",
         *       "from": "open",
         *       "to": "open",
         *       "actor": "system",
         *       "comment": "On it",
         *       "at": "2026-01-31T08:00:00.000Z"
         *     }
         */
        ListedEventStatusChange: {
            /** @description Who did it: a user's id, `<kind>:<id>` of a key or a scanner, or `system` */
            actor?: string;
            /**
             * Format: date-time
             * @description When it happened
             */
            at?: string;
            /** @description A remark, for people */
            comment?: string | null;
            /**
             * @description Beginning, inclusive
             * @enum {string}
             */
            from?: "open" | "acknowledged" | "resolved";
            /** @description Id, as lists and answers show it */
            id: string;
            /**
             * @description The same as `from` where only a note was made
             * @enum {string}
             */
            to?: "open" | "acknowledged" | "resolved";
        };
        /**
         * @description An entry of the list. With `fields` only those and the id.
         * @example {
         *       "id": "0198a8a0-5c1e-7000-8000-000000000001",
         *       "action": "ci.updated",
         *       "before": null,
         *       "after": null,
         *       "actor": "system",
         *       "request_id": "0198a8a0-5c1e-7000-8000-0000000000aa",
         *       "at": "2026-01-31T08:00:00.000Z"
         *     }
         */
        ListedHistoryEntry: {
            /** @description `ci.created`, `ci.updated`, `ci.deleted`, `ci.restored` or `ci.clone_detected` */
            action?: string;
            /** @description Who did it: a user's id, `<kind>:<id>` of a key or a scanner, or `system` */
            actor?: string;
            /** @description The state after; null for what was deleted */
            after?: {
                [key: string]: unknown;
            } | null;
            /**
             * Format: date-time
             * @description When it happened
             */
            at?: string;
            /** @description The state before; null for what was made */
            before?: {
                [key: string]: unknown;
            } | null;
            /** @description Id, as lists and answers show it */
            id: string;
            /** @description Id of the request, as in its header `X-Request-ID` */
            request_id?: string;
        };
        /**
         * @description Events that belong together, with the cause that explains them. With `fields` only those and the id.
         * @example {
         *       "id": "0198a8a0-5c1e-7000-8000-000000000001",
         *       "status": "open",
         *       "severity": "high",
         *       "event_ids": [
         *         "0198a8a0-5c1e-7000-8000-000000000003"
         *       ],
         *       "event_count": 2,
         *       "open_count": 1,
         *       "root_cause": {
         *         "ci_id": "0198a8a0-5c1e-7000-8000-000000000001",
         *         "name": "shop-db",
         *         "confidence": 1,
         *         "explanation": "The alert of db01 came first, and web01 depends on it"
         *       },
         *       "root_cause_reason": null,
         *       "candidates": [
         *         {
         *           "ci_id": "0198a8a0-5c1e-7000-8000-000000000001",
         *           "name": "shop-db",
         *           "confidence": 1,
         *           "explanation": "The alert of db01 came first, and web01 depends on it",
         *           "event_ids": [
         *             "0198a8a0-5c1e-7000-8000-000000000003"
         *           ],
         *           "own_alert": true,
         *           "change": {
         *             "action": "ci.updated",
         *             "at": "2026-01-31T08:00:00.000Z"
         *           }
         *         }
         *       ],
         *       "services": [
         *         {
         *           "id": "0198a8a0-5c1e-7000-8000-000000000001",
         *           "name": "shop-db"
         *         }
         *       ],
         *       "split_from": null,
         *       "split_into": [],
         *       "first_seen": "2026-01-31T08:00:00.000Z",
         *       "last_seen": "2026-02-01T09:30:00.000Z",
         *       "created_at": "2026-01-31T08:00:00.000Z",
         *       "updated_at": "2026-02-01T09:30:00.000Z"
         *     }
         */
        ListedIncident: {
            /** @description The likeliest causes, best first */
            candidates?: components["schemas"]["CauseCandidate"][];
            /**
             * Format: date-time
             * @description When it was made
             */
            created_at?: string;
            /** @description How many events belong to it */
            event_count?: number;
            /** @description The newest, at most 1,000 */
            event_ids?: string[];
            /**
             * Format: date-time
             * @description When it was first observed
             */
            first_seen?: string;
            /** @description Id, as lists and answers show it */
            id: string;
            /**
             * Format: date-time
             * @description When it was last observed
             */
            last_seen?: string;
            /** @description Events that are not resolved */
            open_count?: number;
            /** @description The event that explains the others; null where none does */
            root_cause?: {
                /** @description Id of a CI */
                ci_id: string;
                /** @description Share of the events that it explains, as far as no other explains them */
                confidence: number;
                /** @description Why, in a sentence */
                explanation: string;
                /** @description Name that people read */
                name: string;
            } | null;
            /** @description Why there is none; null where there is one */
            root_cause_reason?: string | null;
            /** @description Business services that a failure of its CIs reaches */
            services?: {
                /** @description Id, as lists and answers show it */
                id: string;
                /** @description Name that people read */
                name: string;
            }[];
            /**
             * @description The most severe of its events
             * @enum {string}
             */
            severity?: "critical" | "high" | "medium" | "low";
            /** @description Id of the incident from which it was split; null if it was not */
            split_from?: string | null;
            /** @description Ids of the newest incidents that were split from it, at most 20 */
            split_into?: string[];
            /**
             * @description `resolved` once all of its events are
             * @enum {string}
             */
            status?: "open" | "resolved";
            /**
             * Format: date-time
             * @description When it last changed
             */
            updated_at?: string;
        };
        /**
         * @description A service desk: how it and Orrery reach each other, and which of its fields are written. With `fields` only those and the id.
         * @example {
         *       "id": "0198a8a0-5c1e-7000-8000-000000000001",
         *       "name": "Service desk",
         *       "platform": "servicenow",
         *       "base_url": "https://desk.example.com",
         *       "account": "wdc",
         *       "account_url": "https://wdc.desk.example.com",
         *       "table": "change_task",
         *       "active": true,
         *       "credentials": {
         *         "type": "none",
         *         "username": "orrery",
         *         "token_url": "https://oauth.desk.example.com/token",
         *         "client_id": "orrery"
         *       },
         *       "inbound": {
         *         "type": "secret",
         *         "header": "X-Desk-Secret",
         *         "issuer": "https://wdc.desk.example.com/webhook_policies/orrery",
         *         "public_key": null,
         *         "audience": "orrery"
         *       },
         *       "field_map": {
         *         "ai_risk_score": "custom_risk_score",
         *         "ai_insights": null
         *       },
         *       "rich_text": [
         *         "custom_summary"
         *       ],
         *       "webhook_url": "https://cmdb.example.com/api/integrations/servicenow/webhook/0198a8a0-5c1e-7000-8000-00000000000c/change-analysis",
         *       "created_at": "2026-01-31T08:00:00.000Z",
         *       "created_by": "system",
         *       "updated_at": "2026-02-01T09:30:00.000Z"
         *     }
         */
        ListedIntegration: {
            /** @description The account there, where the platform tells accounts apart by a header */
            account?: string | null;
            /** @description Where people use the platform. Callbacks of its verification calls must have this origin */
            account_url?: string | null;
            /** @description Whether changes are taken and results written */
            active?: boolean;
            /** @description Where its interface is: http or https, without a user name. Addresses of private networks are refused */
            base_url?: string;
            /**
             * Format: date-time
             * @description When it was made
             */
            created_at?: string;
            /** @description Who made it: a user's id, `<kind>:<id>` of a key or a scanner, or `system` */
            created_by?: string;
            /** @description How Orrery proves itself to the service desk; secrets are not shown */
            credentials?: {
                /** @description Id of the client there */
                client_id?: string;
                /** @description Where access tokens are fetched (RFC 6749, section 4.4) */
                token_url?: string;
                /**
                 * @description How they are sent
                 * @enum {string}
                 */
                type: "none" | "bearer" | "basic" | "client_credentials";
                /** @description User name there, without a colon */
                username?: string;
            };
            /** @description Names of the fields there, by ours (`ai_risk_score`, ...); null: not written; others keep their default */
            field_map?: {
                [key: string]: string | null;
            };
            /** @description Id, as lists and answers show it */
            id: string;
            /** @description How the service desk proves itself to Orrery; the secret is not shown */
            inbound?: {
                /** @description The claim `aud` that the token must have */
                audience?: string;
                /** @description Name of the header that holds the proof */
                header?: string;
                /** @description Base of the discovery document whose keys sign: https, or http where the installation allows its host; null: `public_key` alone */
                issuer?: string | null;
                /** @description Public key in PEM, RSA of 2048 bits or more or EC on P-256; null: the issuer's keys */
                public_key?: string | null;
                /**
                 * @description `secret`: in a header; `hmac`: `sha256=<hex>` of the body in a header; `jwt`: a signed body
                 * @enum {string}
                 */
                type: "secret" | "hmac" | "jwt";
            };
            /** @description Name that people read */
            name?: string;
            /**
             * @description Kind of service desk
             * @enum {string}
             */
            platform?: "xurrent" | "servicenow" | "jira" | "generic";
            /** @description Names of fields there that take formatted text */
            rich_text?: string[];
            /** @description ServiceNow's table of tasks */
            table?: string;
            /**
             * Format: date-time
             * @description When it last changed
             */
            updated_at?: string;
            /** @description Where the service desk reports changes */
            webhook_url?: string;
        };
        /**
         * @description An entry of the list. With `fields` only those and the id.
         * @example {
         *       "id": "7d3f6c1e-0c55-4a53-9b8e-1f0a4d2c9e10",
         *       "name": "discovery.process-scan",
         *       "state": "failed",
         *       "scope": "tenant",
         *       "tries": 6,
         *       "created_at": "2026-03-01T10:00:00.000Z",
         *       "started_at": "2026-03-01T10:00:31.000Z",
         *       "ended_at": "2026-03-01T10:00:31.500Z",
         *       "starts_after": null,
         *       "error": "the scan has no record",
         *       "payload": {
         *         "tenantId": "0195…",
         *         "scanId": "0195…"
         *       }
         *     }
         */
        ListedJob: {
            /**
             * Format: date-time
             * @description When it was made
             */
            created_at?: string;
            /**
             * Format: date-time
             * @description When it failed for good, or was done
             */
            ended_at?: string | null;
            /** @description Why the last try failed */
            error?: string | null;
            /**
             * Format: uuid
             * @description Id, as lists and answers show it
             */
            id: string;
            /** @description Kind of work; `outbox.changes` for parked changes: a write that history and webhooks refused */
            name?: string;
            /** @description What the job works on; of parked changes their size, and by id their kinds and subjects; of parked work its count */
            payload?: {
                [key: string]: unknown;
            } | null;
            /**
             * @description The tenant or the installation. Payload and error text of the installation's jobs are not shown
             * @enum {string}
             */
            scope?: "tenant" | "installation";
            /**
             * Format: date-time
             * @description Beginning of the last try
             */
            started_at?: string | null;
            /**
             * Format: date-time
             * @description Of a waiting job: it does not begin before
             */
            starts_after?: string | null;
            /**
             * @description `waiting` for its time or its next try, `running`, `failed` with all its tries used up, `parked` for changes that were refused for good and for work that failed six times. `completed` is shown only of a job that is asked for by its id
             * @enum {string}
             */
            state?: "waiting" | "running" | "failed" | "parked" | "completed";
            /** @description Tries so far, the current one included */
            tries?: number;
        };
        /**
         * @description An entry of the list. With `fields` only those and the id.
         * @example {
         *       "id": "0198a8a0-5c1e-7000-8000-000000000001",
         *       "ci_id": "0198a8a0-5c1e-7000-8000-000000000001",
         *       "collected_at": "2026-01-31T08:00:00.000Z"
         *     }
         */
        ListedListInventoryRecordsItem: {
            /** @description Id of a CI */
            ci_id?: string;
            /**
             * Format: date-time
             * @description When the inventory was taken
             */
            collected_at?: string;
            /** @description Id, as lists and answers show it */
            id: string;
        } & {
            [key: string]: unknown;
        };
        /**
         * @description An entry of the list. With `fields` only those and the id.
         * @example {
         *       "id": "0198a8a0-5c1e-7000-8000-000000000001",
         *       "ci_ids": [
         *         "0198a8a0-5c1e-7000-8000-000000000001"
         *       ],
         *       "from": "2026-01-31T08:00:00.000Z",
         *       "to": "2026-02-01T08:00:00.000Z",
         *       "reason": "Patches",
         *       "created_at": "2026-01-31T08:00:00.000Z",
         *       "created_by": "system"
         *     }
         */
        ListedMaintenanceWindow: {
            /** @description Ids of CIs */
            ci_ids?: string[];
            /**
             * Format: date-time
             * @description When it was made
             */
            created_at?: string;
            /** @description Who made it: a user's id, `<kind>:<id>` of a key or a scanner, or `system` */
            created_by?: string;
            /**
             * Format: date-time
             * @description When it begins, inclusive
             */
            from?: string;
            /** @description Id, as lists and answers show it */
            id: string;
            /** @description Why, for people */
            reason?: string | null;
            /**
             * Format: date-time
             * @description Exclusive
             */
            to?: string;
        };
        /**
         * @description An entry of the list. With `fields` only those and the id.
         * @example {
         *       "id": "0198a8a0-5c1e-7000-8000-000000000001",
         *       "client_id": "0198a8a0-5c1e-7000-8000-000000000008",
         *       "name": "inventory app",
         *       "redirect_uris": [
         *         "https://app.example.com/callback"
         *       ],
         *       "scopes": [
         *         "cmdb.read"
         *       ],
         *       "public": false,
         *       "created_at": "2026-01-31T08:00:00.000Z"
         *     }
         */
        ListedOAuthClient: {
            /** @description The same as `id` */
            client_id?: string;
            /**
             * Format: date-time
             * @description When it was made
             */
            created_at?: string;
            /** @description Id, as lists and answers show it */
            id: string;
            /** @description Name that users see */
            name?: string;
            /** @description Whether the client keeps no secret */
            public?: boolean;
            /** @description Addresses to which users are sent back */
            redirect_uris?: string[];
            /** @description What it may do */
            scopes?: components["schemas"]["Scope"][];
        };
        /**
         * @description An entry of the list. With `fields` only those and the id.
         * @example {
         *       "id": "0198a8a0-5c1e-7000-8000-000000000001",
         *       "client_id": "0198a8a0-5c1e-7000-8000-000000000008",
         *       "client_name": "inventory app",
         *       "user_id": "0198a8a0-5c1e-7000-8000-000000000009",
         *       "scopes": [
         *         "cmdb.read"
         *       ],
         *       "created_at": "2026-01-31T08:00:00.000Z"
         *     }
         */
        ListedOAuthGrant: {
            /** @description Id of the OAuth client */
            client_id?: string;
            /** @description Name of the OAuth client */
            client_name?: string;
            /**
             * Format: date-time
             * @description When it was made
             */
            created_at?: string;
            /** @description Id, as lists and answers show it */
            id: string;
            /** @description What it may do */
            scopes?: components["schemas"]["Scope"][];
            /** @description Id of the user */
            user_id?: string;
        };
        /**
         * @description An entry of the list. With `fields` only those and the id.
         * @example {
         *       "id": "0198a8a0-5c1e-7000-8000-000000000001",
         *       "scan_id": "0198a8a0-5c1e-7000-8000-000000000004",
         *       "scanner_id": "scanner-1",
         *       "observed_at": "2026-02-01T09:30:00.000Z",
         *       "first_seen": "2026-01-31T08:00:00.000Z",
         *       "created_at": "2026-01-31T08:00:00.000Z",
         *       "times_seen": 3,
         *       "reason": "Nothing in the report identifies the host",
         *       "seen": {
         *         "host_id": "h-1",
         *         "hostname": "web01",
         *         "fqdn": "web01.example.com",
         *         "ip_addresses": [
         *           "192.0.2.10"
         *         ],
         *         "mac_addresses": [
         *           "00:1b:21:3a:4b:01"
         *         ],
         *         "open_ports": [
         *           22,
         *           5432
         *         ],
         *         "device_type": "server",
         *         "os_guess": "Linux 6.x",
         *         "os": {
         *           "name": "Debian GNU/Linux 13",
         *           "version": "17.2"
         *         },
         *         "hardware": {
         *           "manufacturer": "Example Corp",
         *           "model": "R740",
         *           "serial_number": "sn-1",
         *           "uuid": "4c4c4544-0042-3510-8052-b4c04f564432"
         *         },
         *         "record_counts": {
         *           "processes": 12
         *         }
         *       },
         *       "decision": {
         *         "ci_id": "0198a8a0-5c1e-7000-8000-000000000001",
         *         "decided_by": "0198a8a0-5c1e-7000-8000-000000000001",
         *         "decided_at": "2026-01-31T08:00:00.000Z"
         *       }
         *     }
         */
        ListedParkedHost: {
            /**
             * Format: date-time
             * @description When it was made
             */
            created_at?: string;
            /** @description What a person decided; null while it waits */
            decision?: {
                /** @description Id of a CI */
                ci_id: string | null;
                /**
                 * Format: date-time
                 * @description When it was decided
                 */
                decided_at: string;
                /** @description Who decided */
                decided_by: string;
            } | null;
            /**
             * Format: date-time
             * @description When it was first observed
             */
            first_seen?: string;
            /** @description Id, as lists and answers show it */
            id: string;
            /**
             * Format: date-time
             * @description When the scanner saw it last
             * @example 2026-02-01T09:30:00.000Z
             */
            observed_at?: string;
            /**
             * @description Why it became no CI
             * @example Nothing in the report identifies the host
             */
            reason?: string | null;
            /** @description Id of the scan */
            scan_id?: string;
            /** @description Name of the scanner */
            scanner_id?: string;
            /** @description What the scanner reported of it */
            seen?: {
                /** @description What the scanner takes it for */
                device_type: string | null;
                /** @description Fully qualified domain name */
                fqdn: string | null;
                /** @description What the host is made of */
                hardware: {
                    /** @description Maker */
                    manufacturer: string | null;
                    /** @description Model */
                    model: string | null;
                    /** @description Serial number */
                    serial_number: string | null;
                    /** @description UUID of the system, as its firmware says */
                    uuid: string | null;
                };
                /** @description Id of the host at the scanner */
                host_id: string | null;
                /** @description Name of the host, without its domain */
                hostname: string | null;
                /** @description IPv4 and IPv6 addresses */
                ip_addresses: string[];
                /** @description Hardware addresses */
                mac_addresses: string[];
                /** @description Ports that answered */
                open_ports: number[];
                /** @description Operating system */
                os: {
                    /** @description Name with its release */
                    name: string | null;
                    /** @description Version */
                    version: string | null;
                };
                /** @description Operating system as the scanner guesses it */
                os_guess: string | null;
                /**
                 * @description How many records of each kind it reported
                 * @example {
                 *       "processes": 12
                 *     }
                 */
                record_counts: {
                    [key: string]: number;
                };
            };
            /** @description How often the scanner sent this report */
            times_seen?: number;
        };
        /**
         * @description A typed, directed edge between two CIs, read from source to target. With `fields` only those and the id.
         * @example {
         *       "id": "0198a8a0-5c1e-7000-8000-000000000001",
         *       "type": "Depends On",
         *       "source": {
         *         "id": "0198a8a0-5c1e-7000-8000-000000000001",
         *         "name": "shop-db",
         *         "type": "server"
         *       },
         *       "target": {
         *         "id": "0198a8a0-5c1e-7000-8000-000000000001",
         *         "name": "shop-db",
         *         "type": "server"
         *       },
         *       "attributes": {
         *         "port": 5432,
         *         "protocol": "tcp"
         *       },
         *       "discovered_by": "import",
         *       "confidence": 1,
         *       "first_seen": "2026-01-31T08:00:00.000Z",
         *       "last_seen": "2026-02-01T09:30:00.000Z",
         *       "created_at": "2026-01-31T08:00:00.000Z",
         *       "created_by": "system",
         *       "updated_at": "2026-02-01T09:30:00.000Z"
         *     }
         */
        ListedRelationship: {
            /** @description Free */
            attributes?: {
                [key: string]: unknown;
            };
            /** @description How certain it is, 0 to 1 */
            confidence?: number;
            /**
             * Format: date-time
             * @description When it was made
             */
            created_at?: string;
            /** @description Who made it: a user's id, `<kind>:<id>` of a key or a scanner, or `system` */
            created_by?: string;
            /** @description What found it; absent where somebody declared it */
            discovered_by?: string | null;
            /**
             * Format: date-time
             * @description When it was first observed
             */
            first_seen?: string | null;
            /** @description Id, as lists and answers show it */
            id: string;
            /**
             * Format: date-time
             * @description When it was last observed
             */
            last_seen?: string | null;
            source?: components["schemas"]["RelationshipEnd"];
            target?: components["schemas"]["RelationshipEnd"];
            /** @description Type, as it was first spelled */
            type?: string;
            /**
             * Format: date-time
             * @description When it last changed
             */
            updated_at?: string;
        };
        /**
         * @description An entry of the list. With `fields` only those and the id.
         * @example {
         *       "name": "Depends On",
         *       "failure": "none",
         *       "built_in": true
         *     }
         */
        ListedRelationshipType: {
            /** @description Whether Orrery brings the type; such a type cannot be changed */
            built_in?: boolean;
            /**
             * @description Which way a failure travels: `target_to_source` where the source needs the target
             * @enum {string}
             */
            failure?: "none" | "source_to_target" | "target_to_source" | "both";
            /** @description Name of the type */
            name?: string;
        };
        /**
         * @description A report: what was asked for, and its file while that is kept. With `fields` only those and the id.
         * @example {
         *       "id": "0198a8a0-5c1e-7000-8000-000000000001",
         *       "name": "Servers of the shop",
         *       "template_id": "ci_inventory",
         *       "category": "inventory",
         *       "format": "pdf",
         *       "status": "generating",
         *       "shared": false,
         *       "created_by": "system",
         *       "created_at": "2026-01-31T08:00:00.000Z",
         *       "completed_at": "2026-01-31T08:00:03.000Z",
         *       "expires_at": "2026-02-07T08:00:03.000Z",
         *       "size_bytes": 48213,
         *       "rows": 120,
         *       "download_url": "/v1/reports/0198a8a0-5c1e-7000-8000-000000000007/download"
         *     }
         */
        ListedReport: {
            /**
             * @description What the template is about
             * @enum {string}
             */
            category?: "inventory" | "software" | "security" | "operations" | "quality" | "risk";
            /**
             * Format: date-time
             * @description When it ended; null while it goes on
             */
            completed_at?: string | null;
            /**
             * Format: date-time
             * @description When it was made
             */
            created_at?: string;
            /** @description Who made it: a user's id, `<kind>:<id>` of a key or a scanner, or `system` */
            created_by?: string;
            /** @description Path of its file; null until it is completed, and once that is gone */
            download_url?: string | null;
            /**
             * Format: date-time
             * @description Until when its file is kept; null until it is completed
             */
            expires_at?: string | null;
            /**
             * @description Format of the file
             * @enum {string}
             */
            format?: "pdf" | "html" | "xlsx" | "csv" | "json";
            /** @description Id, as lists and answers show it */
            id: string;
            /** @description Name that people read */
            name?: string;
            /** @description Rows of its main table; null until it is completed */
            rows?: number | null;
            /** @description Whether every user of the tenant may read it */
            shared?: boolean;
            /** @description Length of its file in bytes; null until it is completed */
            size_bytes?: number | null;
            /**
             * @description Its current state
             * @enum {string}
             */
            status?: "generating" | "completed" | "failed" | "expired";
            /** @description What is generated: the id of a template */
            template_id?: string;
        };
        /**
         * @description A report that is generated at set times. With `fields` only those and the id.
         * @example {
         *       "id": "0198a8a0-5c1e-7000-8000-000000000001",
         *       "name": "Servers, every Monday",
         *       "cron": "0 7 * * 1",
         *       "time_zone": "Europe/Berlin",
         *       "template_id": "ci_inventory",
         *       "parameters": {
         *         "ci_type": [
         *           "server"
         *         ]
         *       },
         *       "format": "pdf",
         *       "delivery": {
         *         "method": "none",
         *         "recipients": [
         *           "ann@example.com"
         *         ]
         *       },
         *       "enabled": true,
         *       "last_run": "2026-01-26T06:00:01.000Z",
         *       "next_run": "2026-02-02T06:00:00.000Z",
         *       "last_error": null,
         *       "created_by": "system",
         *       "created_at": "2026-01-31T08:00:00.000Z",
         *       "updated_at": "2026-02-01T09:30:00.000Z"
         *     }
         */
        ListedReportSchedule: {
            /**
             * Format: date-time
             * @description When it was made
             */
            created_at?: string;
            /** @description Who made it: a user's id, `<kind>:<id>` of a key or a scanner, or `system` */
            created_by?: string;
            /** @description When it runs, as a cron expression */
            cron?: string;
            /** @description Where it goes once it is completed */
            delivery?: {
                /**
                 * @description How the name was found
                 * @enum {string}
                 */
                method: "none" | "email" | "webhook";
                /** @description Addresses of mails, each of its own */
                recipients: string[];
            };
            /** @description Whether it runs */
            enabled?: boolean;
            /**
             * @description Format of the file
             * @enum {string}
             */
            format?: "pdf" | "html" | "xlsx" | "csv" | "json";
            /** @description Id, as lists and answers show it */
            id: string;
            /** @description Why its last run asked for no report; null if it did */
            last_error?: string | null;
            /**
             * Format: date-time
             * @description When it last ran; null for never
             */
            last_run?: string | null;
            /** @description Name that people read, and of its reports */
            name?: string;
            /**
             * Format: date-time
             * @description When it runs next; null while it is off
             */
            next_run?: string | null;
            /** @description What the report is about, as its template says */
            parameters?: {
                [key: string]: unknown;
            };
            /** @description What is generated: the id of a template */
            template_id?: string;
            /** @description Zone of the times */
            time_zone?: string;
            /**
             * Format: date-time
             * @description When it last changed
             */
            updated_at?: string;
        };
        /**
         * @description What can be generated. With `fields` only those and the id.
         * @example {
         *       "id": "ci_inventory",
         *       "name": "CI inventory",
         *       "category": "inventory",
         *       "description": "Every CI with its type and status",
         *       "parameters": {
         *         "type": "object"
         *       },
         *       "formats": [
         *         "pdf",
         *         "csv"
         *       ]
         *     }
         */
        ListedReportTemplate: {
            /**
             * @description What the template is about
             * @enum {string}
             */
            category?: "inventory" | "software" | "security" | "operations" | "quality" | "risk";
            /** @description What it shows */
            description?: string;
            /** @description Formats that it can be generated in */
            formats?: ("pdf" | "html" | "xlsx" | "csv" | "json")[];
            /** @description Id for `template_id`; `query:<id>` of a saved query */
            id: string;
            /** @description Name that people read */
            name?: string;
            /** @description JSON Schema of `parameters` */
            parameters?: {
                [key: string]: unknown;
            };
        };
        /**
         * @description A saved map as lists show it, without its CIs. With `fields` only those and the id.
         * @example {
         *       "id": "0198a8a0-5c1e-7000-8000-000000000001",
         *       "name": "The shop with its databases",
         *       "depth": 3,
         *       "direction": "either",
         *       "filters": {
         *         "types": [
         *           "server"
         *         ],
         *         "statuses": [
         *           "active"
         *         ]
         *       },
         *       "group_by": "attributes.location",
         *       "view": {
         *         "healths": [
         *           "critical"
         *         ],
         *         "expanded": [
         *           "0198a8a0-5c1e-7000-8000-000000000001"
         *         ],
         *         "folded": [
         *           "0198a8a0-5c1e-7000-8000-000000000001"
         *         ],
         *         "include_software": false,
         *         "limit": null,
         *         "viewport": {
         *           "x": 120,
         *           "y": -40.5,
         *           "zoom": 0.8
         *         }
         *       },
         *       "shared": false,
         *       "owner": "0198a8a0-5c1e-7000-8000-00000000000a",
         *       "created_at": "2026-01-31T08:00:00.000Z",
         *       "created_by": "system",
         *       "updated_at": "2026-02-01T09:30:00.000Z",
         *       "root_count": 2,
         *       "position_count": 14
         *     }
         */
        ListedSavedMap: {
            /**
             * Format: date-time
             * @description When it was made
             */
            created_at?: string;
            /** @description Who made it: a user's id, `<kind>:<id>` of a key or a scanner, or `system` */
            created_by?: string;
            /** @description Most relationships from a root, 0 to 10; default 3 */
            depth?: number;
            /**
             * @description Upstream: what they need; downstream: what needs them; either, the default: both
             * @enum {string}
             */
            direction?: "upstream" | "downstream" | "either";
            /** @description What is shown */
            filters?: {
                /** @description Statuses of CIs; all where empty */
                statuses: ("active" | "inactive" | "maintenance")[];
                /** @description Types of CIs, any spelling; all where empty */
                types: string[];
            };
            /** @description Field by which CIs are nested; null for none */
            group_by?: string | null;
            /** @description Id, as lists and answers show it */
            id: string;
            /** @description Name that people read */
            name?: string;
            /** @description Who changes it: a user's id, or kind:id of a program */
            owner?: string;
            /** @description How many CIs have a place of their own */
            position_count?: number;
            /** @description How many CIs the map begins at */
            root_count?: number;
            /** @description Whether every user of the tenant may read it */
            shared?: boolean;
            /**
             * Format: date-time
             * @description When it last changed
             */
            updated_at?: string;
            /** @description What else comes back as it was left */
            view?: {
                /** @description Ids of CIs whose neighbours are shown beyond the depth, at most 200 */
                expanded: string[];
                /** @description Ids of CIs behind which nothing is shown, at most 200 */
                folded: string[];
                /** @description Healths of CIs that are shown; all where empty */
                healths: ("critical" | "degraded" | "unknown" | "maintenance" | "inactive" | "healthy")[];
                /** @description Whether software is shown that is only installed */
                include_software: boolean;
                /** @description Most CIs; null for as many as the explorer shows by itself */
                limit: number | null;
                /** @description What of the map was in the window; null: all of it */
                viewport: {
                    /** @description Point of the map in the middle of the window */
                    x: number;
                    /** @description Point of the map in the middle of the window */
                    y: number;
                    /** @description Pixels of the screen for one of the map */
                    zoom: number;
                } | null;
            };
        };
        /**
         * @description An entry of the list. With `fields` only those and the id.
         * @example {
         *       "id": "0198a8a0-5c1e-7000-8000-000000000001",
         *       "name": "shop-db",
         *       "description": "Keeps the orders of the shop",
         *       "query": {
         *         "entity": "event",
         *         "filters": [
         *           {
         *             "field": "severity",
         *             "op": "in",
         *             "value": [
         *               "critical",
         *               "high"
         *             ]
         *           }
         *         ],
         *         "match": "all",
         *         "group_by": [
         *           "source"
         *         ],
         *         "aggregate": [
         *           {
         *             "fn": "count"
         *           }
         *         ],
         *         "order": [
         *           {
         *             "field": "count",
         *             "direction": "desc"
         *           }
         *         ],
         *         "limit": 100,
         *         "fields": [
         *           "source",
         *           "count"
         *         ]
         *       },
         *       "shared": false,
         *       "owner": "0198a8a0-5c1e-7000-8000-00000000000a",
         *       "created_at": "2026-01-31T08:00:00.000Z",
         *       "created_by": "system",
         *       "updated_at": "2026-02-01T09:30:00.000Z"
         *     }
         */
        ListedSavedQuery: {
            /**
             * Format: date-time
             * @description When it was made
             */
            created_at?: string;
            /** @description Who made it: a user's id, `<kind>:<id>` of a key or a scanner, or `system` */
            created_by?: string;
            /** @description Free text */
            description?: string | null;
            /** @description Id, as lists and answers show it */
            id: string;
            /** @description Name that people read */
            name?: string;
            /** @description Who changes it: a user's id, or kind:id of a program */
            owner?: string;
            query?: components["schemas"]["QueryForm"];
            /** @description Whether every user of the tenant reads it */
            shared?: boolean;
            /**
             * Format: date-time
             * @description When it last changed
             */
            updated_at?: string;
        };
        /**
         * @description One submission of a scanner. With `fields` only those and the id.
         * @example {
         *       "id": "0198a8a0-5c1e-7000-8000-000000000001",
         *       "scanner_id": "scanner-1",
         *       "scan_type": "full",
         *       "status": "running",
         *       "hosts": {
         *         "total": 1,
         *         "processed": 1,
         *         "failed": 0,
         *         "parked": 0
         *       },
         *       "created_at": "2026-01-31T08:00:00.000Z",
         *       "completed_at": "2026-01-31T08:00:03.000Z",
         *       "error": null
         *     }
         */
        ListedScan: {
            /**
             * Format: date-time
             * @description When it ended; null while it goes on
             */
            completed_at?: string | null;
            /**
             * Format: date-time
             * @description When it was made
             */
            created_at?: string;
            /** @description What was wrong; null where nothing was */
            error?: string | null;
            /** @description How many hosts: all, processed, failed, parked */
            hosts?: {
                /** @description How many could not be processed */
                failed: number;
                /** @description Hosts that nothing identifies, kept without a CI */
                parked: number;
                /** @description Hosts that are CIs now */
                processed: number;
                /** @description Hosts of the scan */
                total: number;
            };
            /** @description Id, as lists and answers show it */
            id: string;
            /** @description Free text; `full` means that what is absent counts as gone */
            scan_type?: string;
            /** @description Name of the scanner */
            scanner_id?: string;
            /**
             * @description Its current state
             * @enum {string}
             */
            status?: "running" | "completed" | "failed";
        };
        /**
         * @description An entry of the list. With `fields` only those and the id.
         * @example {
         *       "id": "0198a8a0-5c1e-7000-8000-000000000001",
         *       "name": "nightly export",
         *       "scopes": [
         *         "cmdb.read"
         *       ],
         *       "created_at": "2026-01-31T08:00:00.000Z"
         *     }
         */
        ListedServiceAccount: {
            /**
             * Format: date-time
             * @description When it was made
             */
            created_at?: string;
            /** @description Id, as lists and answers show it */
            id: string;
            /** @description Name that people read */
            name?: string;
            /** @description What it may do */
            scopes?: components["schemas"]["Scope"][];
        };
        /**
         * @description An entry of the list. With `fields` only those and the id.
         * @example {
         *       "scanner_id": "scanner-1",
         *       "source_class": "scanner",
         *       "scan_id": "0198a8a0-5c1e-7000-8000-000000000004",
         *       "first_seen": "2026-01-31T08:00:00.000Z",
         *       "last_seen": "2026-02-01T09:30:00.000Z"
         *     }
         */
        ListedSighting: {
            /**
             * Format: date-time
             * @description When it was first observed
             */
            first_seen?: string;
            /**
             * Format: date-time
             * @description When it was last observed
             */
            last_seen?: string;
            /** @description Id of the scan */
            scan_id?: string;
            /** @description Name of the scanner */
            scanner_id?: string;
            /** @description Kind of source */
            source_class?: string;
        };
        /**
         * @description What the name of an installed program means. With `fields` only those and the id.
         * @example {
         *       "id": "0198a8a0-5c1e-7000-8000-000000000001",
         *       "instance_name": "PostgreSQL 17",
         *       "normalized_instance_name": "postgresql",
         *       "instance_patterns": [
         *         "^postgresql-\\d+$"
         *       ],
         *       "software": {
         *         "name": "PostgreSQL",
         *         "vendor": "PGDG"
         *       },
         *       "family": {
         *         "name": "Databases"
         *       },
         *       "process_names": {
         *         "windows": [
         *           "postgres.exe"
         *         ],
         *         "macos": [
         *           "postgres"
         *         ],
         *         "linux": [
         *           "postgres"
         *         ]
         *       },
         *       "windows_services": [
         *         "postgresql-x64-17"
         *       ],
         *       "process_type": "application",
         *       "status": "active",
         *       "confidence": 1,
         *       "source": "import",
         *       "process_source": "discovery",
         *       "usage_count": 1,
         *       "last_verified": null,
         *       "notes": "Looked at",
         *       "created_at": "2026-01-31T08:00:00.000Z",
         *       "updated_at": "2026-02-01T09:30:00.000Z"
         *     }
         */
        ListedSoftwareMapping: {
            /** @description How certain it is, 0 to 1 */
            confidence?: number;
            /**
             * Format: date-time
             * @description When it was made
             */
            created_at?: string;
            /** @description Kind of software, one of 13 */
            family?: {
                /**
                 * @description Kind of software, one of 13
                 * @enum {string}
                 */
                name: "Browsers" | "Databases" | "Development Tools" | "Runtime Environments" | "Office Productivity" | "Security Software" | "Operating Systems" | "Virtualization" | "Web Servers" | "Monitoring Tools" | "Multimedia" | "Utilities" | "Enterprise Applications";
            } | null;
            /** @description Id, as lists and answers show it */
            id: string;
            /** @description Name of the installed program as scanners report it */
            instance_name?: string;
            /** @description Patterns (RE2) of names that mean the same */
            instance_patterns?: string[];
            /**
             * Format: date-time
             * @description When somebody confirmed it; null where nobody did
             */
            last_verified?: string | null;
            /** @description The name as it is compared: without case, version and architecture */
            normalized_instance_name?: string;
            /** @description Remarks, for people */
            notes?: string | null;
            /** @description Programs that it runs, by operating system */
            process_names?: {
                /** @description Programs on Linux */
                linux: string[];
                /** @description Programs on macOS */
                macos: string[];
                /** @description Programs on Windows */
                windows: string[];
            };
            /**
             * @description Who or what found the process names: `pattern` is the built-in knowledge, `discovery` what machines show; null while there are none
             * @enum {string|null}
             */
            process_source?: "manual" | "pattern" | "discovery" | "ai" | null;
            /**
             * @description How it runs
             * @enum {string}
             */
            process_type?: "application" | "service" | "library";
            /** @description The product */
            software?: {
                /** @description Name of the product */
                name: string;
                /** @description Maker */
                vendor: string | null;
            };
            /**
             * @description Where it comes from
             * @enum {string}
             */
            source?: "manual" | "ai" | "import" | "system" | "pending";
            /**
             * @description Its current state
             * @enum {string}
             */
            status?: "active" | "pending" | "review";
            /**
             * Format: date-time
             * @description When it last changed
             */
            updated_at?: string;
            /** @description How many installations it names */
            usage_count?: number;
            /** @description Services of Windows that it runs */
            windows_services?: string[];
        };
        /**
         * @description A user of the tenant. With `fields` only those and the id.
         * @example {
         *       "id": "0198a8a0-5c1e-7000-8000-000000000001",
         *       "email": "ann@example.com",
         *       "name": "Ann Example",
         *       "scopes": [
         *         "cmdb.read"
         *       ],
         *       "administrator": false,
         *       "second_factor": false,
         *       "must_change_password": false,
         *       "created_at": "2026-01-31T08:00:00.000Z",
         *       "updated_at": "2026-02-01T09:30:00.000Z",
         *       "last_login_at": null
         *     }
         */
        ListedUser: {
            /** @description Has every scope, regardless of `scopes` */
            administrator?: boolean;
            /**
             * Format: date-time
             * @description When it was made
             */
            created_at?: string;
            /** @description Email address, by which the user logs in */
            email?: string;
            /** @description Id, as lists and answers show it */
            id: string;
            /**
             * Format: date-time
             * @description When the user last logged in; null for never
             */
            last_login_at?: string | null;
            /** @description Whether the user must choose another password before anything else */
            must_change_password?: boolean;
            /** @description Name of the user */
            name?: string;
            /** @description What it may do */
            scopes?: components["schemas"]["Scope"][];
            /** @description Whether logins need a code */
            second_factor?: boolean;
            /**
             * Format: date-time
             * @description When it last changed
             */
            updated_at?: string;
        };
        /**
         * @description An entry of the list. With `fields` only those and the id.
         * @example {
         *       "cve": "CVE-2021-44228",
         *       "severity": "critical",
         *       "cvss": {
         *         "version": "3.1",
         *         "score": 9.8,
         *         "vector": "CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H"
         *       },
         *       "epss": 0.94,
         *       "kev": {
         *         "added": "2021-12-10",
         *         "due": "2021-12-24"
         *       },
         *       "published": "2026-01-31T08:00:00.000Z",
         *       "modified": "2026-01-31T08:00:00.000Z",
         *       "summary": "Remote code execution by crafted input.",
         *       "status": "affected",
         *       "instances": 3,
         *       "servers": 3,
         *       "services": 3,
         *       "by_status": {
         *         "affected": 3,
         *         "possible": 3,
         *         "accepted": 3,
         *         "fixed": 3
         *       },
         *       "priority": {
         *         "score": 3,
         *         "parts": {
         *           "severity": {
         *             "value": 9.8,
         *             "points": 12.5,
         *             "max": 40
         *           },
         *           "known_exploited": {
         *             "value": true,
         *             "points": 12.5,
         *             "max": 40
         *           },
         *           "prediction": {
         *             "value": 0.94,
         *             "points": 12.5,
         *             "max": 40
         *           },
         *           "reach": {
         *             "value": 3,
         *             "points": 12.5,
         *             "max": 40
         *           },
         *           "exposure": {
         *             "value": {
         *               "listening": true,
         *               "public": false
         *             },
         *             "points": 12.5,
         *             "max": 40
         *           }
         *         }
         *       }
         *     }
         */
        ListedVulnerability: {
            /** @description Installations by status */
            by_status?: {
                /**
                 * @description Installations that a decision accepts
                 * @example 3
                 */
                accepted: number;
                /**
                 * @description Affected installations
                 * @example 3
                 */
                affected: number;
                /**
                 * @description Installations that their maker has fixed
                 * @example 3
                 */
                fixed: number;
                /**
                 * @description Installations of which the record does not decide
                 * @example 3
                 */
                possible: number;
            };
            /**
             * @description Id of the CVE
             * @example CVE-2021-44228
             */
            cve?: string;
            /** @description Null where the database has no rating */
            cvss?: {
                /**
                 * @description Base score, 0 to 10
                 * @example 9.8
                 */
                score: number;
                /**
                 * @description CVSS vector
                 * @example CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H
                 */
                vector: string | null;
                /**
                 * @description Version of CVSS
                 * @example 3.1
                 */
                version: string;
            } | null;
            /**
             * @description Predicted probability of exploitation, 0 to 1
             * @example 0.94
             */
            epss?: number | null;
            /**
             * @description Installations that are affected, possibly affected or accepted
             * @example 3
             */
            instances?: number;
            /** @description Its entry in the catalogue of known exploited vulnerabilities */
            kev?: {
                /**
                 * Format: date
                 * @description Day on which it was added
                 * @example 2021-12-10
                 */
                added: string | null;
                /**
                 * Format: date
                 * @description Day by which it is to be remedied
                 * @example 2021-12-24
                 */
                due: string | null;
            } | null;
            /**
             * Format: date-time
             * @description When its record changed last
             */
            modified?: string;
            priority?: components["schemas"]["VulnerabilityPriority"];
            /**
             * Format: date-time
             * @description When it was published
             */
            published?: string | null;
            /**
             * @description Servers that these are on
             * @example 3
             */
            servers?: number;
            /**
             * @description Business services that need them
             * @example 3
             */
            services?: number;
            /**
             * @description By CVSS
             * @example critical
             * @enum {string}
             */
            severity?: "critical" | "high" | "medium" | "low" | "none" | "unknown";
            /**
             * @description The worst of its installations
             * @enum {string}
             */
            status?: "affected" | "possible" | "accepted" | "fixed";
            /**
             * @description What the flaw is
             * @example Remote code execution by crafted input.
             */
            summary?: string;
        };
        /**
         * @description A receiver of messages about what happens. With `fields` only those and the id.
         * @example {
         *       "id": "0198a8a0-5c1e-7000-8000-000000000001",
         *       "name": "chat",
         *       "url": "https://hooks.example.com/orrery",
         *       "events": [
         *         "ci.created"
         *       ],
         *       "headers": {
         *         "X-Team": "shop"
         *       },
         *       "active": true,
         *       "disabled_reason": null,
         *       "disabled_at": null,
         *       "failing_since": null,
         *       "created_at": "2026-01-31T08:00:00.000Z",
         *       "created_by": "system",
         *       "updated_at": "2026-02-01T09:30:00.000Z"
         *     }
         */
        ListedWebhook: {
            /** @description Whether messages are sent */
            active?: boolean;
            /**
             * Format: date-time
             * @description When it was made
             */
            created_at?: string;
            /** @description Who made it: a user's id, `<kind>:<id>` of a key or a scanner, or `system` */
            created_by?: string;
            /**
             * Format: date-time
             * @description When it was switched off after failures; null while it works
             */
            disabled_at?: string | null;
            /**
             * @description It became inactive by itself: the receiver answered 410, or failed for five days
             * @enum {string|null}
             */
            disabled_reason?: "gone" | "failing" | null;
            /** @description Kinds of message that it gets */
            events?: ("ci.created" | "ci.updated" | "ci.deleted" | "event.created" | "event.status_changed" | "relationship.created" | "relationship.deleted" | "scan.completed" | "report.completed" | "vulnerability.found")[];
            /**
             * Format: date-time
             * @description The first failure since the last delivery that arrived
             */
            failing_since?: string | null;
            /** @description Further headers of its messages */
            headers?: {
                [key: string]: string;
            };
            /** @description Id, as lists and answers show it */
            id: string;
            /** @description Name that people read */
            name?: string;
            /**
             * Format: date-time
             * @description When it last changed
             */
            updated_at?: string;
            /** @description Address to which messages are sent */
            url?: string;
        };
        /**
         * @description An entry of the list. With `fields` only those and the id.
         * @example {
         *       "id": "0198a8a0-5c1e-7000-8000-000000000001",
         *       "webhook_id": "0198a8a0-5c1e-7000-8000-000000000005",
         *       "event": "ci.created",
         *       "status": "pending",
         *       "attempts": 1,
         *       "response_status": 200,
         *       "error": null,
         *       "created_at": "2026-01-31T08:00:00.000Z",
         *       "next_attempt_at": null,
         *       "delivered_at": "2026-01-31T08:00:01.000Z"
         *     }
         */
        ListedWebhookDelivery: {
            /** @description How often it was tried */
            attempts?: number;
            /**
             * Format: date-time
             * @description When it was made
             */
            created_at?: string;
            /**
             * Format: date-time
             * @description When the receiver took it; null until then
             */
            delivered_at?: string | null;
            /** @description What the last attempt failed of: http_status, redirect_refused, timeout, egress_refused, dns_failed, connect_failed, tls_failed, connection_lost, malformed_answer, not_recorded */
            error?: string | null;
            /** @description Kind of message */
            event?: string;
            /** @description `delivery_id` of the message */
            id: string;
            /**
             * Format: date-time
             * @description When it is tried next; null where it is not
             */
            next_attempt_at?: string | null;
            /** @description Of the last attempt; null where that was not answered */
            response_status?: number | null;
            /**
             * @description Its current state
             * @enum {string}
             */
            status?: "pending" | "delivered" | "failed";
            /** @description Id of the webhook */
            webhook_id?: string;
        };
        ListeningProcess: {
            /** @description Free text */
            description: string;
            /** @description Name that people read */
            name: string | null;
            /** @description Id of the process */
            pid: number | null;
            /** @description Port */
            port: number;
            /** @description Transport protocol */
            protocol: string;
        };
        /**
         * @example {
         *       "email": "ann@example.com",
         *       "password": "correct horse battery staple",
         *       "totp_code": "123456",
         *       "tenant": "example"
         *     }
         */
        LoginBody: {
            /**
             * Format: email
             * @description Email address, by which the user logs in
             */
            email: string;
            /** @description Password */
            password: string;
            /** @description Name of the tenant; needed only where the email exists in several */
            tenant?: string;
            /** @description Needed by users with a second factor: six digits of the authenticator app, or a recovery code */
            totp_code?: string;
        };
        /**
         * @example {
         *       "token": "eyJhbGciOiJFUzI1NiJ9.e30.c2lnbmF0dXJl",
         *       "refreshToken": "kR3nq0tQ0cPSVYn2bYx2m1v3K4mXl7Jd",
         *       "expiresIn": 900,
         *       "user": {
         *         "id": "0198a8a0-5c1e-7000-8000-000000000001",
         *         "email": "ann@example.com",
         *         "tenant": "example"
         *       },
         *       "mustChangePassword": true
         *     }
         */
        LoginResult: {
            /** @description Lifetime of the access token in seconds */
            expiresIn: number;
            /**
             * @description The password was generated, or set by somebody else; in that case the token changes the password (POST /v1/auth/password) and does nothing else
             * @enum {boolean}
             */
            mustChangePassword?: true;
            /** @description Token that is exchanged for a new pair; works once */
            refreshToken: string;
            /** @description Access token (JWT), to be sent as a bearer token */
            token: string;
            /** @description The user who logged in */
            user: {
                /** @description Email address, by which the user logs in */
                email: string;
                /** @description Id, as lists and answers show it */
                id: string;
                /** @description Name of the tenant */
                tenant: string;
            };
        };
        /**
         * @example {
         *       "id": "0198a8a0-5c1e-7000-8000-000000000001",
         *       "ci_ids": [
         *         "0198a8a0-5c1e-7000-8000-000000000001"
         *       ],
         *       "from": "2026-01-31T08:00:00.000Z",
         *       "to": "2026-02-01T08:00:00.000Z",
         *       "reason": "Patches",
         *       "created_at": "2026-01-31T08:00:00.000Z",
         *       "created_by": "system"
         *     }
         */
        MaintenanceWindow: {
            /** @description Ids of CIs */
            ci_ids: string[];
            /**
             * Format: date-time
             * @description When it was made
             */
            created_at: string;
            /** @description Who made it: a user's id, `<kind>:<id>` of a key or a scanner, or `system` */
            created_by: string;
            /**
             * Format: date-time
             * @description When it begins, inclusive
             */
            from: string;
            /** @description Id, as lists and answers show it */
            id: string;
            /** @description Why, for people */
            reason: string | null;
            /**
             * Format: date-time
             * @description Exclusive
             */
            to: string;
        };
        MatchingCI: {
            /** @description Free: what the organisation adds, by names of the caller's choice */
            customFields: {
                /** @description All addresses of the host */
                all_ip_addresses: string[];
                /** @description IPv4 or IPv6 address */
                ip_address: string | null;
            };
            /** @description Id, as lists and answers show it */
            id: string;
            /**
             * Format: date-time
             * @description When it was last observed
             */
            lastSeen: string | null;
            /** @description Name that people read */
            name: string;
            /**
             * @description Its current state
             * @enum {string}
             */
            status: "active" | "inactive" | "maintenance";
            /** @description Kind of thing, as it was first spelled */
            type: string;
        };
        McpRefusal: {
            /** @description What was wrong; null where nothing was */
            error: {
                /**
                 * @description What was done, for people
                 * @example Method not found
                 */
                message: string;
            } & {
                [key: string]: unknown;
            };
        } & {
            [key: string]: unknown;
        };
        /**
         * @example {
         *       "id": "0198a8a0-5c1e-7000-8000-000000000001",
         *       "name": "nightly export",
         *       "description": "Reads for the nightly export",
         *       "scopes": [
         *         "cmdb.read"
         *       ],
         *       "createdAt": "2026-01-31T08:00:00.000Z",
         *       "expiresAt": "2026-04-30T08:00:00.000Z",
         *       "lastUsedAt": null,
         *       "allowedIps": null,
         *       "apiKey": "orr_prod_0123456789abcdefghijklmnopqrstuvwxyzABCDEFG"
         *     }
         */
        NewApiKey: {
            /** @description Addresses and networks from which it works; null for all */
            allowedIps: string[] | null;
            /** @description The key, shown once */
            apiKey: string;
            /**
             * Format: date-time
             * @description When it was made
             */
            createdAt: string;
            /** @description Free text */
            description: string | null;
            /**
             * Format: date-time
             * @description When it ends
             */
            expiresAt: string;
            /** @description Id, as lists and answers show it */
            id: string;
            /**
             * Format: date-time
             * @description Give or take a minute
             */
            lastUsedAt: string | null;
            /** @description Name that people read */
            name: string;
            /** @description What it may do */
            scopes: components["schemas"]["Scope"][];
        };
        /**
         * @example {
         *       "name": "shop-db",
         *       "type": "server",
         *       "description": "Keeps the orders of the shop",
         *       "attributes": {
         *         "os": "Debian 13"
         *       },
         *       "custom_fields": {
         *         "owner_team": "shop"
         *       }
         *     }
         */
        NewCI: {
            /** @description Free: what the CI or relationship is, by names of the caller's choice */
            attributes?: {
                [key: string]: unknown;
            };
            /** @description Free: what the organisation adds, by names of the caller's choice */
            custom_fields?: {
                [key: string]: unknown;
            };
            /** @description Free text */
            description?: string | null;
            /** @description Name that people read */
            name: string;
            /**
             * @description Its current state
             * @enum {string}
             */
            status?: "active" | "inactive" | "maintenance";
            /** @description Any kind of thing, in any spelling; holds a letter or a digit */
            type: string;
        };
        /**
         * @example {
         *       "id": "0198a8a0-5c1e-7000-8000-000000000001",
         *       "name": "scanner-1",
         *       "description": "The scanner of the first data centre",
         *       "scopes": [
         *         "discovery.submit"
         *       ],
         *       "created_at": "2026-01-31T08:00:00.000Z",
         *       "expires_at": "2026-04-30T08:00:00.000Z",
         *       "last_used_at": null,
         *       "allowed_ips": null,
         *       "token": "orrd_prod_0123456789abcdefghijklmnopqrstuvwxyzABCDEFG"
         *     }
         */
        NewDiscoveryToken: {
            /** @description Addresses and networks from which it works; null for all */
            allowed_ips: string[] | null;
            /**
             * Format: date-time
             * @description When it was made
             */
            created_at: string;
            /** @description Free text */
            description: string | null;
            /**
             * Format: date-time
             * @description When it ends
             */
            expires_at: string;
            /** @description Id, as lists and answers show it */
            id: string;
            /**
             * Format: date-time
             * @description Give or take a minute
             */
            last_used_at: string | null;
            /** @description Name that people read */
            name: string;
            /** @description What it may do */
            scopes: components["schemas"]["Scope"][];
            /** @description The secret, shown once */
            token: string;
        };
        /**
         * @example {
         *       "title": "Disk almost full",
         *       "description": "4 % of / are free",
         *       "severity": "high",
         *       "source": "zabbix",
         *       "source_id": "disk-web01",
         *       "affected_cis": [
         *         "0198a8a0-5c1e-7000-8000-000000000001"
         *       ],
         *       "metrics": {
         *         "used_percent": 96
         *       },
         *       "context": {
         *         "team": "shop"
         *       },
         *       "hostname": "web01",
         *       "fqdn": "web01.example.com",
         *       "ip_address": "192.0.2.10",
         *       "occurred_at": "2026-01-31T08:00:00.000Z",
         *       "status": "open"
         *     }
         */
        NewEvent: {
            /** @description Ids of CIs. Absent: found by hostname, fqdn or ip_address */
            affected_cis?: string[] | null;
            /** @description Labels, tags, addresses of pages */
            context?: {
                [key: string]: unknown;
            } | null;
            /** @description Free text */
            description?: string | null;
            /** @description Fully qualified domain name */
            fqdn?: string | null;
            /** @description Name of the host, without its domain */
            hostname?: string | null;
            /** @description IPv4 or IPv6 address, in any spelling */
            ip_address?: string | null;
            /** @description Free: measured values */
            metrics?: {
                [key: string]: unknown;
            } | null;
            /**
             * Format: date-time
             * @description Default: now. More than five minutes ahead counts as now
             */
            occurred_at?: string | null;
            /**
             * @description How bad it is
             * @enum {string}
             */
            severity: "critical" | "high" | "medium" | "low";
            /** @description The system that reports */
            source: string;
            /** @description A repeat of the same source and source_id finds the event; without it each one is new */
            source_id?: string | null;
            /**
             * @description `resolved` ends the event of this source_id
             * @enum {string}
             */
            status?: "open" | "acknowledged" | "resolved";
            /** @description What happened, in a line */
            title: string;
        };
        /**
         * @example {
         *       "id": "0198a8a0-5c1e-7000-8000-000000000001",
         *       "client_id": "0198a8a0-5c1e-7000-8000-000000000008",
         *       "name": "inventory app",
         *       "redirect_uris": [
         *         "https://app.example.com/callback"
         *       ],
         *       "scopes": [
         *         "cmdb.read"
         *       ],
         *       "public": false,
         *       "created_at": "2026-01-31T08:00:00.000Z",
         *       "client_secret": "c2VjcmV0LW9mLXRoZS1jbGllbnQ"
         *     }
         */
        NewOAuthClient: {
            /** @description The same as `id` */
            client_id: string;
            /** @description Secret of the client, shown once; absent for public clients */
            client_secret?: string;
            /**
             * Format: date-time
             * @description When it was made
             */
            created_at: string;
            /** @description Id, as lists and answers show it */
            id: string;
            /** @description Name that users see */
            name: string;
            /** @description Whether the client keeps no secret */
            public: boolean;
            /** @description Addresses to which users are sent back */
            redirect_uris: string[];
            /** @description What it may do */
            scopes: components["schemas"]["Scope"][];
        };
        /**
         * @example {
         *       "type": "depends_on",
         *       "source_ci": "0198a8a0-5c1e-7000-8000-000000000001",
         *       "target_ci": "0198a8a0-5c1e-7000-8000-000000000002",
         *       "attributes": {
         *         "port": 5432,
         *         "protocol": "tcp"
         *       },
         *       "discovered_by": "import",
         *       "confidence": 1
         *     }
         */
        NewRelationship: {
            /** @description Free. With a meaning: port, protocol, source_process, target_process, application {name, vendor, family}, role, criticality (optional, high, medium, low), redundancy_group */
            attributes?: {
                [key: string]: unknown;
            };
            /** @description How certain it is, 0 to 1 */
            confidence?: number | null;
            /** @description What found it; absent where somebody declared it */
            discovered_by?: string | null;
            /** @description Id of the CI from which the relationship points */
            source_ci: string;
            /** @description Id of the CI to which the relationship points */
            target_ci: string;
            /** @description Type, in any spelling */
            type: string;
        };
        NewServiceComponent: {
            /** @description Id of a CI */
            ci_id: string;
            /**
             * @description How important it is for the service
             * @enum {string|null}
             */
            criticality?: "high" | "medium" | "low" | "optional" | null;
            /** @description Name that people read */
            name?: unknown;
            /** @description Any one of the components that share it is enough */
            redundancy_group?: string | null;
            /** @description What the component is to the service */
            role?: string | null;
            /** @description Its current state */
            status?: unknown;
            /** @description Kind of thing, as it was first spelled */
            type?: unknown;
        };
        /**
         * @example {
         *       "email": "ann@example.com",
         *       "password": "correct horse battery staple",
         *       "name": "Ann Example",
         *       "scopes": [
         *         "cmdb.read"
         *       ],
         *       "administrator": false,
         *       "must_change_password": false
         *     }
         */
        NewUser: {
            /**
             * @description Has every scope; only an administrator makes one
             * @default false
             */
            administrator: boolean;
            /**
             * Format: email
             * @description Email address, by which the user logs in
             */
            email: string;
            /**
             * @description Whether the user must choose another password before anything else
             * @default false
             */
            must_change_password: boolean;
            /**
             * @description Name of the user
             * @default
             */
            name: string;
            /** @description Password */
            password: string;
            /**
             * @description What it may do
             * @default []
             */
            scopes: components["schemas"]["Scope"][];
        };
        /**
         * @example {
         *       "id": "0198a8a0-5c1e-7000-8000-000000000001",
         *       "client_id": "0198a8a0-5c1e-7000-8000-000000000008",
         *       "name": "inventory app",
         *       "redirect_uris": [
         *         "https://app.example.com/callback"
         *       ],
         *       "scopes": [
         *         "cmdb.read"
         *       ],
         *       "public": false,
         *       "created_at": "2026-01-31T08:00:00.000Z"
         *     }
         */
        OAuthClient: {
            /** @description The same as `id` */
            client_id: string;
            /**
             * Format: date-time
             * @description When it was made
             */
            created_at: string;
            /** @description Id, as lists and answers show it */
            id: string;
            /** @description Name that users see */
            name: string;
            /** @description Whether the client keeps no secret */
            public: boolean;
            /** @description Addresses to which users are sent back */
            redirect_uris: string[];
            /** @description What it may do */
            scopes: components["schemas"]["Scope"][];
        };
        OAuthError: {
            /** @description What was wrong; null where nothing was */
            error: string;
            /** @description What was wrong, for people */
            error_description?: string;
        } & {
            [key: string]: unknown;
        };
        /**
         * @example {
         *       "interaction": "b3JyZXJ5",
         *       "email": "ann@example.com",
         *       "password": "correct horse battery staple",
         *       "totp_code": "123456"
         *     }
         */
        OauthLoginForm: {
            /** @description Email address, by which the user logs in */
            email: string;
            /** @description Which login this is, from the page */
            interaction: string;
            /** @description Password */
            password: string;
            /**
             * @description Six digits of the authenticator app
             * @default
             */
            totp_code: string;
        };
        /**
         * @example {
         *       "issuer": "https://cmdb.example.com",
         *       "authorization_endpoint": "https://cmdb.example.com/oauth/authorize",
         *       "token_endpoint": "https://cmdb.example.com/oauth/token",
         *       "revocation_endpoint": "https://cmdb.example.com/oauth/revoke",
         *       "scopes_supported": [
         *         "cmdb.read"
         *       ],
         *       "response_types_supported": [
         *         "code"
         *       ],
         *       "response_modes_supported": [
         *         "query"
         *       ],
         *       "grant_types_supported": [
         *         "authorization_code",
         *         "refresh_token"
         *       ],
         *       "token_endpoint_auth_methods_supported": [
         *         "client_secret_basic"
         *       ],
         *       "revocation_endpoint_auth_methods_supported": [
         *         "client_secret_basic"
         *       ],
         *       "code_challenge_methods_supported": [
         *         "S256"
         *       ],
         *       "authorization_response_iss_parameter_supported": true
         *     }
         */
        OauthMetadataResult: {
            /** @description Page where users allow access */
            authorization_endpoint: string;
            /** @description RFC 9207 */
            authorization_response_iss_parameter_supported: boolean;
            /** @description RFC 7636 */
            code_challenge_methods_supported: string[];
            /** @description RFC 8414 */
            grant_types_supported: string[];
            /** @description Base address of the service */
            issuer: string;
            /** @description RFC 8414 */
            response_modes_supported: string[];
            /** @description RFC 8414 */
            response_types_supported: string[];
            /** @description Address that ends tokens */
            revocation_endpoint: string;
            /** @description RFC 8414 */
            revocation_endpoint_auth_methods_supported: string[];
            /** @description Scopes that a client can ask for */
            scopes_supported: string[];
            /** @description Address that gives tokens */
            token_endpoint: string;
            /** @description RFC 8414 */
            token_endpoint_auth_methods_supported: string[];
        };
        /**
         * @example {
         *       "token": "kR3nq0tQ0cPSVYn2bYx2m1v3K4mXl7Jd",
         *       "client_id": "0198a8a0-5c1e-7000-8000-000000000008",
         *       "client_secret": "c2VjcmV0LW9mLXRoZS1jbGllbnQ"
         *     }
         */
        OauthRevokeForm: {
            /** @description Unless the client authenticates by HTTP Basic */
            client_id?: string;
            /** @description Of a client that has one, unless by HTTP Basic */
            client_secret?: string;
            /** @description A refresh token or an access token */
            token: string;
            /** @description Not needed */
            token_type_hint?: string;
        };
        /**
         * @example {
         *       "grant_type": "refresh_token",
         *       "client_id": "0198a8a0-5c1e-7000-8000-000000000008",
         *       "client_secret": "c2VjcmV0LW9mLXRoZS1jbGllbnQ",
         *       "refresh_token": "kR3nq0tQ0cPSVYn2bYx2m1v3K4mXl7Jd",
         *       "scope": "cmdb.read"
         *     }
         */
        OauthTokenForm: {
            /** @description Unless the client authenticates by HTTP Basic */
            client_id?: string;
            /** @description Of a client that has one, unless by HTTP Basic */
            client_secret?: string;
            /** @description The code that the redirect brought; works once, for 60 seconds */
            code?: string;
            /** @description With a code whose request had a code_challenge (PKCE) */
            code_verifier?: string;
            /** @description Required; authorization_code or refresh_token */
            grant_type?: string;
            /** @description With a code: that of the request, character by character */
            redirect_uri?: string;
            /** @description For a refresh; works once */
            refresh_token?: string;
            /** @description For a refresh: fewer scopes than were allowed */
            scope?: string;
        };
        /**
         * @example {
         *       "access_token": "eyJhbGciOiJFUzI1NiJ9.e30.c2lnbmF0dXJl",
         *       "token_type": "Bearer",
         *       "expires_in": 900,
         *       "refresh_token": "kR3nq0tQ0cPSVYn2bYx2m1v3K4mXl7Jd",
         *       "scope": "cmdb.read"
         *     }
         */
        OAuthTokens: {
            /** @description Access token (JWT), to be sent as a bearer token */
            access_token: string;
            /** @description Seconds */
            expires_in: number;
            /** @description Token that is exchanged for a new pair; works once */
            refresh_token: string;
            /** @description What was given, separated by blanks */
            scope: string;
            /**
             * @description Kind of token
             * @enum {string}
             */
            token_type: "Bearer";
        };
        /** @description Position of a page in its list */
        Pagination: {
            /** @description Entries per page */
            limit: number;
            /** @description `cursor` of the next page; absent on the last */
            next_cursor?: string;
            /** @description Number of this page, from 1 */
            page: number;
            /** @description Pages in the whole list */
            pages: number;
            /** @description How many there are */
            total: number;
        };
        ProcessConnectionGroup: {
            /** @description How many connections */
            connectionCount: number;
            /**
             * Format: date-time
             * @description When it was first observed
             */
            firstSeen: string;
            /**
             * Format: date-time
             * @description When it was last observed
             */
            lastSeen: string;
            /** @description Ports, ascending */
            ports: number[];
            /** @description Name of the program */
            processName: string | null;
            /** @description Id of the CI that has the address; null while that is unknown */
            targetCIId: string | null;
            /** @description Address that the process connects to */
            targetIP: string | null;
            /** @description Name of that CI; null while it is unknown */
            targetServer: string | null;
        };
        /**
         * @example {
         *       "columns": [
         *         {
         *           "name": "source",
         *           "type": "any"
         *         },
         *         {
         *           "name": "count",
         *           "type": "number"
         *         }
         *       ],
         *       "rows": [
         *         {
         *           "source": "zabbix",
         *           "count": 12
         *         }
         *       ],
         *       "total": 1,
         *       "truncated": false,
         *       "took_ms": 12
         *     }
         */
        QueryAnswer: {
            /** @description In the order of the form */
            columns: components["schemas"]["QueryColumn"][];
            /** @description Keyed by the names of the columns */
            rows: {
                [key: string]: unknown;
            }[];
            /** @description How long it took, in milliseconds */
            took_ms: number;
            /** @description Rows before the limit */
            total: number;
            /** @description Whether rows were cut off */
            truncated: boolean;
        };
        QueryColumn: {
            /** @description The field as asked; of a figure `count` or `fn(field)` */
            name: string;
            /**
             * @description What its values are
             * @enum {string}
             */
            type: "text" | "number" | "boolean" | "time" | "list" | "object" | "any";
        };
        QueryFigure: {
            /** @description Of which field; absent only for `count`, which counts records then */
            field?: string;
            /**
             * @description What is computed
             * @enum {string}
             */
            fn: "count" | "count_distinct" | "sum" | "avg" | "min" | "max" | "p50" | "p95";
        };
        QueryFilter: {
            /** @description A field of the entity; through one relationship such as `ci.type`; `metrics.load` */
            field: string;
            /**
             * @description How it is compared
             * @enum {string}
             */
            op: "eq" | "ne" | "in" | "lt" | "lte" | "gt" | "gte" | "contains" | "starts_with" | "exists" | "missing";
            /** @description What it is compared with; a list for `in`, absent for `exists` and `missing` */
            value?: string | number | boolean | (string | number | boolean)[];
        };
        /**
         * @example {
         *       "entity": "event",
         *       "filters": [
         *         {
         *           "field": "severity",
         *           "op": "in",
         *           "value": [
         *             "critical",
         *             "high"
         *           ]
         *         }
         *       ],
         *       "match": "all",
         *       "group_by": [
         *         "source"
         *       ],
         *       "aggregate": [
         *         {
         *           "fn": "count"
         *         }
         *       ],
         *       "order": [
         *         {
         *           "field": "count",
         *           "direction": "desc"
         *         }
         *       ],
         *       "limit": 100,
         *       "fields": [
         *         "source",
         *         "count"
         *       ]
         *     }
         */
        QueryForm: {
            /** @description Figures of each group, or of all records where there are none */
            aggregate?: components["schemas"]["QueryFigure"][];
            /**
             * @description What is asked for: each entity has the fields of its records in the interface
             * @enum {string}
             */
            entity: "ci" | "relationship" | "software" | "service" | "event" | "incident" | "scan" | "history" | "change_analysis" | "vulnerability";
            /** @description Columns; by default the most usual ones */
            fields?: string[];
            /** @description Conditions */
            filters?: components["schemas"]["QueryFilter"][];
            /** @description Fields to group by; a missing value is a group of its own */
            group_by?: string[];
            impact?: components["schemas"]["QueryImpact"];
            /** @description Most rows; default 1,000 */
            limit?: number;
            /**
             * @description Whether all filters must hold or any of them; default all
             * @enum {string}
             */
            match?: "all" | "any";
            /** @description By which fields, groups or figures rows are ordered */
            order?: components["schemas"]["QueryOrder"][];
            path?: components["schemas"]["QueryPath"];
            time?: components["schemas"]["QueryTime"];
        };
        QueryImpact: {
            /** @description Most relationships from it; default 3 */
            depth?: number;
            /**
             * @description downstream, the default: what fails with it
             * @enum {string}
             */
            direction?: "upstream" | "downstream" | "either";
            /** @description Id or name of the CI */
            of: string;
        };
        QueryOrder: {
            /**
             * @description Default asc; what is missing comes last either way
             * @enum {string}
             */
            direction?: "asc" | "desc";
            /** @description A field, or in a form with figures a group or a figure: `count`, `avg(occurrences)` */
            field: string;
        };
        QueryPath: {
            /** @description Most relationships from the start; default 3 */
            depth?: number;
            /**
             * @description upstream: what it needs; downstream: what needs it
             * @enum {string}
             */
            direction: "upstream" | "downstream" | "either";
            /** @description Whether to take the CIs that have no such path */
            negate?: boolean;
            /** @description Id or name of the CI where it starts, which is not among those found */
            of: string;
            /** @description Types of relationships; by default those that carry failures */
            types?: string[];
        };
        QueryPlan: {
            /** @description What the stores would do, with statements */
            plan?: unknown;
        };
        QueryTime: {
            /** @description The time; by default when the record happened or was made */
            field?: string;
            /** @description Inclusive, ISO 8601 */
            from?: string;
            /** @description Exclusive, ISO 8601 */
            to?: string;
        };
        /**
         * @example {
         *       "query_id": "0198a8a0-5c1e-7000-8000-00000000000a",
         *       "understood": true,
         *       "source": "rules",
         *       "interpretation": {
         *         "entities": [
         *           {
         *             "text": "servers",
         *             "type": "ci",
         *             "ci_id": null,
         *             "value": "server"
         *           }
         *         ],
         *         "time_range": null,
         *         "filters": {
         *           "type": "server",
         *           "status": "maintenance"
         *         }
         *       },
         *       "plan": {
         *         "entity": "ci",
         *         "filters": [
         *           {
         *             "field": "type",
         *             "op": "eq",
         *             "value": "server"
         *           }
         *         ],
         *         "aggregate": [
         *           {
         *             "fn": "count"
         *           }
         *         ]
         *       },
         *       "results": [
         *         {
         *           "count": 3
         *         }
         *       ],
         *       "insights": [
         *         "9 of 14 (64 %) have attributes.location Lyon"
         *       ],
         *       "recommendations": [
         *         {
         *           "action": "Set attributes.owner where it is missing",
         *           "impact": "3 more would count in a group of their own",
         *           "confidence": 1
         *         }
         *       ],
         *       "truncated": false,
         *       "took_ms": 42
         *     }
         */
        QuestionAnswer: {
            /**
             * @description What stands out in the results, with its figures; why, where the question was not understood
             * @example [
             *       "9 of 14 (64 %) have attributes.location Lyon"
             *     ]
             */
            insights: string[];
            /** @description How the question was understood */
            interpretation: {
                /** @description What of the question stands for something in the data */
                entities: {
                    /**
                     * @description Id of the CI, where it is one
                     * @example null
                     */
                    ci_id: string | null;
                    /**
                     * @description As asked
                     * @example servers
                     */
                    text: string;
                    /**
                     * @description Kind of thing, as it was first spelled
                     * @enum {string}
                     */
                    type: "ci" | "type" | "field" | "service" | "family" | "source";
                    /**
                     * @description What it stands for
                     * @example server
                     */
                    value: string | null;
                }[];
                /**
                 * @description By field: a value, several of which one holds, or values by operator
                 * @example {
                 *       "type": "server",
                 *       "status": "maintenance"
                 *     }
                 */
                filters: {
                    [key: string]: unknown;
                };
                /**
                 * @description `from` belongs to it, `to` does not
                 * @example null
                 */
                time_range: {
                    /**
                     * Format: date-time
                     * @description Beginning, inclusive
                     */
                    from: string | null;
                    /**
                     * Format: date-time
                     * @description End, exclusive
                     */
                    to: string | null;
                } | null;
            };
            /**
             * @description The closed query form; `POST /v1/query` runs it again
             * @example {
             *       "entity": "ci",
             *       "filters": [
             *         {
             *           "field": "type",
             *           "op": "eq",
             *           "value": "server"
             *         }
             *       ],
             *       "aggregate": [
             *         {
             *           "fn": "count"
             *         }
             *       ]
             *     }
             */
            plan: components["schemas"]["QueryForm"] | null;
            /**
             * @description For feedback
             * @example 0198a8a0-5c1e-7000-8000-00000000000a
             */
            query_id: string;
            /** @description Never empty */
            recommendations: {
                /**
                 * @description What was done
                 * @example Set attributes.owner where it is missing
                 */
                action: string;
                /** @description How certain it is, 0 to 1 */
                confidence: number;
                /**
                 * @description What happens to the other where one fails
                 * @example 3 more would count in a group of their own
                 */
                impact: string;
            }[];
            /**
             * @description Rows by column
             * @example [
             *       {
             *         "count": 3
             *       }
             *     ]
             */
            results: {
                [key: string]: unknown;
            }[];
            /**
             * @description What read the question
             * @enum {string}
             */
            source: "rules" | "model";
            /**
             * @description Milliseconds
             * @example 42
             */
            took_ms: number;
            /** @description Whether there are more rows than `results` holds */
            truncated: boolean;
            /** @description False: `results` is empty, and `recommendations` say what can be asked */
            understood: boolean;
        };
        /**
         * @example {
         *       "id": "0198a8a0-5c1e-7000-8000-000000000001",
         *       "name": "chat",
         *       "url": "https://hooks.example.com/orrery",
         *       "secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
         *       "created_at": "2026-01-31T08:00:00.000Z"
         *     }
         */
        RegisteredWebhook: {
            /**
             * Format: date-time
             * @description When it was made
             */
            created_at: string;
            /** @description Id, as lists and answers show it */
            id: string;
            /** @description Name that people read */
            name: string;
            /** @description `whsec_<base64>`, shown this once */
            secret: string;
            /** @description Address to which messages are sent */
            url: string;
        };
        /**
         * @description A typed, directed edge between two CIs, read from source to target
         * @example {
         *       "id": "0198a8a0-5c1e-7000-8000-000000000001",
         *       "type": "Depends On",
         *       "source": {
         *         "id": "0198a8a0-5c1e-7000-8000-000000000001",
         *         "name": "shop-db",
         *         "type": "server"
         *       },
         *       "target": {
         *         "id": "0198a8a0-5c1e-7000-8000-000000000001",
         *         "name": "shop-db",
         *         "type": "server"
         *       },
         *       "attributes": {
         *         "port": 5432,
         *         "protocol": "tcp"
         *       },
         *       "discovered_by": "import",
         *       "confidence": 1,
         *       "first_seen": "2026-01-31T08:00:00.000Z",
         *       "last_seen": "2026-02-01T09:30:00.000Z",
         *       "created_at": "2026-01-31T08:00:00.000Z",
         *       "created_by": "system",
         *       "updated_at": "2026-02-01T09:30:00.000Z"
         *     }
         */
        Relationship: {
            /** @description Free */
            attributes: {
                [key: string]: unknown;
            };
            /** @description How certain it is, 0 to 1 */
            confidence: number;
            /**
             * Format: date-time
             * @description When it was made
             */
            created_at: string;
            /** @description Who made it: a user's id, `<kind>:<id>` of a key or a scanner, or `system` */
            created_by: string;
            /** @description What found it; absent where somebody declared it */
            discovered_by: string | null;
            /**
             * Format: date-time
             * @description When it was first observed
             */
            first_seen: string | null;
            /** @description Id, as lists and answers show it */
            id: string;
            /**
             * Format: date-time
             * @description When it was last observed
             */
            last_seen: string | null;
            source: components["schemas"]["RelationshipEnd"];
            target: components["schemas"]["RelationshipEnd"];
            /** @description Type, as it was first spelled */
            type: string;
            /**
             * Format: date-time
             * @description When it last changed
             */
            updated_at: string;
        };
        RelationshipEnd: {
            /** @description Id, as lists and answers show it */
            id: string;
            /** @description Name that people read */
            name: string;
            /** @description Kind of thing, as it was first spelled */
            type: string;
        };
        /**
         * @example {
         *       "name": "Depends On",
         *       "failure": "none",
         *       "built_in": true
         *     }
         */
        RelationshipType: {
            /** @description Whether Orrery brings the type; such a type cannot be changed */
            built_in: boolean;
            /**
             * @description Which way a failure travels: `target_to_source` where the source needs the target
             * @enum {string}
             */
            failure: "none" | "source_to_target" | "target_to_source" | "both";
            /** @description Name of the type */
            name: string;
        };
        /**
         * @description A report: what was asked for, and its file while that is kept
         * @example {
         *       "id": "0198a8a0-5c1e-7000-8000-000000000001",
         *       "name": "Servers of the shop",
         *       "template_id": "ci_inventory",
         *       "category": "inventory",
         *       "format": "pdf",
         *       "status": "generating",
         *       "shared": false,
         *       "created_by": "system",
         *       "created_at": "2026-01-31T08:00:00.000Z",
         *       "completed_at": "2026-01-31T08:00:03.000Z",
         *       "expires_at": "2026-02-07T08:00:03.000Z",
         *       "size_bytes": 48213,
         *       "rows": 120,
         *       "download_url": "/v1/reports/0198a8a0-5c1e-7000-8000-000000000007/download"
         *     }
         */
        Report: {
            /**
             * @description What the template is about
             * @enum {string}
             */
            category: "inventory" | "software" | "security" | "operations" | "quality" | "risk";
            /**
             * Format: date-time
             * @description When it ended; null while it goes on
             */
            completed_at: string | null;
            /**
             * Format: date-time
             * @description When it was made
             */
            created_at: string;
            /** @description Who made it: a user's id, `<kind>:<id>` of a key or a scanner, or `system` */
            created_by: string;
            /** @description Path of its file; null until it is completed, and once that is gone */
            download_url: string | null;
            /**
             * Format: date-time
             * @description Until when its file is kept; null until it is completed
             */
            expires_at: string | null;
            /**
             * @description Format of the file
             * @enum {string}
             */
            format: "pdf" | "html" | "xlsx" | "csv" | "json";
            /** @description Id, as lists and answers show it */
            id: string;
            /** @description Name that people read */
            name: string;
            /** @description Rows of its main table; null until it is completed */
            rows: number | null;
            /** @description Whether every user of the tenant may read it */
            shared: boolean;
            /** @description Length of its file in bytes; null until it is completed */
            size_bytes: number | null;
            /**
             * @description Its current state
             * @enum {string}
             */
            status: "generating" | "completed" | "failed" | "expired";
            /** @description What is generated: the id of a template */
            template_id: string;
        };
        /**
         * @description A report that is generated at set times
         * @example {
         *       "id": "0198a8a0-5c1e-7000-8000-000000000001",
         *       "name": "Servers, every Monday",
         *       "cron": "0 7 * * 1",
         *       "time_zone": "Europe/Berlin",
         *       "template_id": "ci_inventory",
         *       "parameters": {
         *         "ci_type": [
         *           "server"
         *         ]
         *       },
         *       "format": "pdf",
         *       "delivery": {
         *         "method": "none",
         *         "recipients": [
         *           "ann@example.com"
         *         ]
         *       },
         *       "enabled": true,
         *       "last_run": "2026-01-26T06:00:01.000Z",
         *       "next_run": "2026-02-02T06:00:00.000Z",
         *       "last_error": null,
         *       "created_by": "system",
         *       "created_at": "2026-01-31T08:00:00.000Z",
         *       "updated_at": "2026-02-01T09:30:00.000Z"
         *     }
         */
        ReportSchedule: {
            /**
             * Format: date-time
             * @description When it was made
             */
            created_at: string;
            /** @description Who made it: a user's id, `<kind>:<id>` of a key or a scanner, or `system` */
            created_by: string;
            /** @description When it runs, as a cron expression */
            cron: string;
            /** @description Where it goes once it is completed */
            delivery: {
                /**
                 * @description How the name was found
                 * @enum {string}
                 */
                method: "none" | "email" | "webhook";
                /** @description Addresses of mails, each of its own */
                recipients: string[];
            };
            /** @description Whether it runs */
            enabled: boolean;
            /**
             * @description Format of the file
             * @enum {string}
             */
            format: "pdf" | "html" | "xlsx" | "csv" | "json";
            /** @description Id, as lists and answers show it */
            id: string;
            /** @description Why its last run asked for no report; null if it did */
            last_error: string | null;
            /**
             * Format: date-time
             * @description When it last ran; null for never
             */
            last_run: string | null;
            /** @description Name that people read, and of its reports */
            name: string;
            /**
             * Format: date-time
             * @description When it runs next; null while it is off
             */
            next_run: string | null;
            /** @description What the report is about, as its template says */
            parameters: {
                [key: string]: unknown;
            };
            /** @description What is generated: the id of a template */
            template_id: string;
            /** @description Zone of the times */
            time_zone: string;
            /**
             * Format: date-time
             * @description When it last changed
             */
            updated_at: string;
        };
        /**
         * @description How far a report is, and what became of its deliveries
         * @example {
         *       "report_id": "0198a8a0-5c1e-7000-8000-000000000007",
         *       "status": "generating",
         *       "completed_at": "2026-01-31T08:00:03.000Z",
         *       "download_url": "/v1/reports/0198a8a0-5c1e-7000-8000-000000000007/download",
         *       "expires_at": "2026-02-07T08:00:03.000Z",
         *       "progress": {
         *         "done": 1,
         *         "total": 1
         *       },
         *       "error": null,
         *       "deliveries": [
         *         {
         *           "method": "email",
         *           "recipient": "ann@example.com",
         *           "status": "pending",
         *           "error": null,
         *           "at": "2026-01-31T08:00:00.000Z"
         *         }
         *       ],
         *       "ignored_parameters": [
         *         "grouping"
         *       ]
         *     }
         */
        ReportStatus: {
            /**
             * Format: date-time
             * @description When it ended; null while it goes on
             */
            completed_at: string | null;
            /** @description What became of its deliveries */
            deliveries: {
                /**
                 * Format: date-time
                 * @description When it happened
                 */
                at: string;
                /** @description What was wrong; null where nothing was */
                error: string | null;
                /**
                 * @description How the name was found
                 * @enum {string}
                 */
                method: "email" | "webhook";
                /** @description Address of the mail, or id of the webhook; null where no webhook was left */
                recipient: string | null;
                /**
                 * @description Its current state
                 * @enum {string}
                 */
                status: "pending" | "delivered" | "failed";
            }[];
            /** @description Path of its file; null until it is completed, and once that is gone */
            download_url: string | null;
            /** @description What was wrong; null where nothing was */
            error: string | null;
            /**
             * Format: date-time
             * @description Until when its file is kept; null until it is completed
             */
            expires_at: string | null;
            /** @description Parameters that were given and for which the template has no use */
            ignored_parameters: string[];
            /** @description How far the work is */
            progress: {
                /** @description How many are done */
                done: number;
                /** @description How many there are */
                total: number | null;
            };
            /** @description Id of the report */
            report_id: string;
            /**
             * @description Its current state
             * @enum {string}
             */
            status: "generating" | "completed" | "failed" | "expired";
        };
        /**
         * @example {
         *       "ci_name": [
         *         "web01"
         *       ],
         *       "change_note": [
         *         "Update the kernel"
         *       ],
         *       "task_node_id": "CTASK0010001",
         *       "integration_id": "0198a8a0-5c1e-7000-8000-000000000007"
         *     }
         */
        RequestChangeAnalysisBody: {
            /** @description What the service desk knows of the change */
            change_fields?: {
                /**
                 * @description `emergency` raises the technical risk, `standard` does not
                 * @example normal
                 */
                category?: string | null;
                /**
                 * Format: date-time
                 * @description After planned_start
                 * @example 2026-02-07T23:30:00.000Z
                 */
                planned_end?: string | null;
                /**
                 * Format: date-time
                 * @description When it begins; a time without a zone is UTC
                 * @example 2026-02-07T22:00:00.000Z
                 */
                planned_start?: string | null;
                /**
                 * @description Its priority at the service desk
                 * @example high
                 */
                priority?: string | null;
            } & {
                [key: string]: unknown;
            };
            /**
             * @description What is done, in words; at most 200 notes
             * @example [
             *       "Update the kernel"
             *     ]
             */
            change_note?: string[];
            /** @description Ids of the CIs that change. A CI here or in ci_name is required, at most 5000 together */
            ci_id?: string[];
            /**
             * @description Names of CIs that change, in any case; a name that no CI or several have is listed as unknown
             * @example [
             *       "web01"
             *     ]
             */
            ci_name?: string[];
            /** @description The integration to whose task the result is written; without one it is kept here alone */
            integration_id?: string | null;
            /**
             * @description Id of the task at the service desk
             * @example CTASK0010001
             */
            task_node_id: string;
        };
        /**
         * @example {
         *       "id": "0198a8a0-5c1e-7000-8000-000000000001",
         *       "secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
         *       "previous_valid_until": "2026-01-31T08:00:00.000Z"
         *     }
         */
        RotateWebhookSecretResult: {
            /** @description Id, as lists and answers show it */
            id: string;
            /**
             * Format: date-time
             * @description Until then deliveries carry the signature of the one before too
             */
            previous_valid_until: string;
            /** @description `whsec_<base64>`, shown this once */
            secret: string;
        };
        /**
         * @description A map of the explorer, as somebody left it
         * @example {
         *       "id": "0198a8a0-5c1e-7000-8000-000000000001",
         *       "name": "The shop with its databases",
         *       "depth": 3,
         *       "direction": "either",
         *       "filters": {
         *         "types": [
         *           "server"
         *         ],
         *         "statuses": [
         *           "active"
         *         ]
         *       },
         *       "group_by": "attributes.location",
         *       "view": {
         *         "healths": [
         *           "critical"
         *         ],
         *         "expanded": [
         *           "0198a8a0-5c1e-7000-8000-000000000001"
         *         ],
         *         "folded": [
         *           "0198a8a0-5c1e-7000-8000-000000000001"
         *         ],
         *         "include_software": false,
         *         "limit": null,
         *         "viewport": {
         *           "x": 120,
         *           "y": -40.5,
         *           "zoom": 0.8
         *         }
         *       },
         *       "shared": false,
         *       "owner": "0198a8a0-5c1e-7000-8000-00000000000a",
         *       "created_at": "2026-01-31T08:00:00.000Z",
         *       "created_by": "system",
         *       "updated_at": "2026-02-01T09:30:00.000Z",
         *       "roots": [
         *         "0198a8a0-5c1e-7000-8000-000000000001"
         *       ],
         *       "positions": {
         *         "0198a8a0-5c1e-7000-8000-000000000001": [
         *           120,
         *           -40.5
         *         ]
         *       },
         *       "missing": [
         *         {
         *           "id": "0198a8a0-5c1e-7000-8000-000000000001",
         *           "name": "The shop with its databases"
         *         }
         *       ]
         *     }
         */
        SavedMap: {
            /**
             * Format: date-time
             * @description When it was made
             */
            created_at: string;
            /** @description Who made it: a user's id, `<kind>:<id>` of a key or a scanner, or `system` */
            created_by: string;
            /** @description Most relationships from a root, 0 to 10; default 3 */
            depth: number;
            /**
             * @description Upstream: what they need; downstream: what needs them; either, the default: both
             * @enum {string}
             */
            direction: "upstream" | "downstream" | "either";
            /** @description What is shown */
            filters: {
                /** @description Statuses of CIs; all where empty */
                statuses: ("active" | "inactive" | "maintenance")[];
                /** @description Types of CIs, any spelling; all where empty */
                types: string[];
            };
            /** @description Field by which CIs are nested; null for none */
            group_by: string | null;
            /** @description Id, as lists and answers show it */
            id: string;
            /** @description CIs that were deleted meanwhile, under the names that they had */
            missing: {
                /** @description Id, as lists and answers show it */
                id: string;
                /** @description Name that people read */
                name: string;
            }[];
            /** @description Name that people read */
            name: string;
            /** @description Who changes it: a user's id, or kind:id of a program */
            owner: string;
            /** @description Where CIs stand, by their ids: `[x, y]`, at most 5,000 */
            positions: {
                [key: string]: number[];
            };
            /** @description Ids of the CIs where the map begins, at most 200 */
            roots: string[];
            /** @description Whether every user of the tenant may read it */
            shared: boolean;
            /**
             * Format: date-time
             * @description When it last changed
             */
            updated_at: string;
            /** @description What else comes back as it was left */
            view: {
                /** @description Ids of CIs whose neighbours are shown beyond the depth, at most 200 */
                expanded: string[];
                /** @description Ids of CIs behind which nothing is shown, at most 200 */
                folded: string[];
                /** @description Healths of CIs that are shown; all where empty */
                healths: ("critical" | "degraded" | "unknown" | "maintenance" | "inactive" | "healthy")[];
                /** @description Whether software is shown that is only installed */
                include_software: boolean;
                /** @description Most CIs; null for as many as the explorer shows by itself */
                limit: number | null;
                /** @description What of the map was in the window; null: all of it */
                viewport: {
                    /** @description Point of the map in the middle of the window */
                    x: number;
                    /** @description Point of the map in the middle of the window */
                    y: number;
                    /** @description Pixels of the screen for one of the map */
                    zoom: number;
                } | null;
            };
        };
        /**
         * @example {
         *       "id": "0198a8a0-5c1e-7000-8000-000000000001",
         *       "name": "shop-db",
         *       "description": "Keeps the orders of the shop",
         *       "query": {
         *         "entity": "event",
         *         "filters": [
         *           {
         *             "field": "severity",
         *             "op": "in",
         *             "value": [
         *               "critical",
         *               "high"
         *             ]
         *           }
         *         ],
         *         "match": "all",
         *         "group_by": [
         *           "source"
         *         ],
         *         "aggregate": [
         *           {
         *             "fn": "count"
         *           }
         *         ],
         *         "order": [
         *           {
         *             "field": "count",
         *             "direction": "desc"
         *           }
         *         ],
         *         "limit": 100,
         *         "fields": [
         *           "source",
         *           "count"
         *         ]
         *       },
         *       "shared": false,
         *       "owner": "0198a8a0-5c1e-7000-8000-00000000000a",
         *       "created_at": "2026-01-31T08:00:00.000Z",
         *       "created_by": "system",
         *       "updated_at": "2026-02-01T09:30:00.000Z"
         *     }
         */
        SavedQuery: {
            /**
             * Format: date-time
             * @description When it was made
             */
            created_at: string;
            /** @description Who made it: a user's id, `<kind>:<id>` of a key or a scanner, or `system` */
            created_by: string;
            /** @description Free text */
            description: string | null;
            /** @description Id, as lists and answers show it */
            id: string;
            /** @description Name that people read */
            name: string;
            /** @description Who changes it: a user's id, or kind:id of a program */
            owner: string;
            query: components["schemas"]["QueryForm"];
            /** @description Whether every user of the tenant reads it */
            shared: boolean;
            /**
             * Format: date-time
             * @description When it last changed
             */
            updated_at: string;
        };
        /**
         * @example {
         *       "id": "0198a8a0-5c1e-7000-8000-000000000001",
         *       "scanner_id": "scanner-1",
         *       "scan_type": "full",
         *       "status": "running",
         *       "hosts": {
         *         "total": 1,
         *         "processed": 1,
         *         "failed": 0,
         *         "parked": 0
         *       },
         *       "created_at": "2026-01-31T08:00:00.000Z",
         *       "completed_at": "2026-01-31T08:00:03.000Z",
         *       "error": null,
         *       "results": [
         *         {
         *           "hostname": "web01",
         *           "ip_address": "192.0.2.10",
         *           "ci_id": "0198a8a0-5c1e-7000-8000-000000000001",
         *           "outcome": "created",
         *           "error": null,
         *           "decision": {
         *             "rule": 1,
         *             "matched": {
         *               "serial_number": "sn-1"
         *             },
         *             "candidates": [
         *               {
         *                 "ci_id": "0198a8a0-5c1e-7000-8000-000000000001",
         *                 "lost_because": "another serial number"
         *               }
         *             ],
         *             "conflicts": [],
         *             "clone_of": []
         *           }
         *         }
         *       ]
         *     }
         */
        ScanWithResults: {
            /**
             * Format: date-time
             * @description When it ended; null while it goes on
             */
            completed_at: string | null;
            /**
             * Format: date-time
             * @description When it was made
             */
            created_at: string;
            /** @description What was wrong; null where nothing was */
            error: string | null;
            /** @description How many hosts: all, processed, failed, parked */
            hosts: {
                /** @description How many could not be processed */
                failed: number;
                /** @description Hosts that nothing identifies, kept without a CI */
                parked: number;
                /** @description Hosts that are CIs now */
                processed: number;
                /** @description Hosts of the scan */
                total: number;
            };
            /** @description Id, as lists and answers show it */
            id: string;
            /** @description One entry for each that was sent or asked for, in order */
            results: components["schemas"]["HostResult"][];
            /** @description Free text; `full` means that what is absent counts as gone */
            scan_type: string;
            /** @description Name of the scanner */
            scanner_id: string;
            /**
             * @description Its current state
             * @enum {string}
             */
            status: "running" | "completed" | "failed";
        };
        /** @enum {string} */
        Scope: "cmdb.read" | "cmdb.write" | "cmdb.delete" | "discovery.read" | "discovery.execute" | "discovery.configure" | "discovery.submit" | "events.read" | "events.write" | "services.read" | "services.write" | "webhooks.manage" | "software.read" | "software.write" | "reports.read" | "reports.create" | "reports.export" | "ai.use" | "admin.users" | "admin.settings" | "admin.audit";
        /**
         * @example {
         *       "id": "0198a8a0-5c1e-7000-8000-000000000001",
         *       "name": "nightly export",
         *       "scopes": [
         *         "cmdb.read"
         *       ],
         *       "created_at": "2026-01-31T08:00:00.000Z"
         *     }
         */
        ServiceAccount: {
            /**
             * Format: date-time
             * @description When it was made
             */
            created_at: string;
            /** @description Id, as lists and answers show it */
            id: string;
            /** @description Name that people read */
            name: string;
            /** @description What it may do */
            scopes: components["schemas"]["Scope"][];
        };
        ServiceComponent: {
            /** @description Id of a CI */
            ci_id: string;
            /**
             * @description How important it is
             * @enum {string|null}
             */
            criticality: "high" | "medium" | "low" | "optional" | null;
            /** @description Name that people read */
            name: string;
            /** @description Components of one group are equal: any one of them is enough */
            redundancy_group: string | null;
            /** @description What the component is to the service */
            role: string | null;
            /**
             * @description Its current state
             * @enum {string}
             */
            status: "active" | "inactive" | "maintenance";
            /** @description Kind of thing, as it was first spelled */
            type: string;
        };
        /**
         * @example {
         *       "service_id": "0198a8a0-5c1e-7000-8000-000000000001",
         *       "dependencies": {
         *         "upstream": [
         *           {
         *             "service_id": "0198a8a0-5c1e-7000-8000-000000000001",
         *             "name": "Payments",
         *             "type": "required",
         *             "impact": "high",
         *             "via": [
         *               {
         *                 "ci_id": "0198a8a0-5c1e-7000-8000-000000000001",
         *                 "name": "Payments",
         *                 "type": "server",
         *                 "relationship": "depends_on"
         *               }
         *             ]
         *           }
         *         ],
         *         "downstream": [
         *           {
         *             "service_id": "0198a8a0-5c1e-7000-8000-000000000001",
         *             "name": "Payments",
         *             "type": "required",
         *             "impact": "high",
         *             "via": [
         *               {
         *                 "ci_id": "0198a8a0-5c1e-7000-8000-000000000001",
         *                 "name": "Payments",
         *                 "type": "server",
         *                 "relationship": "depends_on"
         *               }
         *             ]
         *           }
         *         ]
         *       },
         *       "dependency_map": {
         *         "visualization_url": "https://cmdb.example.com/v1/services/0198a8a0-5c1e-7000-8000-000000000001/dependency-map.svg"
         *       },
         *       "truncated": false
         *     }
         */
        ServiceDependencies: {
            /** @description Services by way of their components */
            dependencies: {
                /** @description Services that need this one */
                downstream: components["schemas"]["ServiceDependency"][];
                /** @description Services that this one needs */
                upstream: components["schemas"]["ServiceDependency"][];
            };
            /** @description The dependencies as a picture */
            dependency_map: {
                /** @description Address of the picture (SVG) */
                visualization_url: string;
            };
            /** @description Id of the service */
            service_id: string;
            /** @description Whether a bound cut the answer short */
            truncated: boolean;
        };
        ServiceDependency: {
            /**
             * @description What happens to the other where one fails
             * @enum {string}
             */
            impact: "high" | "medium" | "low";
            /** @description Name of the service */
            name: string;
            /** @description Id of the service */
            service_id: string;
            /**
             * @description Kind of thing, as it was first spelled
             * @enum {string}
             */
            type: "required" | "optional";
            /** @description CIs along the way, from this service to the other */
            via: {
                /** @description Id of a CI */
                ci_id: string;
                /** @description Name of the service */
                name: string;
                /** @description Type of the relationship */
                relationship: string;
                /** @description Kind of thing, as it was first spelled */
                type: string;
            }[];
        };
        /**
         * @example {
         *       "service_id": "0198a8a0-5c1e-7000-8000-000000000001",
         *       "score": 72,
         *       "by_severity": {
         *         "critical": 2,
         *         "high": 5,
         *         "medium": 8,
         *         "low": 1,
         *         "none": 0,
         *         "unknown": 0
         *       },
         *       "kev": 1,
         *       "affected": 4,
         *       "possible": 9,
         *       "top": [
         *         {
         *           "cve": "CVE-2021-44228",
         *           "severity": "critical",
         *           "cvss": {
         *             "version": "3.1",
         *             "score": 9.8,
         *             "vector": "CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H"
         *           },
         *           "epss": 0.94,
         *           "kev": {
         *             "added": "2021-12-10",
         *             "due": "2021-12-24"
         *           },
         *           "published": "2026-01-31T08:00:00.000Z",
         *           "modified": "2026-01-31T08:00:00.000Z",
         *           "summary": "Remote code execution by crafted input.",
         *           "status": "affected",
         *           "instances": 3,
         *           "servers": 3,
         *           "services": 3,
         *           "by_status": {
         *             "affected": 3,
         *             "possible": 3,
         *             "accepted": 3,
         *             "fixed": 3
         *           },
         *           "priority": {
         *             "score": 3,
         *             "parts": {
         *               "severity": {
         *                 "value": 9.8,
         *                 "points": 12.5,
         *                 "max": 40
         *               },
         *               "known_exploited": {
         *                 "value": true,
         *                 "points": 12.5,
         *                 "max": 40
         *               },
         *               "prediction": {
         *                 "value": 0.94,
         *                 "points": 12.5,
         *                 "max": 40
         *               },
         *               "reach": {
         *                 "value": 3,
         *                 "points": 12.5,
         *                 "max": 40
         *               },
         *               "exposure": {
         *                 "value": {
         *                   "listening": true,
         *                   "public": false
         *                 },
         *                 "points": 12.5,
         *                 "max": 40
         *               }
         *             }
         *           }
         *         }
         *       ],
         *       "has_data": true
         *     }
         */
        ServiceExposure: {
            /**
             * @description Vulnerabilities that affect something it needs
             * @example 4
             */
            affected: number;
            /** @description Affected and possible ones by severity */
            by_severity: {
                /**
                 * @description Critical ones
                 * @example 2
                 */
                critical: number;
                /**
                 * @description High ones
                 * @example 5
                 */
                high: number;
                /**
                 * @description Low ones
                 * @example 1
                 */
                low: number;
                /**
                 * @description Medium ones
                 * @example 8
                 */
                medium: number;
                /**
                 * @description Ones without a consequence
                 * @example 0
                 */
                none: number;
                /**
                 * @description Ones that nobody has rated
                 * @example 0
                 */
                unknown: number;
            };
            /**
             * @description Whether vulnerabilities were ever imported
             * @example true
             */
            has_data: boolean;
            /**
             * @description Of them known to be exploited
             * @example 1
             */
            kev: number;
            /**
             * @description Vulnerabilities that possibly do
             * @example 9
             */
            possible: number;
            /**
             * @description 0 to 100
             * @example 72
             */
            score: number;
            /** @description Id of the service */
            service_id: string;
            /** @description The most urgent */
            top: components["schemas"]["Vulnerability"][];
        };
        /**
         * @example {
         *       "reopen_hours": 24,
         *       "correlation_minutes": 30,
         *       "absence_days": 30,
         *       "purge_days": 30,
         *       "api_key_in_query": true,
         *       "retention_days": {
         *         "events": 365,
         *         "raw_scans": 90,
         *         "deliveries": 30,
         *         "reports": 7
         *       },
         *       "holiday_countries": [
         *         "DE-BY"
         *       ],
         *       "generic_fields": {
         *         "title": "alert.name",
         *         "description": "alert.text",
         *         "severity": "alert.severity",
         *         "source_id": "alert.id",
         *         "status": "alert.state",
         *         "hostname": "alert.host",
         *         "ip_address": "alert.ip",
         *         "timestamp": "alert.time",
         *         "metrics": "alert.values",
         *         "tags": "alert.tags"
         *       },
         *       "cloudwatch": {
         *         "topics": [
         *           "arn:aws:sns:eu-west-1:123456789012:alarms"
         *         ]
         *       }
         *     }
         */
        Settings: {
            /** @description After these a host that full scans miss is inactive */
            absence_days: number;
            /** @description Whether `?api_key=` is accepted */
            api_key_in_query: boolean;
            /** @description Which topics of Amazon SNS may subscribe */
            cloudwatch: {
                /** @description ARNs of trusted SNS topics */
                topics: string[];
            };
            /** @description Either side of an event, others are looked at with it */
            correlation_minutes: number;
            /** @description Where a generic sender's messages hold the members of an event: dotted paths */
            generic_fields: {
                /** @description Path of the title */
                description?: string;
                /** @description Path of the title */
                hostname?: string;
                /** @description Path of the title */
                ip_address?: string;
                /** @description Path of the title */
                metrics?: string;
                /** @description Path of the title */
                severity?: string;
                /** @description Path of the title */
                source_id?: string;
                /** @description Path of the title */
                status?: string;
                /** @description Path of the title */
                tags?: string;
                /** @description Path of the title */
                timestamp?: string;
                /** @description Path of the title */
                title?: string;
            };
            /** @description Countries (`DE`) and regions (`DE-BY`) whose public holidays count for planned changes */
            holiday_countries: string[];
            /** @description For these a deleted CI can be restored */
            purge_days: number;
            /** @description Within these a repeat opens a resolved event again */
            reopen_hours: number;
            /** @description Days for which each kind of data is kept */
            retention_days: {
                /** @description Days for which webhook deliveries are kept */
                deliveries: number;
                /** @description Days for which resolved events are kept */
                events: number;
                /** @description Days for which raw scan records are kept */
                raw_scans: number;
                /** @description Days for which the files of reports are kept */
                reports: number;
            };
        };
        /**
         * @description What the name of an installed program means
         * @example {
         *       "id": "0198a8a0-5c1e-7000-8000-000000000001",
         *       "instance_name": "PostgreSQL 17",
         *       "normalized_instance_name": "postgresql",
         *       "instance_patterns": [
         *         "^postgresql-\\d+$"
         *       ],
         *       "software": {
         *         "name": "PostgreSQL",
         *         "vendor": "PGDG"
         *       },
         *       "family": {
         *         "name": "Databases"
         *       },
         *       "process_names": {
         *         "windows": [
         *           "postgres.exe"
         *         ],
         *         "macos": [
         *           "postgres"
         *         ],
         *         "linux": [
         *           "postgres"
         *         ]
         *       },
         *       "windows_services": [
         *         "postgresql-x64-17"
         *       ],
         *       "process_type": "application",
         *       "status": "active",
         *       "confidence": 1,
         *       "source": "import",
         *       "process_source": "discovery",
         *       "usage_count": 1,
         *       "last_verified": null,
         *       "notes": "Looked at",
         *       "created_at": "2026-01-31T08:00:00.000Z",
         *       "updated_at": "2026-02-01T09:30:00.000Z"
         *     }
         */
        SoftwareMapping: {
            /** @description How certain it is, 0 to 1 */
            confidence: number;
            /**
             * Format: date-time
             * @description When it was made
             */
            created_at: string;
            /** @description Kind of software, one of 13 */
            family: {
                /**
                 * @description Kind of software, one of 13
                 * @enum {string}
                 */
                name: "Browsers" | "Databases" | "Development Tools" | "Runtime Environments" | "Office Productivity" | "Security Software" | "Operating Systems" | "Virtualization" | "Web Servers" | "Monitoring Tools" | "Multimedia" | "Utilities" | "Enterprise Applications";
            } | null;
            /** @description Id, as lists and answers show it */
            id: string;
            /** @description Name of the installed program as scanners report it */
            instance_name: string;
            /** @description Patterns (RE2) of names that mean the same */
            instance_patterns: string[];
            /**
             * Format: date-time
             * @description When somebody confirmed it; null where nobody did
             */
            last_verified: string | null;
            /** @description The name as it is compared: without case, version and architecture */
            normalized_instance_name: string;
            /** @description Remarks, for people */
            notes: string | null;
            /** @description Programs that it runs, by operating system */
            process_names: {
                /** @description Programs on Linux */
                linux: string[];
                /** @description Programs on macOS */
                macos: string[];
                /** @description Programs on Windows */
                windows: string[];
            };
            /**
             * @description Who or what found the process names: `pattern` is the built-in knowledge, `discovery` what machines show; null while there are none
             * @enum {string|null}
             */
            process_source: "manual" | "pattern" | "discovery" | "ai" | null;
            /**
             * @description How it runs
             * @enum {string}
             */
            process_type: "application" | "service" | "library";
            /** @description The product */
            software: {
                /** @description Name of the product */
                name: string;
                /** @description Maker */
                vendor: string | null;
            };
            /**
             * @description Where it comes from
             * @enum {string}
             */
            source: "manual" | "ai" | "import" | "system" | "pending";
            /**
             * @description Its current state
             * @enum {string}
             */
            status: "active" | "pending" | "review";
            /**
             * Format: date-time
             * @description When it last changed
             */
            updated_at: string;
            /** @description How many installations it names */
            usage_count: number;
            /** @description Services of Windows that it runs */
            windows_services: string[];
        };
        /**
         * @example {
         *       "scan_type": "full",
         *       "scanner_id": "scanner-1",
         *       "timestamp": "2026-01-31T08:00:00Z",
         *       "data": {
         *         "discovered_hosts": [
         *           {
         *             "host_id": "h-1",
         *             "hostname": "web01",
         *             "fqdn": "web01.example.com",
         *             "ip_address": "192.0.2.10",
         *             "ip_addresses": [
         *               "192.0.2.10"
         *             ],
         *             "mac_address": "00:1b:21:3a:4b:01",
         *             "mac_addresses": [
         *               "00:1b:21:3a:4b:01"
         *             ],
         *             "open_ports": [
         *               22,
         *               5432
         *             ],
         *             "os_guess": "Linux 6.x",
         *             "device_type": "server"
         *           }
         *         ]
         *       }
         *     }
         */
        SubmitScanBody: {
            /** @description What the scan found */
            data: {
                /** @description One entry a host */
                discovered_hosts: components["schemas"]["Host"][];
            } & {
                [key: string]: unknown;
            };
            /** @description Free text; `full` means that what is absent counts as gone */
            scan_type: string;
            /** @description Name of the scanner */
            scanner_id: string;
            /**
             * Format: date-time
             * @description When the scan was made
             */
            timestamp: string;
        };
        /**
         * @example {
         *       "scan_id": "0198a8a0-5c1e-7000-8000-000000000004",
         *       "status": "running",
         *       "hosts": 1,
         *       "status_url": "/v1/discovery/scans/0198a8a0-5c1e-7000-8000-000000000001",
         *       "message": "Scan accepted: 1 host waits to be processed"
         *     }
         */
        SubmittedScan: {
            /** @description How many hosts: all, processed, failed, parked */
            hosts: number;
            /** @description What was done, for people */
            message: string;
            /** @description Id of the scan */
            scan_id: string;
            /**
             * @description Its current state
             * @enum {string}
             */
            status: "running";
            /** @description Path that shows how far the work is */
            status_url: string;
        };
        /**
         * @example {
         *       "since": "2026-01-01T00:00:00.000Z",
         *       "cis": {
         *         "total": 12,
         *         "by_type": [
         *           {
         *             "type": "server",
         *             "total": 12,
         *             "by_status": {
         *               "active": 11,
         *               "inactive": 0,
         *               "maintenance": 1
         *             }
         *           }
         *         ],
         *         "changed": 4
         *       },
         *       "events": {
         *         "unresolved": 3,
         *         "by_severity": {
         *           "critical": 1,
         *           "high": 2,
         *           "medium": 0,
         *           "low": 0
         *         }
         *       },
         *       "incidents": {
         *         "open": 0,
         *         "worst": []
         *       },
         *       "services": {
         *         "total": 2,
         *         "by_health": {
         *           "healthy": 1,
         *           "degraded": 1,
         *           "critical": 0,
         *           "unknown": 0
         *         },
         *         "unrated": 0
         *       },
         *       "discovery": {
         *         "scans": {
         *           "running": 0,
         *           "completed": 24,
         *           "failed": 0,
         *           "with_parked_hosts": 1
         *         },
         *         "parked_hosts": 1
         *       },
         *       "pending_mappings": 3,
         *       "vulnerabilities": {
         *         "known_exploited_cis": 1,
         *         "critical_cis": 2
         *       },
         *       "running_jobs": 0,
         *       "first_run": false,
         *       "demo_loaded": false
         *     }
         */
        Summary: {
            /** @description Null without `cmdb.read` */
            cis: {
                /** @description The most frequent type first */
                by_type: {
                    /** @description CIs by status, each counted */
                    by_status: {
                        /** @description CIs by status: active */
                        active: number;
                        /** @description CIs by status: inactive */
                        inactive: number;
                        /** @description CIs by status: maintenance */
                        maintenance: number;
                    };
                    /** @description How many there are */
                    total: number;
                    /** @description Kind of thing, as it was first spelled */
                    type: string;
                }[];
                /** @description Made or changed since then */
                changed: number;
                /** @description How many there are */
                total: number;
            } | null;
            /**
             * @description Whether the demo estate is loaded. Null without `cmdb.read`
             * @example false
             */
            demo_loaded: boolean | null;
            /** @description Null without `discovery.read` */
            discovery: {
                /** @description Hosts to decide on: reports that nothing identifies, equal ones once */
                parked_hosts: number;
                /** @description Scans since then, by status, and those with a parked host */
                scans: {
                    /** @description Scans that are done */
                    completed: number;
                    /** @description Scans of which every host failed */
                    failed: number;
                    /** @description Scans that are being processed */
                    running: number;
                    /** @description Scans with a host that nothing identifies */
                    with_parked_hosts: number;
                };
            } | null;
            /** @description Open and acknowledged events. Null without `events.read` */
            events: {
                /** @description Unresolved events by severity, each counted */
                by_severity: {
                    /** @description Unresolved events by severity: critical */
                    critical: number;
                    /** @description Unresolved events by severity: high */
                    high: number;
                    /** @description Unresolved events by severity: low */
                    low: number;
                    /** @description Unresolved events by severity: medium */
                    medium: number;
                };
                /** @description All of them */
                unresolved: number;
            } | null;
            /**
             * @description Whether there is nothing but one CI at most and its software. Null without `cmdb.read`
             * @example false
             */
            first_run: boolean | null;
            /** @description Open incidents. Null without `events.read` */
            incidents: {
                /** @description All that are open */
                open: number;
                /** @description The worst five, the most severe first */
                worst: {
                    /**
                     * Format: date-time
                     * @description When it was first observed
                     */
                    first_seen: string;
                    /** @description Id, as lists and answers show it */
                    id: string;
                    /**
                     * Format: date-time
                     * @description When it was last observed
                     */
                    last_seen: string;
                    /** @description Its events that are not resolved */
                    open_events: number;
                    /** @description Null where none was found, or not yet */
                    root_cause: {
                        /** @description Id of a CI */
                        ci_id: string;
                        /** @description How certain it is, 0 to 1 */
                        confidence: number;
                        /** @description Name that people read */
                        name: string;
                    } | null;
                    /** @description Business services that depend on its CIs */
                    services: {
                        /** @description Id, as lists and answers show it */
                        id: string;
                        /** @description Name that people read */
                        name: string;
                    }[];
                    /**
                     * @description How bad it is
                     * @enum {string}
                     */
                    severity: "critical" | "high" | "medium" | "low";
                }[];
            } | null;
            /**
             * @description Mappings of software that wait for a decision. Null without `software.read`
             * @example 3
             */
            pending_mappings: number | null;
            /**
             * @description Enrichment runs that are queued or running. Null without `cmdb.read`
             * @example 0
             */
            running_jobs: number | null;
            /** @description Null without `services.read` */
            services: {
                /** @description Services by health, each counted */
                by_health: {
                    /** @description Services by health: critical */
                    critical: number;
                    /** @description Services by health: degraded */
                    degraded: number;
                    /** @description Services by health: healthy */
                    healthy: number;
                    /** @description Services by health: unknown */
                    unknown: number;
                };
                /** @description How many there are */
                total: number;
                /** @description Services whose health was not worked out: the newest 100 are rated */
                unrated: number;
            } | null;
            /**
             * Format: date-time
             * @description What happened from then on is recent: a day ago
             */
            since: string;
            /** @description Servers, and programs without one, that a vulnerability affects and no decision accepts. Null without `cmdb.read`, and as long as no vulnerabilities were imported */
            vulnerabilities: {
                /** @description CIs that a critical vulnerability affects */
                critical_cis: number;
                /** @description CIs that a known exploited vulnerability affects */
                known_exploited_cis: number;
            } | null;
        };
        /**
         * @example {
         *       "name": "shop-db",
         *       "type": "server",
         *       "description": "Keeps the orders of the shop",
         *       "attributes": {
         *         "os": "Debian 13"
         *       },
         *       "custom_fields": {
         *         "owner_team": "shop"
         *       }
         *     }
         */
        UpdateCiBody: {
            /** @description Id, as lists and answers show it */
            _id?: unknown;
            /** @description Free: what the CI or relationship is, by names of the caller's choice */
            attributes?: {
                [key: string]: unknown;
            };
            /** @description When it was made */
            created_at?: unknown;
            /** @description Who made it: a user's id, `<kind>:<id>` of a key or a scanner, or `system` */
            created_by?: unknown;
            /** @description Free: what the organisation adds, by names of the caller's choice */
            custom_fields?: {
                [key: string]: unknown;
            } | null;
            /** @description Free text */
            description?: string | null;
            /** @description Id, as lists and answers show it */
            id?: unknown;
            /** @description Name that people read */
            name?: string;
            /** @description Relationships of the CI */
            relationships?: unknown;
            /**
             * @description Its current state
             * @enum {string}
             */
            status?: "active" | "inactive" | "maintenance";
            /** @description Any kind of thing, in any spelling; holds a letter or a digit */
            type?: string;
            /** @description When it last changed */
            updated_at?: unknown;
            /** @description Who changed it last, as in `created_by` */
            updated_by?: unknown;
        };
        /**
         * @example {
         *       "cron": "17 * * * *",
         *       "enabled": true,
         *       "batch_size": 200
         *     }
         */
        UpdateEnrichmentScheduleBody: {
            /** @description Items of one turn */
            batch_size?: number;
            /**
             * @description Five fields, in UTC; at least 5 minutes between two times
             * @example 17 * * * *
             */
            cron?: string;
            /** @description Ignored */
            description?: unknown;
            /** @description Whether it runs by itself */
            enabled?: boolean;
            /** @description Ignored */
            last_error?: unknown;
            /** @description Ignored */
            last_run?: unknown;
            /** @description Ignored */
            name?: unknown;
            /** @description Ignored */
            next_run?: unknown;
            /** @description Ignored */
            unavailable?: unknown;
            /** @description Ignored */
            updated_at?: unknown;
            /** @description Ignored */
            updated_by?: unknown;
        };
        /**
         * @example {
         *       "name": "shop-db",
         *       "platform": "servicenow",
         *       "base_url": "https://desk.example.com",
         *       "account": "wdc",
         *       "account_url": "https://wdc.desk.example.com",
         *       "table": "change_task",
         *       "active": true,
         *       "field_map": {
         *         "ai_risk_score": "custom_risk_score",
         *         "ai_insights": null
         *       },
         *       "rich_text": [
         *         "custom_summary"
         *       ]
         *     }
         */
        UpdateIntegrationBody: {
            /** @description The account there, where the platform tells accounts apart by a header */
            account?: string | null;
            /**
             * Format: uri
             * @description Where people use the platform. Callbacks of its verification calls must have this origin
             */
            account_url?: string | null;
            /** @description Whether messages are sent */
            active?: boolean;
            /**
             * Format: uri
             * @description Where its interface is: http or https, without a user name. Addresses of private networks are refused
             */
            base_url?: string;
            /** @description Ignored */
            created_at?: unknown;
            /** @description Ignored */
            created_by?: unknown;
            /** @description How Orrery proves itself to the service desk; secrets are not shown */
            credentials?: {
                /**
                 * @description How they are sent
                 * @enum {string}
                 */
                type: "none";
            } | {
                /** @description Sent as `Authorization: Bearer`, without blanks and line breaks */
                token?: string;
                /**
                 * @description How they are sent
                 * @enum {string}
                 */
                type: "bearer";
            } | {
                /** @description Password there */
                password?: string;
                /**
                 * @description How they are sent
                 * @enum {string}
                 */
                type: "basic";
                /** @description User name there, without a colon */
                username: string;
            } | {
                /** @description Id of the client there */
                client_id: string;
                /** @description Secret of the client there */
                client_secret?: string;
                /** @description Where access tokens are fetched (RFC 6749, section 4.4) */
                token_url: string;
                /**
                 * @description How they are sent
                 * @enum {string}
                 */
                type: "client_credentials";
            };
            /** @description The whole map: names that are missing get their default */
            field_map?: {
                [key: string]: string | null;
            };
            /** @description Ignored */
            id?: unknown;
            /** @description How the service desk proves itself to Orrery; the secret is not shown */
            inbound?: {
                /** @description Name of the header that holds the proof */
                header: string;
                /** @description 16 printable characters or more, without blanks around them */
                secret?: string;
                /**
                 * @description `secret`: in a header; `hmac`: `sha256=<hex>` of the body in a header; `jwt`: a signed body
                 * @enum {string}
                 */
                type: "secret";
            } | {
                /** @description Name of the header that holds the proof */
                header: string;
                /** @description 16 printable characters or more, without blanks around them */
                secret?: string;
                /**
                 * @description `secret`: in a header; `hmac`: `sha256=<hex>` of the body in a header; `jwt`: a signed body
                 * @enum {string}
                 */
                type: "hmac";
            } | {
                /** @description The claim `aud` that the token must have */
                audience: string;
                /** @description Base of the discovery document whose keys sign: https, or http where the installation allows its host; null: `public_key` alone */
                issuer?: string | null;
                /** @description Public key in PEM, RSA of 2048 bits or more or EC on P-256; null: the issuer's keys */
                public_key?: string | null;
                /**
                 * @description `secret`: in a header; `hmac`: `sha256=<hex>` of the body in a header; `jwt`: a signed body
                 * @enum {string}
                 */
                type: "jwt";
            };
            /** @description Name that people read */
            name?: string;
            /**
             * @description The one that it has: it cannot be changed
             * @enum {string}
             */
            platform?: "xurrent" | "servicenow" | "jira" | "generic";
            /** @description Names of fields there that take formatted text */
            rich_text?: string[];
            /** @description ServiceNow's table of tasks */
            table?: string;
            /** @description Ignored */
            updated_at?: unknown;
            /** @description Ignored */
            webhook_url?: unknown;
        };
        /**
         * @example {
         *       "attributes": {
         *         "port": 5432,
         *         "protocol": "tcp"
         *       },
         *       "discovered_by": "import",
         *       "confidence": 1
         *     }
         */
        UpdateRelationshipBody: {
            /** @description Id, as lists and answers show it */
            _id?: unknown;
            /** @description Merged key by key; null removes a key (RFC 7396) */
            attributes?: {
                [key: string]: unknown;
            };
            /** @description How certain it is, 0 to 1 */
            confidence?: number | null;
            /** @description When it was made */
            created_at?: unknown;
            /** @description Who made it: a user's id, `<kind>:<id>` of a key or a scanner, or `system` */
            created_by?: unknown;
            /** @description What found it; absent where somebody declared it */
            discovered_by?: string | null;
            /** @description When it was first observed */
            first_seen?: unknown;
            /** @description Id, as lists and answers show it */
            id?: unknown;
            /** @description When it was last observed */
            last_seen?: unknown;
            /** @description Where it comes from */
            source?: unknown;
            /** @description What was acted on */
            target?: unknown;
            /** @description Kind of thing, as it was first spelled */
            type?: unknown;
            /** @description When it last changed */
            updated_at?: unknown;
            /** @description Who changed it last, as in `created_by` */
            updated_by?: unknown;
        };
        /**
         * @example {
         *       "template_id": "ci_inventory",
         *       "format": "pdf",
         *       "name": "Servers, every Monday",
         *       "cron": "0 7 * * 1",
         *       "time_zone": "Europe/Berlin",
         *       "enabled": true
         *     }
         */
        UpdateReportScheduleBody: {
            /** @description Ignored */
            created_at?: unknown;
            /** @description Ignored */
            created_by?: unknown;
            /** @description Five fields: minute, hour, day of the month, month, day of the week */
            cron?: string;
            /** @description Where it goes once it is completed */
            delivery?: {
                /**
                 * @description Default none
                 * @enum {string}
                 */
                method?: "none" | "email" | "webhook";
                /** @description Addresses; each gets a mail of its own */
                recipients?: string[];
            };
            /** @description Default true */
            enabled?: boolean;
            /**
             * @description Format of the file
             * @enum {string}
             */
            format?: "pdf" | "html" | "xlsx" | "csv" | "json";
            /** @description Ignored */
            id?: unknown;
            /** @description Ignored */
            last_error?: unknown;
            /** @description Ignored */
            last_run?: unknown;
            /** @description Name that people read, and of its reports */
            name?: string;
            /** @description Ignored */
            next_run?: unknown;
            /** @description As the template's JSON Schema says; every template takes these three */
            parameters?: {
                /**
                 * @description One or several types of CI
                 * @example [
                 *       "server"
                 *     ]
                 */
                ci_type?: unknown;
                /**
                 * @description `{from, to}`, an ISO 8601 interval, or a name as `last_7_days`
                 * @example last_7_days
                 */
                date_range?: unknown;
                /**
                 * @description One or several fields
                 * @example [
                 *       "status"
                 *     ]
                 */
                grouping?: unknown;
            } & {
                [key: string]: unknown;
            };
            /** @description Of `/v1/reports/templates` */
            template_id?: string;
            /** @description IANA name; default UTC */
            time_zone?: string;
            /** @description Ignored */
            updated_at?: unknown;
        };
        /**
         * @example {
         *       "name": "The shop with its databases",
         *       "roots": [
         *         "0198a8a0-5c1e-7000-8000-000000000001"
         *       ],
         *       "depth": 3,
         *       "direction": "either",
         *       "group_by": "attributes.location",
         *       "positions": {
         *         "0198a8a0-5c1e-7000-8000-000000000001": [
         *           120,
         *           -40.5
         *         ]
         *       },
         *       "shared": false
         *     }
         */
        UpdateSavedMapBody: {
            /** @description Ignored */
            created_at?: unknown;
            /** @description Ignored */
            created_by?: unknown;
            /** @description Most relationships from a root, 0 to 10; default 3 */
            depth?: number;
            /**
             * @description Upstream: what they need; downstream: what needs them; either, the default: both
             * @enum {string}
             */
            direction?: "upstream" | "downstream" | "either";
            /** @description What is shown */
            filters?: {
                /**
                 * @description Statuses of CIs; all where empty
                 * @default []
                 */
                statuses: ("active" | "inactive" | "maintenance")[];
                /**
                 * @description Types of CIs, any spelling; all where empty
                 * @default []
                 */
                types: string[];
            };
            /** @description Field by which CIs are nested; null for none */
            group_by?: string | null;
            /** @description Ignored */
            id?: unknown;
            /** @description Ignored */
            missing?: unknown;
            /** @description Name that people read */
            name?: string;
            /** @description Ignored */
            owner?: unknown;
            /** @description Where CIs stand, by their ids: `[x, y]`, at most 5,000 */
            positions?: {
                [key: string]: number[];
            };
            /** @description Ids of the CIs where the map begins, at most 200 */
            roots?: string[];
            /** @description Whether every user of the tenant may read it */
            shared?: boolean;
            /** @description Ignored */
            updated_at?: unknown;
            /** @description What else comes back as it was left */
            view?: {
                /**
                 * @description Ids of CIs whose neighbours are shown beyond the depth, at most 200
                 * @default []
                 */
                expanded: string[];
                /**
                 * @description Ids of CIs behind which nothing is shown, at most 200
                 * @default []
                 */
                folded: string[];
                /**
                 * @description Healths of CIs that are shown; all where empty
                 * @default []
                 */
                healths: ("critical" | "degraded" | "unknown" | "maintenance" | "inactive" | "healthy")[];
                /**
                 * @description Whether software is shown that is only installed
                 * @default false
                 */
                include_software: boolean;
                /**
                 * @description Most CIs; null for as many as the explorer shows by itself
                 * @default null
                 */
                limit: number | null;
                /**
                 * @description What of the map was in the window; null: all of it
                 * @default null
                 */
                viewport: {
                    /** @description Point of the map in the middle of the window */
                    x: number;
                    /** @description Point of the map in the middle of the window */
                    y: number;
                    /** @description Pixels of the screen for one of the map */
                    zoom: number;
                } | null;
            };
        };
        /**
         * @example {
         *       "name": "shop-db",
         *       "description": "Keeps the orders of the shop",
         *       "shared": false
         *     }
         */
        UpdateSavedQueryBody: {
            /** @description Ignored */
            created_at?: unknown;
            /** @description Ignored */
            created_by?: unknown;
            /** @description Free text */
            description?: string | null;
            /** @description Ignored */
            id?: unknown;
            /** @description Name that people read */
            name?: string;
            /** @description Ignored */
            owner?: unknown;
            query?: components["schemas"]["QueryForm"];
            /** @description Whether every user of the tenant reads it; default false */
            shared?: boolean;
            /** @description Ignored */
            updated_at?: unknown;
        };
        /**
         * @example {
         *       "name": "Web shop",
         *       "description": "Keeps the orders of the shop"
         *     }
         */
        UpdateServiceBody: {
            /** @description The CIs that the service consists of, each with its role */
            components?: components["schemas"]["NewServiceComponent"][];
            /** @description When it was made */
            created_at?: unknown;
            /** @description Who made it: a user's id, `<kind>:<id>` of a key or a scanner, or `system` */
            created_by?: unknown;
            /**
             * @description How important it is
             * @enum {string}
             */
            criticality?: "critical" | "high" | "medium" | "low";
            /** @description Free text */
            description?: string | null;
            /** @description State as its open events show it */
            health?: unknown;
            /** @description Id, as lists and answers show it */
            id?: unknown;
            /** @description Name that people read */
            name?: string;
            /** @description What was agreed on */
            sla?: {
                /** @description Percent */
                availability?: number | null;
                /** @description Milliseconds */
                response_time?: number | null;
            };
            /**
             * @description Its current state
             * @enum {string}
             */
            status?: "active" | "inactive" | "maintenance";
            /** @description When it last changed */
            updated_at?: unknown;
            /** @description Who changed it last, as in `created_by` */
            updated_by?: unknown;
        };
        /**
         * @example {
         *       "instance_name": "PostgreSQL 17",
         *       "instance_patterns": [
         *         "^postgresql-\\d+$"
         *       ],
         *       "windows_services": [
         *         "postgresql-x64-17"
         *       ],
         *       "confidence": 1,
         *       "notes": "Looked at"
         *     }
         */
        UpdateSoftwareMappingBody: {
            /** @description Id, as lists and answers show it */
            _id?: unknown;
            /** @description How certain it is, 0 to 1 */
            confidence?: number;
            /** @description When it was made */
            created_at?: unknown;
            /** @description Kind of software, one of 13 */
            family?: {
                /**
                 * @description Kind of software, one of 13
                 * @enum {string}
                 */
                name: "Browsers" | "Databases" | "Development Tools" | "Runtime Environments" | "Office Productivity" | "Security Software" | "Operating Systems" | "Virtualization" | "Web Servers" | "Monitoring Tools" | "Multimedia" | "Utilities" | "Enterprise Applications";
            } | null;
            /** @description Id, as lists and answers show it */
            id?: unknown;
            /** @description Name of the installed program as scanners report it */
            instance_name?: string;
            /** @description Regular expressions of linear time: no lookaround, no backreferences, at most 500 characters */
            instance_patterns?: string[];
            /** @description When somebody confirmed it; null where nobody did */
            last_verified?: unknown;
            /** @description The name as it is compared: without case, version and architecture */
            normalized_instance_name?: unknown;
            /** @description Remarks, for people */
            notes?: string | null;
            /** @description Programs that it runs, by operating system */
            process_names?: {
                /** @description Programs on Linux */
                linux?: string[];
                /** @description Programs on macOS */
                macos?: string[];
                /** @description Programs on Windows */
                windows?: string[];
            };
            /** @description Where the names of its processes come from; null while it has none */
            process_source?: unknown;
            /**
             * @description How it runs
             * @enum {string}
             */
            process_type?: "application" | "service" | "library";
            /** @description The product */
            software?: {
                /** @description Name of the product */
                name?: string;
                /** @description Maker */
                vendor?: string | null;
            };
            /** @description Where it comes from */
            source?: unknown;
            /**
             * @description Its current state
             * @enum {string}
             */
            status?: "active" | "pending" | "review";
            /** @description When it last changed */
            updated_at?: unknown;
            /** @description How many installations it names */
            usage_count?: unknown;
            /** @description Services of Windows that it runs */
            windows_services?: string[];
        };
        /**
         * @example {
         *       "email": "ann@example.com",
         *       "password": "correct horse battery staple",
         *       "name": "Ann Example",
         *       "scopes": [
         *         "cmdb.read"
         *       ],
         *       "administrator": false,
         *       "must_change_password": false
         *     }
         */
        UpdateUserBody: {
            /** @description Has every scope */
            administrator?: boolean;
            /** @description When it was made */
            created_at?: unknown;
            /**
             * Format: email
             * @description Email address, by which the user logs in
             */
            email?: string;
            /** @description Id, as lists and answers show it */
            id?: unknown;
            /** @description When the user last logged in; null for never */
            last_login_at?: unknown;
            /** @description Whether the user must choose another password before anything else */
            must_change_password?: boolean;
            /** @description Name of the user */
            name?: string;
            /** @description Password */
            password?: string;
            /** @description What it may do */
            scopes?: components["schemas"]["Scope"][];
            /** @description Whether logins need a code */
            second_factor?: unknown;
            /** @description When it last changed */
            updated_at?: unknown;
        };
        /**
         * @example {
         *       "name": "chat",
         *       "url": "https://hooks.example.com/orrery",
         *       "events": [
         *         "ci.created",
         *         "event.created"
         *       ],
         *       "headers": {
         *         "X-Team": "shop"
         *       },
         *       "active": true
         *     }
         */
        UpdateWebhookBody: {
            /** @description Whether messages are sent */
            active?: boolean;
            /** @description Ignored */
            created_at?: unknown;
            /** @description Ignored */
            created_by?: unknown;
            /** @description Ignored */
            disabled_at?: unknown;
            /** @description Ignored */
            disabled_reason?: unknown;
            /** @description Kinds of message that it gets */
            events?: ("ci.created" | "ci.updated" | "ci.deleted" | "event.created" | "event.status_changed" | "relationship.created" | "relationship.deleted" | "scan.completed" | "report.completed" | "vulnerability.found")[];
            /** @description Ignored */
            failing_since?: unknown;
            /** @description All of them: those that are missing go */
            headers?: {
                [key: string]: string;
            };
            /** @description Ignored */
            id?: unknown;
            /** @description Name that people read */
            name?: string;
            /** @description Ignored */
            updated_at?: unknown;
            /**
             * Format: uri
             * @description http or https, without a user name. Addresses of private networks are refused
             */
            url?: string;
        };
        /**
         * @description A user of the tenant
         * @example {
         *       "id": "0198a8a0-5c1e-7000-8000-000000000001",
         *       "email": "ann@example.com",
         *       "name": "Ann Example",
         *       "scopes": [
         *         "cmdb.read"
         *       ],
         *       "administrator": false,
         *       "second_factor": false,
         *       "must_change_password": false,
         *       "created_at": "2026-01-31T08:00:00.000Z",
         *       "updated_at": "2026-02-01T09:30:00.000Z",
         *       "last_login_at": null
         *     }
         */
        User: {
            /** @description Has every scope, regardless of `scopes` */
            administrator: boolean;
            /**
             * Format: date-time
             * @description When it was made
             */
            created_at: string;
            /** @description Email address, by which the user logs in */
            email: string;
            /** @description Id, as lists and answers show it */
            id: string;
            /**
             * Format: date-time
             * @description When the user last logged in; null for never
             */
            last_login_at: string | null;
            /** @description Whether the user must choose another password before anything else */
            must_change_password: boolean;
            /** @description Name of the user */
            name: string;
            /** @description What it may do */
            scopes: components["schemas"]["Scope"][];
            /** @description Whether logins need a code */
            second_factor: boolean;
            /**
             * Format: date-time
             * @description When it last changed
             */
            updated_at: string;
        };
        /**
         * @example {
         *       "precedence": [
         *         "human",
         *         "agent",
         *         "agentless",
         *         "import",
         *         "ai"
         *       ],
         *       "fields": [
         *         {
         *           "field": "attributes.os",
         *           "source_class": "agent",
         *           "since": "2026-01-31T08:00:00.000Z",
         *           "scanner_id": "scanner-1"
         *         }
         *       ]
         *     }
         */
        ValueSources: {
            /** @description Each value that the CI has, in its order */
            fields: {
                /**
                 * @description Such as `name`, `attributes.<key>` or `custom_fields.<key>`
                 * @example attributes.os
                 */
                field: string;
                /**
                 * @description The scanner that reported it; null where none did, or it was not kept
                 * @example scanner-1
                 */
                scanner_id: string | null;
                /**
                 * Format: date-time
                 * @description When that source gave the value
                 * @example 2026-01-31T08:00:00.000Z
                 */
                since: string;
                /**
                 * @description Kind of source
                 * @example agent
                 * @enum {string}
                 */
                source_class: "human" | "agent" | "agentless" | "import" | "ai";
            }[];
            /**
             * @description Kinds of sources, the strongest first: a weaker one does not replace the value of a stronger one
             * @example [
             *       "human",
             *       "agent",
             *       "agentless",
             *       "import",
             *       "ai"
             *     ]
             */
            precedence: ("human" | "agent" | "agentless" | "import" | "ai")[];
        };
        Vulnerability: {
            /** @description Installations by status */
            by_status: {
                /**
                 * @description Installations that a decision accepts
                 * @example 3
                 */
                accepted: number;
                /**
                 * @description Affected installations
                 * @example 3
                 */
                affected: number;
                /**
                 * @description Installations that their maker has fixed
                 * @example 3
                 */
                fixed: number;
                /**
                 * @description Installations of which the record does not decide
                 * @example 3
                 */
                possible: number;
            };
            /**
             * @description Id of the CVE
             * @example CVE-2021-44228
             */
            cve: string;
            /** @description Null where the database has no rating */
            cvss: {
                /**
                 * @description Base score, 0 to 10
                 * @example 9.8
                 */
                score: number;
                /**
                 * @description CVSS vector
                 * @example CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H
                 */
                vector: string | null;
                /**
                 * @description Version of CVSS
                 * @example 3.1
                 */
                version: string;
            } | null;
            /**
             * @description Predicted probability of exploitation, 0 to 1
             * @example 0.94
             */
            epss: number | null;
            /**
             * @description Installations that are affected, possibly affected or accepted
             * @example 3
             */
            instances: number;
            /** @description Its entry in the catalogue of known exploited vulnerabilities */
            kev: {
                /**
                 * Format: date
                 * @description Day on which it was added
                 * @example 2021-12-10
                 */
                added: string | null;
                /**
                 * Format: date
                 * @description Day by which it is to be remedied
                 * @example 2021-12-24
                 */
                due: string | null;
            } | null;
            /**
             * Format: date-time
             * @description When its record changed last
             */
            modified: string;
            priority: components["schemas"]["VulnerabilityPriority"];
            /**
             * Format: date-time
             * @description When it was published
             */
            published: string | null;
            /**
             * @description Servers that these are on
             * @example 3
             */
            servers: number;
            /**
             * @description Business services that need them
             * @example 3
             */
            services: number;
            /**
             * @description By CVSS
             * @example critical
             * @enum {string}
             */
            severity: "critical" | "high" | "medium" | "low" | "none" | "unknown";
            /**
             * @description The worst of its installations
             * @enum {string}
             */
            status: "affected" | "possible" | "accepted" | "fixed";
            /**
             * @description What the flaw is
             * @example Remote code execution by crafted input.
             */
            summary: string;
        };
        /**
         * @example {
         *       "cve": "CVE-2021-44228",
         *       "ci_id": "0198a8a0-5c1e-7000-8000-000000000001",
         *       "decision": "mitigated",
         *       "reason": "The port is closed to the outside.",
         *       "until": "2026-01-31T08:00:00.000Z",
         *       "in_force": true,
         *       "decided_at": "2026-01-31T08:00:00.000Z",
         *       "decided_by": "system"
         *     }
         */
        VulnerabilityDecision: {
            /** @description A server or a software instance; null: all */
            ci_id: string | null;
            /**
             * @description Id of the CVE
             * @example CVE-2021-44228
             */
            cve: string;
            /**
             * Format: date-time
             * @description When it was decided
             */
            decided_at: string;
            /**
             * @description Who decided
             * @example system
             */
            decided_by: string;
            /**
             * @description What was decided
             * @example mitigated
             * @enum {string}
             */
            decision: "accepted" | "false_positive" | "mitigated";
            /**
             * @description Whether it still holds
             * @example true
             */
            in_force: boolean;
            /**
             * @description Why
             * @example The port is closed to the outside.
             */
            reason: string;
            /**
             * Format: date-time
             * @description Exclusive; null: without end
             */
            until: string | null;
        };
        /**
         * @example {
         *       "cve": "CVE-2021-44228",
         *       "severity": "critical",
         *       "cvss": {
         *         "version": "3.1",
         *         "score": 9.8,
         *         "vector": "CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H"
         *       },
         *       "epss": 0.94,
         *       "kev": {
         *         "added": "2021-12-10",
         *         "due": "2021-12-24"
         *       },
         *       "published": "2026-01-31T08:00:00.000Z",
         *       "modified": "2026-01-31T08:00:00.000Z",
         *       "summary": "Remote code execution by crafted input.",
         *       "status": "affected",
         *       "instances": 3,
         *       "servers": 3,
         *       "services": 3,
         *       "by_status": {
         *         "affected": 3,
         *         "possible": 3,
         *         "accepted": 3,
         *         "fixed": 3
         *       },
         *       "priority": {
         *         "score": 3,
         *         "parts": {
         *           "severity": {
         *             "value": 9.8,
         *             "points": 12.5,
         *             "max": 40
         *           },
         *           "known_exploited": {
         *             "value": true,
         *             "points": 12.5,
         *             "max": 40
         *           },
         *           "prediction": {
         *             "value": 0.94,
         *             "points": 12.5,
         *             "max": 40
         *           },
         *           "reach": {
         *             "value": 3,
         *             "points": 12.5,
         *             "max": 40
         *           },
         *           "exposure": {
         *             "value": {
         *               "listening": true,
         *               "public": false
         *             },
         *             "points": 12.5,
         *             "max": 40
         *           }
         *         }
         *       },
         *       "rejected": false,
         *       "references": [
         *         "https://example.com/a"
         *       ],
         *       "weaknesses": [
         *         "CWE-502"
         *       ],
         *       "known_exploited": {
         *         "name": "Example Server Code Execution",
         *         "action": "Apply updates.",
         *         "ransomware": false
         *       },
         *       "affected_instances": [
         *         {
         *           "id": "0198a8a0-5c1e-7000-8000-000000000001",
         *           "name": "web shop",
         *           "version": "1.0",
         *           "cpe_name": "cpe:2.3:a:a:b:1:*:*:*:*:*:*:*",
         *           "status": "affected",
         *           "reason": "Version 1.0 is before 1.2.",
         *           "criterion": "cpe:2.3:a:a:b:*:*:*:*:*:*:*:*",
         *           "found_at": "2026-01-31T08:00:00.000Z",
         *           "server": {
         *             "id": "0198a8a0-5c1e-7000-8000-000000000001",
         *             "name": "web01"
         *           }
         *         }
         *       ],
         *       "affected_servers": [
         *         {
         *           "id": "0198a8a0-5c1e-7000-8000-000000000001",
         *           "name": "web01",
         *           "status": "affected"
         *         }
         *       ],
         *       "affected_services": [
         *         {
         *           "id": "0198a8a0-5c1e-7000-8000-000000000001",
         *           "name": "web shop",
         *           "criticality": "high",
         *           "health": "healthy"
         *         }
         *       ],
         *       "truncated": false,
         *       "decisions": [
         *         {
         *           "cve": "CVE-2021-44228",
         *           "ci_id": "0198a8a0-5c1e-7000-8000-000000000001",
         *           "decision": "mitigated",
         *           "reason": "The port is closed to the outside.",
         *           "until": "2026-01-31T08:00:00.000Z",
         *           "in_force": true,
         *           "decided_at": "2026-01-31T08:00:00.000Z",
         *           "decided_by": "system"
         *         }
         *       ]
         *     }
         */
        VulnerabilityDetail: {
            /** @description At most 1,000, the worst first */
            affected_instances: {
                /**
                 * @description Its CPE name
                 * @example cpe:2.3:a:a:b:1:*:*:*:*:*:*:*
                 */
                cpe_name: string;
                /**
                 * @description The criterion of the record that decided
                 * @example cpe:2.3:a:a:b:*:*:*:*:*:*:*:*
                 */
                criterion: string | null;
                /**
                 * Format: date-time
                 * @description Since when it is known
                 */
                found_at: string;
                /** @description Id, as lists and answers show it */
                id: string;
                /**
                 * @description Its name
                 * @example web shop
                 */
                name: string;
                /**
                 * @description Why
                 * @example Version 1.0 is before 1.2.
                 */
                reason: string;
                /** @description The server that it is on */
                server: {
                    /** @description Id, as lists and answers show it */
                    id: string;
                    /**
                     * @description Its name
                     * @example web01
                     */
                    name: string;
                } | null;
                /**
                 * @description Its current state
                 * @enum {string}
                 */
                status: "affected" | "possible" | "accepted" | "fixed";
                /**
                 * @description As reported
                 * @example 1.0
                 */
                version: string | null;
            }[];
            /** @description Servers of these, each with the worst of its installations */
            affected_servers: {
                /** @description Id, as lists and answers show it */
                id: string;
                /**
                 * @description Its name
                 * @example web01
                 */
                name: string;
                /**
                 * @description Its current state
                 * @enum {string}
                 */
                status: "affected" | "possible" | "accepted" | "fixed";
            }[];
            /** @description Business services that fail with any of them */
            affected_services: {
                /**
                 * @description critical, high, medium or low
                 * @example high
                 */
                criticality: string | null;
                /**
                 * @description healthy, degraded, critical or unknown
                 * @example healthy
                 */
                health: string;
                /** @description Id, as lists and answers show it */
                id: string;
                /**
                 * @description Its name
                 * @example web shop
                 */
                name: string;
            }[];
            /** @description Installations by status */
            by_status: {
                /**
                 * @description Installations that a decision accepts
                 * @example 3
                 */
                accepted: number;
                /**
                 * @description Affected installations
                 * @example 3
                 */
                affected: number;
                /**
                 * @description Installations that their maker has fixed
                 * @example 3
                 */
                fixed: number;
                /**
                 * @description Installations of which the record does not decide
                 * @example 3
                 */
                possible: number;
            };
            /**
             * @description Id of the CVE
             * @example CVE-2021-44228
             */
            cve: string;
            /** @description Null where the database has no rating */
            cvss: {
                /**
                 * @description Base score, 0 to 10
                 * @example 9.8
                 */
                score: number;
                /**
                 * @description CVSS vector
                 * @example CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H
                 */
                vector: string | null;
                /**
                 * @description Version of CVSS
                 * @example 3.1
                 */
                version: string;
            } | null;
            /** @description What people decided, newest first */
            decisions: components["schemas"]["VulnerabilityDecision"][];
            /**
             * @description Predicted probability of exploitation, 0 to 1
             * @example 0.94
             */
            epss: number | null;
            /**
             * @description Installations that are affected, possibly affected or accepted
             * @example 3
             */
            instances: number;
            /** @description Its entry in the catalogue of known exploited vulnerabilities */
            kev: {
                /**
                 * Format: date
                 * @description Day on which it was added
                 * @example 2021-12-10
                 */
                added: string | null;
                /**
                 * Format: date
                 * @description Day by which it is to be remedied
                 * @example 2021-12-24
                 */
                due: string | null;
            } | null;
            /** @description What the catalogue of known exploited vulnerabilities says */
            known_exploited: {
                /**
                 * @description What the catalogue asks to do
                 * @example Apply updates.
                 */
                action: string;
                /**
                 * @description Its name in the catalogue
                 * @example Example Server Code Execution
                 */
                name: string;
                /**
                 * @description Known to be used for ransomware
                 * @example false
                 */
                ransomware: boolean;
            } | null;
            /**
             * Format: date-time
             * @description When its record changed last
             */
            modified: string;
            priority: components["schemas"]["VulnerabilityPriority"];
            /**
             * Format: date-time
             * @description When it was published
             */
            published: string | null;
            /**
             * @description Addresses of advisories
             * @example [
             *       "https://example.com/a"
             *     ]
             */
            references: string[];
            /**
             * @description Withdrawn by the database: it affects nothing
             * @example false
             */
            rejected: boolean;
            /**
             * @description Servers that these are on
             * @example 3
             */
            servers: number;
            /**
             * @description Business services that need them
             * @example 3
             */
            services: number;
            /**
             * @description By CVSS
             * @example critical
             * @enum {string}
             */
            severity: "critical" | "high" | "medium" | "low" | "none" | "unknown";
            /**
             * @description The worst of its installations; null: it concerns none
             * @enum {string|null}
             */
            status: "affected" | "possible" | "accepted" | "fixed" | null;
            /**
             * @description What the flaw is
             * @example Remote code execution by crafted input.
             */
            summary: string;
            /**
             * @description Whether a list was cut
             * @example false
             */
            truncated: boolean;
            /** @description CWE ids */
            weaknesses: string[];
        };
        /** @description How urgent it is here, with its parts */
        VulnerabilityPriority: {
            /** @description What the score is made of */
            parts: {
                /** @description One part of the score */
                exposure: {
                    /**
                     * @description The most that it can give; those of all parts are 100
                     * @example 40
                     */
                    max: number;
                    /**
                     * @description What it gives to the score
                     * @example 12.5
                     */
                    points: number;
                    /** @description Of the servers that it is on */
                    value: {
                        /**
                         * @description A server listens on a port
                         * @example true
                         */
                        listening: boolean;
                        /**
                         * @description A server has a public address
                         * @example false
                         */
                        public: boolean;
                    };
                };
                /** @description One part of the score */
                known_exploited: {
                    /**
                     * @description The most that it can give; those of all parts are 100
                     * @example 40
                     */
                    max: number;
                    /**
                     * @description What it gives to the score
                     * @example 12.5
                     */
                    points: number;
                    /**
                     * @description Whether it is known to be exploited
                     * @example true
                     */
                    value: boolean;
                };
                /** @description One part of the score */
                prediction: {
                    /**
                     * @description The most that it can give; those of all parts are 100
                     * @example 40
                     */
                    max: number;
                    /**
                     * @description What it gives to the score
                     * @example 12.5
                     */
                    points: number;
                    /**
                     * @description Exploit prediction, 0 to 1
                     * @example 0.94
                     */
                    value: number | null;
                };
                /** @description One part of the score */
                reach: {
                    /**
                     * @description The most that it can give; those of all parts are 100
                     * @example 40
                     */
                    max: number;
                    /**
                     * @description What it gives to the score
                     * @example 12.5
                     */
                    points: number;
                    /**
                     * @description Business services that need what is affected
                     * @example 3
                     */
                    value: number;
                };
                /** @description One part of the score */
                severity: {
                    /**
                     * @description The most that it can give; those of all parts are 100
                     * @example 40
                     */
                    max: number;
                    /**
                     * @description What it gives to the score
                     * @example 12.5
                     */
                    points: number;
                    /**
                     * @description CVSS base score, 0 to 10
                     * @example 9.8
                     */
                    value: number | null;
                };
            };
            /**
             * @description 0 to 100: the sum of the points
             * @example 3
             */
            score: number;
        };
        /**
         * @description A receiver of messages about what happens
         * @example {
         *       "id": "0198a8a0-5c1e-7000-8000-000000000001",
         *       "name": "chat",
         *       "url": "https://hooks.example.com/orrery",
         *       "events": [
         *         "ci.created"
         *       ],
         *       "headers": {
         *         "X-Team": "shop"
         *       },
         *       "active": true,
         *       "disabled_reason": null,
         *       "disabled_at": null,
         *       "failing_since": null,
         *       "created_at": "2026-01-31T08:00:00.000Z",
         *       "created_by": "system",
         *       "updated_at": "2026-02-01T09:30:00.000Z"
         *     }
         */
        Webhook: {
            /** @description Whether messages are sent */
            active: boolean;
            /**
             * Format: date-time
             * @description When it was made
             */
            created_at: string;
            /** @description Who made it: a user's id, `<kind>:<id>` of a key or a scanner, or `system` */
            created_by: string;
            /**
             * Format: date-time
             * @description When it was switched off after failures; null while it works
             */
            disabled_at: string | null;
            /**
             * @description It became inactive by itself: the receiver answered 410, or failed for five days
             * @enum {string|null}
             */
            disabled_reason: "gone" | "failing" | null;
            /** @description Kinds of message that it gets */
            events: ("ci.created" | "ci.updated" | "ci.deleted" | "event.created" | "event.status_changed" | "relationship.created" | "relationship.deleted" | "scan.completed" | "report.completed" | "vulnerability.found")[];
            /**
             * Format: date-time
             * @description The first failure since the last delivery that arrived
             */
            failing_since: string | null;
            /** @description Further headers of its messages */
            headers: {
                [key: string]: string;
            };
            /** @description Id, as lists and answers show it */
            id: string;
            /** @description Name that people read */
            name: string;
            /**
             * Format: date-time
             * @description When it last changed
             */
            updated_at: string;
            /** @description Address to which messages are sent */
            url: string;
        };
        /**
         * @example {
         *       "id": "0198a8a0-5c1e-7000-8000-000000000001",
         *       "webhook_id": "0198a8a0-5c1e-7000-8000-000000000005",
         *       "event": "ci.created",
         *       "status": "pending",
         *       "attempts": 1,
         *       "response_status": 200,
         *       "error": null,
         *       "created_at": "2026-01-31T08:00:00.000Z",
         *       "next_attempt_at": null,
         *       "delivered_at": "2026-01-31T08:00:01.000Z"
         *     }
         */
        WebhookDelivery: {
            /** @description How often it was tried */
            attempts: number;
            /**
             * Format: date-time
             * @description When it was made
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the receiver took it; null until then
             */
            delivered_at: string | null;
            /** @description What the last attempt failed of: http_status, redirect_refused, timeout, egress_refused, dns_failed, connect_failed, tls_failed, connection_lost, malformed_answer, not_recorded */
            error: string | null;
            /** @description Kind of message */
            event: string;
            /** @description `delivery_id` of the message */
            id: string;
            /**
             * Format: date-time
             * @description When it is tried next; null where it is not
             */
            next_attempt_at: string | null;
            /** @description Of the last attempt; null where that was not answered */
            response_status: number | null;
            /**
             * @description Its current state
             * @enum {string}
             */
            status: "pending" | "delivered" | "failed";
            /** @description Id of the webhook */
            webhook_id: string;
        };
    };
    responses: {
        /** @description `VALIDATION_ERROR`: The request is malformed. Every fault is named by field; correct them and send again. */
        BadRequest: {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `CONFLICT`: The present state does not allow it, e.g. a duplicate; the details say what prevents it. */
        Conflict: {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `PAYLOAD_TOO_LARGE`: The body is too large: 1 MB, and 32 MB for scan data, after inflating. */
        ContentTooLarge: {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `PERMISSION_DENIED`: The credential lacks the scope named in `required_scope`, or the message says what must be done first. */
        Forbidden: {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `GONE`: It is no longer kept. */
        Gone: {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `INTERNAL_ERROR`: A fault of the service. Report it with the request id. */
        InternalServerError: {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `METHOD_NOT_ALLOWED`: The address exists and does not answer this method; `Allow` lists the methods it answers. */
        MethodNotAllowed: {
            headers: {
                Allow: components["headers"]["Allow"];
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `NOT_ACCEPTABLE`: The address answers in several forms, and the `Accept` header leaves out all of them. */
        NotAcceptable: {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `RESOURCE_NOT_FOUND`: It does not exist, or it belongs to another tenant. */
        NotFound: {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `PRECONDITION_FAILED`: It changed since the entity tag in `If-Match` was read. Read it again. */
        PreconditionFailed: {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `RANGE_NOT_SATISFIABLE`: No byte of the file lies in `Range`; `Content-Range` says how long the file is. */
        RangeNotSatisfiable: {
            headers: {
                "Content-Range": components["headers"]["Content-Range"];
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `SERVICE_UNAVAILABLE`: A store cannot be reached or is overloaded. Try again after `Retry-After` seconds. */
        ServiceUnavailable: {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `RATE_LIMIT_EXCEEDED`: Too many requests. Wait the seconds in `X-RateLimit-Reset-After`. */
        TooManyRequests: {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description `AUTHENTICATION_REQUIRED`: The credential is missing, malformed, expired or revoked. Log in, refresh, or create a new key.
         *
         *     `AUTH_FAILED`: A login, a refresh, an assertion, a change of password or the end of a second factor was refused. The answer does not say what was wrong.
         */
        Unauthorized: {
            headers: {
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `IDEMPOTENCY_MISMATCH`: The `Idempotency-Key` was used for another request before. Use a new key. */
        UnprocessableContent: {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `UNSUPPORTED_MEDIA_TYPE`: The `Content-Type` or `Content-Encoding` is not one that the address reads. */
        UnsupportedMediaType: {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: {
        /** @description Id of a CI; 404 for one that does not exist */
        CiId: string;
        /** @description `pagination.next_cursor` of the page before; takes the place of `page` */
        Cursor: string;
        /** @description Id of the CVE */
        Cve: string;
        /** @description Id of the thing; 404 for one that does not exist or is malformed */
        Id: string;
        /** @description Any text that is new for each thing to be made: a repeat with the same key gets the first answer */
        IdempotencyKey: string;
        /** @description Entity tags of the state that the change is meant for; 412 where it is another */
        IfMatch: string;
        /** @description Entity tags of copies that the caller has; 304 where one is current */
        IfNoneMatch: string;
        /** @description IPv4 or IPv6 address, in any spelling */
        Ip: string;
        /** @description Entries per page */
        Limit: number;
        /** @description Direction; ascending when only `sort` is given */
        Order: "asc" | "desc";
        /** @description Page, from 1 */
        Page: number;
        /** @description Field to sort by */
        Sort: "created_at";
    };
    requestBodies: never;
    headers: {
        /** @description That parts of it can be asked for by `Range` */
        "Accept-Ranges": "bytes";
        /** @description Methods that the address answers */
        Allow: string;
        /** @description How long a copy may be used */
        "Cache-Control": string;
        /** @description Name under which to store the file */
        "Content-Disposition": string;
        /** @description Which bytes of how many (RFC 9110, section 14.4) */
        "Content-Range": string;
        /** @description The answer is the one that the first request with this Idempotency-Key got */
        "Idempotency-Replayed": "true";
        /** @description When it was made (RFC 9110, section 8.8.2) */
        "Last-Modified": string;
        /** @description RFC 8288: `first`, `last`, and `next` and `prev` where they exist */
        Link: string;
        /** @description Address of what was made, or of the page where to go on */
        Location: string;
        /** @description Seconds to wait before another try */
        "Retry-After": number;
        /** @description How to authenticate (RFC 9110, section 11.6.1) */
        "WWW-Authenticate": string;
        /** @description When the operation ends */
        "X-API-Deprecation-Date": string;
        /** @description Address of the migration notes */
        "X-API-Deprecation-Info": string;
        /** @description When the key that the request came with expires, from 14 days before */
        "X-API-Key-Expires": string;
        /** @description This page */
        "X-Page": number;
        /** @description Entries per page */
        "X-Per-Page": number;
        /** @description Requests that fit into the window with least left */
        "X-RateLimit-Limit": number;
        /** @description Requests left in it */
        "X-RateLimit-Remaining": number;
        /** @description Unix time in seconds at which it ends */
        "X-RateLimit-Reset": number;
        /** @description Seconds until then */
        "X-RateLimit-Reset-After": number;
        /** @description Id of the request: the caller's, or a new one */
        "X-Request-ID": string;
        /** @description Entries in the whole list */
        "X-Total-Count": number;
        /** @description Pages in the whole list */
        "X-Total-Pages": number;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    oauthMetadata: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Addresses and abilities */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OauthMetadataResult"];
                };
            };
            /** @description `VALIDATION_ERROR`: The request is malformed. Every fault is named by field; correct them and send again. */
            400: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthError"];
                };
            };
            /** @description `RATE_LIMIT_EXCEEDED`: Too many requests. Wait the seconds in `X-RateLimit-Reset-After`. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthError"];
                };
            };
            /** @description `INTERNAL_ERROR`: A fault of the service. Report it with the request id. */
            500: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthError"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: A store cannot be reached or is overloaded. Try again after `Retry-After` seconds. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthError"];
                };
            };
        };
    };
    getListeningProcessUnversioned: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a CI; 404 for one that does not exist */
                ciId: components["parameters"]["CiId"];
                /** @description Port, 1 to 65535 */
                port: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The process, TCP before UDP; null where none listens */
            200: {
                headers: {
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "found": true,
                     *       "process": {
                     *         "name": "shop-db",
                     *         "pid": 700,
                     *         "port": 5432,
                     *         "protocol": "tcp",
                     *         "description": "Keeps the orders of the shop"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description Whether one was found */
                        found: boolean;
                        /** @description The process that listens; null where none does */
                        process: components["schemas"]["ListeningProcess"] | null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getProcessConnectionsUnversioned: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a CI; 404 for one that does not exist */
                ciId: components["parameters"]["CiId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One group a process and address */
            200: {
                headers: {
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "groups": [
                     *         {
                     *           "processName": "postgres",
                     *           "targetIP": "192.0.2.20",
                     *           "targetServer": "web01",
                     *           "targetCIId": "0198a8a0-5c1e-7000-8000-000000000002",
                     *           "connectionCount": 2,
                     *           "ports": [
                     *             5432
                     *           ],
                     *           "firstSeen": "2026-01-31T08:00:00.000Z",
                     *           "lastSeen": "2026-02-01T09:30:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description Connections by process and target */
                        groups: components["schemas"]["ProcessConnectionGroup"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    findCiByIpUnversioned: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description IPv4 or IPv6 address, in any spelling */
                ip: components["parameters"]["Ip"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Active CIs first, then those seen last; `matches` lists all */
            200: {
                headers: {
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FindCiByIpResult"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    debugFindCiByIpUnversioned: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description IPv4 or IPv6 address, in any spelling */
                ip: components["parameters"]["Ip"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The forms and fields searched, and all CIs found */
            200: {
                headers: {
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DebugFindCiByIpResult"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    renewConsoleSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session, with a new access token */
            200: {
                headers: {
                    /** @description The refresh token, which no script reads */
                    "Set-Cookie"?: string;
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleSession"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    startConsoleSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LoginBody"];
            };
        };
        responses: {
            /** @description The session, with an access token */
            200: {
                headers: {
                    /** @description The refresh token, which no script reads */
                    "Set-Cookie"?: string;
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleSession"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    endConsoleSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description There is no session any more */
            200: {
                headers: {
                    /** @description Clears the cookie */
                    "Set-Cookie"?: string;
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "Done"
                     *     }
                     */
                    "application/json": {
                        /** @description What was done, for people */
                        message: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    callMcp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CallMcpBody"];
            };
        };
        responses: {
            /** @description The answer to the message */
            200: {
                headers: {
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "jsonrpc": "2.0",
                     *       "id": 1,
                     *       "result": {
                     *         "tools": []
                     *       }
                     *     }
                     */
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description A notification was taken */
            202: {
                headers: {
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The body is no JSON-RPC message: an error of this interface. Else an error of JSON-RPC */
            400: {
                headers: {
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["McpRefusal"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description The method is unknown: an error of JSON-RPC */
            404: {
                headers: {
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["McpRefusal"];
                };
            };
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    oauthAuthorize: {
        parameters: {
            query?: {
                /** @description Required */
                client_id?: string;
                /** @description PKCE (RFC 7636); required of a client without a secret */
                code_challenge?: string;
                /** @description `S256` */
                code_challenge_method?: string;
                /** @description Required; one that the client registered, character by character */
                redirect_uri?: string;
                /** @description Required; `code` */
                response_type?: string;
                /** @description Separated by blanks; by default all that the client may have */
                scope?: string;
                /** @description Comes back with the answer */
                state?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example <!DOCTYPE html><title>Log in</title> */
                    "text/html; charset=utf-8": string;
                };
            };
            /** @description To the client, with an error */
            302: {
                headers: {
                    /** @description Where the browser goes on */
                    Location?: string;
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `VALIDATION_ERROR`: The request is malformed. Every fault is named by field; correct them and send again. */
            400: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description `RATE_LIMIT_EXCEEDED`: Too many requests. Wait the seconds in `X-RateLimit-Reset-After`. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description `INTERNAL_ERROR`: A fault of the service. Report it with the request id. */
            500: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: A store cannot be reached or is overloaded. Try again after `Retry-After` seconds. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
        };
    };
    oauthConsent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "interaction": "b3JyZXJ5",
                 *       "decision": "allow"
                 *     }
                 */
                "application/x-www-form-urlencoded": {
                    /**
                     * @description How the host's CI was found; null while it waits
                     * @enum {string}
                     */
                    decision: "allow" | "deny" | "switch";
                    /** @description Which login this is, from the page */
                    interaction: string;
                };
            };
        };
        responses: {
            /** @description To the client, with a code or an error */
            303: {
                headers: {
                    /** @description Where the browser goes on */
                    Location?: string;
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The page was used before, or has expired */
            400: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html; charset=utf-8": string;
                };
            };
            /** @description `PAYLOAD_TOO_LARGE`: The body is too large: 1 MB, and 32 MB for scan data, after inflating. */
            413: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE`: The `Content-Type` or `Content-Encoding` is not one that the address reads. */
            415: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description `RATE_LIMIT_EXCEEDED`: Too many requests. Wait the seconds in `X-RateLimit-Reset-After`. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description `INTERNAL_ERROR`: A fault of the service. Report it with the request id. */
            500: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: A store cannot be reached or is overloaded. Try again after `Retry-After` seconds. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
        };
    };
    oauthLogin: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["OauthLoginForm"];
            };
        };
        responses: {
            /** @description On to the consent, or to the client with an error */
            303: {
                headers: {
                    /** @description Where the browser goes on */
                    Location?: string;
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `VALIDATION_ERROR`: The request is malformed. Every fault is named by field; correct them and send again. */
            400: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description The page once more */
            401: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html; charset=utf-8": string;
                };
            };
            /** @description The page once more: the password has to be changed first */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html; charset=utf-8": string;
                };
            };
            /** @description `PAYLOAD_TOO_LARGE`: The body is too large: 1 MB, and 32 MB for scan data, after inflating. */
            413: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE`: The `Content-Type` or `Content-Encoding` is not one that the address reads. */
            415: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description `RATE_LIMIT_EXCEEDED`: Too many requests. Wait the seconds in `X-RateLimit-Reset-After`. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description `INTERNAL_ERROR`: A fault of the service. Report it with the request id. */
            500: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: A store cannot be reached or is overloaded. Try again after `Retry-After` seconds. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
        };
    };
    oauthRevoke: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["OauthRevokeForm"];
            };
        };
        responses: {
            /** @description The token is not valid, or no longer */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example {} */
                    "application/json": Record<string, never>;
                };
            };
            /** @description `VALIDATION_ERROR`: The request is malformed. Every fault is named by field; correct them and send again. */
            400: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthError"];
                };
            };
            /**
             * @description `AUTHENTICATION_REQUIRED`: The credential is missing, malformed, expired or revoked. Log in, refresh, or create a new key.
             *
             *     `AUTH_FAILED`: A login, a refresh, an assertion, a change of password or the end of a second factor was refused. The answer does not say what was wrong.
             */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthError"];
                };
            };
            /** @description `PAYLOAD_TOO_LARGE`: The body is too large: 1 MB, and 32 MB for scan data, after inflating. */
            413: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthError"];
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE`: The `Content-Type` or `Content-Encoding` is not one that the address reads. */
            415: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthError"];
                };
            };
            /** @description `RATE_LIMIT_EXCEEDED`: Too many requests. Wait the seconds in `X-RateLimit-Reset-After`. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthError"];
                };
            };
            /** @description `INTERNAL_ERROR`: A fault of the service. Report it with the request id. */
            500: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthError"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: A store cannot be reached or is overloaded. Try again after `Retry-After` seconds. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthError"];
                };
            };
        };
    };
    oauthToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["OauthTokenForm"];
            };
        };
        responses: {
            /** @description An access token and a refresh token */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthTokens"];
                };
            };
            /** @description `VALIDATION_ERROR`: The request is malformed. Every fault is named by field; correct them and send again. */
            400: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthError"];
                };
            };
            /**
             * @description `AUTHENTICATION_REQUIRED`: The credential is missing, malformed, expired or revoked. Log in, refresh, or create a new key.
             *
             *     `AUTH_FAILED`: A login, a refresh, an assertion, a change of password or the end of a second factor was refused. The answer does not say what was wrong.
             */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthError"];
                };
            };
            /** @description `PAYLOAD_TOO_LARGE`: The body is too large: 1 MB, and 32 MB for scan data, after inflating. */
            413: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthError"];
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE`: The `Content-Type` or `Content-Encoding` is not one that the address reads. */
            415: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthError"];
                };
            };
            /** @description `RATE_LIMIT_EXCEEDED`: Too many requests. Wait the seconds in `X-RateLimit-Reset-After`. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthError"];
                };
            };
            /** @description `INTERNAL_ERROR`: A fault of the service. Report it with the request id. */
            500: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthError"];
                };
            };
            /** @description `SERVICE_UNAVAILABLE`: A store cannot be reached or is overloaded. Try again after `Retry-After` seconds. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthError"];
                };
            };
        };
    };
    listAudit: {
        parameters: {
            query?: {
                /** @description E.g. `user.created`, or the beginning of several: `user.*` */
                action?: string;
                /** @description A user's id, `<kind>:<id>`, `system` or `anonymous` */
                actor?: string;
                /** @description `pagination.next_cursor` of the page before; takes the place of `page` */
                cursor?: components["parameters"]["Cursor"];
                /** @description Names of the fields to show, separated by commas; `id` is always shown */
                fields?: ("id" | "at" | "actor" | "action" | "target" | "before" | "after" | "request_id" | "address" | "department" | "client_version")[];
                /** @description Inclusive */
                from?: string;
                /** @description Entries per page */
                limit?: components["parameters"]["Limit"];
                /** @description Direction; ascending when only `sort` is given */
                order?: components["parameters"]["Order"];
                /** @description Page, from 1 */
                page?: components["parameters"]["Page"];
                /** @description Field to sort by */
                sort?: "at";
                /** @description Id of the thing that was acted on */
                target?: string;
                /** @description Exclusive */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-Page": components["headers"]["X-Page"];
                    "X-Per-Page": components["headers"]["X-Per-Page"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "X-Total-Pages": components["headers"]["X-Total-Pages"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ListedAuditEntry"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    exportAudit: {
        parameters: {
            query?: {
                /** @description E.g. `user.created`, or the beginning of several: `user.*` */
                action?: string;
                /** @description A user's id, `<kind>:<id>`, `system` or `anonymous` */
                actor?: string;
                /** @description Format of the answer; else `Accept` chooses */
                format?: "ndjson" | "csv";
                /** @description Inclusive */
                from?: string;
                /** @description Id of the thing that was acted on */
                target?: string;
                /** @description Exclusive */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One JSON per line, or CSV with a line of names */
            200: {
                headers: {
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                    /** @example id,at,actor,action,target_kind,target_id,before,after,request_id,address,department,client_version */
                    "text/csv; charset=utf-8": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listJobs: {
        parameters: {
            query?: {
                /** @description `pagination.next_cursor` of the page before; takes the place of `page` */
                cursor?: components["parameters"]["Cursor"];
                /** @description Names of the fields to show, separated by commas; `id` is always shown */
                fields?: ("id" | "name" | "state" | "scope" | "tries" | "created_at" | "started_at" | "ended_at" | "starts_after" | "error" | "payload")[];
                /** @description Entries per page */
                limit?: components["parameters"]["Limit"];
                /** @description Only jobs of this name */
                name?: string;
                /** @description Direction; ascending when only `sort` is given */
                order?: components["parameters"]["Order"];
                /** @description Page, from 1 */
                page?: components["parameters"]["Page"];
                /** @description Field to sort by */
                sort?: components["parameters"]["Sort"];
                /** @description Only jobs in this state; all four without it */
                state?: "waiting" | "running" | "failed" | "parked";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-Page": components["headers"]["X-Page"];
                    "X-Per-Page": components["headers"]["X-Per-Page"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "X-Total-Pages": components["headers"]["X-Total-Pages"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ListedJob"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the thing; 404 for one that does not exist or is malformed */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The job */
            200: {
                headers: {
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Job"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    discardJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the thing; 404 for one that does not exist or is malformed */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is deleted */
            200: {
                headers: {
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "Done"
                     *     }
                     */
                    "application/json": {
                        /** @description What was done, for people */
                        message: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    repeatJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the thing; 404 for one that does not exist or is malformed */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The job, which waits now */
            200: {
                headers: {
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Job"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getSettings: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags of copies that the caller has; 304 where one is current */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The settings */
            200: {
                headers: {
                    /** @description The version of the settings; for If-Match and If-None-Match */
                    ETag?: string;
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Settings"];
                };
            };
            /** @description The caller's copy is current */
            304: {
                headers: {
                    /** @description The version of the settings; for If-Match and If-None-Match */
                    ETag?: string;
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    changeSettings: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags of the state that the change is meant for; 412 where it is another */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeSettingsBody"];
            };
        };
        responses: {
            /** @description The whole settings */
            200: {
                headers: {
                    /** @description The version of the settings; for If-Match and If-None-Match */
                    ETag?: string;
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Settings"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listUsers: {
        parameters: {
            query?: {
                /** @description `pagination.next_cursor` of the page before; takes the place of `page` */
                cursor?: components["parameters"]["Cursor"];
                /** @description Names of the fields to show, separated by commas; `id` is always shown */
                fields?: ("id" | "email" | "name" | "scopes" | "administrator" | "second_factor" | "must_change_password" | "created_at" | "updated_at" | "last_login_at")[];
                /** @description Entries per page */
                limit?: components["parameters"]["Limit"];
                /** @description Direction; ascending when only `sort` is given */
                order?: components["parameters"]["Order"];
                /** @description Page, from 1 */
                page?: components["parameters"]["Page"];
                /** @description Field to sort by */
                sort?: "name" | "email" | "created_at" | "updated_at";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Users */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-Page": components["headers"]["X-Page"];
                    "X-Per-Page": components["headers"]["X-Per-Page"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "X-Total-Pages": components["headers"]["X-Total-Pages"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ListedUser"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text that is new for each thing to be made: a repeat with the same key gets the first answer */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewUser"];
            };
        };
        responses: {
            /** @description The user */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    Location: components["headers"]["Location"];
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the thing; 404 for one that does not exist or is malformed */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user */
            200: {
                headers: {
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the thing; 404 for one that does not exist or is malformed */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateUserBody"];
            };
        };
        responses: {
            /** @description The whole user */
            200: {
                headers: {
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the thing; 404 for one that does not exist or is malformed */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user is gone */
            200: {
                headers: {
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "Done"
                     *     }
                     */
                    "application/json": {
                        /** @description What was done, for people */
                        message: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    resetSecondFactor: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the thing; 404 for one that does not exist or is malformed */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user logs in without a code */
            200: {
                headers: {
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "Done"
                     *     }
                     */
                    "application/json": {
                        /** @description What was done, for people */
                        message: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listAgents: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All agents */
            200: {
                headers: {
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Agent"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getAgent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The agent */
                id: "software-identification" | "relationship-discovery" | "root-cause-analyst" | "change-risk-analyst" | "capacity-planner" | "data-quality-auditor";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The agent */
            200: {
                headers: {
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Agent"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    queryAgent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The agent */
                id: "software-identification" | "relationship-discovery" | "root-cause-analyst" | "change-risk-analyst" | "capacity-planner" | "data-quality-auditor";
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "query": "What is the root cause of the open incident?"
                 *     }
                 */
                "application/json": {
                    /** @description What bounds the answer */
                    context?: {
                        /**
                         * @description Most cost of the answer, in the currency of ORRERY_MODEL_PRICE; 0: rules answer
                         * @example 0
                         */
                        budget_limit?: number;
                        /**
                         * @description `{from, to}`, an ISO 8601 interval, or one of last_24_hours, last_7_days, last_30_days, this_month, last_month, this_quarter, last_quarter, this_year
                         * @example last_7_days
                         */
                        time_range?: string | {
                            /** @description Beginning, inclusive */
                            from?: string;
                            /** @description End, exclusive */
                            to?: string;
                        };
                    };
                    /**
                     * @description A question in the agent's field
                     * @example What is the root cause of the open incident?
                     */
                    query: string;
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getListeningProcess: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a CI; 404 for one that does not exist */
                ciId: components["parameters"]["CiId"];
                /** @description Port, 1 to 65535 */
                port: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The process, TCP before UDP; null where none listens */
            200: {
                headers: {
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "found": true,
                     *       "process": {
                     *         "name": "shop-db",
                     *         "pid": 700,
                     *         "port": 5432,
                     *         "protocol": "tcp",
                     *         "description": "Keeps the orders of the shop"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description Whether one was found */
                        found: boolean;
                        /** @description The process that listens; null where none does */
                        process: components["schemas"]["ListeningProcess"] | null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getProcessConnections: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a CI; 404 for one that does not exist */
                ciId: components["parameters"]["CiId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One group a process and address */
            200: {
                headers: {
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "groups": [
                     *         {
                     *           "processName": "postgres",
                     *           "targetIP": "192.0.2.20",
                     *           "targetServer": "web01",
                     *           "targetCIId": "0198a8a0-5c1e-7000-8000-000000000002",
                     *           "connectionCount": 2,
                     *           "ports": [
                     *             5432
                     *           ],
                     *           "firstSeen": "2026-01-31T08:00:00.000Z",
                     *           "lastSeen": "2026-02-01T09:30:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description Connections by process and target */
                        groups: components["schemas"]["ProcessConnectionGroup"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    findCiByIp: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description IPv4 or IPv6 address, in any spelling */
                ip: components["parameters"]["Ip"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Active CIs first, then those seen last; `matches` lists all */
            200: {
                headers: {
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FindCiByIpResult"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    debugFindCiByIp: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description IPv4 or IPv6 address, in any spelling */
                ip: components["parameters"]["Ip"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The forms and fields searched, and all CIs found */
            200: {
                headers: {
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DebugFindCiByIpResult"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listApiKeys: {
        parameters: {
            query?: {
                /** @description `pagination.next_cursor` of the page before; takes the place of `page` */
                cursor?: components["parameters"]["Cursor"];
                /** @description Names of the fields to show, separated by commas; `id` is always shown */
                fields?: ("id" | "name" | "description" | "scopes" | "createdAt" | "expiresAt" | "lastUsedAt" | "allowedIps")[];
                /** @description Entries per page */
                limit?: components["parameters"]["Limit"];
                /** @description Direction; ascending when only `sort` is given */
                order?: components["parameters"]["Order"];
                /** @description Page, from 1 */
                page?: components["parameters"]["Page"];
                /** @description Field to sort by */
                sort?: "name" | "created_at" | "updated_at" | "expires_at";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Keys without their secrets */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-Page": components["headers"]["X-Page"];
                    "X-Per-Page": components["headers"]["X-Per-Page"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "X-Total-Pages": components["headers"]["X-Total-Pages"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ListedApiKey"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text that is new for each thing to be made: a repeat with the same key gets the first answer */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateApiKeyBody"];
            };
        };
        responses: {
            /** @description The key, shown this once */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    Location: components["headers"]["Location"];
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewApiKey"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the thing; 404 for one that does not exist or is malformed */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key without its secret */
            200: {
                headers: {
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    revokeApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the thing; 404 for one that does not exist or is malformed */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key is refused from now on */
            200: {
                headers: {
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "Done"
                     *     }
                     */
                    "application/json": {
                        /** @description What was done, for people */
                        message: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    login: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LoginBody"];
            };
        };
        responses: {
            /** @description An access token and a refresh token */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoginResult"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    logout: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The login has ended */
            200: {
                headers: {
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "Done"
                     *     }
                     */
                    "application/json": {
                        /** @description What was done, for people */
                        message: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getOwnUser: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user */
            200: {
                headers: {
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listOAuthClients: {
        parameters: {
            query?: {
                /** @description `pagination.next_cursor` of the page before; takes the place of `page` */
                cursor?: components["parameters"]["Cursor"];
                /** @description Names of the fields to show, separated by commas; `id` is always shown */
                fields?: ("id" | "client_id" | "name" | "redirect_uris" | "scopes" | "public" | "created_at")[];
                /** @description Entries per page */
                limit?: components["parameters"]["Limit"];
                /** @description Direction; ascending when only `sort` is given */
                order?: components["parameters"]["Order"];
                /** @description Page, from 1 */
                page?: components["parameters"]["Page"];
                /** @description Field to sort by */
                sort?: "name" | "created_at" | "updated_at";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Clients without their secrets */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-Page": components["headers"]["X-Page"];
                    "X-Per-Page": components["headers"]["X-Per-Page"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "X-Total-Pages": components["headers"]["X-Total-Pages"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ListedOAuthClient"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createOAuthClient: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text that is new for each thing to be made: a repeat with the same key gets the first answer */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateOAuthClientBody"];
            };
        };
        responses: {
            /** @description The client, its secret shown this once; a public one has none */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    Location: components["headers"]["Location"];
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewOAuthClient"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getOAuthClient: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the thing; 404 for one that does not exist or is malformed */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The client without its secret */
            200: {
                headers: {
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthClient"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    revokeOAuthClient: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the thing; 404 for one that does not exist or is malformed */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Its codes and tokens are refused from now on */
            200: {
                headers: {
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "Done"
                     *     }
                     */
                    "application/json": {
                        /** @description What was done, for people */
                        message: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listOAuthGrants: {
        parameters: {
            query?: {
                /** @description `pagination.next_cursor` of the page before; takes the place of `page` */
                cursor?: components["parameters"]["Cursor"];
                /** @description Names of the fields to show, separated by commas; `id` is always shown */
                fields?: ("id" | "client_id" | "client_name" | "user_id" | "scopes" | "created_at")[];
                /** @description Entries per page */
                limit?: components["parameters"]["Limit"];
                /** @description Direction; ascending when only `sort` is given */
                order?: components["parameters"]["Order"];
                /** @description Page, from 1 */
                page?: components["parameters"]["Page"];
                /** @description Field to sort by */
                sort?: components["parameters"]["Sort"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Grants that are in use */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-Page": components["headers"]["X-Page"];
                    "X-Per-Page": components["headers"]["X-Per-Page"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "X-Total-Pages": components["headers"]["X-Total-Pages"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ListedOAuthGrant"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    revokeOAuthGrant: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the thing; 404 for one that does not exist or is malformed */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Its tokens are refused from now on */
            200: {
                headers: {
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "Done"
                     *     }
                     */
                    "application/json": {
                        /** @description What was done, for people */
                        message: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    changePassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "current_password": "correct horse battery staple",
                 *       "new_password": "another horse and four staples"
                 *     }
                 */
                "application/json": {
                    /** @description The password until now */
                    current_password: string;
                    /** @description The password from now on */
                    new_password: string;
                };
            };
        };
        responses: {
            /** @description The new password counts from now on */
            200: {
                headers: {
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "Done"
                     *     }
                     */
                    "application/json": {
                        /** @description What was done, for people */
                        message: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    refresh: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "refreshToken": "kR3nq0tQ0cPSVYn2bYx2m1v3K4mXl7Jd"
                 *     }
                 */
                "application/json": {
                    /** @description Token that is exchanged for a new pair; works once */
                    refreshToken: string;
                };
            };
        };
        responses: {
            /** @description A new access token and a new refresh token */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoginResult"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    exchangeAssertion: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "grant_type": "urn:ietf:params:oauth:grant-type:jwt-bearer",
                 *       "assertion": "eyJhbGciOiJSUzI1NiJ9.e30.c2lnbmF0dXJl"
                 *     }
                 */
                "application/x-www-form-urlencoded": {
                    /** @description The signed assertion (JWT) */
                    assertion: string;
                    /**
                     * @description How the token is asked for
                     * @enum {string}
                     */
                    grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer";
                };
            };
        };
        responses: {
            /** @description An access token */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExchangeAssertionResult"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listServiceAccounts: {
        parameters: {
            query?: {
                /** @description `pagination.next_cursor` of the page before; takes the place of `page` */
                cursor?: components["parameters"]["Cursor"];
                /** @description Names of the fields to show, separated by commas; `id` is always shown */
                fields?: ("id" | "name" | "scopes" | "created_at")[];
                /** @description Entries per page */
                limit?: components["parameters"]["Limit"];
                /** @description Direction; ascending when only `sort` is given */
                order?: components["parameters"]["Order"];
                /** @description Page, from 1 */
                page?: components["parameters"]["Page"];
                /** @description Field to sort by */
                sort?: "name" | "created_at" | "updated_at";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accounts */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-Page": components["headers"]["X-Page"];
                    "X-Per-Page": components["headers"]["X-Per-Page"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "X-Total-Pages": components["headers"]["X-Total-Pages"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ListedServiceAccount"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createServiceAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text that is new for each thing to be made: a repeat with the same key gets the first answer */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateServiceAccountBody"];
            };
        };
        responses: {
            /** @description The account */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    Location: components["headers"]["Location"];
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceAccount"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    revokeServiceAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the thing; 404 for one that does not exist or is malformed */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Its assertions and tokens are refused from now on */
            200: {
                headers: {
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "Done"
                     *     }
                     */
                    "application/json": {
                        /** @description What was done, for people */
                        message: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    disableTotp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "password": "correct horse battery staple",
                 *       "totp_code": "123456"
                 *     }
                 */
                "application/json": {
                    /** @description Password */
                    password: string;
                    /** @description Six digits of the authenticator app, or a recovery code */
                    totp_code: string;
                };
            };
        };
        responses: {
            /** @description Logins need no code from now on */
            200: {
                headers: {
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "Done"
                     *     }
                     */
                    "application/json": {
                        /** @description What was done, for people */
                        message: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    confirmTotp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "totp_code": "123456"
                 *     }
                 */
                "application/json": {
                    /** @description Six digits of the authenticator app */
                    totp_code: string;
                };
            };
        };
        responses: {
            /** @description Codes that each stand in for a `totp_code` once, shown this once */
            200: {
                headers: {
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "recovery_codes": [
                     *         "abcd-efgh-jkmn"
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description Codes that each work once in place of the authenticator app */
                        recovery_codes: string[];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    enrollTotp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The secret (base 32), and the same as an address for an authenticator app, shown this once */
            200: {
                headers: {
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "secret": "JBSWY3DPEHPK3PXP",
                     *       "otpauth_url": "otpauth://totp/Orrery:ann?secret=JBSWY3DPEHPK3PXP"
                     *     }
                     */
                    "application/json": {
                        /** @description Address for authenticator apps, also as a QR code */
                        otpauth_url: string;
                        /** @description The secret, shown once */
                        secret: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listChangeAnalyses: {
        parameters: {
            query?: {
                /** @description Id of a CI that the change names */
                ci_id?: string;
                /** @description `pagination.next_cursor` of the page before; takes the place of `page` */
                cursor?: components["parameters"]["Cursor"];
                /** @description Names of the fields to show, separated by commas; `id` is always shown */
                fields?: ("id" | "status" | "trigger" | "platform" | "integration_id" | "task_node_id" | "priority" | "category" | "planned_start" | "planned_end" | "cis" | "unknown_cis" | "score" | "level" | "confidence" | "missing" | "dimensions" | "conflicts" | "recommended_window" | "fields" | "source" | "error" | "write_back" | "outcome" | "created_at" | "completed_at")[];
                /** @description Inclusive */
                from?: string;
                /** @description Values separated by commas */
                level?: ("low" | "medium" | "high" | "critical")[];
                /** @description Entries per page */
                limit?: components["parameters"]["Limit"];
                /** @description Direction; ascending when only `sort` is given */
                order?: components["parameters"]["Order"];
                /** @description Page, from 1 */
                page?: components["parameters"]["Page"];
                /** @description Field to sort by */
                sort?: components["parameters"]["Sort"];
                /** @description Values separated by commas */
                status?: ("queued" | "running" | "completed" | "failed")[];
                /** @description Exclusive */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-Page": components["headers"]["X-Page"];
                    "X-Per-Page": components["headers"]["X-Per-Page"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "X-Total-Pages": components["headers"]["X-Total-Pages"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ListedChangeAnalysis"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    requestChangeAnalysis: {
        parameters: {
            query?: {
                /** @description Answer with the analysis and keep nothing */
                dry_run?: boolean;
            };
            header?: {
                /** @description Any text that is new for each thing to be made: a repeat with the same key gets the first answer */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RequestChangeAnalysisBody"];
            };
        };
        responses: {
            /** @description The analysis of a dry run; its id is null */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangeAnalysis"];
                };
            };
            /** @description It waits for its turn */
            202: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    Location: components["headers"]["Location"];
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0198a8a0-5c1e-7000-8000-000000000001",
                     *       "status": "queued"
                     *     }
                     */
                    "application/json": {
                        /** @description Id, as lists and answers show it */
                        id: string;
                        /**
                         * @description Its current state
                         * @enum {string}
                         */
                        status: "queued" | "running" | "completed" | "failed";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getChangeAnalysis: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the thing; 404 for one that does not exist or is malformed */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The analysis */
            200: {
                headers: {
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangeAnalysis"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    recordChangeOutcome: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the thing; 404 for one that does not exist or is malformed */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "succeeded": true,
                 *       "incidents": 0
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Incidents that it caused
                     * @default 0
                     */
                    incidents?: number;
                    /** @description Whether the change did what it was made for */
                    succeeded: boolean;
                };
            };
        };
        responses: {
            /** @description The analysis */
            200: {
                headers: {
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangeAnalysis"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    backtestChangeAnalyses: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The comparison */
            200: {
                headers: {
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BacktestChangeAnalysesResult"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listCis: {
        parameters: {
            query?: {
                /** @description `pagination.next_cursor` of the page before; takes the place of `page` */
                cursor?: components["parameters"]["Cursor"];
                /** @description Names of the fields to show, separated by commas; `id` is always shown */
                fields?: ("id" | "name" | "type" | "description" | "status" | "attributes" | "custom_fields" | "created_at" | "created_by" | "updated_at" | "updated_by" | "relationships")[];
                /** @description Entries per page */
                limit?: components["parameters"]["Limit"];
                /** @description Direction; ascending when only `sort` is given */
                order?: components["parameters"]["Order"];
                /** @description Page, from 1 */
                page?: components["parameters"]["Page"];
                /** @description Words or their beginnings, at most 20, all of them in name and description; or an IP address, serial number or host name */
                search?: string;
                /** @description Field to sort by */
                sort?: "created_at" | "updated_at" | "name";
                /** @description Statuses separated by commas */
                status?: ("active" | "inactive" | "maintenance")[];
                /** @description Types, any spelling, separated by commas */
                type?: string[];
                /** @description Changed at this time or later */
                updated_since?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page, newest first */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-Page": components["headers"]["X-Page"];
                    "X-Per-Page": components["headers"]["X-Per-Page"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "X-Total-Pages": components["headers"]["X-Total-Pages"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ListedCI"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createCi: {
        parameters: {
            query?: {
                /** @description Let a second CI of this name through */
                allow_duplicate?: boolean;
            };
            header?: {
                /** @description Any text that is new for each thing to be made: a repeat with the same key gets the first answer */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewCI"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    /** @description The CI's version; for If-Match and If-None-Match */
                    ETag?: string;
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    Location: components["headers"]["Location"];
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateCiResult"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getCi: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags of copies that the caller has; 304 where one is current */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Id of the thing; 404 for one that does not exist or is malformed */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The CI with up to 100 relationships */
            200: {
                headers: {
                    /** @description The CI's version; for If-Match and If-None-Match */
                    ETag?: string;
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CI"];
                };
            };
            /** @description The caller's copy is current */
            304: {
                headers: {
                    /** @description The CI's version; for If-Match and If-None-Match */
                    ETag?: string;
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateCi: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags of the state that the change is meant for; 412 where it is another */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of the thing; 404 for one that does not exist or is malformed */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateCiBody"];
            };
        };
        responses: {
            /** @description The whole CI */
            200: {
                headers: {
                    /** @description The CI's version; for If-Match and If-None-Match */
                    ETag?: string;
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CI"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteCi: {
        parameters: {
            query?: {
                /** @description Refuse (409) where others depend on the CI */
                protect?: boolean;
            };
            header?: {
                /** @description Entity tags of the state that the change is meant for; 412 where it is another */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of the thing; 404 for one that does not exist or is malformed */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Says how many relationships went with it */
            200: {
                headers: {
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "Done"
                     *     }
                     */
                    "application/json": {
                        /** @description What was done, for people */
                        message: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getInstanceCpe: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the thing; 404 for one that does not exist or is malformed */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The name and its candidates */
            200: {
                headers: {
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InstanceCpe"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    setInstanceCpe: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the thing; 404 for one that does not exist or is malformed */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "shop-db"
                 *     }
                 */
                "application/json": {
                    /** @description A CPE 2.3 name or 2.2 URI */
                    name: string | null;
                };
            };
        };
        responses: {
            /** @description The name and its candidates */
            200: {
                headers: {
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InstanceCpe"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getCiDependencyMap: {
        parameters: {
            query?: {
                /** @description Steps each way */
                depth?: number;
            };
            header?: {
                /** @description Entity tags of copies that the caller has; 304 where one is current */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Id of the thing; 404 for one that does not exist or is malformed */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Readable without colour, light or dark as the reader's screen is */
            200: {
                headers: {
                    /** @description Of the picture; for If-None-Match */
                    ETag?: string;
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example <svg xmlns="http://www.w3.org/2000/svg" width="200" height="80"/> */
                    "image/svg+xml": string;
                };
            };
            /** @description The caller's copy is current */
            304: {
                headers: {
                    /** @description Of the picture; for If-None-Match */
                    ETag?: string;
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listCiHistory: {
        parameters: {
            query?: {
                /** @description `pagination.next_cursor` of the page before; takes the place of `page` */
                cursor?: components["parameters"]["Cursor"];
                /** @description Names of the fields to show, separated by commas; `id` is always shown */
                fields?: ("id" | "action" | "before" | "after" | "actor" | "request_id" | "at")[];
                /** @description Entries per page */
                limit?: components["parameters"]["Limit"];
                /** @description Direction; ascending when only `sort` is given */
                order?: components["parameters"]["Order"];
                /** @description Page, from 1 */
                page?: components["parameters"]["Page"];
                /** @description Field to sort by */
                sort?: "at";
            };
            header?: never;
            path: {
                /** @description Id of the thing; 404 for one that does not exist or is malformed */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page, newest first */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-Page": components["headers"]["X-Page"];
                    "X-Per-Page": components["headers"]["X-Per-Page"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "X-Total-Pages": components["headers"]["X-Total-Pages"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ListedHistoryEntry"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getCiImpact: {
        parameters: {
            query?: {
                /** @description Relationships on a path, default 10 */
                depth?: number;
                /** @description `downstream` (default): what fails with the CI. `upstream`: what it needs */
                direction?: "downstream" | "upstream";
                /** @description Walk relationships that a model found too; default false */
                include_ai?: boolean;
                /** @description List what is reached over relationships of the criticality `optional` alone too; default true */
                include_optional?: boolean;
                /** @description List software instances that nothing depends on too; default false. The others are listed always */
                include_software?: boolean;
            };
            header?: never;
            path: {
                /** @description Id of the thing; 404 for one that does not exist or is malformed */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The CIs affected, nearest first */
            200: {
                headers: {
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Impact"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getCiInsights: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the thing; 404 for one that does not exist or is malformed */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The insights */
            200: {
                headers: {
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InsightsOfCi"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getCiProvenance: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the thing; 404 for one that does not exist or is malformed */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The source of each value */
            200: {
                headers: {
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValueSources"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listInventoryRecords: {
        parameters: {
            query?: {
                /** @description `pagination.next_cursor` of the page before; takes the place of `page` */
                cursor?: components["parameters"]["Cursor"];
                /** @description Names of the fields to show, separated by commas; `id` is always shown */
                fields?: ("id" | "ci_id" | "collected_at")[];
                /** @description Entries per page */
                limit?: components["parameters"]["Limit"];
                /** @description Direction; ascending when only `sort` is given */
                order?: components["parameters"]["Order"];
                /** @description Page, from 1 */
                page?: components["parameters"]["Page"];
                /** @description Field to sort by */
                sort?: "position";
            };
            header?: never;
            path: {
                /** @description Id of the thing; 404 for one that does not exist or is malformed */
                id: components["parameters"]["Id"];
                /** @description Which records */
                kind: "disks" | "user-accounts" | "network-connections" | "network-adapters" | "processes" | "installed-applications";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Records of the newest collection */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-Page": components["headers"]["X-Page"];
                    "X-Per-Page": components["headers"]["X-Per-Page"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "X-Total-Pages": components["headers"]["X-Total-Pages"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ListedListInventoryRecordsItem"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    restoreCi: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the thing; 404 for one that does not exist or is malformed */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The whole CI */
            200: {
                headers: {
                    /** @description The CI's version; for If-Match and If-None-Match */
                    ETag?: string;
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CI"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getCiSbom: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the thing; 404 for one that does not exist or is malformed */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bill of materials */
            200: {
                headers: {
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example {"bomFormat":"CycloneDX","specVersion":"1.6","version":1,"components":[]} */
                    "application/vnd.cyclonedx+json": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listSightings: {
        parameters: {
            query?: {
                /** @description Names of the fields to show, separated by commas; `id` is always shown */
                fields?: ("scanner_id" | "source_class" | "scan_id" | "first_seen" | "last_seen" | "id")[];
                /** @description Entries per page */
                limit?: components["parameters"]["Limit"];
                /** @description Direction; ascending when only `sort` is given */
                order?: components["parameters"]["Order"];
                /** @description Page, from 1 */
                page?: components["parameters"]["Page"];
                /** @description Field to sort by */
                sort?: "last_seen";
            };
            header?: never;
            path: {
                /** @description Id of the thing; 404 for one that does not exist or is malformed */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One entry a scanner */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-Page": components["headers"]["X-Page"];
                    "X-Per-Page": components["headers"]["X-Per-Page"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "X-Total-Pages": components["headers"]["X-Total-Pages"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ListedSighting"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listCiVulnerabilities: {
        parameters: {
            query?: {
                /** @description `pagination.next_cursor` of the page before; takes the place of `page` */
                cursor?: components["parameters"]["Cursor"];
                /** @description Least predicted probability of exploitation */
                epss_min?: number;
                /** @description Names of the fields to show, separated by commas; `id` is always shown */
                fields?: ("cve" | "severity" | "cvss" | "epss" | "kev" | "published" | "modified" | "summary" | "status" | "instances" | "servers" | "services" | "by_status" | "priority" | "id")[];
                /** @description Published at or after */
                from?: string;
                /** @description Known to be exploited, or not */
                kev?: boolean;
                /** @description Entries per page */
                limit?: components["parameters"]["Limit"];
                /** @description Direction; ascending when only `sort` is given */
                order?: components["parameters"]["Order"];
                /** @description Page, from 1 */
                page?: components["parameters"]["Page"];
                /** @description Words in the id or the summary */
                search?: string;
                /** @description Values separated by commas */
                severity?: ("critical" | "high" | "medium" | "low" | "none" | "unknown")[];
                /** @description A Software CI */
                software_id?: string;
                /** @description Field to sort by */
                sort?: "published" | "priority";
                /** @description Values separated by commas */
                status?: ("affected" | "possible" | "accepted" | "fixed")[];
                /** @description Published before */
                to?: string;
            };
            header?: never;
            path: {
                /** @description Id of the thing; 404 for one that does not exist or is malformed */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-Page": components["headers"]["X-Page"];
                    "X-Per-Page": components["headers"]["X-Per-Page"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "X-Total-Pages": components["headers"]["X-Total-Pages"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ListedVulnerability"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    bulkCreateCis: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text that is new for each thing to be made: a repeat with the same key gets the first answer */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "items": [
                 *         {
                 *           "name": "shop-db",
                 *           "type": "server",
                 *           "description": "Keeps the orders of the shop",
                 *           "attributes": {
                 *             "os": "Debian 13"
                 *           },
                 *           "custom_fields": {
                 *             "owner_team": "shop"
                 *           }
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description What to work on, each on its own */
                    items: components["schemas"]["NewCI"][];
                    /**
                     * @description `atomic`: all or nothing, 400 for one fault; `per_item`: what is right is made
                     * @default atomic
                     * @enum {string}
                     */
                    mode?: "atomic" | "per_item";
                };
            };
        };
        responses: {
            /** @description What became of each item, in order */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkCreateCisResult"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listDeletedCis: {
        parameters: {
            query?: {
                /** @description `pagination.next_cursor` of the page before; takes the place of `page` */
                cursor?: components["parameters"]["Cursor"];
                /** @description Names of the fields to show, separated by commas; `id` is always shown */
                fields?: ("id" | "name" | "type" | "description" | "status" | "created_at" | "deleted_at" | "deleted_by")[];
                /** @description Entries per page */
                limit?: components["parameters"]["Limit"];
                /** @description Part of the name, in any case */
                name?: string;
                /** @description Page, from 1 */
                page?: components["parameters"]["Page"];
                /** @description Types, any spelling, separated by commas */
                type?: string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page, the latest deletion first */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-Page": components["headers"]["X-Page"];
                    "X-Per-Page": components["headers"]["X-Per-Page"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "X-Total-Pages": components["headers"]["X-Total-Pages"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ListedDeletedCI"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listInsights: {
        parameters: {
            query?: {
                /** @description Values separated by commas */
                criticality?: ("critical" | "high" | "medium" | "low")[];
                /** @description `pagination.next_cursor` of the page before; takes the place of `page` */
                cursor?: components["parameters"]["Cursor"];
                /** @description Names of the fields to show, separated by commas; `id` is always shown */
                fields?: ("id" | "ci_id" | "role" | "criticality" | "dependencies" | "summary" | "recommendations" | "confidence" | "source" | "model" | "generated_at")[];
                /** @description Entries per page */
                limit?: components["parameters"]["Limit"];
                /** @description Direction; ascending when only `sort` is given */
                order?: components["parameters"]["Order"];
                /** @description Page, from 1 */
                page?: components["parameters"]["Page"];
                /** @description Field to sort by */
                sort?: "generated_at";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-Page": components["headers"]["X-Page"];
                    "X-Per-Page": components["headers"]["X-Per-Page"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "X-Total-Pages": components["headers"]["X-Total-Pages"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ListedCiInsight"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listRelationshipTypes: {
        parameters: {
            query?: {
                /** @description Names of the fields to show, separated by commas; `id` is always shown */
                fields?: ("name" | "failure" | "built_in" | "id")[];
                /** @description Entries per page */
                limit?: components["parameters"]["Limit"];
                /** @description Direction; ascending when only `sort` is given */
                order?: components["parameters"]["Order"];
                /** @description Page, from 1 */
                page?: components["parameters"]["Page"];
                /** @description Field to sort by */
                sort?: "name";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Types */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-Page": components["headers"]["X-Page"];
                    "X-Per-Page": components["headers"]["X-Per-Page"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "X-Total-Pages": components["headers"]["X-Total-Pages"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ListedRelationshipType"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    setRelationshipType: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Name of the relationship type, in any spelling */
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "failure": "none"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Which way a failure travels: `target_to_source` where the source needs the target
                     * @enum {string}
                     */
                    failure: "none" | "source_to_target" | "target_to_source" | "both";
                };
            };
        };
        responses: {
            /** @description The type */
            200: {
                headers: {
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RelationshipType"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listRelationships: {
        parameters: {
            query?: {
                /** @description Either end */
                ci_id?: string;
                /** @description `pagination.next_cursor` of the page before; takes the place of `page` */
                cursor?: components["parameters"]["Cursor"];
                /** @description Names of the fields to show, separated by commas; `id` is always shown */
                fields?: ("id" | "type" | "source" | "target" | "attributes" | "discovered_by" | "confidence" | "first_seen" | "last_seen" | "created_at" | "created_by" | "updated_at")[];
                /** @description Show those that a model found; default false */
                include_ai?: boolean;
                /** @description Entries per page */
                limit?: components["parameters"]["Limit"];
                /** @description Direction; ascending when only `sort` is given */
                order?: components["parameters"]["Order"];
                /** @description Page, from 1 */
                page?: components["parameters"]["Page"];
                /** @description Field to sort by */
                sort?: components["parameters"]["Sort"];
                /** @description Id of the CI from which the relationship points */
                source_ci?: string;
                /** @description Id of the CI to which the relationship points */
                target_ci?: string;
                /** @description In any spelling */
                type?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Relationships */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-Page": components["headers"]["X-Page"];
                    "X-Per-Page": components["headers"]["X-Per-Page"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "X-Total-Pages": components["headers"]["X-Total-Pages"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ListedRelationship"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createRelationship: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text that is new for each thing to be made: a repeat with the same key gets the first answer */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewRelationship"];
            };
        };
        responses: {
            /** @description The relationship */
            201: {
                headers: {
                    /** @description The state of the relationship, for If-Match */
                    ETag?: string;
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    Location: components["headers"]["Location"];
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Relationship"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getRelationship: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags of copies that the caller has; 304 where one is current */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Id of the thing; 404 for one that does not exist or is malformed */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The relationship */
            200: {
                headers: {
                    /** @description The state of the relationship, for If-Match */
                    ETag?: string;
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Relationship"];
                };
            };
            /** @description The caller's copy is current */
            304: {
                headers: {
                    /** @description The state of the relationship, for If-Match */
                    ETag?: string;
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateRelationship: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags of the state that the change is meant for; 412 where it is another */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of the thing; 404 for one that does not exist or is malformed */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateRelationshipBody"];
            };
        };
        responses: {
            /** @description The whole relationship */
            200: {
                headers: {
                    /** @description The state of the relationship, for If-Match */
                    ETag?: string;
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Relationship"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteRelationship: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags of the state that the change is meant for; 412 where it is another */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of the thing; 404 for one that does not exist or is malformed */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone */
            200: {
                headers: {
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "Done"
                     *     }
                     */
                    "application/json": {
                        /** @description What was done, for people */
                        message: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createRelationships: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text that is new for each thing to be made: a repeat with the same key gets the first answer */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "items": [
                 *         {
                 *           "type": "depends_on",
                 *           "source_ci": "0198a8a0-5c1e-7000-8000-000000000001",
                 *           "target_ci": "0198a8a0-5c1e-7000-8000-000000000002",
                 *           "attributes": {
                 *             "port": 5432,
                 *             "protocol": "tcp"
                 *           },
                 *           "discovered_by": "import",
                 *           "confidence": 1
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description What to work on, each on its own */
                    items: components["schemas"]["NewRelationship"][];
                    /**
                     * @description `atomic`: all or nothing, 400 for one fault; `per_item`: what is right is made
                     * @default atomic
                     * @enum {string}
                     */
                    mode?: "atomic" | "per_item";
                };
            };
        };
        responses: {
            /** @description What became of each, in order */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateRelationshipsResult"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getDemo: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Its state */
            200: {
                headers: {
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Demo"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    loadDemo: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is loaded already */
            200: {
                headers: {
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Demo"];
                };
            };
            /** @description It is being done */
            202: {
                headers: {
                    Location: components["headers"]["Location"];
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Demo"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    removeDemo: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description There is none */
            200: {
                headers: {
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Demo"];
                };
            };
            /** @description It is being done */
            202: {
                headers: {
                    Location: components["headers"]["Location"];
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Demo"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listParkedHosts: {
        parameters: {
            query?: {
                /** @description `pagination.next_cursor` of the page before; takes the place of `page` */
                cursor?: components["parameters"]["Cursor"];
                /** @description True: those that people decided; default those that wait */
                decided?: boolean;
                /** @description Names of the fields to show, separated by commas; `id` is always shown */
                fields?: ("id" | "scan_id" | "scanner_id" | "observed_at" | "first_seen" | "created_at" | "times_seen" | "reason" | "seen" | "decision")[];
                /** @description Entries per page */
                limit?: components["parameters"]["Limit"];
                /** @description Direction; ascending when only `sort` is given */
                order?: components["parameters"]["Order"];
                /** @description Page, from 1 */
                page?: components["parameters"]["Page"];
                /** @description Field to sort by */
                sort?: components["parameters"]["Sort"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Parked hosts */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-Page": components["headers"]["X-Page"];
                    "X-Per-Page": components["headers"]["X-Per-Page"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "X-Total-Pages": components["headers"]["X-Total-Pages"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ListedParkedHost"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    decideParkedHost: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the thing; 404 for one that does not exist or is malformed */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "ci_id": "0198a8a0-5c1e-7000-8000-000000000001"
                 *     }
                 */
                "application/json": {
                    /** @description The CI that it is, a device; null dismisses it */
                    ci_id: string | null;
                };
            };
        };
        responses: {
            /** @description The decision */
            200: {
                headers: {
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DecidedHost"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    takeBackParkedDecision: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the thing; 404 for one that does not exist or is malformed */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It waits again */
            200: {
                headers: {
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "Done"
                     *     }
                     */
                    "application/json": {
                        /** @description What was done, for people */
                        message: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    submitScan: {
        parameters: {
            query?: {
                /** @description Decide which CIs the hosts are, and write nothing */
                dry_run?: boolean;
            };
            header?: {
                /** @description Any text that is new for each thing to be made: a repeat with the same key gets the first answer */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SubmitScanBody"];
                "application/octet-stream": string;
                "application/spdx+json": string;
                "application/vnd.cyclonedx+json": string;
                "application/x-compress": string;
                "application/x-compress-gzip": string;
                "application/x-compress-zlib": string;
                "application/xml": string;
                "text/xml": string;
            };
        };
        responses: {
            /** @description Of a dry run: what would be decided */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DryRun"];
                };
            };
            /** @description Taken on */
            202: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    Location: components["headers"]["Location"];
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubmittedScan"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listScans: {
        parameters: {
            query?: {
                /** @description `pagination.next_cursor` of the page before; takes the place of `page` */
                cursor?: components["parameters"]["Cursor"];
                /** @description Names of the fields to show, separated by commas; `id` is always shown */
                fields?: ("id" | "scanner_id" | "scan_type" | "status" | "hosts" | "created_at" | "completed_at" | "error")[];
                /** @description Inclusive, on created_at */
                from?: string;
                /** @description Entries per page */
                limit?: components["parameters"]["Limit"];
                /** @description Direction; ascending when only `sort` is given */
                order?: components["parameters"]["Order"];
                /** @description Page, from 1 */
                page?: components["parameters"]["Page"];
                /** @description Name of the scanner */
                scanner_id?: string;
                /** @description Field to sort by */
                sort?: components["parameters"]["Sort"];
                /** @description Status */
                status?: "running" | "completed" | "failed";
                /** @description Exclusive, on created_at */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Scans */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-Page": components["headers"]["X-Page"];
                    "X-Per-Page": components["headers"]["X-Per-Page"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "X-Total-Pages": components["headers"]["X-Total-Pages"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ListedScan"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getScan: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the thing; 404 for one that does not exist or is malformed */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The scan */
            200: {
                headers: {
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScanWithResults"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listDiscoveryTokens: {
        parameters: {
            query?: {
                /** @description `pagination.next_cursor` of the page before; takes the place of `page` */
                cursor?: components["parameters"]["Cursor"];
                /** @description Names of the fields to show, separated by commas; `id` is always shown */
                fields?: ("id" | "name" | "description" | "scopes" | "created_at" | "expires_at" | "last_used_at" | "allowed_ips")[];
                /** @description Entries per page */
                limit?: components["parameters"]["Limit"];
                /** @description Direction; ascending when only `sort` is given */
                order?: components["parameters"]["Order"];
                /** @description Page, from 1 */
                page?: components["parameters"]["Page"];
                /** @description Field to sort by */
                sort?: "name" | "created_at" | "updated_at" | "expires_at";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Tokens without their secrets */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-Page": components["headers"]["X-Page"];
                    "X-Per-Page": components["headers"]["X-Per-Page"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "X-Total-Pages": components["headers"]["X-Total-Pages"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ListedDiscoveryToken"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createDiscoveryToken: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text that is new for each thing to be made: a repeat with the same key gets the first answer */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateDiscoveryTokenBody"];
            };
        };
        responses: {
            /** @description The token, shown this once */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    Location: components["headers"]["Location"];
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewDiscoveryToken"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getDiscoveryToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the thing; 404 for one that does not exist or is malformed */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The token without its secret */
            200: {
                headers: {
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DiscoveryToken"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    revokeDiscoveryToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the thing; 404 for one that does not exist or is malformed */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The token is refused from now on */
            200: {
                headers: {
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "Done"
                     *     }
                     */
                    "application/json": {
                        /** @description What was done, for people */
                        message: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listEnrichmentRuns: {
        parameters: {
            query?: {
                /** @description `pagination.next_cursor` of the page before; takes the place of `page` */
                cursor?: components["parameters"]["Cursor"];
                /** @description Names of the fields to show, separated by commas; `id` is always shown */
                fields?: ("id" | "name" | "trigger" | "status" | "progress" | "changed" | "failed" | "tokens" | "cost" | "ci_ids" | "scan_id" | "requested_by" | "created_at" | "started_at" | "ended_at" | "error")[];
                /** @description Inclusive */
                from?: string;
                /** @description Entries per page */
                limit?: components["parameters"]["Limit"];
                /** @description Values separated by commas */
                name?: ("software-linking" | "families" | "cpe" | "process-mapping" | "insights" | "relationships" | "embeddings")[];
                /** @description Direction; ascending when only `sort` is given */
                order?: components["parameters"]["Order"];
                /** @description Page, from 1 */
                page?: components["parameters"]["Page"];
                /** @description Field to sort by */
                sort?: components["parameters"]["Sort"];
                /** @description Values separated by commas */
                status?: ("queued" | "running" | "completed" | "failed" | "cancelled")[];
                /** @description Exclusive */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-Page": components["headers"]["X-Page"];
                    "X-Per-Page": components["headers"]["X-Per-Page"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "X-Total-Pages": components["headers"]["X-Total-Pages"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ListedEnrichmentRun"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    startEnrichmentRun: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text that is new for each thing to be made: a repeat with the same key gets the first answer */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "cpe"
                 *     }
                 */
                "application/json": {
                    name: components["schemas"]["EnrichmentName"];
                };
            };
        };
        responses: {
            /** @description It waits for its turn */
            202: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    Location: components["headers"]["Location"];
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EnrichmentRun"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getEnrichmentRun: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the thing; 404 for one that does not exist or is malformed */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The run */
            200: {
                headers: {
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EnrichmentRun"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    cancelEnrichmentRun: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the thing; 404 for one that does not exist or is malformed */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The run */
            200: {
                headers: {
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EnrichmentRun"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listEnrichmentSchedules: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All schedules */
            200: {
                headers: {
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["EnrichmentSchedule"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateEnrichmentSchedule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Name of the enrichment */
                name: "software-linking" | "families" | "cpe" | "process-mapping" | "insights" | "relationships" | "embeddings";
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateEnrichmentScheduleBody"];
            };
        };
        responses: {
            /** @description The schedule */
            200: {
                headers: {
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EnrichmentSchedule"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /** @description Values separated by commas */
                ci_id?: string[];
                /** @description `pagination.next_cursor` of the page before; takes the place of `page` */
                cursor?: components["parameters"]["Cursor"];
                /** @description Names of the fields to show, separated by commas; `id` is always shown */
                fields?: ("id" | "title" | "description" | "severity" | "status" | "source" | "source_id" | "affected_cis" | "hostname" | "fqdn" | "ip_address" | "metrics" | "context" | "occurred_at" | "last_seen" | "occurrences" | "flapping" | "suppressed" | "symptom" | "deviation" | "resolved_at" | "created_at" | "created_by" | "updated_at")[];
                /** @description Of occurred_at, inclusive */
                from?: string;
                /** @description Entries per page */
                limit?: components["parameters"]["Limit"];
                /** @description Direction; ascending when only `sort` is given */
                order?: components["parameters"]["Order"];
                /** @description Page, from 1 */
                page?: components["parameters"]["Page"];
                /** @description Values separated by commas */
                severity?: ("critical" | "high" | "medium" | "low")[];
                /** @description Field to sort by */
                sort?: "occurred_at" | "created_at" | "updated_at";
                /** @description Values separated by commas */
                source?: string[];
                /** @description Values separated by commas */
                status?: ("open" | "acknowledged" | "resolved")[];
                /** @description Of occurred_at, exclusive */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-Page": components["headers"]["X-Page"];
                    "X-Per-Page": components["headers"]["X-Per-Page"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "X-Total-Pages": components["headers"]["X-Total-Pages"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ListedEvent"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    ingestEvent: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text that is new for each thing to be made: a repeat with the same key gets the first answer */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewEvent"];
            };
        };
        responses: {
            /** @description A repeat: the event that there is */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Event"];
                };
            };
            /** @description The new event */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    Location: components["headers"]["Location"];
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Event"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the thing; 404 for one that does not exist or is malformed */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The event */
            200: {
                headers: {
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Event"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    correlateEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the thing; 404 for one that does not exist or is malformed */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Events with the strength of their tie, and the suggested cause */
            200: {
                headers: {
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventCorrelations"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listEventHistory: {
        parameters: {
            query?: {
                /** @description `pagination.next_cursor` of the page before; takes the place of `page` */
                cursor?: components["parameters"]["Cursor"];
                /** @description Names of the fields to show, separated by commas; `id` is always shown */
                fields?: ("id" | "from" | "to" | "actor" | "comment" | "at")[];
                /** @description Entries per page */
                limit?: components["parameters"]["Limit"];
                /** @description Direction; ascending when only `sort` is given */
                order?: components["parameters"]["Order"];
                /** @description Page, from 1 */
                page?: components["parameters"]["Page"];
                /** @description Field to sort by */
                sort?: "at";
            };
            header?: never;
            path: {
                /** @description Id of the thing; 404 for one that does not exist or is malformed */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-Page": components["headers"]["X-Page"];
                    "X-Per-Page": components["headers"]["X-Per-Page"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "X-Total-Pages": components["headers"]["X-Total-Pages"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ListedEventStatusChange"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    changeEventStatus: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the thing; 404 for one that does not exist or is malformed */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "status": "open",
                 *       "comment": "On it"
                 *     }
                 */
                "application/json": {
                    /** @description A remark, for people */
                    comment?: string | null;
                    /**
                     * @description Its current state
                     * @enum {string}
                     */
                    status: "open" | "acknowledged" | "resolved";
                };
            };
        };
        responses: {
            /** @description The event */
            200: {
                headers: {
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Event"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getGraph: {
        parameters: {
            query: {
                /** @description Ids of CIs that are shown too, wherever they are; nothing is walked from them */
                also?: string[];
                /** @description Steps from the nearest root; 0: the roots and the relationships among them */
                depth?: number;
                /** @description `upstream`: what the roots need. `downstream`: what needs them. A relationship on which no failure travels is followed along its arrow upstream, and against it downstream */
                direction?: "both" | "upstream" | "downstream";
                /** @description Ids of CIs of the graph whose neighbours are shown too, however far from the roots */
                expand?: string[];
                /** @description Walk and show relationships that a model found too; default false */
                include_ai?: boolean;
                /** @description Show software instances that are only installed too; default false */
                include_software?: boolean;
                /** @description Most nodes, roots included; the nearest stay */
                limit?: number;
                /** @description Types of relationships to follow. Default: those on which a failure travels, and all others from the roots alone, so that a server shows its rack, but not all that stands in it */
                relationship_types?: string[];
                /** @description Ids of the CIs where the graph starts */
                roots: string[];
                /** @description Statuses of CIs; others are neither shown nor passed, except for roots. Default: every status */
                statuses?: ("active" | "inactive" | "maintenance")[];
                /** @description Types of CIs; others are neither shown nor passed, except for roots. Default: every type */
                types?: string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Nodes and links */
            200: {
                headers: {
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CIGraph"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getGraphPath: {
        parameters: {
            query: {
                /** @description Id of the CI where the paths begin */
                from: string;
                /** @description Walk and show relationships that a model found too; default false */
                include_ai?: boolean;
                /** @description Most relationships of a path */
                max_hops?: number;
                /** @description Types of relationships to follow, whichever way they point. Default: those on which a failure travels */
                relationship_types?: string[];
                /** @description Id of the CI where they end */
                to: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The paths, and what lies on them */
            200: {
                headers: {
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GraphPaths"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listIncidents: {
        parameters: {
            query?: {
                /** @description `pagination.next_cursor` of the page before; takes the place of `page` */
                cursor?: components["parameters"]["Cursor"];
                /** @description Names of the fields to show, separated by commas; `id` is always shown */
                fields?: ("id" | "status" | "severity" | "event_ids" | "event_count" | "open_count" | "root_cause" | "root_cause_reason" | "candidates" | "services" | "split_from" | "split_into" | "first_seen" | "last_seen" | "created_at" | "updated_at")[];
                /** @description Entries per page */
                limit?: components["parameters"]["Limit"];
                /** @description Direction; ascending when only `sort` is given */
                order?: components["parameters"]["Order"];
                /** @description Page, from 1 */
                page?: components["parameters"]["Page"];
                /** @description Values separated by commas */
                severity?: ("critical" | "high" | "medium" | "low")[];
                /** @description Field to sort by */
                sort?: "last_seen";
                /** @description Values separated by commas */
                status?: ("open" | "resolved")[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-Page": components["headers"]["X-Page"];
                    "X-Per-Page": components["headers"]["X-Per-Page"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "X-Total-Pages": components["headers"]["X-Total-Pages"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ListedIncident"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getIncident: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the thing; 404 for one that does not exist or is malformed */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The incident */
            200: {
                headers: {
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Incident"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listIntegrations: {
        parameters: {
            query?: {
                /** @description `pagination.next_cursor` of the page before; takes the place of `page` */
                cursor?: components["parameters"]["Cursor"];
                /** @description Names of the fields to show, separated by commas; `id` is always shown */
                fields?: ("id" | "name" | "platform" | "base_url" | "account" | "account_url" | "table" | "active" | "credentials" | "inbound" | "field_map" | "rich_text" | "webhook_url" | "created_at" | "created_by" | "updated_at")[];
                /** @description Entries per page */
                limit?: components["parameters"]["Limit"];
                /** @description Direction; ascending when only `sort` is given */
                order?: components["parameters"]["Order"];
                /** @description Page, from 1 */
                page?: components["parameters"]["Page"];
                /** @description Field to sort by */
                sort?: components["parameters"]["Sort"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-Page": components["headers"]["X-Page"];
                    "X-Per-Page": components["headers"]["X-Per-Page"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "X-Total-Pages": components["headers"]["X-Total-Pages"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ListedIntegration"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createIntegration: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text that is new for each thing to be made: a repeat with the same key gets the first answer */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateIntegrationBody"];
            };
        };
        responses: {
            /** @description The integration, without its secrets */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    Location: components["headers"]["Location"];
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Integration"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getIntegration: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the thing; 404 for one that does not exist or is malformed */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The integration */
            200: {
                headers: {
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Integration"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateIntegration: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the thing; 404 for one that does not exist or is malformed */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateIntegrationBody"];
            };
        };
        responses: {
            /** @description The integration */
            200: {
                headers: {
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Integration"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteIntegration: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the thing; 404 for one that does not exist or is malformed */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone */
            200: {
                headers: {
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "Done"
                     *     }
                     */
                    "application/json": {
                        /** @description What was done, for people */
                        message: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    testIntegration: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the thing; 404 for one that does not exist or is malformed */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Whether it works */
            200: {
                headers: {
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "error": null
                     *     }
                     */
                    "application/json": {
                        /** @description What it failed of, for people; null where it worked */
                        error: string | null;
                        /** @description Whether it worked */
                        ok: boolean;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listMaintenanceWindows: {
        parameters: {
            query?: {
                /** @description Ids of CIs */
                ci_id?: string;
                /** @description `pagination.next_cursor` of the page before; takes the place of `page` */
                cursor?: components["parameters"]["Cursor"];
                /** @description Names of the fields to show, separated by commas; `id` is always shown */
                fields?: ("id" | "ci_ids" | "from" | "to" | "reason" | "created_at" | "created_by")[];
                /** @description Entries per page */
                limit?: components["parameters"]["Limit"];
                /** @description Direction; ascending when only `sort` is given */
                order?: components["parameters"]["Order"];
                /** @description Page, from 1 */
                page?: components["parameters"]["Page"];
                /** @description Field to sort by */
                sort?: components["parameters"]["Sort"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-Page": components["headers"]["X-Page"];
                    "X-Per-Page": components["headers"]["X-Per-Page"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "X-Total-Pages": components["headers"]["X-Total-Pages"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ListedMaintenanceWindow"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createMaintenanceWindow: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text that is new for each thing to be made: a repeat with the same key gets the first answer */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateMaintenanceWindowBody"];
            };
        };
        responses: {
            /** @description The window */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    Location: components["headers"]["Location"];
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MaintenanceWindow"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getMaintenanceWindow: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the thing; 404 for one that does not exist or is malformed */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The window */
            200: {
                headers: {
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MaintenanceWindow"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteMaintenanceWindow: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the thing; 404 for one that does not exist or is malformed */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone */
            200: {
                headers: {
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "Done"
                     *     }
                     */
                    "application/json": {
                        /** @description What was done, for people */
                        message: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listSavedMaps: {
        parameters: {
            query?: {
                /** @description `pagination.next_cursor` of the page before; takes the place of `page` */
                cursor?: components["parameters"]["Cursor"];
                /** @description Names of the fields to show, separated by commas; `id` is always shown */
                fields?: ("id" | "name" | "depth" | "direction" | "filters" | "group_by" | "view" | "shared" | "owner" | "created_at" | "created_by" | "updated_at" | "root_count" | "position_count")[];
                /** @description Entries per page */
                limit?: components["parameters"]["Limit"];
                /** @description Direction; ascending when only `sort` is given */
                order?: components["parameters"]["Order"];
                /** @description Page, from 1 */
                page?: components["parameters"]["Page"];
                /** @description Part of the name, case aside */
                search?: string;
                /** @description Field to sort by */
                sort?: components["parameters"]["Sort"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-Page": components["headers"]["X-Page"];
                    "X-Per-Page": components["headers"]["X-Per-Page"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "X-Total-Pages": components["headers"]["X-Total-Pages"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ListedSavedMap"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createSavedMap: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text that is new for each thing to be made: a repeat with the same key gets the first answer */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateSavedMapBody"];
            };
        };
        responses: {
            /** @description The saved map */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    Location: components["headers"]["Location"];
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedMap"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getSavedMap: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the thing; 404 for one that does not exist or is malformed */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The saved map */
            200: {
                headers: {
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedMap"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateSavedMap: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the thing; 404 for one that does not exist or is malformed */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateSavedMapBody"];
            };
        };
        responses: {
            /** @description The saved map */
            200: {
                headers: {
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedMap"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteSavedMap: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the thing; 404 for one that does not exist or is malformed */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone */
            200: {
                headers: {
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "Done"
                     *     }
                     */
                    "application/json": {
                        /** @description What was done, for people */
                        message: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listSavedQueries: {
        parameters: {
            query?: {
                /** @description `pagination.next_cursor` of the page before; takes the place of `page` */
                cursor?: components["parameters"]["Cursor"];
                /** @description Names of the fields to show, separated by commas; `id` is always shown */
                fields?: ("id" | "name" | "description" | "query" | "shared" | "owner" | "created_at" | "created_by" | "updated_at")[];
                /** @description Entries per page */
                limit?: components["parameters"]["Limit"];
                /** @description Direction; ascending when only `sort` is given */
                order?: components["parameters"]["Order"];
                /** @description Page, from 1 */
                page?: components["parameters"]["Page"];
                /** @description Field to sort by */
                sort?: components["parameters"]["Sort"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-Page": components["headers"]["X-Page"];
                    "X-Per-Page": components["headers"]["X-Per-Page"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "X-Total-Pages": components["headers"]["X-Total-Pages"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ListedSavedQuery"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createSavedQuery: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text that is new for each thing to be made: a repeat with the same key gets the first answer */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateSavedQueryBody"];
            };
        };
        responses: {
            /** @description The saved query */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    Location: components["headers"]["Location"];
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedQuery"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getSavedQuery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the thing; 404 for one that does not exist or is malformed */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The saved query */
            200: {
                headers: {
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedQuery"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateSavedQuery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the thing; 404 for one that does not exist or is malformed */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateSavedQueryBody"];
            };
        };
        responses: {
            /** @description The saved query */
            200: {
                headers: {
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedQuery"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteSavedQuery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the thing; 404 for one that does not exist or is malformed */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone */
            200: {
                headers: {
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "Done"
                     *     }
                     */
                    "application/json": {
                        /** @description What was done, for people */
                        message: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    runSavedQuery: {
        parameters: {
            query?: {
                /** @description In place of the header Accept */
                format?: "json" | "csv" | "ndjson";
            };
            header?: never;
            path: {
                /** @description Id of the thing; 404 for one that does not exist or is malformed */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Rows; in CSV and NDJSON without their number */
            200: {
                headers: {
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QueryAnswer"];
                    /** @example {"name":"web01","type":"server","status":"active"} */
                    "application/x-ndjson": string;
                    /**
                     * @example name,type,status
                     *     web01,server,active
                     */
                    "text/csv; charset=utf-8": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    runQuery: {
        parameters: {
            query?: {
                /** @description Answer `{plan}` without running the form */
                explain?: boolean;
                /** @description In place of the header Accept */
                format?: "json" | "csv" | "ndjson";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["QueryForm"];
            };
        };
        responses: {
            /** @description Rows; in CSV and NDJSON without their number */
            200: {
                headers: {
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QueryAnswer"] | components["schemas"]["QueryPlan"];
                    /** @example {"name":"web01","type":"server","status":"active"} */
                    "application/x-ndjson": string;
                    /**
                     * @example name,type,status
                     *     web01,server,active
                     */
                    "text/csv; charset=utf-8": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listReports: {
        parameters: {
            query?: {
                /** @description What the template is about */
                category?: "inventory" | "software" | "security" | "operations" | "quality" | "risk";
                /** @description Who made it: a user's id, `<kind>:<id>` of a key or a scanner, or `system` */
                created_by?: string;
                /** @description `pagination.next_cursor` of the page before; takes the place of `page` */
                cursor?: components["parameters"]["Cursor"];
                /** @description Names of the fields to show, separated by commas; `id` is always shown */
                fields?: ("id" | "name" | "template_id" | "category" | "format" | "status" | "shared" | "created_by" | "created_at" | "completed_at" | "expires_at" | "size_bytes" | "rows" | "download_url")[];
                /** @description Entries per page */
                limit?: components["parameters"]["Limit"];
                /** @description Direction; ascending when only `sort` is given */
                order?: components["parameters"]["Order"];
                /** @description Page, from 1 */
                page?: components["parameters"]["Page"];
                /** @description Whether every user of the tenant may read it */
                shared?: boolean;
                /** @description Field to sort by */
                sort?: components["parameters"]["Sort"];
                /** @description Values separated by commas */
                status?: ("generating" | "completed" | "failed" | "expired")[];
                /** @description What is generated: the id of a template */
                template_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-Page": components["headers"]["X-Page"];
                    "X-Per-Page": components["headers"]["X-Per-Page"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "X-Total-Pages": components["headers"]["X-Total-Pages"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ListedReport"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getReport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the thing; 404 for one that does not exist or is malformed */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The report */
            200: {
                headers: {
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Report"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteReport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the thing; 404 for one that does not exist or is malformed */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone */
            200: {
                headers: {
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "Done"
                     *     }
                     */
                    "application/json": {
                        /** @description What was done, for people */
                        message: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    changeReport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the thing; 404 for one that does not exist or is malformed */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "shared": false,
                 *       "name": "shop-db"
                 *     }
                 */
                "application/json": {
                    /** @description Name that people read */
                    name?: string;
                    /** @description Whether every user of the tenant may read it */
                    shared?: boolean;
                };
            };
        };
        responses: {
            /** @description The report */
            200: {
                headers: {
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Report"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    downloadReport: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags of copies that the caller has; 304 where one is current */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description The entity tag or time of a copy that has the other bytes; the whole is sent where it is another */
                "If-Range"?: string;
                /** @description Bytes to send: one range of RFC 9110, section 14.1.2. Several ranges are answered by the whole */
                Range?: string;
            };
            path: {
                /** @description Id of the thing; 404 for one that does not exist or is malformed */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The whole file */
            200: {
                headers: {
                    "Accept-Ranges": components["headers"]["Accept-Ranges"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    /** @description Of the file; for If-None-Match and If-Range */
                    ETag?: string;
                    "Last-Modified": components["headers"]["Last-Modified"];
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                    "application/pdf": string;
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                    /**
                     * @example name,type,status
                     *     web01,server,active
                     */
                    "text/csv": string;
                    "text/html": string;
                };
            };
            /** @description The part that was asked for */
            206: {
                headers: {
                    "Accept-Ranges": components["headers"]["Accept-Ranges"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "Content-Range": components["headers"]["Content-Range"];
                    /** @description Of the file; for If-None-Match and If-Range */
                    ETag?: string;
                    "Last-Modified": components["headers"]["Last-Modified"];
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                    "application/pdf": string;
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                    /**
                     * @example name,type,status
                     *     web01,server,active
                     */
                    "text/csv": string;
                    "text/html": string;
                };
            };
            /** @description The caller's copy is current */
            304: {
                headers: {
                    /** @description Of the file; for If-None-Match and If-Range */
                    ETag?: string;
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            416: components["responses"]["RangeNotSatisfiable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getReportStatus: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the thing; 404 for one that does not exist or is malformed */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The status */
            200: {
                headers: {
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReportStatus"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    askQuestion: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "query": "How many servers are in maintenance?"
                 *     }
                 */
                "application/json": {
                    /** @description Where and how the question is asked */
                    context?: {
                        /**
                         * @description Add the trend of what is counted; default false
                         * @example false
                         */
                        include_predictions?: boolean;
                        /**
                         * @description Of `yesterday` and the like; default UTC
                         * @example Europe/Lisbon
                         */
                        time_zone?: string;
                    };
                    /**
                     * @description A question in English, 1 to 1,000 characters
                     * @example How many servers are in maintenance?
                     */
                    query: string;
                };
            };
        };
        responses: {
            /** @description The answer, or why there is none */
            200: {
                headers: {
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QuestionAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    generateReport: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text that is new for each thing to be made: a repeat with the same key gets the first answer */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GenerateReportBody"];
            };
        };
        responses: {
            /** @description It is being generated */
            202: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    Location: components["headers"]["Location"];
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GenerateReportResult"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listReportSchedules: {
        parameters: {
            query?: {
                /** @description `pagination.next_cursor` of the page before; takes the place of `page` */
                cursor?: components["parameters"]["Cursor"];
                /** @description Names of the fields to show, separated by commas; `id` is always shown */
                fields?: ("id" | "name" | "cron" | "time_zone" | "template_id" | "parameters" | "format" | "delivery" | "enabled" | "last_run" | "next_run" | "last_error" | "created_by" | "created_at" | "updated_at")[];
                /** @description Entries per page */
                limit?: components["parameters"]["Limit"];
                /** @description Direction; ascending when only `sort` is given */
                order?: components["parameters"]["Order"];
                /** @description Page, from 1 */
                page?: components["parameters"]["Page"];
                /** @description Field to sort by */
                sort?: components["parameters"]["Sort"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-Page": components["headers"]["X-Page"];
                    "X-Per-Page": components["headers"]["X-Per-Page"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "X-Total-Pages": components["headers"]["X-Total-Pages"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ListedReportSchedule"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createReportSchedule: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text that is new for each thing to be made: a repeat with the same key gets the first answer */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateReportScheduleBody"];
            };
        };
        responses: {
            /** @description The schedule */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    Location: components["headers"]["Location"];
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReportSchedule"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getReportSchedule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the thing; 404 for one that does not exist or is malformed */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The schedule */
            200: {
                headers: {
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReportSchedule"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateReportSchedule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the thing; 404 for one that does not exist or is malformed */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateReportScheduleBody"];
            };
        };
        responses: {
            /** @description The schedule */
            200: {
                headers: {
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReportSchedule"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteReportSchedule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the thing; 404 for one that does not exist or is malformed */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone */
            200: {
                headers: {
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "Done"
                     *     }
                     */
                    "application/json": {
                        /** @description What was done, for people */
                        message: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listReportTemplates: {
        parameters: {
            query?: {
                /** @description Names of the fields to show, separated by commas; `id` is always shown */
                fields?: ("id" | "name" | "category" | "description" | "parameters" | "formats")[];
                /** @description Entries per page */
                limit?: components["parameters"]["Limit"];
                /** @description Page, from 1 */
                page?: components["parameters"]["Page"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-Page": components["headers"]["X-Page"];
                    "X-Per-Page": components["headers"]["X-Per-Page"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "X-Total-Pages": components["headers"]["X-Total-Pages"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ListedReportTemplate"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listServices: {
        parameters: {
            query?: {
                /** @description `pagination.next_cursor` of the page before; takes the place of `page` */
                cursor?: components["parameters"]["Cursor"];
                /** @description Names of the fields to show, separated by commas; `id` is always shown */
                fields?: ("id" | "name" | "description" | "status" | "criticality" | "sla" | "components" | "health" | "created_at" | "created_by" | "updated_at" | "updated_by")[];
                /** @description Entries per page */
                limit?: components["parameters"]["Limit"];
                /** @description Direction; ascending when only `sort` is given */
                order?: components["parameters"]["Order"];
                /** @description Page, from 1 */
                page?: components["parameters"]["Page"];
                /** @description Words or their beginnings, at most 20, all of them in name and description; or an IP address, serial number or host name */
                search?: string;
                /** @description Field to sort by */
                sort?: "created_at" | "updated_at" | "name";
                /** @description Statuses separated by commas */
                status?: ("active" | "inactive" | "maintenance")[];
                /** @description Changed at this time or later */
                updated_since?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page, newest first */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-Page": components["headers"]["X-Page"];
                    "X-Per-Page": components["headers"]["X-Per-Page"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "X-Total-Pages": components["headers"]["X-Total-Pages"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ListedBusinessService"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createService: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text that is new for each thing to be made: a repeat with the same key gets the first answer */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateServiceBody"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    /** @description Version, components and health; for If-Match and If-None-Match */
                    ETag?: string;
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    Location: components["headers"]["Location"];
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BusinessService"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getService: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags of copies that the caller has; 304 where one is current */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Id of the thing; 404 for one that does not exist or is malformed */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The service */
            200: {
                headers: {
                    /** @description Version, components and health; for If-Match and If-None-Match */
                    ETag?: string;
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BusinessService"];
                };
            };
            /** @description The caller's copy is current */
            304: {
                headers: {
                    /** @description Version, components and health; for If-Match and If-None-Match */
                    ETag?: string;
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateService: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags of the state that the change is meant for; 412 where it is another */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of the thing; 404 for one that does not exist or is malformed */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateServiceBody"];
            };
        };
        responses: {
            /** @description The whole service */
            200: {
                headers: {
                    /** @description Version, components and health; for If-Match and If-None-Match */
                    ETag?: string;
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BusinessService"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteService: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags of the state that the change is meant for; 412 where it is another */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of the thing; 404 for one that does not exist or is malformed */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Says how many relationships went with it */
            200: {
                headers: {
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "Done"
                     *     }
                     */
                    "application/json": {
                        /** @description What was done, for people */
                        message: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    replaceServiceComponents: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags of the state that the change is meant for; 412 where it is another */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of the thing; 404 for one that does not exist or is malformed */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "components": [
                 *         {
                 *           "ci_id": "0198a8a0-5c1e-7000-8000-000000000001",
                 *           "role": "database",
                 *           "redundancy_group": "databases"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description The CIs that the service consists of, each with its role */
                    components: components["schemas"]["NewServiceComponent"][];
                };
            };
        };
        responses: {
            /** @description The whole service */
            200: {
                headers: {
                    /** @description Version, components and health; for If-Match and If-None-Match */
                    ETag?: string;
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BusinessService"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getServiceDependencies: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the thing; 404 for one that does not exist or is malformed */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description By way of their components */
            200: {
                headers: {
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceDependencies"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getServiceDependencyMap: {
        parameters: {
            query?: {
                /** @description Steps each way */
                depth?: number;
            };
            header?: {
                /** @description Entity tags of copies that the caller has; 304 where one is current */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Id of the thing; 404 for one that does not exist or is malformed */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Readable without colour, light or dark as the reader's screen is */
            200: {
                headers: {
                    /** @description Of the picture; for If-None-Match */
                    ETag?: string;
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example <svg xmlns="http://www.w3.org/2000/svg" width="200" height="80"/> */
                    "image/svg+xml": string;
                };
            };
            /** @description The caller's copy is current */
            304: {
                headers: {
                    /** @description Of the picture; for If-None-Match */
                    ETag?: string;
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getServiceExposure: {
        parameters: {
            query?: {
                /** @description How many to name */
                top?: number;
            };
            header?: never;
            path: {
                /** @description Id of the thing; 404 for one that does not exist or is malformed */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The exposure */
            200: {
                headers: {
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceExposure"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listSoftwareMappings: {
        parameters: {
            query?: {
                /** @description `pagination.next_cursor` of the page before; takes the place of `page` */
                cursor?: components["parameters"]["Cursor"];
                /** @description Kinds of software */
                family?: "Browsers" | "Databases" | "Development Tools" | "Runtime Environments" | "Office Productivity" | "Security Software" | "Operating Systems" | "Virtualization" | "Web Servers" | "Monitoring Tools" | "Multimedia" | "Utilities" | "Enterprise Applications";
                /** @description Names of the fields to show, separated by commas; `id` is always shown */
                fields?: ("id" | "instance_name" | "normalized_instance_name" | "instance_patterns" | "software" | "family" | "process_names" | "windows_services" | "process_type" | "status" | "confidence" | "source" | "process_source" | "usage_count" | "last_verified" | "notes" | "created_at" | "updated_at")[];
                /** @description Entries per page */
                limit?: components["parameters"]["Limit"];
                /** @description Direction; ascending when only `sort` is given */
                order?: components["parameters"]["Order"];
                /** @description Page, from 1 */
                page?: components["parameters"]["Page"];
                /** @description How it runs */
                process_type?: "application" | "service" | "library";
                /** @description Words of name, software, vendor or patterns, all of them */
                search?: string;
                /** @description Field to sort by */
                sort?: "instance_name" | "created_at" | "updated_at";
                /** @description Source */
                source?: "manual" | "ai" | "import" | "system" | "pending";
                /** @description Status */
                status?: "active" | "pending" | "review";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-Page": components["headers"]["X-Page"];
                    "X-Per-Page": components["headers"]["X-Per-Page"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "X-Total-Pages": components["headers"]["X-Total-Pages"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ListedSoftwareMapping"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createSoftwareMapping: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text that is new for each thing to be made: a repeat with the same key gets the first answer */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateSoftwareMappingBody"];
            };
        };
        responses: {
            /** @description The mapping */
            201: {
                headers: {
                    /** @description The mapping's version, for If-Match */
                    ETag?: string;
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    Location: components["headers"]["Location"];
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SoftwareMapping"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getSoftwareMapping: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags of copies that the caller has; 304 where one is current */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Id of the thing; 404 for one that does not exist or is malformed */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The mapping */
            200: {
                headers: {
                    /** @description The mapping's version, for If-Match */
                    ETag?: string;
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SoftwareMapping"];
                };
            };
            /** @description The caller's copy is current */
            304: {
                headers: {
                    /** @description The mapping's version, for If-Match */
                    ETag?: string;
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateSoftwareMapping: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags of the state that the change is meant for; 412 where it is another */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of the thing; 404 for one that does not exist or is malformed */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateSoftwareMappingBody"];
            };
        };
        responses: {
            /** @description The whole mapping */
            200: {
                headers: {
                    /** @description The mapping's version, for If-Match */
                    ETag?: string;
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SoftwareMapping"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteSoftwareMapping: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags of the state that the change is meant for; 412 where it is another */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of the thing; 404 for one that does not exist or is malformed */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone */
            200: {
                headers: {
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "Done"
                     *     }
                     */
                    "application/json": {
                        /** @description What was done, for people */
                        message: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    verifySoftwareMapping: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the thing; 404 for one that does not exist or is malformed */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The whole mapping */
            200: {
                headers: {
                    /** @description The mapping's version, for If-Match */
                    ETag?: string;
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SoftwareMapping"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    exportSoftwareMappings: {
        parameters: {
            query?: {
                /** @description Kinds of software */
                family?: "Browsers" | "Databases" | "Development Tools" | "Runtime Environments" | "Office Productivity" | "Security Software" | "Operating Systems" | "Virtualization" | "Web Servers" | "Monitoring Tools" | "Multimedia" | "Utilities" | "Enterprise Applications";
                /** @description Format of the answer; else `Accept` chooses */
                format?: "ndjson" | "csv";
                /** @description How it runs */
                process_type?: "application" | "service" | "library";
                /** @description Source */
                source?: "manual" | "ai" | "import" | "system" | "pending";
                /** @description Status */
                status?: "active" | "pending" | "review";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One JSON per line, or CSV with a line of names */
            200: {
                headers: {
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                    /** @example id,instance_name,normalized_instance_name,instance_patterns,software_name,software_vendor,family,windows_processes,macos_processes,linux_processes,windows_services,process_type,status,confidence,source,usage_count,last_verified,notes,created_at,updated_at */
                    "text/csv; charset=utf-8": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    importSoftwareMappings: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text that is new for each thing to be made: a repeat with the same key gets the first answer */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/ndjson": string;
                "application/x-ndjson": string;
                "text/csv": string;
            };
        };
        responses: {
            /** @description What became of the lines */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportResult"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    identifySoftware: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "items": [
                 *         {
                 *           "name": "shop-db",
                 *           "vendor": "PGDG",
                 *           "version": "17.2",
                 *           "cpe_name": "cpe:2.3:a:postgresql:postgresql:17.2:*:*:*:*:*:*:*"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description What to work on, each on its own */
                    items: {
                        /** @description A CPE 2.3 name or 2.2 URI that came with the program */
                        cpe_name?: string | null;
                        /** @description Name that people read */
                        name: string;
                        /**
                         * @description Where the name was read; default other
                         * @enum {string|null}
                         */
                        platform?: "windows_program" | "macos_app" | "deb" | "rpm" | "homebrew" | "python" | "npm" | "java" | "vscode_extension" | "chrome_extension" | "firefox_addon" | "android" | "appliance" | "other" | null;
                        /** @description Maker */
                        vendor?: string | null;
                        /** @description Version */
                        version?: string | null;
                    }[];
                };
            };
        };
        responses: {
            /** @description One result per item, in order */
            200: {
                headers: {
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": [
                     *         {
                     *           "normalized_name": "postgresql",
                     *           "software": {
                     *             "name": "PostgreSQL",
                     *             "vendor": "PGDG"
                     *           },
                     *           "family": "Databases",
                     *           "kind": "application",
                     *           "mapping_id": null,
                     *           "cpe": {
                     *             "name": "shop-db",
                     *             "match": "exact",
                     *             "score": 0.9,
                     *             "method": "version",
                     *             "candidates": [
                     *               {
                     *                 "name": "shop-db",
                     *                 "score": 0.9,
                     *                 "reasons": [
                     *                   "vendor and product are equal"
                     *                 ]
                     *               }
                     *             ],
                     *             "reasons": [
                     *               "vendor and product are equal"
                     *             ]
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description One entry for each that was sent or asked for, in order */
                        results: components["schemas"]["IdentifiedSoftware"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    streamChanges: {
        parameters: {
            query?: {
                /** @description Only changes of these kinds of things; default all that the caller may read */
                kinds?: ("ci" | "relationship" | "event" | "incident" | "scan" | "enrichment_run" | "report" | "change_analysis" | "vulnerability" | "demo")[];
                /** @description Ends the stream after so long; 0: once it told what changed since Last-Event-ID */
                max_seconds?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Messages, until the client leaves or the service ends it */
            200: {
                headers: {
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example retry: 2000
                     *     event: open
                     *     data: {"kinds":["ci","event"]}
                     *
                     *     id: 5f0c1a9be377.812:815:
                     *     event: event.changed
                     *     data: {"kind":"event","count":1,"many":false,"items":[{"id":"01985d0c-…","change":"created","status":"open","severity":"high"}]}
                     */
                    "text/event-stream": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getSummary: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The figures */
            200: {
                headers: {
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Summary"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listVulnerabilities: {
        parameters: {
            query?: {
                /** @description Ids of CIs */
                ci_id?: string;
                /** @description `pagination.next_cursor` of the page before; takes the place of `page` */
                cursor?: components["parameters"]["Cursor"];
                /** @description Least predicted probability of exploitation */
                epss_min?: number;
                /** @description Names of the fields to show, separated by commas; `id` is always shown */
                fields?: ("cve" | "severity" | "cvss" | "epss" | "kev" | "published" | "modified" | "summary" | "status" | "instances" | "servers" | "services" | "by_status" | "priority" | "id")[];
                /** @description Published at or after */
                from?: string;
                /** @description Known to be exploited, or not */
                kev?: boolean;
                /** @description Entries per page */
                limit?: components["parameters"]["Limit"];
                /** @description Direction; ascending when only `sort` is given */
                order?: components["parameters"]["Order"];
                /** @description Page, from 1 */
                page?: components["parameters"]["Page"];
                /** @description Words in the id or the summary */
                search?: string;
                /** @description Id of the service */
                service_id?: string;
                /** @description Values separated by commas */
                severity?: ("critical" | "high" | "medium" | "low" | "none" | "unknown")[];
                /** @description A Software CI */
                software_id?: string;
                /** @description Field to sort by */
                sort?: "published" | "priority";
                /** @description Values separated by commas */
                status?: ("affected" | "possible" | "accepted" | "fixed")[];
                /** @description Published before */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-Page": components["headers"]["X-Page"];
                    "X-Per-Page": components["headers"]["X-Per-Page"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "X-Total-Pages": components["headers"]["X-Total-Pages"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ListedVulnerability"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getVulnerability: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the CVE */
                cve: components["parameters"]["Cve"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The vulnerability */
            200: {
                headers: {
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VulnerabilityDetail"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    decideVulnerability: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the CVE */
                cve: components["parameters"]["Cve"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DecideVulnerabilityBody"];
            };
        };
        responses: {
            /** @description The decision */
            200: {
                headers: {
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VulnerabilityDecision"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    withdrawVulnerabilityDecision: {
        parameters: {
            query?: {
                /** @description The decision on all installations */
                all?: "true";
                /** @description The server or software instance of the decision */
                ci_id?: string;
            };
            header?: never;
            path: {
                /** @description Id of the CVE */
                cve: components["parameters"]["Cve"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is taken back */
            200: {
                headers: {
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "Done"
                     *     }
                     */
                    "application/json": {
                        /** @description What was done, for people */
                        message: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listWebhooks: {
        parameters: {
            query?: {
                /** @description `pagination.next_cursor` of the page before; takes the place of `page` */
                cursor?: components["parameters"]["Cursor"];
                /** @description Names of the fields to show, separated by commas; `id` is always shown */
                fields?: ("id" | "name" | "url" | "events" | "headers" | "active" | "disabled_reason" | "disabled_at" | "failing_since" | "created_at" | "created_by" | "updated_at")[];
                /** @description Entries per page */
                limit?: components["parameters"]["Limit"];
                /** @description Direction; ascending when only `sort` is given */
                order?: components["parameters"]["Order"];
                /** @description Page, from 1 */
                page?: components["parameters"]["Page"];
                /** @description Field to sort by */
                sort?: components["parameters"]["Sort"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-Page": components["headers"]["X-Page"];
                    "X-Per-Page": components["headers"]["X-Per-Page"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "X-Total-Pages": components["headers"]["X-Total-Pages"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ListedWebhook"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text that is new for each thing to be made: a repeat with the same key gets the first answer */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateWebhookBody"];
            };
        };
        responses: {
            /** @description The webhook with its secret */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    Location: components["headers"]["Location"];
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RegisteredWebhook"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the thing; 404 for one that does not exist or is malformed */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook, without its secret */
            200: {
                headers: {
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the thing; 404 for one that does not exist or is malformed */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateWebhookBody"];
            };
        };
        responses: {
            /** @description The webhook */
            200: {
                headers: {
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the thing; 404 for one that does not exist or is malformed */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone */
            200: {
                headers: {
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "Done"
                     *     }
                     */
                    "application/json": {
                        /** @description What was done, for people */
                        message: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /** @description `pagination.next_cursor` of the page before; takes the place of `page` */
                cursor?: components["parameters"]["Cursor"];
                /** @description Values separated by commas */
                event?: string[];
                /** @description Names of the fields to show, separated by commas; `id` is always shown */
                fields?: ("id" | "webhook_id" | "event" | "status" | "attempts" | "response_status" | "error" | "created_at" | "next_attempt_at" | "delivered_at")[];
                /** @description Entries per page */
                limit?: components["parameters"]["Limit"];
                /** @description Direction; ascending when only `sort` is given */
                order?: components["parameters"]["Order"];
                /** @description Page, from 1 */
                page?: components["parameters"]["Page"];
                /** @description Field to sort by */
                sort?: components["parameters"]["Sort"];
                /** @description Values separated by commas */
                status?: ("pending" | "delivered" | "failed")[];
            };
            header?: never;
            path: {
                /** @description Id of the thing; 404 for one that does not exist or is malformed */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-Page": components["headers"]["X-Page"];
                    "X-Per-Page": components["headers"]["X-Per-Page"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "X-Total-Pages": components["headers"]["X-Total-Pages"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ListedWebhookDelivery"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text that is new for each thing to be made: a repeat with the same key gets the first answer */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of the thing; 404 for one that does not exist or is malformed */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The new secret */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RotateWebhookSecretResult"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text that is new for each thing to be made: a repeat with the same key gets the first answer */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of the thing; 404 for one that does not exist or is malformed */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery, which is queued */
            202: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    Location: components["headers"]["Location"];
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    redeliverWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the thing; 404 for one that does not exist or is malformed */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery, which is queued */
            202: {
                headers: {
                    "X-API-Key-Expires": components["headers"]["X-API-Key-Expires"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Reset-After": components["headers"]["X-RateLimit-Reset-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
}
