import { listAuditLogs } from '#contract/audit-logs'
import { createTrial, getTrial, listTrials, type Trial } from '#contract/trials'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SampleAccountKey } from '../../../../src/server/doors/idp/sample-accounts'
import { aTrial, grant } from '../../../support/a-trial'
import { aTrialForm } from '../../../support/a-trial-form'
import { ask, posted, valueOf, type ApiResponse } from '../../../support/ask'
import { readTrialRecords, recipientKeys } from '../../../support/participant-actions'
import { testPortal, type TestPortal } from '../../../support/portal'
import { signedInAs, type SignedIn } from '../../../support/sign-in'

let world: TestPortal
let administrator: SignedIn

beforeAll(async () => {
  world = await testPortal()
  administrator = await signedInAs(world, 'administrator')
})
afterAll(() => world.stop())

const create = (
  form: unknown,
  headers: Record<string, string> = {},
  who = administrator,
): Promise<ApiResponse<Trial>> => ask(who, createTrial.response, 'trials', posted(form, headers))

const trialsStored = async () =>
  (await world.context.database.queries.selectFrom('trials').select('id').execute()).length

const groups = (...weights: number[]) => ({ study_groups: weights.map((weight, i) => ({ name: `G${i}`, weight })) })
/** The groups of a factorial trial: each has its factor and weight. */
const factorial = (...factors: [level: number, weight: number][]) => ({
  allocation_method_id: 4,
  study_groups: factors.map(([factorial_level, weight], i) => ({ name: `G${i}`, factorial_level, weight })),
})
const blocked = (block_size_min: number | null, block_size_max: number | null) => ({
  randomisation_method_id: 1,
  block_size_min,
  block_size_max,
})
const many = (count: number, named: (name: string) => object) => Array.from({ length: count }, (_, i) => named(`N${i}`))
const NEEDED = 'This field is required'
const NEEDS_PACKS = 'Allowed only if the trial manages packs'
const TWICE = 'This name is used twice'
const UNKNOWN = 'Unknown field'

