import { API_BASE } from '#contract/api-address'
import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { makeAdministrator } from '../../../../../src/server/use-cases/people/administrators/make-administrator'
import { offerFirstAdministrator } from '../../../../../src/server/use-cases/people/administrators/offer-first-administrator'
import type { OnConsole } from '../../../../../src/server/use-cases/people/administrators/on-console'
import { aTrial, grant } from '../../../../support/a-trial'
import { chainFaults, readChain } from '../../../../support/audit-chain'
import { testPortal, type TestPortal } from '../../../../support/portal'
import { exchange, refOf, returnedFrom } from '../../../../support/sign-in'
import { webBrowser } from '../../../../support/web-browser'

let world: TestPortal
beforeEach(async () => {
  world = await testPortal()
})
afterEach(() => world.stop())

/** The lines that the command prints. */
const made = async (email: string, context: OnConsole = world.context): Promise<string[]> => {
  const outcome = await makeAdministrator(context, email)
  if (!outcome.ok) throw new Error(outcome.refusal)
  return outcome.value
}

const tokenIn = (lines: readonly string[]) => /\/idp-association\?token=([\w-]{43})$/m.exec(lines.join('\n'))?.[1]

const people = () => world.database.queries.selectFrom('users').selectAll().orderBy('id').execute()

const entries = () =>
  world.database.queries.selectFrom('audit_log').select(['kind', 'user_id', 'reason']).orderBy('id').execute()

const setUser = (email: string, change: object) =>
  world.database.queries.updateTable('users').set(change).where('email', '=', email).execute()

/** Signs in with a link, and then lists users, which only a system administrator may. Returns the status. */
const follows = async (token = '') => {
  await world.database.queries.deleteFrom('user_profiles').where('subject', '=', 'monitor@example.org').execute()
  const browser = webBrowser()
  const ref = refOf(await returnedFrom(world, 'sso', 'monitor', browser, { association_token: token }))
  const { status, text } = await exchange(world, 'sso', ref, browser, token)
  if (status !== 200) return status
  const headers = { Authorization: `Bearer ${v.parse(v.object({ token: v.string() }), JSON.parse(text)).token}` }
  return (await fetch(`${world.url}${API_BASE}/users`, { headers })).status
}

