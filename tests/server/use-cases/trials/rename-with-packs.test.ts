import { api } from '#contract/api'
import { importStudyPacks } from '#contract/study-pack-import'
import type { Trial } from '#contract/trials'
import { studyPackStatusId } from '#domain/study-packs/study-pack'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aTrial } from '../../../support/a-trial'
import { ask, posted, valueOf } from '../../../support/ask'
import { testPortal, type TestPortal } from '../../../support/portal'
import { randomised, saveWith, setTo, shownTo, storedAbout } from '../../../support/save-trial'
import { signedInAs, type SignedIn } from '../../../support/sign-in'

/*
 * Study groups and sites can be renamed before the first participant, unless study packs were made under their names.
 */

let world: TestPortal
let administrator: SignedIn

beforeAll(async () => {
  world = await testPortal()
  administrator = await signedInAs(world, 'administrator')
})
afterAll(() => world.stop())

const renaming = { reason: 'Typing error', trial_title: 'A trial of two tablets' }
const queriesOf = () => world.context.database.queries

/** A trial that manages packs and has no participant yet. A list made packs for these groups. */
const packedTrial = async (
  packs: readonly { study_group: string; site: string | null }[],
  status: 'planning' | 'paused' = 'planning',
) => {
  const trial = await aTrial(world, { status, is_managing_packs: true, is_site_managing_packs: false })
  if (packs.length > 0) {
    const study_packs = packs.map((pack, i) => ({
      ...pack,
      pack_id: `P-${i * 7919 + 10_007}`,
      duration: 28,
      expire_on: '2099-12-31',
      confirmation_code: null,
    }))
    const list = { batch_id: 'B1', acknowledge_pattern: 'For a test', study_packs }
    valueOf(
      await ask(administrator, importStudyPacks.response, `trials/${trial.trial_id}/study-packs/import`, posted(list)),
    )
  }
  return { ...trial, shown: await shownTo(administrator, trial.trial_id) }
}
const pack = (study_group: string, site: string | null = null) => ({ study_group, site })

const groupsCalled = ({ study_groups }: Trial, names: readonly string[]) => ({
  study_groups: study_groups.map((group, i) => ({ ...group, name: names[i] ?? group.name })),
})
const sitesCalled = ({ sites }: Trial, titles: readonly string[]) => ({
  sites: sites.map((site, i) => ({ ...site, title: titles[i] ?? site.title })),
})

const GROUP_TAKEN = 'Another study group of this trial has or had this name or label. One of them has study packs'
const SITE_TAKEN = 'Another site of this trial has or had this name. One of them has study packs'

const refusedFields = async (trialId: number, more: object) => {
  const before = await storedAbout(queriesOf(), trialId)
  const { status, problem } = await saveWith(administrator, trialId, { renaming, ...more })
  expect(status).toBe(422)
  expect(await storedAbout(queriesOf(), trialId)).toEqual(before)
  return problem?.fields
}

