import { describe, expect, it } from 'vitest'
import { commitment, trialKeys } from '../../../../src/server/ground/ledger/keys'
import { VECTORS } from '../../../domain/randomisation/vectors'

const SEED = Buffer.from(VECTORS.seed_hex, 'hex')
const hex = (key: Uint8Array) => Buffer.from(key).toString('hex')
const keysOf = (...inputs: Parameters<typeof trialKeys>) => {
  const { drawKey, saltKey } = trialKeys(...inputs)
  return { draw_key: hex(drawKey), salt_key: hex(saltKey) }
}

describe('a trial', () => {
  it('is committed to its seed as in the vectors', () => {
    expect(commitment(VECTORS.trial_uuid, SEED)).toBe(VECTORS.commitment)
  })

  it('has the keys of the vectors', () => {
    const { draw_key, salt_key } = VECTORS
    expect(keysOf(SEED, VECTORS.trial_uuid, VECTORS.nonce_hex)).toEqual({ draw_key, salt_key })
  })

  it('has other keys under a start nonce (computed by hand from HMAC in another language)', () => {
    expect(keysOf(SEED, VECTORS.trial_uuid, '00ff10')).toEqual({
      draw_key: '48ed5394349e5dc18cf40f45c85b7f1a369788ce6901a828ad437d8c9981d4b5',
      salt_key: '325dea9c6578ebd3f6b7d8580748f7374310db65efe5bfe12b7f81f81bba6a5c',
    })
  })

  it('shares neither commitment nor keys with another uuid or seed', () => {
    const otherUuid = '00000000-0000-4000-8000-000000000002'
    const otherSeed = Buffer.alloc(32, 1)
    const pairs = [
      [VECTORS.trial_uuid, SEED],
      [otherUuid, SEED],
      [VECTORS.trial_uuid, otherSeed],
    ] as const
    const secrets = pairs.flatMap(([uuid, seed]) => [
      commitment(uuid, seed),
      ...Object.values(keysOf(seed, uuid, null)),
    ])
    expect(new Set(secrets).size).toBe(9)
  })
})