/** Faults of a form, with every field that the refusal names and its text. */
const FAULTS: [says: string, more: object, fields: Record<string, unknown>][] = [
  ['no title', { title: undefined }, { title: NEEDED }],
  ['a title of blanks', { title: '  ' }, { title: NEEDED }],
  ['a title of 256 characters', { title: 'a'.repeat(256) }, { title: 'At most 255 characters' }],
  ['a title with a NUL', { title: 'a\u0000b' }, { title: 'Contains a character that cannot be stored' }],
  [
    'half of a surrogate pair',
    { description: 'a\ud800' },
    { description: 'Contains a character that cannot be stored' },
  ],
  ['no start', { start_on: undefined }, { start_on: NEEDED }],
  ['no end', { end_on: null }, { end_on: NEEDED }],
  ['an end that is no day', { end_on: '2027-02-29' }, { end_on: 'Must be a real date' }],
  ['a start that is no date', { start_on: 'tomorrow' }, { start_on: 'Must be a date, YYYY-MM-DD' }],
  [
    'an instant for a date',
    { org_paid_date: '2026-01-01T00:00:00.000Z' },
    { org_paid_date: 'Must be a date, YYYY-MM-DD' },
  ],
  ['an end before its start', { end_on: '2026-11-30' }, { end_on: 'Must not be before the start date' }],
  ['no organisation', { org_name: '' }, { org_name: NEEDED }],
  [
    'a time zone that is none',
    { selected_timezone: 'Mars/Olympus' },
    { selected_timezone: 'This time zone is not supported' },
  ],
  [
    'a time zone with a quote in it',
    { selected_timezone: "UTC'" },
    { selected_timezone: 'Must be the name of a time zone' },
  ],
  ['a sample size below 0', { sample_size: -1 }, { sample_size: 'Must be at least 0' }],
  ['half a participant', { sample_size: 1.5 }, { sample_size: 'Must be a whole number' }],
  ['more participants than there are', { sample_size: 1e10 }, { sample_size: 'Must be at most 1000000000' }],
  ['a flag in words', { is_protected_trial: 'yes' }, { is_protected_trial: 'Must be true or false' }],
  ['no sample size', { sample_size: null }, { sample_size: NEEDED }],
  ['no time zone', { selected_timezone: null }, { selected_timezone: NEEDED }],
  ['no allocation method', { allocation_method_id: null }, { allocation_method_id: NEEDED }],
  ['no randomisation method', { randomisation_method_id: null }, { randomisation_method_id: NEEDED }],
  ['no warning', { participant_id_warning_id: null }, { participant_id_warning_id: NEEDED }],
  ['an expiry before its end', { expires_at: '2027-11-29' }, { expires_at: 'Must not be before the end date' }],
  ['an amount below 0', { org_quote_amount: -1 }, { org_quote_amount: 'Must be at least 0' }],
  ['an amount beyond the books', { org_paid_amount: 1e12 }, { org_paid_amount: 'Must be at most 999999999999' }],
  ['a third of a penny', { org_paid_amount: 0.333 }, { org_paid_amount: 'At most two decimals' }],
  ['an urn without balls', { urn_initial: 0 }, { urn_initial: 'Must be at least 1' }],
  [
    'an urn that loses balls',
    { urn_alpha: -1, urn_beta: -1 },
    { urn_alpha: 'Must be at least 0', urn_beta: 'Must be at least 0' },
  ],
  ['a measure of their own', { minimisation_measure: 'sum' }, { minimisation_measure: 'Must be variance or range' }],
  [
    'a probability of 101 percent',
    { minimisation_probability: 101 },
    { minimisation_probability: 'Must be at most 100' },
  ],
  ['a site that weighs nothing', { minimisation_site_weight: 0 }, { minimisation_site_weight: 'Must be at least 1' }],
  [
    'a stratum that weighs nothing',
    { trial_strata: [{ name: 'Age', minimisation_weight: 0, trial_stratum_options: [{ name: 'a' }] }] },
    { 'trial_strata.0.minimisation_weight': 'Must be at least 1' },
  ],
  ['a status that comes later', { trial_status_id: 3 }, { trial_status_id: 'A new trial is Planning or Pending' }],
  ['an unknown warning', { participant_id_warning_id: 4 }, { participant_id_warning_id: NEEDED }],
  [
    'ids required but not used',
    { is_participant_id_required: true },
    { is_participant_id_required: 'Allowed only if participant IDs are used' },
  ],
  [
    'what only packs need',
    {
      is_site_managing_packs: true,
      is_confirmable: true,
      is_dispense_checked: true,
      pack_alert_level: 1,
      sites: [{ title: 'A', low_pack_level: 1 }],
    },
    {
      is_site_managing_packs: NEEDS_PACKS,
      is_confirmable: NEEDS_PACKS,
      is_dispense_checked: NEEDS_PACKS,
      pack_alert_level: NEEDS_PACKS,
      'sites.0.low_pack_level': NEEDS_PACKS,
    },
  ],
  ['no site', { sites: [] }, { sites: 'At least one site is required' }],
  ['no list of sites', { sites: undefined }, { sites: 'At least one site is required' }],
  ['deleted sites only', { sites: [{ title: 'A', is_deleted: true }] }, { sites: 'At least one site is required' }],
  ['1001 sites', { sites: many(1001, (title) => ({ title })) }, { sites: 'At most 1000 sites' }],
  ['a site twice', { sites: [{ title: 'A' }, { title: ' a ' }] }, { 'sites.1.title': TWICE }],
  ['a site without a title', { sites: [{ title: 'A' }, {}] }, { 'sites.1.title': NEEDED }],
  ['one study group', { study_groups: [{ name: 'A' }] }, { study_groups: 'At least two study groups are required' }],
  ['no study groups', { study_groups: null }, { study_groups: 'At least two study groups are required' }],
  ['61 study groups', { study_groups: many(61, (name) => ({ name })) }, { study_groups: 'At most 60 study groups' }],
  ['a group twice', { study_groups: [{ name: 'A' }, { name: 'a' }] }, { 'study_groups.1.name': TWICE }],
  ['weights of 61 and 1', groups(61, 1), { study_groups: 'The weights, reduced, must add up to 60 at most' }],
  ['half a weight', groups(1, 0.5), { 'study_groups.1.weight': 'Must be a whole number' }],
  [
    'a factorial level in a parallel trial',
    { study_groups: [{ name: 'A', factorial_level: 1 }, { name: 'B' }] },
    { 'study_groups.0.factorial_level': 'Allowed only for Factorial allocation' },
  ],
  [
    'blinded users and no labels',
    { is_blinded_users: true },
    {
      'study_groups.0.label': 'A blinded trial needs a label',
      'study_groups.1.label': 'A blinded trial needs a label',
    },
  ],
  [
    'blinded investigators and one label',
    { is_blinded_investigators: true, study_groups: [{ name: 'A', label: 'X' }, { name: 'B' }] },
    { 'study_groups.1.label': 'A blinded trial needs a label' },
  ],
  [
    '31 strata',
    { trial_strata: many(31, (name) => ({ name, trial_stratum_options: [{ name: 'a' }] })) },
    { trial_strata: 'At most 30 strata' },
  ],
  [
    'a stratum without options',
    { trial_strata: [{ name: 'Age', trial_stratum_options: [] }] },
    { 'trial_strata.0.trial_stratum_options': 'At least one option is required' },
  ],
  [
    '101 options',
    { trial_strata: [{ name: 'Age', trial_stratum_options: many(101, (name) => ({ name })) }] },
    { 'trial_strata.0.trial_stratum_options': 'At most 100 options' },
  ],
  [
    'a stratum twice',
    {
      trial_strata: [
        { name: 'Age', trial_stratum_options: [{ name: 'a' }] },
        { name: 'AGE', trial_stratum_options: [{ name: 'a' }] },
      ],
    },
    { 'trial_strata.1.name': TWICE },
  ],
  [
    'an option twice',
    { trial_strata: [{ name: 'Age', trial_stratum_options: [{ name: 'a' }, { name: 'A' }] }] },
    { 'trial_strata.0.trial_stratum_options.1.name': TWICE },
  ],
  [
    'several faults at once',
    { end_on: '2026-01-01', is_confirmable: true, ...groups(0, 0) },
    {
      end_on: 'Must not be before the start date',
      is_confirmable: NEEDS_PACKS,
      study_groups: 'At least one study group needs a weight above 0',
    },
  ],
  ['a field that is not known', { colour: 'red' }, { colour: UNKNOWN }],
  ['a field that only the server writes', { allocation_counter: 7 }, { allocation_counter: UNKNOWN }],
  ['a seed of their own', { seed: 'ab'.repeat(32) }, { seed: UNKNOWN }],
  ['an unknown field of a child', { sites: [{ title: 'A', colour: 'red' }] }, { 'sites.0.colour': UNKNOWN }],
]

