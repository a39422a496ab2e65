import path from "node:path";
import { z } from "zod";
import { parseIpRange } from "./model/ip-ranges.ts";
import type { ModelConfig } from "./platform/ai/index.ts";
import type { HostFolders } from "./platform/embedded/index.ts";
import type { Neo4jConfig } from "./platform/graph/graph.ts";
import type { MailConfig } from "./platform/mail/mail.ts";
import { isMailAddress, type MailServer, readMailUrl } from "./platform/mail/mail-settings.ts";
import { loadOrCreateSecret, loadPreviousSecret } from "./platform/secret-file.ts";

/**
 * A bad or missing setting. The message is one line with the variable and the expected value; the process exits with 2.
 */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

const port = z.coerce.number().int().min(0).max(65535);
const text = z.string().min(1);
/** Sent in a header: other characters would fail each call, and the error would show the secret. */
const secretText = z.string().regex(/^[\x21-\x7e]{1,1024}$/);

/** A host name. It does not end in a number: that would be some spelling of an address. */
const HOST_NAME = /^(?=.{1,253}$)(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)*[a-z_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/i;

/** One entry per variable: its schema, for values that are not blank, and the expected value in the error message. */
const VARIABLES = {
  PORT: { schema: port.optional(), expected: "a port number, 0 to 65535" },
  HOST: { schema: text.default("127.0.0.1"), expected: "an address to listen on" },
  DATABASE_URL: {
    schema: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
    expected: "a postgres:// address",
  },
  NEO4J_URI: {
    schema: z.url({ protocol: /^(neo4j|bolt)(\+s|\+ssc)?$/ }).optional(),
    expected: "a neo4j:// or bolt:// address",
  },
  NEO4J_USERNAME: { schema: text.default("neo4j"), expected: "a user name" },
  NEO4J_PASSWORD: { schema: text.optional(), expected: "the password of NEO4J_USERNAME; required with NEO4J_URI" },
  NEO4J_DATABASE: { schema: text.default("neo4j"), expected: "a database name" },
  ORRERY_HOME: { schema: text.default(".orrery"), expected: "a folder" },
  ORRERY_ROLE: { schema: z.enum(["all", "api", "worker"]).default("all"), expected: "all, api or worker" },
  ORRERY_BASE_URL: {
    schema: z.url({ protocol: /^https?$/ }).optional(),
    expected: "an http:// or https:// address",
  },
  ORRERY_ADMIN_EMAIL: {
    schema: z.email().optional(),
    expected: "an email address",
  },
  ORRERY_ADMIN_PASSWORD: {
    schema: z.string().min(12).max(256).optional(),
    expected: "a password of 12 to 256 characters",
  },
  ORRERY_SECRET: {
    schema: z.string().min(32).optional(),
    expected: "at least 32 characters; required with DATABASE_URL, NEO4J_URI or ORRERY_SECRET_PREVIOUS",
  },
  ORRERY_SECRET_PREVIOUS: {
    schema: z.string().min(32).optional(),
    expected: "at least 32 characters: the one secret before ORRERY_SECRET",
  },
  ORRERY_DISCOVER_SELF: { schema: z.stringbool().optional(), expected: "true or false" },
  ORRERY_RATE_LIMIT_FACTOR: {
    schema: z.coerce.number().positive().max(1_000_000).default(1),
    expected: "a positive number",
  },
  ORRERY_KEY_ENVIRONMENT: {
    schema: z
      .string()
      .regex(/^[a-z0-9]{1,16}$/)
      .default("live"),
    expected: "1 to 16 of a-z and 0-9",
  },
  ORRERY_CORS_ORIGINS: {
    schema: z.string().default("*").transform(commaSeparated),
    expected: "* or a comma-separated list of origins",
  },
  ORRERY_TRUSTED_PROXIES: {
    schema: z
      .string()
      .default("")
      .transform(commaSeparated)
      .refine((entries) => entries.every((entry) => parseIpRange(entry) !== undefined)),
    expected: "a comma-separated list of IP addresses and CIDR ranges",
  },
  ORRERY_EGRESS_ALLOW: {
    schema: z
      .string()
      .default("")
      .transform(commaSeparated)
      .refine((entries) => entries.every((entry) => parseIpRange(entry) !== undefined || HOST_NAME.test(entry))),
    expected: "a comma-separated list of host names, IP addresses and CIDR ranges",
  },
  OPENAI_API_KEY: { schema: secretText.optional(), expected: "a key of printable characters without blanks" },
  OPENAI_BASE_URL: {
    schema: z.url({ protocol: /^https?$/ }).default("https://api.openai.com/v1"),
    expected: "an http:// or https:// address",
  },
  OPENAI_MODEL: { schema: text.max(200).default("gpt-4o-mini"), expected: "the name of a model" },
  ORRERY_MODEL_PRICE: {
    schema: z
      .string()
      .regex(/^\d+(\.\d+)?\/\d+(\.\d+)?$/)
      .transform((pair) => pair.split("/").map(Number) as [number, number])
      .optional(),
    expected: "prices of a million prompt and completion tokens, as 0.15/0.60",
  },
  OPENAI_EMBEDDING_MODEL: { schema: text.max(200).optional(), expected: "the name of an embedding model" },
  OPENAI_STRUCTURED_OUTPUT: {
    schema: z.enum(["auto", "jsonSchema", "functionCalling", "jsonMode"]).default("auto"),
    expected: "auto, jsonSchema, functionCalling or jsonMode",
  },
  ORRERY_EMBEDDING_PRICE: {
    schema: z
      .string()
      .regex(/^\d+(\.\d+)?$/)
      .transform(Number)
      .optional(),
    expected: "the price of a million tokens of texts that are embedded, as 0.02",
  },
  ORRERY_QUESTIONS: { schema: z.enum(["rules", "model"]).default("rules"), expected: "rules or model" },
  ORRERY_CONSOLE: { schema: z.enum(["on", "off"]).default("on"), expected: "on or off" },
  NVD_API_KEY: { schema: secretText.optional(), expected: "a key of printable characters without blanks" },
  NVD_BASE_URL: {
    schema: z
      .union([z.url({ protocol: /^https?$/ }), z.literal("off")])
      .default("https://services.nvd.nist.gov/rest/json"),
    expected: "an http:// or https:// address, what stands before /cpes/2.0, or off",
  },
  ORRERY_SOFTWARE_BATCH: {
    schema: z.coerce.number().int().min(1).max(1_000).default(10),
    expected: "items in a batch of the software jobs, 1 to 1000",
  },
  ORRERY_NEO4J_HEAP_MB: {
    schema: z.coerce.number().int().min(256).max(65536).default(1024),
    expected: "megabytes of heap for the embedded Neo4j, 256 to 65536",
  },
  ORRERY_NEO4J_PAGECACHE_MB: {
    schema: z.coerce.number().int().min(64).max(65536).default(512),
    expected: "megabytes of page cache for the embedded Neo4j, 64 to 65536",
  },
  ORRERY_SMTP_URL: {
    schema: z
      .string()
      .transform((text) => readMailUrl(text))
      .pipe(z.custom<MailServer>((server) => server !== undefined))
      .optional(),
    expected: "an smtp:// or smtps:// address, with user and password where the server asks for them",
  },
  ORRERY_MAIL_FROM: {
    schema: z.string().max(320).refine(isMailAddress).optional(),
    expected: "an email address, or a name and an address as Orrery <reports@example.com>",
  },
  LOG_LEVEL: {
    schema: z.enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"]).default("info"),
    expected: "trace, debug, info, warn, error, fatal or silent",
  },
} as const;

type Variables = { [K in keyof typeof VARIABLES]: z.output<(typeof VARIABLES)[K]["schema"]> };

export interface Config {
  http: {
    host: string;
    port: number;
    corsOrigins: readonly string[];
    trustedProxies: readonly string[];
    baseUrl: string | undefined;
  };
  /** Non-public hosts that calls to tenants' addresses may reach: host names, addresses, CIDR ranges. */
  egressAllow: readonly string[];
  /** Absent: the embedded Postgres. */
  postgresUrl: string | undefined;
  /** Absent: the embedded Neo4j. */
  neo4j: Neo4jConfig | undefined;
  embedded: { heapMb: number; pageCacheMb: number };
  home: string;
  role: "all" | "api" | "worker";
  admin: { email: string | undefined; password: string | undefined };
  /** Root of signing and encryption; absent only while both stores are embedded and none has been generated yet. */
  secret: string | undefined;
  /** The previous root, while its texts are being resealed. */
  previousSecret: string | undefined;
  discoverSelf: boolean;
  model: ModelConfig;
  /** What reads questions in words first. */
  questions: "rules" | "model";
  /** Folder of the built web console; undefined: none is served. */
  consoleFolder: string | undefined;
  /** The vulnerability database; the base is the address before `/cpes/2.0`. Undefined: no calls to it. */
  nvd: { apiKey: string | undefined; baseUrl: string } | undefined;
  /** The mail server; undefined: no mails are sent. */
  mail: MailConfig | undefined;
  /** Items in a batch of the jobs that link installed programs to software, families and CPE names. */
  software: { batchSize: number };
  rateLimitFactor: number;
  keyEnvironment: string;
  logLevel: string;
}

/** Reads and checks the environment. Throws ConfigError with the name of the first wrong variable. */
export function loadConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const v = readVariables(env);
  const external = v.DATABASE_URL !== undefined && v.NEO4J_URI !== undefined;
  if (v.NEO4J_URI && !v.NEO4J_PASSWORD) throw configError("NEO4J_PASSWORD");
  if ((v.DATABASE_URL || v.NEO4J_URI || v.ORRERY_SECRET_PREVIOUS) && !v.ORRERY_SECRET)
    throw configError("ORRERY_SECRET");
  return deepFreeze({
    http: {
      host: v.HOST,
      port: v.PORT ?? defaultPort(v.ORRERY_ROLE),
      corsOrigins: v.ORRERY_CORS_ORIGINS,
      trustedProxies: v.ORRERY_TRUSTED_PROXIES,
      baseUrl: trimSlash(v.ORRERY_BASE_URL),
    },
    egressAllow: v.ORRERY_EGRESS_ALLOW,
    postgresUrl: v.DATABASE_URL,
    neo4j: v.NEO4J_URI
      ? {
          uri: v.NEO4J_URI,
          username: v.NEO4J_USERNAME,
          password: v.NEO4J_PASSWORD ?? "",
          database: v.NEO4J_DATABASE,
        }
      : undefined,
    embedded: { heapMb: v.ORRERY_NEO4J_HEAP_MB, pageCacheMb: v.ORRERY_NEO4J_PAGECACHE_MB },
    home: path.resolve(v.ORRERY_HOME),
    role: v.ORRERY_ROLE,
    admin: { email: v.ORRERY_ADMIN_EMAIL, password: v.ORRERY_ADMIN_PASSWORD },
    secret: v.ORRERY_SECRET,
    previousSecret: v.ORRERY_SECRET_PREVIOUS,
    discoverSelf: v.ORRERY_DISCOVER_SELF ?? !external,
    model: {
      apiKey: v.OPENAI_API_KEY,
      baseUrl: v.OPENAI_BASE_URL.replace(/\/+$/, ""),
      name: v.OPENAI_MODEL,
      price: v.ORRERY_MODEL_PRICE && { prompt: v.ORRERY_MODEL_PRICE[0], completion: v.ORRERY_MODEL_PRICE[1] },
      structuredOutput: v.OPENAI_STRUCTURED_OUTPUT,
      embeddingName: v.OPENAI_EMBEDDING_MODEL,
      embeddingPrice: v.ORRERY_EMBEDDING_PRICE,
    },
    mail: v.ORRERY_SMTP_URL && { ...v.ORRERY_SMTP_URL, from: v.ORRERY_MAIL_FROM ?? DEFAULT_SENDER },
    questions: v.ORRERY_QUESTIONS,
    consoleFolder: v.ORRERY_CONSOLE === "off" ? undefined : CONSOLE_FOLDER,
    software: { batchSize: v.ORRERY_SOFTWARE_BATCH },
    nvd: v.NVD_BASE_URL === "off" ? undefined : { apiKey: v.NVD_API_KEY, baseUrl: v.NVD_BASE_URL.replace(/\/+$/, "") },
    rateLimitFactor: v.ORRERY_RATE_LIMIT_FACTOR,
    keyEnvironment: v.ORRERY_KEY_ENVIRONMENT,
    logLevel: v.LOG_LEVEL,
  });
}

