import { api } from '#contract/api'
import { API_BASE } from '#contract/api-address'
import { listParticipants, settleRandomisation } from '#contract/participants'
import { changeTrialStatus, createTrial } from '#contract/trials'
import type { Role } from '#domain/people/permissions'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '../../../../src/server/start/app'
import type { SampleAccountKey } from '../../../../src/server/doors/idp/sample-accounts'
import { aTrial, grant, type BuiltTrial, type TrialOverrides } from '../../../support/a-trial'
import { aTrialForm } from '../../../support/a-trial-form'
import { ask, posted, valueOf } from '../../../support/ask'
import { testPortal, type TestPortal } from '../../../support/portal'
import { raisedAlarm } from '../../../support/raised-alarm'
import { randomise } from '../../../support/randomise'
import { filled, READS } from '../../../support/reads'
import { secretTextsOf } from '../../../support/secret-of-trial'
import { signedInAs, type SignedIn } from '../../../support/sign-in'
import { storedDoneTest } from '../../../support/a-randomisation-test'
import { storedSimulation } from '../../../support/stored-simulation'
import { storedWaiting } from '../../../support/stored-waiting'

/** A trial with every secret that could leak: blocks, strata, packs, and two groups with names found nowhere else. */
const TELLING: TrialOverrides = {
  title: 'A trial that could tell',
  study_groups: [
    { name: 'Zanamivir', label: 'Kit L', weight: 1 },
    { name: 'Oseltamivir', label: 'Kit K', weight: 1 },
  ],
  randomisation_method_id: 1,
  block_size_min: 2,
  block_size_max: 6,
  is_stratified: true,
  is_participant_id_used: true,
  trial_strata: [{ name: 'Sex', options: ['Female', 'Male'] }],
  packs: 12,
}
const NAMES = ['Zanamivir', 'Oseltamivir']
const LABELS = ['Kit L', 'Kit K']

/** The members of a trial, each with their level. */
const MEMBERS: { person: SampleAccountKey; level: number; role: Role['title']; at: number | null; flags?: object }[] = [
  // Level 4 from their role in the system; their role in the trial blinds them.
  { person: 'administrator', level: 4, role: 'Trial viewer', at: null },
  { person: 'coordinator', level: 3, role: 'Trial administrator', at: null },
  { person: 'unblinder', level: 2, role: 'Trial user', at: null, flags: { is_unblind_authorized: true } },
  { person: 'pharmacist', level: 2, role: 'Site user', at: 0, flags: { has_study_packs_access: true } },
  { person: 'nurse', level: 2, role: 'Site user', at: 0 },
  { person: 'monitor', level: 1, role: 'Trial viewer', at: null },
  { person: 'blinded-nurse', level: 1, role: 'Site viewer', at: 0 },
]

const SIGHTS = [
  { visibility: 'names', flags: {}, hidden: [] },
  { visibility: 'labels', flags: { is_blinded_partial: true }, hidden: NAMES },
  { visibility: 'nothing', flags: { is_blinded_whole: true }, hidden: [...NAMES, ...LABELS] },
] as const

/** Reads that some members are refused; other tests cover which. Every member may read all others. */
const RESERVED: readonly string[] = [
  api.getSimulation,
  api.getSimulationReplicates,
  api.listMessages,
  api.listDeviceActions,
  api.listWaitingParticipants,
  api.listWallViews,
  api.getMonthlyReport,
  api.listUsers,
  api.getUser,
  api.listTrialUsers,
  api.listUserPermissions,
  api.listStudyPacks,
  api.getStudyPack,
  api.getReadiness,
  api.getDesignConfirmation,
  api.getTrialReopening,
  api.getAllocationList,
  api.countBroadcast,
  api.listAuditLogs,
  api.getAuditLog,
  api.getServiceStatus,
  api.listNotices,
].map(({ path }) => path)
/** The one answer with the records of the draws. It does not have the seed. */
const WITH_RECORDS: string = api.getLedger.path
/** Reads for unblinded people of level 4 alone. */
const OF_THE_DRAWS: readonly string[] = [WITH_RECORDS, api.getGuessability.path, api.listRandomisationTests.path]
/**
 * Fields whose names have another meaning here. A simulation belongs to no trial, and its reader sent its settings. The
 * seed of a randomisation test is shown only to readers of the ledger.
 */
