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

it('complains of what is no ledger and ends with 2', async () => {
  const file = fileOf({})
  const complaint = `${file} is not a ledger of construction RCT-ALLOC-1\n`
  expect(await runVerifier([file])).toEqual({ code: 2, out: '', complaint })
})

it('complains where there is no such file, or none was named, and ends with 2', async () => {
  const missing = await runVerifier([join(folder, 'missing.json')])
  expect(missing).toMatchObject({ code: 2, out: '' })
  expect(missing.complaint).toMatch(/^The file cannot be read: ENOENT.*missing\.json'\n$/)
  const complaint = 'Say which file: node verify-ledger.mjs ledger.json\n'
  expect(await runVerifier([])).toEqual({ code: 2, out: '', complaint })
})

it('prints its report on a ledger that holds and ends with 0', async () => {
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
