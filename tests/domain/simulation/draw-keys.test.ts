import { stateKeys } from '#domain/randomisation/state-keys'
import { drawKeys } from '#domain/simulation/draw-keys'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aDesign } from '../randomisation/designs'

const OPTIONS = [2, 3, 1]
const SITES = 4
const trial_strata = OPTIONS.map((options, stratum) => ({
  id: stratum + 1,
  option_ids: Array.from({ length: options }, (_, option) => 10 * (stratum + 1) + option),
}))

const METHODS = [
  { method: 'simple randomisation', settings: { randomisation_method_id: 4 } },
  { method: 'blocks', settings: { randomisation_method_id: 1, block_size_min: 4, block_size_max: 4 } },
  { method: 'urn', settings: { randomisation_method_id: 2 } },
  { method: 'minimisation', settings: { randomisation_method_id: 3 } },
]
const FLAGS = [false, true].flatMap((is_stratified) =>
  [false, true].map((is_site_stratified) => ({ is_stratified, is_site_stratified })),
)

describe.each(METHODS.flatMap((method) => FLAGS.map((flags) => ({ ...method, flags }))))(
  'the keys of $method with $flags',
  ({ settings, flags }) => {
    const design = aDesign({ ...settings, ...flags, trial_strata })
    const keys = drawKeys(design, SITES)

    /** The numbers of a participant's keys, and the engine's names for them. */
    const bothOf = (site: number, options: readonly number[]) => {
      const numbers: number[] = []
      keys.write(site, options, numbers)
      const names = stateKeys(design, 1, {
        site_id: site,
        options: options.map((option, stratum) => ({
          trial_stratum_id: stratum + 1,
          trial_stratum_option_id: 10 * (stratum + 1) + option,
        })),
      })
      return { numbers, names }
    }
    const anybody = fc.tuple(fc.nat(SITES - 1), fc.tuple(...OPTIONS.map((options) => fc.nat(options - 1))))

    it("are equal exactly where the engine's keys are", () => {
      fc.assert(
        fc.property(anybody, anybody, (one, other) => {
          const [a, b] = [bothOf(...one), bothOf(...other)]
          const alike = a.names.map((name, index) => name === b.names[index])
          const numbers = design.method === 'standard' ? [] : a.numbers
          expect(numbers.map((number, index) => number === b.numbers[index])).toEqual(alike)
        }),
      )
    })

    it('fill the numbers below their count, and no factor has those of another', () => {
      const seen = new Set<string>()
      const numbers = new Set<number>()
      for (let site = 0; site < SITES; site += 1)
        for (let sex = 0; sex < 2; sex += 1)
          for (let age = 0; age < 3; age += 1) {
            const both = bothOf(site, [sex, age, 0])
            for (const [index, number] of both.numbers.entries()) seen.add(`${number} ${index}`)
            for (const number of both.numbers) numbers.add(number)
          }
      expect([...numbers].sort((a, b) => a - b)).toEqual(Array.from({ length: keys.count }, (_, key) => key))
      expect(seen.size).toBe(keys.count)
    })
  },
)