const HARMLESS = new Map<string, readonly string[]>([
  [api.listMessages.path, ['state']],
  [api.listDeviceActions.path, ['state']],
  [api.listRandomisationTests.path, ['seed', 'state', 'ledger_length', 'ledger_head', 'created_by']],
  [api.getSimulation.path, ['seed', 'state', 'weight', 'block_size_min', 'block_size_max']],
])

const bodyFor = (trial: BuiltTrial, place: number) => ({
  site_id: trial.sites[0]?.id,
  participant_id: `W-${place}`,
  participant_strata: trial.trial_strata.map(({ id, options }) => ({
    trial_stratum_id: id,
    trial_stratum_option_id: options[place % 2]?.id,
  })),
})

const answerTo = async (who: SignedIn, path: string) => {
  const response = await who.fetch(path)
  return { status: response.status, text: await response.text() }
}

const fieldsIn = (value: unknown): string[] => {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([field, inner]) =>
    Array.isArray(value) ? fieldsIn(inner) : [field, ...fieldsIn(inner)],
  )
}

/** Every object that stands for a study group, at any depth. */
const groupsIn = (value: unknown): object[] => {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([field, inner]) => [
    ...(/^study_groups?$/.test(field) ? [inner].flat() : []),
    ...groupsIn(inner),
  ])
}

/** Fields that no answer has, for any reader. */
const NEVER =
  /seed|secret|uuid|remaining|block_size$|counter|epoch|ledger|sequence$|last_sequence|setup|stratum_key|state$|leaf|head|record|comparable|created_by|study_group_id/

let world: TestPortal
let simulation_id: number
const trials = new Map<string, { built: BuiltTrial; participant_id: number; secrets: string[]; records: string[] }>()

beforeAll(async () => {
  world = await testPortal()
  const administrator = await signedInAs(world, 'administrator')
  simulation_id = await storedSimulation(world, 'administrator')
  for (const { visibility, flags: blinding } of SIGHTS) {
    const built = await aTrial(world, TELLING)
    const drawn = []
    for (let place = 0; place < 7; place += 1) {
      drawn.push(...(await randomise(administrator, built.trial_id, bodyFor(built, place))).participants)
    }
    for (const { person, role, at, flags } of MEMBERS) {
      const site_id = at === null ? null : (built.sites[at]?.id ?? null)
      await grant(world, { person, role, trial_id: built.trial_id, site_id, ...flags, ...blinding })
    }
    const { queries } = world.context.database
    const { trial_id } = built
    await raisedAlarm(world, trial_id)
    await storedDoneTest(world, built)
    await storedWaiting(world, trial_id, built.sites[0]?.id ?? 0)
    const stored = await queries.selectFrom('trials').selectAll().where('id', '=', trial_id).executeTakeFirstOrThrow()
    const chain = await queries.selectFrom('ledger_records').selectAll().where('trial_id', '=', trial_id).execute()
    trials.set(visibility, {
      built,
      participant_id: drawn[0]?.id ?? 0,
      secrets: [...(await secretTextsOf(world, trial_id)), stored.seed_encrypted],
      records: [stored.trial_uuid, ...chain.flatMap(({ record, leaf, head }) => [record, leaf, head])],
    })
  }
})
afterAll(() => world.stop())

const theTrial = (visibility: string) => {
  const trial = trials.get(visibility)
  if (!trial) throw new Error(`there is no trial for ${visibility}`)
  return trial
}

/** Fields of a trial that are only for readers of its ledger. */
const OF_THE_LEDGER = ['nonce_hex', 'seed_revealed_at']

/** The number of saves of the settings, for people who save them. It is no secret. */
const OF_THE_SETTINGS = 'setup_version'

