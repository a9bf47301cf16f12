import { api } from '#contract/api'
import { API_MARK } from '#contract/api-address'
import type { Endpoint } from '#contract/endpoint'
import { getMe } from '#contract/session'
import { getStudyPack } from '#contract/study-packs'
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ask } from '../../../support/ask'
import { changePermission, drawnAt } from '../../../support/participant-actions'
import { testPortal, type TestPortal } from '../../../support/portal'
import { filled } from '../../../support/reads'
import { signedInAs, type SignedIn } from '../../../support/sign-in'
import { act, packTrial, type PackTrial } from '../../../support/study-packs'

/* A caller who has an answer already is told so in place of a second body (decision 0107). */

let world: TestPortal
let trial: PackTrial
let administrator: SignedIn
let values: Record<string, number>

beforeAll(async () => {
  world = await testPortal()
  trial = await packTrial(world, { is_confirmable: true })
  administrator = trial.people.administrator
  for (const { id } of trial.study_groups) await trial.pack('active', { study_group_id: id, confirmation_code: '123' })
  const { id } = await drawnAt(administrator, trial, 0)
  const study_pack_id = await trial.pack('allocated', { confirmation_code: '456' })
  values = { trial_id: trial.trial_id, participant_id: id, study_pack_id }
})
afterAll(() => world.stop())

const VERSIONED = Object.entries<Endpoint>(api).filter(([, call]) => call.is_versioned)
const withTag = (tag: string) => ({ headers: { 'If-None-Match': tag } })
const tagOf = ({ headers }: Response): string => {
  const tag = headers.get('ETag')
  if (tag === null) throw new Error('the answer has no tag')
  return tag
}

describe.each(VERSIONED)('%s', (_, call) => {
  test('is answered with 304 and no body to a caller who has the answer, and whole to any other', async () => {
    const path = filled(call.path, values)
    const whole = await administrator.fetch(path)
    expect(whole.status).toBe(200)
    const tag = tagOf(whole)
    expect(tag).toMatch(/^"[^"]{22,}"$/)
    const again = await administrator.fetch(path, withTag(tag))
    expect([again.status, await again.text(), tagOf(again)]).toEqual([304, '', tag])
    expect([again.headers.get(API_MARK.name), again.headers.get('Cache-Control')]).toEqual([API_MARK.value, 'no-store'])
    // A proxy that compresses weakens the tag.
    expect((await administrator.fetch(path, withTag(`"other", W/${tag}`))).status).toBe(304)
    expect((await administrator.fetch(path, withTag('"other"'))).status).toBe(200)
  })
})

const pack = () => trial.path(`/${values['study_pack_id']}`)

test('after a change the whole answer comes, with another tag', async () => {
  const tag = tagOf(await administrator.fetch(trial.path()))
  const id = await trial.pack('active')
  await act(trial, administrator, 'deactivate', { study_pack_id: id })
  const changed = await administrator.fetch(trial.path(), withTag(tag))
  expect(changed.status).toBe(200)
  expect(tagOf(changed)).not.toBe(tag)
})

test('the tag of one person says nothing to another, though both see the same', async () => {
  const seen = await Promise.all(
    [trial.people.coordinator, trial.people.pharmacist].map((who) => who.fetch('notices/shown')),
  )
  const [ofCoordinator = '', ofPharmacist = ''] = seen.map(tagOf)
  const [one, other] = await Promise.all(seen.map((answer) => answer.text()))
  expect(one).toBe(other)
  expect(ofCoordinator).not.toBe(ofPharmacist)
  expect((await trial.people.pharmacist.fetch('notices/shown', withTag(ofCoordinator))).status).toBe(200)
})

test('a tag is no hash that can be worked out without the key: a device stores it beside less than the answer', async () => {
  const { administrator: person } = trial.people
  const answer = await person.fetch(trial.path())
  const [tag, body] = [tagOf(answer), await answer.text()]
  for (const text of [body, `${world.personId('administrator')}\n${body}`])
    expect(tag).not.toBe(`"${createHash('sha256').update(text).digest('base64url')}"`)
})

test('a pack’s code check is the same for its viewer each time, and another for any other viewer', async () => {
  const seenBy = async (who: SignedIn) => (await ask(who, getStudyPack.response, pack())).value?.code_check
  const first = await seenBy(administrator)
  expect(first).toMatchObject({ salt: expect.stringMatching(/^[0-9a-f]{16}$/) })
  expect(await seenBy(administrator)).toEqual(first)
  expect((await seenBy(trial.people.pharmacist))?.salt).not.toBe(first?.salt)
})

test('what a person may no longer see is refused, whatever tag they have', async () => {
  const { pharmacist } = trial.people
  const tag = tagOf(await pharmacist.fetch(pack()))
  expect((await pharmacist.fetch(pack(), withTag(tag))).status).toBe(304)
  await changePermission(world, trial, 'pharmacist', { ended_at: world.clock.now() })
  expect((await pharmacist.fetch(pack(), withTag(tag))).status).toBe(404)
})

test('a session is renewed beside an unchanged answer', async () => {
  const nurse = await signedInAs(world, 'nurse')
  const tag = tagOf(await nurse.fetch(getMe.path))
  world.clock.step(6 * 60 * 60)
  const again = await nurse.fetch(getMe.path, withTag(tag))
  expect([again.status, again.headers.get('X-Refreshed-Token')]).toEqual([304, expect.any(String)])
})
