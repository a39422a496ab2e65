// node shot.mjs BASE PATH OUT.png [light|dark] [desktop|phone] [waitMs]: logs in at BASE (e.g. http://127.0.0.1:5173), opens /console PATH, writes a picture; prints console errors, failed requests
import { chromium } from "playwright-core";
const [base, path, out, scheme = "light", width = "desktop", wait = "1500"] = process.argv.slice(2);
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"] });
const context = await browser.newContext({ colorScheme: scheme, viewport: width === "phone" ? { width: 390, height: 844 } : { width: 1366, height: 800 }, hasTouch: width === "phone" });
const page = await context.newPage();
page.on("console", (m) => ["error", "warning"].includes(m.type()) && console.log("CONSOLE", m.type(), m.text().slice(0, 400)));
page.on("pageerror", (e) => console.log("PAGEERROR", String(e.stack).slice(0, 800)));
page.on("response", (r) => r.status() >= 400 && console.log("HTTP", r.status(), r.url()));
await page.goto(`${base}/console/login`);
await page.locator("input[name=email]").fill("admin@example.com");
await page.locator("input[name=password]").fill("Correct-Horse-9-Battery");
await page.getByRole("button", { name: "Log in" }).click();
await page.getByRole("navigation", { name: "Areas" }).waitFor({ state: "attached", timeout: 15000 });
if (path !== "/") await page.goto(`${base}/console${path}`);
await page.waitForTimeout(Number(wait));
await page.screenshot({ path: out });
await browser.close();