/** Designs that cannot be run, each with the field to correct. */
const DESIGNS: [says: string, more: object, field: string][] = [
  [
    'a minimisation at chance',
    { randomisation_method_id: 3, minimisation_probability: 50 },
    'minimisation_probability',
  ],
  [
    'a minimisation of ten arms that favours the worse ones',
    { randomisation_method_id: 3, minimisation_probability: 90, ...groups(9, 1) },
    'minimisation_probability',
  ],
  ['a randomisation method that is none', { randomisation_method_id: 99 }, 'randomisation_method_id'],
  ['a factorial trial without factors', { allocation_method_id: 4 }, 'study_groups.0.factorial_level'],
  ['a factorial trial with one group of a factor', factorial([1, 1], [1, 1], [2, 1]), 'study_groups'],
  ['a factorial trial with a closed factor', factorial([1, 1], [1, 1], [2, 0], [2, 0]), 'study_groups'],
  ['a factorial trial of more than 60 cells', factorial([1, 8], [1, 1], [2, 6], [2, 1]), 'study_groups'],
  [
    'blocks that no product of the factors fits',
    { ...blocked(6, 7), ...factorial([1, 1], [1, 1], [2, 1], [2, 1]) },
    'block_size_max',
  ],
  ['an allocation method that is none', { allocation_method_id: 0 }, 'allocation_method_id'],
  ['weights of nothing', groups(0, 0), 'study_groups'],
  ['weights that add up to more than 60', groups(31, 30), 'study_groups'],
  ['blocks without a size', blocked(null, null), 'block_size_min'],
  ['blocks without a largest size', blocked(4, null), 'block_size_max'],
  ['blocks of none', blocked(0, 4), 'block_size_min'],
  ['blocks beyond 1000', blocked(4, 1001), 'block_size_max'],
  ['a largest block below the smallest', blocked(6, 4), 'block_size_max'],
  ['blocks that no multiple of the weights fits', { ...blocked(4, 5), ...groups(2, 1) }, 'block_size_max'],
]

