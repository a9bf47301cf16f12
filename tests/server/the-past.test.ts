import { formFields, methodSettings, siteFields, studyGroupFields } from '#contract/trial-form-fields'
import type { Trial } from '#contract/trials'
import { STUDY_PACK_ACTION_NAMES } from '#domain/study-pack'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aTrial, grant, type BuiltTrial } from '../support/a-trial'
import { posted } from '../support/ask'
import { flag } from '../support/flag'
import { readChain } from '../support/audit-chain'
import { pastOf, rewritten } from '../support/past-of'
import { testPortal, type TestPortal } from '../support/portal'
import { randomised, saveWith, setTo, shownTo } from '../support/save-trial'
import { signedInAs, type SignedIn } from '../support/sign-in'
import { packsToActOn } from '../support/study-packs'

/*
 * Whatever is changed after the first participant, what is shown of the past stays as it was, or has the present name beside it, and the
 * audit log says what was changed, when and by whom. A new field of the contract has no other value here: the compiler asks for one.
 */

const OF_TRIAL: Record<keyof typeof formFields, unknown> = {
  title: 'Another title',
  description: 'Another description',
  study_registration_no: 'ISRCTN2',
  ethics_approval_id: 'E-8',
  ethics_approving_body: 'Another board',
  start_on: '2026-10-01',
  end_on: '2028-01-31',
  expires_at: '2030-01-01',
  selected_timezone: 'Asia/Kolkata',
  is_protected_trial: true,
  sample_size: 90,
  allocation_method_id: 3,
  randomisation_method_id: 3,
  is_stratified: true,
  is_site_stratified: true,
  is_participant_id_required: true,
  is_participant_id_used: false,
  participant_id_label: 'Ward number',
  participant_id_description: 'As on the wrist',
  participant_id_warning_id: 3,
  exclude_flagged_participants: true,
  is_design_checked: true,
  is_opening_sites: true,
  is_managing_packs: false,
  is_site_managing_packs: false,
  is_confirmable: true,
  is_dispense_checked: true,
  least_active_packs: 8,
  pack_alert_level: 4,
  is_blinded_investigators: true,
  is_blinded_users: true,
  is_unblinding_reauthenticated: true,
  org_name: 'Another unit',
  org_contact_name: 'R. Patel',
  org_chief_investigator: 'S. Ito',
  org_billing_address: '1 High Street',
  org_website: 'https://example.org',
  org_quote_amount: 12.5,
  org_quote_date: '2026-02-01',
  org_paid_amount: 7,
  org_paid_date: '2026-03-01',
  org_contract_date: '2026-04-01',
  org_comments: 'Paid late',
}
const OF_METHODS: Record<keyof typeof methodSettings, unknown> = {
  block_size_min: 4,
  block_size_max: 8,
  urn_initial: 2,
  urn_alpha: 1,
  urn_beta: 3,
  minimisation_measure: 'range',
  minimisation_probability: 75,
  minimisation_site_weight: 5,
}
const OF_SITE: Record<keyof typeof siteFields, unknown> = { title: 'Old Mill', is_deleted: true, low_pack_level: 3 }
const OF_GROUP: Record<keyof typeof studyGroupFields | 'weight', unknown> = {
  name: 'Verum',
  label: 'Box Z',
  factorial_level: 1,
  weight: 2,
}

/** What is sent for one field to be another. */
type Change = { field: string; of: (shown: Trial) => object }

const firstOf = (list: 'sites' | 'study_groups', [field, value]: [string, unknown]): Change => ({
  field: `${list}, ${field}`,
  of: (shown) => ({ [list]: shown[list].map((one, place) => (place === 0 ? { ...one, [field]: value } : one)) }),
})

const CHANGES: readonly Change[] = [
  ...Object.entries({ ...OF_TRIAL, ...OF_METHODS }).map(([field, value]) => ({
    field,
    of: () => ({ [field]: value }),
  })),
  ...Object.entries(OF_SITE).map((one) => firstOf('sites', one)),
  ...Object.entries(OF_GROUP).map((one) => firstOf('study_groups', one)),
  {
    field: 'trial_strata, name',
    of: ({ trial_strata }) => ({ trial_strata: trial_strata.map((one) => ({ ...one, name: 'Gender' })) }),
  },
  {
    field: 'trial_strata, option',
    of: ({ trial_strata }) => ({
      trial_strata: trial_strata.map((one) => ({
        ...one,
        trial_stratum_options: one.trial_stratum_options.map((option) => ({ ...option, name: `${option.name}?` })),
      })),
    }),
  },
]

