import { listAuditLogs } from '#contract/audit-logs'
import { getReadiness } from '#contract/readiness'
import { getTrialStatistics } from '#contract/trials'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { SessionClient } from '../../../../src/server/ground/db/session-client'
import * as formerNames from '../../../../src/server/ground/db/former-names'
import { checkTrial } from '../../../../src/server/use-cases/operation/self-check/check-trial'
import { aTrial, grant, type BuiltTrial, type TrialOverrides } from '../../../support/a-trial'
import { sampleActor, sampleCall } from '../../../../src/server/start/sample-data/sample-call'
import { randomiseBatch, type RandomiseJob } from '../../../../src/server/use-cases/participants/randomise-batch'
import { startTest } from '../../../support/a-randomisation-test'
import { ask, valueOf } from '../../../support/ask'
import { testPortal, type TestPortal } from '../../../support/portal'
import { randomise } from '../../../support/randomise'
import { saveWith, setTo, shownTo, storedAbout } from '../../../support/save-trial'
import { signedInAs, type SignedIn } from '../../../support/sign-in'

/* A study group with a cap is closed before the next draw, and blinded people cannot tell. */

let world: TestPortal
let administrator: SignedIn
let nurse: SignedIn

beforeAll(async () => {
  world = await testPortal()
  administrator = await signedInAs(world, 'administrator')
  nurse = await signedInAs(world, 'nurse')
})
afterAll(() => world.stop())

const FULL = { name: 'Placebo', label: 'Tablet Z', max_participants: 2 }
const GROUPS = [{ name: 'Amlodipine', label: 'Tablet X' }, { name: 'Indapamide', label: 'Tablet Y' }, FULL]
const BLOCKED = { randomisation_method_id: 1, block_size_min: 3, block_size_max: 6 } as const

/** A trial of three groups in blocks, of which the last may have two participants. */
const capped = async (overrides: TrialOverrides = {}): Promise<BuiltTrial> => {
  const trial = await aTrial(world, { study_groups: GROUPS, ...BLOCKED, ...overrides })
  const { trial_id } = trial
  await grant(world, { person: 'nurse', role: 'Trial user', trial_id, site_id: null, is_blinded_whole: true })
  return trial
}

const draw = (trial: BuiltTrial, body: object = {}) =>
  randomise(nurse, trial.trial_id, { site_id: trial.sites[0]?.id, ...body })

const about = (trial: BuiltTrial) => storedAbout(world.database.queries, trial.trial_id)
const typesOf = async (trial: BuiltTrial) =>
  (await about(trial)).records.map(
    ({ record }) => /"type":"(\w+)"/.exec(JSON.stringify(record).replaceAll('\\', ''))?.[1],
  )

/** The groups in the order of the draws. */
const drawnIn = async ({ trial_id }: BuiltTrial): Promise<string[]> => {
  const rows = await world.database.queries
    .selectFrom('participant_groups')
    .innerJoin('study_groups', 'study_groups.id', 'participant_groups.study_group_id')
    .select('study_groups.name')
    .where('study_groups.trial_id', '=', trial_id)
    .orderBy('participant_groups.participant_id')
    .execute()
  return rows.map(({ name }) => name)
}

/** Leaves no pack to allocate of the group with the cap. */
const withdrawPacksOf = async ({ study_groups }: BuiltTrial): Promise<void> => {
  await world.database.queries
    .updateTable('study_packs')
    .set({ study_pack_status_id: 1 })
    .where('study_group_id', '=', study_groups.find(({ name }) => name === FULL.name)?.id ?? 0)
    .where('study_pack_status_id', '=', 2)
    .execute()
}

/** Removes the cap, as an administrator may while the trial is paused. */
const withoutCap = async ({ trial_id }: BuiltTrial): Promise<void> => {
  await setTo(administrator, trial_id, 'paused')
  const { study_groups } = await shownTo(administrator, trial_id)
  const groups = study_groups.map((group) => ({ ...group, max_participants: null }))
  valueOf(await saveWith(administrator, trial_id, { study_groups: groups }))
}

