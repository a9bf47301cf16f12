import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Where the portal serves the pictures of the help, below its address. */
export const PICTURES_PATH = 'help-pictures'

type Picture = { file: string; bytes: Buffer; width: number; height: number }

/** A picture of the help by its address in a page; undefined where that is none. */
export const readPicture = (href: string): Picture | undefined => {
  const [, file] = /^pictures\/([\w-]+\.webp)$/.exec(href) ?? []
  if (file === undefined) return undefined
  const bytes = readFileSync(fileURLToPath(new URL(`../help/pictures/${file}`, import.meta.url)))
  return { file, bytes, ...sizeOf(file, bytes) }
}

/** The size in pixels of a WebP file, in the two forms that Chromium writes (RFC 9649, sections 2.5 and 2.7). */
const sizeOf = (file: string, bytes: Buffer) => {
  switch (bytes.toString('latin1', 8, 16)) {
    case 'WEBPVP8 ':
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
    case 'WEBPVP8X':
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
    default:
      throw new Error(`${file} is no WebP file of Chromium`)
  }
}
