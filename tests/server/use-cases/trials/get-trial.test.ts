import { trialForm, trialFormAnswer } from '#contract/trial-form'
import { getTrial, type Trial } from '#contract/trials'
import type { Role } from '#domain/people/permissions'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SampleAccountKey } from '../../../../src/server/doors/idp/sample-accounts'
import { aTrial, grant, type BuiltTrial } from '../../../support/a-trial'
import { ask, valueOf } from '../../../support/ask'
import { testPortal, type TestPortal } from '../../../support/portal'
import { signedInAs } from '../../../support/sign-in'

/** Every value of a form that `aTrial` does not set itself. */
const SETTINGS = {
  description: 'Two tablets, one question',
  study_registration_no: 'ISRCTN1',
  ethics_approval_id: 'E-7',
  ethics_approving_body: 'Board',
  start_on: '2026-12-01',
  expires_at: '2029-01-01',
  is_protected_trial: true,
  allocation_method_id: 1,
  randomisation_method_id: 1,
  is_stratified: true,
  is_site_stratified: false,
  block_size_min: 6,
  block_size_max: 12,
  participant_id_warning_id: 2,
  exclude_flagged_participants: true,
  pack_alert_level: 9,
  is_blinded_investigators: false,
  is_blinded_users: true,
  org_name: 'A trials unit',
  org_contact_name: 'R. Patel',
  org_chief_investigator: 'S. Ito',
  org_billing_address: '1 High Street',
  org_website: 'https://example.org',
  org_quote_amount: 1234.5,
  org_quote_date: '2026-01-01',
  org_paid_amount: 0,
  org_paid_date: '2026-02-01',
  org_contract_date: '2026-03-01',
  org_comments: 'Paid by cheque',
} as const

const GROUPS = [
  { name: 'Zanamivir', label: 'Kit L', weight: 1 },
  { name: 'Oseltamivir', label: 'Kit K', weight: 2 },
] as const

/** The values of a method's settings for readers who may not see them. */
const HIDDEN = {
  block_size_min: null,
  block_size_max: null,
  urn_initial: null,
  urn_alpha: null,
  urn_beta: null,
  minimisation_measure: null,
  minimisation_probability: null,
  minimisation_site_weight: null,
}

const NAMED = GROUPS.map(({ name, weight }) => ({
  id: expect.any(Number),
  name,
  weight,
  is_blinded: false,
  factorial_level: null,
}))
const WITH_SETTINGS = NAMED.map((group, i) => ({ ...group, label: GROUPS[i]?.label, max_participants: null }))
const LABELLED = ['Kit K', 'Kit L'].map((name) => ({ name, is_blinded: true }))

let world: TestPortal
let trial: BuiltTrial
let elsewhere: BuiltTrial

beforeAll(async () => {
  world = await testPortal()
  trial = await aTrial(world, {
    ...SETTINGS,
    title: 'Influenza',
    status: 'planning',
    sample_size: 90,
    selected_timezone: 'Europe/London',
    is_participant_id_used: true,
    participant_id_label: 'Ward number',
    participant_id_description: 'As on the wrist',
    packs: 1,
    sites: [{ title: 'North', low_pack_level: 3 }, { title: 'South' }, { title: 'Closed', is_deleted: true }],
    study_groups: [...GROUPS],
    trial_strata: [{ name: 'Fever', options: ['Yes', 'No'] }],
  })
  elsewhere = await aTrial(world, { title: 'Elsewhere' })
})
afterAll(() => world.stop())

const seenBy = async (key: SampleAccountKey, id = trial.trial_id): Promise<Trial> =>
  valueOf(await ask(await signedInAs(world, key), getTrial.response, `trials/${id}`))

describe('a trial that the person may not know of', () => {
  test.each<[string, SampleAccountKey, () => number | string]>([
    ['that is none', 'administrator', () => 999_999],
    ['in which they have no permission', 'unblinder', () => elsewhere.trial_id],
    ['whose id is too large to be one', 'administrator', () => '9'.repeat(30)],
    ['whose id is no number', 'administrator', () => 'all'],
  ])('is not found: one %s', async (_says, key, id) => {
    const person = await signedInAs(world, key)
    const { status, problem } = await ask(person, getTrial.response, `trials/${id()}`)
    expect([status, problem?.code]).toEqual([404, 'not_found'])
  })

  test('looks the same as one that does not exist', async () => {
    const person = await signedInAs(world, 'unblinder')
    const [none, hidden] = [
      await ask(person, getTrial.response, 'trials/999999'),
      await ask(person, getTrial.response, `trials/${elsewhere.trial_id}`),
    ]
    expect({ ...hidden.problem, request_id: '' }).toEqual({ ...none.problem, request_id: '' })
  })

  test('is a protected one for system level 4 without a permission in it, and with one at a site only that site', async () => {
    await grant(world, { person: 'unblinder', role: 'System administrator', trial_id: null, site_id: null })
    const person = await signedInAs(world, 'unblinder')
    expect((await ask(person, getTrial.response, `trials/${trial.trial_id}`)).status).toBe(404)
    expect((await ask(person, getTrial.response, `trials/${elsewhere.trial_id}`)).status).toBe(200)
    const [north] = trial.sites
    const atSite = { role: 'Site viewer', trial_id: trial.trial_id, site_id: north?.id ?? null } as const
    await grant(world, { person: 'unblinder', ...atSite })
    const seen = await seenBy('unblinder')
    expect(seen.sites.map(({ title }) => title)).toEqual(['North'])
    expect(seen).not.toHaveProperty('description')
  })
})

