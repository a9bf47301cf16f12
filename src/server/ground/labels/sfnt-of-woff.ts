import { inflateSync } from 'node:zlib'

/** Bytes of a WOFF header and of one entry of its directory of tables; the same of the font that it packs. */
const WOFF_HEADER = 44
const WOFF_ENTRY = 20
const SFNT_HEADER = 12
const SFNT_ENTRY = 16

type Table = { tag: number; checksum: number; content: Buffer }

/**
 * The font in a WOFF file, as TrueType or OpenType. Unpacked once, it is read in place, while a reader of WOFF unpacks
 * a table each time that it looks up a glyph. Source: W3C, WOFF File Format 1.0.
 */
export const sfntOfWoff = (woff: Buffer): Buffer => {
  const tables = tablesOf(woff)
  const header = Buffer.alloc(SFNT_HEADER + tables.length * SFNT_ENTRY)
  header.writeUInt32BE(woff.readUInt32BE(4), 0)
  header.writeUInt16BE(tables.length, 4)
  const power = Math.floor(Math.log2(tables.length))
  header.writeUInt16BE(2 ** power * SFNT_ENTRY, 6)
  header.writeUInt16BE(power, 8)
  header.writeUInt16BE((tables.length - 2 ** power) * SFNT_ENTRY, 10)
  let offset = header.length
  const contents = tables.map(({ tag, checksum, content }, index) => {
    const entry = SFNT_HEADER + index * SFNT_ENTRY
    header.writeUInt32BE(tag, entry)
    header.writeUInt32BE(checksum, entry + 4)
    header.writeUInt32BE(offset, entry + 8)
    header.writeUInt32BE(content.length, entry + 12)
    const padded = Buffer.concat([content, Buffer.alloc(-content.length & 3)])
    offset += padded.length
    return padded
  })
  return Buffer.concat([header, ...contents])
}

const tablesOf = (woff: Buffer): Table[] =>
  Array.from({ length: woff.readUInt16BE(12) }, (_, index) => {
    const entry = WOFF_HEADER + index * WOFF_ENTRY
    const offset = woff.readUInt32BE(entry + 4)
    const packed = woff.subarray(offset, offset + woff.readUInt32BE(entry + 8))
    const length = woff.readUInt32BE(entry + 12)
    return {
      tag: woff.readUInt32BE(entry),
      checksum: woff.readUInt32BE(entry + 16),
      content: packed.length < length ? inflateSync(packed) : packed,
    }
  })
