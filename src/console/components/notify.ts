import { notifications } from "@mantine/notifications";
import { messageOf } from "../api/error";

/** Says that an action worked, with a way to take it back where there is one. */
export function notifyDone(message: string): void {
  notifications.show({ message, color: "green", autoClose: 5_000 });
}

/** Says that an action failed, in the service's words; stays until it is closed. */
export function notifyFailed(error: unknown, title = "This did not work"): void {
  notifications.show({ title, message: messageOf(error), color: "red", autoClose: false });
}
