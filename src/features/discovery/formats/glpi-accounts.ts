import type { UserAccount } from "../../../model/host.ts";
import { TEXT_LIMITS } from "../host.model.ts";
import { clip, clipped, definedFields, number, type Row, rowOf, rowsOf, text, texts, textWithin } from "./values.ts";

const { name: NAME, text: TEXT } = TEXT_LIMITS;

/** Groups whose members may become superuser: by id where ids are fixed, else by name. */
const ADMIN_GROUP_IDS = new Set(["S-1-5-32-544"]);
const ADMIN_GROUP_NAMES = new Set(["root", "wheel", "sudo", "admin", "administrators"]);

/**
 * Accounts of the host, then logged-in accounts of a domain (`EXAMPLE\jdoe`). Undefined if neither was collected.
 */
export function accountsOf(content: Row): UserAccount[] | undefined {
  const local = rowsOf(content, "local_users");
  const loggedIn = rowsOf(content, "users");
  if (!local && !loggedIn) return undefined;
  const isAdmin = adminRule(content);
  const accounts = (local ?? []).map((row) => {
    const name = clipped(row, NAME, "login", "name");
    const uid = uidOf(row);
    return definedFields<UserAccount>({
      name,
      uid,
      home: clipped(row, TEXT, "home"),
      shell: clipped(row, TEXT, "shell"),
      admin: name === undefined ? undefined : isAdmin(name, textWithin(row, NAME, "id")),
    });
  });
  const names = new Set(accounts.map(({ name }) => name));
  const machine = text(rowOf(content, "hardware"), "name")?.toLowerCase();
  for (const row of loggedIn ?? []) {
    const login = text(row, "login");
    const domain = text(row, "domain");
    if (login === undefined) continue;
    const foreign = domain !== undefined && domain.toLowerCase() !== machine;
    const name = clip(foreign ? `${domain}\\${login}` : login, NAME);
    if (names.has(name)) continue;
    names.add(name);
    accounts.push({ name });
  }
  return accounts;
}

/** The uid on Unix; the last part of a SID, which is the account's number within its machine or domain. */
function uidOf(row: Row): number | string | undefined {
  const id = textWithin(row, NAME, "id");
  const relative = /^S-\d+(?:-\d+)*-(\d{1,10})$/.exec(id ?? "")?.[1];
  return relative === undefined ? (number(row, "id") ?? id) : Number(relative);
}

/** Whether an account is an administrator; undefined if the inventory does not list members of such groups. */
function adminRule(content: Row): (name: string, id: string | undefined) => boolean | undefined {
  const groups = (rowsOf(content, "local_groups") ?? []).filter(
    (row) =>
      ADMIN_GROUP_IDS.has(text(row, "id") ?? "") || ADMIN_GROUP_NAMES.has((text(row, "name") ?? "").toLowerCase()),
  );
  const members = new Set(groups.flatMap((row) => texts(row, "members", "member")));
  return (name, id) => {
    if (id === "0" || /^S-1-5-21-.*-500$/.test(id ?? "") || members.has(name)) return true;
    return members.size > 0 ? false : undefined;
  };
}
