import { Center, Loader } from "@mantine/core";

/** Stands for a page that is still unknown. */
export function PageLoading() {
  return (
    <Center mih="60vh">
      <Loader aria-label="Loading" />
    </Center>
  );
}