/** Where `npm run build:console` puts what it builds. */
const CONSOLE_FOLDER = path.resolve(import.meta.dirname, "../build/console");

/** Sender of mails where none is configured: servers that check senders want one. */
const DEFAULT_SENDER = "Orrery <orrery@localhost>";

/** The configured secret, or the one in `<home>/secret` (created at the first start, mode 0600). */
export function rootSecret(config: Config): string {
  return config.secret ?? loadOrCreateSecret(config.home);
}

/** The previous roots, which open what they sealed: configured, or beside `<home>/secret` during a rotation. */
export function previousSecrets(config: Config): string[] {
  const previous = config.secret === undefined ? loadPreviousSecret(config.home) : config.previousSecret;
  return previous === undefined ? [] : [previous];
}

/**
 * The folder for caches shared by all projects of this user (XDG Base Directory Specification), and JAVA_HOME.
 * No cache if the user has no home folder: a folder that others can write to must not hold programs.
 */
export function hostFolders(env: NodeJS.ProcessEnv = process.env): HostFolders {
  const configured = process.platform === "win32" ? env.LOCALAPPDATA : env.XDG_CACHE_HOME;
  const userHome = process.platform === "win32" ? env.USERPROFILE : env.HOME;
  // The specification says to ignore a relative path.
  const base = configured && path.isAbsolute(configured) ? configured : userHome && path.join(userHome, ".cache");
  return { cache: base ? path.join(base, "orrery") : undefined, javaHome: nonBlank(env.JAVA_HOME) };
}

