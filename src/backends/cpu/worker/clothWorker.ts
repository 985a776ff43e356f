// The file that a worker runs: see clothServer.ts.
import { serveCloth, type ServedPort } from "./clothServer.js";

serveCloth(globalThis as unknown as ServedPort);
