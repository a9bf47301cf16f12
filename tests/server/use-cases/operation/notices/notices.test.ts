import { createNotice, endNotice, listNotices, listShownNotices, listSignInNotices } from '#contract/notices'
import { saveDisplaySettings } from '#contract/session'
import { API_BASE } from '#contract/api-address'
import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { SampleAccountKey } from '../../../../../src/server/doors/idp/sample-accounts'
import { ask, posted, valueOf } from '../../../../support/ask'
import { testPortal, type TestPortal } from '../../../../support/portal'
import { signedInAs } from '../../../../support/sign-in'

let world: TestPortal
beforeAll(async () => {
  world = await testPortal()
})
afterAll(() => world.stop())
afterEach(async () => {
  await world.database.queries
    .updateTable('service_notices')
    .set({ ended_at: world.clock.now(), ended_by: 1 })
    .execute()
})

const MAINTENANCE = {
  text: 'Maintenance on Sunday from two to four',
  shown_from: '2026-11-21T05:00:00.000Z',
  shown_until: '2026-11-22T05:00:00.000Z',
  is_on_sign_in: false,
}

const write = async (
  body: object = {},
  who: SampleAccountKey = 'administrator',
  headers: Record<string, string> = {},
) => ask(await signedInAs(world, who), createNotice.response, 'notices', posted({ ...MAINTENANCE, ...body }, headers))
const end = async (id: number, who: SampleAccountKey = 'administrator') =>
  ask(await signedInAs(world, who), endNotice.response, `notices/${id}/end`, posted({}))
const shownTo = async (who: SampleAccountKey) =>
  valueOf(await ask(await signedInAs(world, who), listShownNotices.response, 'notices/shown')).data.map(
    ({ text }) => text,
  )
const shownToStrangers = async () => {
  const response = await fetch(`${world.url}${API_BASE}/notices/sign-in`)
  return v.parse(listSignInNotices.response, await response.json()).data.map(({ text }) => text)
}
const entries = () =>
  world.database.queries
    .selectFrom('audit_log')
    .select(['kind', 'description', 'user_id', 'trial_id'])
    .where('kind', 'in', ['notice_created', 'notice_ended'])
    .orderBy('id')
    .execute()

describe('a notice is not written', () => {
  test.each<[SampleAccountKey]>([['coordinator'], ['nurse']])('by %s', async (who) => {
    expect((await write({}, who)).status).toBe(403)
    expect((await ask(await signedInAs(world, who), listNotices.response, 'notices')).status).toBe(403)
    expect(await shownTo('nurse')).toEqual([])
  })

  test.each<[string, object, string]>([
    ['without words', { text: ' ' }, 'text'],
    ['of two lines', { text: 'Sunday\nMonday' }, 'text'],
    ['of more than 200 characters', { text: 'x'.repeat(201) }, 'text'],
    ['that ends before it begins', { shown_until: '2026-11-21T04:59:00.000Z' }, 'shown_until'],
    [
      'whose time is over',
      { shown_from: '2026-11-20T00:00:00.000Z', shown_until: '2026-11-21T05:03:00.000Z' },
      'shown_until',
    ],
    ['without an end', { shown_until: '' }, 'shown_until'],
    ['for yes', { is_on_sign_in: 'yes' }, 'is_on_sign_in'],
  ])('%s', async (_what, body, field) => {
    const before = await entries()
    const { status, problem } = await write(body)
    expect([status, Object.keys(problem?.fields ?? {})]).toEqual([422, [field]])
    expect([await shownTo('nurse'), await entries()]).toEqual([[], before])
  })
})

describe('a notice', () => {
  test('is shown to every signed-in person, once however often it is sent, until it is ended, and is recorded', async () => {
    const before = (await entries()).length
    const headers = { 'Idempotency-Key': randomUUID() }
    const first = await write({}, 'administrator', headers)
    expect((await write({}, 'administrator', headers)).replayed).toBe(true)
    expect(await shownTo('nurse')).toEqual([MAINTENANCE.text])
    expect(await shownToStrangers()).toEqual([])
    const { id = 0 } = valueOf(first).data[0] ?? {}
    expect((await end(id, 'coordinator')).status).toBe(403)
    expect(valueOf(await end(id)).data).toEqual([])
    valueOf(await end(id))
    expect(await shownTo('nurse')).toEqual([])
    expect((await end(id + 1000)).status).toBe(404)
    const user_id = world.personId('administrator')
    expect((await entries()).slice(before)).toEqual([
      {
        kind: 'notice_created',
        description: `Notice ${id} of the service written: ${MAINTENANCE.text}`,
        user_id,
        trial_id: null,
      },
      {
        kind: 'notice_ended',
        description: `Notice ${id} of the service ended: ${MAINTENANCE.text}`,
        user_id,
        trial_id: null,
      },
    ])
  })

  test('is shown on the sign-in page only if it is marked for it', async () => {
    await write({ text: 'For people alone' })
    await write({ text: 'For everybody', is_on_sign_in: true })
    expect(await shownToStrangers()).toEqual(['For everybody'])
    expect(await shownTo('monitor')).toEqual(['For everybody', 'For people alone'])
  })

  test('is shown only between its moments, and listed before', async () => {
    const from = new Date(Date.parse(world.clock.now()) + 60_000).toISOString()
    const until = new Date(Date.parse(world.clock.now()) + 120_000).toISOString()
    expect(valueOf(await write({ shown_from: from, shown_until: until })).data).toMatchObject([{ shown_from: from }])
    expect(await shownTo('nurse')).toEqual([])
    world.clock.step(60)
    expect(await shownTo('nurse')).toEqual([MAINTENANCE.text])
    world.clock.step(60)
    expect(await shownTo('nurse')).toEqual([])
  })

  test('stays dismissed on every device of one person, and of no other', async () => {
    const nurse = await signedInAs(world, 'nurse')
    const display = (body: object) =>
      ask(nurse, saveDisplaySettings.response, 'auth/me/display', { ...posted(body), method: 'PUT' })
    expect(valueOf(await display({ seen_release: '2.11.7' })).display).toMatchObject({
      dismissed_notices: [],
      seen_release: '2.11.7',
    })
    const { id = 0 } = valueOf(await write()).data[0] ?? {}
    valueOf(await display({ dismissed_notices: [id] }))
    expect(valueOf(await display({ theme: 'dark' })).display).toMatchObject({
      dismissed_notices: [id],
      seen_release: '2.11.7',
      theme: 'dark',
    })
    const other = await ask(await signedInAs(world, 'monitor'), saveDisplaySettings.response, 'auth/me/display', {
      ...posted({ theme: 'dark' }),
      method: 'PUT',
    })
    expect(other.value?.display).toMatchObject({ dismissed_notices: [], seen_release: null })
    expect((await display({ dismissed_notices: Array.from({ length: 51 }, (_, at) => at + 1) })).status).toBe(422)
    expect((await display({ seen_release: '' })).status).toBe(422)
  })
})
