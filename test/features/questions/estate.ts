/** The estate of a hospital group that the questions of `hospital-questions.ts` are asked about. */
export interface EstateCi {
  name: string;
  type: string;
  status: "active" | "inactive" | "maintenance";
  attributes: Record<string, string | number | boolean>;
  custom_fields: Record<string, string>;
}

export interface EstateService {
  name: string;
  criticality: "critical" | "high" | "medium" | "low";
  sla: { availability: number; response_time: number };
  components: string[];
}

export interface EstateEvent {
  title: string;
  severity: "critical" | "high" | "medium" | "low";
  status: "open" | "acknowledged" | "resolved";
  source: string;
  ci: string;
  minutesAgo: number;
}

type Cells = (string | number | null)[];

/** One CI for each row: name, status, then an attribute for each key; null leaves one out. */
function rows(type: string, keys: string[], table: [string, EstateCi["status"], ...Cells][]): EstateCi[] {
  return table.map(([name, status, ...cells]) => {
    const given = keys.flatMap((key, at) => (cells[at] === null || cells[at] === undefined ? [] : [[key, cells[at]]]));
    return { name, type, status, attributes: Object.fromEntries(given), custom_fields: {} };
  });
}

const HOST = ["owner", "location", "environment", "os", "cpu_cores", "memory_gb", "disk_gb", "manufacturer"];

const servers = rows(
  "server",
  [...HOST, "warranty_end", "rack"],
  [
    [
      "lyo-pacs-01",
      "active",
      "Radiology IT",
      "Lyon",
      "production",
      "Rocky Linux 9",
      32,
      256,
      4000,
      "Fujitsu",
      "2027-02-01",
      "A1",
    ],
    [
      "lyo-pacs-02",
      "active",
      "Radiology IT",
      "Lyon",
      "production",
      "Rocky Linux 9",
      32,
      384,
      4000,
      "Fujitsu",
      "2026-02-15",
      "A2",
    ],
    [
      "lyo-hyp-03",
      "active",
      "Core Infrastructure",
      "Lyon",
      "production",
      "VMware ESXi 8",
      64,
      1024,
      900,
      "Supermicro",
      "2028-09-30",
      "A3",
    ],
    [
      "lyo-hyp-04",
      "maintenance",
      "Core Infrastructure",
      "Lyon",
      "production",
      "VMware ESXi 8",
      64,
      768,
      900,
      "Supermicro",
      "2028-09-30",
      "A3",
    ],
    [
      "lyo-lab-05",
      "active",
      "Laboratory",
      "Lyon",
      "test",
      "Windows Server 2019",
      8,
      32,
      500,
      "Fujitsu",
      "2025-11-30",
      "B1",
    ],
    [
      "por-ehr-06",
      "active",
      "Clinical Systems",
      "Porto",
      "production",
      "Windows Server 2022",
      24,
      192,
      1200,
      "Cisco",
      "2029-01-10",
      null,
    ],
    [
      "por-ehr-07",
      "active",
      "Clinical Systems",
      "Porto",
      "production",
      "Windows Server 2022",
      24,
      192,
      1200,
      "Cisco",
      "2029-01-10",
      null,
    ],
    [
      "por-bak-08",
      "inactive",
      "Core Infrastructure",
      "Porto",
      "production",
      "Debian 12",
      4,
      16,
      24000,
      "Supermicro",
      "2024-06-30",
      null,
    ],
    ["por-dev-09", "active", "Clinical Systems", "Porto", "development", "Debian 12", 16, 64, 800, "Cisco", null, null],
    [
      "tur-rx-10",
      "active",
      "Pharmacy",
      "Turin",
      "production",
      "Windows Server 2019",
      12,
      48,
      600,
      "Fujitsu",
      "2026-12-31",
      null,
    ],
    [
      "tur-rx-11",
      "maintenance",
      "Pharmacy",
      "Turin",
      "staging",
      "Windows Server 2019",
      12,
      48,
      600,
      "Fujitsu",
      "2026-12-31",
      null,
    ],
    [
      "tur-img-12",
      "active",
      "Radiology IT",
      "Turin",
      "production",
      "Rocky Linux 9",
      48,
      512,
      8000,
      "Supermicro",
      null,
      null,
    ],
    ["tur-old-13", "inactive", null, "Turin", "test", "Windows Server 2016", 2, 8, 250, "Fujitsu", "2022-03-31", null],
    ["ghe-edge-14", "active", null, "Ghent", "production", "Debian 12", 6, 24, 300, null, null, null],
  ],
);

