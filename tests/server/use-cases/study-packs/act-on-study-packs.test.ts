import { CHANGED_MEANWHILE, studyPackStatusId } from '#domain/study-packs/study-pack'
import { STUDY_PACK_ACTION_NAMES, type StudyPackAction } from '#domain/study-packs/study-pack-actions'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { valueOf } from '../../../support/ask'
import { readChain } from '../../../support/audit-chain'
import { changePermission, GROUP_WORDS } from '../../../support/participant-actions'
import { testPortal, type TestPortal } from '../../../support/portal'
import { saveWith, setTo } from '../../../support/save-trial'
import { act, packShown, packTrial, type PackTrial } from '../../../support/study-packs'

let world: TestPortal
let trial: PackTrial
beforeAll(async () => {
  world = await testPortal()
  trial = await packTrial(world, { sites: [{ title: 'North' }, { title: 'South' }, { title: 'Closed' }] })
})
afterAll(() => world.stop())

const by = (action: StudyPackAction, body: object, headers: Record<string, string> = {}) =>
  act(trial, trial.people.coordinator, action, body, headers)
const shown = (id: number) => packShown(trial, trial.people.administrator, id)
const site = (index: number) => trial.sites[index]?.id ?? 0

const sound = (action: StudyPackAction): object => {
  if (action === 'transfer') return { to_site_id: site(1) }
  return action === 'update' ? { expire_on: null, duration: null } : {}
}

describe.each(STUDY_PACK_ACTION_NAMES)('a request to %s packs', (action) => {
  const ONE_OR_SEVERAL = 'Give one pack as study_pack_id, or several as study_pack_ids'
  test.each<[string, object, Record<string, string>]>([
    ['names no pack', {}, { study_pack_id: ONE_OR_SEVERAL }],
    ['names packs in both ways', { study_pack_id: 1, study_pack_ids: [1] }, { study_pack_id: ONE_OR_SEVERAL }],
    ['is an empty list', { study_pack_ids: [] }, { study_pack_ids: 'Must list at least one pack' }],
    ['names one twice', { study_pack_ids: [1, 2, 1] }, { study_pack_ids: 'Lists a pack twice' }],
    ['says no reason', { study_pack_id: 1, comment: '  ' }, { comment: 'Please enter a reason' }],
    ['holds something else', { study_pack_id: 1, study_group_id: 1 }, { study_group_id: 'Unknown field' }],
  ])('is refused where it %s', async (_what, body, fields) => {
    const { status, problem } = await by(action, { ...sound(action), ...body })
    expect([status, problem?.code, problem?.fields]).toEqual([422, 'validation_failed', fields])
  })
})

describe('a transfer', () => {
  test('moves packs, and the audit log says from where', async () => {
    const ids = [await trial.pack('active'), await trial.pack('inactive')]
    const { data } = valueOf(await by('transfer', { study_pack_ids: ids, to_site_id: site(1) }))
    expect(data.map(({ site_id }) => site_id)).toEqual([site(1), site(1)])
    const { entries } = await readChain(world.database.queries, trial.trial_id)
    expect(entries.at(-1)).toMatchObject({
      kind: 'study_packs_transferred',
      description: `2 study packs transferred in trial ${trial.trial_id}`,
      reason: 'As agreed',
      user_id: world.personId('coordinator'),
      role: 'Trial administrator',
      changes: data
        .toSorted((one, other) => one.id - other.id)
        .map(({ pack_id }) => ({ field: `study_packs.${pack_id}.site_id`, old: site(0), new: site(1) })),
    })
    expect(JSON.stringify(entries.at(-1))).not.toMatch(GROUP_WORDS)
  })

  test('is refused for packs of several sites', async () => {
    const ids = [await trial.pack('active'), await trial.pack('active', { site_id: site(1) })]
    const { status, problem } = await by('transfer', { study_pack_ids: ids, to_site_id: site(2) })
    expect([status, problem?.code, problem?.message]).toEqual([
      409,
      'packs_from_different_sites',
      'Every pack selected must be from the same site',
    ])
    const some = [ids[0], await trial.pack('active', { site_id: null })]
    expect((await by('transfer', { study_pack_ids: some, to_site_id: site(2) })).problem?.message).toBe(
      'Every pack selected must be from the same site',
    )
  })

  test('is refused for packs that are at no site', async () => {
    const id = await trial.pack('active', { site_id: null })
    const { status, problem } = await by('transfer', { study_pack_id: id, to_site_id: site(1) })
    expect([status, problem?.message]).toEqual([409, 'No site ID set'])
  })

  test('is refused to a site outside the trial, or one that no longer takes part', async () => {
    const other = await packTrial(world)
    const id = await trial.pack('active')
    await setTo(trial.people.administrator, trial.trial_id, 'paused')
    const closed = trial.sites.map(({ id: siteId, title }) => ({ id: siteId, title, is_deleted: title === 'Closed' }))
    valueOf(await saveWith(trial.people.administrator, trial.trial_id, { sites: closed }))
    const fieldsFor = async (to_site_id: unknown) =>
      (await by('transfer', { study_pack_id: id, to_site_id })).problem?.fields
    const NOT_A_SITE = { to_site_id: 'Choose a site that still takes part in the trial' }
    expect(await fieldsFor(site(2))).toEqual(NOT_A_SITE)
    expect(await fieldsFor(other.sites[0]?.id)).toEqual(NOT_A_SITE)
    expect(await fieldsFor(site(0))).toEqual({ to_site_id: 'The packs are already at this site' })
    expect(Object.keys((await fieldsFor(null)) ?? {})).toEqual(['to_site_id'])
    expect((await shown(id)).site_id).toBe(site(0))
  })
})

