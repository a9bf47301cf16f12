import type { AllocationDesign } from '#domain/randomisation/design'
import { describe, expect, it } from 'vitest'
import { canonicalJson } from '../../../../src/server/ground/ledger/canonical-json'
import { ledgerDesign } from '../../../../src/server/ground/ledger/ledger-records'
import { epochsOfLedger } from '../../../../src/server/use-cases/simulation/epochs-of-ledger'
import { aDesign, blocks, factors } from '../../../domain/randomisation/designs'

const AT = { i: 1, at: '2026-11-21T05:03:00.000Z' }
const settings = (design: AllocationDesign) => canonicalJson({ type: 'settings', ...AT, design: ledgerDesign(design) })
const epoch = (number: number) => canonicalJson({ type: 'epoch', ...AT, epoch: number })
const allocation = (number: number, group: number, options: { stratum: number; option: number }[] = [], counter = 1) =>
  canonicalJson({
    type: 'allocation',
    ...AT,
    counter,
    epoch: number,
    site: 7,
    options,
    arm: group - 1,
    groups: [group],
  })
const flagged = (type: 'flag' | 'unflag', counter: number, steers: 0 | 1 = 1) =>
  canonicalJson({ type, ...AT, counter, level: 3, steers })
const flag = flagged('flag', 1)
const drawn = (group: number) => ({ site_id: 7, options: [], arm: group - 1 })

const [fours, sixes] = [blocks(4, 4, 1, 1), blocks(6, 6, 1, 1)]

describe('the epochs of a ledger', () => {
  it('are none before the first participant', () => {
    expect(epochsOfLedger([])).toEqual([])
    expect(epochsOfLedger([settings(fours), epoch(2), flag])).toEqual([])
  })

  it('have the participants in order, each with the design of its epoch', () => {
    const records = [
      settings(fours),
      allocation(1, 1),
      allocation(1, 2, [], 2),
      settings(sixes),
      epoch(2),
      allocation(2, 2, [], 3),
    ]
    expect(epochsOfLedger(records)).toEqual([
      { design: fours, participants: [drawn(1), drawn(2)], moves: [], carried: [] },
      { design: sixes, participants: [drawn(2)], moves: [], carried: [] },
    ])
  })

  it('have the flags that moved the counts of their own participants, and when', () => {
    const records = [
      settings(fours),
      allocation(1, 1),
      flag,
      allocation(1, 2, [], 2),
      flagged('flag', 2, 0),
      flagged('unflag', 1),
      settings(sixes),
      epoch(2),
      allocation(2, 2, [], 3),
      flagged('flag', 1),
      flagged('flag', 3),
    ]
    expect(epochsOfLedger(records).map(({ moves }) => moves)).toEqual([
      [
        { drawn: 1, participant: 0, by: -1 },
        { drawn: 2, participant: 0, by: 1 },
      ],
      [{ drawn: 1, participant: 0, by: -1 }],
    ])
  })

  it('go on where saved settings begin none', () => {
    expect(epochsOfLedger([settings(fours), allocation(1, 1), settings(fours), allocation(1, 2)])).toHaveLength(1)
  })

  it('have the options of each participant in the wording of a draw', () => {
    const design = aDesign(factors(1))
    const [first] = epochsOfLedger([settings(design), allocation(1, 1, [{ stratum: 1, option: 12 }])])
    expect(first?.participants[0]?.options).toEqual([{ trial_stratum_id: 1, trial_stratum_option_id: 12 }])
  })

  it('cannot be made from a text that is no record', () => {
    expect(() => epochsOfLedger([settings(fours), '{"type":"allocation"}'])).toThrow('something that is not a record')
  })
})
