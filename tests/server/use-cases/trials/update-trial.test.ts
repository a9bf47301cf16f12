import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTrial } from '#contract/trials'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { findTrial } from '../../../../src/server/ground/db/trials'
import { findLivePermissions } from '../../../../src/server/ground/db/user-permissions'
import { aTrial, grant, type TrialOverrides } from '../../../support/a-trial'
import { aTrialForm } from '../../../support/a-trial-form'
import { ask, posted, valueOf } from '../../../support/ask'
import { readChain } from '../../../support/audit-chain'
import { TEST_SERVER } from '../../../support/database'
import { readTrialRecords, recipientKeys } from '../../../support/participant-actions'
import { testPortal, type TestPortal } from '../../../support/portal'
import { randomise } from '../../../support/randomise'
import { aTrialPausedAfter, save, saveWith, setTo, shownTo, storedAbout } from '../../../support/save-trial'
import { sessionsWaiting } from '../../../support/sessions-waiting'
import { signedInAs, type SignedIn } from '../../../support/sign-in'
import { until } from '../../../support/until'

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

const lastEntryOf = async (trialId: number) => (await storedAbout(queriesOf(), trialId)).entries.at(-1)

describe('a save', () => {
  test('of the form as shown changes nothing but the version, starts no epoch, and is recorded', async () => {
    const { trial_id } = await aPausedTrial({ trial_strata: STRATA, randomisation_method_id: 3, is_stratified: true })
    const before = await storedAbout(queriesOf(), trial_id)
    const shown = await shownTo(administrator, trial_id)
    const version = (shown.setup_version ?? 0) + 1
    expect(valueOf(await save(administrator, trial_id, shown))).toEqual({ ...shown, setup_version: version })
    const { trial, records } = await storedAbout(queriesOf(), trial_id)
    expect(trial).toEqual({ ...before.trial, setup_version: (before.trial?.setup_version ?? 0) + 1 })
    expect(records).toEqual(before.records)
    expect(await lastEntryOf(trial_id)).toMatchObject({ kind: 'trial_updated', changes: [] })
  })

  test('of other settings returns what GET then returns, for every field of the form', async () => {
    const { trial_id } = await aTrial(world, { status: 'planning', trial_strata: STRATA })
    const more = {
      title: 'Another title',
      description: 'Text',
      study_registration_no: 'ISRCTN1',
      ethics_approval_id: 'E-7',
      ethics_approving_body: 'Board',
      start_on: '2026-12-01',
      end_on: '2027-12-31',
      expires_at: '2029-01-01',
      selected_timezone: 'Europe/London',
      is_protected_trial: true,
      sample_size: 90,
      cap_notice_percent: 75,
      allocation_method_id: 3,
      randomisation_method_id: 3,
      is_stratified: true,
      is_site_stratified: true,
      block_size_min: 4,
      block_size_max: 8,
      urn_initial: 2,
      urn_alpha: 1,
      urn_beta: 3,
      minimisation_measure: 'range',
      minimisation_probability: 75,
      minimisation_site_weight: 5,
      is_participant_id_required: true,
      is_participant_id_used: true,
      participant_id_label: 'Ward number',
      participant_id_description: 'As on the wrist',
      participant_id_warning_id: 2,
      exclude_flagged_participants: true,
      is_managing_packs: true,
      is_site_managing_packs: true,
      is_confirmable: true,
      is_dispense_checked: true,
      pack_alert_level: 4,
      is_blinded_users: true,
      org_name: 'Another unit',
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
    }
    const { trial_strata, sites } = await shownTo(administrator, trial_id)
    const children = {
      sites: [
        ...sites.map((site, i) => ({ ...site, low_pack_level: i, is_deleted: i === 1, max_participants: 7 })),
        { title: 'Third' },
      ],
      trial_strata: trial_strata.slice(1).map((stratum) => ({
        ...stratum,
        description: 'In years',
        minimisation_weight: 3,
        trial_stratum_options: [...stratum.trial_stratum_options.slice(1), { name: 'Unknown' }],
      })),
    }
    const saved = valueOf(await saveWith(administrator, trial_id, { ...more, ...children }))
    expect(saved).toMatchObject(more)
    expect(await shownTo(administrator, trial_id)).toEqual(saved)
    expect(saved.sites).toMatchObject([
      { id: sites[0]?.id, low_pack_level: 0, is_deleted: false, max_participants: 7 },
      { id: sites[1]?.id, low_pack_level: 1, is_deleted: true },
      { title: 'Third', low_pack_level: null, is_deleted: false },
    ])
    expect(saved.trial_strata).toEqual([
      {
        id: trial_strata[1]?.id,
        name: 'Age',
        description: 'In years',
        minimisation_weight: 3,
        trial_stratum_options: [
          trial_strata[1]?.trial_stratum_options[1],
          { id: expect.any(Number), name: 'Unknown', max_participants: null, ratio: null },
        ],
      },
    ])
  })

  test('is of the whole form: a field that is left out is set to its default', async () => {
    const { trial_id } = await aTrial(world, {
      status: 'planning',
      description: 'Text',
      sample_size: 9,
      is_stratified: true,
      urn_initial: 4,
      exclude_flagged_participants: true,
      trial_strata: STRATA,
    })
    const { title, start_on, end_on, org_name, sites, study_groups } = await shownTo(administrator, trial_id)
    const bare = sites.map(({ id, title }) => ({ id, title }))
    const least = {
      title,
      start_on,
      end_on,
      org_name,
      sites: bare,
      study_groups: study_groups.map(({ id, name }) => ({ id, name })),
    }
    expect(valueOf(await save(administrator, trial_id, least))).toMatchObject({
      description: null,
      sample_size: 0,
      is_stratified: false,
      urn_initial: 1,
      exclude_flagged_participants: false,
      trial_status_id: 1,
      trial_strata: [],
      study_groups: [
        { label: null, weight: 1 },
        { label: null, weight: 1 },
      ],
    })
  })

  test('changes, after the first participant, names, labels, weights, new groups and sites', async () => {
    const { trial_id } = await aPausedTrial({ trial_strata: STRATA })
    const { study_groups, sites } = await shownTo(administrator, trial_id)
    const more = {
      title: 'Renamed',
      sites: [...sites.map((site) => ({ ...site, title: `${site.title} Hospital` })), { title: 'New' }],
      study_groups: [
        ...study_groups.map((group) => ({
          ...group,
          name: `${group.name} 5 mg`,
          label: `${group.label}, kit`,
          weight: 2,
        })),
        { name: 'Third' },
      ],
      renaming: { reason: 'Typing error', trial_title: 'A trial of two tablets' },
    }
    const saved = valueOf(await saveWith(administrator, trial_id, more))
    expect(saved.sites.map(({ title }) => title)).toEqual([
      'Northern General Hospital',
      'Southern General Hospital',
      'New',
    ])
    expect(saved.study_groups).toMatchObject([
      { id: study_groups[0]?.id, name: 'Amlodipine 5 mg', label: 'Tablet X, kit', weight: 2 },
      { id: study_groups[1]?.id, name: 'Indapamide 5 mg', label: 'Tablet Y, kit', weight: 2 },
      { name: 'Third', label: null, weight: 1 },
    ])
  })

  test('never touches another trial, nor the parts of its own outside the form', async () => {
    const other = await aPausedTrial()
    const untouched = await storedAbout(queriesOf(), other.trial_id)
    const { trial_id } = await aPausedTrial()
    const before = await storedAbout(queriesOf(), trial_id)
    const foreign = {
      id: other.trial_id,
      created_at: '1999-01-01T00:00:00.000Z',
      num_sampled: 99,
      commitment: 'ff',
      started_on: null,
      nonce_hex: 'aa',
      seed_revealed_at: '1999-01-01T00:00:00.000Z',
      contact: 'X',
    }
    valueOf(await saveWith(administrator, trial_id, { ...foreign, title: 'Mine' }))
    expect(await storedAbout(queriesOf(), other.trial_id)).toEqual(untouched)
    const { trial } = await storedAbout(queriesOf(), trial_id)
    expect(trial).toEqual({ ...before.trial, title: 'Mine', setup_version: (before.trial?.setup_version ?? 0) + 1 })
  })

  test('runs after another one sent at once, and both are whole, where neither asks about the version', async () => {
    const { trial_id } = await aTrial(world, { status: 'planning' })
    const { setup_version: _setup_version, ...shown } = await shownTo(administrator, trial_id)
    const by = (name: string) => ({
      ...shown,
      title: name,
      description: name,
      sites: shown.sites.map((site, i) => ({ ...site, title: `${name} ${i}` })),
      study_groups: shown.study_groups.map((group, i) => ({ ...group, name: `${name} ${i}` })),
    })
    const answers = await Promise.all(['One', 'Two', 'Three'].map((name) => save(administrator, trial_id, by(name))))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    const { title, description, sites, study_groups } = await shownTo(administrator, trial_id)
    expect([description, sites.map((site) => site.title), study_groups.map(({ name }) => name)]).toEqual([
      title,
      [`${title} 0`, `${title} 1`],
      [`${title} 0`, `${title} 1`],
    ])
    expect((await findTrial(queriesOf(), trial_id))?.setup_version).toBe(4)
  })

  test('over a later one than the form was opened with is refused, and loses nothing of that one', async () => {
    const { trial_id } = await aTrial(world, { status: 'planning' })
    const shown = await shownTo(administrator, trial_id)
    const first = valueOf(await save(administrator, trial_id, { ...shown, title: 'First' }))
    const before = await storedAbout(queriesOf(), trial_id)
    const { status, problem } = await save(administrator, trial_id, { ...shown, description: 'Second' })
    expect([status, problem?.code]).toEqual([409, 'trial_changed_meanwhile'])
    expect(await storedAbout(queriesOf(), trial_id)).toEqual(before)
    valueOf(await save(administrator, trial_id, { ...first, description: 'Second' }))
    expect(await shownTo(administrator, trial_id)).toMatchObject({ title: 'First', description: 'Second' })
  })

  test('over a later one is refused before any other fault, except where the status forbids it', async () => {
    const { trial_id } = await aTrial(world, { status: 'planning' })
    const shown = await shownTo(administrator, trial_id)
    valueOf(await save(administrator, trial_id, shown))
    const late = { ...shown, end_on: '1999-01-01' }
    expect((await save(administrator, trial_id, late)).problem?.code).toBe('trial_changed_meanwhile')
    await setTo(administrator, trial_id, 'started')
    expect((await save(administrator, trial_id, late)).problem?.code).toBe('trial_not_editable')
  })

  test('is known to the next randomisation at once', async () => {
    const trial = await aPausedTrial()
    const { sites } = await shownTo(administrator, trial.trial_id)
    valueOf(
      await saveWith(administrator, trial.trial_id, {
        is_participant_id_used: true,
        is_participant_id_required: true,
        sites: sites.map((site, i) => ({ ...site, is_deleted: i === 1 })),
      }),
    )
    await setTo(administrator, trial.trial_id, 'started')
    const body = { site_id: sites[1]?.id, participant_strata: [] }
    expect((await randomise(administrator, trial.trial_id, body)).problem).toMatchObject({
      fields: { participant_id: 'Participant ID is required' },
    })
    expect((await randomise(administrator, trial.trial_id, { ...body, participant_id: 'W-1' })).problem?.code).toBe(
      'site_deleted',
    )
  })
})

