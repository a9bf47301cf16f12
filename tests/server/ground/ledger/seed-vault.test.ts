import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { decryptSeed, encryptSeed } from '../../../../src/server/ground/ledger/seed-vault'
import { VECTORS } from '../../../domain/randomisation/vectors'

const VAULT_KEY = Buffer.alloc(32, 'vault key')
const SEED = Buffer.from(VECTORS.seed_hex, 'hex')
const UUID = VECTORS.trial_uuid
const keys = (seed_key: Uint8Array, ...previous_seed_keys: Uint8Array[]) => ({ seed_key, previous_seed_keys })
const encrypted = encryptSeed(VAULT_KEY, UUID, SEED, randomBytes)

/** The format that earlier installations stored. */
const OF_FIRST_FORM = 'v1.QEFCQ0RFRkdISUpL_sy_bxlB7Dg7PqML514dwId2iGQE57ZHuTjUftzG6Uab5XH0sI0wM7lreMzBlINT'

const altered = (index: number) => {
  const bytes = Buffer.from(encrypted.slice(3), 'base64url')
  bytes.writeUInt8(bytes.readUInt8(index) ^ 1, index)
  return `v2.${bytes.toString('base64url')}`
}

describe('a seed is not disclosed', () => {
  it.each([
    ['for another trial', VAULT_KEY, '00000000-0000-4000-8000-000000000002', encrypted],
    ['from an altered nonce', VAULT_KEY, UUID, altered(5)],
    ['from an altered tag', VAULT_KEY, UUID, altered(17)],
    ['from altered first bytes', VAULT_KEY, UUID, altered(33)],
    ['from altered last bytes', VAULT_KEY, UUID, altered(64)],
    ['of the first form under another key', Buffer.alloc(32, 1), UUID, OF_FIRST_FORM],
    ['of the first form for another trial', VAULT_KEY, '00000000-0000-4000-8000-000000000002', OF_FIRST_FORM],
  ])('%s', (_what, vaultKey, trialUuid, text) => {
    expect(decryptSeed(keys(vaultKey), trialUuid, text)).toEqual({ ok: false, refusal: 'seed_not_authentic' })
  })

  it.each([
    ['under another key', Buffer.alloc(32, 1), encrypted],
    ['with the id of another key', VAULT_KEY, altered(1)],
  ])('%s, which is reported as missing', (_what, vaultKey, text) => {
    expect(decryptSeed(keys(vaultKey), UUID, text)).toEqual({ ok: false, refusal: 'seed_key_missing' })
  })

  it.each([
    ['nothing', ''],
    ['another version', encrypted.replace('v2', 'v3')],
    ['a part of it', encrypted.slice(0, -4)],
    ['more than it', `${encrypted}AAAA`],
    ['another format', altered(0)],
    ['a line more', `${encrypted}\n`],
    ['other letters', `${encrypted.slice(0, -1)}=`],
    ['the seed in clear', VECTORS.seed_hex],
  ])('from %s', (_what, text) => {
    expect(decryptSeed(keys(VAULT_KEY), UUID, text)).toEqual({ ok: false, refusal: 'seed_format_unknown' })
  })
})

describe('a seed', () => {
  it('is returned unchanged', () => {
    expect(decryptSeed(keys(VAULT_KEY), UUID, encrypted)).toEqual({ ok: true, value: new Uint8Array(SEED) })
  })

  it('can be opened by another program, with other AES-GCM code', () => {
    const stored = 'v2.AhzHdk5AQUJDREVGR0hJSkseFlcq99GGZhpZ-D_hWwUPk-swQv9deidvE5K6kUWlzBd_AZ92hkATG-4sE2dyn_c'
    const nonce = Uint8Array.from({ length: 12 }, (_, index) => 0x40 + index)
    expect(encryptSeed(VAULT_KEY, UUID, SEED, () => nonce)).toBe(stored)
    expect(decryptSeed(keys(VAULT_KEY), UUID, stored)).toEqual({ ok: true, value: new Uint8Array(SEED) })
  })

  it.each([
    ['', encrypted],
    [', of the first form', OF_FIRST_FORM],
  ])('is returned under a previous key%s', (_what, text) => {
    const decrypted = decryptSeed(keys(Buffer.alloc(32, 1), Buffer.alloc(32, 2), VAULT_KEY), UUID, text)
    expect(decrypted).toEqual({ ok: true, value: new Uint8Array(SEED) })
  })

  it('is nowhere in the stored text, which is never the same twice', () => {
    const stored = Buffer.from(encrypted.slice(3), 'base64url')
    expect(stored.includes(SEED.subarray(0, 8))).toBe(false)
    expect(encryptSeed(VAULT_KEY, UUID, SEED, randomBytes)).not.toBe(encrypted)
  })
})