describe('npm run administrator', () => {
  test('makes an unknown person an administrator, without an expiry, and prints the link', async () => {
    const lines = await made('Rosa.Okafor@example.org')
    const user = (await people()).at(-1)
    expect(user).toMatchObject({ name: 'Rosa.Okafor', email: 'Rosa.Okafor@example.org', expires_at: null })
    expect(lines).toEqual([
      `User ${user?.id} (Rosa.Okafor) was created with the address Rosa.Okafor@example.org.`,
      `User ${user?.id} is a system administrator now.`,
      expect.stringMatching(
        /^Give them this link\. It works once, within 24 hours: http:\/\/localhost:\d+\/idp-association\?token=[\w-]{43}$/,
      ),
    ])
    expect(await follows(tokenIn(lines))).toBe(200)
  })

  test('makes no administrator of whoever makes the list of a trial, nor changes anything', async () => {
    const { trial_id } = await aTrial(world)
    const user_id = world.personId('pharmacist')
    const named = { trial_id, user_id, named_by: world.personId('administrator'), named_at: world.context.now() }
    await world.database.queries.insertInto('allocation_list_authors').values(named).execute()
    const user = (await people()).find(({ id }) => id === user_id)
    await setUser(user?.email ?? '', { is_active: false })
    const before = [await people(), await entries()]
    expect(await makeAdministrator(world.context, user?.email ?? '')).toEqual({
      ok: false,
      refusal: expect.stringContaining('makes or made the list of a trial'),
    })
    expect([await people(), await entries()]).toEqual(before)
  })

  test('is recorded in the chain of the system', async () => {
    await made('rosa@example.org')
    const expected = { user_id: null, reason: 'On the server’s console' }
    expect(await entries()).toEqual([
      { ...expected, kind: 'user_created' },
      { ...expected, kind: 'permission_granted' },
      { ...expected, kind: 'association_requested' },
    ])
    expect(chainFaults(await readChain(world.database.queries, 0))).toEqual([])
  })

  test('makes a person who can sign in already an administrator, and changes nothing when it is repeated', async () => {
    const id = world.personId('coordinator')
    expect(await made('COORDINATOR@example.org')).toEqual([
      `User ${id} is a system administrator now.`,
      'They sign in with University single sign-on.',
    ])
    const before = [await people(), await entries()]
    expect(await made('coordinator@example.org')).toEqual([
      `User ${id} is a system administrator already.`,
      'They sign in with University single sign-on.',
    ])
    expect([await people(), await entries()]).toEqual(before)
  })

  test('repeated before the link was used, prints another; the earlier one ends', async () => {
    const first = tokenIn(await made('rosa@example.org'))
    const second = tokenIn(await made('rosa@example.org'))
    expect(await people()).toHaveLength(8)
    expect(await follows(first)).toBe(404)
    expect(await follows(second)).toBe(200)
  })

  test('reactivates an inactive or expired person', async () => {
    const id = world.personId('coordinator')
    await setUser('coordinator@example.org', { is_active: false, expires_at: world.clock.now() })
    expect(await made('coordinator@example.org')).toEqual([
      `User ${id} was marked active.`,
      `User ${id} no longer expires.`,
      `User ${id} is a system administrator now.`,
      'They sign in with University single sign-on.',
    ])
    expect((await people()).find((user) => user.id === id)).toMatchObject({ is_active: true, expires_at: null })
    expect((await entries()).map(({ kind }) => kind)).toEqual(['user_activated', 'user_extended', 'permission_granted'])
  })

  test('gives a link to a person whose account is at a provider that the portal no longer has', async () => {
    const { context } = world
    const config = { ...context.config, has_sample_provider: false, instance: 'prod' }
    const lines = await made('coordinator@example.org', { ...context, config })
    expect(tokenIn(lines)).toBeDefined()
  })

  test('emails the managers of a protected trial that the person may see it now', async () => {
    const { trial_id } = await aTrial(world)
    await world.database.queries.updateTable('trials').set({ is_protected_trial: true }).execute()
    const place = { trial_id, site_id: null }
    await grant(world, { person: 'unblinder', role: 'Trial administrator', ...place })
    await grant(world, { person: 'coordinator', role: 'Trial user', ...place })
    await world.database.queries.deleteFrom('messages').execute()
    await made('coordinator@example.org')
    const messages = await world.database.queries.selectFrom('messages').select(['kind', 'user_id']).execute()
    expect(messages).toContainEqual({ kind: 'protected_access', user_id: world.personId('unblinder') })
  })
})

describe('beside the link of the first start', () => {
  const offer = async () => {
    const production = { ...world.context, config: { ...world.context.config, instance: 'prod' } }
    return tokenIn([(await offerFirstAdministrator(production)) ?? ''])
  }
  beforeEach(async () => {
    await world.database.queries.deleteFrom('user_permissions').execute()
  })

  test('the first administrator gets the address, and the link of the start ends', async () => {
    const started = await offer()
    const before = await people()
    const lines = await made('rosa@example.org')
    expect(lines[0]).toMatch(
      /^User \d+ \(First administrator\) was renamed rosa, with the address rosa@example\.org\.$/,
    )
    expect(await people()).toHaveLength(before.length)
    expect(await follows(started)).toBe(404)
    expect(await follows(tokenIn(lines))).toBe(200)
  })

  test('that link ends too where another person is made an administrator', async () => {
    const started = await offer()
    await made('coordinator@example.org')
    expect(await follows(started)).toBe(404)
  })

  test('a later start gives out no second link, and names the invited person', async () => {
    const lines = await made('rosa@example.org')
    const production = { ...world.context, config: { ...world.context.config, instance: 'prod' } }
    expect(await offerFirstAdministrator(production)).toBe(
      'No system administrator can sign in yet. rosa@example.org is invited until 22 Nov 2026, 05:03 +00:00 (Etc/UTC). For a new link: npm run administrator -- EMAIL',
    )
    expect(await follows(tokenIn(lines))).toBe(200)
    expect(await offerFirstAdministrator(production)).toBeNull()
  })
})
