// The outbox by tenant, so that the relay gives tenants turns, and the changes that were refused for good: ParkedChange.

CREATE INDEX outbox_of_tenant IF NOT EXISTS FOR (o:Outbox) ON (o.tenant, o.id);
CREATE CONSTRAINT parked_change_id IF NOT EXISTS FOR (p:ParkedChange) REQUIRE p.id IS UNIQUE;
CREATE INDEX parked_change_of_tenant IF NOT EXISTS FOR (p:ParkedChange) ON (p.tenant, p.id);