describe('the day on which a trial expires', () => {
  test.each<[says: string, form: object, expires_at: string]>([
    ['is six months after its end where the form leaves it open', { expires_at: null }, '2028-04-30'],
    ['follows the end where nobody set it', { end_on: '2028-08-31' }, '2029-02-28'],
    ['is what the form says', { expires_at: '2031-01-01' }, '2031-01-01'],
    ['is what the form says, wherever the end moves', { end_on: '2028-08-31', expires_at: '2031-01-01' }, '2031-01-01'],
  ])('%s', async (_says, form, expires_at) => {
    const { trial_id } = await aTrial(world, { status: 'planning' })
    expect((await shownTo(administrator, trial_id)).expires_at).toBe('2028-04-30')
    expect(valueOf(await saveWith(administrator, trial_id, form)).expires_at).toBe(expires_at)
  })

  test('stays where a person set it, though the end moves', async () => {
    const { trial_id } = await aTrial(world, { status: 'planning', expires_at: '2031-01-01' })
    expect(valueOf(await saveWith(administrator, trial_id, { end_on: '2028-08-31' })).expires_at).toBe('2031-01-01')
  })
})

describe('a trial that is protected from now on', () => {
  test('keeps the person who protects it, who gets the permission of a creator, and that is recorded', async () => {
    const { trial_id } = await aTrial(world, { status: 'planning' })
    valueOf(await saveWith(administrator, trial_id, { is_protected_trial: true }))
    const { entries } = await readChain(world.database.queries, trial_id)
    const [saved, granted] = entries.slice(-2)
    expect(saved?.changes).toEqual([
      { field: 'is_protected_trial', old: false, new: true },
      { field: 'role_in_trial', old: null, new: 'Trial administrator' },
    ])
    expect(granted).toMatchObject({
      kind: 'permission_granted',
      user_id: world.personId('administrator'),
      role: 'System administrator',
      request_id: saved?.request_id,
    })
    expect(granted?.changes).toContainEqual({ field: 'user_id', old: null, new: world.personId('administrator') })
    expect(valueOf(await saveWith(administrator, trial_id, { title: 'Still mine' })).title).toBe('Still mine')
    expect((await lastEntryOf(trial_id))?.changes).toEqual([
      { field: 'title', old: 'A trial of two tablets', new: 'Still mine' },
    ])
  })

  test('informs its level 3 users that they are in it', async () => {
    const { trial_id } = await aTrial(world, { status: 'planning' })
    await grant(world, { person: 'coordinator', role: 'Trial administrator', trial_id, site_id: null })
    await grant(world, { person: 'nurse', role: 'Trial user', trial_id, site_id: null })
    valueOf(await saveWith(administrator, trial_id, { is_protected_trial: true }))
    const recipients = recipientKeys('protected_access', await readTrialRecords(world, trial_id))
    expect(recipients.toSorted()).toEqual(['administrator', 'coordinator'])
  })

  test('and whose investigators must be blinded blinds them', async () => {
    const { trial_id } = await aTrial(world, { status: 'planning' })
    const saved = valueOf(
      await saveWith(administrator, trial_id, { is_protected_trial: true, is_blinded_investigators: true }),
    )
    expect(saved).toMatchObject({ is_blinded_whole: true, study_groups: [] })
  })

  test('and whose investigators must be blinded blinds their other roles in it too, which is recorded', async () => {
    const { trial_id, sites } = await aTrial(world, { status: 'planning' })
    const site_id = sites[0]?.id ?? null
    await grant(world, { person: 'administrator', role: 'Site user', trial_id, site_id })
    const other = await aTrial(world, { status: 'planning' })
    const elsewhere = { trial_id: other.trial_id, site_id: other.sites[0]?.id ?? null }
    await grant(world, { person: 'administrator', role: 'Site user', ...elsewhere })
    valueOf(await saveWith(administrator, trial_id, { is_protected_trial: true, is_blinded_investigators: true }))
    const user_id = world.personId('administrator')
    const held = await findLivePermissions(world.database.queries, [user_id])
    const blindingIn = (id: number) =>
      held.filter((permission) => permission.trial_id === id).map(({ is_blinded_whole }) => is_blinded_whole)
    expect(blindingIn(trial_id)).toEqual([true, true])
    expect(blindingIn(other.trial_id)).toEqual([false])
    const { entries } = await storedAbout(queriesOf(), trial_id)
    expect(entries.slice(-3).map(({ kind }) => kind)).toEqual([
      'trial_updated',
      'permission_granted',
      'permission_changed',
    ])
    expect(entries.at(-1)).toMatchObject({ user_id })
    expect(entries.at(-1)?.changes).toEqual([{ field: 'is_blinded_whole', old: false, new: true }])
  })
})

