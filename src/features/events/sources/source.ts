import type { IncomingEvent } from "../event.model.ts";

/** Content of one message of a source system. */
export interface ParsedMessage {
  events: IncomingEvent[];
  /** Number of messages that give no event: confirmations, annotations, announcements of downtime. */
  ignored: number;
  /** Unreadable parts; the rest of the message is used. */
  errors: SourceError[];
}

export interface SourceError {
  /** Index in the list of alerts; null if the source sends no list. */
  index: number | null;
  error: string;
}

export interface SourceOptions {
  /** Where generic messages hold the members of an event: dotted paths by member name. */
  genericFields: Readonly<Record<string, string | undefined>>;
}

/** Parses a source's message. Never throws; ignores unknown members. */
export type ParseMessage = (body: unknown, options: SourceOptions) => ParsedMessage;

export function oneEvent(event: IncomingEvent): ParsedMessage {
  return { events: [event], ignored: 0, errors: [] };
}

export const IGNORED: ParsedMessage = { events: [], ignored: 1, errors: [] };

export function unreadable(error: string, index: number | null = null): ParsedMessage {
  return { events: [], ignored: 0, errors: [{ index, error }] };
}
