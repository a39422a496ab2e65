import { Alert, Text } from "@mantine/core";
import { ApiError, messageOf } from "../api/error";

/**
 * Why a form was refused. `shown` names the fields that show their own fault: theirs are not repeated here.
 */
export function FormFaults({ error, shown = [] }: { error: unknown; shown?: readonly string[] }) {
  if (!error) return null;
  const details = error instanceof ApiError ? error.details : [];
  const others = details.filter(({ field }) => !shown.some((name) => isWithin(field, name)));
  const isElsewhere = details.length > 0 && others.length === 0;
  return (
    <Alert color="red" variant="light" role="alert">
      {isElsewhere ? "Some fields need another value." : messageOf(error)}
      {others.map(({ field, error: fault }) => (
        <Text key={`${field} ${fault}`} size="sm">
          {field}: {fault}
        </Text>
      ))}
    </Alert>
  );
}

/** What the service said of a field, or of a part of it, such as `scopes[2]`. */
export function faultOf(error: unknown, field: string): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const own = error.details.find(({ field: name }) => isWithin(name, field));
  return own && (own.field === field ? own.error : `${own.field.slice(field.length)} ${own.error}`.replace(/^\./, ""));
}

/** Whether a fault's field is the field of the form, or a part of it. */
function isWithin(name: string, field: string): boolean {
  return name === field || name.startsWith(`${field}[`) || name.startsWith(`${field}.`);
}
