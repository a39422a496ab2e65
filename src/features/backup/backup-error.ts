/** A backup that cannot be made or restored. The message is one line that an operator can act on. */
export class BackupError extends Error {
  override readonly name = "BackupError";
}
