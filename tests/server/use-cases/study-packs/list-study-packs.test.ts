import { getStudyPack, listStudyPacks } from '#contract/study-packs'
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SampleAccountKey } from '../../../../src/server/doors/idp/sample-accounts'
import { ask, valueOf } from '../../../support/ask'
import { changePermission } from '../../../support/participant-actions'
import { testPortal, type TestPortal } from '../../../support/portal'
import { randomise } from '../../../support/randomise'
import { act, packShown, packsShown, packTrial, type PackTrial } from '../../../support/study-packs'

let world: TestPortal
beforeAll(async () => {
  world = await testPortal()
})
afterAll(() => world.stop())

const idsFor = async (trial: PackTrial, who: SampleAccountKey) =>
  (await packsShown(trial, trial.people[who])).map(({ pack_id }) => pack_id)
const siteOf = (trial: PackTrial, index: number) => trial.sites[index]?.id ?? null

describe('reaching packs', () => {
  let trial: PackTrial
  let ids: { here: number; there: number; nowhere: number }
  beforeAll(async () => {
    trial = await packTrial(world)
    ids = {
      here: await trial.pack('active', { pack_id: 'HERE' }),
      there: await trial.pack('active', { pack_id: 'THERE', site_id: siteOf(trial, 1) }),
      nowhere: await trial.pack('active', { pack_id: 'NOWHERE', site_id: null }),
    }
  })

  test.each<[SampleAccountKey, string[]]>([
    ['administrator', ['HERE', 'NOWHERE', 'THERE']],
    ['coordinator', ['HERE', 'NOWHERE', 'THERE']],
    ['pharmacist', ['HERE']],
    ['unblinder', ['HERE']],
    ['blinded-nurse', ['THERE']],
  ])('%s: %s', async (who, reached) => {
    expect(await idsFor(trial, who)).toEqual(reached)
  })

  test.each<SampleAccountKey>(['nurse', 'monitor'])('the %s reaches none', async (who) => {
    for (const path of [trial.path(), trial.path(`/${ids.here}`), trial.path('/999999')]) {
      const { status, problem } = await ask(trial.people[who], listStudyPacks.response, path)
      expect([status, problem?.code]).toEqual([403, 'forbidden'])
    }
  })

  test.each(['there', 'nowhere'] as const)('a pack out of reach does not exist: %s', async (which) => {
    const { status, problem } = await ask(trial.people.pharmacist, getStudyPack.response, trial.path(`/${ids[which]}`))
    expect([status, problem?.message]).toEqual([404, `Pack ${ids[which]} not found`])
    for (const action of ['activate', 'deactivate', 'remove', 'expire', 'dispense', 'recall'] as const) {
      const both = { study_pack_ids: [ids.here, ids[which]] }
      const refused = await act(trial, trial.people.pharmacist, action, both)
      expect([action, refused.status, refused.problem?.code, refused.problem?.message]).toEqual([
        action,
        404,
        'not_found',
        `Pack ${ids[which]} not found`,
      ])
    }
    expect(await idsFor(trial, 'administrator')).toHaveLength(3)
    expect((await packShown(trial, trial.people.pharmacist, ids.here)).study_pack_logs).toEqual([])
  })

  test('a pack of another trial does not exist either', async () => {
    const other = await packTrial(world)
    const id = await other.pack('active')
    const { status } = await ask(trial.people.administrator, getStudyPack.response, trial.path(`/${id}`))
    expect(status).toBe(404)
    const refused = await act(trial, trial.people.administrator, 'deactivate', { study_pack_id: id })
    expect([refused.status, refused.problem?.message]).toEqual([404, `Pack ${id} not found`])
  })
})

