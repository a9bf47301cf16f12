import type { Trial } from '#contract/trials'
import type { Role } from '#domain/people/permissions'
import { studyPackStatusId } from '#domain/study-packs/study-pack'
import type { TrialStatusKey } from '#domain/trials/trial-status'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SampleAccountKey } from '../../../../src/server/doors/idp/sample-accounts'
import { aTrial, grant, type TrialOverrides } from '../../../support/a-trial'
import { valueOf } from '../../../support/ask'
import { testPortal, type TestPortal } from '../../../support/portal'
import { storedPack } from '../../../support/study-packs'
import { aTrialPausedAfter, save, saveWith, shownTo, storedAbout } from '../../../support/save-trial'
import { signedInAs, type SignedIn } from '../../../support/sign-in'

let world: TestPortal
let administrator: SignedIn

beforeAll(async () => {
  world = await testPortal()
  administrator = await signedInAs(world, 'administrator')
})
afterAll(() => world.stop())

const queriesOf = () => world.context.database.queries
const STRATA = [
  { name: 'Sex', options: ['Female', 'Male'] },
  { name: 'Age', options: ['Below 60', '60 and above'] },
]

/** A paused trial with one participant. */
const aPausedTrial = (overrides: TrialOverrides = {}) => aTrialPausedAfter(world, administrator, 1, overrides)

/** The refusal of a form, which must change nothing. */
const refusedWith = async (trialId: number, form: unknown, who = administrator) => {
  const before = await storedAbout(queriesOf(), trialId)
  const { status, problem } = await save(who, trialId, form)
  expect(await storedAbout(queriesOf(), trialId)).toEqual(before)
  return { status, code: problem?.code, message: problem?.message, fields: problem?.fields ?? {} }
}

describe('people who may not save', () => {
  test.each<[person: SampleAccountKey, role: Role['title'] | null, status: number, code: string]>([
    ['coordinator', 'Trial administrator', 403, 'forbidden'],
    ['pharmacist', 'Trial user', 403, 'forbidden'],
    ['monitor', 'Trial viewer', 403, 'forbidden'],
    ['nurse', null, 404, 'not_found'],
  ])('%s, whose role is %s', async (person, role, status, code) => {
    const { trial_id } = await aTrial(world, { status: 'planning' })
    if (role !== null) await grant(world, { person, role, trial_id, site_id: null })
    const form = { ...(await shownTo(administrator, trial_id)), title: 'Taken over' }
    expect(await refusedWith(trial_id, form, await signedInAs(world, person))).toMatchObject({ status, code })
  })

  test('anybody, in a trial that does not exist, or in one that is protected from them', async () => {
    const form = await shownTo(administrator, (await aTrial(world, { status: 'planning' })).trial_id)
    expect((await save(administrator, 999_999, form)).status).toBe(404)
    const { trial_id } = await aTrial(world, { status: 'planning', is_protected_trial: true })
    await grant(world, { person: 'unblinder', role: 'System administrator', trial_id: null, site_id: null })
    expect(await refusedWith(trial_id, form, await signedInAs(world, 'unblinder'))).toMatchObject({
      status: 404,
      code: 'not_found',
    })
  })
})

describe('a trial that is neither planning nor paused', () => {
  test.each<TrialStatusKey>(['pending', 'started', 'rejected', 'finished', 'terminated'])(
    '%s: is not editable, whatever faults the form has',
    async (status) => {
      const { trial_id } = await aTrial(world, { status })
      const form = { ...(await shownTo(administrator, trial_id)), sites: [{ title: 'Elsewhere' }] }
      expect(await refusedWith(trial_id, form)).toMatchObject({
        status: 409,
        code: 'trial_not_editable',
        message: 'Settings can be saved only while the trial is Planning or Paused',
      })
    },
  )
})

const UNKNOWN = 'Not part of this trial'
const NEEDS_PACKS = 'Allowed only if the trial manages packs'

