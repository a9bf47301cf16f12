// @vitest-environment happy-dom
import { api } from '#contract/api'
import { ERRORS, refusal } from '#contract/errors'
import type { User } from '#contract/users'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aShownUser } from '../../../a-shown-record'
import { press, tick } from '../../../by-hand'
import {
  answers,
  AS_ADMINISTRATOR,
  delayed,
  inTurn,
  listOf,
  loses,
  openApp,
  refuses,
  type Reply,
} from '../../../open-app'
import { shownTable, wordsOf } from '../../../shown-table'

/* Many users are invited at once: the choice, the result of each, and the continuation after an interruption. */

const account = { id: 1, idp: 'sso', created_at: '2026-11-01T09:00:00.000Z' }
const invitation = { sent_at: '2026-11-20T09:00:00.000Z', expires_at: '2026-11-27T09:00:00.000Z' }
const person = (id: number, name: string, changes: Partial<User> = {}) =>
  aShownUser({ ...changes, id, name, email: `${name.toLowerCase()}@example.org` })
const USERS = [
  person(9, 'Ada'),
  person(10, 'Ben', { invitation }),
  person(11, 'Cem', { user_profiles: [account] }),
  person(12, 'Dora', { is_active: false }),
  person(13, 'Eve'),
]
const SENT = answers(api.requestAssociation, undefined)

const opened = (...replies: Reply[]) =>
  openApp('/users/invite?account=active', [...replies, AS_ADMINISTRATOR, answers(api.listUsers, listOf(...USERS))])

/** The result of each user. */
const results = async () =>
  (await shownTable('Users to invite')).slice(1).map((row) => {
    const [user, , , result] = row.split(' | ')
    return `${user}: ${result}`
  })
const invited = (sent: { body: unknown }[]) => sent.map(({ body }) => body)
const invitationFor = (user_id: number) => ({ user_id, unless_associated: true })

test('users who can be invited and are not are selected; each gets one email, with the result beside them', async () => {
  const reply = delayed(SENT)
  const { sent } = opened(reply)
  expect(await shownTable('Users to invite')).toEqual([
    'Invite | Email address | Account | Result',
    '9 Ada | ada@example.org | Not invited Active | ',
    '10 Ben | ben@example.org | Invited until 27 Nov 2026 Active | ',
    `11 Cem | cem@example.org | Associated Active | ${ERRORS.already_associated.message}`,
    `12 Dora | dora@example.org | Not invited Inactive | ${ERRORS.user_not_invitable.message}`,
    '13 Eve | eve@example.org | Not invited Active | ',
  ])
  expect(sent).toEqual([])
  await press('Send 2 IdP association emails')
  expect(await screen.findByText('0 of 2 IdP association emails')).toBeDefined()
  reply.letGo()
  await screen.findByText('2 IdP association emails requested')
  expect(invited(sent)).toEqual([invitationFor(9), invitationFor(13)])
  expect(new Set(sent.map(({ key }) => key)).size).toBe(2)
  expect((await results()).filter((row) => row.endsWith('Email requested'))).toEqual([
    '9 Ada: Email requested',
    '13 Eve: Email requested',
  ])
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Send 0 IdP association emails' })
  expect(button.disabled).toBe(true)
})

test('a user with an invitation is selected by hand, with a note about the earlier link', async () => {
  const { sent } = opened(SENT)
  await tick('Invite 13 Eve')
  await tick('Invite 10 Ben')
  expect(wordsOf(await screen.findByRole('alert'))).toContain('Only the link in the new email will work')
  await press('Send 2 IdP association emails')
  await waitFor(() => expect(invited(sent)).toEqual([invitationFor(9), invitationFor(10)]))
})

test('all who can be invited are selected at once, and nobody else can be', async () => {
  const { sent } = opened(SENT)
  await tick('Choose all 3 users who can be invited')
  for (const name of ['Invite 11 Cem', 'Invite 12 Dora'])
    expect((await screen.findByLabelText<HTMLInputElement>(name)).disabled).toBe(true)
  await press('Send 3 IdP association emails')
  await waitFor(() => expect(invited(sent)).toEqual([invitationFor(9), invitationFor(10), invitationFor(13)]))
})

test('a refused one shows why, and does not stop the others', async () => {
  const { sent } = opened(inTurn(refuses(api.requestAssociation, refusal('address_too_new')), SENT))
  await press('Send 2 IdP association emails')
  await screen.findByText('1 IdP association email requested')
  expect(await results()).toContain(`9 Ada: Not sent ${ERRORS.address_too_new.message}`)
  expect(invited(sent)).toEqual([invitationFor(9), invitationFor(13)])
})

test('a lost connection stops it, and it continues under the same key', async () => {
  const { sent } = opened(inTurn(loses(api.requestAssociation), SENT))
  await press('Send 2 IdP association emails')
  await screen.findByText(/The connection was lost. Send again: no one gets the email twice/)
  expect(invited(sent)).toEqual([invitationFor(9)])
  await press('Send 2 IdP association emails')
  await screen.findByText('2 IdP association emails requested')
  expect(invited(sent)).toEqual([invitationFor(9), invitationFor(9), invitationFor(13)])
  expect(sent[1]?.key).toBe(sent[0]?.key)
})

test('a limit of the server is waited for, under the same key', async () => {
  const limited = refuses(api.requestAssociation, refusal('too_many_requests'))
  const respond = async () => {
    const response = await limited.respond()
    return new Response(response.body, {
      status: 429,
      headers: { ...Object.fromEntries(response.headers), 'Retry-After': '0' },
    })
  }
  const { sent } = opened(inTurn({ ...limited, respond }, SENT))
  await press('Send 2 IdP association emails')
  await screen.findByText('2 IdP association emails requested')
  expect(invited(sent)).toEqual([invitationFor(9), invitationFor(9), invitationFor(13)])
  expect(sent[1]?.key).toBe(sent[0]?.key)
})

test('it is stopped between two emails', async () => {
  const reply = delayed(SENT)
  const { sent } = opened(reply)
  await press('Send 2 IdP association emails')
  fireEvent.click(await screen.findByRole('button', { name: 'Stop sending' }))
  reply.letGo()
  await screen.findByText('1 IdP association email requested')
  expect(invited(sent)).toEqual([invitationFor(9)])
  expect(await results()).toContain('13 Eve: ')
})

test('the list of users leads here with its filters', async () => {
  openApp('/users?association=not_invited&q=ob&page=2', [AS_ADMINISTRATOR, answers(api.listUsers, listOf(...USERS))])
  const link = await screen.findByRole('link', { name: 'Invite users' })
  expect(new URLSearchParams(link.getAttribute('href')?.split('?')[1]).toString().split('&').toSorted()).toEqual([
    'association=not_invited',
    'q=ob',
  ])
})

test('where nobody matches, it says so', async () => {
  openApp('/users/invite?q=nobody', [AS_ADMINISTRATOR, answers(api.listUsers, listOf())])
  expect(await screen.findByRole('heading', { name: 'No users found' })).toBeDefined()
})
