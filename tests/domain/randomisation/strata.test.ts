import { describe, expect, it } from 'vitest'
import { chosenOptions, stratumKey, type ChosenOption } from '#domain/randomisation/strata'
import { aDesign } from './designs'

const trial_strata = [
  { id: 3, option_ids: [31, 32] },
  { id: 20, option_ids: [201, 202] },
]
const at = (trial_stratum_id: number, trial_stratum_option_id: number): ChosenOption => ({
  trial_stratum_id,
  trial_stratum_option_id,
})

describe('the options of a participant', () => {
  const design = aDesign({ trial_strata })

  it.each([
    { options: [at(3, 31)], code: 'stratum_option_missing', trial_stratum_id: 20 },
    { options: [], code: 'stratum_option_missing', trial_stratum_id: 3 },
    { options: [at(3, 31), at(20, 201), at(4, 41)], code: 'stratum_unknown', trial_stratum_id: 4 },
    { options: [at(3, 201), at(20, 201)], code: 'stratum_option_unknown', trial_stratum_id: 3 },
    { options: [at(3, 31), at(20, 201), at(3, 32)], code: 'stratum_repeated', trial_stratum_id: 3 },
  ])('are refused as $code at $trial_stratum_id: $options', ({ options, code, trial_stratum_id }) => {
    expect(chosenOptions(design, options)).toEqual({ ok: false, refusal: { code, trial_stratum_id } })
  })

  it('are one of each stratum and come out in order of stratum id', () => {
    expect(chosenOptions(design, [at(20, 202), at(3, 31)])).toEqual({ ok: true, value: [at(3, 31), at(20, 202)] })
  })

  it('are none where the trial has no strata', () => {
    expect(chosenOptions(aDesign(), [])).toEqual({ ok: true, value: [] })
  })
})

describe('the stratum key', () => {
  const participant = { site_id: 7, options: [at(20, 201), at(3, 32)] }

  it.each([
    { is_stratified: false, is_site_stratified: false, key: 'epoch=2' },
    { is_stratified: false, is_site_stratified: true, key: 'epoch=2;site=7' },
    { is_stratified: true, is_site_stratified: false, key: 'epoch=2;3=32;20=201' },
    { is_stratified: true, is_site_stratified: true, key: 'epoch=2;site=7;3=32;20=201' },
  ])('is $key', ({ is_stratified, is_site_stratified, key }) => {
    const design = aDesign({ is_stratified, is_site_stratified, trial_strata })
    expect(stratumKey(design, 2, participant)).toBe(key)
    expect(stratumKey(design, 2, { ...participant, options: participant.options.toReversed() })).toBe(key)
  })

  it('distinguishes epoch, site and every option', () => {
    const design = aDesign({ is_stratified: true, is_site_stratified: true, trial_strata })
    const keys = [1, 2].flatMap((epoch) =>
      [1, 12].flatMap((site_id) =>
        [31, 32].flatMap((first) =>
          [201, 202].map((second) => stratumKey(design, epoch, { site_id, options: [at(3, first), at(20, second)] })),
        ),
      ),
    )
    expect(new Set(keys).size).toBe(16)
  })
})