describe.runIf(TEST_SERVER)('whoever loses the right to protect a trial before it is stored', () => {
  /** Ends the right of a newly made administrator while a call of theirs is under way. Returns its answer. */
  const endedDuring = async (call: (who: SignedIn) => Promise<{ status: number }>, lockedTrial: number) => {
    await grant(world, { person: 'monitor', role: 'System administrator', trial_id: null, site_id: null })
    const who = await signedInAs(world, 'monitor')
    const { id } = await queriesOf()
      .selectFrom('user_permissions')
      .select('id')
      .where('user_id', '=', world.personId('monitor'))
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    const another = await world.database.openAnother()
    const [trial, chain] = [
      await another.queries.startTransaction().execute(),
      await another.queries.startTransaction().execute(),
    ]
    await sql`select from trials where id = ${lockedTrial} for update`.execute(trial)
    await sql`select from audit_chains where chain = 0 for update`.execute(chain)
    const ending = administrator.fetch(`users/${world.personId('monitor')}/permissions/${id}`, { method: 'DELETE' })
    await until('the end of the right waits', async () => (await sessionsWaiting(queriesOf())) === 1)
    const answering = call(who)
    await until('both wait', async () => (await sessionsWaiting(queriesOf())) === 2)
    await chain.rollback().execute()
    expect((await ending).status).toBe(204)
    await trial.rollback().execute()
    const { status } = await answering
    await another.close()
    return status
  }
  const rolesIn = (trialId: number) =>
    queriesOf().selectFrom('user_permissions').select('role_id').where('trial_id', '=', trialId).execute()

  test('gets no role by saving one', async () => {
    const { trial_id } = await aTrial(world, { status: 'planning' })
    const form = { ...(await shownTo(administrator, trial_id)), is_protected_trial: true }
    expect(await endedDuring((who) => save(who, trial_id, form), trial_id)).toBe(404)
    expect(await rolesIn(trial_id)).toEqual([])
  })

  test('gets no role by creating one', async () => {
    const { trial_id } = await aTrial(world)
    const trials = () => queriesOf().selectFrom('trials').select('id').execute()
    const before = await trials()
    const form = aTrialForm({ is_protected_trial: true })
    const creating = (who: SignedIn) => ask(who, createTrial.response, 'trials', posted(form))
    expect(await endedDuring(creating, trial_id)).toBe(403)
    expect(await trials()).toEqual(before)
  })
})

