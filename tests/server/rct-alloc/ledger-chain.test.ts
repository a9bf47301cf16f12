import { describe, expect, it } from 'vitest'
import { genesisHash, ledgerLink } from '../../../src/server/rct-alloc/ledger-chain'
import { ledgerDesign, type LedgerRecord } from '../../../src/server/rct-alloc/ledger-records'
import { aDesign } from '../../domain/randomisation/designs'
import { VECTORS } from '../../domain/randomisation/vectors'

const SALT_KEY = Buffer.from(VECTORS.salt_key, 'hex')
const DESIGN = ledgerDesign(
  aDesign({
    randomisation_method_id: 1,
    study_groups: [
      { id: 12, weight: 2 },
      { id: 11, weight: 4 },
    ],
    is_stratified: true,
    block_size_min: 3,
    block_size_max: 6,
    trial_strata: [{ id: 5, option_ids: [52, 51] }],
  }),
)
const SETTINGS: LedgerRecord = { type: 'settings', i: 1, at: '2026-11-21T05:03:00.000Z', design: DESIGN }
const ALLOCATION: LedgerRecord = {
  type: 'allocation',
  i: 2,
  at: '2026-11-21T05:04:00.000Z',
  counter: 1,
  epoch: 1,
  site: 7,
  options: [{ stratum: 5, option: 52 }],
  group: 12,
}
const GENESIS = genesisHash(VECTORS.commitment, DESIGN)

const headAfter = (saltKey: Uint8Array, records: readonly LedgerRecord[]) =>
  records.reduce((head, record) => ledgerLink(saltKey, head, record).hash, GENESIS)

describe('the ledger', () => {
  it('says a design in whole numbers and strings, without what its method does not use', () => {
    expect(ledgerDesign(aDesign({ is_site_stratified: true }))).toEqual({
      method: 'standard',
      groups: [
        { id: 1, weight: 1 },
        { id: 2, weight: 1 },
      ],
      is_stratified: 0,
      is_site_stratified: 1,
      strata: [],
    })
  })

  // The hashes below were computed from RANDOMISATION by a program in another language.
  it('begins at the commitment and the design', () => {
    expect(GENESIS).toBe('14bfa6ffe52aa2178f2dd3b4f3ce807756c2cffe0cfc1fbb5eddd79085420273')
  })

  it('links each record to the one before', () => {
    const first = ledgerLink(SALT_KEY, GENESIS, SETTINGS)
    const second = ledgerLink(SALT_KEY, first.hash, ALLOCATION)
    expect([first, second]).toEqual([
      {
        i: 1,
        rec:
          '{"at":"2026-11-21T05:03:00.000Z","design":{"block_size_max":6,"block_size_min":3,' +
          '"groups":[{"id":11,"weight":2},{"id":12,"weight":1}],"is_site_stratified":0,"is_stratified":1,' +
          '"method":"blocked","strata":[{"id":5,"option_ids":[51,52]}]},"i":1,"type":"settings"}',
        leaf: '0ea55a1a375dfe68e2d9cf6c41eee385aaa0ff553e1ef5cafe677d5688890748',
        hash: '4c2c882338f2a208cb7923584b117819d6e47c4aa1e3d9d99c31f6e3569a36d1',
      },
      {
        i: 2,
        rec:
          '{"at":"2026-11-21T05:04:00.000Z","counter":1,"epoch":1,"group":12,"i":2,' +
          '"options":[{"option":52,"stratum":5}],"site":7,"type":"allocation"}',
        leaf: 'da3c348f3f37f443b08f8389ff8cf5d7689d9d320f79a0cd150a2e8b139415f1',
        hash: '7c1cd094c0c6f7b4b658519bc271e6dda1a5d9bbe319bbdb0378df3295cdbf10',
      },
    ])
  })

  it.each<{ what: string; saltKey?: Uint8Array; records: readonly LedgerRecord[] }>([
    { what: 'another group', records: [SETTINGS, { ...ALLOCATION, group: 11 }] },
    { what: 'another site', records: [SETTINGS, { ...ALLOCATION, site: 8 }] },
    { what: 'another instant', records: [SETTINGS, { ...ALLOCATION, at: '2026-11-21T05:04:00.001Z' }] },
    { what: 'a dropped record', records: [ALLOCATION] },
    { what: 'a swapped record', records: [ALLOCATION, SETTINGS] },
    { what: 'a repeated record', records: [SETTINGS, ALLOCATION, ALLOCATION] },
    { what: 'another salt', saltKey: Buffer.alloc(32), records: [SETTINGS, ALLOCATION] },
  ])('ends elsewhere with $what', ({ saltKey = SALT_KEY, records }) => {
    expect(headAfter(saltKey, records)).not.toBe(headAfter(SALT_KEY, [SETTINGS, ALLOCATION]))
  })
})
