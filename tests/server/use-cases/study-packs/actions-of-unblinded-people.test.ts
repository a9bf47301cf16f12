import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { randomise } from '../../../support/randomise'
import { testPortal, type TestPortal } from '../../../support/portal'
import { act, packShown, packsShown, packTrial, type PackTrial } from '../../../support/study-packs'

let world: TestPortal
let trial: PackTrial
beforeAll(async () => {
  world = await testPortal()
  trial = await packTrial(world)
})
afterAll(() => world.stop())

const REASON = 'All of kit A'
const NOON = '2026-11-21T12:00:00.000Z'

/** Activates the second group's packs an hour after the first's, as a person who sees both. */
const activatedByGroup = async () => {
  const packs: number[] = []
  for (const group of trial.study_groups) {
    const ids = [
      await trial.pack('inactive', { study_group_id: group.id }),
      await trial.pack('inactive', { study_group_id: group.id }),
    ]
    expect(
      (await act(trial, trial.people.administrator, 'activate', { study_pack_ids: ids, comment: REASON })).status,
    ).toBe(200)
    world.clock.step(3600)
    packs.push(...ids)
  }
  return packs
}

describe('what an unblinded person did to packs', () => {
  test('is shown to blinded people by its day and kind, the same for packs of every group', async () => {
    const ids = await activatedByGroup()
    const shown = await packsShown(trial, trial.people.unblinder, '?logs=true')
    const logs = shown.filter(({ id }) => ids.includes(id)).map(({ study_pack_logs }) => study_pack_logs)
    expect(logs.length).toBe(ids.length)
    for (const log of logs) expect(log).toEqual(logs[0])
    expect(logs[0]).toEqual([
      {
        id: 1,
        created_at: NOON,
        performed_at: null,
        clock_uncertain: false,
        actioned_by_user: null,
        action: 'activate',
        comment: '',
        is_day_only: true,
      },
    ])
  })

  test('is shown whole to unblinded people; what blinded people did is shown to everybody', async () => {
    const [id = 0] = await activatedByGroup()
    const whole = { action: 'activate', comment: REASON, actioned_by_user: { name: 'Grace Okafor' } }
    expect((await packShown(trial, trial.people.pharmacist, id)).study_pack_logs).toMatchObject([whole])
    const own = await trial.pack('dispensed')
    expect((await act(trial, trial.people.unblinder, 'recall', { study_pack_id: own })).status).toBe(200)
    expect((await packShown(trial, trial.people.unblinder, own)).study_pack_logs).toMatchObject([
      { action: 'recall', comment: 'As agreed', actioned_by_user: { name: 'Thomas Achterberg' } },
    ])
  })

  test('is shortened in a refusal too', async () => {
    const id = await trial.pack('active')
    expect(
      (await act(trial, trial.people.administrator, 'deactivate', { study_pack_id: id, comment: REASON })).status,
    ).toBe(200)
    const { problem } = await act(trial, trial.people.unblinder, 'deactivate', { study_pack_id: id })
    expect(problem?.packs?.[0]?.last_log).toEqual({
      created_at: NOON,
      actioned_by_user: null,
      action: 'deactivate',
      comment: '',
      is_day_only: true,
    })
  })

  test('is shortened in the history of the participant, in its order', async () => {
    const drawing = await packTrial(world, { packs: 2 })
    const { participants } = await randomise(drawing.people.nurse, drawing.trial_id, {
      site_id: drawing.sites[0]?.id,
      participant_strata: [],
    })
    const [participant] = participants
    world.clock.step(60)
    const pack = { study_pack_id: participant?.study_pack?.id }
    expect((await act(drawing, drawing.people.pharmacist, 'dispense', pack)).status).toBe(200)
    const path = `trials/${drawing.trial_id}/participants/${participant?.id}/history`
    const response = await drawing.people.unblinder.fetch(path)
    const answer: unknown = await response.json()
    expect(answer).toMatchObject({
      data: [
        { kind: 'randomised' },
        { kind: 'study_pack_allocated' },
        { kind: 'study_pack_dispensed', at: NOON, by: null, is_day_only: true },
      ],
    })
  })
})
