import { ActionIcon, Group } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ThumbsDown, ThumbsUp } from "lucide-react";
import { api, bodyOf } from "../../api/client";
import { notifyDone, notifyFailed } from "../../components/notify";

/** Says whether an answer was right. Said again, it replaces what was said before. */
export function Feedback({ queryId, given }: { queryId: string; given?: "up" | "down" | null | undefined }) {
  const queries = useQueryClient();
  const rate = useMutation({
    mutationFn: (rating: "up" | "down") =>
      bodyOf(api.POST("/api/ai-analytics/feedback", { body: { queryId, rating } })),
    onSuccess: () => {
      notifyDone("Thank you: it counts in the agent's rating");
      return Promise.all([
        queries.invalidateQueries({ queryKey: ["ai-usage"] }),
        queries.invalidateQueries({ queryKey: ["agent"] }),
      ]);
    },
    onError: (error) => notifyFailed(error),
  });
  const said = rate.data?.data.rating ?? given;
  return (
    <Group gap={2} wrap="nowrap">
      <ActionIcon
        variant={said === "up" ? "filled" : "subtle"}
        size="sm"
        aria-label="The answer was right"
        aria-pressed={said === "up"}
        onClick={() => rate.mutate("up")}
      >
        <ThumbsUp size={14} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant={said === "down" ? "filled" : "subtle"}
        size="sm"
        aria-label="The answer was wrong"
        aria-pressed={said === "down"}
        onClick={() => rate.mutate("down")}
      >
        <ThumbsDown size={14} aria-hidden />
      </ActionIcon>
    </Group>
  );
}
