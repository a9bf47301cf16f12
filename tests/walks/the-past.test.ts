import { updateMe } from '#contract/session'
import { cappedGroupFields, formFields, siteFields, stratumFields } from '#contract/trial-form-fields'
import type { Trial } from '#contract/trials'
import { updateUser } from '#contract/user-accounts'
import { STUDY_PACK_ACTION_NAMES } from '#domain/study-packs/study-pack-actions'
import * as v from 'valibot'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { SampleAccountKey } from '../../src/server/doors/idp/sample-accounts'
import { aTrial, grant, type BuiltTrial } from '../support/a-trial'
import { allActionsOf } from '../support/all-actions-of'
import { posted } from '../support/ask'
import { flag } from '../support/flag'
import { readChain } from '../support/audit-chain'
import { OTHER_SETTINGS } from '../support/other-settings'
import { auditExportsOf, pastOf, rewritten, type Past } from '../support/past-of'
import { testPortal, type TestPortal } from '../support/portal'
import { randomised, saveWith, setTo, shownTo } from '../support/save-trial'
import { signedInAs, type SignedIn } from '../support/sign-in'
import { packsToActOn } from '../support/study-packs'

/*
 * After the first participant, no change alters what is shown of the past, except that it may add the present name. The
 * audit log says what was changed, when and by whom. The compiler asks for a value here for each new field of the
 * contract.
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
  cap_notice_percent: 75,
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
const OF_SITE: Record<keyof typeof siteFields, unknown> = {
  title: 'Old Mill',
  is_deleted: true,
  low_pack_level: 3,
  max_participants: 900,
}
const OF_GROUP: Record<keyof typeof cappedGroupFields | 'weight', unknown> = {
  name: 'Verum',
  label: 'Box Z',
  factorial_level: 1,
  weight: 2,
  max_participants: 900,
}
const OF_STRATUM: Record<keyof typeof stratumFields | 'minimisation_weight', unknown> = {
  name: 'Gender',
  description: 'As in the passport',
  minimisation_weight: 3,
}

/** The part of a form that changes one field. */
type Change = { field: string; of: (shown: Trial) => object }

const firstOf = (list: 'sites' | 'study_groups' | 'trial_strata', [field, value]: [string, unknown]): Change => ({
  field: `${list}, ${field}`,
  of: (shown) => ({ [list]: shown[list].map((one, index) => (index === 0 ? { ...one, [field]: value } : one)) }),
})

const CHANGES: readonly Change[] = [
  ...Object.entries({ ...OF_TRIAL, ...OTHER_SETTINGS }).map(([field, value]) => ({
    field,
    of: () => ({ [field]: value }),
  })),
  ...Object.entries(OF_SITE).map((one) => firstOf('sites', one)),
  ...Object.entries(OF_GROUP).map((one) => firstOf('study_groups', one)),
  ...Object.entries(OF_STRATUM).map((one) => firstOf('trial_strata', one)),
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

/** Times in files are in the trial's zone, with the offset from UTC beside them. They are the same moments. */
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
  test.each(CHANGES)('of $field changes nothing shown of the past', async ({ field, of }) => {
    const before = await past()
    const savesBefore = (await saves()).length
    world.clock.step(60)
    const { title } = await shownTo(administrator, trial.trial_id)
    const renaming = { reason: 'As agreed', trial_title: title }
    const change = of(await shownTo(administrator, trial.trial_id))
    const saved = await saveWith(administrator, trial.trial_id, { renaming, ...change })
    const differences = rewritten(before, await past()).filter(
      (one) => field !== REZONED || !/^\.(report|export)/.test(one),
    )
    expect(differences).toEqual([])
    const [entry, ...others] = (await saves()).slice(savesBefore)
    const said = entry && {
      by: entry.user_id,
      at: entry.created_at,
      names: JSON.stringify(entry.changes).includes(field.split(', ')[0] ?? field),
    }
    // A change of a locked field is refused, and writes nothing.
    const inTheLog = { by: world.personId('administrator'), at: world.clock.now(), names: true }
    expect([said, others, saved.status]).toEqual(
      saved.value === null
        ? [undefined, [], saved.problem?.code === 'validation_failed' ? 422 : 409]
        : [inTheLog, [], 200],
    )
  })
})

describe('an action on packs', () => {
  test.each(STUDY_PACK_ACTION_NAMES)('%s changes nothing shown of the past', async (action) => {
    const packs = await packsToActOn(world, trial, 'pharmacist')
    const before = await past()
    world.clock.step(60)
    const extras = { transfer: { to_site_id: trial.sites[1]?.id }, update: { expire_on: '2031-01-01', duration: 14 } }
    const body = { study_pack_id: packs[action], comment: 'As agreed', ...new Map(Object.entries(extras)).get(action) }
    await administrator.fetch(`trials/${trial.trial_id}/study-packs/${action}`, posted(body))
    expect(rewritten(before, await past())).toEqual([])
  })
})

describe('a change of a permission', () => {
  test('changes nothing shown of the past', async () => {
    const before = await past()
    world.clock.step(60)
    const path = `users/${world.personId('nurse')}/permissions`
    const { data }: { data: { id: number; trial: { id: number } | null }[] } = await (
      await administrator.fetch(path)
    ).json()
    const permission = data.find((one) => one.trial?.id === trial.trial_id)
    await administrator.fetch(`${path}/${permission?.id}`, {
      method: 'PUT',
      body: JSON.stringify({ role_id: 6, site_id: trial.sites[0]?.id, is_blinded_whole: true }),
    })
    expect(rewritten(before, await past())).toEqual([])
    await administrator.fetch(`${path}/${permission?.id}`, { method: 'DELETE' })
    expect(rewritten(before, await past())).toEqual([])
  })
})

