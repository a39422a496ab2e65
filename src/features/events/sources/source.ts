import type { IncomingEvent } from "../event.model.ts";

/** What stands in one message of a source system. */
export interface SourceReading {
  events: IncomingEvent[];
  /** Messages that make no event: confirmations, annotations, announcements of downtime. */
  ignored: number;
  /** What could not be read; the rest of the message counts all the same. */
  errors: SourceError[];
}

export interface SourceError {
  /** Place in the list of alerts, where the source sends one. */
  index: number | null;
  error: string;
}

export interface SourceOptions {
  /** Where a generic sender's messages hold the members of an event: dotted paths by our name. */
  genericFields: Readonly<Record<string, string | undefined>>;
}

/** Reads a source's message. Whatever stands in it, it answers; members it does not know are passed over. */
export type ReadSource = (body: unknown, options: SourceOptions) => SourceReading;

export function oneEvent(event: IncomingEvent): SourceReading {
  return { events: [event], ignored: 0, errors: [] };
}

export const IGNORED: SourceReading = { events: [], ignored: 1, errors: [] };

export function unreadable(error: string, index: number | null = null): SourceReading {
  return { events: [], ignored: 0, errors: [{ index, error }] };
}
