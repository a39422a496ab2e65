// CPE names in use, each once per tenant, however many software instances have it.

CREATE CONSTRAINT cpe_entry_name IF NOT EXISTS FOR (e:CpeEntry) REQUIRE (e.tenant, e.name) IS UNIQUE;
