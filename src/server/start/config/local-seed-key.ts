import { accepted, refused, type Outcome } from '#domain/outcome'
import { link, mkdir, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { secretKey } from './setting-values'

/** The key of the settings, or the one that a sample instance stores for itself. */
export const seedKeyOf = async (
  { seed_key, data_dir }: { seed_key: Uint8Array | null; data_dir: string },
  randomBytes: (length: number) => Uint8Array,
): Promise<Outcome<Uint8Array, string>> => (seed_key ? accepted(seed_key) : localSeedKey(data_dir, randomBytes))

/**
 * The key (32 bytes) that a sample instance without `SEED_KEY` stores in `DATA_DIR/keys/seed.key`, readable by its owner only;
 * made at the first start. Processes that start at once get the same key. Refuses, with one line, a file without a key: a new
 * one would make every stored secret unreadable.
 */
export const localSeedKey = async (
  dataDir: string,
  randomBytes: (length: number) => Uint8Array,
): Promise<Outcome<Uint8Array, string>> => {
  const folder = join(dataDir, 'keys')
  const file = join(folder, 'seed.key')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const stored = (await readIfPresent(file)) ?? (await storeNewKey(file, randomBytes))
  const key = v.safeParse(secretKey, stored)
  return key.success ? accepted(key.output) : refused(`${file} ${key.issues[0].message}`)
}

const hasCode = (error: unknown, code: string) => error instanceof Error && 'code' in error && error.code === code

const readIfPresent = async (file: string): Promise<string | undefined> => {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined
    throw error
  }
}

/** Stores a new key whole or not at all; where another process was first, its key is used. */
const storeNewKey = async (file: string, randomBytes: (length: number) => Uint8Array): Promise<string> => {
  const draft = `${file}.${Buffer.from(randomBytes(8)).toString('hex')}`
  const handle = await open(draft, 'wx', 0o600)
  await handle.writeFile(`${Buffer.from(randomBytes(32)).toString('hex')}\n`)
  await handle.sync()
  await handle.close()
  try {
    await link(draft, file)
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error
  } finally {
    await rm(draft)
  }
  return readFile(file, 'utf8')
}
