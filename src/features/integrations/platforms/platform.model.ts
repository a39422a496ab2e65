import type { ChangeFieldValues } from "../change-fields.ts";
import type { Credentials, Integration } from "../integration.model.ts";

/** A service desk with what calls to it need. */
export interface Target extends Integration {
  tenantId: string;
  credentials: Credentials;
}

export interface TaskUpdate {
  /** The task's own id at the platform. */
  taskNodeId: string;
  analysisId: string;
  /** The same over all attempts, by which a platform recognises a repeat where it can. */
  mutationId: string;
  fields: ChangeFieldValues;
}

/** What became of one attempt. */
export type WriteOutcome =
  | { ok: true; responseStatus: number }
  | {
      ok: false;
      /** Null: there was no answer. */
      responseStatus: number | null;
      /** For people; holds no secret. */
      error: string;
      /** Whether another attempt may succeed without a change of the configuration. */
      retryable: boolean;
      /** Milliseconds that the platform asks to wait. */
      retryAfterMs?: number;
    };

export interface TestOutcome {
  ok: boolean;
  /** Null where it worked; holds no secret. */
  error: string | null;
}

/** One platform's interface: writes fields to a task, and tests address and credentials without writing anything. */
export interface PlatformClient {
  write(target: Target, update: TaskUpdate): Promise<WriteOutcome>;
  test(target: Target): Promise<TestOutcome>;
}
