import { randomBytes } from "node:crypto";

/**
 * Ids of requests that came without one: 96 random bits of this process and a count. They only tell requests apart,
 * which costs a tenth of a UUID.
 */
export function createRequestIds(): () => string {
  const process = randomBytes(12).toString("hex");
  let count = 0;
  return () => `${process}-${(++count).toString(36)}`;
}