/** The ids of the participants, in the order of the draws. */
const idsOf = async ({ trial_id }: BuiltTrial): Promise<number[]> => {
  const rows = await world.database.queries
    .selectFrom('participants')
    .select('id')
    .where('trial_id', '=', trial_id)
    .orderBy('trial_sequence_no')
    .execute()
  return rows.map(({ id }) => id)
}

const gapsIn = (ids: readonly number[]): number[] => ids.slice(1).filter((id, place) => id !== (ids[place] ?? 0) + 1)

describe('a study group that has all its participants', () => {
  test('gets no more of them: it is closed by a new epoch of the ledger, once, and every draw is proved', async () => {
    const trial = await capped()
    for (let n = 0; n < 14; n += 1) expect((await draw(trial)).status).toBe(201)
    const drawn = await drawnIn(trial)
    expect(drawn.filter((name) => name === FULL.name)).toHaveLength(2)
    const types = await typesOf(trial)
    expect(types.filter((type) => type === 'epoch')).toHaveLength(1)
    // The epoch begins right after the last draw of the group.
    const last = drawn.lastIndexOf(FULL.name)
    const allocations = types.slice(0, types.indexOf('epoch')).filter((type) => type === 'allocation')
    expect(allocations).toHaveLength(last + 1)
    expect(await checkTrial(world.context, trial.trial_id)).toBeNull()
  })

  test('gets none of many who are randomised at once, at two servers', async () => {
    const trial = await capped()
    const second = await testPortal({ beside: world })
    const elsewhere = await signedInAs(second, 'nurse')
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, place) =>
        randomise(place % 2 === 0 ? nurse : elsewhere, trial.trial_id, { site_id: trial.sites[0]?.id }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 201))
    expect((await drawnIn(trial)).filter((name) => name === FULL.name)).toHaveLength(2)
    expect((await typesOf(trial)).filter((type) => type === 'epoch')).toHaveLength(1)
    expect(await checkTrial(world.context, trial.trial_id)).toBeNull()
    await second.stop()
  })

  test('stays open while requests are refused: nothing is written that tells when it was full', async () => {
    const trial = await capped()
    while ((await drawnIn(trial)).filter((name) => name === FULL.name).length < 2) await draw(trial)
    const before = await about(trial)
    expect((await draw(trial, { participant_id: 'none is used' })).status).toBe(422)
    expect(await about(trial)).toEqual(before)
    await draw(trial)
    expect((await typesOf(trial)).filter((type) => type === 'epoch')).toHaveLength(1)
  })

  test('delays no refusal: a duplicate takes as many statements as before the group was full', async () => {
    const trial = await capped({ is_participant_id_used: true, participant_id_warning_id: 2 })
    const refusedIn = async () => {
      const statements = vi.spyOn(SessionClient.prototype, 'query')
      const { problem } = await draw(trial, { participant_id: 'K1' })
      const { length } = statements.mock.calls
      statements.mockRestore()
      return [problem?.code, length]
    }
    await draw(trial, { participant_id: 'K1' })
    await refusedIn()
    const before = await refusedIn()
    let n = 1
    while ((await drawnIn(trial)).filter((name) => name === FULL.name).length < 2)
      await draw(trial, { participant_id: `K${(n += 1)}` })
    expect(before).toEqual(['participant_id_duplicate', expect.any(Number)])
    expect(await refusedIn()).toEqual(before)
  })

  describe('leaves no gap in the ids of participants, which everybody sees', () => {
    test('nor does a refused request use up another one than at any time', async () => {
      const trial = await capped()
      const isFull = async () => (await drawnIn(trial)).filter((name) => name === FULL.name).length === 2
      while (!(await isFull())) await draw(trial)
      expect((await draw(trial, { participant_id: 'none is used' })).status).toBe(422)
      for (let n = 0; n < 3; n += 1) await draw(trial)
      expect((await typesOf(trial)).filter((type) => type === 'epoch')).toHaveLength(1)
      const ids = await idsOf(trial)
      const before = ids.length - 3
      const first = ids[0] ?? 0
      expect(ids).toEqual(ids.map((_, place) => first + place + (place < before ? 0 : 1)))
    })

    test('where one server closed the group and another knows the settings of before', async () => {
      const trial = await capped()
      const second = await testPortal({ beside: world })
      const elsewhere = await signedInAs(second, 'nurse')
      for (let n = 0; n < 7; n += 1) {
        await draw(trial)
        await randomise(elsewhere, trial.trial_id, { site_id: trial.sites[0]?.id })
      }
      expect((await typesOf(trial)).filter((type) => type === 'epoch')).toHaveLength(1)
      expect(gapsIn(await idsOf(trial))).toEqual([])
      await second.stop()
    })

    test('where those that waited for the closing come back one by one', async () => {
      const trial = await capped()
      const actor = await sampleActor(world.database.queries, 'administrator')
      const site_id = trial.sites[0]?.id ?? 0
      const job = (): RandomiseJob => ({
        call: {
          ...sampleCall(world.context, actor, world.clock.now(), null),
          view: null,
          parameters: { trial_id: trial.trial_id },
          body: { site_id, participant_id: null, approve_duplicate: false, participant_strata: [] },
        },
        ahead_ms: 0,
      })
      const perform = randomiseBatch(world.context, new Map())
      const results = await perform(trial.trial_id, () => Array.from({ length: 20 }, job))
      const waiting = results.filter(({ ok }) => !ok).length
      expect(waiting).toBeGreaterThan(1)
      for (let n = 0; n < waiting; n += 1) await perform(trial.trial_id, () => [job()])
      const ids = await idsOf(trial)
      expect(ids).toHaveLength(20)
      expect(gapsIn(ids)).toEqual([])
    })

    test('where it fills up among many who are randomised at once', async () => {
      const trial = await capped()
      await draw(trial)
      const answers = await Promise.all(Array.from({ length: 20 }, () => draw(trial)))
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
      expect((await typesOf(trial)).filter((type) => type === 'epoch')).toHaveLength(1)
      expect(gapsIn(await idsOf(trial))).toEqual([])
    })
  })

  test('is wanted at the site as before: a refusal does not tell that it closed', async () => {
    const trial = await capped({ packs: 9 })
    for (let n = 0; n < 6; n += 1) await draw(trial)
    while ((await typesOf(trial)).every((type) => type !== 'epoch')) await draw(trial)
    await withdrawPacksOf(trial)
    expect((await draw(trial)).problem?.code).toBe('no_study_pack_available')
    // Whoever starts the trial again is told before.
    await setTo(administrator, trial.trial_id, 'paused')
    const readiness = await ask(administrator, getReadiness.response, `trials/${trial.trial_id}/readiness`)
    const missing = expect.stringContaining(`has no packs to allocate for ${FULL.name}.`)
    expect(valueOf(readiness).data.flatMap(({ code, words }) => (code === 'site_without_packs' ? words : []))).toEqual([
      missing,
      missing,
    ])
  })

  test('is not wanted at the site where an administrator closed it', async () => {
    const trial = await capped({ packs: 9 })
    while ((await typesOf(trial)).every((type) => type !== 'epoch')) await draw(trial)
    await setTo(administrator, trial.trial_id, 'paused')
    const { study_groups } = await shownTo(administrator, trial.trial_id)
    const closed = study_groups.map((group) => (group.name === FULL.name ? { ...group, weight: 0 } : group))
    valueOf(await saveWith(administrator, trial.trial_id, { study_groups: closed }))
    await setTo(administrator, trial.trial_id, 'started')
    await withdrawPacksOf(trial)
    expect((await draw(trial)).status).toBe(201)
  })
})

