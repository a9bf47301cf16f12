import { api } from '#contract/api'
import { getParticipant, type Participant } from '#contract/participants'
import type { Trial } from '#contract/trials'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aTrial, grant } from '../../../support/a-trial'
import { ask, posted, valueOf } from '../../../support/ask'
import { exported, exportPaths, strictCsv } from '../../../support/export-calls'
import { historyOf, unblind } from '../../../support/participant-actions'
import { testPortal, type TestPortal } from '../../../support/portal'
import { aTrialPausedAfter, randomised, saveWith, setTo, shownTo, storedAbout } from '../../../support/save-trial'
import { signedInAs, type SignedIn } from '../../../support/sign-in'
import { rowsOf } from '../reports/report-calls'

/* Limits on renaming after the first participant, and the names that a participant's record shows. */

let world: TestPortal
let administrator: SignedIn

beforeAll(async () => {
  world = await testPortal()
  administrator = await signedInAs(world, 'administrator')
})
afterAll(() => world.stop())

const TITLE = 'A trial of two tablets'
const renaming = { reason: 'Typing error', trial_title: TITLE }
const queriesOf = () => world.context.database.queries

/** A paused trial with this many participants, in blocks of two. */
const aPausedTrial = async (many = 1) => {
  const blocks = { randomisation_method_id: 1, block_size_min: 2, block_size_max: 2 } as const
  const trial = await aTrialPausedAfter(world, administrator, many, blocks)
  return { ...trial, shown: await shownTo(administrator, trial.trial_id) }
}

/** A trial's study groups with these names in turn; labels only change where they are given. */
const groupsCalled = ({ study_groups }: Trial, names: readonly string[], labels: readonly string[] = []) => ({
  study_groups: study_groups.map((group, i) => ({
    ...group,
    name: names[i] ?? group.name,
    label: labels[i] ?? group.label,
  })),
})
const sitesCalled = ({ sites }: Trial, titles: readonly string[]) => ({
  sites: sites.map((site, i) => ({ ...site, title: titles[i] ?? site.title })),
})

const GROUP_TAKEN = 'Another study group of this trial has or had this name or label'
const SITE_TAKEN = 'Another site of this trial has or had this name'

/** The fields that the refusal names, for a save that changes nothing. */
const refusedFields = async (trialId: number, more: object): Promise<Record<string, string>> => {
  const before = await storedAbout(queriesOf(), trialId)
  const { status, problem } = await saveWith(administrator, trialId, { renaming, ...more })
  expect(status).toBe(422)
  expect(await storedAbout(queriesOf(), trialId)).toEqual(before)
  return problem?.fields ?? {}
}

