/** A backup cannot be created or restored. The message is one line that tells the operator what to do. */
export class BackupError extends Error {
  override readonly name = "BackupError";
}
