import { Anchor, Group, SegmentedControl, Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { fetchAuthorized } from "../api/client";
import { PageError } from "./PageError";

/**
 * A picture that the service draws. As an image from a blob nothing in it can run, load or be clicked, whatever the
 * names in it hold.
 */
export function SvgPicture(props: {
  address: string;
  kind: string;
  alt: string;
  fileName: string;
  children?: ReactNode;
}) {
  const { address, kind, alt, fileName, children } = props;
  const [size, setSize] = useState("fit");
  const picture = useQuery({
    queryKey: [kind, "svg", address],
    queryFn: async () => new Blob([await (await fetchAuthorized(address)).arrayBuffer()], { type: "image/svg+xml" }),
  });
  const source = useObjectUrl(picture.data);
  if (picture.error) return <PageError error={picture.error} reset={() => void picture.refetch()} />;
  return (
    <div>
      <Group mb="xs" gap="md" justify="space-between" align="flex-end">
        <Group gap="md" align="flex-end">
          {children}
          <SegmentedControl
            size="xs"
            aria-label="Size of the picture"
            value={size}
            onChange={setSize}
            data={[
              { value: "fit", label: "Fit" },
              { value: "actual", label: "Actual size" },
            ]}
          />
        </Group>
        {source && (
          <Anchor href={source} download={fileName} size="sm">
            Download SVG
          </Anchor>
        )}
      </Group>
      <section
        className="card svg-picture"
        aria-label={alt}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached with the keyboard
        tabIndex={0}
      >
        {source ? (
          <img src={source} alt={alt} style={{ maxWidth: size === "fit" ? "100%" : "none" }} />
        ) : (
          <Skeleton height={280} role="status" aria-label="The picture is being drawn" />
        )}
      </section>
    </div>
  );
}

function useObjectUrl(blob: Blob | undefined): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!blob) return;
    const created = URL.createObjectURL(blob);
    setUrl(created);
    return () => URL.revokeObjectURL(created);
  }, [blob]);
  return url;
}
