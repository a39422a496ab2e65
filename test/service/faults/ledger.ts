import { randomInt } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import { newId } from "../../../src/platform/ids.ts";
import type { Answer, Client } from "./client.ts";
import { sideBySide } from "./side-by-side.ts";

/** A request that creates, and what is known of it. */
export interface Creation {
  path: string;
  /** Of half of the writers; the others find what a lost answer left undecided by its name and its ends. */
  key: string | undefined;
  body: object;
  /** Of what was made, once that was acknowledged. */
  ids: string[] | undefined;
}

/** One CI as its writer knows it. */
export interface OwnCi {
  creation: Creation;
  place: number;
  name: string;
  serial: string;
  address: string;
  /** `attributes.n` as last acknowledged, and those sent since whose answer did not come. */
  n: number;
  unsure: number[];
  /** Changes that were acknowledged after the creation. */
  changes: number;
  /** Changes that were sent and not acknowledged: they may have happened. */
  maybe: number;
  /** The CIs that it was related to, acknowledged or not. */
  needs: Set<OwnCi>;
  deleted: "no" | "yes" | "unsure";
}

export interface Observed {
  what: string;
  status: number;
  ms: number;
  /** When it was sent, by `performance.now()`. */
  sentAt: number;
  retryAfter: string | null | undefined;
}

/** A caller whose request was refused waits a little before the next one. */
export const REFUSED_PAUSE_MS = 250;

const KINDS = ["create", "bulk", "update", "get", "list", "relate", "delete"];