const virtualMachines = rows("virtual_machine", HOST.slice(0, 7), [
  ["hl7-node-1", "active", "Clinical Systems", "Lyon", "production", "Debian 12", 4, 8, 60],
  ["hl7-node-2", "active", "Clinical Systems", "Lyon", "production", "Debian 12", 4, 8, 60],
  ["lab-node-1", "active", "Laboratory", "Lyon", "production", "Rocky Linux 9", 8, 24, 120],
  ["lab-node-2", "maintenance", "Laboratory", "Lyon", "staging", "Rocky Linux 9", 8, 24, 120],
  ["rx-node-1", "active", "Pharmacy", "Turin", "production", "Windows Server 2022", 6, 12, 200],
  ["test-node-1", "inactive", null, "Porto", "test", "Debian 12", 1, 2, 20],
]);

const applications = rows(
  "application",
  ["owner", "environment", "tier"],
  [
    ["pacs-viewer", "active", "Radiology IT", "production", "tier 1"],
    ["pacs-archive", "active", "Radiology IT", "production", "tier 1"],
    ["hl7-router", "active", "Clinical Systems", "production", "tier 1"],
    ["ehr-web", "active", "Clinical Systems", "production", "tier 1"],
    ["ehr-api", "active", "Clinical Systems", "production", "tier 1"],
    ["lab-results", "active", "Laboratory", "production", "tier 2"],
    ["lab-import", "maintenance", "Laboratory", "staging", "tier 2"],
    ["rx-order", "active", "Pharmacy", "production", "tier 2"],
    ["rx-label", "inactive", "Pharmacy", "production", "tier 3"],
    ["Bed Planner", "active", "Clinical Systems", "production", "tier 3"],
    ["Bed Planner Mobile", "active", null, "production", "tier 3"],
    ["Helios", "active", "Core Infrastructure", "test", "tier 3"],
    ["staff-rota", "active", null, "production", null],
  ],
);

const others = [
  ...rows(
    "database",
    ["owner", "environment", "size_gb", "engine"],
    [
      ["pacs-index", "active", "Radiology IT", "production", 2400, "PostgreSQL"],
      ["ehr-main", "active", "Clinical Systems", "production", 5200, "Oracle"],
      ["lab-store", "active", "Laboratory", "production", 310, "PostgreSQL"],
      ["rx-store", "maintenance", "Pharmacy", "production", 90, "MariaDB"],
      ["rota-db", "active", null, "test", 12, "MariaDB"],
      ["Helios", "active", "Core Infrastructure", "test", 40, "PostgreSQL"],
    ],
  ),
  ...rows(
    "workstation",
    ["owner", "location", "os", "manufacturer"],
    [
      ["cart-101", "active", "Clinical Systems", "Lyon", "Windows 11", "Lenovo"],
      ["cart-102", "active", "Clinical Systems", "Lyon", "Windows 10", "Lenovo"],
      ["cart-103", "active", "Radiology IT", "Turin", "Windows 11", "Apple"],
      ["cart-104", "inactive", "Pharmacy", "Porto", "Windows 10", null],
      ["cart-105", "active", null, "Ghent", "Windows 11", "Lenovo"],
    ],
  ),
  ...rows(
    "network_device",
    ["location", "manufacturer"],
    [
      ["lyo-core-a", "active", "Lyon", "Juniper"],
      ["lyo-core-b", "active", "Lyon", "Juniper"],
      ["por-core-a", "maintenance", "Porto", "Arista"],
      ["tur-core-a", "active", "Turin", "Arista"],
    ],
  ),
  ...rows(
    "storage",
    ["location", "capacity_tb"],
    [
      ["lyo-vault-1", "active", "Lyon", 400],
      ["tur-vault-1", "active", "Turin", 150],
    ],
  ),
  ...rows(
    "infusion_pump",
    ["location", "firmware"],
    [
      ["pump-7001", "active", "Lyon", "4.2"],
      ["pump-7002", "active", "Lyon", "4.1"],
      ["pump-7003", "maintenance", "Porto", "4.2"],
    ],
  ),
];