/** Faults of a form, made from the shown trial and from another one, with every field that the refusal names. */
const FAULTS: [says: string, more: (shown: Trial, other: Trial) => object, fields: Record<string, string>][] = [
  ['no title', () => ({ title: ' ' }), { title: 'This field is required' }],
  ['an end before its start', () => ({ end_on: '2026-01-01' }), { end_on: 'Must not be before the start date' }],
  ['an expiry before its end', () => ({ expires_at: '2027-10-30' }), { expires_at: 'Must not be before the end date' }],
  [
    'a time zone that is none',
    () => ({ selected_timezone: 'Mars/Olympus' }),
    { selected_timezone: 'This time zone is not supported' },
  ],
  ['no site', () => ({ sites: [] }), { sites: 'At least one site is required' }],
  [
    'all sites deleted',
    ({ sites }) => ({ sites: sites.map((site) => ({ ...site, is_deleted: true })) }),
    { sites: 'At least one site is required' },
  ],
  [
    'a site left out',
    ({ sites }) => ({ sites: sites.slice(1) }),
    { sites: 'A site cannot be removed, only marked as “No longer takes part”. Missing: Northern General' },
  ],
  [
    'a site of another trial',
    ({ sites }, other) => ({ sites: [...sites, { ...other.sites[0], title: 'Theirs' }] }),
    { 'sites.2.id': UNKNOWN },
  ],
  [
    'a site twice',
    ({ sites }) => ({ sites: [...sites, { ...sites[0], title: 'Again' }] }),
    { 'sites.2.id': 'Listed twice' },
  ],
  [
    'sites by one name',
    ({ sites }) => ({ sites: sites.map((site) => ({ ...site, title: 'General' })) }),
    { 'sites.1.title': 'This name is used twice' },
  ],
  [
    'what only packs need',
    ({ sites }) => ({ is_confirmable: true, sites: sites.map((site) => ({ ...site, low_pack_level: 2 })) }),
    { is_confirmable: NEEDS_PACKS, 'sites.0.low_pack_level': NEEDS_PACKS, 'sites.1.low_pack_level': NEEDS_PACKS },
  ],
  [
    'groups of another trial',
    (_, other) => ({ study_groups: other.study_groups }),
    { 'study_groups.0.id': UNKNOWN, 'study_groups.1.id': UNKNOWN },
  ],
  [
    'one group',
    ({ study_groups }) => ({ study_groups: study_groups.slice(1) }),
    { study_groups: 'At least two study groups are required' },
  ],
  ['no groups', () => ({ study_groups: undefined }), { study_groups: 'At least two study groups are required' }],
  [
    'what a blinded person was shown',
    () => ({
      study_groups: [
        { name: 'Tablet X', is_blinded: true },
        { name: 'Tablet Y', is_blinded: true },
      ],
    }),
    {
      'study_groups.0.is_blinded': 'You are no longer blinded. Please load the trial again',
      'study_groups.1.is_blinded': 'You are no longer blinded. Please load the trial again',
    },
  ],
  [
    'a stratum and an option of another trial',
    ({ trial_strata }, other) => ({
      trial_strata: [
        { ...trial_strata[0], trial_stratum_options: [other.trial_strata[0]?.trial_stratum_options[0]] },
        { ...other.trial_strata[0], name: 'Theirs' },
      ],
    }),
    {
      'trial_strata.0.trial_stratum_options.0.id': UNKNOWN,
      'trial_strata.1.id': UNKNOWN,
      'trial_strata.1.trial_stratum_options.0.id': UNKNOWN,
      'trial_strata.1.trial_stratum_options.1.id': UNKNOWN,
    },
  ],
  ['another status', () => ({ trial_status_id: 3 }), { trial_status_id: 'Saving settings cannot change the status' }],
  ['an unknown field', () => ({ colour: 'red' }), { colour: 'Unknown field' }],
  ['a seed of their own', () => ({ seed: 'ab'.repeat(32) }), { seed: 'Unknown field' }],
  [
    'an unknown field of a child',
    ({ sites }) => ({ sites: sites.map((site) => ({ ...site, trial_id: 1 })) }),
    { 'sites.0.trial_id': 'Unknown field', 'sites.1.trial_id': 'Unknown field' },
  ],
  [
    'several faults at once',
    ({ sites }, other) => ({
      end_on: '2026-01-01',
      is_participant_id_required: true,
      sites: [...sites, other.sites[0]],
    }),
    {
      end_on: 'Must not be before the start date',
      is_participant_id_required: 'Allowed only if participant IDs are used',
      'sites.2.id': UNKNOWN,
      'sites.2.title': 'This name is used twice',
    },
  ],
  [
    'blocks without a size',
    () => ({ randomisation_method_id: 1 }),
    { block_size_min: 'Blocked randomisation needs a block size' },
  ],
  [
    'blocks that do not fit the weights',
    ({ study_groups }) => ({
      randomisation_method_id: 1,
      block_size_min: 4,
      block_size_max: 5,
      study_groups: study_groups.map((group, i) => ({ ...group, weight: i + 1 })),
    }),
    { block_size_max: 'The range must include a multiple of the sum of the weights' },
  ],
  [
    'a minimisation that would favour the worse arms',
    () => ({ randomisation_method_id: 3, minimisation_probability: 50 }),
    {
      minimisation_probability:
        'The weights make 2 arms, so this must be 51 percent or more. Below that, the worse arms would be drawn more often than the best.',
    },
  ],
  [
    'a factorial trial without factors',
    () => ({ allocation_method_id: 4 }),
    { 'study_groups.0.factorial_level': 'A factorial trial needs a factor, 1 or 2, for every study group' },
  ],
  [
    'weights of nothing',
    ({ study_groups }) => ({ study_groups: study_groups.map((group) => ({ ...group, weight: 0 })) }),
    { study_groups: 'At least one study group needs a weight above 0' },
  ],
]

