import { getAuditLog, listAuditLogs, reviewAuditLog, type AuditLog } from '#contract/audit-logs'
import { flagParticipant } from '#contract/participants'
import { AUDIT_KIND_NAMES, type AuditKind } from '#domain/audit/audit-kind'
import { accepted } from '#domain/outcome'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { appendAudit } from '../../../../src/server/ground/db/audit-log'
import { inTransaction } from '../../../../src/server/ground/db/transaction'
import { grant, type BuiltTrial } from '../../../support/a-trial'
import { ask, posted, valueOf } from '../../../support/ask'
import { exported, exportPaths } from '../../../support/export-calls'
import { changePermission, drawnAt, GROUP_WORDS, staffedTrial, unblind } from '../../../support/participant-actions'
import { testPortal, type TestPortal } from '../../../support/portal'
import { readXlsx } from '../../../support/read-xlsx'
import { signedInAs, type SignedIn } from '../../../support/sign-in'

let world: TestPortal
let administrator: SignedIn
let nurse: SignedIn
let trial: BuiltTrial
let guarded: BuiltTrial
let blinding: BuiltTrial

beforeAll(async () => {
  world = await testPortal()
  nurse = await signedInAs(world, 'nurse')
  trial = await staffedTrial(world, { title: 'The tea trial' })
  guarded = await staffedTrial(world, { title: 'Kept to itself' })
  await protect(guarded)
  blinding = await staffedTrial(world, { title: 'Seen by few', block_size_min: 2, block_size_max: 4 })
  const { trial_id } = trial
  const first = await drawnAt(nurse, trial, 0)
  await drawnAt(nurse, trial, 0)
  // Sessions end overnight, so everybody signs in again.
  world.clock.step(60 * 60 * 24)
  administrator = await signedInAs(world, 'administrator')
  nurse = await signedInAs(world, 'nurse')
  valueOf(await ask(nurse, flagParticipant.response, `trials/${trial_id}/participants/${first.id}/flag`, SEEN))
  valueOf(await unblind(await signedInAs(world, 'unblinder'), { trial_id, id: first.id }))
  await drawnAt(await signedInAs(world, 'unblinder'), guarded, 0)
  await written({ kind: 'study_packs_imported', reason: 'Zanamivir only came in boxes' })
  await written({
    kind: 'self_check_failed',
    description: 'Self-check of the trial failed: Zanamivir, not Oseltamivir',
  })
  const pack = { field: 'study_packs.PK-0007.study_pack_status_id', old: 5, new: 6 }
  const dispensed = { kind: 'study_packs_dispensed', description: 'Study pack PK-0007 dispensed', changes: [pack] }
  await written({ ...dispensed, writer_sight: 'nothing' })
  await grant(world, {
    person: 'administrator',
    role: 'Trial viewer',
    trial_id: blinding.trial_id,
    site_id: null,
    is_blinded_whole: true,
  })
})
afterAll(() => world.stop())

const protect = async ({ trial_id }: BuiltTrial) => {
  const trials = world.database.queries.updateTable('trials').where('id', '=', trial_id)
  await trials.set((row) => ({ is_protected_trial: true, setup_version: row('setup_version', '+', 1) })).execute()
}

const SEEN = posted({ comment: 'Withdrew' })

/** An entry in the trial in which the administrator is blinded. */
const written = async (overrides: object) =>
  inTransaction(world.database, async (transaction) => {
    const entry = {
      kind: 'trial_updated',
      description: 'Something',
      created_at: world.clock.now(),
      user_id: null,
    } as const
    const more = { role: null, changes: [], reason: null, request_id: null, trial_id: blinding.trial_id }
    return accepted(await appendAudit(transaction, { ...entry, ...more, ...overrides }))
  })

const listed = async (query: Record<string, string | number>, who = administrator) => {
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
  return valueOf(await ask(who, listAuditLogs.response, `audit-logs?${search}`))
}
const descriptions = async (query: Record<string, string | number>) =>
  (await listed({ page_size: 100, ...query })).data.map(({ description }) => description)

