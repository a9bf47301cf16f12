import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { finished } from 'node:stream/promises'

/** The list of a folder's files with their hashes, as the program `sha256sum` writes and checks it. */
const LIST = 'SHA256SUMS'

/** A file that is written piece by piece. */
type HashedFile = { write: (text: string) => Promise<void>; close: () => Promise<void> }

/** A folder whose files only its owner reads, and that is sealed by the hash of the list of their hashes. */
export const hashedFolder = async (folder: string) => {
  await mkdir(folder, { mode: 0o700 })
  const hashes = new Map<string, string>()
  const open = async (name: string): Promise<HashedFile> => {
    const path = join(folder, name)
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    const hash = createHash('sha256')
    const stream = createWriteStream(path, { mode: 0o600, flags: 'wx' })
    const ended = finished(stream)
    // A fault before somebody waits for the end is thrown there.
    ended.catch(() => {})
    return {
      write: async (text) => {
        hash.update(text)
        if (!stream.write(text)) await Promise.race([once(stream, 'drain'), ended])
      },
      close: async () => {
        stream.end()
        await ended
        hashes.set(name, hash.digest('hex'))
      },
    }
  }
  return {
    open,
    write: async (name: string, text: string) => {
      const file = await open(name)
      await file.write(text)
      await file.close()
    },
    /** Writes the list of hashes, and answers its own hash. */
    seal: async (): Promise<string> => {
      const names = [...hashes.keys()].sort()
      const list = names.map((name) => `${hashes.get(name)}  ${name}\n`).join('')
      await writeFile(join(folder, LIST), list, { mode: 0o600, flag: 'wx' })
      return createHash('sha256').update(list).digest('hex')
    },
  }
}

export type HashedFolder = Awaited<ReturnType<typeof hashedFolder>>
