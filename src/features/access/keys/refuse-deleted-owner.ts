import { isMissingReference } from "../../../platform/postgres/faults.ts";
import { credentialRefused } from "../credentials/read-credential.ts";

/**
 * Runs work that stores what belongs to the caller. A user may have been deleted a moment ago, while a token of theirs is
 * honoured for some seconds more where that is not known yet: throws the 401 of a credential that is not valid.
 */
export async function refuseDeletedOwner<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw isMissingReference(error) ? credentialRefused() : error;
  }
}
