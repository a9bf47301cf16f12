import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { commitment } from '../../../../src/server/ground/ledger/keys'
import { newTrialSecret } from '../../../../src/server/ground/ledger/trial-secret'

describe('the secret of a new trial', () => {
  it.each([
    { byte: 0x00, trial_uuid: '00000000-0000-4000-8000-000000000000' },
    { byte: 0xff, trial_uuid: 'ffffffff-ffff-4fff-bfff-ffffffffffff' },
    { byte: 0x5a, trial_uuid: '5a5a5a5a-5a5a-4a5a-9a5a-5a5a5a5a5a5a' },
  ])('has a version 4 UUID: $trial_uuid', ({ byte, trial_uuid }) => {
    expect(newTrialSecret((size) => Buffer.alloc(size, byte)).trial_uuid).toBe(trial_uuid)
  })

  it('has a seed of 32 bytes of its own and the commitment to it', () => {
    const drawnBytes: Uint8Array[] = []
    const secret = newTrialSecret((size) => {
      const bytes = randomBytes(size)
      drawnBytes.push(bytes)
      return bytes
    })
    expect(drawnBytes.map(({ length }) => length)).toEqual([32, 16])
    expect(secret.seed).toEqual(drawnBytes[0])
    expect(secret.commitment).toBe(commitment(secret.trial_uuid, secret.seed))
  })

  it('is never the same twice', () => {
    const secrets = Array.from({ length: 100 }, () => newTrialSecret(randomBytes))
    expect(new Set(secrets.map(({ trial_uuid }) => trial_uuid)).size).toBe(100)
    expect(new Set(secrets.map(({ commitment }) => commitment)).size).toBe(100)
  })
})
