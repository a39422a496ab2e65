import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";

/** Where distributions put it. */
const INSTALLED = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
/** No sandbox: the tests may run as root. The rest keeps Chromium from asking services outside. */
const ARGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-dev-shm-usage",
];

let running: Promise<Browser> | undefined;

/** One Chromium for the files of a worker: the machine's, else the one that a package ships. It ends with the worker. */
export function browser(): Promise<Browser> {
  running ??= launch();
  return running;
}

async function launch(): Promise<Browser> {
  const installed = process.env.ORRERY_TEST_CHROMIUM ?? INSTALLED.find((path) => existsSync(path));
  return chromium.launch({ executablePath: installed ?? (await shipped()), args: ARGS });
}

/** Path of the package's Chromium, unpacked at first use with the libraries that a bare machine lacks. */
async function shipped(): Promise<string> {
  // The package unpacks its libraries, and names their folder in LD_LIBRARY_PATH, only where it believes this.
  process.env.AWS_LAMBDA_JS_RUNTIME ??= "nodejs22.x";
  const { default: packaged } = await import("@sparticuz/chromium");
  return packaged.executablePath();
}
