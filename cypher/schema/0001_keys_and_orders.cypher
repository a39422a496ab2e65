// Keys, look-ups and list orders of nodes and relationships. Neo4j Community enforces uniqueness only: the service checks
// presence and types before a write.

CREATE CONSTRAINT schema_migration_name IF NOT EXISTS FOR (m:SchemaMigration) REQUIRE m.name IS UNIQUE;
CREATE CONSTRAINT ci_id IF NOT EXISTS FOR (c:CI) REQUIRE (c.tenant, c.id) IS UNIQUE;
CREATE CONSTRAINT deleted_ci_id IF NOT EXISTS FOR (c:DeletedCI) REQUIRE (c.tenant, c.id) IS UNIQUE;
CREATE CONSTRAINT identifier_key IF NOT EXISTS FOR (i:Identifier) REQUIRE (i.tenant, i.kind, i.value) IS UNIQUE;
CREATE CONSTRAINT outbox_id IF NOT EXISTS FOR (o:Outbox) REQUIRE o.id IS UNIQUE;
CREATE CONSTRAINT change_stamp_key IF NOT EXISTS FOR (s:ChangeStamp) REQUIRE (s.tenant, s.shard) IS UNIQUE;
CREATE CONSTRAINT relationship_type_key IF NOT EXISTS FOR (t:RelationshipType) REQUIRE (t.tenant, t.name) IS UNIQUE;
CREATE CONSTRAINT deleted_relationship_id IF NOT EXISTS FOR (d:DeletedRelationship) REQUIRE (d.tenant, d.id) IS UNIQUE;

// Orders of a list: the keyset bound and the order are spelled in the columns of one index.
CREATE INDEX ci_created IF NOT EXISTS FOR (c:CI) ON (c.tenant, c.createdAt, c.id);
CREATE INDEX ci_updated IF NOT EXISTS FOR (c:CI) ON (c.tenant, c.updatedAt, c.id);
CREATE INDEX ci_name IF NOT EXISTS FOR (c:CI) ON (c.tenant, c.nameKey, c.id);
CREATE INDEX ci_type_created IF NOT EXISTS FOR (c:CI) ON (c.tenant, c.type, c.createdAt, c.id);
CREATE INDEX ci_type_updated IF NOT EXISTS FOR (c:CI) ON (c.tenant, c.type, c.updatedAt, c.id);
CREATE INDEX ci_type_name IF NOT EXISTS FOR (c:CI) ON (c.tenant, c.type, c.nameKey, c.id);

// What a purge and a restore look for.
CREATE INDEX deleted_ci_at IF NOT EXISTS FOR (c:DeletedCI) ON (c.tenant, c.deletedAt);
CREATE INDEX deleted_relationship_source IF NOT EXISTS FOR (d:DeletedRelationship) ON (d.tenant, d.source);
CREATE INDEX deleted_relationship_target IF NOT EXISTS FOR (d:DeletedRelationship) ON (d.tenant, d.target);

// Words as Orrery itself splits and folds them: the analyzer adds no rule of its own.
CREATE FULLTEXT INDEX ci_search IF NOT EXISTS FOR (c:CI) ON EACH [c.tenant, c.searchText] OPTIONS {indexConfig: {`fulltext.analyzer`: 'whitespace', `fulltext.eventually_consistent`: false}};