describe('an edit of the expiry', () => {
  test('sets both, and null clears both', async () => {
    const id = await trial.pack('active')
    const set = { study_pack_id: id, expire_on: '2027-03-31', duration: 31 }
    const dates = ({ expire_on, duration, last_allocation_date }: Awaited<ReturnType<typeof shown>>) => [
      expire_on,
      duration,
      last_allocation_date,
    ]
    expect(valueOf(await by('update', set)).data.map(dates)).toEqual([['2027-03-31', 31, '2027-02-28']])
    const cleared = valueOf(await by('update', { ...set, expire_on: null, duration: null }))
    expect(cleared.data.map(dates)).toEqual([[null, null, null]])
  })

  test.each([
    ['a day that is none', { expire_on: '2027-02-30', duration: null }, 'expire_on'],
    ['no day', { duration: null }, 'expire_on'],
    ['words', { expire_on: null, duration: 'a month' }, 'duration'],
    ['less than nothing', { expire_on: null, duration: -1 }, 'duration'],
    ['half a day', { expire_on: null, duration: 0.5 }, 'duration'],
    ['no duration', { expire_on: null }, 'duration'],
  ])('refuses %s', async (_what, body, field) => {
    const { status, problem } = await by('update', { study_pack_id: 1, ...body })
    expect([status, Object.keys(problem?.fields ?? {})]).toEqual([422, [field]])
  })

  test.each([
    ['2026-12-19', 28, 1],
    ['2026-12-18', 28, 3],
    [null, 28, 1],
  ])('of an Expired pack to %s and %i days leaves it in status %i', async (expire_on, duration, status) => {
    const id = await trial.pack('expired')
    const { data } = valueOf(await by('update', { study_pack_id: id, expire_on, duration }))
    expect(data.map((pack) => pack.study_pack_status_id)).toEqual([status])
  })
})

test('an Expired pack without a code does not return where dispensing asks for codes', async () => {
  const coded = await packTrial(world, { is_confirmable: true })
  const [without, withCode] = [await coded.pack('expired'), await coded.pack('expired', { confirmation_code: '007' })]
  const extended = (id: number) =>
    act(coded, coded.people.coordinator, 'update', { study_pack_id: id, expire_on: '2099-12-31', duration: 0 })
  const { status, problem } = await extended(without)
  expect([status, problem?.code, problem?.packs?.map(({ id }) => id)]).toEqual([409, 'pack_status_conflict', [without]])
  expect(problem?.message).toBe(
    'Packs without a confirmation code cannot be used again. Dispensing is confirmed by a code',
  )
  expect(valueOf(await extended(withCode)).data[0]?.study_pack_status_id).toBe(studyPackStatusId('inactive'))
})

