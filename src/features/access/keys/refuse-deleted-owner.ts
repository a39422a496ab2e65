import { isMissingReference } from "../../../platform/postgres/faults.ts";
import { credentialRefused } from "../credentials/read-credential.ts";

/**
 * Runs work that stores a record owned by the caller. Throws the 401 of an invalid credential when the owner does not
 * exist: a process accepts the tokens of a deleted user for some seconds, until it knows of the deletion.
 */
export async function refuseDeletedOwner<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw isMissingReference(error) ? credentialRefused() : error;
  }
}
