import type { Sql } from "../../../platform/postgres/postgres.ts";

export type QuestionKind = "product" | "family";

/** The stored answer for one name; null if the model gave no usable answer. */
export interface StoredAnswer {
  key: string;
  answer: unknown;
}

/** Questions to the model and its answers, by the digest of a name. */
export const answersStore = {
  /** Claims, for `seconds`, the keys that have no answer and no other claim; returns the claimed keys. */
  async claim(
    sql: Sql,
    tenantId: string,
    question: QuestionKind,
    keys: readonly string[],
    seconds: number,
  ): Promise<string[]> {
    const rows = await sql.query<{ key: string }>(
      `insert into software_model_answers as a (tenant_id, question, key, until)
       select $1, $2, k, now() + make_interval(secs => $4) from unnest($3::text[]) as k order by k
       on conflict (tenant_id, question, key) do update set until = excluded.until, put_off = false
         where not a.settled and a.until <= now()
       returning key`,
      [tenantId, question, [...keys].sort(), seconds],
    );
    return rows.map(({ key }) => key);
  },

  /** Stores final answers; null for an unusable one. These keys are never asked again. */
  async recordAnswers(
    sql: Sql,
    tenantId: string,
    question: QuestionKind,
    model: string,
    answers: readonly StoredAnswer[],
  ): Promise<void> {
    await sql.query(
      `update software_model_answers a set settled = true, answer = given.answer::json, model = $3
       from unnest($4::text[], $5::text[]) as given (key, answer)
       where a.tenant_id = $1 and a.question = $2 and a.key = given.key`,
      [
        tenantId,
        question,
        model,
        answers.map(({ key }) => key),
        answers.map(({ answer }) => (answer === null ? null : JSON.stringify(answer))),
      ],
    );
  },

  /** Records that no answer came: the keys may be asked again after `seconds`. */
  async postpone(
    sql: Sql,
    tenantId: string,
    question: QuestionKind,
    keys: readonly string[],
    seconds: number,
  ): Promise<void> {
    await sql.query(
      `insert into software_model_answers as a (tenant_id, question, key, until, put_off)
       select $1, $2, k, now() + make_interval(secs => $4), true from unnest($3::text[]) as k order by k
       on conflict (tenant_id, question, key) do update set until = excluded.until, put_off = true where not a.settled`,
      [tenantId, question, [...keys].sort(), seconds],
    );
  },

  /** Whether a process holds a claim on any of the keys now. */
  async isClaimed(sql: Sql, tenantId: string, question: QuestionKind, keys: readonly string[]): Promise<boolean> {
    const [row] = await sql.query<{ asked: boolean }>(
      `select exists (select from software_model_answers where tenant_id = $1 and question = $2 and key = any($3::text[])
         and not settled and not put_off and until > now()) as asked`,
      [tenantId, question, keys],
    );
    return row?.asked ?? false;
  },

  /** The keys that are answered, claimed or postponed. */
  async notAskable(sql: Sql, tenantId: string, question: QuestionKind, keys: readonly string[]): Promise<Set<string>> {
    const rows = await sql.query<{ key: string }>(
      `select key from software_model_answers
       where tenant_id = $1 and question = $2 and key = any($3::text[]) and (settled or until > now())`,
      [tenantId, question, keys],
    );
    return new Set(rows.map(({ key }) => key));
  },

  async read(sql: Sql, tenantId: string, question: QuestionKind, keys: readonly string[]): Promise<StoredAnswer[]> {
    return sql.query<StoredAnswer>(
      `select key, answer from software_model_answers
       where tenant_id = $1 and question = $2 and key = any($3::text[]) and answer is not null`,
      [tenantId, question, keys],
    );
  },
};