describe('of two people who change a pack, the second learns who was first', () => {
  const first = async (action: StudyPackAction, body: object) =>
    valueOf(await act(trial, trial.people.administrator, action, body))
  const expectStatusConflict = async (id: number, action: StudyPackAction, body: object, cause = action) => {
    const { status, problem } = await by(action, body)
    expect([status, problem?.code, problem?.message]).toEqual([409, 'pack_status_conflict', CHANGED_MEANWHILE])
    const actioned_by_user = { id: world.personId('administrator') }
    expect(problem?.packs).toMatchObject([{ id, last_log: { action: cause, actioned_by_user } }])
  }

  test('where another person changed its status, whatever a third has done to it since', async () => {
    const id = await trial.pack('active')
    await first('deactivate', { study_pack_id: id })
    valueOf(await by('update', { study_pack_id: id, expire_on: '2027-03-31', duration: null }))
    const { status, problem } = await by('deactivate', { study_pack_id: id })
    expect([status, problem?.code]).toEqual([409, 'pack_status_conflict'])
    const actioned_by_user = { id: world.personId('administrator') }
    expect(problem?.packs).toMatchObject([{ id, last_log: { action: 'deactivate', actioned_by_user } }])
  })

  test('where another person transferred it from the place that was seen', async () => {
    const [moved, left] = [await trial.pack('active'), await trial.pack('active')]
    await first('transfer', { study_pack_id: moved, to_site_id: site(1) })
    const back = { from_site_id: site(0), to_site_id: site(1) }
    await expectStatusConflict(moved, 'transfer', { study_pack_ids: [left, moved], ...back })
    // The refusal names the person who moved it, even after a later change.
    valueOf(await by('deactivate', { study_pack_id: moved }))
    await expectStatusConflict(moved, 'transfer', { study_pack_id: moved, from_site_id: site(0), to_site_id: site(0) })
    expect([(await shown(left)).site_id, (await shown(moved)).site_id]).toEqual([site(0), site(1)])
  })

  test('where another person gave it an expiry other than the one seen', async () => {
    const [edited, left] = [await trial.pack('active'), await trial.pack('active')]
    const seen = [edited, left].map((study_pack_id) => ({ study_pack_id, expire_on: null, duration: null }))
    await first('update', { study_pack_id: edited, expire_on: '2027-03-31', duration: null })
    const body = { study_pack_ids: [edited, left], expire_on: '2027-06-30', duration: 14 }
    await expectStatusConflict(edited, 'update', { ...body, seen })
    expect([(await shown(edited)).expire_on, (await shown(left)).expire_on]).toEqual(['2027-03-31', null])
    const asItIs = seen.map((pack) => (pack.study_pack_id === edited ? { ...pack, expire_on: '2027-03-31' } : pack))
    expect(valueOf(await by('update', { ...body, seen: asItIs })).data).toHaveLength(2)
  })

  test('where another person set it to Expired, so that an edit does not take it out of quarantine', async () => {
    const id = await trial.pack('active')
    const seen = [
      { study_pack_id: id, expire_on: null, duration: null, study_pack_status_id: studyPackStatusId('active') },
    ]
    await first('expire', { study_pack_id: id })
    await expectStatusConflict(
      id,
      'update',
      { study_pack_id: id, expire_on: '2027-06-30', duration: null, seen },
      'expire',
    )
    expect((await shown(id)).study_pack_status_id).toBe(studyPackStatusId('expired'))
    const asItIs = seen.map((one) => ({ ...one, study_pack_status_id: studyPackStatusId('expired') }))
    expect(
      (await by('update', { study_pack_id: id, expire_on: '2027-06-30', duration: null, seen: asItIs })).status,
    ).toBe(200)
  })

  test.each(['remove', 'expire'] as const)(
    'where it has another status than was seen, though %s permits both',
    async (action) => {
      const [changed, left] = [await trial.pack('inactive'), await trial.pack('active')]
      const seen = [
        { study_pack_id: changed, study_pack_status_id: studyPackStatusId('inactive') },
        { study_pack_id: left, study_pack_status_id: studyPackStatusId('active') },
      ]
      await first('activate', { study_pack_id: changed })
      await expectStatusConflict(changed, action, { study_pack_ids: [changed, left], seen }, 'activate')
      expect((await shown(left)).study_pack_status_id).toBe(studyPackStatusId('active'))
      expect((await by(action, { study_pack_id: left, seen: seen.slice(1) })).status).toBe(200)
    },
  )

  test('a pack that a participant was given since it was seen is not removed', async () => {
    const given = await trial.pack('allocated')
    const seen = [{ study_pack_id: given, study_pack_status_id: studyPackStatusId('active') }]
    const { status, problem } = await by('remove', { study_pack_id: given, seen })
    expect([status, problem?.code, problem?.message]).toEqual([409, 'pack_status_conflict', CHANGED_MEANWHILE])
    expect((await shown(given)).study_pack_status_id).toBe(studyPackStatusId('allocated'))
    const asItIs = seen.map((one) => ({ ...one, study_pack_status_id: studyPackStatusId('allocated') }))
    expect((await by('remove', { study_pack_id: given, seen: asItIs })).status).toBe(200)
  })

  test.each([
    ['leaves one out', ([edited]: number[]) => [edited]],
    ['names one twice', ([edited]: number[]) => [edited, edited]],
    ['names one that is not edited', ([edited, left, foreign]: number[]) => [edited, left, foreign]],
  ])('and is refused where what was seen %s', async (_what, named) => {
    const ids = [await trial.pack('active'), await trial.pack('active'), await trial.pack('active')]
    const seen = named(ids).map((study_pack_id) => ({ study_pack_id, expire_on: null, duration: null }))
    const body = { study_pack_ids: ids.slice(0, 2), expire_on: '2027-06-30', duration: 14, seen }
    const { status, problem } = await by('update', body)
    expect([status, problem?.fields]).toEqual([422, { seen: 'Must list each pack of the action once, and no others' }])
  })

  test('where another person was the last to change it, however long ago, and the request does not say what was seen', async () => {
    const [moved, edited] = [await trial.pack('active'), await trial.pack('active')]
    await first('transfer', { study_pack_id: moved, to_site_id: site(1) })
    await expectStatusConflict(moved, 'transfer', { study_pack_id: moved, to_site_id: site(2) })
    await first('update', { study_pack_id: edited, expire_on: '2027-03-31', duration: null })
    const other = { study_pack_id: edited, expire_on: '2027-06-30', duration: null }
    await expectStatusConflict(edited, 'update', other)
    world.clock.step(60 * 60)
    await expectStatusConflict(moved, 'transfer', { study_pack_id: moved, to_site_id: site(2) })
    await expectStatusConflict(edited, 'update', other)
    const seen = [{ study_pack_id: edited, expire_on: '2027-03-31', duration: null }]
    expect((await by('update', { ...other, seen })).status).toBe(200)
    // The first person, who does not say what they saw either, cannot overwrite that change.
    expect((await act(trial, trial.people.administrator, 'update', other)).problem?.code).toBe('pack_status_conflict')
  })

  test('but not after one’s own change, or one that the person says they saw', async () => {
    const id = await trial.pack('active')
    const body = { study_pack_id: id, expire_on: '2027-03-31', duration: null }
    const seen = [{ study_pack_id: id, expire_on: '2027-03-31', duration: null }]
    await first('update', body)
    expect((await act(trial, trial.people.administrator, 'update', body)).status).toBe(200)
    expect((await by('update', { ...body, seen })).status).toBe(200)
  })
})