describe('a trial as each level sees it', () => {
  const common = {
    title: 'Influenza',
    end_on: '2027-10-31',
    trial_status_id: 1,
    trial_status: { id: 1, name: 'Planning' },
    sample_size: 90,
    num_sampled: 0,
    started_on: null,
    ended_on: null,
    selected_timezone: 'Europe/London',
    is_managing_packs: true,
    is_site_managing_packs: true,
    is_confirmable: false,
    is_dispense_checked: false,
    least_active_packs: 6,
    is_participant_id_used: true,
    is_participant_id_required: false,
    participant_id_label: 'Ward number',
    participant_id_description: 'As on the wrist',
    randomisation_method: { title: 'Blocked' },
    allocation_method: { title: 'Parallel' },
    contact: 'R. Patel',
    commitment: expect.stringMatching(/^[0-9a-f]{64}$/),
  }

  test('level 4: the whole form, as it was filled in', async () => {
    const seen = await seenBy('administrator')
    expect(seen).toMatchObject({ ...common, ...SETTINGS, study_groups: WITH_SETTINGS })
    expect(seen.sites).toEqual([
      { id: trial.sites[0]?.id, title: 'North', is_deleted: false, low_pack_level: 3, max_participants: null },
      { id: trial.sites[1]?.id, title: 'South', is_deleted: false, low_pack_level: null, max_participants: null },
      { id: trial.sites[2]?.id, title: 'Closed', is_deleted: true, low_pack_level: null, max_participants: null },
    ])
    expect(seen.trial_strata).toEqual([
      {
        id: trial.trial_strata[0]?.id,
        name: 'Fever',
        description: null,
        minimisation_weight: 1,
        trial_stratum_options: trial.trial_strata[0]?.options,
      },
    ])
    expect(Object.keys(trialForm.entries).filter((field) => !(field in seen))).toEqual([])
  })

  test.each<[number, SampleAccountKey, Role['title'], number | null, string[], boolean]>([
    [3, 'coordinator', 'Trial administrator', null, ['North', 'South', 'Closed'], true],
    [2, 'pharmacist', 'Trial user', null, ['North', 'South', 'Closed'], false],
    [2, 'nurse', 'Site user', 0, ['North'], false],
    [1, 'monitor', 'Trial viewer', null, ['North', 'South', 'Closed'], false],
    [1, 'blinded-nurse', 'Site viewer', 2, ['Closed'], false],
  ])(
    'level %i (%s as %s): the trial, no settings but those of the packs that they see, and only the sites in reach',
    async (_level, person, role, at, sites, seesPacks) => {
      const site_id = at === null ? null : (trial.sites[at]?.id ?? null)
      await grant(world, { person, role, trial_id: trial.trial_id, site_id })
      const seen = await seenBy(person)
      expect(seen).toMatchObject({ ...common, is_blinded_whole: false, is_blinded_partial: false })
      const settings = Object.keys(seen).filter((field) => field in trialFormAnswer.entries)
      expect(settings).toEqual(seesPacks ? ['pack_alert_level'] : [])
      expect(seen.sites.map(({ title }) => title)).toEqual(sites)
      const ofSite = ['id', 'title', 'is_deleted', ...(seesPacks ? ['low_pack_level'] : []), 'max_participants']
      for (const site of seen.sites) expect(Object.keys(site)).toEqual(ofSite)
      expect(seen.study_groups).toEqual(NAMED)
    },
  )

  test.each<[string, SampleAccountKey, Role['title'], number | null, object, boolean, boolean]>([
    ['level 3', 'coordinator', 'Trial administrator', null, {}, true, true],
    ['level 2 with packs', 'pharmacist', 'Trial user', null, { has_study_packs_access: true }, true, true],
    ['level 2 with packs at a site', 'nurse', 'Site user', 0, { has_study_packs_access: true }, true, false],
    ['level 2 without packs', 'blinded-nurse', 'Trial user', null, {}, false, false],
    ['level 1', 'monitor', 'Trial viewer', null, {}, false, false],
  ])(
    'the levels of low stock are shown to people who count that stock: %s',
    async (_says, person, role, at, flags, ofSites, ofTrial) => {
      const levels = { pack_alert_level: 9, sites: [{ title: 'North', low_pack_level: 3 }, { title: 'South' }] }
      const stocked = await aTrial(world, { ...levels, is_managing_packs: true, is_site_managing_packs: true })
      const site_id = at === null ? null : (stocked.sites[at]?.id ?? null)
      await grant(world, { person, role, trial_id: stocked.trial_id, site_id, ...flags })
      const seen = await seenBy(person, stocked.trial_id)
      const levelsShown = seen.sites.map(({ low_pack_level }) => low_pack_level)
      expect(levelsShown).toEqual((site_id === null ? [3, null] : [3]).map((level) => (ofSites ? level : undefined)))
      expect(seen.pack_alert_level).toBe(ofTrial ? 9 : undefined)
    },
  )

  test('a person with two sites sees both', async () => {
    const south = trial.sites[1]?.id ?? null
    await grant(world, { person: 'nurse', role: 'Site viewer', trial_id: trial.trial_id, site_id: south })
    expect((await seenBy('nurse')).sites.map(({ title }) => title)).toEqual(['North', 'South'])
  })
})

