import { Zip, ZipDeflate } from 'fflate'
import type { FilePlace } from './hashed-files'

/** The rights of a file that only its owner reads, as Unix writes them into a ZIP file. */
const UNIX = 3
const PRIVATE_FILE = 0o100600 << 16

/** What a ZIP file holds in the form that every program reads. */
const MAX_BYTES = 0xffff_ffff

type ZippedFolder = {
  folder: string
  made_at: string
  /** The most bytes of each file, and of all together as they are packed. */
  max_bytes?: number
}

/** Counts bytes, and throws at what goes beyond a limit. */
const countTo = (limit: number) => {
  let bytes = 0
  return ({ length }: Uint8Array): void => {
    bytes += length
    if (bytes > limit) throw new Error('The files are too large for a ZIP file')
  }
}

/**
 * A ZIP file with one folder, made while it is read: memory does not grow with it. What fails while its files are written, and a reader
 * who leaves, break it off without its end, so that no program takes a part for the whole.
 */
export const zipStream = (
  { folder, made_at, max_bytes = MAX_BYTES }: ZippedFolder,
  writeFiles: (place: FilePlace) => Promise<void>,
): ReadableStream<Uint8Array> => {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writer = writable.getWriter()
  // Its end is awaited by no one else: a fault is thrown to whoever writes.
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
