import { api } from '#contract/api'
import { API_BASE } from '#contract/api-address'
import { problem } from '#contract/problem'
import { createHash, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertUserProfile } from '../../../../../src/server/ground/db/user-profiles'
import { insertUser } from '../../../../../src/server/ground/db/users'
import { ask, posted } from '../../../../support/ask'
import { deliverMail, writtenMail } from '../../../../support/mail-room'
import { testPortal, type TestPortal } from '../../../../support/portal'
import { exchange, refOf, returnedFrom, signedInAs, type SignedIn } from '../../../../support/sign-in'
import { webBrowser } from '../../../../support/web-browser'
import { invite, invited, sentTokens } from './invitation-calls'

const folder = mkdtempSync(join(tmpdir(), 'invitations-'))
const WEEK = 7 * 24 * 60 * 60
const CHANGED = 'The email address of your account was changed'

let world: TestPortal
let administrator: SignedIn
let newcomers = 0
beforeAll(async () => {
  world = await testPortal({ environment: { DATA_DIR: folder } })
  administrator = await signedInAs(world, 'administrator')
})
afterAll(async () => {
  await world.stop()
  rmSync(folder, { recursive: true })
})

/** A user without an account. */
const newcomer = async (): Promise<number> => {
  newcomers += 1
  const created_at = world.clock.now()
  const person = { name: `Newcomer ${newcomers}`, email: `newcomer-${newcomers}@example.org`, created_at }
  return insertUser(world.context.database.queries, { ...person, selected_timezone: null, expires_at: null })
}

const update = (id: number, change: { is_active?: boolean; expires_at?: string | null }) =>
  world.context.database.queries.updateTable('users').set(change).where('id', '=', id).execute()

/** The person that an invitation is for, or the code of the refusal. */
const shown = async (token: string) => {
  const response = await fetch(`${world.url}${API_BASE}/${api.showAssociation.path}?${new URLSearchParams({ token })}`)
  const answer: unknown = await response.json()
  return response.ok ? v.parse(api.showAssociation.response, answer) : v.parse(problem, answer).code
}

const codeOf = ({ text }: { text: string }) => v.parse(problem, JSON.parse(text)).code
const tokenOf = ({ text }: { text: string }) => v.parse(v.object({ token: v.string() }), JSON.parse(text)).token

/** A user's associations, ended ones too, the earliest first. */
const associated = (user_id: number) =>
  world.context.database.queries
    .selectFrom('user_profiles')
    .select(['id', 'idp', 'subject', 'ended_at'])
    .where('user_id', '=', user_id)
    .orderBy('id')
    .execute()

/** Removes a sample account from its user. */
const freeAccount = (subject: string) =>
  world.context.database.queries
    .updateTable('user_profiles')
    .set({ ended_at: world.clock.now() })
    .where('subject', '=', subject)
    .where('ended_at', 'is', null)
    .execute()

const auditOf = async (kind: 'association_requested' | 'account_associated' | 'association_ended') =>
  world.context.database.queries.selectFrom('audit_log').selectAll().where('kind', '=', kind).orderBy('id').execute()

describe('an invitation is refused', () => {
  it('to a person who may not manage the users of the service', async () => {
    expect(await invite(await signedInAs(world, 'coordinator'), world.personId('nurse'))).toBe(403)
  })

  it('for nobody', async () => {
    expect(await invite(administrator, 999_999)).toBe(404)
  })

  it.each([
    ['inactive', { is_active: false }],
    ['expired', { expires_at: '2026-01-01T00:00:00.000Z' }],
  ])('for a user who is %s', async (_, change) => {
    const id = await newcomer()
    await update(id, change)
    const answer = await ask(administrator, v.unknown(), api.requestAssociation.path, posted({ user_id: id }))
    expect([answer.status, answer.problem?.code]).toEqual([409, 'user_not_invitable'])
  })
})