describe('where sites do not manage packs', () => {
  let trial: PackTrial
  beforeAll(async () => {
    trial = await packTrial(world, { is_site_managing_packs: false })
    for (const { id } of trial.study_groups) {
      for (const lot of [1, 2, 3])
        await trial.pack('active', { pack_id: `${id}-${lot}`, site_id: null, study_group_id: id })
    }
  })

  test('everybody reaches all of them, except those of a participant at another site', async () => {
    expect(await idsFor(trial, 'pharmacist')).toHaveLength(6)
    const { participants } = await randomise(trial.people.administrator, trial.trial_id, { site_id: siteOf(trial, 1) })
    const dispensedPack = participants[0]?.study_pack
    if (!dispensedPack) throw new Error('no pack was given')
    expect(await idsFor(trial, 'pharmacist')).not.toContain(dispensedPack.pack_id)
    expect(await idsFor(trial, 'pharmacist')).toHaveLength(5)
    expect(await idsFor(trial, 'blinded-nurse')).toHaveLength(6)
    expect(await idsFor(trial, 'coordinator')).toHaveLength(6)
    const body = { study_pack_id: dispensedPack.id }
    expect((await act(trial, trial.people.pharmacist, 'dispense', body)).status).toBe(404)
    expect((await act(trial, trial.people['blinded-nurse'], 'dispense', body)).status).toBe(200)
  })
})

