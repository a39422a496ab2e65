import { errorCode } from "../../../errors.ts";

/** Undefined where the caller lacks the scope: the answer says less, and with less confidence. */
export async function unlessForbidden<T>(use: Promise<T>): Promise<T | undefined> {
  return use.catch((error: unknown) => {
    if (errorCode(error) === "PERMISSION_DENIED") return undefined;
    throw error;
  });
}
