import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { localSeedKey } from '../../../../src/server/start/config/local-seed-key'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'seed-key-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const file = () => join(folder, 'keys/seed.key')

describe('the seed key of a sample instance', () => {
  it('is refused, not replaced, where the file holds something else', async () => {
    await localSeedKey(folder, randomBytes)
    writeFileSync(file(), 'lost')
    const key = await localSeedKey(folder, randomBytes)
    expect(key).toEqual({ ok: false, refusal: `${file()} must be 32 bytes, as 64 hex digits or as base64` })
    expect(readFileSync(file(), 'utf8')).toBe('lost')
  })

  it('is made once, for its owner only', async () => {
    const made = await localSeedKey(folder, randomBytes)
    expect(made).toMatchObject({ ok: true, value: { byteLength: 32 } })
    expect(statSync(file()).mode & 0o777).toBe(0o600)
    expect(await localSeedKey(folder, randomBytes)).toEqual(made)
  })

  it('is the same for all that start at once, and leaves no draft behind', async () => {
    const keys = await Promise.all(Array.from({ length: 8 }, () => localSeedKey(folder, randomBytes)))
    expect(new Set(keys.map((key) => JSON.stringify(key))).size).toBe(1)
    expect(readdirSync(join(folder, 'keys'))).toEqual(['seed.key'])
  })
})
