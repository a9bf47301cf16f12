import { describe, expect, it } from 'vitest'
import { genesisHash, ledgerLink, linkOfText, type LedgerLink } from '../../../../src/server/ground/ledger/ledger-chain'
import {
  ledgerDesign,
  type AllocationRecord,
  type LedgerRecord,
} from '../../../../src/server/ground/ledger/ledger-records'
import { aDesign } from '../../../domain/randomisation/designs'
import { VECTORS } from '../../../domain/randomisation/vectors'

const SALT_KEY = Buffer.from(VECTORS.salt_key, 'hex')
const DESIGN = ledgerDesign(
  aDesign({
    randomisation_method_id: 1,
    study_groups: [
      { id: 12, weight: 2 },
      { id: 11, weight: 4 },
    ],
    is_stratified: true,
    exclude_flagged_participants: true,
    block_size_min: 3,
    block_size_max: 6,
    trial_strata: [{ id: 5, option_ids: [52, 51] }],
  }),
)
const SETTINGS: LedgerRecord = { type: 'settings', i: 1, at: '2026-11-21T05:03:00.000Z', design: DESIGN }
const ALLOCATION: AllocationRecord = {
  type: 'allocation',
  i: 2,
  at: '2026-11-21T05:04:00.000Z',
  counter: 1,
  epoch: 1,
  site: 7,
  options: [{ stratum: 5, option: 52 }],
  arm: 1,
  groups: [12],
}
const RECORDS: readonly LedgerRecord[] = [
  SETTINGS,
  ALLOCATION,
  { type: 'flag', i: 3, at: '2026-11-21T05:05:00.000Z', counter: 1, level: 3, steers: 0 },
  { type: 'epoch', i: 4, at: '2026-11-21T05:06:00.000Z', epoch: 2 },
  { type: 'reveal', i: 5, at: '2026-11-21T05:07:00.000Z' },
]
const GENESIS = genesisHash(VECTORS.commitment, DESIGN)

const chained = (saltKey: Uint8Array, records: readonly LedgerRecord[]): LedgerLink[] => {
  let head = GENESIS
  return records.map((record) => {
    const link = ledgerLink(saltKey, head, record)
    head = link.hash
    return link
  })
}

describe('the ledger', () => {
  it('has a design in whole numbers and strings, without values that its method does not use', () => {
    expect(ledgerDesign(aDesign({ is_site_stratified: true }))).toEqual({
      method: 'standard',
      cells: [
        { group_ids: [1], weight: 1 },
        { group_ids: [2], weight: 1 },
      ],
      is_stratified: 0,
      is_site_stratified: 1,
      exclude_flagged_participants: 0,
      strata: [],
    })
  })

  // A program in another language computed the hashes below from src/specification/rct-alloc-1.md#the-chain.
  it('begins at the commitment and the design', () => {
    expect(GENESIS).toBe('1e54e993e24dfd5a01527524de9b38eaa79f410f24dd5cdcf05a2c4fc95fb9c8')
  })

  it('links each record to the one before', () => {
    expect(chained(SALT_KEY, RECORDS)).toEqual([
      {
        i: 1,
        rec:
          '{"at":"2026-11-21T05:03:00.000Z","design":{"block_size_max":6,"block_size_min":3,' +
          '"cells":[{"group_ids":[11],"weight":2},{"group_ids":[12],"weight":1}],"exclude_flagged_participants":1,' +
          '"is_site_stratified":0,"is_stratified":1,"method":"blocked","strata":[{"id":5,"option_ids":[51,52]}]},' +
          '"i":1,"type":"settings"}',
        leaf: 'd61da35b90752e219567698a572f4a5fcc51898828540376cafbfadfb97e25d5',
        hash: 'c34bf099f7a0dbc838a43a172892c90a93c9166bdbb713b3884eaf098d0690b9',
      },
      {
        i: 2,
        rec:
          '{"arm":1,"at":"2026-11-21T05:04:00.000Z","counter":1,"epoch":1,"groups":[12],"i":2,' +
          '"options":[{"option":52,"stratum":5}],"site":7,"type":"allocation"}',
        leaf: '9beba4cdc80b01d29defa2e0ecf00c511a765a969aa64ce313b9fafdae0a1673',
        hash: 'e63e769fc7b5dbd5da0295d5f183ba5299f9e8286369bb03d04d8014c558eea9',
      },
      {
        i: 3,
        rec: '{"at":"2026-11-21T05:05:00.000Z","counter":1,"i":3,"level":3,"steers":0,"type":"flag"}',
        leaf: '7e5a12fe6d75c8161fb6a2bf03a3def9fa8c552acc75c3fb1a82761932d002b2',
        hash: 'baeca755fcd2323bbb3a4de7c5276f1f1c350fb8d7a900af456fe09cca37c318',
      },
      {
        i: 4,
        rec: '{"at":"2026-11-21T05:06:00.000Z","epoch":2,"i":4,"type":"epoch"}',
        leaf: '28652bdde77e97b23c64f396060f72d872d8a6e1c1a67fdcf3d38dc330f386be',
        hash: 'f7c2f051913afeba98ab270c34cc705fe6b8403b64341ae8e7cabb6814adb2f3',
      },
      {
        i: 5,
        rec: '{"at":"2026-11-21T05:07:00.000Z","i":5,"type":"reveal"}',
        leaf: 'be78d20391522914d232380c3b05165896c3d13977e0a767241e54b5ceed8b6f',
        hash: '443f7a5f21c85f0389428d593e6bade7e07c95c62859decdd1c1e403c58ff4a2',
      },
    ])
  })

  it('is linked by its texts as by its records', () => {
    const links = chained(SALT_KEY, RECORDS)
    const heads = [GENESIS, ...links.map(({ hash }) => hash)]
    expect(links.map(({ i, rec }, index) => linkOfText(SALT_KEY, heads[index] ?? '', i, rec))).toEqual(links)
  })

  it.each<{ says: string; saltKey: Uint8Array; records: readonly LedgerRecord[] }>([
    { says: 'another group', saltKey: SALT_KEY, records: [SETTINGS, { ...ALLOCATION, groups: [11] }] },
    { says: 'another site', saltKey: SALT_KEY, records: [SETTINGS, { ...ALLOCATION, site: 8 }] },
    {
      says: 'another instant',
      saltKey: SALT_KEY,
      records: [SETTINGS, { ...ALLOCATION, at: '2026-11-21T05:04:00.001Z' }],
    },
    { says: 'a dropped record', saltKey: SALT_KEY, records: [ALLOCATION] },
    { says: 'a swapped record', saltKey: SALT_KEY, records: [ALLOCATION, SETTINGS] },
    { says: 'a repeated record', saltKey: SALT_KEY, records: [SETTINGS, ALLOCATION, ALLOCATION] },
    { says: 'another salt', saltKey: Buffer.alloc(32), records: [SETTINGS, ALLOCATION] },
  ])('ends differently with $says', ({ saltKey, records }) => {
    expect(chained(saltKey, records).at(-1)?.hash).not.toBe(chained(SALT_KEY, [SETTINGS, ALLOCATION]).at(-1)?.hash)
  })
})
