import type { AllocationDesign } from '#domain/randomisation/design'
import { randomSource } from '#domain/randomisation/random-source'
import { startRecount, type CountedAllocation, type CountedRecord } from '#domain/randomisation/recount'
import type { DrawnParticipant } from '#domain/randomisation/strata'
import { describe, expect, it } from 'vitest'
import { aDesign, blocks, crossed, factors, minimised, simple, urn, weighted } from './designs'
import { alike, storedAfter } from './draw-trial'
import { vectorWords } from './vectors'

/** Participants of two sites and of every combination of two options of two strata. */
const mixed = (count: number): readonly DrawnParticipant[] =>
  Array.from({ length: count }, (_, n) => ({
    site_id: 1 + (n % 2),
    options: [
      { trial_stratum_id: 1, trial_stratum_option_id: 11 + (n % 2) },
      { trial_stratum_id: 2, trial_stratum_option_id: 21 + (Math.floor(n / 2) % 2) },
    ],
  }))

/** The records of a trial in which these participants were drawn. */
const recordsOf = (design: AllocationDesign, participants: readonly DrawnParticipant[]) => {
  const { allocations, stored } = storedAfter(design, participants, vectorWords)
  const drawn = allocations.map(({ drawn_index: arm, group_ids }, before): CountedAllocation => ({
    type: 'allocation',
    counter: before + 1,
    epoch: 1,
    site: participants[before]?.site_id ?? 0,
    options: (participants[before]?.options ?? []).map((option) => ({
      stratum: option.trial_stratum_id,
      option: option.trial_stratum_option_id,
    })),
    arm,
    groups: group_ids,
  }))
  const records: readonly CountedRecord[] = [{ type: 'settings', design }, ...drawn]
  return { records, drawn, stored }
}

/** The recount of these records: its final state, and the answer to each record. */
const recount = (records: readonly CountedRecord[]) => {
  const counting = startRecount((counter) => randomSource(vectorWords(counter)))
  const answers = records.map(counting.add).map((answer) => (answer.ok ? 'counted' : answer.refusal))
  return { answers, ...counting.recounted() }
}

/** The last answer; all before it must be `counted`. */
const answerTo = (records: readonly CountedRecord[]) => {
  const { answers } = recount(records)
  expect(answers.slice(0, -1).filter((answer) => answer !== 'counted')).toEqual([])
  return answers.at(-1)
}

const URN = urn([1, 0, 1], 1, 1)
const EXCLUDING = aDesign({ randomisation_method_id: 2, exclude_flagged_participants: true })

describe('a record that cannot follow those before it is named', () => {
  const { records, drawn } = recordsOf(URN, alike(3))
  const [first, second, third] = drawn
  if (!first || !second || !third) throw new Error('nobody was drawn')
  const [settings] = records
  if (!settings) throw new Error('no settings')
  const other = { type: 'settings', design: urn([2, 0, 1], 1, 1) } as const

  it.each<[string, readonly CountedRecord[], string]>([
    ['a draw before any design', [first], 'no_design_yet'],
    ['a draw left out', [settings, first, third], 'counter_out_of_turn'],
    ['a draw twice', [settings, first, first], 'counter_out_of_turn'],
    ['a draw of another epoch', [settings, { ...first, epoch: 2 }], 'epoch_out_of_turn'],
    ['an epoch that nothing calls for', [settings, { type: 'epoch', epoch: 2 }], 'epoch_out_of_turn'],
    ['an epoch too far', [settings, other, { type: 'epoch', epoch: 3 }], 'epoch_out_of_turn'],
    ['a draw where an epoch should begin', [settings, other, first], 'epoch_out_of_turn'],
    ['another arm', [settings, { ...first, arm: 1 - first.arm }], 'another_draw'],
    ['another group', [settings, { ...first, groups: [9] }], 'another_draw'],
    [
      'options of no stratum',
      [settings, { ...first, options: [{ stratum: 1, option: 1 }] }],
      'options_not_of_the_design',
    ],
    ['a flag of nobody', [settings, first, { type: 'flag', counter: 2, steers: 0 }], 'participant_unknown'],
    ['the lifting of no flag', [settings, first, { type: 'unflag', counter: 1, steers: 0 }], 'flag_state_unchanged'],
  ])('%s', (_says, records, refusal) => {
    expect(answerTo(records)).toBe(refusal)
  })

  it('a flag twice', () => {
    const flag = { type: 'flag', counter: 1, steers: 0 } as const
    expect(answerTo([...records, flag, flag])).toBe('flag_state_unchanged')
  })

  it('a draw after different counts', () => {
    const long = recordsOf(URN, alike(30))
    const moved = [
      ...long.records.slice(0, 4),
      { type: 'flag', counter: 1, steers: 1 } as const,
      ...long.records.slice(4),
    ]
    const { answers } = recount(moved)
    expect(answers.find((answer) => answer !== 'counted')).toBe('another_draw')
  })
})

