import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** Page without styles or libraries, whose script reads the answer and writes it. `firstShown` as in the measured pages. */
const PAGE = `<!doctype html><meta charset="utf-8"><title>bare</title><pre></pre><script>
globalThis.firstShown = fetch("/data").then((answer) => answer.json()).then((data) => new Promise((resolve) => {
  document.querySelector("pre").textContent = JSON.stringify(data, null, 2);
  requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve(performance.now());
    port2.postMessage(0);
  });
}));
</script>`;

/** Serves the page, and hands on the service's answer for this path. */
export async function startBarePage(port: number, headers: Record<string, string>, path: string) {
  const server = createServer(async (request, response) => {
    if (request.url !== "/data") return response.writeHead(200, { "Content-Type": "text/html" }).end(PAGE);
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers });
    return response.writeHead(answer.status, { "Content-Type": "application/json" }).end(await answer.text());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
