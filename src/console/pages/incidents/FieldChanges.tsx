import type { CiChange } from "./incident-data";
import { differences } from "./timeline-entries";

const MAX_SHOWN = 12;

/** What a change did to a CI, field by field: the former value, then the new one. */
export function FieldChanges({ change }: { change: Pick<CiChange, "before" | "after"> }) {
  const fields = differences(change.before, change.after);
  if (fields.length === 0) return null;
  return (
    <dl className="diff">
      {fields.slice(0, MAX_SHOWN).map(({ field, before, after }) => (
        <div key={field} style={{ display: "contents" }}>
          <dt>
            <bdi>{field.slice(0, 120)}</bdi>
          </dt>
          <dd>
            {before !== undefined && (
              <del>
                <bdi>{before}</bdi>
              </del>
            )}
            {before !== undefined && " → "}
            <ins>{after === undefined ? "removed" : <bdi>{after}</bdi>}</ins>
          </dd>
        </div>
      ))}
      {fields.length > MAX_SHOWN && <dt>and {fields.length - MAX_SHOWN} more</dt>}
    </dl>
  );
}
