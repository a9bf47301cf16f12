import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSigningKeys } from '../../../../src/server/ground/sessions/signing-keys'
import { testDatabase, type TestDatabase } from '../../../support/database'
import { START } from '../../../support/portal'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

const seedKey = randomBytes(32)
const open = (key = seedKey) =>
  openSigningKeys({ database, keys: { seed_key: key, previous_seed_keys: [] }, now: () => START, randomBytes })

describe('the signing keys', () => {
  it('are the same for all processes that start at once on an empty database', async () => {
    const opened = await Promise.all(Array.from({ length: 4 }, () => open()))
    const ids = opened.map((keys) => (keys.ok ? keys.value.signing(START).kid : keys.refusal))
    expect(new Set(ids).size).toBe(1)
    const stored = await database.queries.selectFrom('signing_keys').select('kid').execute()
    expect(stored).toEqual([{ kid: ids[0] }])
  })

  it('cannot be opened with another seed key, which one line says', async () => {
    expect(await open(randomBytes(32))).toEqual({
      ok: false,
      refusal: 'SEED_KEY is not the key that this database was set up with',
    })
  })

  it('are never stored in clear', async () => {
    const [row] = await database.queries.selectFrom('signing_keys').selectAll().execute()
    expect(Object.keys(row?.public_jwk ?? {}).sort()).toEqual(['crv', 'kty', 'x'])
    expect(Buffer.from(row?.private_jwk_encrypted ?? []).toString()).not.toContain('"d"')
  })
})