describe('an invitation only for people without an account', () => {
  /** The status, and the code of a refusal. */
  const inviteNew = async (user_id: number, key: string): Promise<[number, string | null]> => {
    const sent = posted({ user_id, unless_associated: true }, { 'Idempotency-Key': key })
    const response = await administrator.fetch(api.requestAssociation.path, sent)
    const text = await response.text()
    return [response.status, response.ok ? null : codeOf({ text })]
  }

  it('is sent to a person who has none, and a repeat says so although they have one by now', async () => {
    const id = await newcomer()
    const key = randomUUID()
    expect(await inviteNew(id, key)).toEqual([204, null])
    const account = { user_id: id, idp: 'sso', issuer: 'https://idp.example.net', subject: `newcomer ${id}` }
    await insertUserProfile(world.context.database.queries, { ...account, created_at: world.clock.now() })
    const sent = (await sentTokens(world)).length
    expect(await inviteNew(id, key)).toEqual([204, null])
    expect((await sentTokens(world)).length).toBe(sent)
  })

  it('is refused for a person who has one, whose open invitation stays as it is', async () => {
    const id = await newcomer()
    const token = await invited(world, administrator, id)
    const account = { user_id: id, idp: 'sso', issuer: 'https://idp.example.net', subject: `newcomer ${id}` }
    await insertUserProfile(world.context.database.queries, { ...account, created_at: world.clock.now() })
    expect(await inviteNew(id, randomUUID())).toEqual([409, 'already_associated'])
    expect(await shown(token)).toMatchObject({ user: { id } })
  })
})

describe('an invitation', () => {
  it('is sent once for its key, to the person, with a link that works for seven days, and is recorded', async () => {
    const id = await newcomer()
    const key = randomUUID()
    const before = (await sentTokens(world)).length
    expect([await invite(administrator, id, key), await invite(administrator, id, key)]).toEqual([204, 204])
    expect((await sentTokens(world)).length).toBe(before + 1)
    const mail = writtenMail(folder).at(-1)
    expect(mail).toMatchObject({
      to: `Newcomer ${newcomers} <newcomer-${newcomers}@example.org>`,
      subject: 'Choose the account you will sign in with',
    })
    expect(mail?.text).toMatch(new RegExp(`^Choose an account: ${world.url}/idp-association\\?token=[\\w-]{43}$`, 'm'))
    expect(mail?.text).toContain('The link expires on: 28 Nov 2026, 05:03 +00:00 (Etc/UTC)')
    expect((await auditOf('association_requested')).at(-1)).toMatchObject({
      description: `User ${id} was sent an invitation to associate an account: Newcomer ${newcomers}`,
      user_id: world.personId('administrator'),
    })
  })

  it('is stored as a hash alone, sealed while its email waits, and in no email that was sent', async () => {
    const { queries } = world.context.database
    const id = await newcomer()
    await invite(administrator, id)
    const waiting = queries.selectFrom('messages').select(['facts', 'state']).where('user_id', '=', id)
    const [queued] = await waiting.execute()
    const [stored] = await queries.selectFrom('association_tokens').selectAll().where('user_id', '=', id).execute()
    const token = (await sentTokens(world)).at(-1) ?? ''
    const [sent] = await waiting.execute()

    expect(queued).toMatchObject({ state: 'queued', facts: { link_secret: expect.stringMatching(/^[\w+/=]{90,}$/) } })
    expect(JSON.stringify(queued)).not.toContain(token)
    expect(Buffer.from(stored?.token_hash ?? [])).toEqual(createHash('sha256').update(token).digest())
    expect(sent?.state).toBe('sent')
    expect(sent?.facts).not.toHaveProperty('link_secret')
  })

  it('leaves no secret where its email is given up', async () => {
    const id = await newcomer()
    await invite(administrator, id)
    await update(id, { is_active: false })
    await deliverMail(world)
    const messages = world.context.database.queries.selectFrom('messages').select(['facts', 'state'])
    const [message] = await messages.where('user_id', '=', id).execute()
    expect(message).toMatchObject({ state: 'failed', facts: { kind: 'invitation' } })
    expect(message?.facts).not.toHaveProperty('link_secret')
  })

  it('names its person each time it is opened, until the seven days are over', async () => {
    const id = await newcomer()
    const token = await invited(world, administrator, id)
    const person = { id, name: `Newcomer ${newcomers}`, email: `newcomer-${newcomers}@example.org` }
    expect([await shown(token), await shown(token)]).toEqual([
      { user: person, token },
      { user: person, token },
    ])
    world.clock.step(WEEK - 1)
    expect(await shown(token)).toEqual({ user: person, token })
    world.clock.step(1)
    expect(await shown(token)).toBe('association_token_invalid')
    administrator = await signedInAs(world, 'administrator')
  })

  it('ends when a later one is sent, and is not sent if it still waits', async () => {
    const id = await newcomer()
    const first = await invited(world, administrator, id)
    const sent = (await sentTokens(world)).length
    await invite(administrator, id)
    const last = await invited(world, administrator, id)
    expect((await sentTokens(world)).length).toBe(sent + 1)
    expect(await shown(first)).toBe('association_token_invalid')
    expect(await shown(last)).toMatchObject({ user: { id } })
  })

  it.each<[string, 'administrator' | 'coordinator', string]>([
    ['by who looks after users', 'administrator', 'users/'],
    ['by themselves', 'coordinator', 'auth/me/update'],
  ])(
    'ends where its person’s address is changed %s, sent or not; both addresses are informed',
    async (_, who, path) => {
      const id = who === 'coordinator' ? world.personId('coordinator') : await newcomer()
      const person = await signedInAs(world, who)
      const { queries } = world.context.database
      const row = queries.selectFrom('users').select(['name', 'email']).where('id', '=', id)
      const to = async (email: string) => {
        const { name } = await row.executeTakeFirstOrThrow()
        const address = path === 'users/' ? `users/${id}` : path
        const saved = await person.fetch(address, { ...posted({ id, name, email }), method: 'PUT' })
        expect(saved.status).toBe(200)
      }
      const old = (await row.executeTakeFirstOrThrow()).email

      const token = await invited(world, administrator, id)
      await to(old)
      expect(await shown(token)).toMatchObject({ user: { id } })
      await to(`second-${old}`)
      expect(await shown(token)).toBe('association_token_invalid')
      await deliverMail(world)
      const notices = writtenMail(folder).filter(({ subject }) => subject === CHANGED)
      expect(notices.slice(-2).map(({ to }) => to)).toEqual([
        expect.stringContaining(`<${old}>`),
        expect.stringContaining(`<second-${old}>`),
      ])
      expect(notices.at(-2)?.text).not.toContain('second-')

      await invite(administrator, id)
      const sent = (await sentTokens(world)).length
      await invite(administrator, id)
      await to(`third-${old}`)
      expect(await sentTokens(world)).toHaveLength(sent)
      const messages = queries
        .selectFrom('messages')
        .select(['kind', 'state', 'error', 'facts'])
        .where('user_id', '=', id)
        .where('trial_id', 'is', null)
      expect((await messages.orderBy('id').execute()).slice(-3)).toMatchObject([
        { kind: 'invitation', state: 'failed', error: 'The address of its recipient was changed' },
        { kind: 'address_changed', state: 'sent' },
        { kind: 'address_taken_up', state: 'sent' },
      ])
      const changed = queries.selectFrom('audit_log').select('changes').where('kind', '=', 'user_updated')
      expect((await changed.orderBy('id', 'desc').executeTakeFirst())?.changes).toEqual([
        { field: 'email', old: `second-${old}`, new: `third-${old}` },
        { field: 'invitation_ended', old: null, new: true },
      ])
    },
  )

  it('sends one link only where two administrators send it at once', async () => {
    const id = await newcomer()
    expect(await Promise.all([invite(administrator, id), invite(administrator, id)])).toEqual([204, 204])
    const usable = world.context.database.queries.selectFrom('association_tokens').select('id')
    expect(await usable.where('user_id', '=', id).where('ended_at', 'is', null).execute()).toHaveLength(1)
  })
})

