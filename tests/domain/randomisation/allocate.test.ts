import { isBlockDesign } from '#domain/randomisation/block-sizes'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { allocate, readStates, type Allocation } from '#domain/randomisation/allocate'
import { cellOfVirtualArm, groupIdsAt, openGroupIds, type OneRatioDesign } from '#domain/randomisation/design'
import { randomSource } from '#domain/randomisation/random-source'
import { stateKeys } from '#domain/randomisation/state-keys'
import { validateDesign } from '#domain/randomisation/validate-design'
import { blocks, factors, minimised, settings, simple, urn, ofOneRatio } from './designs'
import { drawParticipants, storedAfter } from './draw-trial'
import { keystream } from './keystream'
import { someSettings } from './some-designs'

const words = (...listed: readonly bigint[]) => randomSource((j) => listed[j] ?? 0n)

/** Settings out of `someSettings` that make a valid design. */
const someDesigns: fc.Arbitrary<OneRatioDesign> = someSettings
  .map(validateDesign)
  .filter(({ ok }) => ok)
  .map((outcome) => {
    if (!outcome.ok) throw new Error(outcome.refusal.code)
    return ofOneRatio(outcome.value)
  })

/** Forty participants of a trial of this design, at three sites and with all options of its strata. */
const participantsOf = (design: OneRatioDesign, label: string) => {
  const comes = keystream(`who comes ${label}`, 40)
  return Array.from({ length: 40 }, (_, t) => ({
    site_id: 1 + Number(comes(t)(0) % 3n),
    options: design.strata.flatMap(({ id, option_ids }, index) => {
      const chosen = option_ids[Number(comes(t)(index + 1) % BigInt(option_ids.length))]
      return chosen === undefined ? [] : [{ trial_stratum_id: id, trial_stratum_option_id: chosen }]
    }),
  }))
}

describe('whatever the design, an allocation', () => {
  const forEachDesign = (expectOf: (design: OneRatioDesign, label: string) => void) =>
    fc.assert(
      fc.property(someDesigns, fc.nat(), (design, label) => expectOf(design, `${label}`)),
      { numRuns: 200 },
    )

  it('is one of its open cells, never a closed group', () => {
    forEachDesign((design, label) => {
      const open = new Set(design.cells.filter(({ weight }) => weight > 0).map(({ group_ids }) => group_ids.join()))
      const groups = new Set(openGroupIds(design))
      const drawn = drawParticipants(design, participantsOf(design, label), keystream(label, 41))
      expect(drawn.filter(({ group_ids }) => !open.has(group_ids.join()))).toEqual([])
      expect(drawn.filter(({ group_ids }) => !group_ids.every((id) => groups.has(id)))).toEqual([])
    })
  })

  it('names the arm or cell of its groups', () => {
    forEachDesign((design, label) => {
      const drawn = drawParticipants(design, participantsOf(design, label), keystream(label, 41))
      const named = drawn.map(({ drawn_index: arm }) =>
        groupIdsAt(design, design.method === 'minimisation' ? cellOfVirtualArm(design, arm) : arm),
      )
      expect(named).toEqual(drawn.map(({ group_ids }) => group_ids))
    })
  })

  it('leaves a state under each of its keys that the same design reads', () => {
    forEachDesign((design, label) => {
      const { keys, allocations, stored } = storedAfter(design, participantsOf(design, label), keystream(label, 41))
      expect(allocations.map(({ states }) => states.length)).toEqual(keys.map(({ length }) => length))
      const states = [...stored.values()].map((state): unknown => JSON.parse(state))
      expect(readStates(design, states)).toEqual({ ok: true, value: states })
    })
  })

  it('uses few words', () => {
    forEachDesign((design, label) => {
      const states = stateKeys(design, 1, participantsOf(design, label)[0] ?? { site_id: 1, options: [] }).map(
        () => null,
      )
      const taken = new Set<number>()
      const source = randomSource((j) => {
        taken.add(j)
        return 0n
      })
      allocate(design, states, source)
      expect(taken.size).toBeLessThanOrEqual(isBlockDesign(design) ? 2 : 1)
    })
  })
})

describe('an allocation is pure', () => {
  it.each<[method: string, design: OneRatioDesign, states: readonly unknown[]]>([
    ['simple randomisation', simple(2, 1), []],
    ['blocks', blocks(4, 8, 1, 1), [{ block_size: 4, remaining: [2, 1] }]],
    ['blocks before the first', blocks(4, 8, 1, 1), [null]],
    ['an urn', urn([1, 0, 1], 2, 1), [{ counts: [3, 1] }]],
    ['minimisation', minimised([2, 1], factors(1, 1)), [{ counts: [3, 1, 0] }, null]],
    ['minimisation by range', minimised([2, 1], { minimisation_measure: 'range' }), [{ counts: [3, 1, 0] }]],
  ])('in %s: the same in, the same out, with the input unchanged', (_method, design, stored) => {
    const before = JSON.stringify([design, stored])
    const states = readStates(deeplyFrozen(design), deeplyFrozen(stored))
    if (!states.ok) throw new Error(states.refusal)
    const draw = (): Allocation => allocate(design, states.value, words(5n, 7n))

    expect(draw()).toEqual(draw())
    expect(JSON.stringify([design, stored])).toBe(before)
  })

  it('and ends, without an answer, where a design has nothing to draw', () => {
    const design: OneRatioDesign = { ...simple(1, 1), cells: [{ group_ids: [1], weight: 0 }] }
    expect(() => allocate(design, [], words(0n))).toThrow(RangeError)
  })
})

describe('refused settings', () => {
  it('stay unchanged', () => {
    const setup = deeplyFrozen(settings({ randomisation_method_id: 1, block_size_min: 3, block_size_max: 3 }))
    const before = JSON.stringify(setup)
    expect(validateDesign(setup)).toEqual(validateDesign(setup))
    expect(validateDesign(setup).ok).toBe(false)
    expect(JSON.stringify(setup)).toBe(before)
  })

  it('stay unchanged, whether refused or accepted', () => {
    fc.assert(
      fc.property(someSettings, (setup) => {
        const before = JSON.stringify(setup)
        expect(validateDesign(deeplyFrozen(setup))).toEqual(validateDesign(setup))
        expect(JSON.stringify(setup)).toBe(before)
      }),
    )
  })
})

/** The same value, frozen at every depth, so that a change to it throws. */
const deeplyFrozen = <Value>(value: Value): Value => {
  if (typeof value === 'object' && value !== null) Object.values(value).forEach(deeplyFrozen)
  return Object.freeze(value)
}
