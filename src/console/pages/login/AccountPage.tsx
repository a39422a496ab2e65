import { Anchor, Button, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { bodyOf, v1 } from "../../api/client";
import { useSession } from "../../app/session-context";
import { PageError } from "../../components/PageError";
import { PageHeader } from "../../components/PageHeader";
import { Time } from "../../components/Time";
import { ApiKeys } from "../admin/programs/ApiKeys";
import { OAuthGrants } from "../admin/programs/OAuthGrants";
import { SecondFactor } from "./SecondFactor";

const LIST_HEIGHT = "20rem";

/** One's own access: password, second factor, API keys, and what applications were allowed. */
export function AccountPage() {
  const { user } = useSession();
  const me = useQuery({ queryKey: ["user", "me"], queryFn: () => bodyOf(v1.GET("/v1/auth/me")) });
  return (
    <Stack gap="xl" maw={960}>
      <PageHeader
        title="Your account"
        hint={
          <>
            <bdi>{user.email}</bdi>, tenant <bdi>{user.tenant}</bdi>
            {me.data?.last_login_at && (
              <>
                , logged in <Time at={me.data.last_login_at} />
              </>
            )}
          </>
        }
      />
      <div>
        <Title order={2} mb="xs">
          Password
        </Title>
        <Text size="sm" mb="xs">
          Another password ends your other logins.
        </Text>
        <Button
          variant="default"
          size="xs"
          renderRoot={(props) => <Link {...props} to="/password" search={{ next: "/account" }} />}
        >
          Change your password
        </Button>
      </div>
      <div>
        <Title order={2} mb="xs">
          Second factor
        </Title>
        {me.error ? (
          <PageError error={me.error} reset={() => void me.refetch()} />
        ) : (
          <SecondFactor isOn={me.data?.second_factor} />
        )}
      </div>
      <div>
        <Title order={2} mb="xs">
          API keys
        </Title>
        <ApiKeys height={LIST_HEIGHT} />
      </div>
      <div>
        <Title order={2} mb="xs">
          Allowed applications
        </Title>
        <OAuthGrants height={LIST_HEIGHT} />
        <Text size="sm" mt="xs">
          <Anchor component={Link} to="/admin/programs">
            Your service accounts and OAuth clients
          </Anchor>
        </Text>
      </div>
      <div>
        <Title order={2} mb="xs">
          What you may do
        </Title>
        <Text size="sm">
          {me.data?.administrator
            ? "You are an administrator, with every scope."
            : user.scopes.join(", ") || "Nothing yet: an administrator gives scopes."}
        </Text>
      </div>
    </Stack>
  );
}