describe('the groups as blinded people see them', () => {
  const whole = { is_blinded_whole: true }
  const partial = { is_blinded_partial: true }

  test.each<[string, Role['title'], object, object[]]>([
    ['level 1, fully', 'Trial viewer', whole, []],
    ['level 2, fully', 'Trial user', whole, []],
    ['level 3, fully', 'Trial administrator', whole, []],
    ['level 1, by label', 'Trial viewer', partial, LABELLED],
    ['level 2, by label', 'Trial user', partial, LABELLED],
    ['level 3, by label', 'Trial administrator', partial, LABELLED],
  ])('%s: no id, no weight, the order of the labels', async (_says, role, blinding, groups) => {
    const { trial_id } = await aTrial(world, { study_groups: [...GROUPS], status: 'planning' })
    await grant(world, { person: 'monitor', role, trial_id, site_id: null, ...blinding })
    const seen = await seenBy('monitor', trial_id)
    expect(seen).toMatchObject({ is_blinded_whole: false, is_blinded_partial: false, ...blinding })
    expect(seen.study_groups).toEqual(groups)
  })

  test.each<[string, object, object[]]>([
    ['fully', whole, []],
    ['by label', partial, LABELLED],
  ])('level 4, %s: the form, but neither settings of the method nor weights', async (_says, blinding, groups) => {
    const blocked = { randomisation_method_id: 1, block_size_min: 6, block_size_max: 12 } as const
    const { trial_id } = await aTrial(world, { study_groups: [...GROUPS], status: 'planning', ...blocked })
    const asMember = { role: 'Trial viewer', trial_id, site_id: null } as const
    await grant(world, { person: 'administrator', ...asMember, ...blinding })
    const seen = await seenBy('administrator', trial_id)
    expect(seen).toMatchObject({ ...blinding, org_name: 'A trials unit', ...HIDDEN })
    expect(seen.study_groups).toEqual(groups)
    expect(JSON.stringify(seen)).not.toContain('"weight"')
  })

  test('one permission that blinds overrides every other', async () => {
    const { trial_id, sites } = await aTrial(world, { study_groups: [...GROUPS], status: 'planning' })
    const site_id = sites[0]?.id ?? null
    await grant(world, { person: 'nurse', role: 'Trial administrator', trial_id, site_id: null })
    await grant(world, { person: 'nurse', role: 'Site viewer', trial_id, site_id, ...partial })
    expect((await seenBy('nurse', trial_id)).study_groups).toEqual(LABELLED)
    await grant(world, { person: 'nurse', role: 'Site user', trial_id, site_id, ...whole })
    expect((await seenBy('nurse', trial_id)).study_groups).toEqual([])
  })

  test('a group without a label is shown as blinded, never by its name', async () => {
    const { trial_id } = await aTrial(world, {
      study_groups: [{ name: 'Zanamivir' }, { name: 'Oseltamivir', label: 'Kit K' }],
      status: 'planning',
    })
    await grant(world, { person: 'monitor', role: 'Trial viewer', trial_id, site_id: null, ...partial })
    const { study_groups } = await seenBy('monitor', trial_id)
    expect(study_groups.map(({ name }) => name)).toEqual(['Blinded', 'Kit K'])
  })
})
