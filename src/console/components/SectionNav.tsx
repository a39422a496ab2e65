import { UnstyledButton } from "@mantine/core";
import { Link, useLocation } from "@tanstack/react-router";

export interface Section {
  label: string;
  to: string;
}

/** Links to the sections of an area, each with an address of its own. */
export function SectionNav({ label, sections }: { label: string; sections: readonly Section[] }) {
  const { pathname } = useLocation();
  const longest = sections
    .filter(({ to }) => `${pathname}/`.startsWith(`${to}/`))
    .sort((a, b) => b.to.length - a.to.length)[0];
  return (
    <nav aria-label={label} className="section-nav">
      {sections.map(({ label: text, to }) => (
        <UnstyledButton
          key={to}
          component={Link}
          to={to}
          className="section-link"
          // The router marks every address that begins alike; only the longest is the section that is shown.
          activeOptions={{ exact: true, includeSearch: false }}
          aria-current={to === longest?.to ? "page" : undefined}
        >
          {text}
        </UnstyledButton>
      ))}
    </nav>
  );
}