describe('after the first randomisation, no study group takes a name or label that another has or had', () => {
  test('by an exchange in one save', async () => {
    const { trial_id, shown } = await aPausedTrial()
    expect(await refusedFields(trial_id, groupsCalled(shown, ['Indapamide', 'Amlodipine']))).toMatchObject({
      'study_groups.0.name': GROUP_TAKEN,
      'study_groups.1.name': GROUP_TAKEN,
    })
    expect(await refusedFields(trial_id, groupsCalled(shown, [], ['Tablet Y', 'Tablet X']))).toMatchObject({
      'study_groups.0.label': GROUP_TAKEN,
      'study_groups.1.label': GROUP_TAKEN,
    })
  })

  test('by an exchange over several saves', async () => {
    const { trial_id, shown } = await aPausedTrial()
    valueOf(await saveWith(administrator, trial_id, { renaming, ...groupsCalled(shown, ['Waiting']) }))
    expect(await refusedFields(trial_id, groupsCalled(shown, ['Waiting', 'Amlodipine']))).toMatchObject({
      'study_groups.1.name': GROUP_TAKEN,
    })
    valueOf(await saveWith(administrator, trial_id, { renaming, ...groupsCalled(shown, ['Waiting', 'Later']) }))
    expect(await refusedFields(trial_id, groupsCalled(shown, ['Indapamide', 'Later']))).toMatchObject({
      'study_groups.0.name': GROUP_TAKEN,
    })
  })

  test.each([
    ['in other letters', 'INDAPAMIDE'],
    ['with spaces', ' Inda  pamide '],
    ['with a space that does not break', 'Inda\u00a0pamide'],
    ['with an invisible character', 'Inda\u200bpamide'],
    ['in full-width letters', 'Ｉｎｄａｐａｍｉｄｅ'],
    ['that is its label', 'tablet y'],
  ])('in another spelling: %s', async (_how, name) => {
    const { trial_id, shown } = await aPausedTrial()
    expect(await refusedFields(trial_id, groupsCalled(shown, [name]))).toMatchObject({
      'study_groups.0.name': GROUP_TAKEN,
    })
  })

  test('by letters with marks in the other Unicode form', async () => {
    const { trial_id, shown } = await aPausedTrial()
    valueOf(await saveWith(administrator, trial_id, { renaming, ...groupsCalled(shown, ['Straße é']) }))
    expect(await refusedFields(trial_id, groupsCalled(shown, ['Straße é', 'STRASSE e\u0301']))).toMatchObject({
      'study_groups.1.name': GROUP_TAKEN,
    })
  })

  test('as a new study group', async () => {
    const { trial_id, shown } = await aPausedTrial()
    valueOf(await saveWith(administrator, trial_id, { renaming, ...groupsCalled(shown, ['Verum']) }))
    const { study_groups } = await shownTo(administrator, trial_id)
    const added = { study_groups: [...study_groups, { name: 'Amlodipine', label: 'tablet X', weight: 1 }] }
    expect(await refusedFields(trial_id, added)).toMatchObject({
      'study_groups.2.name': GROUP_TAKEN,
      'study_groups.2.label': GROUP_TAKEN,
    })
  })

  test('for a site as well', async () => {
    const { trial_id, shown } = await aPausedTrial()
    expect(await refusedFields(trial_id, sitesCalled(shown, ['Southern General', 'Northern General']))).toMatchObject({
      'sites.0.title': SITE_TAKEN,
      'sites.1.title': SITE_TAKEN,
    })
    valueOf(await saveWith(administrator, trial_id, { renaming, ...sitesCalled(shown, ['Old Mill']) }))
    const { sites } = await shownTo(administrator, trial_id)
    expect(await refusedFields(trial_id, { sites: [...sites, { title: 'NORTHERN general' }] })).toMatchObject({
      'sites.2.title': SITE_TAKEN,
    })
  })

  test('but a group takes back its own, and names can be changed freely before the first participant', async () => {
    const { trial_id, shown } = await aPausedTrial()
    valueOf(await saveWith(administrator, trial_id, { renaming, ...groupsCalled(shown, ['Verum']) }))
    valueOf(await saveWith(administrator, trial_id, { renaming, ...groupsCalled(shown, ['Amlodipine']) }))
    const empty = await aTrial(world, { status: 'paused' })
    const before = await shownTo(administrator, empty.trial_id)
    const exchanged = groupsCalled(before, ['Indapamide', 'Amlodipine'])
    expect(valueOf(await saveWith(administrator, empty.trial_id, exchanged)).study_groups).toMatchObject([
      { id: before.study_groups[0]?.id, name: 'Indapamide' },
      { id: before.study_groups[1]?.id, name: 'Amlodipine' },
    ])
  })
})

