import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { finished } from 'node:stream/promises'
import type { FilePlace } from './hashed-files'

/** A new folder with files that only its owner can read. */
export const privateFolder = async (folder: string): Promise<FilePlace> => {
  await mkdir(folder, { mode: 0o700 })
  return {
    open: async (name) => {
      const path = join(folder, name)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      const stream = createWriteStream(path, { mode: 0o600, flags: 'wx' })
      const ended = finished(stream)
      // A fault before the end is awaited is thrown there.
      ended.catch(() => {})
      return {
        write: async (text) => {
          if (!stream.write(text)) await Promise.race([once(stream, 'drain'), ended])
        },
        close: async () => {
          stream.end()
          await ended
        },
      }
    },
  }
}
