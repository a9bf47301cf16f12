import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { BUILT_SERVER } from '../../support/built-files'
import { printed, symbolsIn } from '../../support/read-symbols'

vi.setConfig({ testTimeout: 60_000 })

/* An operator prints the seed key on paper and types it in again. */

const KEY = '8f3a1c77e0b94d2265a9cb10f7de43528a6e90bd117c5f38e42a0b96d85c713e'
const folder = mkdtempSync(join(tmpdir(), 'key-sheet-'))
afterAll(() => rmSync(folder, { recursive: true }))

const run = async (parameters: string[], typed = '') => {
  const child = spawn(process.execPath, [join(dirname(BUILT_SERVER), 'key-sheet.js'), ...parameters], {
    env: { PATH: process.env['PATH'] ?? '', INSTANCE: 'test', DATA_DIR: join(folder, 'data'), SEED_KEY: KEY },
  })
  child.stdin.end(typed)
  const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { code, output, errors }
}

describe('npm run key-sheet', () => {
  const sheets = join(folder, 'sheets')
  const secretOn = async (name: string) => {
    const [page] = await printed(new Uint8Array(readFileSync(join(sheets, name))))
    return page ? (await symbolsIn(page.picture, 'QRCode')).join() : ''
  }

  it('writes the key and three shares for their owner alone, and any two shares restore the key', async () => {
    const made = await run([sheets])
    expect(made).toMatchObject({ code: 0, errors: '' })
    expect(made.output).not.toContain(KEY)
    expect(readdirSync(sheets).toSorted()).toEqual(['seed-key.pdf', 'share-1.pdf', 'share-2.pdf', 'share-3.pdf'])
    expect(statSync(sheets).mode & 0o777).toBe(0o700)
    expect(statSync(join(sheets, 'seed-key.pdf')).mode & 0o777).toBe(0o600)
    expect(await secretOn('seed-key.pdf')).toBe(KEY)
    const [one, , three] = await Promise.all([1, 2, 3].map((number) => secretOn(`share-${number}.pdf`)))
    expect(await run(['--join'], `${one}\n${three}\n`)).toEqual({ code: 0, output: `SEED_KEY=${KEY}\n`, errors: '' })
    expect(await run(['--join'], `${one}\n`)).toMatchObject({ code: 1, output: '' })
  })

  it('overwrites nothing', async () => {
    expect(await run([sheets])).toMatchObject({ code: 1, output: '', errors: expect.stringContaining('EEXIST') })
  })
})