describe('of a closed group', () => {
  test('the entry of the next draw tells whoever sees the groups, and the settings say so', async () => {
    const trial = await capped()
    while ((await typesOf(trial)).every((type) => type !== 'epoch')) await draw(trial)
    const { entries } = await about(trial)
    expect(entries.at(-1)).toMatchObject({ kind: 'randomised' })
    expect(entries.at(-1)?.changes).toEqual(
      expect.arrayContaining([
        { field: 'study_groups.Placebo.is_closed_at_cap', old: null, new: true },
        { field: 'epoch', old: 1, new: 2 },
      ]),
    )
    const { study_groups } = await shownTo(administrator, trial.trial_id)
    expect(study_groups.at(-1)).toMatchObject({
      name: 'Placebo',
      weight: 1,
      max_participants: 2,
      is_closed_at_cap: true,
    })
  })

  test('a blinded administrator is told nothing: not in the log, the settings or any email', async () => {
    const trial = await capped()
    const { trial_id } = trial
    await grant(world, {
      person: 'administrator',
      role: 'Trial viewer',
      trial_id,
      site_id: null,
      is_blinded_whole: true,
    })
    const before = await shownTo(administrator, trial_id)
    while ((await typesOf(trial)).every((type) => type !== 'epoch')) await draw(trial)
    const { num_sampled, ...after } = await shownTo(administrator, trial_id)
    expect({ ...after, num_sampled: before.num_sampled }).toEqual(before)
    expect(num_sampled).toBeGreaterThan(1)
    const log = valueOf(
      await ask(administrator, listAuditLogs.response, `audit-logs?trial_id=${trial_id}&page_size=100`),
    )
    expect(JSON.stringify(log)).not.toMatch(/study_groups|epoch|at_cap/)
    const entries = log.data.filter(({ kind }) => kind === 'randomised')
    expect(new Set(entries.map(({ changes_total, is_cut }) => `${changes_total} ${is_cut}`)).size).toBe(1)
    const messages = world.database.queries.selectFrom('messages').select('kind').where('trial_id', '=', trial_id)
    expect(new Set((await messages.execute()).map(({ kind }) => kind))).not.toContain('cap_near')
  })

  test('figures by label are not shown, from the first participant on', async () => {
    const trial = await capped()
    const { trial_id } = trial
    await grant(world, { person: 'monitor', role: 'Trial viewer', trial_id, site_id: null, is_blinded_partial: true })
    await draw(trial)
    const path = `trials/${trial_id}/statistics`
    const monitor = await signedInAs(world, 'monitor')
    const figures = async () => valueOf(await ask(monitor, getTrialStatistics.response, path)).statistics.study_groups
    expect(await figures()).toEqual([])
    // Also refused after the cap was removed: the group may have been full.
    await withoutCap(trial)
    expect(await figures()).toEqual([])
  })

  test('the overview says so only to whoever may see the figures by group', async () => {
    const trial = await capped()
    const { trial_id } = trial
    while ((await typesOf(trial)).every((type) => type !== 'epoch')) await draw(trial)
    await grant(world, { person: 'monitor', role: 'Trial viewer', trial_id, site_id: null })
    await grant(world, { person: 'coordinator', role: 'Trial administrator', trial_id, site_id: null })
    const closed = async (person: 'monitor' | 'coordinator') =>
      (await shownTo(await signedInAs(world, person), trial_id)).study_groups.at(-1)
    expect(await closed('coordinator')).toMatchObject({ name: FULL.name, is_closed_at_cap: true })
    expect(await closed('monitor')).toMatchObject({ name: FULL.name, is_blinded: false })
    expect(await closed('monitor')).not.toHaveProperty('is_closed_at_cap')
  })

  test('no randomisation test draws it again, also after its cap was taken away', async () => {
    const trial = await capped()
    await draw(trial)
    const code = async () => (await startTest(administrator, trial.trial_id)).problem?.code
    expect(await code()).toBe('capped_not_redrawn')
    await withoutCap(trial)
    expect(await code()).toBe('capped_not_redrawn')
  })

  test('the check of a trial reads the settings again where it closed meanwhile', async () => {
    const trial = await capped()
    while ((await drawnIn(trial)).filter((name) => name === FULL.name).length < 2) await draw(trial)
    const { queries } = world.context.database
    const read = vi.spyOn(formerNames, 'findFormerNames').mockImplementationOnce(async () => {
      await draw(trial)
      return []
    })
    expect(
      await checkTrial({ ...world.context, database: { ...world.context.database, queries } }, trial.trial_id),
    ).toBeNull()
    read.mockRestore()
    expect((await typesOf(trial)).filter((type) => type === 'epoch')).toHaveLength(1)
  })
})