describe('signing in with an invitation', () => {
  it('associates the account, signs its person in, uses the invitation up, and informs them and the log', async () => {
    const id = await newcomer()
    const token = await invited(world, administrator, id)
    await freeAccount('monitor@example.org')
    const browser = webBrowser()
    const ref = refOf(await returnedFrom(world, 'google', 'monitor', browser, { association_token: token }))
    const first = await exchange(world, 'google', ref, browser, token)
    const again = await exchange(world, 'google', ref, browser, token)
    expect([first.status, again.status]).toEqual([200, 200])
    expect(tokenOf(again)).toBe(tokenOf(first))

    const me = await fetch(`${world.url}${API_BASE}/auth/me`, {
      headers: { Authorization: `Bearer ${tokenOf(first)}` },
    })
    expect(await me.json()).toMatchObject({ id })
    expect(await associated(id)).toEqual([
      expect.objectContaining({ idp: 'google', subject: 'monitor@example.org', ended_at: null }),
    ])
    expect(await shown(token)).toBe('association_token_invalid')
    expect((await auditOf('account_associated')).at(-1)).toMatchObject({
      description: `User ${id} associated with an account of Google: Newcomer ${newcomers}`,
    })
    await deliverMail(world)
    expect(writtenMail(folder).at(-1)).toMatchObject({
      to: `Newcomer ${newcomers} <newcomer-${newcomers}@example.org>`,
      subject: 'A sign-in account was associated with you',
    })
    // The account is bound now, so later sign-ins need no invitation.
    const later = webBrowser()
    const plain = await exchange(world, 'google', refOf(await returnedFrom(world, 'google', 'monitor', later)), later)
    expect(plain.status).toBe(200)
  })

  it('works with an invitation given at the exchange alone', async () => {
    const id = await newcomer()
    const token = await invited(world, administrator, id)
    await freeAccount('unblinder@example.org')
    const browser = webBrowser()
    const ref = refOf(await returnedFrom(world, 'sso', 'unblinder', browser))
    expect((await exchange(world, 'sso', ref, browser, token)).status).toBe(200)
    expect(await associated(id)).toHaveLength(1)
  })

  it.each(['aaf', 'sso'] as const)(
    'is refused through %s where a link began it and no tab brings the invitation; nobody is signed in or associated',
    async (idp) => {
      const id = await newcomer()
      const token = await invited(world, administrator, id)
      const browser = webBrowser()
      const ref = refOf(await returnedFrom(world, idp, 'blinded-nurse', browser, { association_token: token }))
      const answer = await exchange(world, idp, ref, browser)
      expect([answer.status, codeOf(answer)]).toEqual([404, 'association_token_invalid'])
      expect(await associated(id)).toEqual([])
      expect(await shown(token)).toMatchObject({ user: { id } })
    },
  )

  it('is refused where the account is another user’s; the invitation stays usable, for another account', async () => {
    const id = await newcomer()
    const token = await invited(world, administrator, id)
    const browser = webBrowser()
    const ref = refOf(await returnedFrom(world, 'sso', 'pharmacist', browser))
    const taken = await exchange(world, 'sso', ref, browser, token)
    expect([taken.status, codeOf(taken)]).toEqual([409, 'identity_taken'])
    expect(await shown(token)).toMatchObject({ user: { id } })
    expect(await associated(id)).toEqual([])

    await freeAccount('coordinator@example.org')
    const another = refOf(await returnedFrom(world, 'sso', 'coordinator', browser))
    expect((await exchange(world, 'sso', another, browser, token)).status).toBe(200)
  })

  it('signs in the person to whom the account already belongs, and uses the invitation up', async () => {
    const token = await invited(world, administrator, world.personId('nurse'))
    const browser = webBrowser()
    const ref = refOf(await returnedFrom(world, 'sso', 'nurse', browser))
    expect((await exchange(world, 'sso', ref, browser, token)).status).toBe(200)
    expect(await shown(token)).toBe('association_token_invalid')
    expect(await associated(world.personId('nurse'))).toHaveLength(1)
  })

  it.each([
    ['association_token_invalid', 'has been used meanwhile', 'used', 404],
    ['association_token_invalid', 'has run out meanwhile', 'late', 404],
    ['association_token_invalid', 'is not the one it began with', 'other', 404],
    ['account_inactive', 'is for an account that was marked inactive', 'inactive', 401],
    ['account_expired', 'is for an account that has expired', 'expired', 401],
  ])('%s: an invitation that %s', async (code, _, fault, status) => {
    const id = await newcomer()
    const token = await invited(world, administrator, id)
    const browser = webBrowser()
    const ref = refOf(await returnedFrom(world, 'sso', 'blinded-nurse', browser, { association_token: token }))
    const { queries } = world.context.database
    const tokens = queries.updateTable('association_tokens').where('user_id', '=', id)
    if (fault === 'used') await tokens.set({ ended_at: world.clock.now() }).execute()
    if (fault === 'late') await tokens.set({ expires_at: world.clock.now() }).execute()
    if (fault === 'inactive') await update(id, { is_active: false })
    if (fault === 'expired') await update(id, { expires_at: world.clock.now() })
    // A valid invitation of another person.
    const brought = fault === 'other' ? await invited(world, administrator, await newcomer()) : token
    const answer = await exchange(world, 'sso', ref, browser, brought)
    expect([answer.status, codeOf(answer)]).toEqual([status, code])
    expect(await associated(id)).toEqual([])
  })

  it('two sign-ins at once with one invitation: one wins', async () => {
    const id = await newcomer()
    const token = await invited(world, administrator, id)
    for (const key of ['unblinder', 'monitor']) await freeAccount(`${key}@example.org`)
    const [one, other] = [webBrowser(), webBrowser()]
    const refs = [
      refOf(await returnedFrom(world, 'sso', 'unblinder', one)),
      refOf(await returnedFrom(world, 'sso', 'monitor', other)),
    ]
    const answers = await Promise.all([
      exchange(world, 'sso', refs[0] ?? '', one, token),
      exchange(world, 'sso', refs[1] ?? '', other, token),
    ])
    expect(answers.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 404]))
    expect(await associated(id)).toHaveLength(1)
  })
})