/** The default address and token of `orrery scan --submit`. */
export function submissionTarget(env: NodeJS.ProcessEnv = process.env): { url: string; token: string | undefined } {
  const url = trimSlash(nonBlank(env.ORRERY_BASE_URL)) ?? `http://127.0.0.1:${nonBlank(env.PORT) ?? 8080}`;
  return { url, token: nonBlank(env.ORRERY_TOKEN) };
}

/** The environment of this process, to be passed to `loadConfig` and its neighbours. */
export function processEnvironment(): NodeJS.ProcessEnv {
  return process.env;
}

/** Variables that the model client's libraries read by themselves; `OPENAI_` ones that are Orrery's own excepted. */
const LIBRARY_VARIABLES = /^(LANGCHAIN|LANGSMITH|LANGGRAPH)_|^OPENAI_(LOG|API_BASE|ORG\w*|PROJECT\w*|CUSTOM_HEADERS)$/;

/** Removes variables by which libraries would send prompts elsewhere or print them. */
export function removeLibraryVariables(env: NodeJS.ProcessEnv = process.env): void {
  for (const name of Object.keys(env)) if (LIBRARY_VARIABLES.test(name)) delete env[name];
}

/** Whether npm runs this process as a script (`npm start`). */
export function isNpmScript(env: NodeJS.ProcessEnv = process.env): boolean {
  return env.npm_lifecycle_event !== undefined;
}

