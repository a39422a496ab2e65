import { ActionIcon, Burger, Group, Menu, Text, UnstyledButton, useMantineColorScheme } from "@mantine/core";
import { useDisclosure, useHotkeys } from "@mantine/hooks";
import { Link } from "@tanstack/react-router";
import { CircleUser, LogOut, Monitor, Moon, Orbit, Search, Sun } from "lucide-react";
import { lazy, Suspense } from "react";
import { logout } from "../../api/session";
import { LiveMark } from "../../live/LiveMark";
import { useSession } from "../session-context";

/** Loaded when it is first asked for. */
const SearchPalette = lazy(() =>
  import("../../pages/search/SearchPalette").then((part) => ({ default: part.SearchPalette })),
);

/** Name of the product, search, state of the live updates, and the user's menu. */
export function Header({ isMenuOpen, toggleMenu }: { isMenuOpen: boolean; toggleMenu: () => void }) {
  const [isSearching, { open: openSearch, close: closeSearch }] = useDisclosure(false);
  useHotkeys([
    ["mod+K", openSearch],
    ["/", openSearch],
  ]);
  return (
    <Group h="100%" px="md" justify="space-between" wrap="nowrap">
      <Group gap="sm" wrap="nowrap">
        <Burger opened={isMenuOpen} onClick={toggleMenu} hiddenFrom="sm" size="sm" aria-label="Areas" />
        <UnstyledButton component={Link} to="/" aria-label="Orrery: overview">
          <Group gap={8} wrap="nowrap">
            <Orbit size={22} aria-hidden color="var(--mantine-primary-color-filled)" />
            <Text fw={600}>Orrery</Text>
          </Group>
        </UnstyledButton>
      </Group>
      <Group gap="xs" wrap="nowrap">
        <ActionIcon variant="subtle" onClick={openSearch} aria-label="Search (Ctrl+K or /)" size="lg">
          <Search size={18} aria-hidden />
        </ActionIcon>
        <LiveMark />
        <UserMenu />
      </Group>
      {isSearching && (
        <Suspense fallback={null}>
          <SearchPalette close={closeSearch} />
        </Suspense>
      )}
    </Group>
  );
}

function UserMenu() {
  const { user } = useSession();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const schemes = [
    { value: "light", label: "Light", icon: Sun },
    { value: "dark", label: "Dark", icon: Moon },
    { value: "auto", label: "As the system", icon: Monitor },
  ] as const;
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <ActionIcon variant="subtle" size="lg" aria-label="You and the appearance">
          <CircleUser size={20} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <bdi>{user.email}</bdi> · {user.tenant}
        </Menu.Label>
        <Menu.Item component={Link} to="/account">
          Your account
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>Appearance</Menu.Label>
        {schemes.map(({ value, label, icon: Icon }) => (
          <Menu.Item
            key={value}
            aria-current={colorScheme === value}
            leftSection={<Icon size={15} aria-hidden />}
            rightSection={colorScheme === value ? "✓" : null}
            onClick={() => setColorScheme(value)}
          >
            {label}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<LogOut size={15} aria-hidden />} onClick={() => void logout()}>
          Log out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
