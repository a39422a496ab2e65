/** Words in names of machines: what they do, and which stage they belong to. */
const ROLES: ReadonlyMap<string, number> = new Map([
  ...tier(0, "lb", "proxy", "edge", "haproxy", "gw", "gateway", "ingress"),
  ...tier(1, "web", "www", "fe", "front", "frontend", "ui", "portal", "nginx"),
  ...tier(
    2,
    "app",
    "api",
    "svc",
    "service",
    "be",
    "backend",
    "srv",
    "worker",
    "batch",
    "etl",
    "job",
    "jobs",
    "as",
    "tomcat",
    "node",
  ),
  ...tier(3, "db", "sql", "pg", "pgsql", "postgres", "mysql", "maria", "ora", "oracle", "mongo", "data", "dwh"),
  ...tier(
    3,
    "cache",
    "redis",
    "mem",
    "mq",
    "rabbit",
    "kafka",
    "queue",
    "broker",
    "search",
    "es",
    "elastic",
    "nfs",
    "file",
    "fs",
    "store",
  ),
]);
const STAGES: ReadonlyMap<string, string> = new Map([
  ...stage("production", "prod", "prd", "production", "live", "p"),
  ...stage("test", "test", "tst", "qa", "uat", "int", "t"),
  ...stage("development", "dev", "development", "d"),
  ...stage("staging", "stg", "stage", "staging", "preprod", "pre"),
]);

export interface NameParts {
  /** Words that are neither role, stage nor number: the application. */
  stem: string;
  /** 0 in front, 3 with the data; null where no word tells. */
  tier: number | null;
  stage: string | null;
}

/** Takes a machine's name apart: `prd-shop-db02.example.com` is `shop`, with the data, in production. */
export function partsOfName(name: string): NameParts {
  const host = name.trim().toLowerCase().split(".")[0] ?? "";
  const words = host
    .split(/[-_\s]+|(?<=\p{L})(?=\d)|(?<=\d)(?=\p{L})/u)
    .filter((word) => word !== "" && !/^\d+$/.test(word));
  let found: NameParts = { stem: "", tier: null, stage: null };
  const stem: string[] = [];
  for (const word of words) {
    const tierOf = ROLES.get(word);
    const stageOf = STAGES.get(word);
    if (tierOf !== undefined) found = { ...found, tier: tierOf };
    else if (stageOf !== undefined) found = { ...found, stage: stageOf };
    else stem.push(word);
  }
  return { ...found, stem: stem.join("-") };
}

const SHORTEST_STEM = 3;

/** Whether two names say that one machine serves another of the same application: `shop-app01` and `shop-db01`. */
export function isNextTier(source: NameParts, target: NameParts): boolean {
  if (source.stem.length < SHORTEST_STEM || source.stem !== target.stem) return false;
  if (source.stage !== target.stage || source.tier === null || target.tier === null) return false;
  return source.tier < target.tier;
}

function tier(place: number, ...words: string[]): [string, number][] {
  return words.map((word) => [word, place]);
}

function stage(name: string, ...words: string[]): [string, string][] {
  return words.map((word) => [word, name]);
}