/** The faults in an answer to a member with this level and sight. */
const leaksIn = (text: string, level: number, { visibility, hidden }: (typeof SIGHTS)[number], path = ''): string[] => {
  const answer: unknown = JSON.parse(text)
  const fields = fieldsIn(answer).filter((field) => !HARMLESS.get(path)?.includes(field))
  const isBlinded = visibility !== 'names'
  const { secrets, records } = theTrial(visibility)
  const seeds = secrets.filter((secret) => text.includes(secret))
  if (path === WITH_RECORDS && level === 4 && !isBlinded) return seeds
  const blocks = /"block_size_m\w\w":(\d+)/g
  return [
    ...seeds,
    ...records.filter((record) => text.includes(record)),
    ...fields.filter((field) => NEVER.test(field) && ![...OF_THE_LEDGER, OF_THE_SETTINGS].includes(field)),
    ...(level < 4 ? fields.filter((field) => field === OF_THE_SETTINGS) : []),
    ...hidden.filter((word) => text.includes(word)),
    ...(level < 4 ? fields.filter((field) => field.startsWith('block_size')) : []),
    ...(level < 4 || isBlinded ? fields.filter((field) => OF_THE_LEDGER.includes(field)) : []),
    ...(isBlinded ? [...text.matchAll(blocks)].map(([text]) => text) : []),
    ...(isBlinded ? fields.filter((field) => field === 'weight') : []),
    ...(isBlinded
      ? groupsIn(answer)
          .filter((group) => 'id' in group)
          .map((group) => JSON.stringify(group))
      : []),
  ]
}

/** The statuses that a read may have. */
const statusesOf = (path: string, level: number, { visibility }: (typeof SIGHTS)[number]): readonly number[] => {
  if (OF_THE_DRAWS.includes(path)) return [level === 4 && visibility === 'names' ? 200 : 403]
  return RESERVED.includes(path) ? [200, 403, 404] : [200]
}

describe.each(SIGHTS)('a person who sees $visibility of the groups', (seen) => {
  test.each(MEMBERS)('learns nothing more by any read: $person (level $level)', async ({ person, level }) => {
    const { built, participant_id } = theTrial(seen.visibility)
    const who = await signedInAs(world, person)
    const leaks: Record<string, string[]> = {}
    const { queries } = world.database
    const { study_pack_id } = await queries
      .selectFrom('participant_groups')
      .select('study_pack_id')
      .where('participant_id', '=', participant_id)
      .executeTakeFirstOrThrow()
    const ofTrial = queries.selectFrom('audit_log').select('id').where('trial_id', '=', built.trial_id)
    const created = await ofTrial.where('kind', '=', 'trial_created').executeTakeFirst()
    const ids = {
      trial_id: built.trial_id,
      site_id: built.sites[0]?.id ?? 0,
      participant_id,
      user_id: world.personId('nurse'),
      simulation_id,
      study_pack_id: study_pack_id ?? 0,
      audit_log_id: created?.id ?? 0,
    }
    for (const [name, { path }] of READS) {
      const { status, text } = await answerTo(who, filled(path, ids))
      expect([name, statusesOf(path, level, seen).includes(status)]).toEqual([name, true])
      leaks[name] = leaksIn(text, level, seen, path)
    }
    expect(leaks).toEqual(Object.fromEntries(READS.map(([name]) => [name, []])))
  })

  test.each(MEMBERS)('nor by a sign-in, an answer or a refusal of a write: $person', async ({ person, level }) => {
    const { built, participant_id } = theTrial(seen.visibility)
    const who = await signedInAs(world, person)
    const body = bodyFor(built, 8)
    const writes = [
      [`trials/${built.trial_id}/participants`, body],
      [`trials/${built.trial_id}/participants`, { ...body, participant_strata: [] }],
      [`trials/${built.trial_id}/participants/outcome`, { idempotency_key: randomUUID() }],
      [`trials/${built.trial_id}/status`, { trial_status_id: 1, reason: 'Not allowed' }],
      [`trials/${built.trial_id}/participants/${participant_id}/flag`, { comment: 'Seen' }],
      [`trials/${built.trial_id}/participants/${participant_id}/flag`, { comment: '' }],
    ] as const
    for (const [path, sent] of writes) {
      const text = await (await who.fetch(path, posted(sent))).text()
      expect(leaksIn(text, level, seen)).toEqual([])
    }
  })
})

test('a leak would be seen: the same questions find what the administrator does see', async () => {
  const seen = SIGHTS[0]
  const { built } = theTrial(seen.visibility)
  const text = await (await (await signedInAs(world, 'administrator')).fetch(`trials/${built.trial_id}`)).text()
  expect(leaksIn(text, 3, seen)).toEqual([
    'setup_version',
    'block_size_min',
    'block_size_max',
    'nonce_hex',
    'seed_revealed_at',
  ])
  const asBlinded = leaksIn(text, 4, SIGHTS[2])
  for (const word of [...NAMES, ...LABELS, 'weight', '"block_size_min":2']) expect(asBlinded).toContain(word)
})

