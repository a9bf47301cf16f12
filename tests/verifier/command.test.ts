import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runVerifier, VERIFIER, verdictOn } from './run-verifier'
import { smallLedger } from './some-ledgers'

const packageJson: unknown = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ledger-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const fileOf = (content: unknown) => {
  const file = join(folder, 'the ledger.json')
  writeFileSync(file, JSON.stringify(content))
  return file
}

it('prints what is wrong and ends with 1', async () => {
  const wrong = { ...smallLedger(), head: 'ab'.repeat(32) }
  expect(await runVerifier([fileOf(wrong)])).toEqual({ code: 1, out: `${verdictOn(wrong).printed}\n`, complaint: '' })
})

it('refuses a file that is no ledger, and ends with 2', async () => {
  const file = fileOf({})
  const complaint = `${file} is not a ledger of construction RCT-ALLOC-1\n`
  expect(await runVerifier([file])).toEqual({ code: 2, out: '', complaint })
})

it('complains about a missing file or argument, and ends with 2', async () => {
  const missing = await runVerifier([join(folder, 'missing.json')])
  expect(missing).toMatchObject({ code: 2, out: '' })
  expect(missing.complaint).toMatch(/^The file cannot be read: ENOENT.*missing\.json'\n$/)
  expect(await runVerifier([])).toEqual({ code: 2, out: '', complaint: USAGE })
})

const USAGE = [
  'Usage: node verify-ledger.mjs ledger.json [--commitment HEX] [--head HEX] [--earlier OLD.json] [--participants LIST.csv]\n',
  '       node verify-ledger.mjs FOLDER [--seal HEX] [--commitment HEX] [--head HEX] [--earlier OLD.json]\n',
].join('')

it('compares with the values of its options, and complains about an unknown option', async () => {
  const ledger = smallLedger()
  const file = fileOf(ledger)
  const list = join(folder, 'list.csv')
  writeFileSync(list, 'Sequence number,Study group\r\n1,Verum\r\n')
  const options = ['--commitment', ledger.commitment, '--head', ledger.head ?? '', '--earlier', file]
  expect(await runVerifier([file, ...options])).toMatchObject({
    code: 0,
    out: expect.stringMatching(
      /agrees with the commitment that was given, with the head that was given, with an earlier export of 12 records\.\n$/,
    ),
  })
  expect(await runVerifier([...options, '--participants', list, file])).toMatchObject({
    code: 1,
    out: expect.stringContaining('WRONG: participant 2: the list does not have this participant'),
  })
  const missing = await runVerifier([file, '--earlier', join(folder, 'missing.json')])
  expect(missing).toMatchObject({ code: 2, complaint: expect.stringMatching(/^The file cannot be read: ENOENT/) })
  const unknown = await runVerifier([file, '--quiet'])
  expect(unknown).toMatchObject({ code: 2, complaint: expect.stringContaining("Unknown option '--quiet'") })
  expect(unknown.complaint.endsWith(USAGE)).toBe(true)
})

it('prints its report on a valid ledger and ends with 0', async () => {
  const ledger = smallLedger()
  expect(await runVerifier([fileOf(ledger)])).toEqual({ code: 0, out: `${verdictOn(ledger).printed}\n`, complaint: '' })
})

it('needs nothing beside it: alone in another folder it does the same', async () => {
  expect(readdirSync(new URL('.', VERIFIER))).toEqual(['verify-ledger.mjs'])
  const carried = join(folder, 'carried away.mjs')
  copyFileSync(VERIFIER, carried)
  const ledger = smallLedger()
  expect(await runVerifier([fileOf(ledger)], carried)).toMatchObject({ code: 0, out: `${verdictOn(ledger).printed}\n` })
})

it('is what npm run verify runs', () => {
  const { scripts } = v.parse(v.object({ scripts: v.object({ verify: v.string() }) }), packageJson)
  expect(scripts.verify).toBe('node src/verifier/verify-ledger.mjs')
})
