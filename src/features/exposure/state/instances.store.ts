import type { Sql } from "../../../platform/postgres/postgres.ts";
import type { Companion, HostRow, InstanceRow, Profile } from "./profile.model.ts";

export interface KnownInstance {
  id: string;
  serverId: string | null;
  profileId: string;
  productKey: string;
}

function known(tx: Sql, tenantId: string, ids: readonly string[]): Promise<KnownInstance[]> {
  return tx.query(
    `select i.ci_id as id, i.server_id as "serverId", i.profile_id as "profileId", p.product_key as "productKey"
     from exposure_instances i join exposure_profiles p on p.id = i.profile_id
     where i.tenant_id = $1 and i.ci_id = any($2::text[])`,
    [tenantId, ids],
  );
}

/** Ids of the instances on these servers. */
async function onServers(tx: Sql, tenantId: string, serverIds: readonly string[]): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    "select ci_id as id from exposure_instances where tenant_id = $1 and server_id = any($2::text[])",
    [tenantId, serverIds],
  );
  return rows.map(({ id }) => id);
}

/** By product, the products that matter beside it. */
async function companionKeys(tx: Sql, keys: readonly string[]): Promise<Map<string, Set<string>>> {
  const rows = await tx.query<{ key: string; companion: string }>(
    "select product_key as key, companion from cve_companions where product_key = any($1::text[])",
    [[...new Set(keys)]],
  );
  return new Map(
    [...Map.groupBy(rows, ({ key }) => key)].map(([key, of]) => [key, new Set(of.map(({ companion }) => companion))]),
  );
}

/** Programs of these products on these servers. */
function programsOn(
  tx: Sql,
  tenantId: string,
  serverIds: readonly string[],
  keys: readonly string[],
): Promise<(Companion & { id: string; serverId: string; productKey: string })[]> {
  if (serverIds.length === 0 || keys.length === 0) return Promise.resolve([]);
  return tx.query(
    `select i.ci_id as id, i.server_id as "serverId", p.product_key as "productKey", p.cpe_name as "cpeName", p.version, p.kind
     from exposure_instances i join exposure_profiles p on p.id = i.profile_id
     where i.tenant_id = $1 and i.server_id = any($2::text[]) and p.product_key = any($3::text[])`,
    [tenantId, serverIds, keys],
  );
}

/** Instances on a server that depend on a product being there or not. */
async function dependingOn(
  tx: Sql,
  tenantId: string,
  changed: readonly { serverId: string; productKey: string }[],
): Promise<string[]> {
  if (changed.length === 0) return [];
  const rows = await tx.query<{ id: string }>(
    `select distinct i.ci_id as id from unnest($2::text[], $3::text[]) as c (server_id, product_key)
     join cve_companions k on k.companion = c.product_key
     join exposure_instances i on i.tenant_id = $1 and i.server_id = c.server_id
     join exposure_profiles p on p.id = i.profile_id and p.product_key = k.product_key`,
    [tenantId, changed.map(({ serverId }) => serverId), changed.map(({ productKey }) => productKey)],
  );
  return rows.map(({ id }) => id);
}

async function putProfiles(tx: Sql, tenantId: string, profiles: readonly Profile[]): Promise<void> {
  if (profiles.length === 0) return;
  await tx.query(
    `insert into exposure_profiles (id, tenant_id, product_key, cpe_name, version, kind, package, os_name, os_version, arch,
       others)
     select id, $1, "productKey", "cpeName", version, kind, package, "osName", "osVersion", arch, others
     from json_to_recordset($2::json) as given (id text, "productKey" text, "cpeName" text, version text, kind text,
       package text, "osName" text, "osVersion" text, arch text, others json)
     order by id on conflict (id) do nothing`,
    [tenantId, JSON.stringify(profiles)],
  );
}

async function putInstances(
  tx: Sql,
  tenantId: string,
  instances: readonly { instance: InstanceRow; profileId: string }[],
): Promise<void> {
  if (instances.length === 0) return;
  const column = (of: (instance: InstanceRow) => string | null) => instances.map(({ instance }) => of(instance));
  await tx.query(
    `insert into exposure_instances (tenant_id, ci_id, name, server_id, software_id, profile_id)
     select $1, * from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[])
     on conflict (tenant_id, ci_id) do update set name = excluded.name, server_id = excluded.server_id,
       software_id = excluded.software_id, profile_id = excluded.profile_id`,
    [
      tenantId,
      column(({ id }) => id),
      column(({ name }) => name),
      column(({ server }) => server?.id ?? null),
      column(({ softwareId }) => softwareId),
      instances.map(({ profileId }) => profileId),
    ],
  );
}

async function putHosts(tx: Sql, tenantId: string, hosts: readonly HostRow[]): Promise<void> {
  if (hosts.length === 0) return;
  await tx.query(
    `insert into exposure_hosts (tenant_id, ci_id, name, os_name, os_version, arch, ports, is_public)
     select $1, id, name, "osName", "osVersion", arch, ports, "isPublic"
     from json_to_recordset($2::json) as given (id text, name text, "osName" text, "osVersion" text, arch text,
       ports integer, "isPublic" boolean)
     on conflict (tenant_id, ci_id) do update set name = excluded.name, os_name = excluded.os_name,
       os_version = excluded.os_version, arch = excluded.arch, ports = excluded.ports, is_public = excluded.is_public`,
    [tenantId, JSON.stringify(hosts)],
  );
}

async function removeInstances(tx: Sql, tenantId: string, ids: readonly string[]): Promise<void> {
  await tx.query("delete from exposure_instances where tenant_id = $1 and ci_id = any($2::text[])", [tenantId, ids]);
}

/** Deletes those of the profiles, and of the servers, that no instance has any more. */
async function removeUnused(tx: Sql, tenantId: string, profileIds: readonly string[], serverIds: readonly string[]) {
  await tx.query(
    `delete from exposure_profiles p where id = any($1::text[])
       and not exists (select from exposure_instances i where i.profile_id = p.id)`,
    [profileIds],
  );
  await tx.query(
    `delete from exposure_hosts h where tenant_id = $1 and ci_id = any($2::text[])
       and not exists (select from exposure_instances i where i.tenant_id = $1 and i.server_id = h.ci_id)`,
    [tenantId, serverIds],
  );
}

/** Deletes what is kept of CIs that cannot be restored. */
async function purge(sql: Sql, tenantId: string, ids: readonly string[]): Promise<void> {
  for (const table of ["exposure_work", "exposure_instances", "exposure_hosts", "exposure_told", "exposure_reach"]) {
    await sql.query(`delete from ${table} where tenant_id = $1 and ci_id = any($2::text[])`, [tenantId, ids]);
  }
  await sql.query("delete from vulnerability_decisions where tenant_id = $1 and ci_id = any($2::text[])", [
    tenantId,
    ids,
  ]);
}

/** Installed programs as matching knows them. */
export const instancesStore = {
  known,
  onServers,
  companionKeys,
  programsOn,
  dependingOn,
  putProfiles,
  putInstances,
  putHosts,
  removeInstances,
  removeUnused,
  purge,
};
