import { Anchor, Stack, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useSession } from "../../app/session-context";
import { PageHeader } from "../../components/PageHeader";

export function AccountPage() {
  const { user } = useSession();
  return (
    <Stack>
      <PageHeader title="Your account" hint={`${user.email}, tenant ${user.tenant}`} />
      <Text>
        <Anchor component={Link} to="/password">
          Change your password
        </Anchor>
      </Text>
      <Text size="sm" c="dimmed">
        Your scopes: {user.scopes.join(", ")}
      </Text>
    </Stack>
  );
}
