import type { AllocationDesign } from '#domain/randomisation/design'
import { describe, expect, it } from 'vitest'
import { canonicalJson } from '../../../../src/server/ground/ledger/canonical-json'
import { genesisHash } from '../../../../src/server/ground/ledger/ledger-chain'
import { ledgerDesign, type LedgerRecord } from '../../../../src/server/ground/ledger/ledger-records'
import { genesisOfLedger, readLedgerRecord } from '../../../../src/server/ground/ledger/read-ledger-record'
import { aDesign, crossed, factors } from '../../../domain/randomisation/designs'

const AT = { i: 3, at: '2026-11-21T05:03:00.000Z' }

const DESIGNS: readonly (readonly [string, AllocationDesign])[] = [
  ['simple', aDesign({ exclude_flagged_participants: true })],
  ['blocked', aDesign({ randomisation_method_id: 1, block_size_min: 2, block_size_max: 4, ...factors(1) })],
  ['an urn', aDesign({ randomisation_method_id: 2, urn_beta: 4 })],
  ['minimised', aDesign({ randomisation_method_id: 3, ...factors(2, 1), is_site_stratified: true })],
  ['minimised as a whole', aDesign({ randomisation_method_id: 3 })],
  ['factorial', aDesign(crossed([1, 1], [2, 1]))],
]

describe('a record is read as it was written', () => {
  it.each(DESIGNS)('settings: %s', (_says, design) => {
    const text = canonicalJson({ type: 'settings', ...AT, design: ledgerDesign(design) })
    expect(readLedgerRecord(text)).toEqual({ ok: true, value: { type: 'settings', ...AT, design } })
    expect(genesisOfLedger('ab'.repeat(32), text)).toBe(genesisHash('ab'.repeat(32), ledgerDesign(design)))
  })

  it.each<LedgerRecord>([
    {
      type: 'allocation',
      ...AT,
      counter: 1,
      epoch: 1,
      site: 2,
      options: [{ stratum: 1, option: 2 }],
      arm: 0,
      groups: [5],
    },
    { type: 'epoch', ...AT, epoch: 2 },
    { type: 'flag', ...AT, counter: 1, level: 3, steers: 1 },
    { type: 'unflag', ...AT, counter: 1, level: 1, steers: 0 },
    { type: 'reopening', ...AT, number: 1, drawn: 0 },
    { type: 'reveal', ...AT },
  ])('$type', (record) => {
    expect(readLedgerRecord(canonicalJson(record))).toEqual({ ok: true, value: record })
  })
})

describe('a text that is no record is refused', () => {
  it.each([
    ['no JSON', 'drawn'],
    ['no object', '7'],
    ['another type', '{"at":"","i":1,"type":"draw"}'],
    ['a field less', '{"i":1,"type":"reveal"}'],
    ['a field more', '{"at":"","i":1,"seed":"","type":"reveal"}'],
    ['a fraction', '{"at":"","i":1.5,"type":"reveal"}'],
    ['a switch that is neither', '{"at":"","counter":1,"i":1,"level":3,"steers":2,"type":"flag"}'],
    ['a design of no method', '{"at":"","design":{"method":"coin"},"i":1,"type":"settings"}'],
  ])('%s', (_says, text) => {
    expect(readLedgerRecord(text)).toEqual({ ok: false, refusal: 'record_unreadable' })
  })

  it('and a ledger that does not begin with a design is a defect', () => {
    expect(() => genesisOfLedger('ab'.repeat(32), '{"at":"","i":1,"type":"reveal"}')).toThrow(/design/)
  })
})
