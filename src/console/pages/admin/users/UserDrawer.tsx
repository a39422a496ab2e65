import { Drawer, Skeleton, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { bodyOf, v1 } from "../../../api/client";
import { PageError } from "../../../components/PageError";
import { Time } from "../../../components/Time";
import { NewUserForm } from "./NewUserForm";
import { UserActions } from "./UserActions";
import { UserForm } from "./UserForm";

/** One user, or the form of a new one (`new`). */
export function UserDrawer({ id, close }: { id: string | undefined; close: () => void }) {
  return (
    <Drawer
      opened={id !== undefined}
      onClose={close}
      position="right"
      size="lg"
      title={id === "new" ? "New user" : "User"}
      closeButtonProps={{ "aria-label": "Close" }}
    >
      {id === "new" ? <NewUserForm close={close} /> : id && <OneUser key={id} id={id} close={close} />}
    </Drawer>
  );
}

function OneUser({ id, close }: { id: string; close: () => void }) {
  const user = useQuery({
    queryKey: ["user", id],
    queryFn: () => bodyOf(v1.GET("/v1/admin/users/{id}", { params: { path: { id } } })),
  });
  if (user.error) return <PageError error={user.error} reset={() => void user.refetch()} />;
  if (!user.data) return <Skeleton height={320} aria-label="Loading" />;
  return (
    <Stack gap="lg">
      <Text size="sm" c="dimmed" component="div">
        Created <Time at={user.data.created_at} />, last login <Time at={user.data.last_login_at} fallback="never" />
      </Text>
      <UserForm key={user.data.updated_at} user={user.data} />
      <UserActions user={user.data} close={close} />
    </Stack>
  );
}
