import type { Random } from "./random.ts";

/** A CI of a made-up estate. */
export interface EstateCi {
  id: string;
  type: string;
  /** Machine whose clock stamps its alerts. */
  host: string;
}

/** `dependent` needs `needed`. */
export interface EstateEdge {
  needed: string;
  dependent: string;
  /** As callers spell it. */
  type: string;
  group: string | null;
  /** It carries failures in truth; an observed connection of a backup or of monitoring does not. */
  real: boolean;
  /** It stands in the CMDB; what nobody declared and no scan saw does not. */
  known: boolean;
}

export interface Estate {
  shape: string;
  cis: EstateCi[];
  edges: EstateEdge[];
}

/** Makes an estate piece by piece. */
function createBuilder(shape: string, random: Random) {
  const cis: EstateCi[] = [];
  const edges: EstateEdge[] = [];
  const add = (type: string, host?: string): string => {
    const id = `${type}-${cis.length}`;
    cis.push({ id, type, host: host ?? id });
    return id;
  };
  const needs = (dependent: string, needed: string, type = "depends_on", group: string | null = null) => {
    edges.push({ needed, dependent, type, group, real: true, known: true });
  };
  return {
    add,
    needs,
    /** A dependency of applications: mostly declared, often only seen as a connection, now and then unknown. */
    talksTo(dependent: string, needed: string, group: string | null = null) {
      const way = random.next();
      const type = way < 0.65 ? "depends_on" : "Connected To";
      edges.push({ needed, dependent, type, group, real: true, known: way < 0.96 });
    },
    partOf: (component: string, service: string) => needs(service, component, "part_of"),
    /** A machine that looks at all others, and one that copies them: connections that carry no failure. */
    lookedAtBy(watched: readonly string[]) {
      for (const watcher of [add("server"), add("server")]) {
        for (const id of watched) {
          if (!random.chance(0.6)) continue;
          edges.push({ needed: id, dependent: watcher, type: "Connected To", group: null, real: false, known: true });
        }
      }
    },
    done: (): Estate => ({ shape, cis, edges }),
  };
}

type Builder = ReturnType<typeof createBuilder>;

/** Hosts below a switch each, virtual machines on them. Answers the machines. */
function virtualMachines(b: Builder, random: Random, hosts: number, each: number): string[] {
  const core = b.add("network_device");
  const machines: string[] = [];
  let access = core;
  for (let h = 0; h < hosts; h++) {
    if (h % 6 === 0) {
      access = b.add("network_device");
      b.needs(access, core, "routes_through");
    }
    const host = b.add("server");
    b.needs(host, access, "routes_through");
    for (let v = 0; v < random.int(Math.max(1, each - 2), each + 2); v++) {
      const machine = b.add("virtual_machine");
      b.needs(machine, host, "runs_on");
      machines.push(machine);
    }
  }
  return machines;
}

function software(b: Builder, type: string, machine: string): string {
  const id = b.add(type, machine);
  b.needs(id, machine, "runs_on");
  return id;
}

function threeTier(random: Random): Estate {
  const b = createBuilder("three_tier", random);
  const machines = virtualMachines(b, random, random.int(6, 14), 6);
  const on = () => random.pick(machines);
  for (let s = 0; s < random.int(5, 12); s++) {
    const service = b.add("business_service");
    const db = software(b, "database", on());
    const balancer = software(b, "application", on());
    const apps = Array.from({ length: random.int(2, 4) }, () => software(b, "application", on()));
    const webs = Array.from({ length: random.int(2, 4) }, () => software(b, "application", on()));
    for (const app of apps) b.talksTo(app, db);
    for (const web of webs) {
      for (const app of apps) b.talksTo(web, app, apps.length > 1 ? "apps" : null);
      b.talksTo(balancer, web, "webs");
    }
    for (const part of [balancer, ...webs, ...apps, db]) b.partOf(part, service);
  }
  b.lookedAtBy(machines);
  return b.done();
}

function sharedDatabase(random: Random): Estate {
  const b = createBuilder("shared_database", random);
  const machines = virtualMachines(b, random, random.int(4, 8), 6);
  const databases = Array.from({ length: random.int(2, 4) }, () => {
    const db = software(b, "database", random.pick(machines));
    const disks = b.add("storage");
    b.needs(db, disks);
    return db;
  });
  for (let a = 0; a < random.int(20, 45); a++) {
    const app = software(b, "application", random.pick(machines));
    b.talksTo(app, random.pick(databases));
    if (random.chance(0.25)) b.talksTo(app, random.pick(databases));
    const front = software(b, "application", random.pick(machines));
    b.talksTo(front, app);
    if (a % 5 === 0) b.partOf(front, b.add("business_service"));
  }
  b.lookedAtBy(machines);
  return b.done();
}

