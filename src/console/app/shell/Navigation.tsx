import { NavLink, ScrollArea } from "@mantine/core";
import { Link, useLocation } from "@tanstack/react-router";
import { AREAS } from "../areas";
import { useMay } from "../session-context";

export function Navigation() {
  const may = useMay();
  const { pathname } = useLocation();
  const shown = AREAS.filter(({ scopes }) => scopes.length === 0 || scopes.some(may));
  const isCurrent = (to: string) => (to === "/" ? pathname === "/" : `${pathname}/`.startsWith(`${to}/`));
  return (
    <ScrollArea component="nav" aria-label="Areas">
      {shown.map(({ label, to, also = [], icon: Icon }) => (
        <NavLink
          key={to}
          component={Link}
          to={to}
          label={label}
          leftSection={<Icon size={17} aria-hidden />}
          active={[to, ...also].some(isCurrent)}
          aria-current={[to, ...also].some(isCurrent) ? "page" : undefined}
        />
      ))}
    </ScrollArea>
  );
}
