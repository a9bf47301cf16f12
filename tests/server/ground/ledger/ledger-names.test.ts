import { expect, it } from 'vitest'
import { trialKeys } from '../../../../src/server/ground/ledger/keys'
import { namesRecord, type LedgerName } from '../../../../src/server/ground/ledger/ledger-names'
import { VECTORS } from '../../../domain/randomisation/vectors'

/* Computed by hand from HMAC and SHA-256 in another language. */

const SEED = Buffer.from(VECTORS.seed_hex, 'hex')
const NAMES: readonly LedgerName[] = [
  { kind: 'study_group', id: 6, name: 'First', label: null },
  { kind: 'study_group', id: 7, name: 'Péridopril 4 mg', label: 'Kit 7' },
  { kind: 'site', id: 3, name: 'North', label: null },
]

it.each([
  [
    null,
    'd15a06995b6fb39f3d68445a9b2744bca0458c5566c4add6c1ba57174eb1f110',
    'd5b513d9dbf288752f49992d58a83eca9df90bce0362ec4dc4079084131b4ce8',
    'ae09f330ad6ca0acd1eb61e84280ad2c9f1e0f1533470036cd9871fb6956eb0b',
  ],
  [
    '00ff10',
    'c646cb0aa487271106555007112b754603312015f027cd94d328ecfe9408acbe',
    '4ad4ab6fa8c188fe0355d1aa87066f04a332cf0d669793e52396d3f439a03da5',
    'cadce43c147cd61c25e026b2c1b675fd546ab673a9cf4f5868270926a52444d0',
  ],
])('hashes names with the name key of the trial, nonce %s', (nonce, key, group, site) => {
  const { nameKey } = trialKeys(SEED, VECTORS.trial_uuid, nonce)
  expect(Buffer.from(nameKey).toString('hex')).toBe(key)
  const record = namesRecord(nameKey, { i: 2, at: '2026-11-21T05:04:00.000Z' }, NAMES)
  expect(record.study_groups[1]).toEqual({ id: 7, hash: group })
  expect(record.sites).toEqual([{ id: 3, hash: site }])
})