function virtualised(random: Random): Estate {
  const b = createBuilder("virtualised", random);
  const machines = virtualMachines(b, random, random.int(10, 25), 10);
  for (const machine of machines) if (random.chance(0.7)) software(b, "application", machine);
  b.lookedAtBy(machines);
  return b.done();
}

function microservices(random: Random): Estate {
  const b = createBuilder("microservices", random);
  const machines = virtualMachines(b, random, random.int(4, 8), 5);
  const stores = Array.from({ length: random.int(8, 20) }, () => software(b, "database", random.pick(machines)));
  const services: string[] = [];
  for (let s = 0; s < random.int(40, 110); s++) {
    const service = b.add("application", random.pick(machines));
    b.needs(service, random.pick(machines), "runs_on");
    if (random.chance(0.6)) b.talksTo(service, random.pick(stores));
    for (const other of random.some(services.slice(-25), random.int(0, 3))) b.talksTo(service, other);
    services.push(service);
  }
  // Calls in a circle, as they happen.
  for (let c = 0; c < 3; c++) b.talksTo(services[c]!, random.pick(services));
  for (const edge of services.slice(-8)) b.partOf(edge, b.add("business_service"));
  return b.done();
}

function network(random: Random): Estate {
  const b = createBuilder("network", random);
  const cores = [b.add("network_device"), b.add("network_device")];
  for (let d = 0; d < random.int(3, 6); d++) {
    const distribution = b.add("network_device");
    for (const core of cores) b.needs(distribution, core, "routes_through", "uplinks");
    for (let a = 0; a < random.int(3, 6); a++) {
      const access = b.add("network_device");
      b.needs(access, distribution, "routes_through");
      for (let s = 0; s < random.int(5, 14); s++) {
        const server = b.add("server");
        b.needs(server, access, "routes_through");
        if (random.chance(0.6)) software(b, "application", server);
      }
    }
  }
  return b.done();
}

function queues(random: Random): Estate {
  const b = createBuilder("queues", random);
  const machines = virtualMachines(b, random, random.int(5, 9), 5);
  for (let c = 0; c < random.int(2, 4); c++) {
    const brokers = Array.from({ length: 3 }, () => software(b, "service", random.pick(machines)));
    const topics = Array.from({ length: random.int(4, 9) }, () => {
      const queue = b.add("service", brokers[0]!);
      for (const broker of brokers) b.needs(queue, broker, "depends_on", "brokers");
      return queue;
    });
    for (const queue of topics) {
      for (let w = 0; w < random.int(1, 5); w++) {
        const worker = software(b, "application", random.pick(machines));
        b.talksTo(worker, queue);
        const sink = software(b, "database", random.pick(machines));
        if (random.chance(0.4)) b.talksTo(worker, sink);
        const reader = software(b, "application", random.pick(machines));
        b.talksTo(reader, random.chance(0.5) ? worker : sink);
      }
    }
  }
  b.lookedAtBy(machines);
  return b.done();
}

/** Several of the others on one network, with dependencies across. */
function enterprise(random: Random): Estate {
  const parts = [threeTier, sharedDatabase, microservices, queues].map((make) => make(random));
  const cis: EstateCi[] = [];
  const edges: EstateEdge[] = [];
  parts.forEach((part, p) => {
    const named = (id: string) => `${p}-${id}`;
    cis.push(...part.cis.map((ci) => ({ ...ci, id: named(ci.id), host: named(ci.host) })));
    edges.push(
      ...part.edges.map((edge) => ({ ...edge, needed: named(edge.needed), dependent: named(edge.dependent) })),
    );
  });
  const backbone: EstateCi = { id: "backbone", type: "network_device", host: "backbone" };
  const known = { group: null, real: true, known: true };
  parts.forEach((part, p) => {
    const core = `${p}-${part.cis[0]!.id}`;
    edges.push({ needed: backbone.id, dependent: core, type: "routes_through", ...known });
  });
  const applications = cis.filter(({ type }) => type === "application").map(({ id }) => id);
  for (let x = 0; x < 40; x++) {
    const [dependent, needed] = random.some(applications, 2);
    edges.push({ needed: needed!, dependent: dependent!, type: x % 2 ? "depends_on" : "Connected To", ...known });
  }
  return { shape: "enterprise", cis: [...cis, backbone], edges };
}

/** Makers of estates by shape. */
export const ESTATE_SHAPES: readonly ((random: Random) => Estate)[] = [
  threeTier,
  sharedDatabase,
  virtualised,
  microservices,
  network,
  queues,
  enterprise,
];