describe('the seed', () => {
  /** The log of another portal over the same database. */
  const logged = () => {
    const lines: string[] = []
    // Errors are serialised as in production.
    const serializers = { error: pino.stdSerializers.err }
    const log = pino({ level: 'trace', serializers }, { write: (line: string) => void lines.push(line) })
    const app = createApp({ ...world.context, log })
    const send = async (who: SignedIn, path: string, body?: unknown): Promise<Response> => {
      const answer = await app.request(`${API_BASE}/${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { Authorization: `Bearer ${who.token}`, 'Content-Type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      // The log line is written after the answer.
      await setImmediate()
      return answer
    }
    return { lines, send }
  }

  test('is in no line of the log, not even after an error', async () => {
    const { lines, send } = logged()
    const administrator = await signedInAs(world, 'administrator')
    const form = aTrialForm({ sites: [{ title: 'Only' }] })
    const { id, sites }: { id: number; sites: { id: number }[] } = await (
      await send(administrator, 'trials', form)
    ).json()
    const secrets = await secretTextsOf(world, id)
    await send(administrator, `trials/${id}/status`, { trial_status_id: 3, reason: 'Ready' })
    const statuses = [
      (await send(administrator, `trials/${id}/participants`, { site_id: sites[0]?.id })).status,
      (await send(administrator, `trials/${id}/participants`, { site_id: 0 })).status,
      (await send(administrator, `trials/${id}`)).status,
      (await send(administrator, `trials/${id}/statistics?seed=1`)).status,
    ]
    expect(statuses).toEqual([201, 422, 200, 422])
    expect(lines).toHaveLength(6)
    for (const secret of secrets) expect(lines.join('\n')).not.toContain(secret)
  })

  test('that cannot be read stops the draw, and neither answer nor log shows the stored value', async () => {
    const { lines, send } = logged()
    const administrator = await signedInAs(world, 'administrator')
    const { trial_id, sites } = await aTrial(world)
    const secrets = await secretTextsOf(world, trial_id)
    const { queries } = world.context.database
    const sealed = theTrial('names').secrets.find((text) => text.startsWith('v2.')) ?? ''
    await queries.updateTable('trials').set({ seed_encrypted: sealed }).where('id', '=', trial_id).execute()
    const response = await send(administrator, `trials/${trial_id}/participants`, { site_id: sites[0]?.id })
    const text = await response.text()
    expect([response.status, JSON.parse(text)]).toMatchObject([500, { code: 'internal_error' }])
    for (const word of [...secrets, sealed, 'seed']) expect(text).not.toContain(word)
    for (const secret of [...secrets, sealed]) expect(lines.join('\n')).not.toContain(secret)
    expect(lines.join('\n')).toContain(`the seed of trial ${trial_id} cannot be read`)
    const drawn = queries.selectFrom('participants').select('id').where('trial_id', '=', trial_id)
    expect(await drawn.execute()).toEqual([])
  })

  test('is in no column of the database', async () => {
    const { queries } = world.context.database
    const tables = await sql<{ name: string }>`
      select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'
    `.execute(queries)
    const rows: string[] = []
    for (const { name } of tables.rows) {
      const tableRows = await sql<{ row: string }>`select t::text as row from ${sql.table(name)} as t`.execute(queries)
      rows.push(...tableRows.rows.map(({ row }) => row))
    }
    const everything = rows.join('\n')
    const { built } = theTrial('names')
    // The published commitment is found, so the search works.
    const { commitment } = await queries
      .selectFrom('trials')
      .select('commitment')
      .where('id', '=', built.trial_id)
      .executeTakeFirstOrThrow()
    expect(everything).toContain(commitment)
    for (const { built } of trials.values()) {
      for (const secret of await secretTextsOf(world, built.trial_id)) expect(everything).not.toContain(secret)
    }
  })
})

describe('a repeat shows what the person may see now', () => {
  const blind = async (
    person: SampleAccountKey,
    flags: { is_blinded_whole?: boolean; is_blinded_partial?: boolean },
  ) => {
    const { queries } = world.context.database
    await queries.updateTable('user_permissions').set(flags).where('user_id', '=', world.personId(person)).execute()
  }

  test.each([
    ['fully', { is_blinded_whole: true }, ['Blinded']],
    ['by label', { is_blinded_partial: true }, LABELS],
  ])('a person who was blinded meanwhile, %s, sees no group that she was shown before', async (_says, flags, names) => {
    const built = await aTrial(world, TELLING)
    const site_id = built.sites[0]?.id ?? null
    await blind('nurse', { is_blinded_whole: false, is_blinded_partial: false })
    await grant(world, { person: 'nurse', role: 'Site user', trial_id: built.trial_id, site_id })
    const nurse = await signedInAs(world, 'nurse')
    const key = randomUUID()
    const original = await randomise(nurse, built.trial_id, bodyFor(built, 0), { 'Idempotency-Key': key })
    expect(NAMES).toContain(original.participants[0]?.study_group.name)
    await blind('nurse', flags)
    const repeat = await randomise(nurse, built.trial_id, bodyFor(built, 0), { 'Idempotency-Key': key })
    expect(repeat).toMatchObject({ status: 201, replayed: true, participants: [{ id: original.participants[0]?.id }] })
    const outcome = valueOf(
      await ask(
        nurse,
        settleRandomisation.response,
        `trials/${built.trial_id}/participants/outcome`,
        posted({ idempotency_key: key }),
      ),
    )
    expect(outcome).toEqual({ outcome: 'randomised', data: repeat.participants })
    expect(repeat.participants[0]?.study_group.is_blinded).toBe(true)
    expect(names).toContain(repeat.participants[0]?.study_group.name)
  })

  test('a person who has lost the site, or the trial, gets no participant', async () => {
    const built = await aTrial(world, TELLING)
    const [north, south] = built.sites
    const asUser = { role: 'Site user', trial_id: built.trial_id } as const
    await grant(world, { person: 'nurse', ...asUser, site_id: north?.id ?? null })
    const nurse = await signedInAs(world, 'nurse')
    const headers = { 'Idempotency-Key': randomUUID() }
    expect((await randomise(nurse, built.trial_id, bodyFor(built, 0), headers)).status).toBe(201)
    const { queries } = world.context.database
    const hers = queries.updateTable('user_permissions').where('user_id', '=', world.personId('nurse'))
    await hers
      .set({ site_id: south?.id ?? null })
      .where('trial_id', '=', built.trial_id)
      .execute()
    expect((await randomise(nurse, built.trial_id, bodyFor(built, 0), headers)).problem?.code).toBe('not_found')
    await hers.set({ ended_at: world.clock.now() }).where('trial_id', '=', built.trial_id).execute()
    expect((await randomise(nurse, built.trial_id, bodyFor(built, 0), headers)).problem?.code).toBe('not_found')
    const list = `trials/${built.trial_id}/participants`
    expect((await ask(nurse, listParticipants.response, list)).status).toBe(404)
  })

  test('a person who made a trial or started it, and was blinded in it since, sees neither groups nor block sizes', async () => {
    const administrator = await signedInAs(world, 'administrator')
    const headers = { 'Idempotency-Key': randomUUID() }
    const form = aTrialForm({ randomisation_method_id: 1, block_size_min: 2, block_size_max: 4 })
    const made = await ask(administrator, createTrial.response, 'trials', posted(form, headers))
    const { id } = valueOf(made)
    const start = posted({ trial_status_id: 3, reason: 'Ready' }, { 'Idempotency-Key': randomUUID() })
    const started = await ask(administrator, changeTrialStatus.response, `trials/${id}/status`, start)
    for (const { value } of [made, started]) expect(value).toMatchObject({ block_size_min: 2, study_groups: [{}, {}] })
    const asMember = { role: 'Trial viewer', trial_id: id, site_id: null } as const
    await grant(world, { person: 'administrator', ...asMember, is_blinded_whole: true })
    const again = [
      await ask(administrator, createTrial.response, 'trials', posted(form, headers)),
      await ask(administrator, changeTrialStatus.response, `trials/${id}/status`, start),
    ]
    for (const { replayed, value } of again) {
      expect(replayed).toBe(true)
      expect(value).toMatchObject({ block_size_min: null, block_size_max: null, study_groups: [] })
    }
  })
})
