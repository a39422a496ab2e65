import type { CiSnapshot } from "../../src/model/changes.ts";
import { newId } from "../../src/platform/ids.ts";
import { type Change, type ChangeConsumers, type Changes, createChanges } from "../../src/platform/jobs/changes.ts";

/** Both streams with these consumers. */
export function changesTo(...consumers: ChangeConsumers[]): Changes {
  const changes = createChanges();
  for (const one of consumers) changes.subscribe(one);
  return changes;
}

/** Snapshot of a server as in a change. */
export function ciSnapshot(fields: Partial<CiSnapshot> = {}): CiSnapshot {
  return {
    id: newId(),
    name: "db01",
    type: "server",
    description: null,
    status: "active",
    attributes: {},
    custom_fields: {},
    created_at: "2026-01-01T00:00:00.000Z",
    created_by: "system",
    updated_at: "2026-01-01T00:00:00.000Z",
    updated_by: "system",
    ...fields,
  };
}

interface ChangeFields {
  subject?: Change["subject"];
  version?: number;
  before?: object | null;
  after?: object | null;
  at?: string;
}

/** A change as a stream delivers it. Unlike a producer's, its snapshots may hold only what the test uses. */
export function changeOf(kind: string, fields: ChangeFields = {}): Change {
  const subject = { kind: kind.split(".")[0], id: newId() };
  const origin = { id: `${newId()}:0`, actor: "system", requestId: newId(), at: new Date().toISOString() };
  return { kind, subject, version: 1, before: null, after: {}, ...origin, ...fields } as unknown as Change;
}
