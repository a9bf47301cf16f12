import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'

/*
 * Writes each text file of the folder that is named once more beside itself, compressed with Brotli 11: `main.js.br`. The server sends
 * these; to compress as well at a first request would keep it waiting for seconds.
 */

/** Files with text inside; pictures and fonts are compressed already. */
const TEXT = /\.(css|html|js|json|mjs|svg|wasm|webmanifest)$/

const folder = process.argv[2]
const entries = await readdir(folder, { recursive: true, withFileTypes: true })
const paths = entries
  .filter((entry) => entry.isFile() && TEXT.test(entry.name))
  .map((entry) => join(entry.parentPath, entry.name))
await Promise.all(
  paths.map(async (path) => writeFile(`${path}.br`, await promisify(brotliCompress)(await readFile(path)))),
)
