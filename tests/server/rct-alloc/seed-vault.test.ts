import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { decryptSeed, encryptSeed } from '../../../src/server/rct-alloc/seed-vault'
import { VECTORS } from '../../domain/randomisation/vectors'

const VAULT_KEY = Buffer.alloc(32, 'vault key')
const SEED = Buffer.from(VECTORS.seed_hex, 'hex')
const UUID = VECTORS.trial_uuid
const encrypted = encryptSeed(VAULT_KEY, UUID, SEED, randomBytes)

const altered = (place: number) => {
  const bytes = Buffer.from(encrypted.slice(3), 'base64url')
  bytes.writeUInt8(bytes.readUInt8(place) ^ 1, place)
  return `v1.${bytes.toString('base64url')}`
}

describe('a seed is not given out', () => {
  it.each([
    ['under another key', Buffer.alloc(32, 1), UUID, encrypted],
    ['for another trial', VAULT_KEY, '00000000-0000-4000-8000-000000000002', encrypted],
    ['from an altered nonce', VAULT_KEY, UUID, altered(0)],
    ['from an altered tag', VAULT_KEY, UUID, altered(12)],
    ['from altered first bytes', VAULT_KEY, UUID, altered(28)],
    ['from altered last bytes', VAULT_KEY, UUID, altered(59)],
  ])('%s', (_what, vaultKey, trialUuid, text) => {
    expect(decryptSeed(vaultKey, trialUuid, text)).toEqual({ ok: false, refusal: 'seed_not_authentic' })
  })

  it.each([
    ['nothing', ''],
    ['another version', encrypted.replace('v1', 'v2')],
    ['a part of it', encrypted.slice(0, -4)],
    ['more than it', `${encrypted}AAAA`],
    ['a line more', `${encrypted}\n`],
    ['other letters', `${encrypted.slice(0, -1)}=`],
    ['the seed in clear', VECTORS.seed_hex],
  ])('from %s', (_what, text) => {
    expect(decryptSeed(VAULT_KEY, UUID, text)).toEqual({ ok: false, refusal: 'seed_format_unknown' })
  })
})

describe('a seed', () => {
  it('comes back as it was', () => {
    expect(decryptSeed(VAULT_KEY, UUID, encrypted)).toEqual({ ok: true, value: new Uint8Array(SEED) })
  })

  it('is stored as another program, with other AES-GCM code, stored it', () => {
    const stored = 'v1.QEFCQ0RFRkdISUpL_sy_bxlB7Dg7PqML514dwId2iGQE57ZHuTjUftzG6Uab5XH0sI0wM7lreMzBlINT'
    const nonce = Uint8Array.from({ length: 12 }, (_, place) => 0x40 + place)
    expect(encryptSeed(VAULT_KEY, UUID, SEED, () => nonce)).toBe(stored)
    expect(decryptSeed(VAULT_KEY, UUID, stored)).toEqual({ ok: true, value: new Uint8Array(SEED) })
  })

  it('is nowhere in what is stored, which is never the same twice', () => {
    const stored = Buffer.from(encrypted.slice(3), 'base64url')
    expect(stored.includes(SEED.subarray(0, 8))).toBe(false)
    expect(encryptSeed(VAULT_KEY, UUID, SEED, randomBytes)).not.toBe(encrypted)
  })
})
