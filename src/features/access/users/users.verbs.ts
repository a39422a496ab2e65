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

/** Fields of a new user, validated by `access.rules.ts`. */
export interface NewUserInput {
  email: string;
  name: string;
  password: string;
  scopes: readonly Scope[];
  administrator: boolean;
  /** Whether the user must choose another password before anything else. */
  mustChangePassword: boolean;
  /** Idempotency id, the same for every retry of one request; generated when absent. */
  id?: string | undefined;
}

/** Absent fields stay as they are. A new password is temporary only with `mustChangePassword`. */
export type UserPatch = Partial<Omit<NewUserInput, "id">>;

export type ListUsersInput = ListInput<UserColumn>;

/**
 * Verbs on the users of a tenant. Each throws 403 without `admin.users`; 404 for a user of another tenant; 403 naming
 * the first missing scope when the user has rights that the caller lacks, since nobody may take over or grant rights
 * without having them. Only administrators with their own login token (or the operator at the command line) create and
 * change administrators. A tenant keeps at least one administrator.
 */
export interface UserVerbs {
  list(ctx: RequestContext, input: ListUsersInput): Promise<EntryPage<UserAccount>>;
  get(ctx: RequestContext, id: string): Promise<UserAccount>;
  /** Throws 400 for a password that is easily guessed, 409 when the email is taken in the tenant. */
  create(ctx: RequestContext, input: NewUserInput): Promise<UserAccount>;
  /**
   * Ends the user's logins when the password was set, must be changed from now on, or rights were removed. Throws like
   * `create`; 409 when it would demote the last administrator, or for the caller's own password.
   */
  update(ctx: RequestContext, id: string, patch: UserPatch): Promise<UserAccount>;
  /**
   * Deletes the user with logins, keys, service accounts, OAuth clients, and grants to others' clients. Throws 409 for
   * the caller and for the last administrator.
   */
  remove(ctx: RequestContext, id: string): Promise<void>;
  /** Deletes the user's second factor. Throws 404 when there is none, 409 for the caller's own. */
  resetSecondFactor(ctx: RequestContext, id: string): Promise<void>;
}

export interface UserVerbsDeps {
  postgres: Postgres;
  clock: Clock;
  passwords: Passwords;
  rules: PasswordRules;
  /** Called for each revoked credential, so that this process refuses it at once. */
  onRevoked(kind: RevocationTarget["kind"], id: string): void;
}
