import { api } from '#contract/api'
import { problem } from '#contract/problem'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { SampleAccountKey } from '../../../../../src/server/doors/idp/sample-accounts'
import { aTrial, grant } from '../../../../support/a-trial'
import { posted } from '../../../../support/ask'
import { readTrialRecords, recipientKeys } from '../../../../support/participant-actions'
import { testPortal, type TestPortal } from '../../../../support/portal'
import { exchange, refOf, returnedFrom, signedInAs, type SignedIn } from '../../../../support/sign-in'
import { webBrowser } from '../../../../support/web-browser'
import { invited } from './invitation-calls'

/* A user manager cannot take over the account of another user (decision 0025). */

const DAY = 24 * 60 * 60

const folder = mkdtempSync(join(tmpdir(), 'take-over-'))
afterAll(() => rmSync(folder, { recursive: true }))

let world: TestPortal
let administrator: SignedIn
beforeEach(async () => {
  world = await testPortal({ environment: { DATA_DIR: folder } })
  administrator = await signedInAs(world, 'administrator')
})
afterEach(() => world.stop())

const idOf = (key: SampleAccountKey) => world.personId(key)
const codeOf = async (response: Response): Promise<number | string> =>
  response.ok ? response.status : v.parse(problem, await response.json()).code

const saves = async (who: SignedIn, key: SampleAccountKey, change: { email?: string; name?: string }) => {
  const { name, email } = await world.context.database.queries
    .selectFrom('users')
    .select(['name', 'email'])
    .where('id', '=', idOf(key))
    .executeTakeFirstOrThrow()
  const body = { name, email, ...change }
  return codeOf(await who.fetch(`users/${idOf(key)}`, { ...posted(body), method: 'PUT' }))
}
const invites = async (who: SignedIn, key: SampleAccountKey) =>
  codeOf(await who.fetch(api.requestAssociation.path, posted({ user_id: idOf(key) })))
const endsAssociationsOf = async (key: SampleAccountKey) => {
  const profiles = world.context.database.queries.selectFrom('user_profiles').select('id')
  for (const { id } of await profiles.where('user_id', '=', idOf(key)).execute())
    await administrator.fetch(`users/${idOf(key)}/profiles/${id}`, { method: 'DELETE' })
}
const asSystemAdministrator = (key: SampleAccountKey, blinding = {}) =>
  grant(world, { person: key, role: 'System administrator', trial_id: null, site_id: null, ...blinding })

/** The messages of no trial, each with its kind and address, in order. */
const personal = async () =>
  world.context.database.queries
    .selectFrom('messages')
    .select(['kind', 'recipient_address'])
    .where('trial_id', 'is', null)
    .orderBy('id')
    .execute()

describe('an invitation to an address that was changed less than seven days ago', () => {
  beforeEach(async () => {
    await saves(administrator, 'nurse', { email: 'attacker@example.org' })
  })

  test('is not sent by the administrator who changed it; the address gets only the notice of the change', async () => {
    expect(await invites(administrator, 'nurse')).toBe('address_too_new')
    expect(await personal()).toEqual([
      { kind: 'address_changed', recipient_address: 'nurse@example.org' },
      { kind: 'address_taken_up', recipient_address: 'attacker@example.org' },
    ])
  })

  test('is not sent where the associations of the person were ended first', async () => {
    await endsAssociationsOf('nurse')
    expect(await invites(administrator, 'nurse')).toBe('address_too_new')
  })

  test('is not sent after a second change by the same administrator back and forth', async () => {
    world.clock.step(6 * DAY)
    administrator = await signedInAs(world, 'administrator')
    await saves(administrator, 'nurse', { email: 'attacker-2@example.org' })
    world.clock.step(2 * DAY)
    expect(await invites(await signedInAs(world, 'administrator'), 'nurse')).toBe('address_too_new')
  })

  test('is sent after seven days', async () => {
    world.clock.step(7 * DAY)
    expect(await invites(await signedInAs(world, 'administrator'), 'nurse')).toBe(204)
  })

  test.each([
    ['is sent by another administrator, whose account is older than that', 8 * DAY, 204],
    ['is not sent by another administrator whose account is newer', 6 * DAY, 'address_too_new'],
  ])('%s', async (_, age, answer) => {
    await asSystemAdministrator('coordinator')
    await world.context.database.queries
      .updateTable('users')
      .set({ created_at: new Date(Date.parse(world.clock.now()) - age * 1000).toISOString() })
      .where('id', '=', idOf('coordinator'))
      .execute()
    expect(await invites(await signedInAs(world, 'coordinator'), 'nurse')).toBe(answer)
  })
})

test('an address that its own person changed is used without waiting', async () => {
  const nurse = await signedInAs(world, 'nurse')
  const body = { id: idOf('nurse'), email: 'home@example.org', selected_timezone: null }
  expect((await nurse.fetch(api.updateMe.path, { ...posted(body), method: 'PUT' })).status).toBe(200)
  expect(await invites(administrator, 'nurse')).toBe(204)
})

test('any address of a person who never had an account is used without waiting', async () => {
  await world.context.database.queries.deleteFrom('user_profiles').where('user_id', '=', idOf('nurse')).execute()
  await saves(administrator, 'nurse', { email: 'corrected@example.org' })
  expect(await invites(administrator, 'nurse')).toBe(204)
})

