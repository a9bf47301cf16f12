import { describe, expect, it } from 'vitest'
import { stateKeys } from '#domain/randomisation/state-keys'
import { aDesign, minimised, type NamedSettings } from './designs'

const TRIAL: NamedSettings = {
  trial_strata: [
    { id: 3, option_ids: [31, 32] },
    { id: 20, option_ids: [201, 202] },
  ],
}
const NEITHER = { is_stratified: false, is_site_stratified: false }
const SITE = { is_stratified: false, is_site_stratified: true }
const STRATA = { is_stratified: true, is_site_stratified: false }
const BOTH = { is_stratified: true, is_site_stratified: true }

const BLOCKED: NamedSettings = { ...TRIAL, randomisation_method_id: 1, block_size_min: 2, block_size_max: 4 }
const URN: NamedSettings = { ...TRIAL, randomisation_method_id: 2 }
const MINIMISED: NamedSettings = { ...TRIAL, randomisation_method_id: 3 }

const participant = {
  site_id: 7,
  options: [
    { trial_stratum_id: 20, trial_stratum_option_id: 201 },
    { trial_stratum_id: 3, trial_stratum_option_id: 32 },
  ],
}

describe('a participant is drawn under', () => {
  it.each<[of: string, named: NamedSettings, keys: readonly string[]]>([
    ['simple randomisation', { ...TRIAL, ...NEITHER }, []],
    ['simple randomisation by both', { ...TRIAL, ...BOTH }, []],
    ['blocks', { ...BLOCKED, ...NEITHER }, ['epoch=2']],
    ['blocks by site', { ...BLOCKED, ...SITE }, ['epoch=2;site=7']],
    ['blocks by strata', { ...BLOCKED, ...STRATA }, ['epoch=2;3=32;20=201']],
    ['blocks by both', { ...BLOCKED, ...BOTH }, ['epoch=2;site=7;3=32;20=201']],
    ['an urn', { ...URN, ...NEITHER }, ['epoch=2']],
    ['an urn by site', { ...URN, ...SITE }, ['epoch=2;site=7']],
    ['an urn by strata', { ...URN, ...STRATA }, ['epoch=2;3=32;20=201']],
    ['an urn by both', { ...URN, ...BOTH }, ['epoch=2;site=7;3=32;20=201']],
    ['minimisation', { ...MINIMISED, ...NEITHER }, ['epoch=2;factor=trial']],
    ['minimisation by site', { ...MINIMISED, ...SITE }, ['epoch=2;factor=site;level=7']],
    [
      'minimisation by strata',
      { ...MINIMISED, ...STRATA },
      ['epoch=2;factor=3;level=32', 'epoch=2;factor=20;level=201'],
    ],
    [
      'minimisation by both',
      { ...MINIMISED, ...BOTH },
      ['epoch=2;factor=3;level=32', 'epoch=2;factor=20;level=201', 'epoch=2;factor=site;level=7'],
    ],
  ])('in %s', (_of, named, keys) => {
    const design = aDesign(named)
    expect(stateKeys(design, 2, participant)).toEqual(keys)
    expect(stateKeys(design, 2, { ...participant, options: participant.options.toReversed() })).toEqual(keys)
  })

  it('keys that no other epoch, factor or level has', () => {
    const design = aDesign({ ...MINIMISED, ...BOTH })
    const keys = [1, 2, 12].flatMap((epoch) =>
      [3, 31].flatMap((site_id) =>
        [31, 32].flatMap((first) =>
          [201, 31].flatMap((second) =>
            stateKeys(design, epoch, {
              site_id,
              options: [
                { trial_stratum_id: 3, trial_stratum_option_id: first },
                { trial_stratum_id: 20, trial_stratum_option_id: second },
              ],
            }),
          ),
        ),
      ),
    )
    // One key for each of two sites and of two levels of two strata, in each of three epochs.
    expect(new Set(keys).size).toBe(18)
  })

  it('only existing keys: a participant without the option of a factor is a defect', () => {
    const design = minimised([1, 1], { ...TRIAL, is_stratified: true })
    expect(() => stateKeys(design, 1, { site_id: 7, options: participant.options.slice(1) })).toThrow(TypeError)
  })
})
