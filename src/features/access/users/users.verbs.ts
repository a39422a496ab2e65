import type { RequestContext } from "../../../context.ts";
import type { Scope } from "../../../model/scopes.ts";
import type { Clock } from "../../../platform/clock.ts";
import type { Postgres } from "../../../platform/postgres/postgres.ts";
import type { UserAccount } from "../access.model.ts";
import type { RevocationTarget } from "../credentials/credential-cache.ts";
import type { EntryPage, ListInput } from "../entries/entry-pages.ts";
import type { Passwords } from "../login/password.ts";
import type { PasswordRules } from "../login/password-rules.ts";
import type { UserColumn } from "./users.store.ts";

/** Parsed by the rules of `access.rules.ts`. */
export interface NewUserInput {
  email: string;
  name: string;
  password: string;
  scopes: readonly Scope[];
  administrator: boolean;
  /** Whether the user must choose another password before anything else. */
  mustChangePassword: boolean;
  /** Id that every try of one request gives; made up where absent. */
  id?: string | undefined;
}

/** What is absent stays. A password that is given has to be changed before anything else only where it says so. */
export type UserPatch = Partial<Omit<NewUserInput, "id">>;

export type ListUsersInput = ListInput<UserColumn>;

/**
 * The users of a tenant. Each verb throws 403 without `admin.users`; 404 for a user of another tenant; 403 where the user
 * may do more than the caller, since nobody may take over, or hand out, what they do not have themselves: the message names
 * the first scope that is missing. Administrators are made and changed by administrators alone, each by a token of their
 * own login (or by the operator at the command line), and one always stays.
 */
export interface UserVerbs {
  list(ctx: RequestContext, input: ListUsersInput): Promise<EntryPage<UserAccount>>;
  get(ctx: RequestContext, id: string): Promise<UserAccount>;
  /** Throws 400 for a password that is easily guessed, 409 where the email is taken in the tenant. */
  create(ctx: RequestContext, input: NewUserInput): Promise<UserAccount>;
  /**
   * Ends the user's logins where the password was set, has to be changed now, or where rights were lost. Throws like
   * `create`, and 409 where the last administrator would be none, or for the caller's own password.
   */
  update(ctx: RequestContext, id: string, patch: UserPatch): Promise<UserAccount>;
  /**
   * With the user's logins, keys, service accounts and OAuth clients, and with what the user allowed others' clients.
   * Throws 409 for the caller and for the last administrator.
   */
  remove(ctx: RequestContext, id: string): Promise<void>;
  /** Lets the user log in without a code. Throws 404 where there is no second factor, 409 for the caller's own. */
  resetSecondFactor(ctx: RequestContext, id: string): Promise<void>;
}

export interface UserVerbsDeps {
  postgres: Postgres;
  clock: Clock;
  passwords: Passwords;
  rules: PasswordRules;
  /** Told of what was ended, so that this process stops honouring it at once. */
  onRevoked(kind: RevocationTarget["kind"], id: string): void;
}
