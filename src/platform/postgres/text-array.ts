const TEXT_OID = 25;
/** Number of dimensions, whether there are nulls, type of the elements, length, index of the first. */
const HEAD_BYTES = 20;
const NULL_LENGTH = -1;

/**
 * A value for a parameter of the type `text[]`, in the binary format of the protocol. The driver writes lists in the text
 * format, with an escape for each quote of each element and a pass over the text on either side: for lists that many
 * statements carry, or of texts like JSON, that costs more than the rest of the statement. Only where the parameter is
 * `text[]` for Postgres: it refuses a list of texts for another type.
 */
export function textArray(values: readonly (string | null)[]): Buffer {
  const lengths = values.map((value) => (value === null ? NULL_LENGTH : Buffer.byteLength(value)));
  const buffer = Buffer.allocUnsafe(lengths.reduce((sum, length) => sum + 4 + Math.max(length, 0), HEAD_BYTES));
  buffer.writeInt32BE(1, 0);
  buffer.writeInt32BE(lengths.includes(NULL_LENGTH) ? 1 : 0, 4);
  buffer.writeInt32BE(TEXT_OID, 8);
  buffer.writeInt32BE(values.length, 12);
  buffer.writeInt32BE(1, 16);
  let at = HEAD_BYTES;
  for (const [i, value] of values.entries()) {
    at = buffer.writeInt32BE(lengths[i]!, at);
    if (value !== null) at += buffer.write(value, at);
  }
  return buffer;
}