describe("records counted again give the engine's states", () => {
  it.each<[string, AllocationDesign, readonly DrawnParticipant[]]>([
    ['simple', simple(3, 2, 1), alike(50)],
    ['blocks', blocks(4, 8, 1, 1), alike(50)],
    [
      'blocks by strata and site',
      aDesign({
        randomisation_method_id: 1,
        block_size_min: 3,
        block_size_max: 6,
        study_groups: weighted(2, 1),
        is_site_stratified: true,
        ...factors(1, 1),
      }),
      mixed(50),
    ],
    [
      'an urn by site',
      aDesign({ randomisation_method_id: 2, is_site_stratified: true, ...factors(1, 1), is_stratified: false }),
      mixed(50),
    ],
    ['minimisation', minimised([2, 1], { ...factors(2, 1), is_site_stratified: true }), mixed(50)],
    [
      'a factorial trial',
      aDesign({ ...crossed([1, 1], [2, 1]), randomisation_method_id: 3, ...factors(1, 1) }),
      mixed(50),
    ],
  ])('%s', (_says, design, participants) => {
    const { records, stored } = recordsOf(design, participants)
    const { answers, states, counter, epoch, design: last } = recount(records)
    expect(new Set(answers)).toEqual(new Set(['counted']))
    expect([counter, epoch, last]).toEqual([50, 1, design])
    const restored = [...stored].map(([key, text]): [string, unknown] => [key, JSON.parse(text)])
    expect(new Map<string, unknown>(states)).toEqual(new Map(restored))
  })

  it('without participants flagged by people who steer, and with them again when those lift the flag', () => {
    const { records, drawn } = recordsOf(EXCLUDING, alike(6))
    const armsOf = (counters: readonly number[]) =>
      [0, 1].map((arm) => drawn.filter((one) => counters.includes(one.counter) && one.arm === arm).length)
    const flag = (counter: number, steers: 0 | 1): CountedRecord => ({ type: 'flag', counter, steers })
    const unflag = (counter: number, steers: 0 | 1): CountedRecord => ({ type: 'unflag', counter, steers })
    const steps = [
      [flag(2, 1), [1, 3, 4, 5, 6], [2], [2]],
      [flag(5, 0), [1, 3, 4, 5, 6], [2, 5], [2]],
      [unflag(2, 0), [1, 3, 4, 5, 6], [5], [2]],
      [flag(2, 0), [1, 3, 4, 5, 6], [2, 5], [2]],
      [unflag(2, 1), [1, 2, 3, 4, 5, 6], [5], []],
    ] as const
    const altered = [...records]
    for (const [record, counted, flagged, out] of steps) {
      altered.push(record)
      const recounted = recount(altered)
      expect(recounted.states.get('epoch=1')).toEqual({ counts: armsOf(counted) })
      expect([...recounted.flagged].toSorted((a, b) => a - b)).toEqual([...flagged])
      expect([...recounted.counted_out]).toEqual([...out])
    }
  })

  it('with blocks, whose slots are never given back', () => {
    const { records } = recordsOf(blocks(4, 4, 1, 1), alike(3))
    const before = recount(records).states.get('epoch=1')
    expect(recount([...records, { type: 'flag', counter: 1, steers: 1 }]).states.get('epoch=1')).toEqual(before)
  })

  it('beginning again in each epoch, with the states of earlier ones unchanged', () => {
    const { records, stored } = recordsOf(URN, alike(4))
    const { states, epoch, answers } = recount([
      ...records,
      { type: 'settings', design: simple(1, 1) },
      { type: 'epoch', epoch: 2 },
      { type: 'settings', design: aDesign({ exclude_flagged_participants: true }) },
      { type: 'reveal' },
    ])
    expect(new Set(answers)).toEqual(new Set(['counted']))
    expect(epoch).toBe(2)
    expect(JSON.stringify(states.get('epoch=1'))).toBe(stored.get('epoch=1'))
  })
})
