import { parsePayload } from "../../src/platform/jobs/job-ref.ts";
import type { SendJobOptions, SendJobs } from "../../src/platform/jobs/jobs.ts";

export interface SentJob {
  name: string;
  /** As a handler gets it: parsed by the ref's schema, and stored as JSON in between. */
  payload: object;
}

export interface FakeJobs extends SendJobs {
  /** What was sent and has not been taken, oldest first. */
  readonly sent: SentJob[];
  /** With which options each was sent. */
  readonly options: SendJobOptions[];
  /** Empties the queue and returns what was in it, oldest first. */
  take(): SentJob[];
}

/** A job queue that keeps what it is sent and runs nothing. Like the real one it rejects a payload of another shape. */
export function fakeJobs(): FakeJobs {
  const sent: SentJob[] = [];
  const options: SendJobOptions[] = [];
  return {
    sent,
    options,
    take() {
      options.splice(0);
      return sent.splice(0);
    },
    async send(ref, payload, given = {}) {
      const stored = JSON.stringify(parsePayload(ref, payload));
      sent.push({ name: ref.name, payload: parsePayload(ref, JSON.parse(stored)) });
      options.push(given);
    },
  };
}
