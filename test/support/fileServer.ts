/** Serves a folder to a browser on this machine. */
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";

const CONTENT_TYPES: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".map": "application/json",
  ".png": "image/png",
};

/** A running server. */
export interface FileServer {
  /** Address of `index.html`, with a slash at its end. */
  readonly url: string;
  readonly close: () => Promise<void>;
}

/**
 * Serves the files of a folder on a free port of the loopback interface.
 *
 * @param folder - Path of the folder; `index.html` in it answers `/`.
 */
export async function serveFolder(folder: string): Promise<FileServer> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    const file = pathname.endsWith("/") ? `${pathname}index.html` : pathname;
    // A leading slash keeps ".." from leaving the folder.
    readFile(join(folder, normalize(decodeURIComponent(file)))).then(
      (content) => response.setHeader("Content-Type", CONTENT_TYPES[extname(file)] ?? "text/plain").end(content),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