describe('a cap of a study group', () => {
  test('is at most 100,000, for every draw counts up to it under the lock', async () => {
    const trial = await capped({ status: 'planning' })
    const { study_groups } = await shownTo(administrator, trial.trial_id)
    const at = study_groups.map((group) => (group.name === FULL.name ? { ...group, max_participants: 100_001 } : group))
    const { problem } = await saveWith(administrator, trial.trial_id, { study_groups: at })
    expect(problem?.fields).toEqual({ 'study_groups.2.max_participants': 'Must be at most 100000' })
  })

  test.each<[says: string, overrides: TrialOverrides, words: RegExp]>([
    ['leaves no single group open', { study_groups: GROUPS.slice(1) }, /Two open study groups must have no limit/],
    [
      'is none of a factorial trial',
      {
        allocation_method_id: 4,
        randomisation_method_id: 4,
        study_groups: [FULL, ...['A', 'B', 'C'].map((name) => ({ name }))].map((group, place) => ({
          ...group,
          factorial_level: place < 2 ? 1 : 2,
        })),
      },
      /Not available in a factorial trial/,
    ],
    ['is none of an uploaded list', { randomisation_method_id: 10 }, /Not available with an uploaded list/],
    [
      'lets the method go on without the group',
      { block_size_min: 3, block_size_max: 3 },
      /cannot continue once Placebo is full/,
    ],
  ])('%s', async (_says, overrides, words) => {
    const trial = await aTrial(world, {
      study_groups: GROUPS.map(({ name, label }) => ({ name, label })),
      status: 'planning',
    })
    const { study_groups = GROUPS, ...more } = { ...BLOCKED, ...overrides }
    const { problem } = await saveWith(administrator, trial.trial_id, { ...more, study_groups })
    expect(Object.values(problem?.fields ?? {})).toEqual([expect.stringMatching(words)])
  })

  test('is never lowered below its participants, and raised it opens the group again in a new epoch', async () => {
    const trial = await capped()
    while ((await typesOf(trial)).every((type) => type !== 'epoch')) await draw(trial)
    await setTo(administrator, trial.trial_id, 'paused')
    const { study_groups } = await shownTo(administrator, trial.trial_id)
    const at = (max_participants: number | null) =>
      study_groups.map((group) => (group.name === FULL.name ? { ...group, max_participants } : group))
    const { problem } = await saveWith(administrator, trial.trial_id, { study_groups: at(1) })
    expect(problem?.fields).toEqual({
      'study_groups.2.max_participants': '2 participants are randomised already, so it cannot be lower.',
    })
    valueOf(await saveWith(administrator, trial.trial_id, { title: 'Renamed' }))
    expect((await shownTo(administrator, trial.trial_id)).study_groups[2]?.is_closed_at_cap).toBe(true)
    valueOf(await saveWith(administrator, trial.trial_id, { study_groups: at(4) }))
    expect((await shownTo(administrator, trial.trial_id)).study_groups[2]?.is_closed_at_cap).toBeUndefined()
    await setTo(administrator, trial.trial_id, 'started')
    for (let n = 0; n < 12; n += 1) await draw(trial)
    expect((await drawnIn(trial)).filter((name) => name === FULL.name)).toHaveLength(4)
    expect((await typesOf(trial)).filter((type) => type === 'epoch')).toHaveLength(3)
    expect(await checkTrial(world.context, trial.trial_id)).toBeNull()
  })
})
