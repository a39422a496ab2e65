import { notFound } from "../../errors.ts";
import type { Graph } from "../../platform/graph/graph.ts";
import type { Postgres } from "../../platform/postgres/postgres.ts";
import type { Job, JobFilter, JobPosition } from "./jobs.model.ts";
import { type JobViewer, jobsStore } from "./jobs.store.ts";
import { findParked, listParked } from "./parked-changes.ts";
import { type AllParkedWork, findParkedWork, listParkedWork } from "./parked-work.ts";

export interface ListJobsInput extends JobFilter {
  order: "asc" | "desc";
  limit: number;
  /** 1-based; ignored where `after` is given. */
  page: number;
  after?: JobPosition | undefined;
}

export interface JobPage {
  items: Job[];
  total: number;
  /** Position of the last entry; undefined at the end. */
  next: JobPosition | undefined;
}

export interface FindJobsDeps {
  graph: Graph;
  postgres: Postgres;
  parkedWork: AllParkedWork;
}

/** Reads jobs of the queue, parked changes and parked work as one list. */
export function createFindJobs({ graph, postgres, parkedWork }: FindJobsDeps) {
  return {
    /** One page by time of creation, of a viewer's jobs. */
    async list(viewer: JobViewer, { order, limit, page, after, ...filter }: ListJobsInput): Promise<JobPage> {
      const parked = [
        ...(await listParked(graph, viewer, filter)),
        ...(await listParkedWork(parkedWork, viewer, filter)),
      ];
      const hasQueue = await jobsStore.hasQueue(postgres);
      const rest = parked.filter((job) => after === undefined || inOrder(order)(job, positioned(after)) > 0);
      // Of the entries before the page at most all of `rest` are parked: as many jobs are read in addition.
      const skipped = after ? 0 : (page - 1) * limit;
      const offset = Math.max(0, skipped - rest.length);
      const jobs = hasQueue
        ? await jobsStore.list(postgres, viewer, filter, {
            order,
            after,
            offset,
            limit: skipped - offset + limit + 1,
          })
        : [];
      const merged = [...jobs, ...rest].sort(inOrder(order)).slice(skipped - offset);
      const items = merged.slice(0, limit);
      const last = items.at(-1);
      return {
        items,
        total: parked.length + (hasQueue ? await jobsStore.count(postgres, viewer, filter) : 0),
        next: last && merged.length > limit ? { at: last.createdAt, id: last.id } : undefined,
      };
    },

    /** Throws 404 for an unknown id and for one of another tenant. */
    async get(viewer: JobViewer, id: string): Promise<Job> {
      const job = (await jobsStore.hasQueue(postgres)) ? await jobsStore.find(postgres, viewer, id) : undefined;
      const found = job ?? (await findParked(graph, viewer, id)) ?? (await findParkedWork(parkedWork, viewer, id));
      if (!found) throw notFound("job");
      return found;
    },
  };
}

export type FindJobs = ReturnType<typeof createFindJobs>;

type Placed = Pick<Job, "createdAt" | "id">;

function positioned({ at, id }: JobPosition): Placed {
  return { createdAt: at, id };
}

function inOrder(order: "asc" | "desc") {
  const sign = order === "asc" ? 1 : -1;
  return (a: Placed, b: Placed): number => {
    const byTime = a.createdAt.getTime() - b.createdAt.getTime();
    return sign * (byTime === 0 ? (a.id < b.id ? -1 : a.id > b.id ? 1 : 0) : byTime);
  };
}
