import { describe, expect, it } from 'vitest'
import { aDesign, factors, weighted } from './designs'
import { storedAfter } from './draw-trial'
import { keystream } from './keystream'

const ARRIVALS = 600
const FLAGS = [
  { is_stratified: false, is_site_stratified: false },
  { is_stratified: false, is_site_stratified: true },
  { is_stratified: true, is_site_stratified: false },
  { is_stratified: true, is_site_stratified: true },
]
const METHODS = [
  { method: 'an urn', randomisation_method_id: 2 },
  { method: 'minimisation', randomisation_method_id: 3 },
]

const comes = keystream('whom to count', ARRIVALS)
const arrivals = Array.from({ length: ARRIVALS }, (_, t) => ({
  site_id: 1 + Number(comes(t)(0) % 3n),
  options: [11, 21].map((first, index) => ({
    trial_stratum_id: index + 1,
    trial_stratum_option_id: first + Number(comes(t)(index + 1) % 2n),
  })),
}))

describe('the stored counts after a trial equal a count of its records', () => {
  it.each(METHODS.flatMap((method) => FLAGS.map((flags) => ({ ...method, ...flags }))))(
    'in $method, strata $is_stratified, sites $is_site_stratified',
    ({ randomisation_method_id, is_stratified, is_site_stratified }) => {
      const design = aDesign({
        ...factors(1, 2),
        randomisation_method_id,
        is_stratified,
        is_site_stratified,
        study_groups: weighted(2, 1),
      })
      const { keys, allocations, stored } = storedAfter(design, arrivals, keystream('counted', ARRIVALS + 1))

      const places = randomisation_method_id === 3 ? 3 : 2
      const recount = (key: string) =>
        Array.from(
          { length: places },
          (_, arm) => allocations.filter((drawn, t) => drawn.drawn_index === arm && keys[t]?.includes(key)).length,
        )
      const recounted = [...new Set(keys.flat())].map((key) => [key, JSON.stringify({ counts: recount(key) })])
      expect(Object.fromEntries(stored)).toEqual(Object.fromEntries(recounted))
      expect(stored.size).toBeGreaterThan(0)
    },
  )
})
