import { listDeviceActions, reportDeviceActions, type DeviceAction } from '#contract/device-actions'
import { problem } from '#contract/problem'
import type { Participant } from '#contract/participants'
import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { SampleAccountKey } from '../../../../src/server/doors/idp/sample-accounts'
import { ask, posted, valueOf } from '../../../support/ask'
import { flag } from '../../../support/flag'
import { drawnAt } from '../../../support/participant-actions'
import { testPortal, type TestPortal } from '../../../support/portal'
import { packTrial, type PackTrial } from '../../../support/study-packs'

/* Devices report actions that did not take effect. Each report is shown to the right people. */

const DEVICE = '0d4fb0b5-5a4b-4c39-9e7e-1f6f0f0a1c11'
const PERFORMED = '2026-11-21T05:00:00.000Z'

let world: TestPortal
let trial: PackTrial
let participant: Participant
let elsewhere: Participant
let pack: number

beforeAll(async () => {
  world = await testPortal()
})
afterAll(() => world.stop())
beforeEach(async () => {
  trial = await packTrial(world)
  for (const site of trial.sites)
    for (const group of trial.study_groups) await trial.pack('active', { site_id: site.id, study_group_id: group.id })
  participant = await drawnAt(trial.people.pharmacist, trial, 0)
  elsewhere = await drawnAt(trial.people['blinded-nurse'], trial, 1)
  pack = await trial.pack('allocated')
})

type Sent = { id?: string; state?: string; [field: string]: unknown }

const report = async (who: SampleAccountKey, actions: readonly Sent[], headers: Record<string, string> = {}) => {
  const body = {
    device_id: DEVICE,
    actions: actions.map((action) => ({ id: randomUUID(), state: 'refused', ...action })),
  }
  const response = await trial.people[who].fetch(reportDeviceActions.path, posted(body, headers))
  const text = await response.text()
  return { status: response.status, fields: text === '' ? {} : (v.parse(problem, JSON.parse(text)).fields ?? {}) }
}

const list = async (who: SampleAccountKey): Promise<DeviceAction[]> =>
  valueOf(await ask(trial.people[who], listDeviceActions.response, `trials/${trial.trial_id}/device-actions`)).data

const audited = async () =>
  world.database.queries
    .selectFrom('audit_log')
    .select(['description', 'user_id'])
    .where('trial_id', '=', trial.trial_id)
    .where('kind', '=', 'device_action_reported')
    .orderBy('id')
    .execute()

/** Moves the pack of a participant to a site, given by its place, or to none. Returns its id. */
const storedAt = async ({ study_pack }: Participant, site: number | null): Promise<number> => {
  const id = study_pack?.id ?? 0
  const site_id = site === null ? null : (trial.sites[site]?.id ?? null)
  await world.database.queries.updateTable('study_packs').set({ site_id }).where('id', '=', id).execute()
  return id
}

describe('a report ignores, as if it did not exist', () => {
  const nothing = async () => {
    expect(await list('coordinator')).toEqual([])
    expect(await audited()).toEqual([])
  }

  test('a participant of another site', async () => {
    expect((await report('nurse', [{ participant_id: elsewhere.id }])).status).toBe(204)
    await nothing()
  })

  test('a participant of a trial in which the person has no permission', async () => {
    const other = await packTrial(world)
    await world.database.queries
      .updateTable('user_permissions')
      .set({ ended_at: world.clock.now() })
      .where('user_id', '=', world.personId('nurse'))
      .where('trial_id', '=', trial.trial_id)
      .execute()
    expect((await report('nurse', [{ participant_id: participant.id }])).status).toBe(204)
    await nothing()
    trial = other
    await nothing()
  })

  test('invented ids', async () => {
    expect((await report('nurse', [{ participant_id: 999_999 }, { study_pack_ids: [999_999] }])).status).toBe(204)
    await nothing()
  })

  test('study packs for a person who may not see them', async () => {
    expect((await report('nurse', [{ study_pack_ids: [pack] }])).status).toBe(204)
    await nothing()
  })

  test('packs of which one belongs to another trial', async () => {
    const other = await (await packTrial(world)).pack('allocated')
    expect((await report('pharmacist', [{ study_pack_ids: [pack, other] }])).status).toBe(204)
    await nothing()
  })

  test('a pack that lies at a site of the person and was allocated to a participant elsewhere', async () => {
    const id = await storedAt(elsewhere, 0)
    expect((await report('pharmacist', [{ study_pack_ids: [id] }])).status).toBe(204)
    await nothing()
  })

  test('an action that was corrected before its first report', async () => {
    expect((await report('nurse', [{ participant_id: participant.id, state: 'corrected' }])).status).toBe(204)
    await nothing()
  })
})

describe('bad input names its field', () => {
  test.each<[string, Sent, string]>([
    ['an id that is no UUID', { id: '12', participant_id: 1 }, 'actions.0.id'],
    ['a state that there is not', { state: 'sent', participant_id: 1 }, 'actions.0.state'],
    ['no record', {}, 'actions.0'],
    ['a participant and packs', { participant_id: 1, study_pack_ids: [1] }, 'actions.0'],
    ['a code that there is not', { participant_id: 1, refusal_code: 'zanamivir' }, 'actions.0.refusal_code'],
    ['words of a person', { participant_id: 1, reason: 'Got the wrong drug' }, 'actions.0.reason'],
    [
      'a time that there is not',
      { participant_id: 1, performed_at: '2026-02-30T00:00:00.000Z' },
      'actions.0.performed_at',
    ],
  ])('%s', async (_case, action, field) => {
    const { status, fields } = await report('nurse', [action])
    expect(status).toBe(422)
    expect(Object.keys(fields)).toEqual([field])
  })
})