describe('ending an association', () => {
  const end = (who: SignedIn, userId: number, profileId: number) =>
    who.fetch(`users/${userId}/profiles/${profileId}`, { method: 'DELETE' })

  it('ends the sessions that began with it, no others, and can be repeated; the account is free again', async () => {
    const id = await newcomer()
    const token = await invited(world, administrator, id)
    await freeAccount('unblinder@example.org')
    const browser = webBrowser()
    const ref = refOf(await returnedFrom(world, 'sso', 'unblinder', browser))
    const { token: bearer } = JSON.parse((await exchange(world, 'sso', ref, browser, token)).text)
    const ask = () => fetch(`${world.url}${API_BASE}/auth/me`, { headers: { Authorization: `Bearer ${bearer}` } })
    expect((await ask()).status).toBe(200)

    const [profile] = await associated(id)
    const answers = [await end(administrator, id, profile?.id ?? 0), await end(administrator, id, profile?.id ?? 0)]
    expect(answers.map(({ status }) => status)).toEqual([204, 204])
    expect(v.parse(problem, await (await ask()).json()).code).toBe('token_revoked')
    expect(
      (await auditOf('association_ended')).filter(({ description }) => description.includes(`User ${id} `)),
    ).toEqual([
      expect.objectContaining({
        description: `User ${id} no longer associated with an account of University single sign-on: Newcomer ${newcomers}`,
        changes: [
          { field: 'user_profile', old: profile?.id, new: null },
          { field: 'sessions_ended', old: null, new: 1 },
        ],
      }),
    ])
    const user = await administrator.fetch(`users/${id}`)
    expect(await user.json()).toMatchObject({ user_profiles: [] })

    const again = refOf(await returnedFrom(world, 'sso', 'unblinder', browser))
    expect(codeOf(await exchange(world, 'sso', again, browser))).toBe('identity_unknown')
    const secondInvitation = await invited(world, administrator, await newcomer())
    expect((await exchange(world, 'sso', again, browser, secondInvitation)).status).toBe(200)
  })

  it('needs the right to manage users, and covers the named user alone', async () => {
    const [nurse, pharmacist] = [world.personId('nurse'), world.personId('pharmacist')]
    const [profile] = await associated(nurse)
    expect((await end(await signedInAs(world, 'nurse'), nurse, profile?.id ?? 0)).status).toBe(403)
    expect((await end(administrator, pharmacist, profile?.id ?? 0)).status).toBe(404)
    expect((await end(administrator, nurse, 999_999)).status).toBe(404)
    expect(await associated(nurse)).toMatchObject([{ ended_at: null }])
  })
})

