import type { EstateLink, EstatePart } from "../demo.model.ts";
import { link, needs, needsOneOf, numbered, software } from "./builders.ts";

/** Databases with their product and machine. */
const DATABASES: readonly [string, string, string][] = [
  ["crm-db", "PostgreSQL 17", "fra1-dbhost-01"],
  ["billing-db", "PostgreSQL 17", "fra1-dbhost-01"],
  ["tickets-db", "PostgreSQL 17", "fra1-dbhost-01"],
  ["crm-db-replica", "PostgreSQL 17", "fra1-dbhost-02"],
  ["billing-db-replica", "PostgreSQL 17", "fra1-dbhost-02"],
  ["shop-db", "PostgreSQL 17", "fra1-dbhost-03"],
  ["shop-db-replica", "PostgreSQL 17", "fra1-dbhost-02"],
  ["identity-db", "MariaDB 11.4", "fra1-mysql-01"],
  ["identity-db-replica", "MariaDB 11.4", "fra1-mysql-02"],
  ["wiki-db", "MariaDB 11.4", "fra1-mysql-02"],
  ["warehouse", "ClickHouse 25.3", "fra1-dw-01"],
];

/** Clusters with type, product and redundant machines. */
const CLUSTERS: readonly [string, string, string, readonly string[]][] = [
  ["shop-cache", "database", "Valkey 8.1", numbered("fra1-cache", 3)],
  ["shop-search", "database", "OpenSearch 3.0", numbered("fra1-search", 3)],
  ["message-bus", "message_queue", "RabbitMQ 4.1", numbered("fra1-mq", 3)],
];
const QUEUES = ["order-events", "mail-outbox", "billing-jobs"];

/** Databases with their replicas, caches, search and queues. */
export function data(): EstatePart[] {
  const replicas: EstateLink[] = DATABASES.filter(([name]) => name.endsWith("-replica")).flatMap(([name]) =>
    needs(name, name.replace("-replica", "")),
  );
  return [
    {
      cis: DATABASES.map(([name, product]) => software(name, "database", product, { port: portOf(product) })),
      links: [...DATABASES.map(([name, , host]) => link("runs_on", name, host, { criticality: "high" })), ...replicas],
    },
    {
      cis: CLUSTERS.map(([name, type, product]) => software(name, type, product)),
      links: CLUSTERS.flatMap(([name, , , hosts]) => needsOneOf(name, "members", hosts, "runs_on")),
    },
    {
      cis: QUEUES.map((name) => software(name, "message_queue", "RabbitMQ 4.1")),
      links: QUEUES.map((name) => link("runs_on", name, "message-bus", { criticality: "high" })),
    },
  ];
}

function portOf(product: string): number {
  if (product.startsWith("PostgreSQL")) return 5432;
  return product.startsWith("MariaDB") ? 3306 : 8123;
}