describe('a repeat under the same key', () => {
  test('saves once, and returns the trial as it is now', async () => {
    const { trial_id } = await aTrial(world, { status: 'planning' })
    const form = { ...(await shownTo(administrator, trial_id)), title: 'Saved once' }
    const headers = { 'Idempotency-Key': randomUUID() }
    const first = await save(administrator, trial_id, form, headers)
    valueOf(await saveWith(administrator, trial_id, { description: 'Later' }))
    const repeat = await save(administrator, trial_id, form, headers)
    expect([first.replayed, repeat.replayed]).toEqual([false, true])
    expect(valueOf(repeat)).toMatchObject({ title: 'Saved once', description: 'Later' })
    expect((await findTrial(queriesOf(), trial_id))?.setup_version).toBe(3)
  })

  test('while the first is running waits for it', async () => {
    const { trial_id } = await aTrial(world, { status: 'planning' })
    const form = { ...(await shownTo(administrator, trial_id)), title: 'Saved once' }
    const headers = { 'Idempotency-Key': randomUUID() }
    const both = await Promise.all([
      save(administrator, trial_id, form, headers),
      save(administrator, trial_id, form, headers),
    ])
    expect(both.map(({ status, replayed }) => `${status} ${replayed}`).toSorted((a, b) => (a < b ? -1 : 1))).toEqual([
      '200 false',
      '200 true',
    ])
    expect((await findTrial(queriesOf(), trial_id))?.setup_version).toBe(2)
  })

  test('with another form is refused, and a corrected form may use the key of a refused one', async () => {
    const { trial_id } = await aTrial(world, { status: 'planning' })
    const headers = { 'Idempotency-Key': randomUUID() }
    expect((await saveWith(administrator, trial_id, { title: '' }, headers)).status).toBe(422)
    expect((await saveWith(administrator, trial_id, { title: 'Corrected' }, headers)).status).toBe(200)
    const { status, problem } = await saveWith(administrator, trial_id, { title: 'Another' }, headers)
    expect([status, problem?.code]).toEqual([422, 'idempotency_key_reused'])
  })
})