describe('a repeat', () => {
  test('under the same key with another body is refused', async () => {
    const id = await trial.pack('inactive')
    const once = { 'Idempotency-Key': randomUUID() }
    valueOf(await by('activate', { study_pack_id: id }, once))
    const { status, problem } = await by('activate', { study_pack_id: id, comment: 'Another' }, once)
    expect([status, problem?.code]).toEqual([422, 'idempotency_key_reused'])
  })

  test('after a refusal is decided again', async () => {
    const id = await trial.pack('active')
    const once = { 'Idempotency-Key': randomUUID() }
    expect((await by('activate', { study_pack_id: id }, once)).status).toBe(409)
    valueOf(await by('deactivate', { study_pack_id: id }))
    const { status, replayed } = await by('activate', { study_pack_id: id }, once)
    expect([status, replayed]).toEqual([200, false])
  })

  test('gets the packs as they are now, for a person who may still see them', async () => {
    const other = await packTrial(world)
    const id = await other.pack('inactive')
    const once = { 'Idempotency-Key': randomUUID() }
    const again = () => act(other, other.people.pharmacist, 'activate', { study_pack_id: id }, once)
    valueOf(await again())
    valueOf(await act(other, other.people.coordinator, 'remove', { study_pack_id: id }))
    const { replayed, value } = await again()
    expect([replayed, value?.data.map(({ study_pack_status_id }) => study_pack_status_id)]).toEqual([true, [4]])
    await changePermission(world, other, 'pharmacist', { site_id: other.sites[1]?.id ?? null })
    expect((await again()).value).toEqual({ data: [] })
    await changePermission(world, other, 'pharmacist', { role_id: 6 })
    expect((await again()).status).toBe(403)
  })
})

test('a pack’s log is never changed or deleted', async () => {
  const id = await trial.pack('inactive')
  valueOf(await by('activate', { study_pack_id: id }))
  const { queries } = world.database
  const logs = () => queries.deleteFrom('study_pack_logs').where('study_pack_id', '=', id).execute()
  await expect(logs()).rejects.toThrow('never changed or deleted')
  await expect(queries.updateTable('study_pack_logs').set({ comment: '' }).execute()).rejects.toThrow(
    'never changed or deleted',
  )
})

test('a hundred packs are activated at once', async () => {
  const big = await packTrial(world)
  const ids: number[] = []
  for (let count = 0; count < 100; count += 1) ids.push(await big.pack('inactive'))
  const { data } = valueOf(await act(big, big.people.pharmacist, 'activate', { study_pack_ids: ids }))
  expect(data.map(({ study_pack_status_id }) => study_pack_status_id)).toEqual(ids.map(() => 2))
})