/** What writers sent and what was acknowledged: each thing has one writer, so that its expected state is known. */
export function createLedger(client: () => Client) {
  const cis: OwnCi[] = [];
  const links: Creation[] = [];
  const unsureLinks: Creation[] = [];
  const observed: Observed[] = [];
  let acknowledged = 0;
  let serials = 0;

  const send = async (
    what: string,
    method: string,
    path: string,
    body?: unknown,
    key?: string,
  ): Promise<Pick<Answer, "status" | "body">> => {
    const headers = key === undefined ? {} : { "idempotency-key": key };
    const sentAt = performance.now();
    const { status, ms, headers: told, body: content } = await client().call(method, path, body, headers);
    observed.push({ what, status, ms, sentAt, retryAfter: told?.get("retry-after") });
    if (method !== "GET" && status >= 200 && status < 300) acknowledged++;
    return { status, body: content };
  };

  /** The status, and whether the answer says what was made. */
  const sendCreation = async (what: string, creation: Creation): Promise<{ status: number; isMade: boolean }> => {
    const { status, body } = await send(what, "POST", creation.path, creation.body, creation.key);
    const ids = idsIn({ status, body });
    // Only a request that was sent before, without a key, may find what it made.
    if (!ids || (status === 409 && (creation.key !== undefined || what !== "retry"))) return { status, isMade: false };
    if (creation.ids) expect(ids).toEqual(creation.ids);
    creation.ids = ids;
    return { status, isMade: true };
  };

  const newCis = (count: number, path: string, keyed: boolean): OwnCi[] => {
    const items = Array.from({ length: count }, () => {
      const serial = `SN-${newId()}`;
      const address = `10.${(serials >> 16) & 255}.${(serials >> 8) & 255}.${serials++ & 255}`;
      return {
        name: `host ${serial}`,
        type: "server",
        attributes: { serial_number: serial, ip_address: address, n: 0 },
      };
    });
    const body = count === 1 ? items[0]! : { mode: keyed ? "atomic" : "per_item", items };
    const creation: Creation = { path, key: keyed ? newId() : undefined, body, ids: undefined };
    return items.map(({ name, attributes }, place) => ({
      creation,
      place,
      name,
      serial: attributes.serial_number,
      address: attributes.ip_address,
      n: 0,
      unsure: [],
      changes: 0,
      maybe: 0,
      needs: new Set(),
      deleted: "no",
    }));
  };

  const create = async (count: number, keyed: boolean): Promise<OwnCi[]> => {
    const made = newCis(count, count === 1 ? "/v1/cmdb/ci" : "/v1/cmdb/ci/bulk", keyed);
    cis.push(...made);
    const { isMade } = await sendCreation(count === 1 ? "create" : "bulk", made[0]!.creation);
    return isMade ? made : [];
  };

  const update = async (ci: OwnCi): Promise<void> => {
    const n = Math.max(ci.n, ...ci.unsure) + 1;
    const { status } = await send("update", "PUT", `/v1/cmdb/ci/${idOf(ci)}`, { attributes: { n } });
    if (status !== 200) {
      ci.unsure.push(n);
      ci.maybe++;
    } else Object.assign(ci, { n, unsure: [], changes: ci.changes + 1 });
  };

  const remove = async (ci: OwnCi): Promise<void> => {
    const { status } = await send("delete", "DELETE", `/v1/cmdb/ci/${idOf(ci)}`);
    ci.deleted = status === 200 ? "yes" : "unsure";
    if (status !== 200) ci.maybe++;
  };

  const relate = async (source: OwnCi, target: OwnCi, keyed: boolean): Promise<void> => {
    const body = { type: "depends_on", source_ci: idOf(source), target_ci: idOf(target), attributes: { port: 5432 } };
    const key = keyed ? newId() : undefined;
    const link: Creation = { path: "/v1/cmdb/relationships", key, body, ids: undefined };
    links.push(link);
    source.needs.add(target);
    await sendCreation("relate", link);
  };

  /** Makes, changes, relates and removes its own CIs, and reads between, until it is told to end. */
  const writer = async (keyed: boolean, pauseMs: number, until: AbortSignal): Promise<void> => {
    let mine: OwnCi[] = [];
    for (let round = 0; !until.aborted; round++) {
      await sleep(pauseMs);
      const made = await create(round % 5 === 4 ? 5 : 1, keyed);
      if (made.length === 0) await sleep(REFUSED_PAUSE_MS);
      mine.push(...made);
      mine = mine.filter(({ deleted }) => deleted === "no").slice(-8);
      const one = mine[randomInt(Math.max(1, mine.length))];
      if (!one) continue;
      await update(one);
      await send("get", "GET", `/v1/cmdb/ci/${idOf(one)}`);
      const other = mine.find((ci) => ci !== one && !one.needs.has(ci));
      if (other && round % 2 === 0) await relate(one, other, keyed);
      if (round % 3 === 2) await send("list", "GET", "/v1/cmdb/ci?limit=5");
      if (round % 4 === 3 && mine.length > 3) await remove(mine[0]!);
    }
  };

  return {
    cis,
    links,
    /** Never acknowledged, and by now an end is gone: they were made and went with it, or never were. */
    unsureLinks,
    observed,
    acknowledged: () => acknowledged,

    /** Runs so many writers until the work is done: every other one sends idempotency keys, all pause between rounds. */
    async whileWriting(writers: number, work: () => Promise<void>, pauseMs = 0): Promise<void> {
      const done = new AbortController();
      const running = Array.from({ length: writers }, (_, i) => writer(i % 2 === 0, pauseMs, done.signal));
      try {
        await work();
      } finally {
        done.abort();
        await Promise.all(running);
      }
    },

    /** Resolves when each kind of request has succeeded since it was asked for. */
    async everythingWorks(): Promise<void> {
      const from = observed.length;
      const works = (what: string) =>
        observed.slice(from).some((one) => one.what === what && one.status >= 200 && one.status < 300);
      await retried(async () => (KINDS.every(works) ? true : undefined));
    },

    /** Sends again, as it was sent first, whatever was not acknowledged; until it is. */
    async settle(): Promise<void> {
      const all = new Set([...cis.map(({ creation }) => creation), ...links]);
      const open = [...all].filter(({ ids }) => !ids);
      const cisFirst = [open.filter(({ path }) => !isLink(path)), open.filter(({ path }) => isLink(path))];
      for (const some of cisFirst) {
        await sideBySide(some, (creation) => retried(async () => (await settled(creation)) || undefined));
      }
    },

    /** Some of what was acknowledged, sent again with the same keys: the answers name the same things. */
    async repeatSome(count: number): Promise<void> {
      const done = cis.map(({ creation }) => creation).filter(({ ids, key }) => ids && key);
      for (const creation of done.slice(-count)) {
        expect(await sendCreation("repeat", creation)).toMatchObject({ isMade: true });
      }
    },
  };

  async function settled(creation: Creation): Promise<boolean> {
    const { status, isMade } = await sendCreation("retry", creation);
    if (isMade) return true;
    if (status === 404 && isLink(creation.path)) {
      unsureLinks.push(...links.splice(links.indexOf(creation), 1));
      return true;
    }
    expect([409, 503, 0], `a repeat of ${creation.path}`).toContain(status);
    return false;
  }
}

export type Ledger = ReturnType<typeof createLedger>;

const isLink = (path: string) => path.endsWith("relationships");

/** Ids that an answer names, in order: of what was made, or was there before. */
function idsIn({ status, body }: Pick<Answer, "status" | "body">): string[] | undefined {
  if (status === 409 && body.error.existing_id) return [body.error.existing_id as string];
  if (status !== 201 && status !== 200) return undefined;
  return body.results ? (body.results as { id: string }[]).map(({ id }) => id) : [body.id as string];
}

export function idOf(ci: OwnCi): string {
  const id = ci.creation.ids?.[ci.place];
  if (id === undefined) throw new Error(`${ci.name} was never acknowledged`);
  return id;
}

/** The first result that is not undefined. Throws after so long. */
export async function retried<T>(work: () => Promise<T | undefined>, withinMs = 90_000, pauseMs = 200): Promise<T> {
  for (const until = Date.now() + withinMs; ; await sleep(pauseMs)) {
    const result = await work();
    if (result !== undefined) return result;
    if (Date.now() > until) throw new Error(`nothing came of it within ${withinMs} ms`);
  }
}