describe('a form with faults is refused whole, each fault by its field', () => {
  test.each(FAULTS)('%s', async (_says, more, fields) => {
    const before = await trialsStored()
    const { status, problem } = await create(aTrialForm(more))
    expect({ status, code: problem?.code, fields: problem?.fields }).toEqual({
      status: 422,
      code: 'validation_failed',
      fields,
    })
    expect(await trialsStored()).toBe(before)
  })

  test.each(DESIGNS)('a design that cannot be run: %s', async (_says, more, field) => {
    const { status, problem } = await create(aTrialForm(more))
    expect([status, Object.keys(problem?.fields ?? {})]).toEqual([422, [field]])
  })

  test('every field that is missing is named at once', async () => {
    const { problem } = await create({})
    const missing = ['title', 'start_on', 'org_name', 'end_on', 'sites', 'study_groups']
    expect(Object.keys(problem?.fields ?? {}).toSorted()).toEqual(missing.toSorted())
  })
})

describe('trials are not created by', () => {
  test.each<SampleAccountKey>(['coordinator', 'nurse', 'pharmacist', 'monitor', 'blinded-nurse', 'unblinder'])(
    '%s, whatever they are in a trial',
    async (person) => {
      const { trial_id } = await aTrial(world, { status: 'planning' })
      await grant(world, { person, role: 'Trial administrator', trial_id, site_id: null })
      const before = await trialsStored()
      const { status, problem } = await create(aTrialForm(), {}, await signedInAs(world, person))
      expect([status, problem?.code]).toEqual([403, 'forbidden'])
      expect(await trialsStored()).toBe(before)
    },
  )
})

/** Creates a trial as a copy of another. */
const copyOf = (trialId: number | string, who = administrator): Promise<ApiResponse<Trial>> =>
  ask(who, createTrial.response, `trials?copied_from=${trialId}`, posted(aTrialForm()))

describe('a copy is refused, and nothing is created,', () => {
  const REFUSED = [422, { copied_from: 'Must be a trial whose whole design you may see' }, 0]
  /** The answer to a copy, and the number of trials that it made. */
  const copied = async (trialId: number) => {
    const before = await trialsStored()
    const { status, problem } = await copyOf(trialId)
    return [status, problem?.fields, (await trialsStored()) - before]
  }

  test('of a trial in which the person is blinded', async () => {
    const { trial_id } = await aTrial(world, { status: 'planning' })
    const role = 'Trial administrator'
    await grant(world, { person: 'administrator', role, trial_id, site_id: null, is_blinded_whole: true })
    expect(await copied(trial_id)).toEqual(REFUSED)
  })

  test('of a protected trial that they may not know of, in the words for one that does not exist', async () => {
    const { trial_id } = await aTrial(world, { status: 'planning', is_protected_trial: true })
    await world.context.database.queries
      .updateTable('user_permissions')
      .set({ ended_at: world.clock.now() })
      .where('trial_id', '=', trial_id)
      .execute()
    expect(await copied(trial_id)).toEqual(REFUSED)
    expect(await copied(999_999)).toEqual(REFUSED)
  })

  test('of a number that belongs to no trial', async () => {
    expect((await copyOf('0')).status).toBe(422)
  })
})

