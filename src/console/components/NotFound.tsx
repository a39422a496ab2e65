import { Anchor, Stack, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { PageHeader } from "./PageHeader";

export function NotFound() {
  return (
    <Stack gap="xs" p="md">
      <PageHeader title="There is no such page" />
      <Text>
        The address may be misspelt, or what it showed was deleted.{" "}
        <Anchor component={Link} to="/">
          Go to the overview
        </Anchor>
      </Text>
    </Stack>
  );
}
