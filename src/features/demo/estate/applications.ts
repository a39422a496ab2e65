import type { EstateLink, EstatePart } from "../demo.model.ts";
import { link, needs, needsOneOf, numbered, software, usesOptionally } from "./builders.ts";
import { FIREWALLS } from "./hardware.ts";

/** Services that other companies operate. */
const EXTERNAL_SERVICES = ["payments-api", "shipping-rates", "sms-gateway", "bank-gateway", "mail-relay"];

/** Applications in containers, with the numbers of their cluster workers. */
const CONTAINERS: Readonly<Record<string, readonly number[]>> = {
  "catalog-api": [1, 3],
  "cart-api": [2, 4],
  "checkout-api": [1, 4, 5],
  "mobile-bff": [3, 6],
  "recommendation-api": [6],
};

/** Applications with their product and their redundant machines. */
const ON_MACHINES: Readonly<Record<string, readonly [string, readonly string[]]>> = {
  "shop-frontend": ["nginx 1.28", numbered("fra1-web", 4)],
  "crm-web": ["nginx 1.28", ["fra1-app-01", "fra1-app-02"]],
  "crm-api": ["SuiteCRM 8.8", ["fra1-app-01", "fra1-app-02"]],
  "ticket-desk": ["Zammad 6.5", ["fra1-app-02"]],
  "billing-web": ["nginx 1.28", ["fra1-app-03", "fra1-app-04"]],
  "billing-api": ["Kill Bill 0.24", ["fra1-app-03", "fra1-app-04"]],
  "billing-worker": ["Kill Bill 0.24", ["fra1-app-04"]],
  "identity-provider": ["Keycloak 26.2", ["fra1-idm-01", "fra1-idm-02"]],
  wiki: ["BookStack 25.02", ["fra1-wiki-01"]],
  chat: ["Mattermost 10.7", ["fra1-chat-01"]],
  "mail-server": ["Postfix 3.10", ["fra1-mail-01"]],
  "git-forge": ["Forgejo 11.0", ["fra1-git-01"]],
  "ci-server": ["Woodpecker CI 3.5", ["fra1-ci-01", "fra1-ci-02"]],
  "container-registry": ["Harbor 2.13", ["fra1-registry-01"]],
  etl: ["Apache Airflow 3.0", ["fra1-airflow-01"]],
  prometheus: ["Prometheus 3.3", ["fra1-mon-01"]],
  loki: ["Grafana Loki 3.5", ["fra1-log-01"]],
  resolver: ["Unbound 1.22", ["fra1-dns-01", "fra1-dns-02"]],
};

/** Applications of the cluster without fixed workers, with their products. */
const ON_CLUSTER: Readonly<Record<string, string>> = {
  "order-worker": "Node.js 24",
  "stock-api": "Node.js 24",
  "tracking-page": "Node.js 24",
  "invoice-renderer": "Gotenberg 8.20",
  "reports-ui": "Apache Superset 5.0",
};

function containers(): EstatePart {
  const all = Object.entries(CONTAINERS).map(([name, workers]) => ({
    name,
    instances: workers.map((worker, i) => ({ name: `${name}-${i}`, worker: `fra1-k8s-wk-0${worker}` })),
  }));
  const instances = all.flatMap((application) => application.instances);
  return {
    cis: [
      ...all.map(({ name }) => software(name, "application", "Node.js 24", { version: VERSIONS[name] })),
      ...instances.map(({ name }) => software(name, "container", "containerd 2.0")),
    ],
    links: [
      ...all.flatMap(({ name, instances }) =>
        needsOneOf(
          name,
          "instances",
          instances.map((instance) => instance.name),
        ),
      ),
      ...instances.map(({ name, worker }) => link("runs_on", name, worker, { criticality: "high" })),
    ],
  };
}

/** Versions before the change of the incident `bad-deploy`. */
const VERSIONS: Readonly<Record<string, string>> = {
  "catalog-api": "2.31.4",
  "cart-api": "1.12.0",
  "checkout-api": "4.17.2",
  "mobile-bff": "3.3.1",
  "recommendation-api": "0.9.7",
};

/** Dependencies between applications, databases and services. */
const DEPENDENCIES: readonly EstateLink[] = [
  ...needsOneOf("vip-shop", "haproxy", numbered("fra1-lb", 2), "runs_on"),
  ...needsOneOf("vip-shop", "firewall", FIREWALLS, "routes_through"),
  ...needs("vip-shop", "shop-frontend"),
  ...needs("shop-frontend", "catalog-api", "cart-api", "checkout-api"),
  ...usesOptionally("shop-frontend", "recommendation-api"),
  ...needs("mobile-bff", "catalog-api", "checkout-api"),
  ...needsOneOf("catalog-api", "reads", ["shop-db", "shop-db-replica"]),
  ...needs("catalog-api", "shop-search"),
  ...needs("cart-api", "shop-cache"),
  ...needs("checkout-api", "shop-db", "cart-api", "payments-api", "order-events"),
  ...usesOptionally("recommendation-api", "shop-cache"),
  ...needs("order-worker", "order-events", "shop-db", "shipping-rates"),
  ...usesOptionally("order-worker", "mail-outbox"),
  ...needs("stock-api", "shop-db"),
  ...needs("tracking-page", "order-worker"),
  ...usesOptionally("tracking-page", "sms-gateway"),
  ...needs("crm-web", "crm-api"),
  ...usesOptionally("crm-web", "identity-provider"),
  ...needs("crm-api", "crm-db"),
  ...needs("ticket-desk", "tickets-db"),
  ...needs("billing-web", "billing-api"),
  ...needs("billing-api", "billing-db"),
  ...usesOptionally("billing-api", "invoice-renderer"),
  ...needs("billing-worker", "billing-db", "billing-jobs", "bank-gateway"),
  ...needs("identity-provider", "identity-db"),
  ...needs("wiki", "wiki-db"),
  ...usesOptionally("stock-api", "identity-provider"),
  ...usesOptionally("reports-ui", "identity-provider"),
  ...usesOptionally("mail-server", "mail-relay"),
  ...needs("ci-server", "git-forge", "container-registry"),
  ...needs("etl", "warehouse"),
  ...usesOptionally("etl", "billing-db-replica", "shop-db-replica"),
  ...needs("reports-ui", "warehouse"),
];

/** Applications, their machines and containers, their dependencies, and external services. */
export function applications(): EstatePart[] {
  const onMachines: EstatePart = {
    cis: Object.entries(ON_MACHINES).map(([name, [product]]) => software(name, "application", product)),
    links: Object.entries(ON_MACHINES).flatMap(([name, [, hosts]]) =>
      hosts.length > 1
        ? needsOneOf(name, "instances", hosts, "runs_on")
        : hosts.map((host) => link("runs_on", name, host, { criticality: "high" })),
    ),
  };
  const onCluster: EstatePart = {
    cis: Object.entries(ON_CLUSTER).map(([name, product]) => software(name, "application", product)),
    links: Object.keys(ON_CLUSTER).map((name) => link("runs_on", name, "k8s-prod", { criticality: "high" })),
  };
  const balancer = { ...software("vip-shop", "load_balancer", "HAProxy 3.1"), attributes: BALANCER };
  const outside = EXTERNAL_SERVICES.map((name) => software(name, "service", "HTTP API", { external: true }));
  return [containers(), onMachines, onCluster, { cis: [balancer, ...outside], links: [...DEPENDENCIES] }];
}

const BALANCER = { product: "HAProxy 3.1", fqdn: "shop.example.com", ip_address: "203.0.113.10", port: 443 };
