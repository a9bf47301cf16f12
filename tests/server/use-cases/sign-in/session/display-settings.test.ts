import { getMe, saveDisplaySettings } from '#contract/session'
import { LIST_COLUMNS, MAX_SAVED_FILTERS, USUAL_DISPLAY } from '#domain/desk/display-settings'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ask, posted, valueOf } from '../../../../support/ask'
import { testPortal, type TestPortal } from '../../../../support/portal'
import { signedInAs, type SignedIn } from '../../../../support/sign-in'

/* A person's display settings, stored for all of their devices. */

let world: TestPortal
beforeAll(async () => {
  world = await testPortal()
})
afterAll(async () => world.stop())

const save = (who: SignedIn, body: unknown, headers: Record<string, string> = {}) =>
  ask(who, saveDisplaySettings.response, saveDisplaySettings.path, { ...posted(body, headers), method: 'PUT' })

const displayOf = async (who: SignedIn) => valueOf(await ask(who, getMe.response, getMe.path)).display

const filter = (name: string, search: object = { q: 'STA' }) => ({ name, trial_id: 5, search })

describe('how the portal looks', () => {
  test('is the default for a person who has changed nothing', async () => {
    expect(await displayOf(await signedInAs(world, 'monitor'))).toEqual(USUAL_DISPLAY)
  })

  test('is the person’s own on each of their devices, and nobody else’s', async () => {
    const [tablet, desk] = [await signedInAs(world, 'nurse'), await signedInAs(world, 'nurse')]
    const change = { theme: 'dark', list_columns: { users: ['name', 'email'] } }
    expect(valueOf(await save(tablet, change)).display).toMatchObject(change)
    expect(await displayOf(desk)).toMatchObject(change)
    expect(await displayOf(await signedInAs(world, 'coordinator'))).toEqual(USUAL_DISPLAY)
  })

  test('changes only the values sent, list by list', async () => {
    const who = await signedInAs(world, 'pharmacist')
    await save(who, { density: 'compact', list_columns: { users: ['name'], trials: ['title', 'id'] } })
    await save(who, { start_page: 'trials', list_columns: { users: null } })
    const search = { status: ['allocated', 'dispensed'], expiry: 'past' }
    valueOf(await save(who, { saved_filters: { study_packs: [filter('Late', search)] } }))
    expect(await displayOf(who)).toEqual({
      theme: 'device',
      density: 'compact',
      start_page: 'trials',
      list_columns: { trials: ['title', 'id'] },
      saved_filters: { study_packs: [filter('Late', search)] },
      dismissed_notices: [],
      seen_release: null,
    })
  })

  test('changes once where it is sent twice, and merges changes from two devices at once', async () => {
    const who = await signedInAs(world, 'unblinder')
    const key = { 'Idempotency-Key': 'one-change' }
    await save(who, { theme: 'dark' }, key)
    await save(who, { theme: 'light' })
    expect((await save(who, { theme: 'dark' }, key)).replayed).toBe(true)
    expect(await displayOf(who)).toMatchObject({ theme: 'light' })
    await Promise.all([
      save(who, { list_columns: { users: ['name'] } }),
      save(who, { list_columns: { trials: ['title'] } }),
      save(who, { density: 'comfortable' }),
    ])
    expect(await displayOf(who)).toMatchObject({
      theme: 'light',
      density: 'comfortable',
      list_columns: { users: ['name'], trials: ['title'] },
    })
  })

  test('replaces the whole value of a list that is sent, and leaves every other list', async () => {
    const who = await signedInAs(world, 'monitor')
    await save(who, { saved_filters: { study_packs: [filter('Old')] }, list_columns: { users: ['name'] } })
    const sent = [
      [filter('Old'), filter('Mine')],
      [filter('Old'), filter('Yours')],
    ]
    const answers = await Promise.all(sent.map((participants) => save(who, { saved_filters: { participants } })))
    const display = await displayOf(who)
    expect(sent).toContainEqual(display?.saved_filters.participants)
    expect(display?.saved_filters.study_packs).toEqual([filter('Old')])
    expect(display?.list_columns).toEqual({ users: ['name'] })
    // Each device is answered the settings of its own change, never a mixture.
    for (const [place, answer] of answers.entries())
      expect(valueOf(answer).display?.saved_filters.participants).toEqual(sent[place])
  })

  test('survives values that another version stored', async () => {
    const who = await signedInAs(world, 'blinded-nurse')
    await save(who, { theme: 'dark', list_columns: { users: ['name'] } })
    const stored = world.database.queries.updateTable('display_settings')
    await stored
      .set({ list_columns: JSON.stringify({ wards: ['name'] }) })
      .where('user_id', '=', world.personId('blinded-nurse'))
      .execute()
    expect(await displayOf(who)).toEqual({ ...USUAL_DISPLAY, theme: 'dark' })
  })

  test('is refused to a person who is not signed in', async () => {
    const response = await fetch(`${world.url}/api/v1/${saveDisplaySettings.path}`, {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': 'k' },
      body: '{}',
    })
    expect(response.status).toBe(401)
  })

  test.each([
    ['a theme that is none', { theme: 'sepia' }],
    ['an unknown field', { font: 'large' }],
    ['an unknown list', { list_columns: { sites: ['title'] } }],
    ['a column of another list', { list_columns: { users: ['name', 'pack_id'] } }],
    ['a column twice', { list_columns: { users: ['name', 'name'] } }],
    ['columns without the one that leads to the record', { list_columns: { users: ['email'] } }],
    ['more columns than there are', { list_columns: { users: [...LIST_COLUMNS.users, 'name'] } }],
    ['a filter without its trial', { saved_filters: { participants: [{ name: 'A', search: {} }] } }],
    ['a filter without a name', { saved_filters: { participants: [filter(' ')] } }],
    ['two filters of one name', { saved_filters: { participants: [filter('A'), filter('A')] } }],
    ['a field that the list has not', { saved_filters: { participants: [filter('A', { study_group: 'A' })] } }],
    ['a value that the list has not', { saved_filters: { participants: [filter('A', { flag_status: 'Lost' })] } }],
    ['an order by what unblinds', { saved_filters: { participants: [filter('A', { sort: 'study_group' })] } }],
    ['a page', { saved_filters: { participants: [filter('A', { page: '2' })] } }],
    ['a character that cannot be stored', { saved_filters: { participants: [filter('A', { q: '\u0000' })] } }],
    ['a text that is too long', { saved_filters: { participants: [filter('A', { q: 'x'.repeat(256) })] } }],
    [
      'too many filters',
      {
        saved_filters: { participants: Array.from({ length: MAX_SAVED_FILTERS + 1 }, (_, at) => filter(`F ${at}`)) },
      },
    ],
  ])('refuses %s with 422, and changes nothing', async (_, body) => {
    const who = await signedInAs(world, 'coordinator')
    const before = await displayOf(who)
    const { status, problem } = await save(who, body)
    expect([status, problem?.code]).toEqual([422, 'validation_failed'])
    expect(await displayOf(who)).toEqual(before)
  })
})