const COST_CENTERS: Record<string, string> = {
  "lyo-pacs-01": "RX-100",
  "lyo-pacs-02": "RX-100",
  "por-ehr-06": "CL-200",
  "tur-rx-10": "PH-300",
};

/** Every CI but those that services and scans make. */
export const CIS: EstateCi[] = [...servers, ...virtualMachines, ...applications, ...others].map((ci) => {
  const center = COST_CENTERS[ci.name];
  return center ? { ...ci, custom_fields: { cost_center: center } } : ci;
});

/** [source, type, target], by names. */
export const RELATIONSHIPS: [string, string, string][] = [
  ["pacs-viewer", "depends_on", "pacs-archive"],
  ["pacs-archive", "depends_on", "pacs-index"],
  ["pacs-archive", "runs_on", "lyo-pacs-01"],
  ["pacs-viewer", "runs_on", "lyo-pacs-02"],
  ["pacs-index", "runs_on", "lyo-pacs-02"],
  ["ehr-web", "depends_on", "ehr-api"],
  ["ehr-api", "depends_on", "ehr-main"],
  ["ehr-api", "depends_on", "hl7-router"],
  ["ehr-web", "runs_on", "por-ehr-06"],
  ["ehr-api", "runs_on", "por-ehr-07"],
  ["ehr-main", "runs_on", "por-ehr-07"],
  ["hl7-router", "runs_on", "hl7-node-1"],
  ["hl7-node-1", "runs_on", "lyo-hyp-03"],
  ["hl7-node-2", "runs_on", "lyo-hyp-04"],
  ["lab-node-1", "runs_on", "lyo-hyp-03"],
  ["lab-node-2", "runs_on", "lyo-hyp-04"],
  ["rx-node-1", "runs_on", "tur-rx-10"],
  ["lab-results", "depends_on", "lab-store"],
  ["lab-results", "depends_on", "hl7-router"],
  ["lab-results", "runs_on", "lab-node-1"],
  ["lab-import", "runs_on", "lab-node-2"],
  ["lab-import", "depends_on", "lab-results"],
  ["lab-store", "runs_on", "lab-node-1"],
  ["rx-order", "depends_on", "rx-store"],
  ["rx-order", "depends_on", "ehr-api"],
  ["rx-order", "runs_on", "rx-node-1"],
  ["rx-store", "runs_on", "tur-rx-10"],
  ["Bed Planner", "depends_on", "ehr-api"],
  ["Bed Planner Mobile", "depends_on", "Bed Planner"],
  ["staff-rota", "depends_on", "rota-db"],
  ["lyo-pacs-01", "uses", "lyo-vault-1"],
  ["lyo-pacs-02", "uses", "lyo-vault-1"],
  ["tur-img-12", "uses", "tur-vault-1"],
  ["lyo-hyp-03", "routes_through", "lyo-core-a"],
  ["lyo-pacs-01", "routes_through", "lyo-core-a"],
  ["por-ehr-06", "routes_through", "por-core-a"],
];

