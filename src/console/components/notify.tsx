import { Button, Group, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { messageOf } from "../api/error";

/** Says that an action worked, with a way to take it back where there is one. */
export function notifyDone(message: string, undo?: () => void): void {
  const id = crypto.randomUUID();
  const takeBack = () => {
    notifications.hide(id);
    undo?.();
  };
  notifications.show({
    id,
    message: undo ? <Undoable message={message} undo={takeBack} /> : message,
    color: "green",
    autoClose: undo ? 15_000 : 5_000,
  });
}

function Undoable({ message, undo }: { message: string; undo: () => void }) {
  return (
    <Group justify="space-between" wrap="nowrap" gap="sm">
      <Text size="sm" lineClamp={3}>
        {message}
      </Text>
      <Button size="compact-sm" variant="default" onClick={undo}>
        Undo
      </Button>
    </Group>
  );
}

/** Says that an action failed, in the service's words; stays until it is closed. */
export function notifyFailed(error: unknown, title = "This did not work"): void {
  notifications.show({ title, message: messageOf(error), color: "red", autoClose: false });
}
