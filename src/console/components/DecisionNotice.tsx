import { Alert, Button, Group, Text } from "@mantine/core";
import { CircleCheck } from "lucide-react";

export interface DecisionNoticeProps {
  /** What was done, such as "Verified". */
  done: string;
  /** Name of the thing that was decided on. */
  subject: string;
  isBusy: boolean;
  undo: () => void;
  close: () => void;
}

/** Says what was decided last in a queue, with a way back. */
export function DecisionNotice({ done, subject, isBusy, undo, close }: DecisionNoticeProps) {
  return (
    <Alert
      mb="sm"
      py={6}
      color="green"
      variant="light"
      role="status"
      icon={<CircleCheck aria-hidden />}
      withCloseButton
      closeButtonLabel="Close"
      onClose={close}
    >
      <Group gap="sm">
        <Text size="sm" className="clip" maw="60%">
          {done}: <bdi>{subject}</bdi>
        </Text>
        <Button size="compact-xs" variant="default" loading={isBusy} onClick={undo}>
          Undo (u)
        </Button>
      </Group>
    </Alert>
  );
}
