import { createHash } from 'node:crypto'

/** A file that is written piece by piece. */
export type WrittenFile = { write: (text: string) => Promise<void>; close: () => Promise<void> }

/** The place of files, each closed before the next is opened. */
export type FilePlace = { open: (name: string) => Promise<WrittenFile> }

/** The list of the files with their hashes, as the program `sha256sum` writes and checks it. */
const LIST = 'SHA256SUMS'

/** Files that are sealed by the hash of the list of their hashes. */
export const hashedFiles = (place: FilePlace) => {
  const hashes = new Map<string, string>()
  const open = async (name: string): Promise<WrittenFile> => {
    const file = await place.open(name)
    const hash = createHash('sha256')
    return {
      write: async (text) => {
        hash.update(text)
        await file.write(text)
      },
      close: async () => {
        await file.close()
        hashes.set(name, hash.digest('hex'))
      },
    }
  }
  return {
    open,
    write: (name: string, text: string) => writeWhole({ open }, name, text),
    /** Writes the list of hashes, and answers its own hash. */
    seal: async (): Promise<string> => {
      const names = [...hashes.keys()].sort()
      const list = names.map((name) => `${hashes.get(name)}  ${name}\n`).join('')
      await writeWhole(place, LIST, list)
      return createHash('sha256').update(list).digest('hex')
    },
  }
}

export type HashedFiles = ReturnType<typeof hashedFiles>

const writeWhole = async (place: FilePlace, name: string, text: string): Promise<void> => {
  const file = await place.open(name)
  await file.write(text)
  await file.close()
}
