import type { EstatePart } from "../demo.model.ts";
import { link, machine, needsOneOf, numbered, software } from "./builders.ts";

/** Virtual machines by hypervisor. */
const PLACEMENT: Readonly<Record<string, readonly string[]>> = {
  "fra1-hv-01": ["fra1-lb-01", "fra1-web-01", "fra1-app-01", "fra1-k8s-cp-01", "fra1-k8s-wk-01", "fra1-cache-01"],
  "fra1-hv-02": ["fra1-web-02", "fra1-app-02", "fra1-dns-01", "fra1-idm-01", "fra1-k8s-wk-02", "fra1-mysql-01"],
  "fra1-hv-03": ["fra1-lb-02", "fra1-web-03", "fra1-app-03", "fra1-k8s-cp-02", "fra1-k8s-wk-03", "fra1-cache-02"],
  "fra1-hv-04": ["fra1-web-04", "fra1-app-04", "fra1-dns-02", "fra1-idm-02", "fra1-k8s-wk-04", "fra1-mysql-02"],
  "fra1-hv-05": ["fra1-git-01", "fra1-ci-01", "fra1-wiki-01", "fra1-mail-01"],
  "fra1-hv-06": ["fra1-ci-02", "fra1-chat-01", "fra1-registry-01", "fra1-jump-01"],
  "fra1-hv-07": ["fra1-k8s-cp-03", "fra1-k8s-wk-05", "fra1-k8s-wk-06", "fra1-cache-03", "fra1-mon-01", "fra1-log-01"],
};
/** Hypervisor by virtual machine, for members of clusters. */
const CLUSTER_MEMBER_PLACEMENT: Readonly<Record<string, string>> = {
  "fra1-mq-01": "fra1-hv-01",
  "fra1-mq-02": "fra1-hv-03",
  "fra1-mq-03": "fra1-hv-07",
  "fra1-search-01": "fra1-hv-02",
  "fra1-search-02": "fra1-hv-04",
  "fra1-search-03": "fra1-hv-07",
  "fra1-dw-01": "fra1-hv-02",
  "fra1-airflow-01": "fra1-hv-04",
};

function systemOf(name: string): string {
  return name.includes("-k8s-") ? "Talos Linux 1.9" : "Debian GNU/Linux 12";
}

/** Virtual machines, and the Kubernetes cluster that runs on some of them. */
export function machines(): EstatePart[] {
  const placed = [
    ...Object.entries(PLACEMENT).flatMap(([host, names]) => names.map((name) => [name, host] as const)),
    ...Object.entries(CLUSTER_MEMBER_PLACEMENT),
  ];
  const virtual: EstatePart = {
    cis: placed.map(([name], i) =>
      machine(name, "virtual_machine", `198.51.100.${11 + i}`, systemOf(name), { cpu_cores: 8, memory_gb: 32 }),
    ),
    links: placed.map(([name, host]) => link("runs_on", name, host, { criticality: "high" })),
  };
  const cluster: EstatePart = {
    cis: [software("k8s-prod", "service", "Kubernetes 1.33")],
    links: [
      ...needsOneOf("k8s-prod", "control plane", numbered("fra1-k8s-cp", 3)),
      ...needsOneOf("k8s-prod", "workers", numbered("fra1-k8s-wk", 6)),
    ],
  };
  return [virtual, cluster];
}