describe('a new name needs a reason and the typed title of the trial', () => {
  test.each<[says: string, sent: object | undefined, code: string]>([
    ['neither', undefined, 'renaming_not_confirmed'],
    ['another title', { ...renaming, trial_title: 'Another trial' }, 'renaming_not_confirmed'],
    ['no reason', { ...renaming, reason: ' ' }, 'validation_failed'],
    ['no title', { reason: 'Typing error' }, 'validation_failed'],
  ])('is refused with %s', async (_says, sent, code) => {
    const { trial_id, shown } = await aPausedTrial()
    for (const more of [
      groupsCalled(shown, ['Verum']),
      groupsCalled(shown, [], ['Kit']),
      sitesCalled(shown, ['New']),
    ]) {
      const before = await storedAbout(queriesOf(), trial_id)
      expect((await saveWith(administrator, trial_id, { ...more, renaming: sent })).problem?.code).toBe(code)
      expect(await storedAbout(queriesOf(), trial_id)).toEqual(before)
    }
  })

  test('is recorded with its reason, the old name and the new one, which blinded people never see', async () => {
    const { trial_id, shown } = await aPausedTrial()
    const more = { ...groupsCalled(shown, ['Verum']), renaming: { ...renaming, reason: 'It is Verum now' } }
    valueOf(await saveWith(administrator, trial_id, more))
    const { entries } = await storedAbout(queriesOf(), trial_id)
    expect(entries.at(-1)).toMatchObject({ kind: 'trial_updated', reason: 'It is Verum now' })
    expect(entries.at(-1)?.changes).toContainEqual({
      field: 'study_groups.Amlodipine.name',
      old: 'Amlodipine',
      new: 'Verum',
    })
    const at = { trial_id, site_id: null }
    await grant(world, { person: 'administrator', role: 'Trial administrator', ...at, is_blinded_whole: true })
    const read = await (await administrator.fetch(`audit-logs?trial_id=${trial_id}&page_size=100`)).text()
    expect(read).toContain(`Settings of trial ${trial_id} saved`)
    expect(read).not.toMatch(/Verum|Amlodipine/)
  })

  test('is shown before the save, with the number of participants', async () => {
    const { trial_id, shown } = await aPausedTrial(3)
    const more = { ...shown, ...groupsCalled(shown, ['Verum']), ...sitesCalled(shown, ['Old Mill']) }
    const preview = valueOf(
      await ask(administrator, api.previewTrialSave.response, `trials/${trial_id}/changes`, posted(more)),
    )
    const { participants } = valueOf(await listed(administrator, trial_id))
    expect(preview.renamings).toEqual([
      {
        list: 'study_groups',
        id: shown.study_groups[0]?.id,
        old: { name: 'Amlodipine', label: 'Tablet X' },
        new: { name: 'Verum', label: 'Tablet X' },
        participants: participants.filter(({ study_group }) => study_group.name === 'Amlodipine').length,
        packs: 0,
      },
      {
        list: 'sites',
        id: shown.sites[0]?.id,
        old: { name: 'Northern General', label: null },
        new: { name: 'Old Mill', label: null },
        participants: 2,
        packs: 0,
      },
    ])
  })
})

const listed = async (who: SignedIn, trialId: number) => {
  const { value, ...rest } = await ask(who, api.listParticipants.response, `trials/${trialId}/participants?order=asc`)
  return { ...rest, value: value === null ? null : { participants: value.data } }
}