describe('a form with faults is refused whole, each fault by its field', () => {
  test.each(FAULTS)('%s', async (_says, more, fields) => {
    const { trial_id } = await aTrial(world, { status: 'planning', trial_strata: STRATA })
    const other = await aTrial(world, { status: 'planning', trial_strata: STRATA })
    const shown = await shownTo(administrator, trial_id)
    const form = { ...shown, ...more(shown, await shownTo(administrator, other.trial_id)) }
    expect(await refusedWith(trial_id, form)).toMatchObject({ status: 422, code: 'validation_failed', fields })
  })

  test('every missing field is named at once', async () => {
    const { trial_id } = await aTrial(world, { status: 'planning' })
    const { fields } = await refusedWith(trial_id, {})
    expect(Object.keys(fields ?? {}).toSorted()).toEqual(['end_on', 'org_name', 'sites', 'start_on', 'title'])
  })

  test('people who must be blinded from now on and are not are counted, whatever they are called', async () => {
    const { trial_id, sites } = await aTrial(world, { status: 'planning' })
    const at = { trial_id, site_id: null }
    await grant(world, { person: 'coordinator', role: 'Trial administrator', ...at })
    await grant(world, { person: 'monitor', role: 'Trial viewer', ...at })
    await grant(world, { person: 'pharmacist', role: 'Site user', trial_id, site_id: sites[0]?.id ?? null })
    await grant(world, { person: 'pharmacist', role: 'Site user', trial_id, site_id: sites[1]?.id ?? null })
    await grant(world, { person: 'unblinder', role: 'Trial user', ...at, is_blinded_partial: true })
    const shown = await shownTo(administrator, trial_id)
    const blinding = { is_blinded_users: true, is_blinded_investigators: true }
    const [one, two] = ['1 person', '2 people'].map(
      (who) => `${who} with such a permission in this trial must be blinded first`,
    )
    expect(await refusedWith(trial_id, { ...shown, ...blinding })).toMatchObject({
      status: 422,
      fields: { is_blinded_users: two, is_blinded_investigators: one },
    })
    await queriesOf()
      .updateTable('user_permissions')
      .set({ is_blinded_whole: true })
      .where('trial_id', '=', trial_id)
      .where('is_blinded_partial', '=', false)
      .execute()
    expect(valueOf(await save(administrator, trial_id, { ...shown, ...blinding }))).toMatchObject(blinding)
  })

  test('codes at dispensing, while packs without one may still be dispensed', async () => {
    const packs = { is_managing_packs: true, is_confirmable: false }
    const trial = await aTrial(world, { status: 'paused', ...packs })
    const shown = await shownTo(administrator, trial.trial_id)
    const statuses = ['inactive', 'active', 'allocated', 'dispensed', 'expired', 'removed'] as const
    for (const status of statuses) await storedPack(world, trial, status, { pack_id: `A-${status}` })
    await storedPack(world, trial, 'active', { confirmation_code: '007' })
    expect(await refusedWith(trial.trial_id, { ...shown, is_confirmable: true })).toMatchObject({
      status: 422,
      fields: {
        is_confirmable:
          '3 study packs have no confirmation code: A-active, A-allocated and A-inactive. Dispense or remove such packs first.',
      },
    })
    const removed = { study_pack_status_id: studyPackStatusId('removed') }
    await queriesOf().updateTable('study_packs').set(removed).where('confirmation_code', 'is', null).execute()
    const saved = valueOf(await save(administrator, trial.trial_id, { ...shown, is_confirmable: true }))
    expect(saved).toMatchObject({ is_confirmable: true })
  })

  test('codes at dispensing, with the first packs without one for people who see the groups of packs', async () => {
    const trial = await aTrial(world, { status: 'paused', is_managing_packs: true, is_confirmable: false })
    const { trial_id } = trial
    for (const digit of [7, 6, 5, 4, 3, 2, 1]) await storedPack(world, trial, 'active', { pack_id: `A-${digit}` })
    const refusal = async () =>
      refusedWith(trial_id, { ...(await shownTo(administrator, trial_id)), is_confirmable: true })
    const NONE = '7 study packs have no confirmation code'
    const FIRST = 'Dispense or remove such packs first.'
    const fault = (is_confirmable: string) => ({ status: 422, fields: { is_confirmable } })
    expect(await refusal()).toMatchObject(fault(`${NONE}: A-1, A-2, A-3, A-4, A-5 and 2 more. ${FIRST}`))
    const blinding = { trial_id, site_id: null, is_blinded_whole: true }
    await grant(world, { person: 'administrator', role: 'Trial viewer', ...blinding })
    expect(await refusal()).toMatchObject(fault(`${NONE}. ${FIRST}`))
  })

  test('a sample size below the number of participants who count towards it is refused', async () => {
    const { trial_id } = await aTrialPausedAfter(world, administrator, 3, { sample_size: 10 })
    const shown = await shownTo(administrator, trial_id)
    const TOO_LOW = '3 participants count towards the sample size, so it cannot be lower.'
    expect(await refusedWith(trial_id, { ...shown, sample_size: 2 })).toMatchObject({
      status: 422,
      fields: { sample_size: TOO_LOW },
    })
    const saved = valueOf(await save(administrator, trial_id, { ...shown, sample_size: 3 }))
    expect(saved).toMatchObject({ sample_size: 3, num_sampled: 3 })
    const unlimited = valueOf(await save(administrator, trial_id, { ...saved, sample_size: 0 }))
    expect((await refusedWith(trial_id, { ...unlimited, sample_size: 1 })).fields).toEqual({ sample_size: TOO_LOW })
  })

  test('weights of 99 : 99 count as 1 : 1', async () => {
    const { trial_id } = await aTrial(world, { status: 'planning' })
    const shown = await shownTo(administrator, trial_id)
    const study_groups = shown.study_groups.map((group) => ({ ...group, weight: 99 }))
    const saved = valueOf(await save(administrator, trial_id, { ...shown, study_groups }))
    expect(saved.study_groups.map(({ weight }) => weight)).toEqual([99, 99])
    const uneven = study_groups.map((group, index) => ({ ...group, weight: 99 + index }))
    expect(
      (await refusedWith(trial_id, { ...shown, setup_version: saved.setup_version, study_groups: uneven })).fields,
    ).toEqual({
      study_groups: 'The weights, reduced, must add up to 60 at most',
    })
  })

  test('a blinded trial needs its labels', async () => {
    const { trial_id } = await aTrial(world, { status: 'planning' })
    const shown = await shownTo(administrator, trial_id)
    const study_groups = shown.study_groups.map((group, i) => (i === 0 ? group : { ...group, label: null }))
    expect(await refusedWith(trial_id, { ...shown, is_blinded_users: true, study_groups })).toMatchObject({
      fields: { 'study_groups.1.label': 'A blinded trial needs a label' },
    })
  })
})