// Per relationship type: its key, its id, and the order of a list.
CREATE CONSTRAINT rel_depends_on_key IF NOT EXISTS FOR ()-[r:DEPENDS_ON]-() REQUIRE r.key IS UNIQUE;
CREATE INDEX rel_depends_on_id IF NOT EXISTS FOR ()-[r:DEPENDS_ON]-() ON (r.tenant, r.id);
CREATE INDEX rel_depends_on_created IF NOT EXISTS FOR ()-[r:DEPENDS_ON]-() ON (r.tenant, r.createdAt, r.id);
CREATE CONSTRAINT rel_runs_on_key IF NOT EXISTS FOR ()-[r:RUNS_ON]-() REQUIRE r.key IS UNIQUE;
CREATE INDEX rel_runs_on_id IF NOT EXISTS FOR ()-[r:RUNS_ON]-() ON (r.tenant, r.id);
CREATE INDEX rel_runs_on_created IF NOT EXISTS FOR ()-[r:RUNS_ON]-() ON (r.tenant, r.createdAt, r.id);
CREATE CONSTRAINT rel_installed_on_key IF NOT EXISTS FOR ()-[r:INSTALLED_ON]-() REQUIRE r.key IS UNIQUE;
CREATE INDEX rel_installed_on_id IF NOT EXISTS FOR ()-[r:INSTALLED_ON]-() ON (r.tenant, r.id);
CREATE INDEX rel_installed_on_created IF NOT EXISTS FOR ()-[r:INSTALLED_ON]-() ON (r.tenant, r.createdAt, r.id);
CREATE CONSTRAINT rel_connected_to_key IF NOT EXISTS FOR ()-[r:CONNECTED_TO]-() REQUIRE r.key IS UNIQUE;
CREATE INDEX rel_connected_to_id IF NOT EXISTS FOR ()-[r:CONNECTED_TO]-() ON (r.tenant, r.id);
CREATE INDEX rel_connected_to_created IF NOT EXISTS FOR ()-[r:CONNECTED_TO]-() ON (r.tenant, r.createdAt, r.id);
CREATE CONSTRAINT rel_instance_of_key IF NOT EXISTS FOR ()-[r:INSTANCE_OF]-() REQUIRE r.key IS UNIQUE;
CREATE INDEX rel_instance_of_id IF NOT EXISTS FOR ()-[r:INSTANCE_OF]-() ON (r.tenant, r.id);
CREATE INDEX rel_instance_of_created IF NOT EXISTS FOR ()-[r:INSTANCE_OF]-() ON (r.tenant, r.createdAt, r.id);
CREATE CONSTRAINT rel_member_of_key IF NOT EXISTS FOR ()-[r:MEMBER_OF]-() REQUIRE r.key IS UNIQUE;
CREATE INDEX rel_member_of_id IF NOT EXISTS FOR ()-[r:MEMBER_OF]-() ON (r.tenant, r.id);
CREATE INDEX rel_member_of_created IF NOT EXISTS FOR ()-[r:MEMBER_OF]-() ON (r.tenant, r.createdAt, r.id);
CREATE CONSTRAINT rel_part_of_key IF NOT EXISTS FOR ()-[r:PART_OF]-() REQUIRE r.key IS UNIQUE;
CREATE INDEX rel_part_of_id IF NOT EXISTS FOR ()-[r:PART_OF]-() ON (r.tenant, r.id);
CREATE INDEX rel_part_of_created IF NOT EXISTS FOR ()-[r:PART_OF]-() ON (r.tenant, r.createdAt, r.id);
CREATE CONSTRAINT rel_hosted_by_key IF NOT EXISTS FOR ()-[r:HOSTED_BY]-() REQUIRE r.key IS UNIQUE;
CREATE INDEX rel_hosted_by_id IF NOT EXISTS FOR ()-[r:HOSTED_BY]-() ON (r.tenant, r.id);
CREATE INDEX rel_hosted_by_created IF NOT EXISTS FOR ()-[r:HOSTED_BY]-() ON (r.tenant, r.createdAt, r.id);
CREATE CONSTRAINT rel_uses_key IF NOT EXISTS FOR ()-[r:USES]-() REQUIRE r.key IS UNIQUE;
CREATE INDEX rel_uses_id IF NOT EXISTS FOR ()-[r:USES]-() ON (r.tenant, r.id);
CREATE INDEX rel_uses_created IF NOT EXISTS FOR ()-[r:USES]-() ON (r.tenant, r.createdAt, r.id);
CREATE CONSTRAINT rel_routes_through_key IF NOT EXISTS FOR ()-[r:ROUTES_THROUGH]-() REQUIRE r.key IS UNIQUE;
CREATE INDEX rel_routes_through_id IF NOT EXISTS FOR ()-[r:ROUTES_THROUGH]-() ON (r.tenant, r.id);
CREATE INDEX rel_routes_through_created IF NOT EXISTS FOR ()-[r:ROUTES_THROUGH]-() ON (r.tenant, r.createdAt, r.id);
CREATE CONSTRAINT rel_communicates_with_key IF NOT EXISTS FOR ()-[r:COMMUNICATES_WITH]-() REQUIRE r.key IS UNIQUE;
CREATE INDEX rel_communicates_with_id IF NOT EXISTS FOR ()-[r:COMMUNICATES_WITH]-() ON (r.tenant, r.id);
CREATE INDEX rel_communicates_with_created IF NOT EXISTS FOR ()-[r:COMMUNICATES_WITH]-() ON (r.tenant, r.createdAt, r.id);
CREATE CONSTRAINT rel_managed_by_key IF NOT EXISTS FOR ()-[r:MANAGED_BY]-() REQUIRE r.key IS UNIQUE;
CREATE INDEX rel_managed_by_id IF NOT EXISTS FOR ()-[r:MANAGED_BY]-() ON (r.tenant, r.id);
CREATE INDEX rel_managed_by_created IF NOT EXISTS FOR ()-[r:MANAGED_BY]-() ON (r.tenant, r.createdAt, r.id);
CREATE CONSTRAINT rel_owned_by_key IF NOT EXISTS FOR ()-[r:OWNED_BY]-() REQUIRE r.key IS UNIQUE;
CREATE INDEX rel_owned_by_id IF NOT EXISTS FOR ()-[r:OWNED_BY]-() ON (r.tenant, r.id);
CREATE INDEX rel_owned_by_created IF NOT EXISTS FOR ()-[r:OWNED_BY]-() ON (r.tenant, r.createdAt, r.id);
CREATE CONSTRAINT rel_located_in_key IF NOT EXISTS FOR ()-[r:LOCATED_IN]-() REQUIRE r.key IS UNIQUE;
CREATE INDEX rel_located_in_id IF NOT EXISTS FOR ()-[r:LOCATED_IN]-() ON (r.tenant, r.id);
CREATE INDEX rel_located_in_created IF NOT EXISTS FOR ()-[r:LOCATED_IN]-() ON (r.tenant, r.createdAt, r.id);
CREATE CONSTRAINT rel_related_key IF NOT EXISTS FOR ()-[r:RELATED]-() REQUIRE r.key IS UNIQUE;
CREATE INDEX rel_related_id IF NOT EXISTS FOR ()-[r:RELATED]-() ON (r.tenant, r.id);
CREATE INDEX rel_related_created IF NOT EXISTS FOR ()-[r:RELATED]-() ON (r.tenant, r.createdAt, r.id);
