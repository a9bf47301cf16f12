// @vitest-environment happy-dom
import { listAuditLogs } from '#contract/audit-logs'
import { ERRORS, refusal } from '#contract/errors'
import { listOwnSessions } from '#contract/identity'
import { listMessages } from '#contract/messages'
import { listParticipants } from '#contract/participants'
import { listStudyPacks } from '#contract/study-packs'
import { listOwnNotifications } from '#contract/trial-notifications'
import { listTrialUsers } from '#contract/trial-users'
import { listTrials } from '#contract/trials'
import { listUserPermissions } from '#contract/user-permissions'
import { getUser, listUsers } from '#contract/users'
import { listWaitingParticipants } from '#contract/waiting-list'
import { NO_STUDY_PACKS } from '#domain/study-packs/study-pack'
import { fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { PAST_THE_END } from '../../../src/client/ui/empty-list'
import { aShownUser } from '../a-shown-record'
import { answers, AS_ADMINISTRATOR, listOf, openApp, pagesOf, refuses, type Reply } from '../open-app'
import { shownTable, wordsOf } from '../shown-table'
import { ADMINISTRATOR, LISTS, OPEN, PACKED, VIEWER } from './shown-lists'

/* Every list of the portal, over answers of the contract: its headings in their order, and its cells. */

test.each(Object.entries(LISTS))('%s: every heading and cell', async (_, { name, at, replies, table }) => {
  openApp(at, replies)
  expect(await shownTable(name)).toEqual(table)
})

type States = { at: string; empty: Reply; around?: Reply[]; title: string; words: string }

const NO_ROWS = { data: [] }
const STATES: Record<string, States> = {
  trials: {
    at: '/trials',
    empty: answers(listTrials, listOf()),
    title: 'No trials found',
    words: 'You are not in any trial yet. Ask a trial administrator to add you.',
  },
  'trials that a search narrows': {
    at: '/trials?q=cedar',
    empty: answers(listTrials, listOf()),
    title: 'No trials found',
    words: 'No trial matches the search and the filter. Clear them to see every trial you have access to.',
  },
  'trials past the last page': {
    at: '/trials?page=9',
    empty: answers(listTrials, { ...listOf(), total: 3 }),
    title: 'No trials found',
    words: PAST_THE_END,
  },
  'active trials at home': {
    at: '/',
    empty: answers(listTrials, listOf()),
    title: 'No active trials found',
    words: 'Started and paused trials appear here. The others are in the list of trials.',
  },
  participants: {
    at: '/trials/1/participants',
    empty: answers(listParticipants, listOf()),
    around: pagesOf(OPEN, VIEWER),
    title: 'No participants found',
    words: 'Participants appear here once they have been randomised.',
  },
  'study packs': {
    at: '/trials/1/study-packs',
    empty: answers(listStudyPacks, NO_ROWS),
    around: pagesOf(PACKED, ADMINISTRATOR),
    title: NO_STUDY_PACKS,
    words: 'Study packs appear here once a system administrator has imported them.',
  },
  'users of a trial': {
    at: '/trials/1/users',
    empty: answers(listTrialUsers, listOf()),
    around: pagesOf(OPEN, ADMINISTRATOR),
    title: 'No users found',
    words: 'Users appear here once they have been added to the trial.',
  },
  'waiting list': {
    at: '/trials/1/waiting-list',
    empty: answers(listWaitingParticipants, listOf()),
    around: pagesOf(OPEN, ADMINISTRATOR),
    title: 'No participant is waiting',
    words: 'Participants appear here when the trial is paused or full and someone puts them on the list.',
  },
  'e-mails of a trial': {
    at: '/trials/1/messages',
    empty: answers(listMessages, listOf()),
    around: pagesOf(OPEN, ADMINISTRATOR),
    title: 'No emails found',
    words: 'Emails appear here after a randomisation, an unblinding or a change of status.',
  },
  users: {
    at: '/users',
    empty: answers(listUsers, listOf()),
    around: [AS_ADMINISTRATOR],
    title: 'No users found',
    words: 'No user matches the search and the filters. Clear them to see every user.',
  },
  'permissions of a user': {
    at: '/users/9/permissions',
    empty: answers(listUserPermissions, NO_ROWS),
    around: [AS_ADMINISTRATOR, answers(getUser, aShownUser())],
    title: 'No permissions',
    words: 'This user has no permissions that you can manage.',
  },
  'accounts that a user signs in with': {
    at: '/users/9/auth',
    empty: answers(getUser, aShownUser()),
    around: [AS_ADMINISTRATOR],
    title: 'No IdP associations',
    words: 'This user has not associated an account to sign in with yet.',
  },
  'the audit log': {
    at: '/audit-logs',
    empty: answers(listAuditLogs, { ...listOf(), has_more: false }),
    around: [AS_ADMINISTRATOR],
    title: 'No audit entries found',
    words: 'No entry that you may read matches. Clear the search to see every entry.',
  },
  'what one is told of': {
    at: '/user-profile',
    empty: answers(listOwnNotifications, NO_ROWS),
    around: [answers(listOwnSessions, NO_ROWS)],
    title: 'No trials',
    words: 'Once you have a role in a trial, choose its emails here.',
  },
}

describe.each(Object.entries(STATES))('%s', (_, { at, empty, around = [], title, words }) => {
  test('an empty list says what it will show', async () => {
    openApp(at, [empty, ...around])
    await screen.findByRole('heading', { name: title })
    expect(screen.getByText(words)).toBeDefined()
  })

  test("a refusal is shown in the server's words", async () => {
    openApp(at, [refuses(empty.endpoint, refusal('forbidden')), ...around])
    expect(await screen.findByText(ERRORS.forbidden.message)).toBeDefined()
  })

  test('a failure of the server is shown in place, and a press asks again', async () => {
    let reply = refuses(empty.endpoint, refusal('internal_error'))
    openApp(at, [{ ...empty, respond: () => reply.respond() }, ...around])
    const alert = await screen.findByRole('alert')
    expect(wordsOf(alert)).toContain(ERRORS.internal_error.message)
    expect(screen.queryByRole('dialog')).toBeNull()
    reply = empty
    fireEvent.click(within(alert).getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('heading', { name: title })).toBeDefined()
  })
})