describe('before the first participant, a study group that has packs', () => {
  test.each([
    ['Planning', 'planning', ['Amlodipine', 'Indapamide']],
    ['Paused', 'paused', ['Amlodipine', 'Indapamide']],
    ['Planning, only one of them with packs', 'planning', ['Indapamide']],
  ] as const)('exchanges its name with no other: %s', async (_says, status, groups) => {
    const { trial_id, shown } = await packedTrial(
      groups.map((name) => pack(name)),
      status,
    )
    const exchange = groupsCalled(shown, ['Indapamide', 'Amlodipine'])
    expect(await refusedFields(trial_id, exchange)).toEqual({
      'study_groups.0.name': GROUP_TAKEN,
      'study_groups.1.name': GROUP_TAKEN,
    })
  })

  test('does not do so over several saves, before or after Start', async () => {
    const { trial_id, shown } = await packedTrial([pack('Indapamide')])
    valueOf(await saveWith(administrator, trial_id, { renaming, ...groupsCalled(shown, ['Amlodipine', 'Waiting']) }))
    const taken = groupsCalled(shown, ['INDAPAMIDE', 'Waiting'])
    expect(await refusedFields(trial_id, taken)).toEqual({ 'study_groups.0.name': GROUP_TAKEN })
    await setTo(administrator, trial_id, 'started')
    await setTo(administrator, trial_id, 'paused')
    expect(await refusedFields(trial_id, taken)).toEqual({ 'study_groups.0.name': GROUP_TAKEN })
  })

  test('takes a new name only with a reason and the typed title, as the audit log then says', async () => {
    const { trial_id, shown } = await packedTrial([pack('Indapamide')])
    const more = groupsCalled(shown, ['Amlodipine', 'Indapamid'])
    for (const sent of [undefined, { ...renaming, trial_title: 'Another trial' }]) {
      const before = await storedAbout(queriesOf(), trial_id)
      expect((await saveWith(administrator, trial_id, { ...more, renaming: sent })).problem?.code).toBe(
        'renaming_not_confirmed',
      )
      expect(await storedAbout(queriesOf(), trial_id)).toEqual(before)
    }
    valueOf(await saveWith(administrator, trial_id, { ...more, renaming }))
    const { entries } = await storedAbout(queriesOf(), trial_id)
    expect(entries.at(-1)).toMatchObject({ kind: 'trial_updated', reason: renaming.reason })
  })

  test('is shown before the save, with its packs; one without packs is not, and needs no reason', async () => {
    const { trial_id, shown } = await packedTrial([
      pack('Indapamide', 'Southern General'),
      pack('Indapamide', 'Southern General'),
    ])
    const more = {
      ...groupsCalled(shown, ['Verum', 'Reference']),
      ...sitesCalled(shown, ['Northern', 'Southern']),
    }
    const { renamings } = valueOf(
      await ask(
        administrator,
        api.previewTrialSave.response,
        `trials/${trial_id}/changes`,
        posted({ ...shown, ...more }),
      ),
    )
    expect(renamings).toEqual([
      expect.objectContaining({ list: 'study_groups', id: shown.study_groups[1]?.id, participants: 0, packs: 2 }),
      expect.objectContaining({ list: 'sites', id: shown.sites[1]?.id, participants: 0, packs: 2 }),
    ])
    const free = { ...groupsCalled(shown, ['Verum']), ...sitesCalled(shown, ['Northern']) }
    expect(valueOf(await saveWith(administrator, trial_id, free)).study_groups[0]?.name).toBe('Verum')
  })

  test('gets its own packs after a new name too', async () => {
    const trial = await packedTrial(
      ['Amlodipine', 'Indapamide'].flatMap((name) => Array.from({ length: 4 }, () => pack(name))),
    )
    const { trial_id, shown } = trial
    const more = groupsCalled(shown, ['Verum', 'Reference'])
    valueOf(await saveWith(administrator, trial_id, { ...more, renaming }))
    await queriesOf()
      .updateTable('study_packs')
      .set({ study_pack_status_id: studyPackStatusId('active') })
      .where('trial_id', '=', trial_id)
      .execute()
    await setTo(administrator, trial_id, 'started')
    const rows = await queriesOf()
      .selectFrom('study_packs')
      .select(['pack_id', 'study_group_id'])
      .where('trial_id', '=', trial_id)
      .execute()
    const groupOfPack = new Map(rows.map(({ pack_id, study_group_id }) => [pack_id, study_group_id]))
    const groups = new Map(shown.study_groups.map(({ id }, i) => [['Verum', 'Reference'][i], id]))
    for (const { study_group, study_pack } of await randomised(administrator, trial, 3))
      expect(groupOfPack.get(study_pack?.pack_id ?? '')).toBe(groups.get(study_group.name))
  })
})

describe('before the first participant, a site that has packs', () => {
  test('exchanges its title with no other, and takes a new one only with a reason', async () => {
    const { trial_id, shown } = await packedTrial([pack('Amlodipine', 'Northern General')])
    expect(await refusedFields(trial_id, sitesCalled(shown, ['Southern General', 'Northern General']))).toEqual({
      'sites.0.title': SITE_TAKEN,
      'sites.1.title': SITE_TAKEN,
    })
    const corrected = sitesCalled(shown, ['Northern General Hospital'])
    expect((await saveWith(administrator, trial_id, corrected)).problem?.code).toBe('renaming_not_confirmed')
    valueOf(await saveWith(administrator, trial_id, { ...corrected, renaming }))
  })
})

test('names can be changed freely before any pack and participant, in a trial that manages packs', async () => {
  const { trial_id, shown } = await packedTrial([])
  const exchange = {
    ...groupsCalled(shown, ['Indapamide', 'Amlodipine']),
    ...sitesCalled(shown, ['Southern General', 'Northern General']),
  }
  expect(valueOf(await saveWith(administrator, trial_id, exchange))).toMatchObject({
    study_groups: [{ name: 'Indapamide' }, { name: 'Amlodipine' }],
    sites: [{ title: 'Southern General' }, { title: 'Northern General' }],
  })
})
