import { Alert, Button, Code, Group, Stack, Text } from "@mantine/core";
import { useQueryErrorResetBoundary } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import { ApiError, messageOf } from "../api/error";

/** What went wrong with a page or a part of it, in the service's own words, and a way to try again. */
export function PageError({ error, reset }: { error: unknown; reset?: () => void }) {
  const { reset: resetQueries } = useQueryErrorResetBoundary();
  const known = error instanceof ApiError ? error : undefined;
  const again = () => {
    resetQueries();
    reset?.();
  };
  return (
    <Alert color="red" variant="light" icon={<TriangleAlert aria-hidden />} title={titleOf(known)} role="alert" m="md">
      <Stack gap="xs" align="flex-start">
        <Text>{messageOf(error)}</Text>
        {known?.details.map(({ field, error: fault }) => (
          <Text key={`${field} ${fault}`} size="sm">
            <Code>{field}</Code> {fault}
          </Text>
        ))}
        {known?.requiredScope && (
          <Text size="sm">It needs the scope {known.requiredScope}: an administrator can give it to you.</Text>
        )}
        {known?.requestId && (
          <Text size="xs" c="dimmed">
            Request {known.requestId}
          </Text>
        )}
        {reset && known?.status !== 403 && known?.status !== 404 && (
          <Group>
            <Button size="xs" variant="default" onClick={again}>
              Try again
            </Button>
          </Group>
        )}
      </Stack>
    </Alert>
  );
}

function titleOf(error: ApiError | undefined): string {
  switch (error?.status) {
    case 0:
      return "The service cannot be reached";
    case 403:
      return "You may not see this";
    case 404:
      return "There is no such thing";
    case 429:
      return "Too many requests";
    default:
      return "This did not work";
  }
}
