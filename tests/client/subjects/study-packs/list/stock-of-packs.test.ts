import { describe, expect, test } from 'vitest'
import { lowStock } from '../../../../../src/client/subjects/study-packs/list/stock-of-packs'
import { aShownPack } from '../../../a-shown-pack'
import { aShownTrial } from '../../../a-shown-trial'

const site = (id: number, title: string, low_pack_level?: number, is_deleted = false) => ({
  id,
  title,
  is_deleted,
  ...(low_pack_level === undefined ? {} : { low_pack_level }),
})
let made = 0
const packs = (count: number, site_id: number | null, group?: { id: number; name: string }, status: 1 | 2 = 2) =>
  Array.from({ length: count }, () => {
    made += 1
    return aShownPack({ id: made, site_id, study_pack_status_id: status, ...(group ? { study_group: group } : {}) })
  })
const TRIAL = aShownTrial({
  is_managing_packs: true,
  is_site_managing_packs: true,
  sites: [site(1, 'Abbey', 5), site(2, 'Bristol', 2), site(3, 'Cardiff'), site(4, 'Closed', 9, true)],
  study_groups: [
    { id: 7, name: 'Aspirin', is_blinded: false },
    { id: 8, name: 'Placebo', is_blinded: false },
  ],
})
const TODAY = '2026-11-20'
const namesOf = (all: Parameters<typeof lowStock>[0], trial: Parameters<typeof lowStock>[1]) =>
  lowStock(all, trial, TODAY).map(({ name, active }) => [name, active])

describe('low stock', () => {
  test('sites with no more than their level, those with the fewest first, and sites that have run out', () => {
    expect(namesOf([...packs(5, 1), ...packs(2, 2), ...packs(9, 2, undefined, 1)], TRIAL)).toEqual([
      ['Bristol', 2],
      ['Abbey', 5],
      ['Cardiff', 0],
    ])
  })

  test('not a site above its level, nor one that no longer takes part', () => {
    expect(namesOf([...packs(6, 1), ...packs(3, 2), ...packs(1, 3)], TRIAL)).toEqual([])
  })

  test('sites without packs, for a viewer who may not see the levels', () => {
    const untold = { ...TRIAL, sites: TRIAL.sites.map(({ id, title, is_deleted }) => ({ id, title, is_deleted })) }
    expect(namesOf([...packs(1, 1), ...packs(1, 2)], untold)).toEqual([['Cardiff', 0]])
  })

  test('without packs that are past their last possible allocation date', () => {
    const trial = { ...TRIAL, is_site_managing_packs: false, sites: [site(1, 'Abbey', 1)] }
    const pack = (id: number, expire_on: string | null) => aShownPack({ id, site_id: 1, expire_on, duration: 28 })
    // A pack that expires on 18 December can be allocated today for the last time. For one of the day before, that was
    // yesterday.
    expect(namesOf([pack(1, '2026-12-18'), pack(2, null)], trial)).toEqual([])
    expect(namesOf([pack(1, '2026-12-17'), pack(2, null)], trial)).toEqual([['Abbey', 1]])
  })

  test('the trial as a whole first', () => {
    const trial = { ...TRIAL, is_site_managing_packs: false, pack_alert_level: 8 }
    expect(namesOf([...packs(6, 1), ...packs(2, null)], trial)).toEqual([['The whole trial', 8]])
    expect(namesOf([...packs(6, 1), ...packs(3, null)], trial)).toEqual([])
  })

  test('the trial, without packs at a site that takes no part or at none, where sites manage their packs', () => {
    const trial = { ...TRIAL, pack_alert_level: 10, sites: [site(1, 'Abbey'), site(4, 'Closed', 9, true)] }
    const stock = [...packs(4, 1), ...packs(20, 4), ...packs(3, null)]
    expect(namesOf(stock, trial)).toEqual([['The whole trial', 4]])
    expect(namesOf(stock, { ...trial, is_site_managing_packs: false })).toEqual([])
  })

  test('a study group without an active pack, where the packs show their groups', () => {
    const trial = { ...TRIAL, is_site_managing_packs: false, sites: [] }
    expect(namesOf(packs(3, 1, { id: 7, name: 'Aspirin' }), trial)).toEqual([['Placebo', 0]])
    expect(namesOf(packs(3, 1), trial)).toEqual([])
    // Whoever sees no pack at their site does not know of those elsewhere.
    expect(namesOf([], trial)).toEqual([])
  })

  test('a study group without packs at a site that has others, where sites manage their packs', () => {
    const [aspirin, placebo] = [
      { id: 7, name: 'Aspirin' },
      { id: 8, name: 'Placebo' },
    ]
    const trial = { ...TRIAL, sites: [site(1, 'Abbey'), site(2, 'Bristol'), site(4, 'Closed', 9, true)] }
    const stock = [...packs(3, 1, aspirin), ...packs(3, 2, aspirin), ...packs(3, 2, placebo), ...packs(1, 4, aspirin)]
    expect(namesOf(stock, trial)).toEqual([['Placebo at Abbey', 0]])
    expect(namesOf(stock, { ...trial, is_site_managing_packs: false })).toEqual([])
  })
})
