import type { components } from "../../../api/v1";
import type { PlatformName } from "./platforms";

type Integration = components["schemas"]["Integration"];
type Body = components["schemas"]["UpdateIntegrationBody"];

/** An integration as the form holds it: every kind of credentials side by side, secrets empty. */
export interface Draft {
  name: string;
  platform: PlatformName;
  base_url: string;
  account: string;
  account_url: string;
  table: string;
  active: boolean;
  credentials: Record<"type" | "token" | "username" | "password" | "token_url" | "client_id" | "client_secret", string>;
  inbound: Record<"type" | "header" | "secret" | "issuer" | "public_key" | "audience", string>;
  field_map: string;
  rich_text: string[];
}

const CREDENTIALS: Record<string, readonly (keyof Draft["credentials"])[]> = {
  none: [],
  bearer: ["token"],
  basic: ["username", "password"],
  client_credentials: ["token_url", "client_id", "client_secret"],
};
const INBOUND: Record<string, readonly (keyof Draft["inbound"])[]> = {
  secret: ["header", "secret"],
  hmac: ["header", "secret"],
  jwt: ["audience", "issuer", "public_key"],
};
const SECRETS = ["token", "password", "client_secret", "secret"];

export function draftFrom(integration?: Integration): Draft {
  const { credentials, inbound } = integration ?? {};
  return {
    name: integration?.name ?? "",
    platform: integration?.platform ?? "xurrent",
    base_url: integration?.base_url ?? "",
    account: integration?.account ?? "",
    account_url: integration?.account_url ?? "",
    table: integration?.table ?? "",
    active: integration?.active ?? true,
    credentials: {
      type: credentials?.type ?? "none",
      token: "",
      username: credentials?.username ?? "",
      password: "",
      token_url: credentials?.token_url ?? "",
      client_id: credentials?.client_id ?? "",
      client_secret: "",
    },
    inbound: {
      type: inbound?.type ?? "secret",
      header: inbound?.header ?? "",
      secret: "",
      issuer: inbound?.issuer ?? "",
      public_key: inbound?.public_key ?? "",
      audience: inbound?.audience ?? "",
    },
    field_map: Object.entries(integration?.field_map ?? {})
      .map(([ours, theirs]) => `${ours} = ${theirs ?? ""}`)
      .join("\n"),
    rich_text: integration?.rich_text ?? [],
  };
}

/** What the service takes. In a change, empty secrets are left out: they stay. */
export function bodyFrom(draft: Draft, isChange: boolean): Body {
  const { account, account_url, table, field_map, credentials, inbound, platform, ...rest } = draft;
  return {
    ...rest,
    ...(!isChange && { platform }),
    ...(platform === "xurrent" && { account: account || null, account_url: account_url || null }),
    ...(table && { table }),
    credentials: pick(credentials, CREDENTIALS[credentials.type] ?? [], isChange),
    inbound: pick(inbound, INBOUND[inbound.type] ?? [], isChange),
    field_map: fieldMapOf(field_map),
  } as Body;
}

function pick<T extends Record<string, string>>(from: T, names: readonly (keyof T & string)[], isChange: boolean) {
  const given = names.filter((name) => from[name] !== "" || (!isChange && SECRETS.includes(name)));
  return { type: from.type, ...Object.fromEntries(given.map((name) => [name, from[name]])) };
}

function fieldMapOf(lines: string): Record<string, string | null> {
  const given = lines.split("\n").filter((line) => line.trim() !== "");
  return Object.fromEntries(
    given.map((line) => {
      const [ours = "", ...theirs] = line.split("=");
      if (theirs.length === 0) throw new Error(`A field needs =, and its name there: ${line.slice(0, 80)}`);
      return [ours.trim(), theirs.join("=").trim() || null];
    }),
  );
}
