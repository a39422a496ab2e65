import type { Graph } from "../../platform/graph/graph.ts";
import { timeOfId } from "../../platform/ids.ts";
import { outboxGraph, type ParkedNode } from "../../platform/jobs/outbox.graph.store.ts";
import { type Job, type JobFilter, PARKED_CHANGES, publicError } from "./jobs.model.ts";
import type { JobViewer } from "./jobs.store.ts";

/** More are counted and can be repeated, but the list shows the newest. */
const MAX_PARKED = 10_000;
const MAX_SHOWN_CHANGES = 100;

/** Parked changes as jobs, newest first. */
export async function listParked(graph: Graph, viewer: JobViewer, { state, name }: JobFilter): Promise<Job[]> {
  if ((state ?? "parked") !== "parked" || (name ?? PARKED_CHANGES) !== PARKED_CHANGES) return [];
  return (await outboxGraph.parked(graph, viewer, MAX_PARKED)).map((node) => toJob(node));
}

/** With the kinds and subjects of its changes in the payload, as far as they can be read. */
export async function findParked(graph: Graph, viewer: JobViewer, id: string): Promise<Job | undefined> {
  const node = await outboxGraph.parkedChange(graph, id);
  if (!node || (viewer !== undefined && node.tenant !== viewer)) return undefined;
  return toJob(node, { changes: subjectsOf(node.entries) });
}

function toJob(node: ParkedNode, payload: Record<string, unknown> = {}): Job {
  const failedAt = new Date(node.failedAt);
  return {
    id: node.id,
    name: PARKED_CHANGES,
    state: "parked",
    tenantId: node.tenant,
    tries: node.tries,
    createdAt: new Date(timeOfId(node.id)),
    startedAt: failedAt,
    endedAt: failedAt,
    startsAfter: null,
    error: publicError(node.error),
    payload: { tenantId: node.tenant, size_bytes: node.size, ...payload },
  };
}

function subjectsOf(entries: string): unknown[] {
  try {
    const changes = JSON.parse(entries) as { kind?: unknown; subject?: unknown }[];
    return changes.slice(0, MAX_SHOWN_CHANGES).map(({ kind, subject }) => ({ kind, subject }));
  } catch {
    // A damaged text is one of the reasons for which changes are parked.
    return [];
  }
}
