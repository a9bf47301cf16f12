import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { keySheet } from '../ground/labels/key-sheet'
import { keyOfShares, SHARES, SHARES_NEEDED, sharesOf } from '../ground/secrets/key-shares'
import { keyIdText } from '../ground/secrets/seed-keys'
import { readConfig } from './config/config'
import { seedKeyOf } from './config/local-seed-key'
import { freshBytes, refuse } from './console'

/*
 * `npm run key-sheet -- FOLDER`: writes sheets of SEED_KEY to print, the key itself and its three shares, into a new folder.
 * `npm run key-sheet -- --join`: reads two shares from its input and prints the key.
 */

const USAGE =
  'Name a new folder: npm run key-sheet -- FOLDER; or give it two shares: npm run key-sheet -- --join < FILE'

const main = async (): Promise<void> => {
  const [named, ...others] = process.argv.slice(2)
  if (named === undefined || others.length > 0) return refuse(USAGE)
  return named === '--join' ? printKey(await text(process.stdin)) : writeSheets(resolve(named))
}

const printKey = async (typed: string): Promise<void> => {
  const joined = await keyOfShares(typed)
  if (!joined.ok) return refuse(joined.refusal)
  const { key, wrong_share } = joined.value
  if (wrong_share !== null)
    process.stderr.write(
      `Share ${wrong_share} has a wrong digit: compare it with its sheet. The others gave the key.\n`,
    )
  process.stdout.write(`SEED_KEY=${Buffer.from(key).toString('hex')}\n`)
}

const writeSheets = async (folder: string): Promise<void> => {
  const settings = readConfig(process.env)
  if (!settings.ok) return refuse(settings.refusal)
  const key = await seedKeyOf(settings.value, freshBytes)
  if (!key.ok) return refuse(key.refusal)
  const made_at = new Date().toISOString()
  const of = [
    `Key ${keyIdText(key.value)} of ${settings.value.public_url ?? settings.value.instance}, printed on ${made_at.slice(0, 10)}.`,
    'Without this key no trial can continue, and no backup is of use. Store it apart from every backup.',
  ]
  const sheets = [
    {
      name: 'seed-key.pdf',
      title: 'SEED_KEY',
      lines: [...of, 'Whoever has this sheet and the database can foretell allocations.'],
      secret: Buffer.from(key.value).toString('hex'),
    },
    ...(await sharesOf(key.value, freshBytes)).map((secret, index) => ({
      name: `share-${index + 1}.pdf`,
      title: `SEED_KEY: share ${index + 1} of ${SHARES}`,
      lines: [
        ...of,
        `Any ${SHARES_NEEDED} of the ${SHARES} shares give the key: npm run key-sheet -- --join. One alone tells nothing of it.`,
        'Give each share to another person.',
      ],
      secret,
    })),
  ]
  try {
    await mkdir(folder, { mode: 0o700 })
    for (const { name, ...sheet } of sheets)
      await writeFile(join(folder, name), await keySheet({ ...sheet, made_at }), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    return refuse(`The sheets were not written: ${error instanceof Error ? error.message : 'unknown error'}`)
  }
  process.stdout.write(
    `The sheets of key ${keyIdText(key.value)} are in ${folder}. Print them, then delete the folder: whoever reads it has the key.\n`,
  )
}

await main()
