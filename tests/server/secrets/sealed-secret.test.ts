import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { seal, unseal } from '../../../src/server/secrets/sealed-secret'

const key = randomBytes(32)
const secret = new TextEncoder().encode('a signing key')
const sealed = seal(key, 'signing-key|1', secret, randomBytes)

const altered = (place: number) => sealed.map((byte, index) => (index === place ? byte ^ 1 : byte))

describe('a sealed secret', () => {
  it.each([
    ['another key', randomBytes(32), 'signing-key|1', sealed],
    ['another purpose', key, 'signing-key|2', sealed],
    ['an altered nonce', key, 'signing-key|1', altered(1)],
    ['an altered tag', key, 'signing-key|1', altered(13)],
    ['an altered text', key, 'signing-key|1', altered(sealed.length - 1)],
    ['a shortened text', key, 'signing-key|1', sealed.subarray(0, -1)],
  ])('does not open with %s', (_, withKey, purpose, bytes) => {
    expect(unseal(withKey, purpose, bytes)).toEqual({ ok: false, refusal: 'seal_not_authentic' })
  })

  it.each([
    ['nothing', new Uint8Array()],
    ['another format', altered(0)],
    ['half a seal', sealed.subarray(0, 20)],
  ])('is not %s', (_, bytes) => {
    expect(unseal(key, 'signing-key|1', bytes)).toEqual({ ok: false, refusal: 'seal_unknown' })
  })

  it('opens with its key and purpose, and looks different each time', () => {
    expect(unseal(key, 'signing-key|1', sealed)).toEqual({ ok: true, value: secret })
    expect(seal(key, 'signing-key|1', secret, randomBytes)).not.toEqual(sealed)
  })
})
