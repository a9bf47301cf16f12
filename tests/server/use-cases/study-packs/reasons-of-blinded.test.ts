import { listAuditLogs } from '#contract/audit-logs'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { grant } from '../../../support/a-trial'
import { ask, valueOf } from '../../../support/ask'
import { changePermission, drawnAt, unblind } from '../../../support/participant-actions'
import { testPortal, type TestPortal } from '../../../support/portal'
import { act, packShown, packTrial, type PackTrial } from '../../../support/study-packs'

/* The reason of an act on packs, by a blinded person who learned a group (decision 0036). */

const NAMES_A_GROUP = 'This reason names a study group, and blinded people read it. Please leave the group out.'

let world: TestPortal
let trial: PackTrial
let drawn: Awaited<ReturnType<typeof drawnAt>>
beforeAll(async () => {
  world = await testPortal()
})
afterAll(() => world.stop())
beforeEach(async () => {
  trial = await packTrial(world, { packs: 2 })
  drawn = await drawnAt(trial.people.administrator, trial, 0)
  await changePermission(world, trial, 'unblinder', { is_unblind_authorized: true })
})

const doing = async (action: 'dispense' | 'recall', body: object) => {
  const { status, problem } = await act(trial, trial.people.unblinder, action, {
    study_pack_id: drawn.study_pack?.id,
    ...body,
  })
  return [status, problem?.fields]
}

test('names the group neither when the pack is dispensed nor when it is recalled', async () => {
  const { unblinder } = trial.people
  const group = valueOf(await unblind(unblinder, drawn)).study_group.name
  const refused = [422, { comment: NAMES_A_GROUP }]
  expect(await doing('dispense', { comment: `Was on ${group}` })).toEqual(refused)
  expect(await doing('dispense', { comment: 'Dispensed on the ward' })).toEqual([200, undefined])
  expect(await doing('recall', { comment: `${group} stopped` })).toEqual(refused)
  expect(await doing('recall', { comment: 'Stopped' })).toEqual([200, undefined])
})

test('nor in what is said about a pattern', async () => {
  const { unblinder } = trial.people
  const group = valueOf(await unblind(unblinder, drawn)).study_group.name
  const acknowledged = { study_pack_id: await trial.pack('active'), acknowledge_pattern: `All ${group}` }
  const { status, problem } = await act(trial, unblinder, 'remove', acknowledged)
  expect([status, problem?.fields]).toEqual([422, { acknowledge_pattern: NAMES_A_GROUP }])
})

test('is accepted from a blinded person who was shown no group', async () => {
  expect(await doing('dispense', { comment: 'Zanamivir, Oseltamivir, Kit L or arm B' })).toEqual([200, undefined])
})

test('is accepted from a person who sees the groups, and read by nobody blinded', async () => {
  const { administrator, unblinder } = trial.people
  const id = drawn.study_pack?.id ?? 0
  expect((await act(trial, administrator, 'dispense', { study_pack_id: id, comment: 'Zanamivir' })).status).toBe(200)
  expect(JSON.stringify(await packShown(trial, unblinder, id))).not.toContain('"Zanamivir"')
  await grant(world, {
    person: 'coordinator',
    role: 'System administrator',
    trial_id: null,
    site_id: null,
  })
  await changePermission(world, trial, 'coordinator', { is_blinded_whole: true })
  const query = `audit-logs?kind=study_packs_dispensed&trial_id=${trial.trial_id}`
  expect((await ask(trial.people.coordinator, listAuditLogs.response, query)).text).not.toContain('Zanamivir')
})
