// CPE names in use, each once a tenant, whatever number of software instances has it.

CREATE CONSTRAINT cpe_entry_name IF NOT EXISTS FOR (e:CpeEntry) REQUIRE (e.tenant, e.name) IS UNIQUE;