describe('a valid form creates a trial', () => {
  test('with its defaults', async () => {
    const { status, value } = await create(aTrialForm())
    expect(status).toBe(201)
    expect(value).toMatchObject({
      title: 'Aspirin in acute stroke',
      trial_status: { id: 1, name: 'Planning' },
      allocation_method: { title: 'Parallel' },
      randomisation_method: { title: 'Standard' },
      participant_id_warning_id: 1,
      sample_size: 0,
      num_sampled: 0,
      selected_timezone: 'Etc/UTC',
      created_at: world.clock.now(),
      started_on: null,
      ended_on: null,
      is_protected_trial: false,
      is_stratified: false,
      is_site_stratified: false,
      is_managing_packs: false,
      is_participant_id_used: false,
      block_size_min: null,
      block_size_max: null,
      urn_initial: 1,
      urn_alpha: 0,
      urn_beta: 1,
      minimisation_measure: 'variance',
      minimisation_probability: null,
      minimisation_site_weight: 1,
      exclude_flagged_participants: false,
      expires_at: '2028-05-30',
      description: null,
      contact: null,
      trial_strata: [],
      study_groups: [
        { name: 'Aspirin', label: null, weight: 1, factorial_level: null, is_blinded: false },
        { name: 'Avoid aspirin', label: null, weight: 1, factorial_level: null, is_blinded: false },
      ],
      sites: [{ title: 'Royal Infirmary', is_deleted: false, low_pack_level: null }],
    })
  })

  test('as the GET then answers it, its children in the order in which they were sent', async () => {
    const form = aTrialForm({
      title: '  Blanks around  ',
      trial_status_id: 2,
      sites: [{ title: 'Z' }, { title: 'A', is_deleted: true }, { title: 'M' }],
      ...groups(3, 0, 6),
      trial_strata: [
        { name: 'Sex', description: 'As registered', trial_stratum_options: [{ name: 'Male' }, { name: 'Female' }] },
        { name: 'Age', trial_stratum_options: [{ name: '80+' }, { name: 'under 80' }] },
      ],
      ...blocked(3, 7),
      org_quote_amount: 1234.56,
    })
    const made = valueOf(await create(form))
    expect(valueOf(await ask(administrator, getTrial.response, `trials/${made.id}`))).toEqual(made)
    expect(made).toMatchObject({
      title: 'Blanks around',
      trial_status_id: 2,
      block_size_min: 3,
      block_size_max: 7,
      org_quote_amount: 1234.56,
    })
    expect(made.sites.map(({ title }) => title)).toEqual(['Z', 'A', 'M'])
    expect(made.study_groups.map(({ weight }) => weight)).toEqual([3, 0, 6])
    expect(made.trial_strata.map(({ trial_stratum_options }) => trial_stratum_options.map(({ name }) => name))).toEqual(
      [
        ['Male', 'Female'],
        ['80+', 'under 80'],
      ],
    )
  })

  test.each([
    ['2026-08-31', '2027-02-28'],
    ['2027-08-31', '2028-02-29'],
    ['2027-11-30', '2028-05-30'],
    ['9999-12-31', '9999-12-31'],
  ])('that ends on %s and expires on %s, six months after', async (end_on, expires_at) => {
    expect(valueOf(await create(aTrialForm({ start_on: '2026-01-01', end_on }))).expires_at).toBe(expires_at)
  })

  test('that expires when its form says so', async () => {
    const form = aTrialForm({ expires_at: '2031-01-01' })
    expect(valueOf(await create(form)).expires_at).toBe('2031-01-01')
  })

  test('whose children get ids of their own, whatever ids were sent', async () => {
    const other = await aTrial(world)
    const stolen = { sites: other.sites, study_groups: other.study_groups }
    const made = valueOf(await create(aTrialForm(stolen)))
    const idsOf = (rows: readonly { id?: number | undefined }[]) => rows.map(({ id }) => id)
    for (const id of idsOf(other.sites)) expect(idsOf(made.sites)).not.toContain(id)
    for (const id of idsOf(other.study_groups)) expect(idsOf(made.study_groups)).not.toContain(id)
    const untouched = valueOf(await ask(administrator, getTrial.response, `trials/${other.trial_id}`))
    expect(untouched.sites.map(({ id, title }) => ({ id, title }))).toEqual(other.sites)
  })

  test.each<[says: string, more: object, percent: number]>([
    ['two arms', {}, 80],
    ['ten arms', groups(9, 1), 91],
    ['sixty arms', groups(59, 1), 99],
  ])('by minimisation over %s, with the probability that they need', async (_says, more, percent) => {
    const made = valueOf(await create(aTrialForm({ randomisation_method_id: 3, ...more })))
    expect(made).toMatchObject({ minimisation_probability: percent, randomisation_method: { title: 'Minimisation' } })
  })

  test.each<[says: string, more: object]>([
    ['an urn', { randomisation_method_id: 2, urn_initial: 3, urn_alpha: 2, urn_beta: 5 }],
    [
      'a minimisation',
      {
        randomisation_method_id: 3,
        is_stratified: true,
        is_site_stratified: true,
        minimisation_measure: 'range',
        minimisation_probability: 70,
        minimisation_site_weight: 4,
        trial_strata: [{ name: 'Sex', minimisation_weight: 3, trial_stratum_options: [{ name: 'F' }, { name: 'M' }] }],
      },
    ],
    ['clusters', { allocation_method_id: 2 }],
    ['a crossover', { allocation_method_id: 3 }],
    ['a factorial trial', factorial([1, 2], [1, 1], [2, 1], [2, 3])],
  ])('by %s, with every setting of it', async (_says, more) => {
    expect(valueOf(await create(aTrialForm(more)))).toMatchObject(more)
  })

  test('as a copy of another, whose answer is sent unchanged: with ids, a secret and a course of its own', async () => {
    const built = await aTrial(world, {
      status: 'planning',
      randomisation_method_id: 3,
      is_stratified: true,
      trial_strata: [{ name: 'Sex', options: ['Female', 'Male'] }],
    })
    const shown = valueOf(await ask(administrator, getTrial.response, `trials/${built.trial_id}`))
    const made = valueOf(await create(shown))
    const { id, commitment, ...copied } = made
    expect(id).not.toBe(shown.id)
    expect(commitment).not.toBe(shown.commitment)
    const withoutIds = (trial: object) => JSON.stringify(trial).replace(/"id":\d+,?/g, '')
    expect(withoutIds({ ...copied, id, commitment })).toBe(withoutIds({ ...copied, ...shown, id, commitment }))
  })

  test('as a copy that names the trial it was copied from, in the audit log and nowhere else', async () => {
    const { trial_id } = await aTrial(world, { status: 'planning' })
    const made = valueOf(await copyOf(trial_id))
    expect(JSON.stringify(made)).not.toContain('copied_from')
    const [entry] = await world.context.database.queries
      .selectFrom('audit_log')
      .select(['kind', 'description', 'changes'])
      .where('trial_id', '=', made.id)
      .orderBy('position')
      .execute()
    expect(entry).toMatchObject({
      kind: 'trial_created',
      description: `Trial ${made.id} created: ${made.title}`,
    })
    expect(entry?.changes).toContainEqual({ field: 'copied_from', old: null, new: trial_id })
  })

  test('as a copy whose audit entry does not name the other trial to people who are blinded there', async () => {
    const { trial_id } = await aTrial(world, { status: 'planning' })
    const { id } = valueOf(await copyOf(trial_id))
    const isNamed = async () => {
      const { data } = valueOf(await ask(administrator, listAuditLogs.response, `audit-logs?trial_id=${id}`))
      return data.some(({ changes }) => changes.some(({ field }) => field === 'copied_from'))
    }
    expect(await isNamed()).toBe(true)
    const role = 'Trial administrator'
    await grant(world, { person: 'administrator', role, trial_id, site_id: null, is_blinded_whole: true })
    expect(await isNamed()).toBe(false)
  })

  test('with every value of the form’s children recorded', async () => {
    const { id } = valueOf(
      await create(
        aTrialForm({
          is_managing_packs: true,
          is_site_managing_packs: true,
          sites: [
            { title: 'North', low_pack_level: 3 },
            { title: 'Shut', is_deleted: true },
          ],
          study_groups: [{ name: 'A', label: 'Kit K', weight: 2 }, { name: 'B' }],
          trial_strata: [
            {
              name: 'Sex',
              description: 'As registered',
              minimisation_weight: 2,
              trial_stratum_options: [{ name: 'F' }, { name: 'M' }],
            },
          ],
        }),
      ),
    )
    const { changes } = await world.context.database.queries
      .selectFrom('audit_log')
      .select('changes')
      .where('trial_id', '=', id)
      .executeTakeFirstOrThrow()
    const children = changes.filter(({ field }) => /^(sites|study_groups|trial_strata)/.test(field))
    expect(children).toEqual([
      { field: 'sites', old: null, new: 'North, Shut (deleted)' },
      { field: 'study_groups', old: null, new: 'A (2), B (1)' },
      { field: 'trial_strata', old: null, new: 'Sex' },
      { field: 'sites.North.low_pack_level', old: null, new: 3 },
      { field: 'study_groups.A.label', old: null, new: 'Kit K' },
      { field: 'trial_strata.Sex.description', old: null, new: 'As registered' },
      { field: 'trial_strata.Sex.minimisation_weight', old: null, new: 2 },
      { field: 'trial_strata.Sex.trial_stratum_options', old: null, new: 'F, M' },
    ])
  })

  test('with a secret and a commitment of its own, which is in the audit log', async () => {
    const [one, other] = [valueOf(await create(aTrialForm())), valueOf(await create(aTrialForm()))]
    expect(one.commitment).toMatch(/^[0-9a-f]{64}$/)
    expect(one.commitment).not.toBe(other.commitment)
    const { changes } = await world.context.database.queries
      .selectFrom('audit_log')
      .select('changes')
      .where('trial_id', '=', one.id)
      .executeTakeFirstOrThrow()
    expect(changes).toContainEqual({ field: 'commitment', old: null, new: one.commitment })
  })

  test('protected, in which its creator gets the permission that they then need, and that is recorded', async () => {
    const { id } = valueOf(await create(aTrialForm({ title: 'Protected', is_protected_trial: true })))
    expect((await ask(administrator, getTrial.response, `trials/${id}`)).status).toBe(200)
    const permissions = await world.context.database.queries
      .selectFrom('user_permissions')
      .select(['user_id', 'role_id', 'site_id', 'ended_at'])
      .where('trial_id', '=', id)
      .execute()
    const creator = world.personId('administrator')
    expect(permissions).toEqual([{ user_id: creator, role_id: 2, site_id: null, ended_at: null }])
    const [made, granted] = await world.context.database.queries
      .selectFrom('audit_log')
      .select(['kind', 'user_id', 'role', 'changes'])
      .where('trial_id', '=', id)
      .orderBy('position')
      .execute()
    expect(made?.changes).toContainEqual({ field: 'creator_role', old: null, new: 'Trial administrator' })
    expect(granted).toMatchObject({ kind: 'permission_granted', user_id: creator, role: 'System administrator' })
    expect(granted?.changes).toEqual(
      expect.arrayContaining([
        { field: 'user_id', old: null, new: creator },
        { field: 'role_id', old: null, new: 2 },
        { field: 'is_blinded_whole', old: null, new: false },
      ]),
    )
    expect(recipientKeys('protected_access', await readTrialRecords(world, id))).toEqual(['administrator'])
  })

  test('protected, with blinded investigators, its creator among them', async () => {
    const blinding = { is_protected_trial: true, is_blinded_investigators: true }
    const labelled = { study_groups: ['A', 'B'].map((name) => ({ name, label: `Kit ${name}` })) }
    const made = valueOf(await create(aTrialForm({ ...blinding, ...labelled, ...blocked(2, 4) })))
    expect(made).toMatchObject({
      is_blinded_whole: true,
      study_groups: [],
      block_size_min: null,
      org_name: 'Stroke unit',
    })
  })

  test('unprotected, in which nobody gets a permission', async () => {
    const { id } = valueOf(await create(aTrialForm()))
    const permissions = world.context.database.queries.selectFrom('user_permissions').where('trial_id', '=', id)
    expect(await permissions.select('id').execute()).toEqual([])
  })
})

describe('a repeat under the same key', () => {
  test('answers the same trial', async () => {
    const headers = { 'Idempotency-Key': randomUUID() }
    const title = 'Made once'
    const first = await create(aTrialForm({ title }), headers)
    const repeat = await create(aTrialForm({ title }), headers)
    expect([first.replayed, repeat.replayed, repeat.status]).toEqual([false, true, 201])
    expect(repeat.text).toBe(first.text)
    expect(valueOf(await ask(administrator, listTrials.response, `trials?q=${title}`)).total).toBe(1)
  })

  test('shows nothing of it to a person who has lost their permission meanwhile', async () => {
    await grant(world, { person: 'unblinder', role: 'System administrator', trial_id: null, site_id: null })
    const unblinder = await signedInAs(world, 'unblinder')
    const headers = { 'Idempotency-Key': randomUUID() }
    expect((await create(aTrialForm(), headers, unblinder)).status).toBe(201)
    await world.context.database.queries
      .updateTable('user_permissions')
      .set({ ended_at: world.clock.now() })
      .where('user_id', '=', world.personId('unblinder'))
      .execute()
    const { status, problem } = await create(aTrialForm(), headers, unblinder)
    expect([status, problem?.code]).toEqual([404, 'not_found'])
  })
})
