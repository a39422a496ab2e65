// Sets the colour scheme before the first paint. A file of its own, since the content security policy allows no inline script.
{
  let chosen;
  try {
    chosen = localStorage.getItem("orrery-color-scheme");
  } catch {
    // Without storage the scheme of the system applies.
  }
  const isDark = chosen === "dark" || (chosen !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.setAttribute("data-mantine-color-scheme", isDark ? "dark" : "light");
}
