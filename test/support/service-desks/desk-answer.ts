/** What a stand-in of a service desk answers. */
export interface DeskAnswer {
  status: number;
  headers?: Record<string, string>;
  /** Text as it is, all else as JSON; absent: no body. */
  body?: unknown;
}