function readVariables(env: NodeJS.ProcessEnv): Variables {
  const values: Record<string, unknown> = {};
  for (const [name, { schema }] of Object.entries(VARIABLES)) {
    const parsed = schema.safeParse(nonBlank(env[name]));
    if (!parsed.success) throw configError(name as keyof typeof VARIABLES);
    values[name] = parsed.data;
  }
  return values as Variables;
}

/** Undefined for a blank value: Docker Compose passes every variable, also unset ones. */
function nonBlank(value: string | undefined): string | undefined {
  return value?.trim() ? value : undefined;
}

/** A worker serves only its health: it takes any free port, so that it can start beside a service. */
function defaultPort(role: Config["role"]): number {
  return role === "worker" ? 0 : 8080;
}

/** The message does not show the value: it may be a secret. */
function configError(name: keyof typeof VARIABLES): ConfigError {
  return new ConfigError(`${name}: expected ${VARIABLES[name].expected}`);
}

function commaSeparated(text: string): string[] {
  return text
    .split(",")
    .map((entry) => entry.trim())
    .filter(Boolean);
}

function trimSlash(url: string | undefined): string | undefined {
  return url?.replace(/\/+$/, "");
}

function deepFreeze<T extends object>(value: T): T {
  for (const inner of Object.values(value)) if (inner && typeof inner === "object") deepFreeze(inner);
  return Object.freeze(value);
}