describe('the audit entry of a save', () => {
  test('has the person, role, time and request, and every field with its value before and after', async () => {
    const { trial_id } = await aTrial(world, {
      status: 'planning',
      packs: 1,
      org_quote_amount: 10,
      trial_strata: STRATA,
      sites: [{ title: 'North', low_pack_level: 3 }, { title: 'South' }],
    })
    const { sites, study_groups, trial_strata } = await shownTo(administrator, trial_id)
    world.clock.step(60)
    const { headers } = await saveWith(administrator, trial_id, {
      renaming: { reason: 'As on the door', trial_title: 'A trial of two tablets' },
      title: 'Renamed',
      sample_size: 40,
      is_site_stratified: true,
      org_quote_amount: 10.5,
      org_contract_date: '2026-05-05',
      sites: [
        { ...sites[0], title: 'North Ward', low_pack_level: 5 },
        { ...sites[1], is_deleted: true },
        { title: 'West', low_pack_level: 2 },
      ],
      study_groups: [
        { ...study_groups[0], weight: 2 },
        { ...study_groups[1], label: 'Tablet Z' },
      ],
      trial_strata: [
        {
          ...trial_strata[0],
          minimisation_weight: 4,
          trial_stratum_options: [...(trial_strata[0]?.trial_stratum_options ?? []), { name: 'Other' }],
        },
      ],
    })
    const entry = await lastEntryOf(trial_id)
    expect(entry).toMatchObject({
      chain: trial_id,
      trial_id,
      kind: 'trial_updated',
      description: `Settings of trial ${trial_id} saved: Renamed`,
      user_id: world.personId('administrator'),
      role: 'System administrator',
      created_at: world.clock.now(),
      reason: 'As on the door',
      request_id: headers.get('X-Request-Id'),
    })
    expect(entry?.changes.toSorted((a, b) => (a.field < b.field ? -1 : 1))).toEqual([
      { field: 'is_site_stratified', old: false, new: true },
      { field: 'org_contract_date', old: null, new: '2026-05-05' },
      { field: 'org_quote_amount', old: 10, new: 10.5 },
      { field: 'sample_size', old: 0, new: 40 },
      { field: 'sites', old: 'North, South', new: 'North Ward, South (deleted), West' },
      { field: 'sites.North.low_pack_level', old: 3, new: 5 },
      { field: 'sites.North.title', old: 'North', new: 'North Ward' },
      { field: 'sites.West.low_pack_level', old: null, new: 2 },
      { field: 'study_groups', old: 'Amlodipine (1), Indapamide (1)', new: 'Amlodipine (2), Indapamide (1)' },
      { field: 'study_groups.Indapamide.label', old: 'Tablet Y', new: 'Tablet Z' },
      { field: 'title', old: 'A trial of two tablets', new: 'Renamed' },
      { field: 'trial_strata', old: 'Sex, Age', new: 'Sex' },
      { field: 'trial_strata.Age.minimisation_weight', old: 1, new: null },
      { field: 'trial_strata.Age.trial_stratum_options', old: 'Below 60, 60 and above', new: null },
      { field: 'trial_strata.Sex.minimisation_weight', old: 1, new: 4 },
      { field: 'trial_strata.Sex.trial_stratum_options', old: 'Female, Male', new: 'Female, Male, Other' },
    ])
  })
})