describe('a reported action', () => {
  test('is listed for people who hear of incidents, and is audited once, however often and from however many tabs', async () => {
    const action = {
      id: randomUUID(),
      participant_id: participant.id,
      performed_at: PERFORMED,
      refusal_code: 'trial_not_started',
    }
    await Promise.all([report('nurse', [action]), report('nurse', [action])])
    await report('nurse', [action])
    expect(await list('coordinator')).toEqual([
      {
        id: expect.any(Number),
        device_id: DEVICE,
        user: { id: world.personId('nurse'), name: 'Amara Hughes' },
        kind: 'flag',
        state: 'refused',
        participant: { id: participant.id, trial_sequence_no: participant.trial_sequence_no, participant_id: null },
        study_packs: [],
        performed_at: PERFORMED,
        reported_at: world.clock.now(),
        refusal: { code: 'trial_not_started', message: expect.any(String) },
      },
    ])
    expect(await audited()).toEqual([
      {
        description: `Flag of participant ${participant.trial_sequence_no} on a device reported as refused in trial ${trial.trial_id}`,
        user_id: world.personId('nurse'),
      },
    ])
  })

  test('is the same under a repeated key, as after a lost answer', async () => {
    const actions = [{ id: randomUUID(), participant_id: participant.id }]
    const key = { 'Idempotency-Key': randomUUID() }
    expect((await report('nurse', actions, key)).status).toBe(204)
    expect((await report('nurse', actions, key)).status).toBe(204)
    expect(await list('coordinator')).toHaveLength(1)
  })

  test('of two people stays apart, also under one id on one tablet', async () => {
    const action = { id: randomUUID(), participant_id: participant.id }
    await report('nurse', [action])
    await report('pharmacist', [action])
    expect((await list('coordinator')).map(({ user }) => user.id)).toEqual([
      world.personId('pharmacist'),
      world.personId('nurse'),
    ])
  })

  test('leaves the list once it was corrected, and stays in the records', async () => {
    const action = { id: randomUUID(), participant_id: participant.id }
    await report('nurse', [{ ...action, state: 'unsent' }])
    expect((await list('coordinator')).map(({ state }) => state)).toEqual(['unsent'])
    await report('nurse', [action])
    await report('nurse', [{ ...action, state: 'discarded' }])
    expect((await list('coordinator')).map(({ state }) => state)).toEqual(['discarded'])
    await report('nurse', [{ ...action, state: 'corrected' }])
    await report('nurse', [{ ...action, state: 'refused' }])
    expect(await list('coordinator')).toEqual([])
    expect(await audited()).toHaveLength(1)
  })

  test('leaves the list once the participant was flagged, or the pack is no longer Allocated', async () => {
    await report('pharmacist', [
      { participant_id: participant.id, state: 'lost' },
      { study_pack_ids: [pack], state: 'lost' },
    ])
    expect(await list('coordinator')).toHaveLength(2)
    world.clock.step(60)
    await flag(trial.people.coordinator, trial, participant)
    expect((await list('coordinator')).map(({ kind }) => kind)).toEqual(['dispense'])
    await world.database.queries
      .updateTable('study_packs')
      .set({ study_pack_status_id: 6 })
      .where('id', '=', pack)
      .execute()
    expect(await list('coordinator')).toEqual([])
  })
})

describe('a pack of a participant in reach is reported', () => {
  test.each([
    ['no site', null],
    ['another site', 1],
  ])('where it is stored at %s', async (_place, site) => {
    const id = await storedAt(participant, site)
    expect((await report('pharmacist', [{ study_pack_ids: [id] }])).status).toBe(204)
    expect((await list('coordinator')).map(({ study_packs }) => study_packs?.map((one) => one.id))).toEqual([[id]])
    expect(await audited()).toHaveLength(1)
  })
})

test('does not show a blinded reader which packs an unblinded person handled together, nor when', async () => {
  await world.database.queries
    .updateTable('user_permissions')
    .set({ is_blinded_whole: true })
    .where('user_id', '=', world.personId('coordinator'))
    .where('trial_id', '=', trial.trial_id)
    .execute()
  const second = await trial.pack('allocated')
  await report('pharmacist', [{ study_pack_ids: [pack, second], performed_at: PERFORMED }])
  await report('unblinder', [{ study_pack_ids: [pack], performed_at: PERFORMED }])
  const listed = await list('coordinator')
  expect(
    listed.map(({ user, study_packs, performed_at }) => [user.id, study_packs?.length ?? null, performed_at]),
  ).toEqual([
    [world.personId('unblinder'), 1, PERFORMED],
    [world.personId('pharmacist'), null, null],
  ])
  // The administrator is not blinded.
  expect((await list('administrator')).map(({ study_packs }) => study_packs?.length)).toEqual([1, 2])
})
