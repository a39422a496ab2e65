import type { EstateEvent, EstateIncident } from "../demo.model.ts";
import { BAD_DEPLOY } from "./bad-deploy.ts";
import { DATABASE_HOST } from "./database-host.ts";
import { NOISE } from "./noise.ts";
import { RACK_SWITCH } from "./rack-switch.ts";

/** Oldest first. */
export const INCIDENTS: readonly EstateIncident[] = [DATABASE_HOST, RACK_SWITCH, BAD_DEPLOY];

export const EVENTS: readonly EstateEvent[] = [...INCIDENTS.flatMap(({ events }) => events), ...NOISE];