describe('a randomised participant is shown under the names of that time, with the present ones beside them', () => {
  test('in the list, the history, the unblinding, the reports and the export; later participants under the new ones', async () => {
    const trial = await aPausedTrial(4)
    const { trial_id, shown } = trial
    const at = { trial_id, site_id: null }
    await grant(world, {
      person: 'unblinder',
      role: 'Trial user',
      ...at,
      is_blinded_whole: true,
      is_unblind_authorized: true,
    })
    await grant(world, { person: 'monitor', role: 'Trial viewer', ...at, is_blinded_partial: true })
    const before = await listed(administrator, trial_id)
    const first = valueOf(before).participants
    const names = ['Verum', 'Reference']
    const more = { ...groupsCalled(shown, names, ['Kit 1', 'Kit 2']), ...sitesCalled(shown, ['Old Mill']) }
    valueOf(await saveWith(administrator, trial_id, { renaming, ...more }))
    // A second renaming does not change the names from the first.
    valueOf(
      await saveWith(administrator, trial_id, {
        renaming,
        ...groupsCalled(shown, ['Verum 5 mg', 'Reference'], ['Kit 1', 'Kit 2']),
      }),
    )
    await setTo(administrator, trial_id, 'started')
    const later = await randomised(administrator, trial, 4)

    const now = new Map([
      ['Amlodipine', 'Amlodipine (now Verum 5 mg)'],
      ['Indapamide', 'Indapamide (now Reference)'],
    ])
    const expected = [
      ...first.map(({ study_group, site }) => [
        now.get(study_group.name),
        site.title === 'Northern General' ? 'Northern General (now Old Mill)' : site.title,
      ]),
      ...later.map(({ study_group, site }) => [study_group.name, site.title]),
    ]
    expect(new Set(later.map(({ study_group }) => study_group.name))).toEqual(new Set(['Verum 5 mg', 'Reference']))
    const after = valueOf(await listed(administrator, trial_id)).participants
    const shownAs = ({ study_group, site }: Participant) => [study_group.name, site.title]
    expect(after.map(shownAs)).toEqual(expected)

    const [one] = after
    if (!one) throw new Error('nobody was randomised')
    const participant = { trial_id, id: one.id }
    expect(
      shownAs(valueOf(await ask(administrator, getParticipant.response, `trials/${trial_id}/participants/${one.id}`))),
    ).toEqual(expected[0])
    const [entry] = valueOf(await historyOf(administrator, participant)).data
    expect(entry?.text).toBe(`Randomised at ${expected[0]?.[1]} · Study group: ${expected[0]?.[0]}`)
    const unblinder = await signedInAs(world, 'unblinder')
    expect(valueOf(await unblind(unblinder, participant)).study_group.name).toBe(expected[0]?.[0])

    const rows = await rowsOf(administrator, `trials/${trial_id}/reports/long`)
    expect(rows.map((row) => [row['Study group'], row['Site']])).toEqual(expected)
    const { bytes } = await exported(world.url, administrator, exportPaths(trial_id).participants, 'csv', 'order=asc')
    expect(strictCsv(bytes).map((row) => [row['Study group'], row['Site']])).toEqual(expected)

    const byLabel = new Map([
      ['Amlodipine', 'Tablet X (now Kit 1)'],
      ['Indapamide', 'Tablet Y (now Kit 2)'],
    ])
    const labels = valueOf(await listed(await signedInAs(world, 'monitor'), trial_id)).participants
    expect(labels.slice(0, 4).map(({ study_group }) => study_group.name)).toEqual(
      first.map(({ study_group }) => byLabel.get(study_group.name)),
    )
  })

  test('while packs stay with their group', async () => {
    const trial = await aTrialPausedAfter(world, administrator, 2, { packs: 4 })
    const { trial_id } = trial
    const packsByGroup = async () =>
      queriesOf()
        .selectFrom('study_packs')
        .select(['pack_id', 'study_group_id'])
        .where('trial_id', '=', trial_id)
        .orderBy('id')
        .execute()
    const before = await packsByGroup()
    const shown = await shownTo(administrator, trial_id)
    valueOf(await saveWith(administrator, trial_id, { renaming, ...groupsCalled(shown, ['Verum', 'Reference']) }))
    await setTo(administrator, trial_id, 'started')
    const drawn = await randomised(administrator, trial, 4)
    expect(await packsByGroup()).toEqual(before)
    const groups = new Map(shown.study_groups.map(({ id }, i) => [['Verum', 'Reference'][i], id]))
    const groupOfPack = new Map(before.map(({ pack_id, study_group_id }) => [pack_id, study_group_id]))
    for (const { study_group, study_pack } of drawn)
      expect(groupOfPack.get(study_pack?.pack_id ?? '')).toBe(groups.get(study_group.name))
  })

  test('and former names are never changed or deleted', async () => {
    const { trial_id, shown } = await aPausedTrial()
    valueOf(await saveWith(administrator, trial_id, { renaming, ...groupsCalled(shown, ['Verum']) }))
    await expect(queriesOf().updateTable('former_names').set({ name: 'Placebo' }).execute()).rejects.toThrow(
      /never changed/,
    )
    await expect(queriesOf().deleteFrom('former_names').execute()).rejects.toThrow(/never changed/)
  })
})