/** A form with a changed first stratum, the sex. */
const sexOf = ({ trial_strata: [sex, ...others] }: Trial, more: object) => ({
  trial_strata: [{ ...sex, ...more }, ...others],
})

describe('once a participant exists', () => {
  const LOCKED: [says: string, more: (shown: Trial) => object][] = [
    ['a stratum less', ({ trial_strata }) => ({ trial_strata: trial_strata.slice(1) })],
    ['no strata', () => ({ trial_strata: [] })],
    [
      'a stratum more',
      ({ trial_strata }) => ({
        trial_strata: [...trial_strata, { name: 'Fever', trial_stratum_options: [{ name: 'Yes' }] }],
      }),
    ],
    ['another name', (shown) => sexOf(shown, { name: 'Gender' })],
    ['another help text', (shown) => sexOf(shown, { description: 'As registered' })],
    [
      'another option',
      (shown) =>
        sexOf(shown, {
          trial_stratum_options: [...(shown.trial_strata[0]?.trial_stratum_options ?? []), { name: 'Other' }],
        }),
    ],
    [
      'an option less',
      (shown) => sexOf(shown, { trial_stratum_options: shown.trial_strata[0]?.trial_stratum_options.slice(1) }),
    ],
  ]
  test.each(LOCKED)('strata are locked: %s', async (_says, more) => {
    const { trial_id } = await aPausedTrial({ trial_strata: STRATA })
    const shown = await shownTo(administrator, trial_id)
    // The design is locked as well, but the refusal names the strata first.
    const form = { ...shown, ...more(shown), randomisation_method_id: 2 }
    expect(await refusedWith(trial_id, form)).toMatchObject({
      status: 409,
      code: 'strata_locked',
      message: 'Strata cannot be edited after randomisation has occurred',
    })
  })

  const FACTORIAL = {
    allocation_method_id: 4,
    study_groups: ['A', 'B', 'C', 'D', 'E'].map((name, i) => ({ name, factorial_level: i < 3 ? 1 : 2 }) as const),
  } as const
  const DESIGNS: [says: string, overrides: TrialOverrides, more: (shown: Trial) => object][] = [
    ['another randomisation method', {}, () => ({ randomisation_method_id: 2 })],
    ['a method that could not run besides', {}, () => ({ randomisation_method_id: 1 })],
    ['another allocation method', {}, () => ({ allocation_method_id: 3 })],
    [
      'flagged participants excluded from now on',
      { randomisation_method_id: 3, minimisation_probability: 100 },
      () => ({ exclude_flagged_participants: true }),
    ],
    [
      'flagged participants no longer excluded',
      { exclude_flagged_participants: true },
      () => ({ exclude_flagged_participants: false }),
    ],
    [
      'a group less',
      { study_groups: [{ name: 'A' }, { name: 'B' }, { name: 'C' }] },
      ({ study_groups }) => ({ study_groups: study_groups.slice(0, 2) }),
    ],
    [
      'a group in the place of another',
      {},
      ({ study_groups }) => ({ study_groups: [...study_groups.slice(1), { name: 'New', weight: 1 }] }),
    ],
    [
      'a group moved to the other factor',
      FACTORIAL,
      ({ study_groups }) => ({
        study_groups: study_groups.map((group, i) => (i === 0 ? { ...group, factorial_level: 2 } : group)),
      }),
    ],
  ]
  test.each(DESIGNS)('the design is locked: %s', async (_says, overrides, more) => {
    const { trial_id } = await aPausedTrial(overrides)
    const shown = await shownTo(administrator, trial_id)
    expect(await refusedWith(trial_id, { ...shown, ...more(shown) })).toMatchObject({
      status: 409,
      code: 'design_locked',
      message:
        'After randomisation has occurred, study groups cannot be removed. The methods and the exclusion of flagged participants cannot be changed',
    })
  })

  test('settings that no method could run with are refused last, with an explanation', async () => {
    const { trial_id } = await aPausedTrial({ randomisation_method_id: 1, block_size_min: 4, block_size_max: 4 })
    const form = { ...(await shownTo(administrator, trial_id)), block_size_min: 3, block_size_max: 3 }
    expect(await refusedWith(trial_id, form)).toMatchObject({
      status: 422,
      fields: { block_size_max: 'The range must include a multiple of the sum of the weights' },
    })
  })
})

describe('a study group that packs were made for', () => {
  test('is not removed even before the first participant; one without packs is', async () => {
    const { trial_id } = await aTrial(world, { status: 'planning', packs: 1 })
    const third = { name: 'Third', weight: 1 }
    const { study_groups } = await shownTo(administrator, trial_id)
    const grown = valueOf(await saveWith(administrator, trial_id, { study_groups: [...study_groups, third] }))
    const form = { ...grown, study_groups: grown.study_groups.slice(1) }
    expect(await refusedWith(trial_id, form)).toMatchObject({
      status: 409,
      code: 'design_locked',
      message: 'The study group Amlodipine cannot be removed: it has study packs',
    })
    expect(valueOf(await save(administrator, trial_id, { ...grown, study_groups })).study_groups).toEqual(study_groups)
  })
})
