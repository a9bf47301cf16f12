import { sha256 } from '../secrets/sha256'
import { accepted, refused, type Outcome } from '#domain/outcome'
import { getMimeType } from 'hono/utils/mime'
import { readdir, readFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { compressor, type Compressed } from './compressor'

/** A file of the built app, as it is served. */
export type BuiltFile = {
  type: string
  etag: string
  /** Whether its name contains a hash of its content, so that the content never changes under that name. */
  is_hashed: boolean
  compressed: Compressed
}

/** The built app by path (`/assets/index-1a2b3c4d.js`). Only these files are served. */
export type BuiltApp = {
  files: ReadonlyMap<string, BuiltFile>
  /** Its index.html. */
  html: string
}

const PAGE = '/index.html'
const HASHED = '/assets/'

/**
 * Reads the built app into memory, so that a build during the run is never served in part. Also reads the hashed files of the
 * build before from `earlierFolder`, which may be missing: tabs that opened with it still request them. Refuses, with one line,
 * where `folder` has no build.
 */
export const readBuiltApp = async (folder: string, earlierFolder: string): Promise<Outcome<BuiltApp, string>> => {
  const [current, earlier] = await Promise.all([readFolder(folder), readFolder(earlierFolder)])
  const page = current.get(PAGE)
  if (!page) return refused(`There is no built app in ${folder}: run "npm run build" first`)
  const earlierAssets = [...earlier].filter(([, file]) => file.is_hashed)
  return accepted({ files: new Map([...earlierAssets, ...current]), html: await readFile(join(folder, PAGE), 'utf8') })
}

const readFolder = async (folder: string): Promise<Map<string, BuiltFile>> => {
  const entries = new Set(await listFiles(folder))
  const files = [...entries]
    .filter((entry) => !isCompressedCopy(entry, entries))
    .map(async (entry) => {
      const path = `/${entry.split(sep).join('/')}`
      const copy = entries.has(entry + COPY) ? await readFile(join(folder, entry + COPY)) : undefined
      return [path, describeFile(path, await readFile(join(folder, entry)), copy)] as const
    })
  return new Map(await Promise.all(files))
}

/** Ends the name of a file's copy that the build compressed with Brotli. */
const COPY = '.br'

/** Whether it is only another form of a file beside it: it has no address of its own. */
const isCompressedCopy = (entry: string, entries: ReadonlySet<string>) =>
  entry.endsWith(COPY) && entries.has(entry.slice(0, -COPY.length))

const listFiles = async (folder: string): Promise<string[]> => {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true })
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(join(folder, sep).length))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}

/** A page made of index.html. */
export const builtPage = (html: string): BuiltFile => describeFile(PAGE, Buffer.from(html))

const describeFile = (path: string, bytes: Buffer<ArrayBuffer>, copy?: Buffer<ArrayBuffer>): BuiltFile => {
  const type = getMimeType(path) ?? 'application/octet-stream'
  return {
    type,
    // Weak: the same tag stands for the file in each of its encodings.
    etag: `W/"${sha256(bytes).toString('base64url')}"`,
    is_hashed: path.startsWith(HASHED),
    compressed: compressor(bytes, type, copy),
  }
}