describe('a pack is shown with', () => {
  let trial: PackTrial
  let active: number
  let dispensedPack: { id: number; pack_id: string; participant: { id: number; trial_sequence_no: number } }
  beforeAll(async () => {
    trial = await packTrial(world, { is_confirmable: true })
    active = await trial.pack('active', {
      expire_on: '2027-03-31',
      duration: 28,
      confirmation_code: '007',
      pack_id: 'Z',
    })
    for (const { id } of trial.study_groups) {
      await trial.pack('active', {
        pack_id: `G-${id}`,
        study_group_id: id,
        confirmation_code: '042',
        expire_on: '2026-12-01',
      })
    }
    const { participants } = await randomise(trial.people.pharmacist, trial.trial_id, { site_id: siteOf(trial, 0) })
    const [participant] = participants
    if (!participant?.study_pack) throw new Error('no pack was given')
    const { id, trial_sequence_no, study_pack } = participant
    dispensedPack = { ...study_pack, participant: { id, trial_sequence_no } }
  })

  test('its facts', async () => {
    expect(await packShown(trial, trial.people.pharmacist, active)).toEqual({
      id: active,
      pack_id: 'Z',
      batch_id: 'N',
      study_pack_status_id: 2,
      site_id: siteOf(trial, 0),
      duration: 28,
      expire_on: '2027-03-31',
      last_allocation_date: '2027-03-03',
      is_confirmable: true,
      study_pack_logs: [],
    })
  })

  test('its group, only for an unblinded level 4', async () => {
    const groupFor = async (who: SampleAccountKey) => (await packShown(trial, trial.people[who], active)).study_group
    const [group] = trial.study_groups
    expect(await groupFor('administrator')).toEqual({ id: group?.id, name: group?.name })
    for (const who of ['coordinator', 'pharmacist', 'unblinder'] as const) expect(await groupFor(who)).toBeUndefined()
    const blinded = await packTrial(world)
    const id = await blinded.pack('active')
    const { path, people } = blinded
    await changePermission(world, blinded, 'coordinator', { role_id: 1 })
    expect((await packShown({ path }, people.coordinator, id)).study_group).toBeDefined()
    await changePermission(world, blinded, 'coordinator', { is_blinded_partial: true })
    expect((await packShown({ path }, people.coordinator, id)).study_group).toBeUndefined()
    expect((await ask(people.coordinator, listStudyPacks.response, path())).text).not.toMatch(/group/)
  })

  test('its participant, and that it was allocated to them', async () => {
    const shown = await packShown(trial, trial.people.pharmacist, dispensedPack.id)
    expect(shown).toMatchObject({
      study_pack_status_id: 5,
      participant: { ...dispensedPack.participant, allocated_at: world.clock.now() },
    })
    expect(shown.study_pack_logs).toMatchObject([
      {
        action: 'allocate',
        comment: `Allocated to participant ${dispensedPack.participant.trial_sequence_no}`,
        actioned_by_user: { id: world.personId('pharmacist') },
        created_at: world.clock.now(),
      },
    ])
  })

  test('a check of its code, while it waits to be dispensed', async () => {
    const check = (await packShown(trial, trial.people.pharmacist, dispensedPack.id)).code_check
    const hashed = (code: string) => createHash('sha256').update(`${check?.salt}${code}`).digest('hex')
    expect([hashed('042') === check?.hash, hashed('043') === check?.hash]).toEqual([true, false])
    const all = await packsShown(trial, trial.people.administrator)
    expect(all.filter(({ code_check }) => code_check).map(({ id }) => id)).toEqual([dispensedPack.id])
    const { text } = await ask(trial.people.administrator, listStudyPacks.response, trial.path('?logs=true'))
    expect(text).not.toMatch(/confirmation_code|"007"/)
    valueOf(
      await act(trial, trial.people.pharmacist, 'dispense', {
        study_pack_id: dispensedPack.id,
        confirmation_code: '042',
      }),
    )
    const after = await packShown(trial, trial.people.pharmacist, dispensedPack.id)
    // The start of the wait is shown only during the wait.
    expect([after.code_check, after.participant]).toEqual([undefined, dispensedPack.participant])
  })

  test('its logs, in the list only on request', async () => {
    for (const pack of await packsShown(trial, trial.people.pharmacist)) expect(pack.study_pack_logs).toBeUndefined()
    const withLogs = await packsShown(trial, trial.people.pharmacist, '?logs=true')
    expect(withLogs.map(({ id, study_pack_logs }) => [id, study_pack_logs?.map(({ action }) => action)])).toEqual(
      withLogs.map(({ id }) => [id, id === dispensedPack.id ? ['allocate', 'dispense'] : []]),
    )
    const { status, problem } = await ask(trial.people.pharmacist, listStudyPacks.response, trial.path('?logs=yes'))
    expect([status, Object.keys(problem?.fields ?? {})]).toEqual([422, ['logs']])
  })

  test('its course, without the reasons, for the participant’s readers', async () => {
    const comment = 'It was Zanamivir'
    valueOf(await act(trial, trial.people.pharmacist, 'recall', { study_pack_id: dispensedPack.id, comment }))
    const path = `trials/${trial.trial_id}/participants/${dispensedPack.participant.id}/history`
    const response = await trial.people.monitor.fetch(path)
    const text = await response.text()
    for (const done of ['allocated', 'dispensed', 'recalled'])
      expect(text).toContain(`Study pack ${dispensedPack.pack_id} ${done}`)
    expect(text).toMatch(/study_pack_dispensed.*study_pack_recalled/)
    expect(text).not.toContain(comment)
  })
})

test('packs are ordered by batch and then by id, whatever their group', async () => {
  const trial = await packTrial(world)
  const [one, other] = trial.study_groups
  const stored = [
    ['b', 'P-3', one],
    ['b', 'P-1', other],
    ['a', 'q-2', one],
    ['a', 'P-9', one],
    ['a', 'p-8', other],
  ] as const
  for (const [batch_id, pack_id, group] of stored) {
    await trial.pack('inactive', { batch_id, pack_id, study_group_id: group?.id ?? 0 })
  }
  const { data } = valueOf(await ask(trial.people.pharmacist, listStudyPacks.response, trial.path()))
  expect(data.map(({ batch_id, study_packs }) => [batch_id, study_packs.map(({ pack_id }) => pack_id)])).toEqual([
    ['a', ['p-8', 'P-9', 'q-2']],
    ['b', ['P-1', 'P-3']],
  ])
})

test('a trial without packs has none', async () => {
  const trial = await packTrial(world, { is_managing_packs: false, is_site_managing_packs: false })
  const { value } = await ask(trial.people.administrator, listStudyPacks.response, trial.path())
  expect(value).toEqual({ data: [] })
})
