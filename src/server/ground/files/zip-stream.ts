import { Zip, ZipDeflate } from 'fflate'
import type { FilePlace } from './hashed-files'

/** The file rights for only the owner, as Unix writes them into a ZIP file. */
const UNIX = 3
const PRIVATE_FILE = 0o100600 << 16

/** The largest ZIP file in the form that every program reads. */
const MAX_BYTES = 0xffff_ffff

type ZippedFolder = {
  folder: string
  made_at: string
  /** The most bytes of each file, and of all together as they are packed. */
  max_bytes?: number
}

/** Counts bytes, and throws beyond a limit. */
const countTo = (limit: number) => {
  let bytes = 0
  return ({ length }: Uint8Array): void => {
    bytes += length
    if (bytes > limit) throw new Error('The files are too large for a ZIP file')
  }
}

/**
 * A ZIP file with one folder, made while it is read: memory does not grow with it. An error while its files are
 * written, or a reader who leaves, ends it without its last part, so that no program takes a part for the whole.
 */
export const zipStream = (
  { folder, made_at, max_bytes = MAX_BYTES }: ZippedFolder,
  writeFiles: (place: FilePlace) => Promise<void>,
): ReadableStream<Uint8Array> => {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writer = writable.getWriter()
  // Nothing else awaits its end: a fault is thrown to the caller that writes.
  writer.closed.catch(() => {})
  let made: Uint8Array[] = []
  const countPacked = countTo(max_bytes)
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    made.push(chunk)
  })
  const sendMade = async () => {
    const chunks = made
    made = []
    for (const chunk of chunks) {
      countPacked(chunk)
      await writer.write(chunk)
    }
  }
  const place: FilePlace = {
    open: async (name) => {
      const file = new ZipDeflate(`${folder}/${name}`, { level: 6 })
      Object.assign(file, { mtime: made_at, os: UNIX, attrs: PRIVATE_FILE })
      zip.add(file)
      const encoder = new TextEncoder()
      const countWritten = countTo(max_bytes)
      return {
        write: async (text) => {
          const bytes = encoder.encode(text)
          countWritten(bytes)
          file.push(bytes)
          await sendMade()
        },
        close: async () => {
          file.push(new Uint8Array(), true)
          await sendMade()
        },
      }
    },
  }
  const writeAll = async () => {
    try {
      await writeFiles(place)
      zip.end()
      await sendMade()
      await writer.close()
    } catch (error) {
      await writer.abort(error).catch(() => {})
    }
  }
  void writeAll()
  return readable
}
