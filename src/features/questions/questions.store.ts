import type { Sql } from "../../platform/postgres/postgres.ts";
import type { QueryForm } from "../query/index.ts";
import type { Rating, ReaderName } from "./questions.model.ts";

export interface AskedQuestion {
  id: string;
  query: string;
  actor: string;
  understood: boolean;
  source: ReaderName;
  plan: QueryForm | null;
  rows: number;
  tookMs: number;
  at: Date;
}

export interface Feedback {
  id: string;
  questionId: string;
  actor: string;
  rating: Rating;
  comment: string | null;
  at: Date;
}

/** Rows that one statement of the retention deletes. */
const BATCH = 10_000;

export const questionsStore = {
  async insert(sql: Sql, tenantId: string, asked: AskedQuestion): Promise<void> {
    const { id, query, actor, understood, source, plan, rows, tookMs, at } = asked;
    await sql.query(
      `insert into questions (tenant_id, id, query, actor, understood, source, plan, rows, took_ms, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      [tenantId, id, query, actor, understood, source, plan && JSON.stringify(plan), rows, tookMs, at],
    );
  },

  /** Whether the actor asked the question. */
  async exists(sql: Sql, tenantId: string, id: string, actor: string): Promise<boolean> {
    const rows = await sql.query("select from questions where tenant_id = $1 and id = $2 and actor = $3", [
      tenantId,
      id,
      actor,
    ]);
    return rows.length > 0;
  },

  /** Keeps what somebody says of an answer, instead of what the same one said before. Returns the id that is kept. */
  async rate(sql: Sql, tenantId: string, feedback: Feedback): Promise<string> {
    const { id, questionId, actor, rating, comment, at } = feedback;
    const [row] = await sql.query<{ id: string }>(
      `insert into question_feedback (tenant_id, question_id, actor, id, rating, comment, created_at)
       values ($1, $2, $3, $4, $5, $6, $7)
       on conflict (tenant_id, question_id, actor)
         do update set rating = excluded.rating, comment = excluded.comment, created_at = excluded.created_at
       returning id`,
      [tenantId, questionId, actor, id, rating, comment, at],
    );
    return row!.id;
  },

  /** Deletes the oldest questions up to a time, with what was said of them; returns their number. */
  async deleteBefore(sql: Sql, tenantId: string, before: Date): Promise<number> {
    const rows = await sql.query(
      `delete from questions where tenant_id = $1 and id = any(array(
         select id from questions where tenant_id = $1 and created_at < $2 order by created_at limit ${BATCH})) returning 1`,
      [tenantId, before],
    );
    return rows.length;
  },
};
