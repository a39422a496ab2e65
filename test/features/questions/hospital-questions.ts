import {
  type AskedQuestion,
  above,
  below,
  ciOf,
  cis,
  count,
  type Expectation,
  events,
  figure,
  groups,
  has,
  is,
  isType,
  lacks,
  laterDeleted,
  named,
  names,
  needing,
  needsOf,
  not,
  number,
  only,
  refused,
  serversWith,
  services,
  titles,
} from "./expectations.ts";

const server = isType("server");
const vm = isType("virtual_machine");
const app = isType("application");
const db = isType("database");
const cart = isType("workstation");
const device = isType("network_device");
const pump = isType("infusion_pump");

const ask = (question: string, ...expect: Expectation[]): AskedQuestion => ({ question, expect });
const sum = (key: string) => (list: ReturnType<typeof cis>) =>
  list.reduce((all, ci) => all + (number(ci, key) || 0), 0);
const most = (key: string) => (list: ReturnType<typeof cis>) =>
  Math.max(...list.map((ci) => number(ci, key)).filter((n) => n >= 0));
const mean = (list: number[]) => list.reduce((a, b) => a + b, 0) / list.length;
const minutes = (max: number) => events((e) => e.minutesAgo <= max);
const DAY = 1_440;

/** {T1} stands for a moment before which all but `LATER` happened. */
export const HOSPITAL_QUESTIONS: AskedQuestion[] = [
  // Counts and lists
  ask("How many infusion pumps do we have?", count(cis(pump))),
  ask("how many VMs are there", count(cis(vm))),
  ask("Count the databases", count(cis(db))),
  ask("What is the number of workstations in Lyon?", count(cis(cart, has("location", "Lyon")))),
  ask(
    "How many production servers are located in Turin?",
    count(cis(server, has("environment", "production"), has("location", "Turin"))),
  ),
  ask("How many apps belong to Pharmacy?", count(cis(app, has("owner", "Pharmacy")))),
  ask("How many databases are under maintenance?", count(cis(db, is("maintenance")))),
  ask("How many hosts in Porto are inactive?", count(cis(server, has("location", "Porto"), is("inactive")))),
  ask("number of servers made by Supermicro", count(cis(server, has("manufacturer", "Supermicro")))),
  ask("List all network devices", names(cis(device))),
  ask("Show me the infusion pumps in Porto", names(cis(pump, has("location", "Porto")))),
  ask("Please list the inactive servers.", names(cis(server, is("inactive")))),
  ask("Which applications does Clinical Systems own?", names(cis(app, has("owner", "Clinical Systems")))),
  ask("give me all CIs owned by Laboratory", names(cis(has("owner", "Laboratory")))),
  ask("What servers are in Ghent?", names(cis(server, has("location", "Ghent")))),
  ask("everything in maintenance", names(cis(is("maintenance")))),
  ask("dbs owned by Radiology IT", names(cis(db, has("owner", "Radiology IT")))),
  ask("Find network devices from Arista", names(cis(device, has("manufacturer", "Arista")))),
  ask("what business services are there?", names(services())),
  ask("Are there any inactive VMs?", names(cis(vm, is("inactive")))),
  // Filters
  ask("Which servers run Windows Server 2019?", names(cis(server, has("os", "Windows Server 2019")))),
  ask("Servers running Debian 12 in Porto", names(cis(server, has("os", "Debian 12"), has("location", "Porto")))),
  ask("Which workstations are on Windows 10?", names(cis(cart, has("os", "Windows 10")))),
  ask(
    "Which machines in Lyon or Turin run Rocky Linux 9?",
    names(cis(server, has("location", "Lyon", "Turin"), has("os", "Rocky Linux 9"))),
  ),
  ask("Which databases use the engine PostgreSQL?", names(cis(db, has("engine", "PostgreSQL")))),
  ask("databases with engine MariaDB", names(cis(db, has("engine", "MariaDB")))),
  ask("tier 1 applications", names(cis(app, has("tier", "tier 1")))),
  ask("Which applications are in tier 2 or tier 3?", names(cis(app, has("tier", "tier 2", "tier 3")))),
  ask("List pumps with firmware 4.2", names(cis(pump, has("firmware", "4.2")))),
  ask("Which servers have cost center RX-100?", named("lyo-pacs-01", "lyo-pacs-02")),
  ask("Which server is in rack B1?", named("lyo-lab-05")),
  ask("Which servers are in test or development?", names(cis(server, has("environment", "test", "development")))),
  ask(
    "Show active Fujitsu servers in Turin owned by Pharmacy",
    names(
      cis(server, is("active"), has("manufacturer", "Fujitsu"), has("location", "Turin"), has("owner", "Pharmacy")),
    ),
  ),
  ask(
    "Which servers whose operating system is Debian 12 are active?",
    names(cis(server, has("os", "Debian 12"), is("active"))),
  ),
  ask("CIs in Ghent that are active", names(cis(has("location", "Ghent"), is("active")))),
  ask(
    "Which staging servers and VMs do we have?",
    names(cis(isType("server", "virtual_machine"), has("environment", "staging"))),
  ),
  // Comparisons
  ask("Which servers have more than 256 GB of memory?", names(cis(server, above("memory_gb", 256)))),
  ask("Which servers have at least 256 GB RAM?", names(cis(server, above("memory_gb", 255)))),
  ask("servers with fewer than 8 cores", names(cis(server, below("cpu_cores", 8)))),
  ask("VMs with 8 or more CPU cores", names(cis(vm, above("cpu_cores", 7)))),
  ask(
    "How many servers have between 16 and 48 cores?",
    count(cis(server, above("cpu_cores", 15), below("cpu_cores", 49))),
  ),
  ask("Which databases are larger than 1 TB?", names(cis(db, above("size_gb", 1000)))),
  ask("Which databases are smaller than 100 GB?", names(cis(db, below("size_gb", 100)))),
  ask("Servers with more than 3 TB of disk", names(cis(server, above("disk_gb", 3000)))),
  ask("Which VMs have exactly 4 CPU cores?", names(cis(vm, has("cpu_cores", 4)))),
  ask("VMs with at most 60 GB disk", names(cis(vm, below("disk_gb", 61)))),
  ask(
    "Which servers have a warranty end before 2026-01-01?",
    names(cis(server, (ci) => String(ci.attributes.warranty_end ?? "9") < "2026-01-01")),
  ),
  ask(
    "Whose warranty ends after 2028-12-31?",
    names(cis((ci) => String(ci.attributes.warranty_end ?? "") > "2028-12-31")),
  ),
  ask(
    "Servers whose warranty ends between 2026-01-01 and 2027-01-01",
    names(
      cis(server, (ci) => {
        const end = String(ci.attributes.warranty_end ?? "");
        return end >= "2026-01-01" && end < "2027-01-02";
      }),
    ),
  ),
  ask("Which storage has a capacity over 200 TB?", names(cis(isType("storage"), above("capacity_tb", 200)))),
  ask(
    "How many servers have less than 64 GB memory and fewer than 10 cores?",
    count(cis(server, below("memory_gb", 64), below("cpu_cores", 10))),
  ),
  // Negation and without
  ask("Which servers are not in Lyon?", names(cis(server, not(has("location", "Lyon"))))),
  ask("servers that are not active", names(cis(server, not(is("active"))))),
  ask("Which VMs don't run Debian 12?", names(cis(vm, not(has("os", "Debian 12"))))),
  ask(
    "Applications not owned by Clinical Systems or Pharmacy",
    names(cis(app, not(has("owner", "Clinical Systems", "Pharmacy")))),
  ),
  ask("How many workstations are not made by Lenovo?", count(cis(cart, not(has("manufacturer", "Lenovo"))))),
  ask("Which applications have no owner?", names(cis(app, lacks("owner")))),
  ask("How many servers are without a warranty end?", count(cis(server, lacks("warranty_end")))),
  ask("CIs with no owner in Ghent", names(cis(lacks("owner"), has("location", "Ghent")))),
  ask("Which apps lack a tier?", names(cis(app, lacks("tier")))),
  ask("servers missing a manufacturer", names(cis(server, lacks("manufacturer")))),
  ask(
    "Which servers that have an owner are in test?",
    names(cis(server, not(lacks("owner")), has("environment", "test"))),
  ),
  ask("Which business services are neither critical nor high?", named("Bed Management", "Staff Scheduling")),
  ask("Non-production servers", names(cis(server, not(has("environment", "production"))))),
  ask("Servers outside Lyon and Porto", names(cis(server, not(has("location", "Lyon", "Porto"))))),
  // Dependencies
  ask("What does rx-order depend on?", named(...needsOf("rx-order"))),
  ask("What does Patient Records need?", named(...needsOf("Patient Records"))),
  ask("Which databases does lab-import need?", named(...only("database", needsOf("lab-import")))),
  ask("What depends on hl7-router?", named(...needing("hl7-router"))),
  ask("Which applications depend on ehr-main?", named(...only("application", needing("ehr-main")))),
  ask("Which applications depend directly on ehr-api?", named("ehr-web", "rx-order", "Bed Planner")),
  ask("What does ehr-api directly depend on?", named("ehr-main", "hl7-router", "por-ehr-07")),
  ask("How many applications depend on ehr-api?", count(only("application", needing("ehr-api")))),
  ask("What is upstream of lab-results?", named(...needsOf("lab-results"))),
  ask("everything downstream of pacs-index", named(...needing("pacs-index"))),
  ask("Show all servers that staff-rota needs", named()),
  ask("Which services rely on lab-store?", named(...only("business_service", needing("lab-store")))),
  ask("list the dependencies of pacs-viewer", named(...needsOf("pacs-viewer"))),
  ask("Which production databases are needed by Medication Supply?", named("rx-store", "ehr-main")),
  ask("What uses lyo-vault-1 directly?", named("lyo-pacs-01", "lyo-pacs-02")),
  ask(
    "Which applications do not depend on ehr-api?",
    names(cis(app, (ci) => ci.name !== "ehr-api" && !needing("ehr-api").includes(ci.name))),
    names(cis(app, (ci) => !needing("ehr-api").includes(ci.name))),
  ),
  ask("What depends on the application Helios?", named()),
  ask("What does Bed Planner Mobile need?", named(...needsOf("Bed Planner Mobile"))),
  // Failures
  ask("What fails if lyo-hyp-03 goes down?", named(...needing("lyo-hyp-03"))),
  ask("What breaks when pacs-index is down?", named(...needing("pacs-index"))),
  ask(
    "Which business services are affected if por-ehr-07 fails?",
    named(...only("business_service", needing("por-ehr-07"))),
  ),
  ask("If rx-store stops, which applications break?", named(...only("application", needing("rx-store")))),
  ask("How many services would fail if lyo-core-a failed?", count(only("business_service", needing("lyo-core-a")))),
  ask("Which apps go down with hl7-node-1?", named(...only("application", needing("hl7-node-1")))),
  ask("What is the impact of lyo-vault-1 failing?", named(...needing("lyo-vault-1"))),
  ask("what would an outage of ehr-main affect", named(...needing("ehr-main"))),
  // Runs on, installed
  ask(
    "What runs on lyo-hyp-03?",
    named("hl7-node-1", "lab-node-1", "hl7-router", "lab-results", "lab-store"),
    named("hl7-node-1", "lab-node-1"),
  ),
  ask("Which databases run on por-ehr-07?", named("ehr-main")),
  ask("Which server does ehr-web run on?", named("por-ehr-06")),
  ask("What software is installed on lyo-pacs-02?", named("nginx", "PostgreSQL", "OpenSSH")),
  ask("Which servers have OpenSSH installed?", named(...serversWith("OpenSSH"))),
  ask("How many servers have nginx installed?", count(serversWith("nginx"))),
  ask("On which servers is Apache Tomcat installed?", named(...serversWith("Apache Tomcat"))),
  ask("Which Lyon servers have nginx installed?", named("lyo-pacs-01", "lyo-pacs-02", "lyo-lab-05")),
  ask("Where is Zabbix Agent installed?", named(...serversWith("Zabbix Agent"))),
  ask("What is installed on tur-rx-10?", named("MariaDB Server")),
  ask("Which servers have PostgreSQL or nginx installed?", named("lyo-pacs-01", "lyo-pacs-02", "lyo-lab-05")),
  // Most, least, top
  ask("Which server has the most memory?", named("lyo-hyp-03")),
  ask("Which VM has the fewest CPU cores?", named("test-node-1")),
  ask("Top 3 databases by size", named("ehr-main", "pacs-index", "lab-store")),
  ask("the 2 servers with the most disk", named("por-bak-08", "tur-img-12")),
  ask("What is the largest database?", named("ehr-main")),
  ask("Which production server has the least memory?", named("por-bak-08")),
  ask("Which location has the most servers?", { kind: "groups", groups: [["Lyon", 5]] }, named("Lyon")),
  ask(
    "top 2 owners by number of applications",
    {
      kind: "groups",
      groups: [
        ["Clinical Systems", 4],
        ["Radiology IT", 2],
      ],
    },
    {
      kind: "groups",
      groups: [
        ["Clinical Systems", 4],
        ["Pharmacy", 2],
      ],
    },
    {
      kind: "groups",
      groups: [
        ["Clinical Systems", 4],
        ["Laboratory", 2],
      ],
    },
  ),
  // Per and figures
  ask(
    "Servers per location",
    groups(cis(server), (ci) => ci.attributes.location),
  ),
  ask(
    "How many applications does each owner have?",
    groups(cis(app), (ci) => ci.attributes.owner),
  ),
  ask(
    "count of databases by engine",
    groups(cis(db), (ci) => ci.attributes.engine),
  ),
  ask(
    "How many CIs are there per type?",
    groups([...cis(), ...services().map(() => ({ type: "business_service" }))], (ci) => ci.type),
  ),
  ask(
    "Number of servers by operating system",
    groups(cis(server), (ci) => ci.attributes.os),
  ),
  ask(
    "Total memory of servers per owner",
    groups(cis(server), (ci) => ci.attributes.owner, sum("memory_gb")),
  ),
  ask(
    "Maximum disk of VMs per location",
    groups(cis(vm), (ci) => ci.attributes.location, most("disk_gb")),
  ),
  ask(
    "Workstations grouped by manufacturer",
    groups(cis(cart), (ci) => ci.attributes.manufacturer),
  ),
  ask(
    "What is the average memory of the servers in Lyon?",
    figure(mean(cis(server, has("location", "Lyon")).map((ci) => number(ci, "memory_gb")))),
  ),
  ask(
    "What is the total number of CPU cores of production servers?",
    figure(sum("cpu_cores")(cis(server, has("environment", "production")))),
  ),
  ask("How many cores do the VMs have in total?", figure(sum("cpu_cores")(cis(vm)))),
  ask("smallest memory of all servers", figure(8), named("tur-old-13")),
  ask("Total size of the databases owned by Clinical Systems", figure(5200)),
  ask(
    "How many different operating systems do our servers run?",
    figure(new Set(cis(server).map((ci) => ci.attributes.os)).size),
  ),
  // Events
  ask("How many events are acknowledged?", count(events((e) => e.status === "acknowledged"))),
  ask("Show open critical events", titles(events((e) => e.status === "open" && e.severity === "critical"))),
  ask("Which alerts came from icinga?", titles(events((e) => e.source === "icinga"))),
  ask("List the events on ehr-web", titles(events((e) => e.ci === "ehr-web"))),
  ask("How many alarms were raised in the last 24 hours?", count(minutes(DAY))),
  ask("events of the last 7 days", titles(minutes(7 * DAY))),
  ask("Which events are older than 30 days?", titles(events((e) => e.minutesAgo > 30 * DAY))),
  ask(
    "How many events per severity?",
    groups(events(), (e) => e.severity),
  ),
  ask(
    "unresolved events by source",
    groups(
      events((e) => e.status !== "resolved"),
      (e) => e.source,
    ),
  ),
  ask(
    "How many events are critical or high?",
    count(events((e) => e.severity === "critical" || e.severity === "high")),
  ),
  ask("Which open events affect servers?", titles(events((e) => e.status === "open" && ciOf(e)?.type === "server"))),
  ask(
    "events on databases that are not resolved",
    titles(events((e) => e.status !== "resolved" && ciOf(e)?.type === "database")),
  ),
  ask("Which CI has the most events?", named("ehr-web"), { kind: "groups", groups: [["ehr-web", 2]] }),
  ask("Events in the past 2 hours", titles(minutes(120))),
  // Changes
  ask("Which CIs were created since {T1}?", named("ghe-edge-14", "cart-105", "pump-7003")),
  ask("Which servers are new since {T1}?", named("ghe-edge-14")),
  ask("What changed since {T1}?", named("lab-results", "por-dev-09", "rx-store")),
  ask("Which databases have changed after {T1}?", named("rx-store")),
  ask("Which applications were deleted since {T1}?", named("fax-gateway")),
  ask("How many CIs were removed since {T1}?", count(laterDeleted)),
  // Services
  ask("Which business services are critical?", names(services((s) => s.criticality === "critical"))),
  ask("Services with an availability of at least 99.9", names(services((s) => s.sla.availability >= 99.9))),
  ask(
    "How many services per criticality?",
    groups(services(), (s) => s.criticality),
  ),
  ask("Which services have a response time under 700 ms?", names(services((s) => s.sla.response_time < 700))),
  ask("Who owns lab-store?", named("lab-store"), named("Laboratory")),
  // Not understood
  ask("How many wibbles are in Lyon?", refused("wibbles")),
  ask("Which servers are owned by Hogwarts?", refused("Hogwarts")),
  ask("Which servers have CodeNimbus installed?", refused("CodeNimbus")),
  ask("What depends on Helios?", refused("Helios")),
  ask("What depends on ehr-mian?", refused("ehr-mian")),
  ask("Which servers are healthier than last year?", refused("healthier")),
  ask("Tell me a joke", refused()),
  ask("servers in Lyon, and what should we buy next?", refused("buy")),
  ask("Delete all servers in Lyon", refused("Delete")),
  ask("Which servers have more than 64?", refused()),
  ask("Why is ehr-web slow?", refused("slow")),
  ask("Which pumps run Windows 95?", refused("95")),
  ask("What is the best server?", refused("best")),
  ask("MATCH (n) DETACH DELETE n", refused()),
  ask("How many servers have more memory than por-ehr-06?", refused()),
  ask("servers but only the important ones", refused("important")),
];