describe('refused', () => {
  test.each([
    ['a level below 4', 403],
    ['nobody', 401],
  ])('%s', async (who, status) => {
    const response = who === 'nobody' ? await fetch(`${world.url}/api/v1/audit-logs`) : await nurse.fetch('audit-logs')
    expect(response.status).toBe(status)
  })

  test.each(['from=yesterday', 'from=2026-02-30', 'kind=nothing', 'participant=x', 'trial_id=0'])(
    '%s',
    async (query) => {
      expect((await administrator.fetch(`audit-logs?${query}`)).status).toBe(422)
    },
  )
})

describe('the list', () => {
  test('is from the oldest to the newest on request', async () => {
    const newest = (await listed({ page_size: 100 })).data.map(({ id }) => id)
    const oldest = [1, 2, 3, 4, 5].map(async (page) => (await listed({ order: 'asc', page })).data.map(({ id }) => id))
    expect((await Promise.all(oldest)).flat()).toEqual(newest.toReversed().slice(0, 50))
    const narrowed = await listed({ order: 'asc', q: 'tea', page_size: 100 })
    const other = await listed({ q: 'tea', page_size: 100 })
    expect(narrowed.data).toEqual(other.data.toReversed())
  })

  test.each(['sort=user', 'sort=kind', 'sort=trial'])(
    'has no order by columns that may be withheld: %s',
    async (query) => {
      const { status } = await ask(administrator, listAuditLogs.response, `audit-logs?${query}`)
      expect(status).toBe(422)
    },
  )

  test('begins with the newest, ten to a page, and continues without a gap to the oldest', async () => {
    const whole = await listed({ page_size: 100 })
    const ids = whole.data.map(({ id }) => id)
    expect(ids).toEqual(ids.toSorted((a, b) => b - a))
    expect(whole.total).toBe(ids.length)
    const first = await listed({})
    expect([first.page, first.page_size, first.data.length, first.has_more]).toEqual([1, 10, 10, false])
    const turned = []
    for (let page = 1; page <= first.pages; page += 1) turned.push(...(await listed({ page })).data.map(({ id }) => id))
    expect(turned).toEqual(ids)
    expect((await listed({ page: first.pages + 1 })).data).toEqual([])
  })

  test('names the person, the action, the role, the fields and the reason', async () => {
    const [flagged] = (await listed({ kind: 'participant_flagged' })).data
    expect(flagged).toMatchObject({
      user: { id: world.personId('nurse') },
      trial_id: trial.trial_id,
      description: `Participant 1 flagged in trial ${trial.trial_id}`,
      is_type_flagged: true,
      is_type_randomisation: false,
      role: 'Site user',
      reason: 'Withdrew',
      changes: [{ field: 'flag_status', old: 'Unflagged', new: 'Flagged' }],
      is_cut: false,
      is_day_only: false,
      reviews: [],
    })
  })
})

describe('a search finds', () => {
  test.each<[string, string, number]>([
    ['by words of the description', 'participant randomised', 2],
    ['by the beginning of the last word', 'randomis', 2],
    ['in any order and case', 'RANDOMISED Participant', 2],
    ['around blanks', '  randomised   participant  ', 2],
    ['by the label of the action', 'unblinding', 1],
    ['by a number, also that of a trial', 'participant 1', 4],
    ['by a title', 'tea trial', 1],
    ['for what there is not', 'nothing of the kind', 0],
    ['for what is no word', '%', 0],
    ['for what would break a query', `'b0' | 'k`, 0],
  ])('%s', async (_how, q, many) => {
    const results = await listed({ q, trial_id: trial.trial_id, page_size: 100 })
    expect(results.total).toBe(results.data.length)
    const about = q === 'tea trial' ? results.data.filter(({ kind }) => kind === 'trial_created') : results.data
    expect(about.length).toBe(many)
  })

  test('by the name of the person', async () => {
    const me = valueOf(await ask(administrator, listAuditLogs.response, 'audit-logs?kind=randomised'))
    const name = me.data[0]?.user?.name ?? ''
    const results = await listed({ q: name.slice(1), page_size: 100 })
    expect(new Set(results.data.map(({ user }) => user?.name))).toContain(name)
  })

  test('everything for blanks alone', async () => {
    expect((await listed({ q: '   ' })).total).toBe((await listed({})).total)
  })
})

