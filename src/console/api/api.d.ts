// Written by `npm run console:types` from the service's OpenAPI documents. Do not edit.

export interface paths {
    "/api/ai-analytics/dashboard": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show what AI operations used
         * @description Requests, tokens, cost, failures and fall-backs to rules, of the tenant.
         */
        get: operations["getAiDashboard"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ai-analytics/feedback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Say whether an answer was right
         * @description Of an answer that the same caller got. Said again, it replaces what was said before.
         */
        post: operations["giveAnswerFeedback"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ai-analytics/optimization-recommendations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what would make AI operations cheaper, faster or better
         * @description Computed from the log: questions that are asked often, operations that fail, fall back, are slow, or cost more than their ratings are worth. Questions are the caller's own; with `admin.audit` those of everybody.
         */
        get: operations["listAiRecommendations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ai-analytics/queries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List AI operations
         * @description Newest first, without the questions themselves. Median and 95 of 100 by operation stand in the dashboard.
         */
        get: operations["listAiQueries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ai-relationships/{id}/confidence": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set the confidence of a proposal
         * @description Needs `cmdb.write` too.
         */
        put: operations["setAiRelationshipConfidence"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ai-relationships/analyze": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Look for relationships of CIs
         * @description From observed connections, from fields that name another CI, and from names; a model adds, where one is configured, and is marked. What is found is written as relationships that only `include_ai=true` shows. What is declared or was rejected is not proposed. Needs `cmdb.read` too.
         */
        post: operations["analyzeRelationships"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ai-relationships/feedback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm or reject a proposal
         * @description A confirmed one counts as declared and keeps its mark in `discovered_by`; a rejected one goes and is not proposed again. Needs `cmdb.write` too.
         */
        post: operations["giveAiRelationshipFeedback"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ai/analyze": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Analyse a text or a CI
         * @description Either `text` or `ciId`. What a text names is found through identifiers; findings come from the records of the CIs and name the records that show them. A model, where one is configured, words the summary. Needs `cmdb.read` too; open events are told of to holders of `events.read`.
         */
        post: operations["analyze"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ai/discover-relationships": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Propose relationships of CIs
         * @description From observed connections, from fields that name another CI, and from names; a model adds, where one is configured, and is marked. What is found is written as relationships that only `include_ai=true` shows. What is declared or was rejected is not proposed. Needs `cmdb.read` too.
         */
        post: operations["discoverRelationships"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ai/generate-insights": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make insights of CIs
         * @description Of one CI, or of the newest of a type; either `ciId` or `type`. A model, where one is configured, tells role, criticality and dependencies of the first ten. Needs `cmdb.read` too.
         */
        post: operations["generateInsights"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ai/jobs/{jobId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get how far a job is
         * @description Any enrichment run, with what it did once it has ended.
         */
        get: operations["getAiJob"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ai/search-semantic": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find CIs by meaning and words
         * @description CIs that the text names come first: by name, address, serial number, host name or asset tag. The others are found by their words and, where an embedding model is configured, by their meaning. Also needs `cmdb.read`.
         */
        get: operations["searchSemantic"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/login": {
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
    "/api/ci/{ciId}/ai-relationships": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a CI's relationships that were proposed
         * @description In both directions, confirmed ones included, newest first.
         */
        get: operations["listAiRelationships"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cmdb-ai/embeddings/generate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Have embeddings made
         * @description Of the named CIs, or of all; those that are up to date are left out unless `force`. While an equal job has not ended, that one is the answer. 409 without an embedding model, or with 20 such jobs waiting.
         */
        post: operations["generateEmbeddings"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cmdb-ai/embeddings/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * See how many CIs can be found by meaning
         * @description Also needs `cmdb.read`.
         */
        get: operations["getEmbeddingStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cmdb-ai/find-related": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Find CIs that belong together with a CI
         * @description Near it in the graph, with the same rare software, of its type with the same neighbours, or with a similar text. Also needs `cmdb.read`.
         */
        post: operations["findRelatedCis"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cmdb-ai/insights/{ciId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make the insights of a CI
         * @description By a model where one answers, else by rules; kept as the CI's record. Needs `cmdb.read` too.
         */
        post: operations["makeCiInsights"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cmdb-ai/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Find CIs by meaning and words, of a type or status
         * @description CIs that the text names come first: by name, address, serial number, host name or asset tag. The others are found by their words and, where an embedding model is configured, by their meaning. Also needs `cmdb.read`. Filters hold before the best are chosen.
         */
        post: operations["searchCis"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cmdb-ai/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Test the model service
         * @description Asks the model and the embedding model one small question each; never shows the key.
         */
        get: operations["testAi"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cmdb-settings/process-mapping/analyze": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How many mappings have process names, and relationships their application
         * @description Mappings are the tenant's own and the built-in ones (source `system`).
         */
        get: operations["analyzeProcessMapping"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cmdb-settings/process-mapping/run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run process mapping
         * @description `enrich` finds process names for mappings and software without any, `apply` gives relationships the applications of their processes, `fix-relationships` repairs the software hierarchy, `all` does everything. A tenant's runs go one after the other. While an equal one is unfinished, that one is the answer; with 20 unfinished, 409.
         */
        post: operations["runProcessMapping"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cmdb-settings/process-mapping/run/{jobId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How far a run is, and what it has done
         * @description Kept for a while after its end.
         */
        get: operations["getProcessMappingRun"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cmdb-settings/software-families": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The 13 families of software, with how much software and how many instances each has
         * @description In the order of their names, including empty ones.
         */
        get: operations["listSoftwareFamilies"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cmdb/ci": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List configuration items
         * @description Further filters, compared as text: `attributes.<key>=` and `customFields.<key>=`, keys being 1 to 64 letters, digits, `_`, `.` and `-`. They find numbers, booleans and texts of up to 1,000 characters at the first level, of each CI the first 100 of these, attributes before custom fields. Longer texts, nested values and whatever comes later match no filter.
         */
        get: operations["listCis"];
        put?: never;
        /**
         * Create a configuration item
         * @description 409 with `existingId` where a CI of this type has the name or the serial number.
         */
        post: operations["createCi"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cmdb/ci/{id}": {
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
         * @description With `protect=true` 409 where other CIs depend on it; with a stale `If-Match` 412.
         */
        delete: operations["deleteCi"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cmdb/relationships": {
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
    "/api/cmdb/relationships/{id}": {
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
    "/api/discovery/process-scan/{scanId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Have relationships proposed from a scan
         * @description From the connections and processes of its hosts. While a job of the same scan has not ended, that one is the answer. 409 where this service cannot propose any, or with 20 such jobs waiting.
         */
        post: operations["processScan"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/discovery/scan-data": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List raw scan records, newest first
         * @description What scanners sent of each host, and what became of it.
         */
        get: operations["listRawScanRecords"];
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
    "/api/discovery/tokens": {
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
    "/api/discovery/tokens/{id}": {
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
    "/api/events": {
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
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/events/{id}": {
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
    "/api/events/{id}/status": {
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
    "/api/events/ingest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
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
    "/api/events/webhook/{source}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take the webhook of a monitoring system
         * @description Sources: prometheus, zabbix, nagios, icinga2, grafana, datadog, cloudwatch, pagerduty, generic. The message is that of the source, as it sends it. What cannot be read is told in `errors`; the rest counts all the same.
         */
        post: operations["receiveWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/holidays/generate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a holiday calendar
         * @description Of a country or one of its regions in a year. Predefined rules come first; a model, where one is configured, is asked for a country that they lack. What neither knows is 404, which names the countries or regions that are known. Data of predefined holidays: date-holidays, from Wikipedia, under CC BY-SA 3.0.
         */
        post: operations["generateHolidays"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/integrations/{itsm}/webhook/{configId}/change-analysis": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take a change that a service desk reports, to analyse its risk
         * @description The service desk proves itself as the integration's `inbound` says: by a secret in a header, by `sha256=<hex>`, the HMAC of the body, or by sending `{jwt}` with the message in the claim `data`. The latest content of a task is analysed once, however often it is sent. Xurrent's `webhook.verify` is answered by calling its callback.
         */
        post: operations["receiveChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/process-application-mapping/apply": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give relationships the applications of their processes
         * @description Sets `application {name, vendor, family}` and `aiEnhanced` on relationships that name a process and have no application. A name that several products share (java, node, python) names none of them. What 15 seconds do not reach is left to the next call; a run goes through everything.
         */
        post: operations["applyProcessMapping"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/process-application-mapping/unmapped-stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Processes on relationships whose application is not known
         * @description The 100 most frequent; spellings that differ in path, case, `.exe` or arguments count as one.
         */
        get: operations["getUnmappedProcesses"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/process-identification/bulk-identify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Find the process names of many Software CIs
         * @description Of those named, else of all, or those of a family, that have none. A tenant's runs go one after the other. While an equal one is unfinished, that one is the answer; with 20 unfinished, 409.
         */
        post: operations["bulkIdentifyProcesses"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/process-identification/identify/{softwareId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Find the process names of a Software CI
         * @description By the built-in knowledge, else by what machines show where it is installed, else by the model, whose word counts from a confidence of 0.7. What a person has said stays.
         */
        post: operations["identifyProcesses"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/process-identification/process-names/{softwareId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The process names of a Software CI
         * @description What the built-in knowledge alone has is shown too, with `applied: false`.
         */
        get: operations["getProcessNames"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/process-identification/software-without-processes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Software CIs without process names, newest first
         * @description Process mapping cannot assign relationships to these.
         */
        get: operations["listSoftwareWithoutProcesses"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/reports/ai/generate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Have a report of a question in English generated
         * @description The question is read as by `POST /v1/reports/ai/query`. One that is not understood is refused with the words that are not known. The form that it means is kept with the report, whose status and file are those of every report. Besides `reports.create` the credential needs `ai.use` and the scopes of the data.
         */
        post: operations["generateReportInWords"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/software-mappings": {
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
    "/api/software-mappings/{id}": {
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
    "/api/software-mappings/{id}/verify": {
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
    "/api/software-mappings/export": {
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
    "/api/software-mappings/import": {
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
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * @example {
         *       "period": "24h",
         *       "requests": 120,
         *       "tokens": {
         *         "prompt": 41200,
         *         "completion": 3100
         *       },
         *       "cost": 0.0081,
         *       "errors": 2,
         *       "fallbackRate": 0.04,
         *       "byOperation": [
         *         {
         *           "operation": "questions",
         *           "requests": 120,
         *           "errors": 2,
         *           "tokens": {
         *             "prompt": 41200,
         *             "completion": 3100
         *           },
         *           "cost": 0.0081,
         *           "p50": 310,
         *           "p95": 2400,
         *           "fallbackRate": 0.04
         *         }
         *       ],
         *       "byModel": [
         *         {
         *           "model": "gpt-4o-mini",
         *           "requests": 120,
         *           "errors": 2,
         *           "tokens": {
         *             "prompt": 41200,
         *             "completion": 3100
         *           },
         *           "cost": 0.0081,
         *           "p50": 310,
         *           "p95": 2400
         *         }
         *       ],
         *       "limiter": {
         *         "limit": 30,
         *         "used": 12,
         *         "waiting": 0
         *       }
         *     }
         */
        AiDashboard: {
            /** @description By model; requests are those to the service */
            byModel: {
                /**
                 * @description In the currency of the configured price; null without one
                 * @example 0.0081
                 */
                cost: number | null;
                /**
                 * @description How many failed
                 * @example 2
                 */
                errors: number;
                /**
                 * @description Name of the model
                 * @example gpt-4o-mini
                 */
                model: string;
                /**
                 * @description Median of milliseconds
                 * @example 310
                 */
                p50: number;
                /**
                 * @description Milliseconds that 95 of 100 do not exceed
                 * @example 2400
                 */
                p95: number;
                /**
                 * @description How many
                 * @example 120
                 */
                requests: number;
                /**
                 * @description Null where the service tells none
                 * @example {
                 *       "prompt": 41200,
                 *       "completion": 3100
                 *     }
                 */
                tokens: {
                    /**
                     * @description Tokens of answers
                     * @example 3100
                     */
                    completion: number | null;
                    /**
                     * @description Tokens of prompts
                     * @example 41200
                     */
                    prompt: number | null;
                } | null;
            }[];
            /** @description By operation, and by purpose of what Orrery asks a model by itself */
            byOperation: {
                /**
                 * @description In the currency of the configured price; null without one
                 * @example 0.0081
                 */
                cost: number | null;
                /**
                 * @description How many failed
                 * @example 2
                 */
                errors: number;
                /**
                 * @description Share that rules answered because the model gave nothing of use; null where none was asked
                 * @example 0.04
                 */
                fallbackRate: number | null;
                /**
                 * @description Operation, or purpose of what Orrery asks a model by itself
                 * @example questions
                 */
                operation: string;
                /**
                 * @description Median of milliseconds
                 * @example 310
                 */
                p50: number;
                /**
                 * @description Milliseconds that 95 of 100 do not exceed
                 * @example 2400
                 */
                p95: number;
                /**
                 * @description How many
                 * @example 120
                 */
                requests: number;
                /**
                 * @description Null where the service tells none
                 * @example {
                 *       "prompt": 41200,
                 *       "completion": 3100
                 *     }
                 */
                tokens: {
                    /**
                     * @description Tokens of answers
                     * @example 3100
                     */
                    completion: number | null;
                    /**
                     * @description Tokens of prompts
                     * @example 41200
                     */
                    prompt: number | null;
                } | null;
            }[];
            /**
             * @description In the currency of the configured price; null without one
             * @example 0.0081
             */
            cost: number | null;
            /**
             * @description How many failed
             * @example 2
             */
            errors: number;
            /**
             * @description Share that rules answered because the model gave nothing of use; null where none was asked
             * @example 0.04
             */
            fallbackRate: number | null;
            /** @description The limit of requests to the model service */
            limiter: {
                /**
                 * @description Requests a minute to the model service, of the whole installation
                 * @example 30
                 */
                limit: number;
                /**
                 * @description Requests within the last minute
                 * @example 12
                 */
                used: number;
                /**
                 * @description Requests of the process that answers which wait for their turn
                 * @example 0
                 */
                waiting: number;
            };
            /**
             * @description How far back
             * @default 24h
             * @example 24h
             * @enum {string}
             */
            period: "24h" | "7d" | "30d";
            /**
             * @description How many
             * @example 120
             */
            requests: number;
            /**
             * @description Null where the service tells none
             * @example {
             *       "prompt": 41200,
             *       "completion": 3100
             *     }
             */
            tokens: {
                /**
                 * @description Tokens of answers
                 * @example 3100
                 */
                completion: number | null;
                /**
                 * @description Tokens of prompts
                 * @example 41200
                 */
                prompt: number | null;
            } | null;
        };
        /**
         * @example {
         *       "jobId": "0198a8a0-5c1e-7000-8000-00000000000b",
         *       "kind": "embeddings",
         *       "status": "queued",
         *       "progress": {
         *         "done": 1,
         *         "total": 1
         *       },
         *       "result": {
         *         "changed": 12,
         *         "failed": 0,
         *         "tokens": 0,
         *         "cost": null
         *       },
         *       "error": null
         *     }
         */
        AiJob: {
            /** @description What was wrong; null where nothing was */
            error: string | null;
            /**
             * @description Of the job, which is an enrichment run
             * @example 0198a8a0-5c1e-7000-8000-00000000000b
             */
            jobId: string;
            /**
             * @description What the job does
             * @example embeddings
             * @enum {string}
             */
            kind: "software-linking" | "families" | "cpe" | "process-mapping" | "insights" | "relationships" | "embeddings";
            /** @description How far the work is */
            progress: {
                /** @description How many are done */
                done: number;
                /** @description How many there are */
                total: number | null;
            };
            /** @description Null until the job has ended */
            result: {
                /**
                 * @description Items that the job changed
                 * @example 12
                 */
                changed: number;
                /**
                 * @description By the configured price; null without one
                 * @example null
                 */
                cost: number | null;
                /**
                 * @description Items that could not be done
                 * @example 0
                 */
                failed: number;
                /**
                 * @description Of all calls of the model
                 * @example 0
                 */
                tokens: number;
            } | null;
            /**
             * @description A cancelled job is `failed`, and its error says so
             * @enum {string}
             */
            status: "queued" | "running" | "completed" | "failed";
        };
        /**
         * @example {
         *       "title": "Save a question as a query",
         *       "detail": "\"How many servers are there?\" was asked 9 times.",
         *       "evidence": {
         *         "times": 9
         *       },
         *       "estimatedSaving": null
         *     }
         */
        AiRecommendation: {
            /**
             * @description Why and how
             * @example "How many servers are there?" was asked 9 times.
             */
            detail: string;
            /**
             * @description Over the period; null where nothing can be estimated
             * @example null
             */
            estimatedSaving: {
                /**
                 * @description In the currency of the configured price; null without one
                 * @example 0.0081
                 */
                cost: number | null;
                /**
                 * @description Milliseconds
                 * @example 2480
                 */
                ms: number | null;
                /**
                 * @description How many fewer
                 * @example 8
                 */
                requests: number;
                /**
                 * @description Tokens
                 * @example 9600
                 */
                tokens: number | null;
            } | null;
            /**
             * @description The figures that say so
             * @example {
             *       "times": 9
             *     }
             */
            evidence: {
                [key: string]: unknown;
            };
            /**
             * @description What to do
             * @example Save a question as a query
             */
            title: string;
        };
        /**
         * @example {
         *       "id": "0198a8a0-5c1e-7000-8000-000000000001",
         *       "type": "server",
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
         *       "confidence": 1,
         *       "status": "proposed",
         *       "reason": "app01 depends on db01: an observed connection",
         *       "evidence": [
         *         {
         *           "kind": "relationship",
         *           "id": "0198a8a0-5c1e-7000-8000-000000000011",
         *           "text": "app01 (java) connects to db01 (postgres), port 5432/tcp"
         *         }
         *       ],
         *       "discoveredBy": "import",
         *       "createdAt": "2026-01-31T08:00:00.000Z",
         *       "updatedAt": "2026-02-01T09:30:00.000Z"
         *     }
         */
        AiRelationship: {
            /** @description How certain it is, 0 to 1 */
            confidence: number;
            /**
             * Format: date-time
             * @description When it was made
             */
            createdAt: string;
            /** @description What found it; absent where somebody declared it */
            discoveredBy: string | null;
            /**
             * @description What speaks for it
             * @example [
             *       {
             *         "kind": "relationship",
             *         "id": "0198a8a0-5c1e-7000-8000-000000000011",
             *         "text": "app01 (java) connects to db01 (postgres), port 5432/tcp"
             *       }
             *     ]
             */
            evidence: {
                /**
                 * @description Id of the record
                 * @example 0198a8a0-5c1e-7000-8000-000000000011
                 */
                id: string;
                /**
                 * @description What kind of record `id` names
                 * @example relationship
                 * @enum {string}
                 */
                kind: "relationship" | "ci";
                /**
                 * @description What it says
                 * @example app01 (java) connects to db01 (postgres), port 5432/tcp
                 */
                text: string;
            }[];
            /** @description Id, as lists and answers show it */
            id: string;
            /**
             * @description Why, in a sentence
             * @example app01 depends on db01: an observed connection
             */
            reason: string | null;
            /** @description Where it comes from */
            source: {
                /** @description Id, as lists and answers show it */
                id: string;
                /** @description Name that people read */
                name: string;
                /** @description Kind of thing, as it was first spelled */
                type: string;
            };
            /**
             * @description Whether a person confirmed it
             * @example proposed
             * @enum {string}
             */
            status: "proposed" | "confirmed";
            /** @description What was acted on */
            target: {
                /** @description Id, as lists and answers show it */
                id: string;
                /** @description Name that people read */
                name: string;
                /** @description Kind of thing, as it was first spelled */
                type: string;
            };
            /** @description Kind of thing, as it was first spelled */
            type: string;
            /**
             * Format: date-time
             * @description When it last changed
             */
            updatedAt: string;
        };
        /**
         * @example {
         *       "configured": true,
         *       "connected": true,
         *       "model": "gpt-4o-mini",
         *       "embeddingModel": null,
         *       "latencyMs": 840,
         *       "error": null
         *     }
         */
        AiTest: {
            /**
             * @description Whether there is a key
             * @example true
             */
            configured: boolean;
            /**
             * @description Whether a right answer came
             * @example true
             */
            connected: boolean;
            /**
             * @description Name of the embedding model
             * @example null
             */
            embeddingModel: string | null;
            /**
             * @description Why no answer came
             * @example null
             */
            error: string | null;
            /**
             * @description Milliseconds, waits for the limit included
             * @example 840
             */
            latencyMs: number | null;
            /**
             * @description Name of the model
             * @example gpt-4o-mini
             */
            model: string | null;
        };
        /**
         * @example {
         *       "summary": "app01 (server). Nothing stands out in its records.",
         *       "entities": [],
         *       "findings": [],
         *       "source": "rules",
         *       "confidence": 0.8,
         *       "queryId": "0198a8a0-5c1e-7000-8000-000000000011"
         *     }
         */
        Analysis: {
            /**
             * @description How much is known of the CIs
             * @example 0.8
             */
            confidence: number;
            /**
             * @description What the text names
             * @example []
             */
            entities: {
                /**
                 * @description The CI that is meant, where it is one and no other
                 * @example 0198a8a0-5c1e-7000-8000-000000000011
                 */
                ciId: string | null;
                /**
                 * @description What it is
                 * @example ip
                 * @enum {string}
                 */
                type: "ci" | "ip" | "mac" | "serial" | "hostname" | "software" | "cve" | "time" | "uuid";
                /**
                 * @description As it stands in the text
                 * @example 192.0.2.10
                 */
                value: string;
            }[];
            /**
             * @description Worst first
             * @example []
             */
            findings: {
                /**
                 * @description What it is about
                 * @example ownership
                 * @enum {string}
                 */
                category: "stale" | "ownership" | "single_point_of_failure" | "exposure" | "drift" | "events" | "changes" | "relationships" | "duplicates";
                /**
                 * @description The records that show it
                 * @example [
                 *       {
                 *         "kind": "ci",
                 *         "id": "0198a8a0-5c1e-7000-8000-000000000011",
                 *         "value": "no field names an owner"
                 *       }
                 *     ]
                 */
                evidence: {
                    /**
                     * @description Id of the record
                     * @example 0198a8a0-5c1e-7000-8000-000000000011
                     */
                    id: string;
                    /**
                     * @description What kind of record `id` names; `scan`: the sightings of that CI; `history`: a change of it
                     * @example ci
                     * @enum {string}
                     */
                    kind: "ci" | "event" | "incident" | "history" | "scan" | "software";
                    /**
                     * @description What it says
                     * @example no field names an owner
                     */
                    value: string;
                }[];
                /**
                 * @description By a documented rule
                 * @example low
                 * @enum {string}
                 */
                severity: "critical" | "high" | "medium" | "low";
                /**
                 * @description In a sentence
                 * @example Nobody is named as its owner
                 */
                text: string;
            }[];
            /**
             * @description For feedback on the answer
             * @example 0198a8a0-5c1e-7000-8000-000000000011
             */
            queryId: string;
            /**
             * @description Whether a model took part
             * @example rules
             * @enum {string}
             */
            source: "rules" | "model";
            /**
             * @description In a few sentences
             * @example app01 (server). Nothing stands out in its records.
             */
            summary: string;
        };
        /**
         * @example {
         *       "text": "app01 cannot reach 192.0.2.10",
         *       "ciId": "0198a8a0-5c1e-7000-8000-000000000011",
         *       "context": "A change tonight"
         *     }
         */
        AnalyzeBody: {
            /**
             * @description The CI to analyse; either this or `text`
             * @example 0198a8a0-5c1e-7000-8000-000000000011
             */
            ciId?: string;
            /**
             * @description What it is about; a model is told
             * @example A change tonight
             */
            context?: string;
            /**
             * @description Of an alert, a ticket or a log; either this or `ciId`
             * @example app01 cannot reach 192.0.2.10
             */
            text?: string;
        };
        /**
         * @example {
         *       "id": "0198a8a0-5c1e-7000-8000-000000000001",
         *       "queryId": "0198a8a0-5c1e-7000-8000-00000000000a",
         *       "rating": "up",
         *       "comment": "On it",
         *       "createdAt": "2026-01-31T08:00:00.000Z"
         *     }
         */
        AnswerFeedback: {
            /** @description A remark, for people */
            comment: string | null;
            /**
             * Format: date-time
             * @description When it was made
             */
            createdAt: string;
            /** @description Id, as lists and answers show it */
            id: string;
            /**
             * @description `query_id` of the answer
             * @example 0198a8a0-5c1e-7000-8000-00000000000a
             */
            queryId: string;
            /**
             * @description Whether the answer was right
             * @example up
             * @enum {string}
             */
            rating: "up" | "down";
        };
        /**
         * @example {
         *       "updated": 1,
         *       "skipped": 0,
         *       "unmatched": 0
         *     }
         */
        ApplyProcessMappingResult: {
            /** @description How many were left as they were */
            skipped: number;
            /** @description Processes for which no software was found */
            unmatched: number;
            /** @description How many were changed */
            updated: number;
        };
        /**
         * @example {
         *       "softwareIds": [
         *         "0198a8a0-5c1e-7000-8000-000000000007"
         *       ],
         *       "limit": 20
         *     }
         */
        BulkIdentifyProcessesBody: {
            /**
             * @description Kind of software, one of 13; not together with `softwareIds`
             * @enum {string}
             */
            family?: "Browsers" | "Databases" | "Development Tools" | "Runtime Environments" | "Office Productivity" | "Security Software" | "Operating Systems" | "Virtualization" | "Web Servers" | "Monitoring Tools" | "Multimedia" | "Utilities" | "Enterprise Applications";
            /** @description Most Software CIs that are looked at */
            limit?: number;
            /** @description Ids of CIs of type software */
            softwareIds?: string[];
        };
        /**
         * @description A configuration item, with up to 100 of its relationships
         * @example {
         *       "_id": "0198a8a0-5c1e-7000-8000-000000000001",
         *       "name": "shop-db",
         *       "type": "database",
         *       "description": "Keeps the orders of the shop",
         *       "status": "active",
         *       "attributes": {
         *         "os": "Debian 13"
         *       },
         *       "customFields": {
         *         "owner_team": "shop"
         *       },
         *       "createdAt": "2026-01-31T08:00:00.000Z",
         *       "createdBy": "system",
         *       "updatedAt": "2026-02-01T09:30:00.000Z",
         *       "updatedBy": "system",
         *       "relationships": [
         *         {
         *           "_id": "0198a8a0-5c1e-7000-8000-000000000001",
         *           "type": "server",
         *           "targetCi": "0198a8a0-5c1e-7000-8000-000000000002",
         *           "targetName": "web01",
         *           "direction": "outgoing"
         *         }
         *       ]
         *     }
         */
        CI: {
            /** @description Id, as lists and answers show it */
            _id: string;
            /** @description Free: what the CI or relationship is, by names of the caller's choice */
            attributes: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description When it was made
             */
            createdAt: string;
            /** @description Who made it: a user's id, `<kind>:<id>` of a key or a scanner, or `system` */
            createdBy: string;
            /** @description Free: what the organisation adds, by names of the caller's choice */
            customFields: {
                [key: string]: unknown;
            };
            /** @description Free text */
            description: string | null;
            /** @description Name that people read */
            name: string;
            /** @description Relationships of the CI */
            relationships: components["schemas"]["CIRelationship"][];
            /**
             * @description Whether the CI is in use
             * @enum {string}
             */
            status: "active" | "inactive" | "maintenance";
            /** @description In title case, e.g. `Software Instance` */
            type: string;
            /**
             * Format: date-time
             * @description When it last changed
             */
            updatedAt: string;
            /** @description Who changed it last, as in `created_by` */
            updatedBy: string;
        };
        /**
         * @example {
         *       "ciId": "0198a8a0-5c1e-7000-8000-000000000001",
         *       "role": "database server",
         *       "criticality": "high",
         *       "dependencies": [],
         *       "summary": "It is a database server.",
         *       "recommendations": [
         *         "Name its owner in attributes.owner"
         *       ],
         *       "generatedAt": "2026-01-31T08:00:00.000Z",
         *       "source": "rules",
         *       "confidence": 0.8,
         *       "queryId": "0198a8a0-5c1e-7000-8000-000000000011"
         *     }
         */
        CiInsights: {
            /** @description Id of a CI */
            ciId: string;
            /**
             * @description How much is known of the CIs
             * @example 0.8
             */
            confidence: number;
            /**
             * @description For those that need it
             * @example high
             * @enum {string}
             */
            criticality: "critical" | "high" | "medium" | "low";
            /**
             * @description What it connects to
             * @example []
             */
            dependencies: {
                /** @description Id of a CI */
                ciId: string | null;
                /**
                 * @description Address of the connection
                 * @example 192.0.2.10
                 */
                ip: string | null;
                /**
                 * @description Name of the CI, else the address
                 * @example db01
                 */
                name: string;
                /**
                 * @description Ports there
                 * @example [
                 *       5432
                 *     ]
                 */
                ports: number[];
                /**
                 * @description What opened the connection
                 * @example java
                 */
                process: string | null;
                /**
                 * @description What a model says of it
                 * @example null
                 */
                reason: string | null;
            }[];
            /**
             * Format: date-time
             * @description When it was made
             */
            generatedAt: string;
            /**
             * @description For feedback on the answer
             * @example 0198a8a0-5c1e-7000-8000-000000000011
             */
            queryId: string;
            /**
             * @description What could be done
             * @example [
             *       "Name its owner in attributes.owner"
             *     ]
             */
            recommendations: string[];
            /**
             * @description What it is for
             * @example database server
             */
            role: string;
            /**
             * @description Whether a model took part
             * @example rules
             * @enum {string}
             */
            source: "rules" | "model";
            /**
             * @description In a few sentences
             * @example It is a database server.
             */
            summary: string;
        };
        CIRelationship: {
            /** @description Id, as lists and answers show it */
            _id: string;
            /**
             * @description Whether it points away from the CI or towards it
             * @enum {string}
             */
            direction: "outgoing" | "incoming";
            /** @description The other end, whichever way the relationship points */
            targetCi: string;
            /** @description Name of the other end */
            targetName: string;
            /** @description Kind of thing, as it was first spelled */
            type: string;
        };
        /**
         * @example {
         *       "results": [
         *         {
         *           "ci": {
         *             "_id": "0198a8a0-5c1e-7000-8000-000000000001",
         *             "name": "shop-db",
         *             "type": "server",
         *             "status": "active",
         *             "description": "Keeps the orders of the shop",
         *             "attributes": {
         *               "os": "Debian 13"
         *             },
         *             "customFields": {
         *               "owner_team": "shop"
         *             },
         *             "updatedAt": "2026-02-01T09:30:00.000Z"
         *           },
         *           "score": 0.87,
         *           "matchedOn": [
         *             "name",
         *             "attributes.serial_number"
         *           ]
         *         }
         *       ],
         *       "method": "hybrid",
         *       "queryId": "0198a8a0-5c1e-7000-8000-00000000000a",
         *       "source": "rules",
         *       "confidence": 0.87
         *     }
         */
        CISearch: {
            /**
             * @description Score of the first result, 0 without one
             * @example 0.87
             */
            confidence: number;
            /**
             * @description `hybrid`: by words and by meaning; `keyword`: by words alone
             * @example hybrid
             * @enum {string}
             */
            method: "hybrid" | "keyword";
            /**
             * @description For feedback
             * @example 0198a8a0-5c1e-7000-8000-00000000000a
             */
            queryId: string;
            /** @description One entry for each that was sent or asked for, in order */
            results: components["schemas"]["CISearchResult"][];
            /**
             * @description `model`: a model took part; `rules`: none
             * @example rules
             * @enum {string}
             */
            source: "model" | "rules";
        };
        /** @default {} */
        CISearchFilters: {
            /**
             * @description One status or several
             * @example active
             */
            status?: ("active" | "inactive" | "maintenance") | ("active" | "inactive" | "maintenance")[];
            /**
             * @description One type or several
             * @example server
             */
            type?: string | string[];
        };
        CISearchResult: {
            ci: components["schemas"]["FoundCI"];
            /**
             * @description Names of the fields that matched; `meaning`: the CI as a whole is like the text
             * @example [
             *       "name",
             *       "attributes.serial_number"
             *     ]
             */
            matchedOn: string[];
            /**
             * @description 0 to 1; 1: the text names the CI
             * @example 0.87
             */
            score: number;
        };
        /**
         * @example {
         *       "name": "scanner-1",
         *       "description": "The scanner of the first data centre",
         *       "scopes": [
         *         "discovery.submit"
         *       ],
         *       "allowedIps": null
         *     }
         */
        CreateDiscoveryTokenBody: {
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
         *       "instanceName": "PostgreSQL 17",
         *       "instancePatterns": [
         *         "^postgresql-\\d+$"
         *       ],
         *       "windowsServices": [
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
            createdAt?: unknown;
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
            instanceName?: string;
            /** @description Regular expressions of linear time: no lookaround, no backreferences, at most 500 characters */
            instancePatterns?: string[];
            /** @description When somebody confirmed it; null where nobody did */
            lastVerified?: unknown;
            /** @description The name as it is compared: without case, version and architecture */
            normalizedInstanceName?: unknown;
            /** @description Remarks, for people */
            notes?: string | null;
            /** @description Programs that it runs, by operating system */
            processNames?: {
                /** @description Programs on Linux */
                linux?: string[];
                /** @description Programs on macOS */
                macos?: string[];
                /** @description Programs on Windows */
                windows?: string[];
            };
            /** @description Where the names of its processes come from; null while it has none */
            processSource?: unknown;
            /**
             * @description How it runs
             * @enum {string}
             */
            processType?: "application" | "service" | "library";
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
            updatedAt?: unknown;
            /** @description How many installations it names */
            usageCount?: unknown;
            /** @description Services of Windows that it runs */
            windowsServices?: string[];
        };
        /**
         * @example {
         *       "_id": "0198a8a0-5c1e-7000-8000-000000000001",
         *       "name": "scanner-1",
         *       "description": "The scanner of the first data centre",
         *       "scopes": [
         *         "discovery.submit"
         *       ],
         *       "createdAt": "2026-01-31T08:00:00.000Z",
         *       "expiresAt": "2026-04-30T08:00:00.000Z",
         *       "lastUsedAt": null,
         *       "allowedIps": null
         *     }
         */
        DiscoveryToken: {
            /** @description Id, as lists and answers show it */
            _id: string;
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
         *       "dryRun": true,
         *       "results": [
         *         {
         *           "hostname": "web01",
         *           "ipAddress": "192.0.2.10",
         *           "ciId": "0198a8a0-5c1e-7000-8000-000000000001",
         *           "outcome": "created",
         *           "error": null,
         *           "decision": {
         *             "rule": 1,
         *             "matched": {
         *               "serial_number": "sn-1"
         *             },
         *             "candidates": [
         *               {
         *                 "ciId": "0198a8a0-5c1e-7000-8000-000000000001",
         *                 "lostBecause": "another serial number"
         *               }
         *             ],
         *             "conflicts": [],
         *             "cloneOf": []
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
            dryRun: true;
            /** @description One entry for each that was sent or asked for, in order */
            results: components["schemas"]["HostResult"][];
        };
        EmbeddingRun: {
            /**
             * @description CIs it looked at
             * @example 40
             */
            done: number;
            /**
             * @description CIs that got a vector
             * @example 38
             */
            embedded: number;
            /**
             * Format: date-time
             * @description When it ended
             * @example 2026-01-05T10:00:09.000Z
             */
            endedAt: string | null;
            /**
             * @description Why some could not
             * @example null
             */
            error: string | null;
            /**
             * @description CIs that could not get one
             * @example 0
             */
            failed: number;
            /**
             * @description The run
             * @example 0198a8a0-5c1e-7000-8000-00000000000b
             */
            runId: string;
            /**
             * Format: date-time
             * @description When it began
             * @example 2026-01-05T10:00:00.000Z
             */
            startedAt: string;
        };
        /**
         * @example {
         *       "total": 1200,
         *       "embedded": 1180,
         *       "stale": 3,
         *       "pending": 20,
         *       "model": "text-embedding-3-small",
         *       "dimensions": 1536,
         *       "servingModel": "text-embedding-3-small",
         *       "running": false,
         *       "lastRun": null
         *     }
         */
        EmbeddingStatus: {
            /**
             * @description Length of its vectors
             * @example 1536
             */
            dimensions: number | null;
            /**
             * @description Of these, with a vector of the configured model
             * @example 1180
             */
            embedded: number;
            /**
             * @description The latest run; null before the first
             * @example null
             */
            lastRun: components["schemas"]["EmbeddingRun"] | null;
            /**
             * @description The embedding model; null: none is configured
             * @example text-embedding-3-small
             */
            model: string | null;
            /**
             * @description Without a vector of the configured model
             * @example 20
             */
            pending: number;
            /**
             * @description Whether a run is under way
             * @example false
             */
            running: boolean;
            /**
             * @description The model whose vectors answer searches: the one before, while those of a new one are made
             * @example text-embedding-3-small
             */
            servingModel: string | null;
            /**
             * @description Changed since, or refused by the model
             * @example 3
             */
            stale: number;
            /**
             * @description CIs that can have a vector: all but instances of software
             * @example 1200
             */
            total: number;
        };
        /** @description An error: its code for programs, its message for people, its faults by field */
        Error: {
            /** @description The error */
            error: {
                /** @description What went wrong, for programs */
                code: string;
                /** @description Every fault by field, with further members that the code brings */
                details: {
                    /** @description Dotted path of the field in the caller's spelling, e.g. `attributes.cpu_cores`, `query.limit` */
                    field: string | null;
                    /** @description What is wrong with the field */
                    reason: string;
                } & {
                    [key: string]: unknown;
                };
                /** @description What went wrong, for people */
                message: string;
                /** @description Id of the request, as in its header `X-Request-ID` */
                request_id: string;
                /** @description Every fault by field; `details` holds the first */
                violations?: {
                    /** @description Dotted path of the field in the caller's spelling, e.g. `attributes.cpu_cores`, `query.limit` */
                    field: string;
                    /** @description What is wrong with the field */
                    reason: string;
                }[];
            } & {
                [key: string]: unknown;
            };
            /** @description With 403: the scope that the credential lacks */
            required_scope?: string;
            /** @enum {boolean} */
            success: false;
        };
        /**
         * @description A problem that a monitoring system reports; repeats of one problem are one event
         * @example {
         *       "_id": "0198a8a0-5c1e-7000-8000-000000000001",
         *       "title": "Disk almost full",
         *       "description": "4 % of / are free",
         *       "severity": "high",
         *       "status": "open",
         *       "source": "zabbix",
         *       "sourceId": "disk-web01",
         *       "affectedCis": [
         *         "0198a8a0-5c1e-7000-8000-000000000001"
         *       ],
         *       "hostname": "web01",
         *       "fqdn": "web01.example.com",
         *       "ipAddress": "192.0.2.10",
         *       "metrics": {
         *         "used_percent": 96
         *       },
         *       "context": {
         *         "team": "shop"
         *       },
         *       "occurredAt": "2026-01-31T08:00:00.000Z",
         *       "lastSeen": "2026-02-01T09:30:00.000Z",
         *       "occurrences": 1,
         *       "flapping": true,
         *       "suppressed": true,
         *       "symptom": "latency",
         *       "deviation": 0.65,
         *       "resolvedAt": null,
         *       "createdAt": "2026-01-31T08:00:00.000Z",
         *       "createdBy": "system",
         *       "updatedAt": "2026-02-01T09:30:00.000Z"
         *     }
         */
        Event: {
            /** @description Id, as lists and answers show it */
            _id: string;
            /** @description Ids of the CIs that it concerns */
            affectedCis: string[];
            /** @description Free: labels, tags, addresses of pages */
            context: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description When it was made
             */
            createdAt: string;
            /** @description Who made it: a user's id, `<kind>:<id>` of a key or a scanner, or `system` */
            createdBy: string;
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
            /** @description IPv4 or IPv6 address */
            ipAddress: string | null;
            /**
             * Format: date-time
             * @description When it was last observed
             */
            lastSeen: string;
            /** @description Free: measured values */
            metrics: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description When it happened at its source
             */
            occurredAt: string;
            /** @description How often it was reported */
            occurrences: number;
            /**
             * Format: date-time
             * @description When it ended; null while it lasts
             */
            resolvedAt: string | null;
            /**
             * @description How bad it is
             * @enum {string}
             */
            severity: "critical" | "high" | "medium" | "low";
            /** @description The system that reported it */
            source: string;
            /** @description Id of the problem at its source */
            sourceId: string | null;
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
            updatedAt: string;
        };
        FoundCI: {
            /** @description Id, as lists and answers show it */
            _id: string;
            /** @description Free: what the CI or relationship is, by names of the caller's choice */
            attributes: {
                [key: string]: unknown;
            };
            /** @description Free: what the organisation adds, by names of the caller's choice */
            customFields: {
                [key: string]: unknown;
            };
            /** @description Free text */
            description: string | null;
            /** @description Name that people read */
            name: string;
            /**
             * @description Its current state
             * @enum {string}
             */
            status: "active" | "inactive" | "maintenance";
            /** @description In title case, e.g. `Software Instance` */
            type: string;
            /**
             * Format: date-time
             * @description When it last changed
             */
            updatedAt: string;
        };
        /**
         * @example {
         *       "insights": [],
         *       "source": "rules",
         *       "confidence": 0.8,
         *       "queryId": "0198a8a0-5c1e-7000-8000-000000000011"
         *     }
         */
        GeneratedInsights: {
            /**
             * @description How much is known of the CIs
             * @example 0.8
             */
            confidence: number;
            /**
             * @description By CI
             * @example []
             */
            insights: {
                /**
                 * @description What it is about
                 * @example role
                 * @enum {string}
                 */
                category: "role" | "criticality" | "dependency" | "risk" | "capacity";
                /** @description Id of a CI */
                ciId: string;
                /**
                 * @description The records that show it
                 * @example [
                 *       {
                 *         "kind": "ci",
                 *         "id": "0198a8a0-5c1e-7000-8000-000000000011",
                 *         "value": "no field names an owner"
                 *       }
                 *     ]
                 */
                evidence: {
                    /**
                     * @description Id of the record
                     * @example 0198a8a0-5c1e-7000-8000-000000000011
                     */
                    id: string;
                    /**
                     * @description What kind of record `id` names; `scan`: the sightings of that CI; `history`: a change of it
                     * @example ci
                     * @enum {string}
                     */
                    kind: "ci" | "event" | "incident" | "history" | "scan" | "software";
                    /**
                     * @description What it says
                     * @example no field names an owner
                     */
                    value: string;
                }[];
                /**
                 * @description In a sentence
                 * @example It is a database server
                 */
                text: string;
                /**
                 * @description In a word or two
                 * @example Role
                 */
                title: string;
            }[];
            /**
             * @description For feedback on the answer
             * @example 0198a8a0-5c1e-7000-8000-000000000011
             */
            queryId: string;
            /**
             * @description Whether a model took part
             * @example rules
             * @enum {string}
             */
            source: "rules" | "model";
        };
        /**
         * @example {
         *       "all": true,
         *       "force": false
         *     }
         */
        GenerateEmbeddingsBody: {
            /**
             * @description All CIs; the default where no CIs are named
             * @example true
             */
            all?: boolean;
            /** @description Ids of CIs */
            ciIds?: string[];
            /**
             * @description Makes those anew that are up to date
             * @example false
             */
            force?: boolean;
        };
        /**
         * @example {
         *       "country": "DE",
         *       "region": "DE-BY",
         *       "year": 2026,
         *       "language": "en"
         *     }
         */
        GenerateHolidaysBody: {
            /**
             * @description ISO 3166-1 alpha-2, or a region of ISO 3166-2, in either case
             * @example DE
             */
            country: string;
            /**
             * @description Language of `name`, ISO 639-1; default English, also where there is no such name
             * @example en
             */
            language?: string;
            /**
             * @description A region of the country, ISO 3166-2 with the country or without: `DE-BY` or `BY`
             * @example DE-BY
             */
            region?: string;
            /**
             * @description Year of the calendar
             * @example 2026
             */
            year: number;
        };
        /**
         * @example {
         *       "ciId": "0198a8a0-5c1e-7000-8000-000000000011",
         *       "type": "server",
         *       "limit": 5
         *     }
         */
        GenerateInsightsBody: {
            /**
             * @description Of this CI; either this or `type`
             * @example 0198a8a0-5c1e-7000-8000-000000000011
             */
            ciId?: string;
            /**
             * @description How many of them; default 10
             * @example 5
             */
            limit?: number;
            /**
             * @description Of the newest CIs of this type; either this or `ciId`
             * @example server
             */
            type?: string;
        };
        /**
         * @example {
         *       "query": "How many servers are in maintenance?",
         *       "format": "pdf",
         *       "name": "shop-db"
         *     }
         */
        GenerateReportInWordsBody: {
            /**
             * @description Default html
             * @default html
             * @enum {string}
             */
            format: "pdf" | "html" | "xlsx" | "csv" | "json";
            /** @description Default: the question */
            name?: string;
            /**
             * @description A question in English, 1 to 1,000 characters
             * @example How many servers are in maintenance?
             */
            query: string;
        };
        /**
         * @example {
         *       "reportId": "0198a8a0-5c1e-7000-8000-000000000007",
         *       "status": "generating",
         *       "statusUrl": "/v1/reports/0198a8a0-5c1e-7000-8000-000000000007/status",
         *       "estimatedCompletion": "2026-01-31T08:00:04.000Z"
         *     }
         */
        GenerateReportInWordsResult: {
            /**
             * Format: date-time
             * @description When it is likely to be completed
             */
            estimatedCompletion: string;
            /** @description Id of the report */
            reportId: string;
            /**
             * @description Its current state
             * @enum {string}
             */
            status: "generating" | "completed" | "failed" | "expired";
            /** @description Path of its status */
            statusUrl: string;
        };
        /**
         * @example {
         *       "totalRelationships": 1,
         *       "unmappedRelationships": 0,
         *       "processes": [
         *         {
         *           "processName": "postgres",
         *           "count": 3
         *         }
         *       ]
         *     }
         */
        GetUnmappedProcessesResult: {
            /** @description Running processes */
            processes: {
                /** @description How many */
                count: number;
                /** @description Name of the program */
                processName: string;
            }[];
            /** @description Relationships that name a process */
            totalRelationships: number;
            /** @description Of these, those without an application */
            unmappedRelationships: number;
        };
        /**
         * @example {
         *       "relationshipId": "0198a8a0-5c1e-7000-8000-000000000011",
         *       "verdict": "confirm",
         *       "comment": "Retired in May"
         *     }
         */
        GiveAiRelationshipFeedbackBody: {
            /**
             * @description Why
             * @example Retired in May
             */
            comment?: string | null;
            /**
             * @description Id of the proposal
             * @example 0198a8a0-5c1e-7000-8000-000000000011
             */
            relationshipId: string;
            /**
             * @description `confirm`: it counts as declared; `reject`: it goes and is not proposed again
             * @example confirm
             * @enum {string}
             */
            verdict: "confirm" | "reject";
        };
        /**
         * @example {
         *       "queryId": "0198a8a0-5c1e-7000-8000-00000000000a",
         *       "rating": "up",
         *       "comment": "Ghent is missing"
         *     }
         */
        GiveAnswerFeedbackBody: {
            /**
             * @description In words
             * @example Ghent is missing
             */
            comment?: string | null;
            /**
             * @description `query_id` of the answer
             * @example 0198a8a0-5c1e-7000-8000-00000000000a
             */
            queryId: string;
            /**
             * @description Whether the answer was right
             * @example up
             * @enum {string}
             */
            rating: "up" | "down";
        };
        /**
         * @example {
         *       "queryId": "0198a8a0-5c1e-7000-8000-000000000011",
         *       "country": "DE",
         *       "region": "DE-BY",
         *       "year": 2026,
         *       "holidays": [
         *         {
         *           "date": "2026-01-06",
         *           "name": "Epiphany",
         *           "localName": "Heilige Drei Könige",
         *           "type": "public"
         *         }
         *       ],
         *       "source": "rules",
         *       "confidence": 0.95
         *     }
         */
        HolidayCalendar: {
            /**
             * @description Less where days follow the moon, and where a model named them
             * @example 0.95
             */
            confidence: number;
            /**
             * @description As asked for, in upper case
             * @example DE
             */
            country: string;
            /** @description In the order of dates */
            holidays: {
                /**
                 * Format: date
                 * @description Local date; a holiday of several days is listed with each
                 * @example 2026-01-06
                 */
                date: string;
                /**
                 * @description In a language of the country
                 * @example Heilige Drei Könige
                 */
                localName: string;
                /**
                 * @description In the language asked for, else in English
                 * @example Epiphany
                 */
                name: string;
                /**
                 * @description `public`: off by law
                 * @example public
                 * @enum {string}
                 */
                type: "public" | "bank" | "school" | "optional" | "observance";
            }[];
            /**
             * @description For feedback on the answer
             * @example 0198a8a0-5c1e-7000-8000-000000000011
             */
            queryId: string;
            /**
             * @description ISO 3166-2; null: the whole country
             * @example DE-BY
             */
            region: string | null;
            /**
             * @description `rules`: computed from predefined rules
             * @example rules
             * @enum {string}
             */
            source: "rules" | "model";
            /**
             * @description Year of the calendar
             * @example 2026
             */
            year: number;
        };
        Host: {
            /** @description What the scanner takes it for */
            deviceType?: string | null;
            /** @description Disks and their file systems */
            disks?: ({
                /** @description Kind of file system */
                filesystem?: string | null;
                /** @description Free space in gigabytes */
                freeGb?: number | null;
                /** @description Where it is mounted */
                mountPoint?: string | null;
                /** @description Device */
                name?: string | null;
                /** @description Size in gigabytes */
                sizeGb?: number | null;
            } & {
                [key: string]: unknown;
            })[] | null;
            /** @description Fully qualified domain name */
            fqdn?: string | null;
            /** @description What the host is made of */
            hardware?: ({
                /** @description Cores of the processors */
                cpuCores?: number | null;
                /** @description Model of the processor */
                cpuModel?: string | null;
                /** @description All disks in gigabytes */
                diskGb?: number | null;
                /** @description Maker */
                manufacturer?: string | null;
                /** @description Memory in gigabytes */
                memoryGb?: number | null;
                /** @description Model */
                model?: string | null;
                /** @description Serial number */
                serialNumber?: string | null;
                /** @description UUID of the system, as its firmware says */
                uuid?: string | null;
                /** @description Whether it is a virtual machine */
                virtual?: boolean | null;
            } & {
                [key: string]: unknown;
            }) | null;
            /** @description Id of the host at the scanner */
            hostId?: string | null;
            /** @description Name of the host, without its domain */
            hostname?: string | null;
            /** @description Installed programs */
            installedApplications?: ({
                /** @description Architecture of the processor */
                architecture?: string | null;
                /** @description CPE 2.3 name */
                cpeName?: string | null;
                /** @description When it was installed */
                installDate?: string | null;
                /** @description Folder */
                installLocation?: string | null;
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
            ipAddress?: string | null;
            /** @description IPv4 and IPv6 addresses */
            ipAddresses?: string[] | null;
            /** @description Hardware address */
            macAddress?: string | null;
            /** @description Hardware addresses */
            macAddresses?: string[] | null;
            /** @description Network adapters */
            networkAdapters?: ({
                /** @description IPv4 and IPv6 addresses */
                ipAddresses?: string[] | null;
                /** @description Hardware address */
                macAddress?: string | null;
                /** @description Name of the adapter */
                name?: string | null;
                /** @description Speed in megabits per second */
                speedMbps?: number | null;
                /** @description Whether it is up */
                up?: boolean | null;
            } & {
                [key: string]: unknown;
            })[] | null;
            /** @description Connections, and ports that are listened on */
            networkConnections?: ({
                /** @description Own address */
                localAddress?: string | null;
                /** @description Own port */
                localPort?: number | null;
                /** @description Id of the process */
                pid?: number | null;
                /** @description Name of the program */
                processName?: string | null;
                /** @description Transport protocol */
                protocol?: string | null;
                /** @description Address of the other end */
                remoteAddress?: string | null;
                /** @description Port of the other end */
                remotePort?: number | null;
                /** @description State of the connection */
                state?: string | null;
            } & {
                [key: string]: unknown;
            })[] | null;
            /** @description Ports that answered */
            openPorts?: number[] | null;
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
            osGuess?: string | null;
            /** @description Running processes */
            processes?: ({
                /** @description Command line */
                commandLine?: string | null;
                /** @description Share of the processor in percent */
                cpuPercent?: number | null;
                /** @description Memory in megabytes */
                memoryMb?: number | null;
                /** @description Name of the program */
                name?: string | null;
                /** @description Id of the process */
                pid?: number | null;
                /** @description When it began */
                startedAt?: string | null;
                /** @description Account that it runs under */
                user?: string | null;
            } & {
                [key: string]: unknown;
            })[] | null;
            /** @description Accounts on the host */
            userAccounts?: ({
                /** @description Whether it may do everything */
                admin?: boolean | null;
                /** @description Home folder */
                home?: string | null;
                /** @description When it last logged in */
                lastLogin?: string | null;
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
            ciId: string | null;
            /** @description How the host's CI was found; null while it waits */
            decision: {
                /** @description CIs that came into question */
                candidates: {
                    /** @description Id of a CI */
                    ciId: string;
                    /** @description Why it was not this one */
                    lostBecause: string;
                }[];
                /** @description CIs that share a strong identifier and are other machines */
                cloneOf: string[];
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
            ipAddress: string | null;
            /** @description What became of the host; null while it waits */
            outcome: string | null;
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
         * @description An entry of the list. With `fields` only those and the id.
         * @example {
         *       "id": "0198a8a0-5c1e-7000-8000-000000000001",
         *       "operation": "questions",
         *       "latencyMs": 310,
         *       "tokens": {
         *         "prompt": 41200,
         *         "completion": 3100
         *       },
         *       "cost": 0.0081,
         *       "status": "completed",
         *       "source": "rules",
         *       "confidence": 1,
         *       "feedback": "up",
         *       "createdAt": "2026-01-31T08:00:00.000Z"
         *     }
         */
        ListedAiQuery: {
            /**
             * @description 0 to 1; null where nothing says it
             * @example 1
             */
            confidence?: number | null;
            /**
             * @description In the currency of the configured price; null without one
             * @example 0.0081
             */
            cost?: number | null;
            /**
             * Format: date-time
             * @description When it was made
             */
            createdAt?: string;
            /**
             * @description What the asker said of the answer
             * @example up
             * @enum {string|null}
             */
            feedback?: "up" | "down" | null;
            /** @description Id, as lists and answers show it */
            id: string;
            /**
             * @description Milliseconds
             * @example 310
             */
            latencyMs?: number;
            /**
             * @description Operation, or purpose of what Orrery asks a model by itself
             * @example questions
             */
            operation?: string;
            /**
             * @description What answered; null where it failed
             * @example rules
             * @enum {string|null}
             */
            source?: "model" | "rules" | null;
            /**
             * @description How it ended
             * @example completed
             * @enum {string}
             */
            status?: "completed" | "failed";
            /**
             * @description Null where the service tells none
             * @example {
             *       "prompt": 41200,
             *       "completion": 3100
             *     }
             */
            tokens?: {
                /**
                 * @description Tokens of answers
                 * @example 3100
                 */
                completion: number | null;
                /**
                 * @description Tokens of prompts
                 * @example 41200
                 */
                prompt: number | null;
            } | null;
        };
        /**
         * @description A configuration item as lists show it. With `fields` only those and the id.
         * @example {
         *       "_id": "0198a8a0-5c1e-7000-8000-000000000001",
         *       "name": "shop-db",
         *       "type": "database",
         *       "description": "Keeps the orders of the shop",
         *       "status": "active",
         *       "attributes": {
         *         "os": "Debian 13"
         *       },
         *       "customFields": {
         *         "owner_team": "shop"
         *       },
         *       "createdAt": "2026-01-31T08:00:00.000Z",
         *       "createdBy": "system",
         *       "updatedAt": "2026-02-01T09:30:00.000Z",
         *       "updatedBy": "system",
         *       "relationships": {
         *         "count": 3,
         *         "href": "/v1/cmdb/relationships?ci_id=0198a8a0-5c1e-7000-8000-000000000001"
         *       }
         *     }
         */
        ListedCI: {
            /** @description Id, as lists and answers show it */
            _id: string;
            /** @description Free: what the CI or relationship is, by names of the caller's choice */
            attributes?: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description When it was made
             */
            createdAt?: string;
            /** @description Who made it: a user's id, `<kind>:<id>` of a key or a scanner, or `system` */
            createdBy?: string;
            /** @description Free: what the organisation adds, by names of the caller's choice */
            customFields?: {
                [key: string]: unknown;
            };
            /** @description Free text */
            description?: string | null;
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
            /** @description In title case, e.g. `Software Instance` */
            type?: string;
            /**
             * Format: date-time
             * @description When it last changed
             */
            updatedAt?: string;
            /** @description Who changed it last, as in `created_by` */
            updatedBy?: string;
        };
        /**
         * @description An entry of the list. With `fields` only those and the id.
         * @example {
         *       "_id": "0198a8a0-5c1e-7000-8000-000000000001",
         *       "name": "scanner-1",
         *       "description": "The scanner of the first data centre",
         *       "scopes": [
         *         "discovery.submit"
         *       ],
         *       "createdAt": "2026-01-31T08:00:00.000Z",
         *       "expiresAt": "2026-04-30T08:00:00.000Z",
         *       "lastUsedAt": null,
         *       "allowedIps": null
         *     }
         */
        ListedDiscoveryToken: {
            /** @description Id, as lists and answers show it */
            _id: string;
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
         * @description A problem that a monitoring system reports; repeats of one problem are one event. With `fields` only those and the id.
         * @example {
         *       "_id": "0198a8a0-5c1e-7000-8000-000000000001",
         *       "title": "Disk almost full",
         *       "description": "4 % of / are free",
         *       "severity": "high",
         *       "status": "open",
         *       "source": "zabbix",
         *       "sourceId": "disk-web01",
         *       "affectedCis": [
         *         "0198a8a0-5c1e-7000-8000-000000000001"
         *       ],
         *       "hostname": "web01",
         *       "fqdn": "web01.example.com",
         *       "ipAddress": "192.0.2.10",
         *       "metrics": {
         *         "used_percent": 96
         *       },
         *       "context": {
         *         "team": "shop"
         *       },
         *       "occurredAt": "2026-01-31T08:00:00.000Z",
         *       "lastSeen": "2026-02-01T09:30:00.000Z",
         *       "occurrences": 1,
         *       "flapping": true,
         *       "suppressed": true,
         *       "symptom": "latency",
         *       "deviation": 0.65,
         *       "resolvedAt": null,
         *       "createdAt": "2026-01-31T08:00:00.000Z",
         *       "createdBy": "system",
         *       "updatedAt": "2026-02-01T09:30:00.000Z"
         *     }
         */
        ListedEvent: {
            /** @description Id, as lists and answers show it */
            _id: string;
            /** @description Ids of the CIs that it concerns */
            affectedCis?: string[];
            /** @description Free: labels, tags, addresses of pages */
            context?: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description When it was made
             */
            createdAt?: string;
            /** @description Who made it: a user's id, `<kind>:<id>` of a key or a scanner, or `system` */
            createdBy?: string;
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
            /** @description IPv4 or IPv6 address */
            ipAddress?: string | null;
            /**
             * Format: date-time
             * @description When it was last observed
             */
            lastSeen?: string;
            /** @description Free: measured values */
            metrics?: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description When it happened at its source
             */
            occurredAt?: string;
            /** @description How often it was reported */
            occurrences?: number;
            /**
             * Format: date-time
             * @description When it ended; null while it lasts
             */
            resolvedAt?: string | null;
            /**
             * @description How bad it is
             * @enum {string}
             */
            severity?: "critical" | "high" | "medium" | "low";
            /** @description The system that reported it */
            source?: string;
            /** @description Id of the problem at its source */
            sourceId?: string | null;
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
            updatedAt?: string;
        };
        /**
         * @description An entry of the list. With `fields` only those and the id.
         * @example {
         *       "_id": "0198a8a0-5c1e-7000-8000-000000000001",
         *       "scanId": "0198a8a0-5c1e-7000-8000-000000000004",
         *       "scannerId": "scanner-1",
         *       "hostname": "web01",
         *       "ipAddress": "192.0.2.10",
         *       "status": "pending",
         *       "ciId": "0198a8a0-5c1e-7000-8000-000000000001",
         *       "error": null,
         *       "createdAt": "2026-01-31T08:00:00.000Z",
         *       "processedAt": "2026-01-31T08:05:00.000Z"
         *     }
         */
        ListedRawScanRecord: {
            /** @description Id, as lists and answers show it */
            _id: string;
            /** @description Id of a CI */
            ciId?: string | null;
            /**
             * Format: date-time
             * @description When it was made
             */
            createdAt?: string;
            /** @description What was wrong; null where nothing was */
            error?: string | null;
            /** @description Name of the host, without its domain */
            hostname?: string | null;
            /** @description IPv4 or IPv6 address */
            ipAddress?: string | null;
            /**
             * Format: date-time
             * @description When it was processed; null while it waits
             */
            processedAt?: string | null;
            /** @description Id of the scan */
            scanId?: string;
            /** @description Name of the scanner */
            scannerId?: string;
            /**
             * @description Its current state
             * @enum {string}
             */
            status?: "pending" | "processed" | "failed" | "parked";
        };
        /**
         * @description A typed, directed edge between two CIs, read from source to target. With `fields` only those and the id.
         * @example {
         *       "_id": "0198a8a0-5c1e-7000-8000-000000000001",
         *       "type": "Depends On",
         *       "source": {
         *         "_id": "0198a8a0-5c1e-7000-8000-000000000001",
         *         "name": "shop-db",
         *         "type": "server"
         *       },
         *       "target": {
         *         "_id": "0198a8a0-5c1e-7000-8000-000000000001",
         *         "name": "shop-db",
         *         "type": "server"
         *       },
         *       "attributes": {
         *         "port": 5432,
         *         "protocol": "tcp"
         *       },
         *       "discoveredBy": "import",
         *       "confidence": 1,
         *       "firstSeen": "2026-01-31T08:00:00.000Z",
         *       "lastSeen": "2026-02-01T09:30:00.000Z",
         *       "createdAt": "2026-01-31T08:00:00.000Z",
         *       "createdBy": "system",
         *       "updatedAt": "2026-02-01T09:30:00.000Z"
         *     }
         */
        ListedRelationship: {
            /** @description Id, as lists and answers show it */
            _id: string;
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
            createdAt?: string;
            /** @description Who made it: a user's id, `<kind>:<id>` of a key or a scanner, or `system` */
            createdBy?: string;
            /** @description What found it; absent where somebody declared it */
            discoveredBy?: string | null;
            /**
             * Format: date-time
             * @description When it was first observed
             */
            firstSeen?: string | null;
            /**
             * Format: date-time
             * @description When it was last observed
             */
            lastSeen?: string | null;
            source?: components["schemas"]["RelationshipEnd"];
            target?: components["schemas"]["RelationshipEnd"];
            /** @description Type, as it was first spelled */
            type?: string;
            /**
             * Format: date-time
             * @description When it last changed
             */
            updatedAt?: string;
        };
        /**
         * @description What the name of an installed program means. With `fields` only those and the id.
         * @example {
         *       "_id": "0198a8a0-5c1e-7000-8000-000000000001",
         *       "instanceName": "PostgreSQL 17",
         *       "normalizedInstanceName": "postgresql",
         *       "instancePatterns": [
         *         "^postgresql-\\d+$"
         *       ],
         *       "software": {
         *         "name": "PostgreSQL",
         *         "vendor": "PGDG"
         *       },
         *       "family": {
         *         "name": "Databases"
         *       },
         *       "processNames": {
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
         *       "windowsServices": [
         *         "postgresql-x64-17"
         *       ],
         *       "processType": "application",
         *       "status": "active",
         *       "confidence": 1,
         *       "source": "import",
         *       "processSource": "discovery",
         *       "usageCount": 1,
         *       "lastVerified": null,
         *       "notes": "Looked at",
         *       "createdAt": "2026-01-31T08:00:00.000Z",
         *       "updatedAt": "2026-02-01T09:30:00.000Z"
         *     }
         */
        ListedSoftwareMapping: {
            /** @description Id, as lists and answers show it */
            _id: string;
            /** @description How certain it is, 0 to 1 */
            confidence?: number;
            /**
             * Format: date-time
             * @description When it was made
             */
            createdAt?: string;
            /** @description Kind of software, one of 13 */
            family?: {
                /**
                 * @description Kind of software, one of 13
                 * @enum {string}
                 */
                name: "Browsers" | "Databases" | "Development Tools" | "Runtime Environments" | "Office Productivity" | "Security Software" | "Operating Systems" | "Virtualization" | "Web Servers" | "Monitoring Tools" | "Multimedia" | "Utilities" | "Enterprise Applications";
            } | null;
            /** @description Name of the installed program as scanners report it */
            instanceName?: string;
            /** @description Patterns (RE2) of names that mean the same */
            instancePatterns?: string[];
            /**
             * Format: date-time
             * @description When somebody confirmed it; null where nobody did
             */
            lastVerified?: string | null;
            /** @description The name as it is compared: without case, version and architecture */
            normalizedInstanceName?: string;
            /** @description Remarks, for people */
            notes?: string | null;
            /** @description Programs that it runs, by operating system */
            processNames?: {
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
            processSource?: "manual" | "pattern" | "discovery" | "ai" | null;
            /**
             * @description How it runs
             * @enum {string}
             */
            processType?: "application" | "service" | "library";
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
            updatedAt?: string;
            /** @description How many installations it names */
            usageCount?: number;
            /** @description Services of Windows that it runs */
            windowsServices?: string[];
        };
        /**
         * @description An entry of the list. With `fields` only those and the id.
         * @example {
         *       "softwareId": "0198a8a0-5c1e-7000-8000-000000000007",
         *       "name": "PostgreSQL",
         *       "vendor": "PGDG",
         *       "family": "Databases",
         *       "instanceCount": 1
         *     }
         */
        ListedSoftwareWithoutProcesses: {
            /** @description Kind of software, one of 13 */
            family?: string | null;
            /** @description Installed programs */
            instanceCount?: number;
            /** @description Name of the CI */
            name?: string;
            /** @description Id of a CI of type software */
            softwareId?: string;
            /** @description Maker */
            vendor?: string | null;
        };
        /**
         * @example {
         *       "id": "0198a8a0-5c1e-7000-8000-000000000001",
         *       "name": "Browsers",
         *       "softwareCount": 1,
         *       "instanceCount": 1
         *     }
         */
        ListSoftwareFamiliesItem: {
            /** @description Null until the family's CI is there */
            id: string | null;
            /** @description Installed programs */
            instanceCount: number;
            /**
             * @description Name that people read
             * @enum {string}
             */
            name: "Browsers" | "Databases" | "Development Tools" | "Runtime Environments" | "Office Productivity" | "Security Software" | "Operating Systems" | "Virtualization" | "Web Servers" | "Monitoring Tools" | "Multimedia" | "Utilities" | "Enterprise Applications";
            /** @description Products */
            softwareCount: number;
        };
        /**
         * @example {
         *       "username": "ann@example.com",
         *       "password": "correct horse battery staple",
         *       "totpCode": "123456",
         *       "tenant": "example"
         *     }
         */
        LoginBody: {
            /** @description Password */
            password: string;
            /** @description Name of the tenant; needed only where the email exists in several */
            tenant?: string;
            /** @description Needed by users with a second factor: six digits of the authenticator app, or a recovery code */
            totpCode?: string;
            /** @description Email address of the user */
            username: string;
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
         *       "name": "shop-db",
         *       "type": "server",
         *       "description": "Keeps the orders of the shop",
         *       "attributes": {
         *         "os": "Debian 13"
         *       },
         *       "customFields": {
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
            customFields?: {
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
         *       "_id": "0198a8a0-5c1e-7000-8000-000000000001",
         *       "name": "scanner-1",
         *       "description": "The scanner of the first data centre",
         *       "scopes": [
         *         "discovery.submit"
         *       ],
         *       "createdAt": "2026-01-31T08:00:00.000Z",
         *       "expiresAt": "2026-04-30T08:00:00.000Z",
         *       "lastUsedAt": null,
         *       "allowedIps": null,
         *       "token": "orrd_prod_0123456789abcdefghijklmnopqrstuvwxyzABCDEFG"
         *     }
         */
        NewDiscoveryToken: {
            /** @description Id, as lists and answers show it */
            _id: string;
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
            /**
             * Format: date-time
             * @description Give or take a minute
             */
            lastUsedAt: string | null;
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
         *       "sourceId": "disk-web01",
         *       "affectedCis": [
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
         *       "ipAddress": "192.0.2.10",
         *       "occurredAt": "2026-01-31T08:00:00.000Z",
         *       "status": "open"
         *     }
         */
        NewEvent: {
            /** @description Ids of CIs. Absent: found by hostname, fqdn or ip_address */
            affectedCis?: string[] | null;
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
            ipAddress?: string | null;
            /** @description Free: measured values */
            metrics?: {
                [key: string]: unknown;
            } | null;
            /**
             * Format: date-time
             * @description Default: now. More than five minutes ahead counts as now
             */
            occurredAt?: string | null;
            /**
             * @description How bad it is
             * @enum {string}
             */
            severity: "critical" | "high" | "medium" | "low";
            /** @description The system that reports */
            source: string;
            /** @description A repeat of the same source and source_id finds the event; without it each one is new */
            sourceId?: string | null;
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
         *       "type": "depends_on",
         *       "sourceCi": "0198a8a0-5c1e-7000-8000-000000000001",
         *       "targetCi": "0198a8a0-5c1e-7000-8000-000000000002",
         *       "attributes": {
         *         "port": 5432,
         *         "protocol": "tcp"
         *       },
         *       "discoveredBy": "import",
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
            discoveredBy?: string | null;
            /** @description Id of the CI from which the relationship points */
            sourceCi: string;
            /** @description Id of the CI to which the relationship points */
            targetCi: string;
            /** @description Type, in any spelling */
            type: string;
        };
        /** @description Position of a page in its list */
        Pagination: {
            /** @description Entries per page */
            limit: number;
            /** @description `cursor` of the next page; absent on the last */
            nextCursor?: string;
            /** @description Number of this page, from 1 */
            page: number;
            /** @description Pages in the whole list */
            pages: number;
            /** @description How many there are */
            total: number;
        };
        /**
         * @example {
         *       "totalMappings": 1,
         *       "withProcessNames": 1,
         *       "withoutProcessNames": 0,
         *       "byFamily": [
         *         {
         *           "family": "Databases",
         *           "total": 1,
         *           "withProcessNames": 1,
         *           "withoutProcessNames": 0
         *         }
         *       ],
         *       "bySource": {
         *         "manual": 1,
         *         "ai": 0,
         *         "import": 0,
         *         "system": 100,
         *         "pending": 0
         *       },
         *       "relationships": {
         *         "total": 1,
         *         "withProcess": 1,
         *         "withApplication": 1,
         *         "unmapped": 0
         *       }
         *     }
         */
        ProcessMappingAnalysis: {
            /** @description Mappings by family */
            byFamily: {
                /**
                 * @description Kind of software, one of 13
                 * @enum {string|null}
                 */
                family: "Browsers" | "Databases" | "Development Tools" | "Runtime Environments" | "Office Productivity" | "Security Software" | "Operating Systems" | "Virtualization" | "Web Servers" | "Monitoring Tools" | "Multimedia" | "Utilities" | "Enterprise Applications" | null;
                /** @description How many there are */
                total: number;
                /** @description Without process names */
                withoutProcessNames: number;
                /** @description With process names */
                withProcessNames: number;
            }[];
            /** @description Mappings by source */
            bySource: {
                /** @description From a language model */
                ai: number;
                /** @description Imported */
                import: number;
                /** @description Made by hand */
                manual: number;
                /** @description Waiting for a decision */
                pending: number;
                /** @description Built in */
                system: number;
            };
            /** @description Relationships of the CI */
            relationships: {
                /** @description How many there are */
                total: number;
                /** @description Without an application */
                unmapped: number;
                /** @description With an application */
                withApplication: number;
                /** @description Naming a process */
                withProcess: number;
            };
            /** @description All mappings */
            totalMappings: number;
            /** @description Without process names */
            withoutProcessNames: number;
            /** @description With process names */
            withProcessNames: number;
        };
        /**
         * @example {
         *       "jobId": "0198a8a0-5c1e-7000-8000-000000000006",
         *       "mode": "all",
         *       "status": "queued",
         *       "progress": {
         *         "done": 1,
         *         "total": 1
         *       },
         *       "result": {
         *         "analysis": {
         *           "totalMappings": 1,
         *           "withProcessNames": 1,
         *           "withoutProcessNames": 0,
         *           "byFamily": [
         *             {
         *               "family": "Databases",
         *               "total": 1,
         *               "withProcessNames": 1,
         *               "withoutProcessNames": 0
         *             }
         *           ],
         *           "bySource": {
         *             "manual": 1,
         *             "ai": 0,
         *             "import": 0,
         *             "system": 100,
         *             "pending": 0
         *           },
         *           "relationships": {
         *             "total": 1,
         *             "withProcess": 1,
         *             "withApplication": 1,
         *             "unmapped": 0
         *           }
         *         },
         *         "enrich": {
         *           "enriched": 1,
         *           "pattern": 0,
         *           "discovery": 0,
         *           "ai": 0,
         *           "unresolved": 0,
         *           "asked": 0,
         *           "unanswered": 0
         *         },
         *         "apply": {
         *           "updated": 1,
         *           "skipped": 0,
         *           "unmatched": 0
         *         },
         *         "fixRelationships": {
         *           "familiesCreated": 0,
         *           "instancesLinked": 1,
         *           "softwareAssigned": 1,
         *           "referencesRepaired": 0,
         *           "left": 0
         *         },
         *         "identify": {
         *           "enriched": 1,
         *           "pattern": 0,
         *           "discovery": 0,
         *           "ai": 0,
         *           "unresolved": 0,
         *           "asked": 0,
         *           "unanswered": 0
         *         }
         *       },
         *       "error": null,
         *       "createdAt": "2026-01-31T08:00:00.000Z",
         *       "completedAt": "2026-01-31T08:00:03.000Z"
         *     }
         */
        ProcessMappingRun: {
            /**
             * Format: date-time
             * @description When it ended; null while it goes on
             */
            completedAt: string | null;
            /**
             * Format: date-time
             * @description When it was made
             */
            createdAt: string;
            /** @description What was wrong; null where nothing was */
            error: string | null;
            /** @description Id of the work */
            jobId: string;
            /**
             * @description How to work
             * @enum {string}
             */
            mode: "all" | "analyze" | "enrich" | "apply" | "fix-relationships" | "identify";
            /** @description How far the work is */
            progress: {
                /** @description How many are done */
                done: number;
                /** @description How many there are */
                total: number;
            };
            /** @description What each step has done so far; null before the first */
            result: {
                analysis?: components["schemas"]["ProcessMappingAnalysis"];
                /** @description Setting `application` on relationships */
                apply?: {
                    /** @description How many were left as they were */
                    skipped: number;
                    /** @description Processes for which no software was found */
                    unmatched: number;
                    /** @description How many were changed */
                    updated: number;
                };
                /** @description Finding process names of software */
                enrich?: {
                    /** @description From a language model */
                    ai: number;
                    /** @description Products that the model was asked about */
                    asked: number;
                    /** @description From discovered processes */
                    discovery: number;
                    /** @description Software that got process names */
                    enriched: number;
                    /** @description Mappings that a pattern found */
                    pattern: number;
                    /** @description Of these, products about which it gave no answer, because it failed */
                    unanswered: number;
                    /** @description Left without an answer */
                    unresolved: number;
                };
                /** @description Repair of relationships */
                fixRelationships?: {
                    /** @description Families made */
                    familiesCreated: number;
                    /** @description Installed programs that were linked to software */
                    instancesLinked: number;
                    /** @description Broken by a person's own word, which stays */
                    left: number;
                    /** @description References that were repaired */
                    referencesRepaired: number;
                    /** @description Software that was put into a family */
                    softwareAssigned: number;
                };
                /** @description Linking installed programs to software */
                identify?: {
                    /** @description From a language model */
                    ai: number;
                    /** @description Products that the model was asked about */
                    asked: number;
                    /** @description From discovered processes */
                    discovery: number;
                    /** @description Software that got process names */
                    enriched: number;
                    /** @description Mappings that a pattern found */
                    pattern: number;
                    /** @description Of these, products about which it gave no answer, because it failed */
                    unanswered: number;
                    /** @description Left without an answer */
                    unresolved: number;
                };
            } | null;
            /**
             * @description Its current state
             * @enum {string}
             */
            status: "queued" | "running" | "completed" | "failed";
        };
        /**
         * @example {
         *       "relationshipId": "0198a8a0-5c1e-7000-8000-000000000011",
         *       "verdict": "confirm",
         *       "relationship": null
         *     }
         */
        ProposalVerdict: {
            /**
             * @description As it is now; null once rejected
             * @example null
             */
            relationship: components["schemas"]["AiRelationship"] | null;
            /**
             * @description Id of the proposal
             * @example 0198a8a0-5c1e-7000-8000-000000000011
             */
            relationshipId: string;
            /**
             * @description What was said
             * @example confirm
             * @enum {string}
             */
            verdict: "confirm" | "reject";
        };
        /**
         * @example {
         *       "received": 1,
         *       "created": 1,
         *       "updated": 1,
         *       "ignored": 1,
         *       "errors": [
         *         {
         *           "index": 0,
         *           "error": "has no title"
         *         }
         *       ]
         *     }
         */
        ReceiveWebhookResult: {
            /** @description How many were made */
            created: number;
            /** @description What could not be read, with its place in the message */
            errors: {
                /** @description What is wrong with the message */
                error: string;
                /** @description Place in the list that was sent, from 0 */
                index: number | null;
            }[];
            /** @description Messages that make no event */
            ignored: number;
            /** @description Messages that stood in the body */
            received: number;
            /** @description How many were changed */
            updated: number;
        };
        RelatedCI: {
            ci: components["schemas"]["FoundCI"];
            /**
             * @description Why, with figures, the weightiest first
             * @example [
             *       "same type, and shares 2 neighbours: lb-1, db-1"
             *     ]
             */
            reasons: string[];
            /**
             * @description 0 to 1
             * @example 0.72
             */
            score: number;
        };
        /**
         * @example {
         *       "related": [
         *         {
         *           "ci": {
         *             "_id": "0198a8a0-5c1e-7000-8000-000000000001",
         *             "name": "shop-db",
         *             "type": "server",
         *             "status": "active",
         *             "description": "Keeps the orders of the shop",
         *             "attributes": {
         *               "os": "Debian 13"
         *             },
         *             "customFields": {
         *               "owner_team": "shop"
         *             },
         *             "updatedAt": "2026-02-01T09:30:00.000Z"
         *           },
         *           "score": 0.72,
         *           "reasons": [
         *             "same type, and shares 2 neighbours: lb-1, db-1"
         *           ]
         *         }
         *       ],
         *       "queryId": "0198a8a0-5c1e-7000-8000-00000000000a",
         *       "source": "rules",
         *       "confidence": 0.87
         *     }
         */
        RelatedCIs: {
            /**
             * @description Score of the first result, 0 without one
             * @example 0.87
             */
            confidence: number;
            /**
             * @description For feedback
             * @example 0198a8a0-5c1e-7000-8000-00000000000a
             */
            queryId: string;
            /** @description The most closely related first */
            related: components["schemas"]["RelatedCI"][];
            /**
             * @description `model`: a model took part; `rules`: none
             * @example rules
             * @enum {string}
             */
            source: "model" | "rules";
        };
        /**
         * @description A typed, directed edge between two CIs, read from source to target
         * @example {
         *       "_id": "0198a8a0-5c1e-7000-8000-000000000001",
         *       "type": "Depends On",
         *       "source": {
         *         "_id": "0198a8a0-5c1e-7000-8000-000000000001",
         *         "name": "shop-db",
         *         "type": "server"
         *       },
         *       "target": {
         *         "_id": "0198a8a0-5c1e-7000-8000-000000000001",
         *         "name": "shop-db",
         *         "type": "server"
         *       },
         *       "attributes": {
         *         "port": 5432,
         *         "protocol": "tcp"
         *       },
         *       "discoveredBy": "import",
         *       "confidence": 1,
         *       "firstSeen": "2026-01-31T08:00:00.000Z",
         *       "lastSeen": "2026-02-01T09:30:00.000Z",
         *       "createdAt": "2026-01-31T08:00:00.000Z",
         *       "createdBy": "system",
         *       "updatedAt": "2026-02-01T09:30:00.000Z"
         *     }
         */
        Relationship: {
            /** @description Id, as lists and answers show it */
            _id: string;
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
            createdAt: string;
            /** @description Who made it: a user's id, `<kind>:<id>` of a key or a scanner, or `system` */
            createdBy: string;
            /** @description What found it; absent where somebody declared it */
            discoveredBy: string | null;
            /**
             * Format: date-time
             * @description When it was first observed
             */
            firstSeen: string | null;
            /**
             * Format: date-time
             * @description When it was last observed
             */
            lastSeen: string | null;
            source: components["schemas"]["RelationshipEnd"];
            target: components["schemas"]["RelationshipEnd"];
            /** @description Type, as it was first spelled */
            type: string;
            /**
             * Format: date-time
             * @description When it last changed
             */
            updatedAt: string;
        };
        RelationshipEnd: {
            /** @description Id, as lists and answers show it */
            _id: string;
            /** @description Name that people read */
            name: string;
            /** @description Kind of thing, as it was first spelled */
            type: string;
        };
        /**
         * @example {
         *       "proposals": [],
         *       "source": "rules",
         *       "confidence": 0.9,
         *       "queryId": "0198a8a0-5c1e-7000-8000-000000000011"
         *     }
         */
        RelationshipProposals: {
            /**
             * @description Mean of the proposals'; 0 without any
             * @example 0.9
             */
            confidence: number;
            /**
             * @description Strongest first
             * @example []
             */
            proposals: {
                /** @description How certain it is, 0 to 1 */
                confidence: number;
                /** @description What found it; absent where somebody declared it */
                discoveredBy: string | null;
                /**
                 * @description What speaks for it
                 * @example [
                 *       {
                 *         "kind": "relationship",
                 *         "id": "0198a8a0-5c1e-7000-8000-000000000011",
                 *         "text": "app01 (java) connects to db01 (postgres), port 5432/tcp"
                 *       }
                 *     ]
                 */
                evidence: {
                    /**
                     * @description Id of the record
                     * @example 0198a8a0-5c1e-7000-8000-000000000011
                     */
                    id: string;
                    /**
                     * @description What kind of record `id` names
                     * @example relationship
                     * @enum {string}
                     */
                    kind: "relationship" | "ci";
                    /**
                     * @description What it says
                     * @example app01 (java) connects to db01 (postgres), port 5432/tcp
                     */
                    text: string;
                }[];
                /** @description Id, as lists and answers show it */
                id: string;
                /**
                 * @description Why, in a sentence
                 * @example app01 depends on db01: an observed connection
                 */
                reason: string;
                /** @description Where it comes from */
                source: {
                    /** @description Id, as lists and answers show it */
                    id: string;
                    /** @description Name that people read */
                    name: string;
                    /** @description Kind of thing, as it was first spelled */
                    type: string;
                };
                /** @description What was acted on */
                target: {
                    /** @description Id, as lists and answers show it */
                    id: string;
                    /** @description Name that people read */
                    name: string;
                    /** @description Kind of thing, as it was first spelled */
                    type: string;
                };
                /** @description Kind of thing, as it was first spelled */
                type: string;
            }[];
            /**
             * @description For feedback on the whole answer
             * @example 0198a8a0-5c1e-7000-8000-000000000011
             */
            queryId: string;
            /**
             * @description Whether a model took part
             * @example rules
             * @enum {string}
             */
            source: "rules" | "model";
        };
        /**
         * @example {
         *       "mode": "all",
         *       "family": "Databases",
         *       "limit": 20
         *     }
         */
        RunProcessMappingBody: {
            /**
             * @description Only mappings, software and applications of this family
             * @enum {string}
             */
            family?: "Browsers" | "Databases" | "Development Tools" | "Runtime Environments" | "Office Productivity" | "Security Software" | "Operating Systems" | "Virtualization" | "Web Servers" | "Monitoring Tools" | "Multimedia" | "Utilities" | "Enterprise Applications";
            /** @description Most things that enriching looks at, and that applying changes */
            limit?: number;
            /**
             * @description How to work
             * @enum {string}
             */
            mode: "all" | "analyze" | "enrich" | "apply" | "fix-relationships";
            /** @description Of mode `all`: leaves the statistics out */
            skipAnalysis?: boolean;
        };
        /** @enum {string} */
        Scope: "cmdb.read" | "cmdb.write" | "cmdb.delete" | "discovery.read" | "discovery.execute" | "discovery.configure" | "discovery.submit" | "events.read" | "events.write" | "services.read" | "services.write" | "webhooks.manage" | "software.read" | "software.write" | "reports.read" | "reports.create" | "reports.export" | "ai.use" | "admin.users" | "admin.settings" | "admin.audit";
        /**
         * @example {
         *       "query": "databases of the billing system",
         *       "limit": 20
         *     }
         */
        SearchCisBody: {
            filters?: components["schemas"]["CISearchFilters"];
            /**
             * @description At most so many, 1 to 100
             * @default 20
             * @example 20
             */
            limit: number;
            /**
             * @description What is looked for, in words: a name, an address, a serial number, or what the CI does. 1 to 1000 characters
             * @example databases of the billing system
             */
            query: string;
        };
        /**
         * @description What the name of an installed program means
         * @example {
         *       "_id": "0198a8a0-5c1e-7000-8000-000000000001",
         *       "instanceName": "PostgreSQL 17",
         *       "normalizedInstanceName": "postgresql",
         *       "instancePatterns": [
         *         "^postgresql-\\d+$"
         *       ],
         *       "software": {
         *         "name": "PostgreSQL",
         *         "vendor": "PGDG"
         *       },
         *       "family": {
         *         "name": "Databases"
         *       },
         *       "processNames": {
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
         *       "windowsServices": [
         *         "postgresql-x64-17"
         *       ],
         *       "processType": "application",
         *       "status": "active",
         *       "confidence": 1,
         *       "source": "import",
         *       "processSource": "discovery",
         *       "usageCount": 1,
         *       "lastVerified": null,
         *       "notes": "Looked at",
         *       "createdAt": "2026-01-31T08:00:00.000Z",
         *       "updatedAt": "2026-02-01T09:30:00.000Z"
         *     }
         */
        SoftwareMapping: {
            /** @description Id, as lists and answers show it */
            _id: string;
            /** @description How certain it is, 0 to 1 */
            confidence: number;
            /**
             * Format: date-time
             * @description When it was made
             */
            createdAt: string;
            /** @description Kind of software, one of 13 */
            family: {
                /**
                 * @description Kind of software, one of 13
                 * @enum {string}
                 */
                name: "Browsers" | "Databases" | "Development Tools" | "Runtime Environments" | "Office Productivity" | "Security Software" | "Operating Systems" | "Virtualization" | "Web Servers" | "Monitoring Tools" | "Multimedia" | "Utilities" | "Enterprise Applications";
            } | null;
            /** @description Name of the installed program as scanners report it */
            instanceName: string;
            /** @description Patterns (RE2) of names that mean the same */
            instancePatterns: string[];
            /**
             * Format: date-time
             * @description When somebody confirmed it; null where nobody did
             */
            lastVerified: string | null;
            /** @description The name as it is compared: without case, version and architecture */
            normalizedInstanceName: string;
            /** @description Remarks, for people */
            notes: string | null;
            /** @description Programs that it runs, by operating system */
            processNames: {
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
            processSource: "manual" | "pattern" | "discovery" | "ai" | null;
            /**
             * @description How it runs
             * @enum {string}
             */
            processType: "application" | "service" | "library";
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
            updatedAt: string;
            /** @description How many installations it names */
            usageCount: number;
            /** @description Services of Windows that it runs */
            windowsServices: string[];
        };
        /**
         * @example {
         *       "softwareId": "0198a8a0-5c1e-7000-8000-000000000007",
         *       "name": "PostgreSQL",
         *       "processNames": {
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
         *       "windowsServices": [
         *         "postgresql-x64-17"
         *       ],
         *       "processType": "application",
         *       "confidence": 1,
         *       "source": "manual",
         *       "applied": true
         *     }
         */
        SoftwareProcesses: {
            /** @description Whether they are kept and count for relationships */
            applied: boolean;
            /** @description How certain it is, 0 to 1 */
            confidence: number;
            /** @description Name of the CI */
            name: string;
            /** @description Programs that it runs, by operating system */
            processNames: {
                /** @description Programs on Linux */
                linux: string[];
                /** @description Programs on macOS */
                macos: string[];
                /** @description Programs on Windows */
                windows: string[];
            };
            /**
             * @description How it runs
             * @enum {string|null}
             */
            processType: "application" | "service" | "library" | null;
            /** @description Id of a CI of type software */
            softwareId: string;
            /**
             * @description Where it comes from
             * @enum {string|null}
             */
            source: "manual" | "pattern" | "discovery" | "ai" | null;
            /** @description Services of Windows that it runs */
            windowsServices: string[];
        };
        /**
         * @example {
         *       "jobId": "0198a8a0-5c1e-7000-8000-00000000000b",
         *       "status": "queued",
         *       "statusUrl": "/api/ai/jobs/0198a8a0-5c1e-7000-8000-00000000000b"
         *     }
         */
        StartedAiJob: {
            /**
             * @description Of the job, which is an enrichment run
             * @example 0198a8a0-5c1e-7000-8000-00000000000b
             */
            jobId: string;
            /**
             * @description Its current state
             * @enum {string}
             */
            status: "queued" | "running" | "completed" | "failed";
            /**
             * @description Shows how far it is
             * @example /api/ai/jobs/0198a8a0-5c1e-7000-8000-00000000000b
             */
            statusUrl: string;
        };
        /**
         * @example {
         *       "jobId": "0198a8a0-5c1e-7000-8000-000000000006",
         *       "mode": "all",
         *       "status": "queued",
         *       "statusUrl": "/api/cmdb-settings/process-mapping/run/0198a8a0-5c1e-7000-8000-000000000006"
         *     }
         */
        StartedRun: {
            /** @description Id of the work */
            jobId: string;
            /**
             * @description How to work
             * @enum {string}
             */
            mode: "all" | "analyze" | "enrich" | "apply" | "fix-relationships" | "identify";
            /**
             * @description Its current state
             * @enum {string}
             */
            status: "queued" | "running" | "completed" | "failed";
            /** @description Path that shows how far the run is */
            statusUrl: string;
        };
        /**
         * @example {
         *       "scanType": "full",
         *       "scannerId": "scanner-1",
         *       "timestamp": "2026-01-31T08:00:00Z",
         *       "data": {
         *         "discoveredHosts": [
         *           {
         *             "hostId": "h-1",
         *             "hostname": "web01",
         *             "fqdn": "web01.example.com",
         *             "ipAddress": "192.0.2.10",
         *             "ipAddresses": [
         *               "192.0.2.10"
         *             ],
         *             "macAddress": "00:1b:21:3a:4b:01",
         *             "macAddresses": [
         *               "00:1b:21:3a:4b:01"
         *             ],
         *             "openPorts": [
         *               22,
         *               5432
         *             ],
         *             "osGuess": "Linux 6.x",
         *             "deviceType": "server"
         *           }
         *         ]
         *       }
         *     }
         */
        SubmitScanBody: {
            /** @description What the scan found */
            data: {
                /** @description One entry a host */
                discoveredHosts: components["schemas"]["Host"][];
            } & {
                [key: string]: unknown;
            };
            /** @description Name of the scanner */
            scannerId: string;
            /** @description Free text; `full` means that what is absent counts as gone */
            scanType: string;
            /**
             * Format: date-time
             * @description When the scan was made
             */
            timestamp: string;
        };
        /**
         * @example {
         *       "scanId": "0198a8a0-5c1e-7000-8000-000000000004",
         *       "status": "running",
         *       "hosts": 1,
         *       "statusUrl": "/v1/discovery/scans/0198a8a0-5c1e-7000-8000-000000000001",
         *       "message": "Scan accepted: 1 host waits to be processed"
         *     }
         */
        SubmittedScan: {
            /** @description How many hosts: all, processed, failed, parked */
            hosts: number;
            /** @description What was done, for people */
            message: string;
            /** @description Id of the scan */
            scanId: string;
            /**
             * @description Its current state
             * @enum {string}
             */
            status: "running";
            /** @description Path that shows how far the work is */
            statusUrl: string;
        };
        /**
         * @example {
         *       "name": "shop-db",
         *       "type": "server",
         *       "description": "Keeps the orders of the shop",
         *       "attributes": {
         *         "os": "Debian 13"
         *       },
         *       "customFields": {
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
            createdAt?: unknown;
            /** @description Who made it: a user's id, `<kind>:<id>` of a key or a scanner, or `system` */
            createdBy?: unknown;
            /** @description Free: what the organisation adds, by names of the caller's choice */
            customFields?: {
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
            updatedAt?: unknown;
            /** @description Who changed it last, as in `created_by` */
            updatedBy?: unknown;
        };
        /**
         * @example {
         *       "attributes": {
         *         "port": 5432,
         *         "protocol": "tcp"
         *       },
         *       "discoveredBy": "import",
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
            createdAt?: unknown;
            /** @description Who made it: a user's id, `<kind>:<id>` of a key or a scanner, or `system` */
            createdBy?: unknown;
            /** @description What found it; absent where somebody declared it */
            discoveredBy?: string | null;
            /** @description When it was first observed */
            firstSeen?: unknown;
            /** @description Id, as lists and answers show it */
            id?: unknown;
            /** @description When it was last observed */
            lastSeen?: unknown;
            /** @description Where it comes from */
            source?: unknown;
            /** @description What was acted on */
            target?: unknown;
            /** @description Kind of thing, as it was first spelled */
            type?: unknown;
            /** @description When it last changed */
            updatedAt?: unknown;
            /** @description Who changed it last, as in `created_by` */
            updatedBy?: unknown;
        };
        /**
         * @example {
         *       "instanceName": "PostgreSQL 17",
         *       "instancePatterns": [
         *         "^postgresql-\\d+$"
         *       ],
         *       "windowsServices": [
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
            createdAt?: unknown;
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
            instanceName?: string;
            /** @description Regular expressions of linear time: no lookaround, no backreferences, at most 500 characters */
            instancePatterns?: string[];
            /** @description When somebody confirmed it; null where nobody did */
            lastVerified?: unknown;
            /** @description The name as it is compared: without case, version and architecture */
            normalizedInstanceName?: unknown;
            /** @description Remarks, for people */
            notes?: string | null;
            /** @description Programs that it runs, by operating system */
            processNames?: {
                /** @description Programs on Linux */
                linux?: string[];
                /** @description Programs on macOS */
                macos?: string[];
                /** @description Programs on Windows */
                windows?: string[];
            };
            /** @description Where the names of its processes come from; null while it has none */
            processSource?: unknown;
            /**
             * @description How it runs
             * @enum {string}
             */
            processType?: "application" | "service" | "library";
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
            updatedAt?: unknown;
            /** @description How many installations it names */
            usageCount?: unknown;
            /** @description Services of Windows that it runs */
            windowsServices?: string[];
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
        /** @description `pagination.next_cursor` of the page before; takes the place of `page` */
        Cursor: string;
        /** @description Kinds of software */
        Family: "Browsers" | "Databases" | "Development Tools" | "Runtime Environments" | "Office Productivity" | "Security Software" | "Operating Systems" | "Virtualization" | "Web Servers" | "Monitoring Tools" | "Multimedia" | "Utilities" | "Enterprise Applications";
        /** @description Id of the thing; 404 for one that does not exist or is malformed */
        Id: string;
        /** @description Any text that is new for each thing to be made: a repeat with the same key gets the first answer */
        IdempotencyKey: string;
        /** @description Entity tags of the state that the change is meant for; 412 where it is another */
        IfMatch: string;
        /** @description Entity tags of copies that the caller has; 304 where one is current */
        IfNoneMatch: string;
        /** @description Entries per page */
        Limit: number;
        /** @description Page, from 1 */
        Page: number;
        /** @description How far back */
        Period: "24h" | "7d" | "30d";
        /** @description Field to sort by; a leading `-` descends */
        Sort: "createdAt" | "-createdAt";
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
    getAiDashboard: {
        parameters: {
            query?: {
                /** @description How far back */
                period?: components["parameters"]["Period"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Figures of the period */
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
                        data: components["schemas"]["AiDashboard"];
                        /** @enum {boolean} */
                        success: true;
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
    giveAnswerFeedback: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GiveAnswerFeedbackBody"];
            };
        };
        responses: {
            /** @description It is kept */
            201: {
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
                    "application/json": {
                        data: components["schemas"]["AnswerFeedback"];
                        /** @enum {boolean} */
                        success: true;
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
    listAiRecommendations: {
        parameters: {
            query?: {
                /** @description How far back */
                period?: components["parameters"]["Period"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Recommendations */
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
                        data: components["schemas"]["AiRecommendation"][];
                        /** @enum {boolean} */
                        success: true;
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
    listAiQueries: {
        parameters: {
            query?: {
                /** @description `pagination.next_cursor` of the page before; takes the place of `page` */
                cursor?: components["parameters"]["Cursor"];
                /** @description Names of the fields to show, separated by commas; `id` is always shown */
                fields?: ("id" | "operation" | "latencyMs" | "tokens" | "cost" | "status" | "source" | "confidence" | "feedback" | "createdAt")[];
                /** @description Entries per page */
                limit?: components["parameters"]["Limit"];
                /** @description Page, from 1 */
                page?: components["parameters"]["Page"];
                /** @description How far back */
                period?: components["parameters"]["Period"];
                /** @description Field to sort by; a leading `-` descends */
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
                        data: components["schemas"]["ListedAiQuery"][];
                        pagination: components["schemas"]["Pagination"];
                        /** @enum {boolean} */
                        success: true;
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
    setAiRelationshipConfidence: {
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
                 *       "confidence": 0.9
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Later analyses leave it
                     * @example 0.9
                     */
                    confidence: number;
                };
            };
        };
        responses: {
            /** @description The proposal */
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
                        data: components["schemas"]["AiRelationship"];
                        /** @enum {boolean} */
                        success: true;
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
    analyzeRelationships: {
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
                 *       "ciIds": [
                 *         "0198a8a0-5c1e-7000-8000-000000000011"
                 *       ],
                 *       "minConfidence": 0.5
                 *     }
                 */
                "application/json": {
                    /**
                     * @description The CIs to look at
                     * @example [
                     *       "0198a8a0-5c1e-7000-8000-000000000011"
                     *     ]
                     */
                    ciIds: string[];
                    /**
                     * @description What is less likely is left out; default 0.5
                     * @example 0.5
                     */
                    minConfidence?: number;
                };
            };
        };
        responses: {
            /** @description What was found */
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
                        data: components["schemas"]["RelationshipProposals"];
                        /** @enum {boolean} */
                        success: true;
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
    giveAiRelationshipFeedback: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GiveAiRelationshipFeedbackBody"];
            };
        };
        responses: {
            /** @description It is kept */
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
                        data: components["schemas"]["ProposalVerdict"];
                        /** @enum {boolean} */
                        success: true;
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
    analyze: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AnalyzeBody"];
            };
        };
        responses: {
            /** @description What was found */
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
                        data: components["schemas"]["Analysis"];
                        /** @enum {boolean} */
                        success: true;
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
    discoverRelationships: {
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
                 *       "ciIds": [
                 *         "0198a8a0-5c1e-7000-8000-000000000011"
                 *       ],
                 *       "minConfidence": 0.5
                 *     }
                 */
                "application/json": {
                    /**
                     * @description The CIs to look at
                     * @example [
                     *       "0198a8a0-5c1e-7000-8000-000000000011"
                     *     ]
                     */
                    ciIds: string[];
                    /**
                     * @description What is less likely is left out; default 0.5
                     * @example 0.5
                     */
                    minConfidence?: number;
                };
            };
        };
        responses: {
            /** @description What was found */
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
                        data: components["schemas"]["RelationshipProposals"];
                        /** @enum {boolean} */
                        success: true;
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
    generateInsights: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GenerateInsightsBody"];
            };
        };
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
                    "application/json": {
                        data: components["schemas"]["GeneratedInsights"];
                        /** @enum {boolean} */
                        success: true;
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
    getAiJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the work; 404 for one that does not exist */
                jobId: string;
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
                    "application/json": {
                        data: components["schemas"]["AiJob"];
                        /** @enum {boolean} */
                        success: true;
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
    searchSemantic: {
        parameters: {
            query: {
                /** @description At most so many, 1 to 100 */
                limit?: number;
                /** @description What is looked for, in words: a name, an address, a serial number, or what the CI does. 1 to 1000 characters */
                q: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The best results, best first */
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
                        data: components["schemas"]["CISearch"];
                        /** @enum {boolean} */
                        success: true;
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
                    "application/json": {
                        data: components["schemas"]["LoginResult"];
                        /** @enum {boolean} */
                        success: true;
                    };
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
    listAiRelationships: {
        parameters: {
            query?: {
                /** @description Entries per page */
                limit?: components["parameters"]["Limit"];
                /** @description Page, from 1 */
                page?: components["parameters"]["Page"];
            };
            header?: never;
            path: {
                /** @description Id of a CI; 404 for one that does not exist */
                ciId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Its proposals */
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
                        data: components["schemas"]["AiRelationship"][];
                        pagination: components["schemas"]["Pagination"];
                        /** @enum {boolean} */
                        success: true;
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
    generateEmbeddings: {
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
                "application/json": components["schemas"]["GenerateEmbeddingsBody"];
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
                    "application/json": {
                        data: components["schemas"]["StartedAiJob"];
                        /** @enum {boolean} */
                        success: true;
                    };
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
    getEmbeddingStatus: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The state of the tenant's vectors */
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
                        data: components["schemas"]["EmbeddingStatus"];
                        /** @enum {boolean} */
                        success: true;
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
    findRelatedCis: {
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
                 *       "ciId": "0198a8a0-5c1e-7000-8000-000000000001",
                 *       "limit": 20
                 *     }
                 */
                "application/json": {
                    /** @description Id of a CI */
                    ciId: string;
                    /**
                     * @description At most so many, 1 to 100
                     * @default 20
                     * @example 20
                     */
                    limit?: number;
                };
            };
        };
        responses: {
            /** @description The most closely related first */
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
                        data: components["schemas"]["RelatedCIs"];
                        /** @enum {boolean} */
                        success: true;
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
    makeCiInsights: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a CI; 404 for one that does not exist */
                ciId: string;
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
                    "application/json": {
                        data: components["schemas"]["CiInsights"];
                        /** @enum {boolean} */
                        success: true;
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
    searchCis: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SearchCisBody"];
            };
        };
        responses: {
            /** @description The best results, best first */
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
                        data: components["schemas"]["CISearch"];
                        /** @enum {boolean} */
                        success: true;
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
    testAi: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Whether they answered */
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
                        data: components["schemas"]["AiTest"];
                        /** @enum {boolean} */
                        success: true;
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
    analyzeProcessMapping: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The statistics */
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
                        data: components["schemas"]["ProcessMappingAnalysis"];
                        /** @enum {boolean} */
                        success: true;
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
    runProcessMapping: {
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
                "application/json": components["schemas"]["RunProcessMappingBody"];
            };
        };
        responses: {
            /** @description `statusUrl` shows its progress */
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
                    "application/json": {
                        data: components["schemas"]["StartedRun"];
                        /** @enum {boolean} */
                        success: true;
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
    getProcessMappingRun: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the work; 404 for one that does not exist */
                jobId: string;
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
                    "application/json": {
                        data: components["schemas"]["ProcessMappingRun"];
                        /** @enum {boolean} */
                        success: true;
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
    listSoftwareFamilies: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Always the 13 */
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
                        data: components["schemas"]["ListSoftwareFamiliesItem"][];
                        /** @enum {boolean} */
                        success: true;
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
    listCis: {
        parameters: {
            query?: {
                /** @description `pagination.next_cursor` of the page before; takes the place of `page` */
                cursor?: components["parameters"]["Cursor"];
                /** @description Names of the fields to show, separated by commas; `id` is always shown */
                fields?: ("_id" | "name" | "type" | "description" | "status" | "attributes" | "customFields" | "createdAt" | "createdBy" | "updatedAt" | "updatedBy" | "relationships" | "id")[];
                /** @description Entries per page */
                limit?: components["parameters"]["Limit"];
                /** @description Page, from 1 */
                page?: components["parameters"]["Page"];
                /** @description Words or their beginnings, at most 20, all of them in name and description; or an IP address, serial number or host name */
                search?: string;
                /** @description Field to sort by; a leading `-` descends */
                sort?: "createdAt" | "-createdAt" | "updatedAt" | "-updatedAt" | "name" | "-name";
                /** @description Statuses separated by commas */
                status?: ("active" | "inactive" | "maintenance")[];
                /** @description Types, any spelling, separated by commas */
                type?: string[];
                /** @description Changed at this time or later */
                updatedSince?: string;
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
                        data: components["schemas"]["ListedCI"][];
                        pagination: components["schemas"]["Pagination"];
                        /** @enum {boolean} */
                        success: true;
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
                allowDuplicate?: boolean;
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
            /** @description The new CI */
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
                    "application/json": {
                        data: components["schemas"]["CI"];
                        /** @enum {boolean} */
                        success: true;
                    };
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
                    "application/json": {
                        data: components["schemas"]["CI"];
                        /** @enum {boolean} */
                        success: true;
                    };
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
                    "application/json": {
                        data: components["schemas"]["CI"];
                        /** @enum {boolean} */
                        success: true;
                    };
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
                     *       "success": true,
                     *       "data": {
                     *         "message": "Done"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            /** @description What was done, for people */
                            message: string;
                        };
                        /** @enum {boolean} */
                        success: true;
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
    listRelationships: {
        parameters: {
            query?: {
                /** @description Either end */
                ciId?: string;
                /** @description `pagination.next_cursor` of the page before; takes the place of `page` */
                cursor?: components["parameters"]["Cursor"];
                /** @description Names of the fields to show, separated by commas; `id` is always shown */
                fields?: ("_id" | "type" | "source" | "target" | "attributes" | "discoveredBy" | "confidence" | "firstSeen" | "lastSeen" | "createdAt" | "createdBy" | "updatedAt" | "id")[];
                /** @description Show those that a model found; default false */
                includeAi?: boolean;
                /** @description Entries per page */
                limit?: components["parameters"]["Limit"];
                /** @description Page, from 1 */
                page?: components["parameters"]["Page"];
                /** @description Field to sort by; a leading `-` descends */
                sort?: components["parameters"]["Sort"];
                /** @description Id of the CI from which the relationship points */
                sourceCi?: string;
                /** @description Id of the CI to which the relationship points */
                targetCi?: string;
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
                        data: components["schemas"]["ListedRelationship"][];
                        pagination: components["schemas"]["Pagination"];
                        /** @enum {boolean} */
                        success: true;
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
                    "application/json": {
                        data: components["schemas"]["Relationship"];
                        /** @enum {boolean} */
                        success: true;
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
                    "application/json": {
                        data: components["schemas"]["Relationship"];
                        /** @enum {boolean} */
                        success: true;
                    };
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
                    "application/json": {
                        data: components["schemas"]["Relationship"];
                        /** @enum {boolean} */
                        success: true;
                    };
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
                     *       "success": true,
                     *       "data": {
                     *         "message": "Done"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            /** @description What was done, for people */
                            message: string;
                        };
                        /** @enum {boolean} */
                        success: true;
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
    processScan: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the scan */
                scanId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It waits for its turn */
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
                    "application/json": {
                        data: components["schemas"]["StartedAiJob"];
                        /** @enum {boolean} */
                        success: true;
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
    listRawScanRecords: {
        parameters: {
            query?: {
                /** @description `pagination.next_cursor` of the page before; takes the place of `page` */
                cursor?: components["parameters"]["Cursor"];
                /** @description Names of the fields to show, separated by commas; `id` is always shown */
                fields?: ("_id" | "scanId" | "scannerId" | "hostname" | "ipAddress" | "status" | "ciId" | "error" | "createdAt" | "processedAt" | "id")[];
                /** @description Entries per page */
                limit?: components["parameters"]["Limit"];
                /** @description Page, from 1 */
                page?: components["parameters"]["Page"];
                /** @description Field to sort by; a leading `-` descends */
                sort?: components["parameters"]["Sort"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One entry a host */
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
                        data: components["schemas"]["ListedRawScanRecord"][];
                        pagination: components["schemas"]["Pagination"];
                        /** @enum {boolean} */
                        success: true;
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
    submitScan: {
        parameters: {
            query?: {
                /** @description Decide which CIs the hosts are, and write nothing */
                dryRun?: boolean;
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
                    "application/json": {
                        data: components["schemas"]["DryRun"];
                        /** @enum {boolean} */
                        success: true;
                    };
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
                    "application/json": {
                        data: components["schemas"]["SubmittedScan"];
                        /** @enum {boolean} */
                        success: true;
                    };
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
    listDiscoveryTokens: {
        parameters: {
            query?: {
                /** @description `pagination.next_cursor` of the page before; takes the place of `page` */
                cursor?: components["parameters"]["Cursor"];
                /** @description Names of the fields to show, separated by commas; `id` is always shown */
                fields?: ("_id" | "name" | "description" | "scopes" | "createdAt" | "expiresAt" | "lastUsedAt" | "allowedIps" | "id")[];
                /** @description Entries per page */
                limit?: components["parameters"]["Limit"];
                /** @description Page, from 1 */
                page?: components["parameters"]["Page"];
                /** @description Field to sort by; a leading `-` descends */
                sort?: "name" | "-name" | "createdAt" | "-createdAt" | "updatedAt" | "-updatedAt" | "expiresAt" | "-expiresAt";
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
                        data: components["schemas"]["ListedDiscoveryToken"][];
                        pagination: components["schemas"]["Pagination"];
                        /** @enum {boolean} */
                        success: true;
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
                    "application/json": {
                        data: components["schemas"]["NewDiscoveryToken"];
                        /** @enum {boolean} */
                        success: true;
                    };
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
                    "application/json": {
                        data: components["schemas"]["DiscoveryToken"];
                        /** @enum {boolean} */
                        success: true;
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
                     *       "success": true,
                     *       "data": {
                     *         "message": "Done"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            /** @description What was done, for people */
                            message: string;
                        };
                        /** @enum {boolean} */
                        success: true;
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
    listEvents: {
        parameters: {
            query?: {
                /** @description Values separated by commas */
                ciId?: string[];
                /** @description `pagination.next_cursor` of the page before; takes the place of `page` */
                cursor?: components["parameters"]["Cursor"];
                /** @description Names of the fields to show, separated by commas; `id` is always shown */
                fields?: ("_id" | "title" | "description" | "severity" | "status" | "source" | "sourceId" | "affectedCis" | "hostname" | "fqdn" | "ipAddress" | "metrics" | "context" | "occurredAt" | "lastSeen" | "occurrences" | "flapping" | "suppressed" | "symptom" | "deviation" | "resolvedAt" | "createdAt" | "createdBy" | "updatedAt" | "id")[];
                /** @description Of occurred_at, inclusive */
                from?: string;
                /** @description Entries per page */
                limit?: components["parameters"]["Limit"];
                /** @description Page, from 1 */
                page?: components["parameters"]["Page"];
                /** @description Values separated by commas */
                severity?: ("critical" | "high" | "medium" | "low")[];
                /** @description Field to sort by; a leading `-` descends */
                sort?: "occurredAt" | "-occurredAt" | "createdAt" | "-createdAt" | "updatedAt" | "-updatedAt";
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
                        data: components["schemas"]["ListedEvent"][];
                        pagination: components["schemas"]["Pagination"];
                        /** @enum {boolean} */
                        success: true;
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
                    "application/json": {
                        data: components["schemas"]["Event"];
                        /** @enum {boolean} */
                        success: true;
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
                    "application/json": {
                        data: components["schemas"]["Event"];
                        /** @enum {boolean} */
                        success: true;
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
                    "application/json": {
                        data: components["schemas"]["Event"];
                        /** @enum {boolean} */
                        success: true;
                    };
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
                    "application/json": {
                        data: components["schemas"]["Event"];
                        /** @enum {boolean} */
                        success: true;
                    };
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
    receiveWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The monitoring system */
                source: "prometheus" | "zabbix" | "nagios" | "icinga2" | "grafana" | "datadog" | "cloudwatch" | "pagerduty" | "generic";
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": {
                    [key: string]: unknown;
                };
                /** @example {} */
                "text/plain": {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description What became of it */
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
                        data: components["schemas"]["ReceiveWebhookResult"];
                        /** @enum {boolean} */
                        success: true;
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
    generateHolidays: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GenerateHolidaysBody"];
            };
        };
        responses: {
            /** @description The holidays */
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
                        data: components["schemas"]["HolidayCalendar"];
                        /** @enum {boolean} */
                        success: true;
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
    receiveChange: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the integration; 404 for one that does not exist or is malformed */
                configId: string;
                /** @description Platform of the integration; 404 for another one's */
                itsm: "xurrent" | "servicenow" | "jira" | "generic";
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "event": "ci.created",
                 *       "payload": {
                 *         "ciId": [
                 *           "0198a8a0-5c1e-7000-8000-000000000001"
                 *         ],
                 *         "ciName": [
                 *           "web01.example.com"
                 *         ],
                 *         "changeNote": [
                 *           "Update of the kernel, with a restart"
                 *         ],
                 *         "taskNodeId": "NG1lLmNvbS9UYXNrLzE"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description Kind of message */
                    event?: string;
                    /** @description What is to be changed */
                    payload: {
                        /** @description Fields of the change */
                        changeFields?: {
                            /** @description Its category at the service desk */
                            category?: string | null;
                            /**
                             * Format: date-time
                             * @description When it ends
                             */
                            plannedEnd?: string | null;
                            /**
                             * Format: date-time
                             * @description When it begins; a time without a zone is UTC
                             */
                            plannedStart?: string | null;
                            /** @description Its priority at the service desk */
                            priority?: string | null;
                        } & {
                            [key: string]: unknown;
                        };
                        /** @description What is to be done, for people */
                        changeNote?: string[];
                        /** @description Ids of the CIs to be changed */
                        ciId?: string[];
                        /** @description Names of the CIs to be changed */
                        ciName?: string[];
                        /** @description Id of the task at the service desk, to which results are written */
                        taskNodeId: string;
                    } & {
                        [key: string]: unknown;
                    };
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description The webhook is confirmed; nothing is analysed */
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
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "confirmed": true
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            /**
                             * @description The webhook was confirmed at the service desk
                             * @enum {boolean}
                             */
                            confirmed: true;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The analysis, which is queued */
            202: {
                headers: {
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
                     *       "success": true,
                     *       "data": {
                     *         "analysisId": "0198a8a0-5c1e-7000-8000-00000000000d",
                     *         "status": "queued"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            /** @description Id of the analysis */
                            analysisId: string;
                            /**
                             * @description Its current state
                             * @enum {string}
                             */
                            status: "queued";
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    applyProcessMapping: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "limit": 20,
                 *       "dryRun": true
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Counts, and changes nothing
                     * @default false
                     */
                    dryRun?: boolean;
                    /**
                     * @description Most relationships to change
                     * @default 10000
                     */
                    limit?: number;
                };
            };
        };
        responses: {
            /** @description What became of them */
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
                        data: components["schemas"]["ApplyProcessMappingResult"];
                        /** @enum {boolean} */
                        success: true;
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
    getUnmappedProcesses: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The statistics */
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
                        data: components["schemas"]["GetUnmappedProcessesResult"];
                        /** @enum {boolean} */
                        success: true;
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
    bulkIdentifyProcesses: {
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
                "application/json": components["schemas"]["BulkIdentifyProcessesBody"];
            };
        };
        responses: {
            /** @description `statusUrl` shows its progress */
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
                    "application/json": {
                        data: components["schemas"]["StartedRun"];
                        /** @enum {boolean} */
                        success: true;
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
    identifyProcesses: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a CI of type software; 404 for one that does not exist */
                softwareId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was found */
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
                        data: components["schemas"]["SoftwareProcesses"];
                        /** @enum {boolean} */
                        success: true;
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
    getProcessNames: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a CI of type software; 404 for one that does not exist */
                softwareId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Its process names */
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
                        data: components["schemas"]["SoftwareProcesses"];
                        /** @enum {boolean} */
                        success: true;
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
    listSoftwareWithoutProcesses: {
        parameters: {
            query?: {
                /** @description `pagination.next_cursor` of the page before; takes the place of `page` */
                cursor?: components["parameters"]["Cursor"];
                /** @description Kinds of software */
                family?: components["parameters"]["Family"];
                /** @description Names of the fields to show, separated by commas; `id` is always shown */
                fields?: ("softwareId" | "name" | "vendor" | "family" | "instanceCount" | "id")[];
                /** @description Entries per page */
                limit?: components["parameters"]["Limit"];
                /** @description Page, from 1 */
                page?: components["parameters"]["Page"];
                /** @description Field to sort by; a leading `-` descends */
                sort?: "createdAt" | "-createdAt" | "name" | "-name";
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
                        data: components["schemas"]["ListedSoftwareWithoutProcesses"][];
                        pagination: components["schemas"]["Pagination"];
                        /** @enum {boolean} */
                        success: true;
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
    generateReportInWords: {
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
                "application/json": components["schemas"]["GenerateReportInWordsBody"];
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
                    "application/json": {
                        data: components["schemas"]["GenerateReportInWordsResult"];
                        /** @enum {boolean} */
                        success: true;
                    };
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
    listSoftwareMappings: {
        parameters: {
            query?: {
                /** @description `pagination.next_cursor` of the page before; takes the place of `page` */
                cursor?: components["parameters"]["Cursor"];
                /** @description Kinds of software */
                family?: components["parameters"]["Family"];
                /** @description Names of the fields to show, separated by commas; `id` is always shown */
                fields?: ("_id" | "instanceName" | "normalizedInstanceName" | "instancePatterns" | "software" | "family" | "processNames" | "windowsServices" | "processType" | "status" | "confidence" | "source" | "processSource" | "usageCount" | "lastVerified" | "notes" | "createdAt" | "updatedAt" | "id")[];
                /** @description Entries per page */
                limit?: components["parameters"]["Limit"];
                /** @description Page, from 1 */
                page?: components["parameters"]["Page"];
                /** @description How it runs */
                processType?: "application" | "service" | "library";
                /** @description Words of name, software, vendor or patterns, all of them */
                search?: string;
                /** @description Field to sort by; a leading `-` descends */
                sort?: "instanceName" | "-instanceName" | "createdAt" | "-createdAt" | "updatedAt" | "-updatedAt";
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
                        data: components["schemas"]["ListedSoftwareMapping"][];
                        pagination: components["schemas"]["Pagination"];
                        /** @enum {boolean} */
                        success: true;
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
                    "application/json": {
                        data: components["schemas"]["SoftwareMapping"];
                        /** @enum {boolean} */
                        success: true;
                    };
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
                    "application/json": {
                        data: components["schemas"]["SoftwareMapping"];
                        /** @enum {boolean} */
                        success: true;
                    };
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
                    "application/json": {
                        data: components["schemas"]["SoftwareMapping"];
                        /** @enum {boolean} */
                        success: true;
                    };
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
                     *       "success": true,
                     *       "data": {
                     *         "message": "Done"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            /** @description What was done, for people */
                            message: string;
                        };
                        /** @enum {boolean} */
                        success: true;
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
                    "application/json": {
                        data: components["schemas"]["SoftwareMapping"];
                        /** @enum {boolean} */
                        success: true;
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
    exportSoftwareMappings: {
        parameters: {
            query?: {
                /** @description Kinds of software */
                family?: components["parameters"]["Family"];
                /** @description Format of the answer; else `Accept` chooses */
                format?: "ndjson" | "csv";
                /** @description How it runs */
                processType?: "application" | "service" | "library";
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
                    "application/json": {
                        data: components["schemas"]["ImportResult"];
                        /** @enum {boolean} */
                        success: true;
                    };
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
}
