import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { seal, unseal } from '../../../../src/server/ground/secrets/sealed-secret'

const key = randomBytes(32)
const secret = new TextEncoder().encode('a signing key')
const keys = (seed_key: Uint8Array, ...previous_seed_keys: Uint8Array[]) => ({ seed_key, previous_seed_keys })
const sealed = seal(key, 'signing-key|1', secret, randomBytes)

/** The format that earlier installations stored; made with other AES-GCM code. */
const OF_FIRST_FORMAT = {
  key: Buffer.alloc(32, 'vault key'),
  sealed: Buffer.from('01404142434445464748494a4b9a08553814bce926a59e47003366d68ce657f90e678cd92ed611b510a9', 'hex'),
}

const altered = (changedIndex: number) => sealed.map((byte, index) => (index === changedIndex ? byte ^ 1 : byte))

describe('a sealed secret', () => {
  it.each([
    ['another purpose', key, 'signing-key|2', sealed],
    ['an altered nonce', key, 'signing-key|1', altered(5)],
    ['an altered tag', key, 'signing-key|1', altered(17)],
    ['an altered text', key, 'signing-key|1', altered(sealed.length - 1)],
    ['a shortened text', key, 'signing-key|1', sealed.subarray(0, -1)],
  ])('does not open with %s', (_, withKey, purpose, bytes) => {
    expect(unseal(keys(withKey), purpose, bytes)).toEqual({ ok: false, refusal: 'seal_not_authentic' })
  })

  it.each([
    ['nothing', new Uint8Array()],
    ['another format', sealed.with(0, 9)],
    ['half a seal', sealed.subarray(0, 20)],
  ])('is not %s', (_, bytes) => {
    expect(unseal(keys(key), 'signing-key|1', bytes)).toEqual({ ok: false, refusal: 'seal_unknown' })
  })

  it.each([
    ['under another key', randomBytes(32), sealed],
    ['with the id of another key', key, altered(1)],
  ])('reports its key as missing %s', (_, withKey, bytes) => {
    expect(unseal(keys(withKey), 'signing-key|1', bytes)).toEqual({ ok: false, refusal: 'seal_key_missing' })
  })

  it('opens with a previous key, as does one of the first format, which names none', () => {
    const after = keys(randomBytes(32), randomBytes(32), key)
    expect(unseal(after, 'signing-key|1', sealed)).toEqual({ ok: true, value: secret })
    const first = keys(randomBytes(32), OF_FIRST_FORMAT.key)
    expect(unseal(first, 'signing-key|1', OF_FIRST_FORMAT.sealed)).toEqual({ ok: true, value: secret })
    expect(unseal(keys(key), 'signing-key|1', OF_FIRST_FORMAT.sealed)).toEqual({
      ok: false,
      refusal: 'seal_not_authentic',
    })
  })

  it('opens with its key and purpose, and looks different each time', () => {
    expect(unseal(keys(key), 'signing-key|1', sealed)).toEqual({ ok: true, value: secret })
    expect(seal(key, 'signing-key|1', secret, randomBytes)).not.toEqual(sealed)
  })
})