export const SERVICES: EstateService[] = [
  {
    name: "Diagnostic Imaging",
    criticality: "critical",
    sla: { availability: 99.95, response_time: 800 },
    components: ["pacs-viewer", "pacs-archive"],
  },
  {
    name: "Patient Records",
    criticality: "critical",
    sla: { availability: 99.99, response_time: 300 },
    components: ["ehr-web"],
  },
  {
    name: "Laboratory Reporting",
    criticality: "high",
    sla: { availability: 99.5, response_time: 1500 },
    components: ["lab-results"],
  },
  {
    name: "Medication Supply",
    criticality: "high",
    sla: { availability: 99.9, response_time: 600 },
    components: ["rx-order"],
  },
  {
    name: "Bed Management",
    criticality: "medium",
    sla: { availability: 99, response_time: 2000 },
    components: ["Bed Planner", "Bed Planner Mobile"],
  },
  {
    name: "Staff Scheduling",
    criticality: "low",
    sla: { availability: 97.5, response_time: 4000 },
    components: ["staff-rota"],
  },
];

/** Installed programs of scanned servers. */
export const INSTALLED: Record<string, [string, string][]> = {
  "por-ehr-06": [
    ["Apache Tomcat", "9.0.80"],
    ["OpenSSH", "9.6"],
    ["Zabbix Agent", "6.4.2"],
  ],
  "por-ehr-07": [
    ["Apache Tomcat", "10.1.15"],
    ["Zabbix Agent", "6.4.2"],
  ],
  "lyo-pacs-01": [
    ["nginx", "1.26.1"],
    ["OpenSSH", "9.7"],
  ],
  "lyo-pacs-02": [
    ["nginx", "1.24.0"],
    ["PostgreSQL", "16.3"],
    ["OpenSSH", "9.7"],
  ],
  "tur-rx-10": [["MariaDB Server", "10.11.6"]],
  "lyo-lab-05": [["nginx", "1.24.0"]],
};

const event = (
  title: string,
  severity: EstateEvent["severity"],
  status: EstateEvent["status"],
  source: string,
  ci: string,
  minutesAgo: number,
): EstateEvent => ({ title, severity, status, source, ci, minutesAgo });

const DAY = 1_440;

export const EVENTS: EstateEvent[] = [
  event("Array rebuild on lyo-vault-1", "critical", "open", "prtg", "lyo-vault-1", 15),
  event("Slow queries on ehr-main", "high", "open", "icinga", "ehr-main", 40),
  event("Queue backlog on hl7-router", "high", "acknowledged", "icinga", "hl7-router", 130),
  event("Disk full on lyo-lab-05", "medium", "open", "prtg", "lyo-lab-05", 400),
  event("Fan failure on por-bak-08", "low", "resolved", "prtg", "por-bak-08", 2 * DAY + 30),
  event("Link flap on por-core-a", "critical", "resolved", "librenms", "por-core-a", 3 * DAY + 90),
  event("High load on por-ehr-07", "medium", "acknowledged", "icinga", "por-ehr-07", 5 * DAY),
  event("Login errors on ehr-web", "high", "open", "icinga", "ehr-web", 8 * DAY),
  event("Certificate expiring on ehr-web", "low", "open", "prtg", "ehr-web", 12 * DAY),
  event("Memory pressure on tur-rx-10", "medium", "resolved", "icinga", "tur-rx-10", 20 * DAY),
  event("Battery low on pump-7001", "low", "acknowledged", "prtg", "pump-7001", 35 * DAY),
  event("Replication lag on pacs-index", "critical", "open", "icinga", "pacs-index", 50 * DAY),
];

/** What happens after the moment T1: CIs that are made, changed and deleted. */
export const LATER = {
  created: ["ghe-edge-14", "cart-105", "pump-7003"],
  changed: {
    "lab-results": { attributes: { tier: "tier 3" } },
    "por-dev-09": { attributes: { memory_gb: 32 } },
    "rx-store": { status: "active" },
  },
  deleted: [
    { name: "tur-gone-15", type: "server" },
    { name: "fax-gateway", type: "application" },
  ],
} as const;