describe('a filter', () => {
  test('is by person, trial, participant, pack and kind, alone and together', async () => {
    const { trial_id } = trial
    expect(new Set((await listed({ user_id: world.personId('nurse') })).data.map(({ user }) => user?.id))).toEqual(
      new Set([world.personId('nurse')]),
    )
    expect(await descriptions({ trial_id, participant: 2 })).toEqual([`Participant 2 randomised in trial ${trial_id}`])
    expect(await descriptions({ trial_id, participant: 1 })).toEqual([
      `Participant 1 unblinded in trial ${trial_id}`,
      `Participant 1 flagged in trial ${trial_id}`,
      `Participant 1 randomised in trial ${trial_id}`,
    ])
    expect(await descriptions({ pack_id: 'pk-0007' })).toEqual(['Study pack PK-0007 dispensed'])
    expect(await descriptions({ pack_id: 'PK-000' })).toEqual([])
    expect(await descriptions({ kind: 'participant_unblinded', q: 'participant' })).toHaveLength(1)
    const both = valueOf(
      await ask(
        administrator,
        listAuditLogs.response,
        'audit-logs?kind=participant_unblinded&kind=participant_flagged',
      ),
    )
    expect(both.total).toBe(2)
  })

  test('is by days of the viewer’s time zone', async () => {
    const flagged = { kind: 'participant_flagged' }
    expect((await listed({ ...flagged, from: '2026-11-22', to: '2026-11-22' })).total).toBe(1)
    expect((await listed({ ...flagged, to: '2026-11-21' })).total).toBe(0)
    expect((await listed({ ...flagged, from: '2026-11-23' })).total).toBe(0)
    const people = world.database.queries.updateTable('users').where('id', '=', world.personId('administrator'))
    const { selected_timezone } = await world.database.queries
      .selectFrom('users')
      .select('selected_timezone')
      .where('id', '=', world.personId('administrator'))
      .executeTakeFirstOrThrow()
    // In this zone the day before is not over yet.
    await people.set({ selected_timezone: 'Pacific/Honolulu' }).execute()
    expect((await listed({ ...flagged, to: '2026-11-21' })).total).toBe(1)
    await people.set({ selected_timezone }).execute()
  })
})