/** Times in files are those of the trial's zone, with what it is off from UTC beside them: the same moments. */
const REZONED = 'selected_timezone'

let world: TestPortal
let administrator: SignedIn
let trial: BuiltTrial
let people: number[]
beforeAll(async () => {
  world = await testPortal()
  administrator = await signedInAs(world, 'administrator')
  trial = await aTrial(world, {
    is_participant_id_used: true,
    trial_strata: [{ name: 'Sex', options: ['Female', 'Male'] }],
    packs: 12,
  })
  await grant(world, { person: 'nurse', role: 'Site user', trial_id: trial.trial_id, site_id: trial.sites[0]?.id ?? 0 })
  const drawn = await randomised(administrator, trial, 4)
  people = drawn.map(({ id }) => id)
  await flag(await signedInAs(world, 'nurse'), trial, { id: people[0] ?? 0 }, { comment: 'Fell' })
  await setTo(administrator, trial.trial_id, 'paused')
})
afterAll(() => world.stop())

const past = () => pastOf(world, administrator, trial.trial_id, people)
const saves = async () =>
  (await readChain(world.database.queries, trial.trial_id)).entries.filter(({ kind }) => kind === 'trial_updated')

describe('a change of the settings', () => {
  test.each(CHANGES)('of $field rewrites nothing of the past', async ({ field, of }) => {
    const before = await past()
    const known = (await saves()).length
    world.clock.step(60)
    const { title } = await shownTo(administrator, trial.trial_id)
    const renaming = { reason: 'As agreed', trial_title: title }
    const change = of(await shownTo(administrator, trial.trial_id))
    const saved = await saveWith(administrator, trial.trial_id, { renaming, ...change })
    const differences = rewritten(before, await past()).filter(
      (one) => field !== REZONED || !/^\.(report|export)/.test(one),
    )
    expect(differences).toEqual([])
    const [entry, ...others] = (await saves()).slice(known)
    const said = entry && {
      by: entry.user_id,
      at: entry.created_at,
      names: JSON.stringify(entry.changes).includes(field.split(', ')[0] ?? field),
    }
    // What is locked once somebody is in is refused, and nothing is written.
    const inTheLog = { by: world.personId('administrator'), at: world.clock.now(), names: true }
    expect([said, others, saved.status]).toEqual(
      saved.value === null
        ? [undefined, [], saved.problem?.code === 'validation_failed' ? 422 : 409]
        : [inTheLog, [], 200],
    )
  })
})

describe('an action on packs', () => {
  test.each(STUDY_PACK_ACTION_NAMES)('%s rewrites nothing of the past', async (action) => {
    const packs = await packsToActOn(world, trial, 'pharmacist')
    const before = await past()
    world.clock.step(60)
    const extras = { transfer: { to_site_id: trial.sites[1]?.id }, update: { expire_on: '2031-01-01', duration: 14 } }
    const body = { study_pack_id: packs[action], comment: 'As agreed', ...new Map(Object.entries(extras)).get(action) }
    await administrator.fetch(`trials/${trial.trial_id}/study-packs/${action}`, posted(body))
    expect(rewritten(before, await past())).toEqual([])
  })
})

describe('a change of what a person may do', () => {
  test('rewrites nothing of the past', async () => {
    const before = await past()
    world.clock.step(60)
    const path = `users/${world.personId('nurse')}/permissions`
    const { data }: { data: { id: number; trial: { id: number } | null }[] } = await (
      await administrator.fetch(path)
    ).json()
    const held = data.find((one) => one.trial?.id === trial.trial_id)
    await administrator.fetch(`${path}/${held?.id}`, {
      method: 'PUT',
      body: JSON.stringify({ role_id: 6, site_id: trial.sites[0]?.id, is_blinded_whole: true }),
    })
    expect(rewritten(before, await past())).toEqual([])
    await administrator.fetch(`${path}/${held?.id}`, { method: 'DELETE' })
    expect(rewritten(before, await past())).toEqual([])
  })
})

test('what is shown otherwise is found out: another name without the old one is rewritten', () => {
  const before = { list: [{ id: 1, group: 'A' }] }
  expect(
    rewritten(before, {
      list: [
        { id: 2, group: 'C' },
        { id: 1, group: 'A (now B)' },
      ],
    }),
  ).toEqual([])
  expect(rewritten(before, { list: [{ id: 1, group: 'B' }] })).toEqual(['.list[0].group: "A" → "B"'])
  expect(rewritten(before, { list: [] })).toHaveLength(1)
})