describe('a change of a person', () => {
  /** The fields that a save changes. It ignores the others, so that a person can be sent back as received. */
  const SAVED = ['name', 'email', 'selected_timezone']
  const OF_PERSON: Record<keyof v.InferInput<typeof updateUser.body>, unknown> = {
    name: 'Nora Novak',
    email: 'nora@example.org',
    selected_timezone: 'Asia/Kolkata',
    seen_email: 'seen@example.org',
    id: 1,
    is_active: false,
    is_expired: true,
    expires_at: '2030-01-01T00:00:00.000Z',
    max_level: 4,
    user_profiles: [],
    invitation: null,
    user_permissions: [],
    trial_notification: null,
  }
  const OF_OWN_PROFILE: Record<keyof v.InferInput<typeof updateMe.body>, unknown> = {
    id: 1,
    email: 'own@example.org',
    selected_timezone: 'Asia/Tokyo',
    seen_email: 'seen@example.org',
    name: 'Another Name',
    max_level: 4,
    display: {},
  }

  let ward: BuiltTrial
  let drawn: number[]
  let reader: SignedIn
  /** The past as it was last shown. */
  let before: Past | undefined
  beforeAll(async () => {
    ward = await aTrial(world, { packs: 6 })
    const at = { role: 'Site user', trial_id: ward.trial_id, site_id: ward.sites[0]?.id ?? 0 } as const
    drawn = []
    for (const person of ['nurse', 'pharmacist', 'unblinder'] as const) {
      await grant(world, {
        person,
        ...at,
        has_study_packs_access: true,
        is_blinded_whole: true,
        is_unblind_authorized: true,
      })
      drawn.push(await allActionsOf(await signedInAs(world, person), ward))
    }
  })
  beforeEach(async () => {
    reader = await signedInAs(world, 'administrator')
    before ??= await wardPast()
  })

  const wardPast = async () => ({
    ...(await pastOf(world, reader, ward.trial_id, drawn)),
    ...(await auditExportsOf(world, reader, ward.trial_id)),
  })
  const rewrittenNow = async (): Promise<string[]> => {
    const after = await wardPast()
    const differences = rewritten(before, after)
    before = after
    return differences
  }
  const updates = async () =>
    (await readChain(world.database.queries, 0)).entries.filter(({ kind }) => kind === 'user_updated')
  const put = async (who: SignedIn, path: string, body: object): Promise<number> =>
    (await who.fetch(path, { method: 'PUT', body: JSON.stringify(body) })).status
  const answered = async (who: SignedIn, path: string): Promise<object> => (await who.fetch(path)).json()

  /** The past after a save, and the entry that the save writes. */
  const savedWith = async (who: SignedIn, path: { read: string; write: string }, change: object) => {
    world.clock.step(60)
    const updatesBefore = (await updates()).length
    const status = await put(who, path.write, { ...(await answered(who, path.read)), ...change })
    const entries = (await updates()).slice(updatesBefore)
    const differences = await rewrittenNow()
    return { status, entries, differences }
  }
  const inTheLog = (field: string, by: number) =>
    SAVED.includes(field) ? [expect.objectContaining({ user_id: by, created_at: world.clock.now() })] : []

  test.each(Object.entries(OF_PERSON))(
    'of $0 by an administrator changes nothing shown of the past',
    async (field, value) => {
      const path = `users/${world.personId('nurse')}`
      const { status, entries, differences } = await savedWith(reader, { read: path, write: path }, { [field]: value })
      expect([status, differences]).toEqual([200, []])
      expect(entries).toEqual(inTheLog(field, world.personId('administrator')))
      expect(JSON.stringify(entries)).toContain(SAVED.includes(field) ? field : '')
    },
  )

  test.each(Object.entries(OF_OWN_PROFILE))(
    'of $0 by the person changes nothing shown of the past',
    async (field, value) => {
      const nurse = await signedInAs(world, 'nurse')
      const path = { read: 'auth/me', write: 'auth/me/update' }
      const { status, entries, differences } = await savedWith(nurse, path, { [field]: value })
      expect([status, differences]).toEqual([field === 'id' ? 403 : 200, []])
      expect(entries).toEqual(field === 'name' ? [] : inTheLog(field, world.personId('nurse')))
    },
  )

  test('after two users exchange names, every past action names the right one', async () => {
    const keys = ['pharmacist', 'unblinder'] as const
    const [first, second] = await Promise.all(
      keys.map(async (key) => ({ path: `users/${world.personId(key)}`, shown: await personShown(key) })),
    )
    if (!first || !second) throw new Error('nobody to exchange names with')
    const names = [first.shown.name, second.shown.name]
    world.clock.step(60)
    expect(await put(reader, first.path, { ...first.shown, name: names[1] })).toBe(200)
    expect(await put(reader, second.path, { ...second.shown, name: names[0] })).toBe(200)
    expect(await rewrittenNow()).toEqual([])
    const [one, other] = [`${names[0]} (now ${names[1]})`, `${names[1]} (now ${names[0]})`]
    const views = Object.entries(before ?? {}).map(([view, shown]) => ({ view, text: JSON.stringify(shown) }))
    const silent = views.filter(({ text }) => !text.includes(one) || !text.includes(other)).map(({ view }) => view)
    // The ledger has no names, and letters keep the name that they were sent to.
    expect(silent).toEqual(['ledger', 'messages'])
  })

  const personShown = async (key: SampleAccountKey) =>
    v.parse(v.looseObject({ name: v.string() }), await answered(reader, `users/${world.personId(key)}`))
})

test('finds a changed entry: a new name without the old one counts as rewritten', () => {
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