describe('the visibility of the reader decides:', () => {
  test('a protected trial is not in any search, filter or count, until they have a permission in it', async () => {
    const { trial_id } = guarded
    const before = await listed({ page_size: 100 })
    expect(before.data.filter((entry) => entry.trial_id === trial_id)).toEqual([])
    expect(before.total).toBe(before.data.length)
    expect((await listed({ trial_id })).total).toBe(0)
    expect((await listed({ q: 'itself' })).total).toBe(0)
    const [hidden] = await world.database.queries
      .selectFrom('audit_log')
      .select('id')
      .where('trial_id', '=', trial_id)
      .execute()
    const review = `audit-logs/${hidden?.id}/reviews`
    expect((await administrator.fetch(review, posted({ finding: 'x' }))).status).toBe(404)
    // A permission at one of its sites is no permission in the whole trial.
    const site_id = guarded.sites[0]?.id ?? null
    await grant(world, { person: 'administrator', role: 'Site viewer', trial_id, site_id })
    expect((await listed({ trial_id })).total).toBe(0)
    await grant(world, { person: 'administrator', role: 'Trial viewer', trial_id, site_id: null })
    expect((await listed({ trial_id })).total).toBeGreaterThan(0)
  })

  test('while they are blinded in a trial, its groups, weights and blocks are neither shown nor found', async () => {
    const { trial_id } = blinding
    const cut = await listed({ trial_id, page_size: 100 })
    expect(JSON.stringify(cut)).not.toMatch(GROUP_WORDS)
    expect(JSON.stringify(cut)).not.toMatch(/block_size|study_groups|minimisation_|epoch/)
    const created = cut.data.find(({ kind }) => kind === 'trial_created')
    expect(created).toMatchObject({ is_cut: true })
    expect(created?.changes).toContainEqual({ field: 'title', old: null, new: 'Seen by few' })
    // The commitment is public.
    expect(created?.changes).toContainEqual({
      field: 'commitment',
      old: null,
      new: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    for (const q of ['Zanamivir', 'Oseltamivir']) expect((await listed({ trial_id, q })).total).toBe(0)

    await changePermission(world, blinding, 'administrator', { is_blinded_whole: false })
    const whole = JSON.stringify(await listed({ trial_id, page_size: 100 }))
    for (const word of ['block_size_min', 'Zanamivir only came in boxes', 'Zanamivir, not Oseltamivir'])
      expect(whole).toContain(word)
    await changePermission(world, blinding, 'administrator', { is_blinded_whole: true })
  })
})

describe('while they are blinded, an entry has no number or name that tells of the design:', () => {
  const change = (field: string, value: number | string) => ({ field, old: null, new: value })
  const replicates = change('replicates', 1000)
  const seed = change('seed', 42)
  const seeds = change('seeds', 1)
  const heads = change('audit_heads', 1)
  const compared = change('compared', 'means')
  const cases: [AuditKind, { shown: object[]; hidden: object[] }][] = [
    ['randomisation_test_started', { shown: [replicates, seed], hidden: [change('ledger_length', 4711)] }],
    ['secrets_sealed', { shown: [seeds, heads], hidden: [change('draw_states', 4711)] }],
    [
      'outcomes_compared',
      { shown: [compared], hidden: [change('study_group_ids', '47, 11'), change('outcomes', 4711)] },
    ],
  ]
  beforeAll(async () => {
    for (const [kind, { shown, hidden }] of cases)
      await written({ kind, description: `Done: ${kind}`, changes: [...shown, ...hidden] })
  })

  test.each(cases)('%s', async (kind, { shown, hidden }) => {
    const { trial_id } = blinding
    const [entry] = (await listed({ trial_id, kind })).data
    expect(entry).toMatchObject({ changes: shown, changes_total: shown.length, is_cut: true })
    expect(valueOf(await ask(administrator, getAuditLog.response, `audit-logs/${entry?.id}`))).toEqual(entry)
    expect((await listed({ trial_id, q: '4711' })).total).toBe(0)
    const list = exportPaths(trial_id)['audit-log']
    for (const format of ['json', 'xlsx'] as const) {
      const { bytes } = await exported(world.url, administrator, list, format, `trial_id=${trial_id}&kind=${kind}`)
      const text = format === 'json' ? new TextDecoder().decode(bytes) : JSON.stringify(readXlsx(bytes))
      expect(text).toContain(`Done: ${kind}`)
      expect(text).not.toMatch(/4711|47, 11|ledger_length|draw_states|study_group_ids|outcomes"/)
    }

    await changePermission(world, blinding, 'administrator', { is_blinded_whole: false })
    const [whole] = (await listed({ trial_id, kind })).data
    expect(whole).toMatchObject({ changes: [...shown, ...hidden], is_cut: false })
    await changePermission(world, blinding, 'administrator', { is_blinded_whole: true })
  })
})

describe('a review', () => {
  const review = (id: number | undefined, body: object, headers: Record<string, string> = {}) =>
    ask(administrator, reviewAuditLog.response, `audit-logs/${id}/reviews`, posted(body, headers))

  test('needs a finding, and an entry', async () => {
    const [entry] = (await listed({})).data
    expect((await review(entry?.id, { finding: '  ' })).problem?.fields).toEqual({ finding: 'Please enter a finding' })
    expect((await review(999_999, { finding: 'x' })).status).toBe(404)
  })

  test('is beside the entry once, however often it is sent, and is in the log itself', async () => {
    const [entry] = (await listed({ kind: 'participant_unblinded' })).data
    const key = { 'Idempotency-Key': 'reviewed' }
    const done = await review(entry?.id, { finding: 'Agreed with the monitor' }, key)
    expect(done.status).toBe(201)
    expect((await review(entry?.id, { finding: 'Agreed with the monitor' }, key)).replayed).toBe(true)
    const [again] = (await listed({ kind: 'participant_unblinded' })).data
    expect(again?.reviews).toEqual([
      {
        id: expect.any(Number),
        created_at: world.clock.now(),
        reviewed_by_user: { id: world.personId('administrator'), name: expect.any(String) },
        finding: 'Agreed with the monitor',
      },
    ])
    const [logged] = (await listed({ kind: 'audit_reviewed' })).data
    expect(logged).toMatchObject({ trial_id: trial.trial_id, description: `Audit entry ${entry?.id} reviewed` })
    expect(logged?.reason).toBeNull()
  })

  test('by another person cannot be read by people who are blinded in the trial', async () => {
    const [entry] = (await listed({ trial_id: blinding.trial_id, kind: 'study_packs_dispensed' })).data
    const by = (reviewed_by: number, finding: string) =>
      world.database.queries
        .insertInto('audit_reviews')
        .values({ audit_log_id: entry?.id ?? 0, created_at: world.clock.now(), reviewed_by, finding })
        .execute()
    await by(world.personId('nurse'), 'It was Zanamivir')
    await by(world.personId('administrator'), 'My own')
    const [again] = (await listed({ trial_id: blinding.trial_id, kind: 'study_packs_dispensed' })).data
    expect(again?.reviews.map(({ finding }) => finding)).toEqual([null, 'My own'])
  })
})

describe('while they are blinded, a search by words and packs finds only visible ones:', () => {
  let visible: readonly AuditLog[]
  const word = (kind: AuditKind) => `word${kind.replaceAll('_', '')}`
  const packOf = (kind: AuditKind) => `BOX ${kind}`
  beforeAll(async () => {
    const { trial_id } = blinding
    for (const kind of AUDIT_KIND_NAMES) {
      const changes = [{ field: `study_packs.${packOf(kind)}.study_pack_status_id`, old: 1, new: 2 }]
      await written({ kind, description: `Study pack ${packOf(kind)} confirmed by ${word(kind)}`, changes })
    }
    visible = (await listed({ trial_id, page_size: 100 })).data.slice(0, AUDIT_KIND_NAMES.length)
  })

  test.each(AUDIT_KIND_NAMES)('%s', async (kind) => {
    const entry = visible.find((one) => one.kind === kind)
    const byWord = await listed({ q: word(kind), kind })
    expect(byWord.total).toBe(entry?.description.includes(word(kind)) ? 1 : 0)
    const byPack = await listed({ pack_id: packOf(kind) })
    const isShown = JSON.stringify(entry?.changes).includes(packOf(kind))
    expect(isShown || byPack.total === 0).toBe(true)
  })

  test('an unblinded reader sees and finds all of it', async () => {
    await changePermission(world, blinding, 'administrator', { is_blinded_whole: false })
    for (const kind of ['design_confirmed', 'study_pack_labels_printed'] as const) {
      expect((await listed({ q: word(kind) })).data.map((entry) => entry.kind)).toEqual([kind])
    }
    expect((await listed({ pack_id: packOf('study_packs_imported') })).total).toBe(1)
    await changePermission(world, blinding, 'administrator', { is_blinded_whole: true })
  })

  test('also where their role in the system itself is blinded', async () => {
    await changePermission(world, blinding, 'administrator', { ended_at: world.clock.now() })
    const set = (change: object) =>
      world.database.queries
        .updateTable('user_permissions')
        .set(change)
        .where('user_id', '=', world.personId('administrator'))
        .where('trial_id', 'is', null)
        .execute()
    await set({ is_blinded_whole: true })
    expect((await listed({ q: word('design_confirmed') })).total).toBe(0)
    expect((await listed({ pack_id: packOf('study_packs_imported') })).total).toBe(0)
    expect((await listed({ q: word('study_packs_dispensed') })).total).toBe(0)
    expect((await listed({ q: word('participant_flagged') })).total).toBe(1)
    await set({ is_blinded_whole: false })
    expect((await listed({ q: word('design_confirmed') })).total).toBe(1)
    await world.database.queries
      .updateTable('user_permissions')
      .set({ ended_at: null })
      .where('user_id', '=', world.personId('administrator'))
      .where('trial_id', '=', blinding.trial_id)
      .execute()
  })
})