describe('an administrator neither changes the address of a person who reaches or sees more, nor sends an invitation', () => {
  /** The answers to a new address, an invitation and a new name, and the messages after them. */
  const tries = async (who: SampleAccountKey, of: SampleAccountKey) => {
    const one = await signedInAs(world, who)
    const answers = [await saves(one, of, { email: 'attacker@example.org' }), await invites(one, of)]
    return [...answers, await saves(one, of, { name: 'Another Name' }), await personal()]
  }
  const REFUSED = ['reaches_more', 'reaches_more', 200, []]

  test('where it is a protected trial that the administrator was not let into', async () => {
    const { trial_id } = await aTrial(world, { status: 'planning', is_protected_trial: true })
    await grant(world, { person: 'nurse', role: 'Trial user', trial_id, site_id: null })
    await asSystemAdministrator('unblinder')
    expect(await tries('unblinder', 'nurse')).toEqual(REFUSED)
  })

  test('where the administrator is blinded in a trial and the person is not', async () => {
    const { trial_id } = await aTrial(world, { status: 'planning' })
    await grant(world, { person: 'nurse', role: 'Trial user', trial_id, site_id: null })
    await asSystemAdministrator('unblinder', { is_blinded_whole: true })
    expect(await tries('unblinder', 'nurse')).toEqual(REFUSED)
  })

  test('where both administer the system, and only the administrator who asks is blinded', async () => {
    await asSystemAdministrator('unblinder', { is_blinded_partial: true })
    expect(await tries('unblinder', 'administrator')).toEqual(REFUSED)
  })

  test('but may for a person who sees less, and for themselves', async () => {
    const { trial_id } = await aTrial(world, { status: 'planning' })
    await grant(world, { person: 'blinded-nurse', role: 'Trial user', trial_id, site_id: null, is_blinded_whole: true })
    await asSystemAdministrator('unblinder', { is_blinded_whole: true })
    const one = await signedInAs(world, 'unblinder')
    for (const key of ['blinded-nurse', 'unblinder'] as const) {
      expect(await invites(one, key)).toBe(204)
      expect(await saves(one, key, { email: `new-${key}@example.org` })).toBe(200)
    }
  })
})

describe('the level 3 users of a person’s trials get an email that names neither address nor account', () => {
  let trial_id: number
  beforeEach(async () => {
    ;({ trial_id } = await aTrial(world, { status: 'planning' }))
    await grant(world, { person: 'coordinator', role: 'Trial administrator', trial_id, site_id: null })
    await grant(world, { person: 'nurse', role: 'Trial user', trial_id, site_id: null })
  })
  const stateNow = async () => {
    const everything = await readTrialRecords(world, trial_id)
    const changes = everything.messages.flatMap(({ facts }) => ('change' in facts ? [facts.change] : []))
    return {
      to: new Set(recipientKeys('sign_in_changed', everything)),
      changes,
      text: JSON.stringify(everything.messages),
    }
  }

  test('about a new address', async () => {
    await saves(administrator, 'nurse', { email: 'new-address@example.org' })
    const { to, changes, text } = await stateNow()
    expect([[...to], changes]).toEqual([['coordinator'], ['address']])
    expect(text).not.toContain('new-address')
  })

  test('about an account that was associated; the person also gets it at the address of the last month', async () => {
    const nurse = await signedInAs(world, 'nurse')
    const body = { id: idOf('nurse'), email: 'home@example.org', selected_timezone: null }
    await nurse.fetch(api.updateMe.path, { ...posted(body), method: 'PUT' })
    const token = await invited(world, administrator, idOf('nurse'))
    const { queries } = world.context.database
    await queries.deleteFrom('user_profiles').where('user_id', '=', idOf('monitor')).execute()
    const browser = webBrowser()
    const ref = refOf(await returnedFrom(world, 'sso', 'monitor', browser, { association_token: token }))
    expect((await exchange(world, 'sso', ref, browser, token)).status).toBe(200)
    expect((await stateNow()).changes).toEqual(['address', 'association'])
    const associated = (await personal()).filter(({ kind }) => kind === 'account_associated')
    expect(associated.map(({ recipient_address }) => recipient_address)).toEqual([
      'home@example.org',
      'nurse@example.org',
    ])
  })

  test('about an association that was ended; the person also gets it at the address of the last month', async () => {
    await saves(administrator, 'nurse', { email: 'new-address@example.org' })
    world.clock.step(20 * DAY)
    administrator = await signedInAs(world, 'administrator')
    await endsAssociationsOf('nurse')
    expect((await stateNow()).changes).toContain('association_ended')
    const ended = (await personal()).filter(({ kind }) => kind === 'association_ended')
    expect(ended.map(({ recipient_address }) => recipient_address).slice(0, 2)).toEqual([
      'new-address@example.org',
      'nurse@example.org',
    ])
  })

  test('about an association that was ended after two changes of the address: all three addresses get it, each once', async () => {
    for (const email of ['first-address@example.org', 'nurse@example.org', 'second-address@example.org'])
      await saves(administrator, 'nurse', { email })
    await endsAssociationsOf('nurse')
    const ended = (await personal()).filter(({ kind }) => kind === 'association_ended')
    const everyOne = ['second-address@example.org', 'first-address@example.org', 'nurse@example.org']
    expect(ended.map(({ recipient_address }) => recipient_address).slice(0, 3)).toEqual(everyOne)
    // A month after the last change, only the present one.
    world.clock.step(31 * DAY)
    administrator = await signedInAs(world, 'administrator')
    await saves(administrator, 'nurse', { email: 'third-address@example.org' })
    const nurse = await world.database.queries
      .selectFrom('users')
      .select(['former_email', 'earlier_emails'])
      .where('id', '=', idOf('nurse'))
      .executeTakeFirstOrThrow()
    expect(nurse).toEqual({ former_email: 'second-address@example.org', earlier_emails: [] })
  })
})
