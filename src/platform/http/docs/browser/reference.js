// Runs in the browser, on the page `/docs`: sets up Swagger UI for the document that was chosen.
// An error's `documentation_url`, and addresses of the guide from before it moved, name a place on the guide page.
// Swagger UI's own places begin with `#/`.
const isPlaceOfGuide = location.hash.length > 1 && !location.hash.startsWith("#/");
if (isPlaceOfGuide) location.replace(`docs/guide${location.hash}`);

/** Address of this service as the browser sees it: ORRERY_BASE_URL may name another, which the policy would refuse. */
const service = new URL(".", location.href).href.replace(/\/$/, "");

const ownServer = () => ({
  statePlugins: {
    spec: {
      wrapActions: {
        updateJsonSpec: (update) => (document) => update({ ...document, servers: [{ url: service }] }),
      },
    },
  },
});

function followColourScheme() {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const apply = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
  dark.addEventListener("change", apply);
  apply();
}

function chosenDocument(select) {
  const asked = new URLSearchParams(location.search).get("document");
  const known = [...select.options].some(({ value }) => value === asked);
  return known ? asked : select.value;
}

function start() {
  const select = document.querySelector("#document");
  const link = document.querySelector("#json");
  select.value = chosenDocument(select);
  link.href = select.value;
  const ui = SwaggerUIBundle({
    url: select.value,
    dom_id: "#reference",
    deepLinking: true,
    docExpansion: "none",
    filter: true,
    showExtensions: true,
    displayRequestDuration: true,
    defaultModelsExpandDepth: 0,
    validatorUrl: null,
    queryConfigEnabled: false,
    plugins: [ownServer],
  });
  select.addEventListener("change", () => {
    link.href = select.value;
    history.replaceState(null, "", `?document=${encodeURIComponent(select.value)}`);
    ui.specActions.updateUrl(select.value);
    ui.specActions.download(select.value);
  });
  document.querySelector("#documents").hidden = false;
}

followColourScheme();
if (!isPlaceOfGuide) addEventListener("DOMContentLoaded", start);