it('several changes to one person at once are made or refused for one another, and leave one account at most', async () => {
  const id = await newcomer()
  const token = await invited(world, administrator, id)
  await freeAccount('unblinder@example.org')
  const browser = webBrowser()
  const ref = refOf(await returnedFrom(world, 'sso', 'unblinder', browser, { association_token: token }))
  expect((await exchange(world, 'sso', ref, browser, token)).status).toBe(200)
  const [profile] = await associated(id)
  const again = refOf(await returnedFrom(world, 'sso', 'unblinder', browser))
  const once = await invited(world, administrator, id)
  const statuses = await Promise.all([
    exchange(world, 'sso', again, browser, once).then(({ status }) => status),
    administrator.fetch(`users/${id}/profiles/${profile?.id}`, { method: 'DELETE' }).then(({ status }) => status),
    invite(administrator, id),
    administrator.fetch(`users/${id}/active`, posted({ is_active: false })).then(({ status }) => status),
    administrator.fetch(`users/${id}/expiry`, posted({ is_expired: false })).then(({ status }) => status),
  ])
  const [signedIn, ended, invitedAgain, deactivated, extended] = statuses
  // Who comes after another change is refused for it: the invitation is withdrawn, or the account inactive or taken.
  expect([200, 401, 404, 409]).toContain(signedIn)
  expect([204, 409]).toContain(invitedAgain)
  expect([ended, deactivated, extended]).toEqual([204, 200, 200])
  const live = (await associated(id)).filter(({ ended_at }) => ended_at === null)
  expect(live.length).toBeLessThanOrEqual(1)
})
