// @vitest-environment happy-dom
import { api } from '#contract/api'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aShownAuditEntry, aShownMessage, aShownUser } from '../a-shown-record'
import { aShownParticipant } from '../a-shown-participant'
import { aShownTrialSummary } from '../a-shown-trial'
import { press } from '../by-hand'
import { answers, AS_ADMINISTRATOR, inTurn, listOf, openApp, pagesOf, type Reply } from '../open-app'
import { ADMINISTRATOR, OPEN } from './shown-lists'

/* A page past the end of a list has a link back into it. */

const PAST = { data: [], page: 9, pages: 3, page_size: 10, total: 21 }
const pastThenIn = (past: Reply, rows: Reply) => inTurn(past, rows)

const LISTS: Record<string, { at: string; around: Reply[]; reply: Reply; shows: string }> = {
  trials: {
    at: '/trials?page=9',
    around: [],
    reply: pastThenIn(answers(api.listTrials, PAST), answers(api.listTrials, listOf(aShownTrialSummary()))),
    shows: 'The International Stroke Trial, UK',
  },
  participants: {
    at: '/trials/1/participants?page=9',
    around: pagesOf(OPEN, ADMINISTRATOR),
    reply: pastThenIn(
      answers(api.listParticipants, PAST),
      answers(api.listParticipants, listOf(aShownParticipant({ participant_id: 'P-9' }))),
    ),
    shows: 'P-9',
  },
  'e-mails': {
    at: '/trials/1/messages?page=9',
    around: pagesOf(OPEN, ADMINISTRATOR),
    reply: pastThenIn(answers(api.listMessages, PAST), answers(api.listMessages, listOf(aShownMessage()))),
    shows: 'Randomisation',
  },
  users: {
    at: '/users?page=9',
    around: [AS_ADMINISTRATOR],
    reply: pastThenIn(answers(api.listUsers, PAST), answers(api.listUsers, listOf(aShownUser()))),
    shows: 'keel@example.org',
  },
  'users of a trial': {
    at: '/trials/1/users?page=9',
    around: pagesOf(OPEN, ADMINISTRATOR),
    reply: pastThenIn(
      answers(api.listTrialUsers, PAST),
      answers(api.listTrialUsers, listOf({ id: 9, name: 'Keel', user_permissions: [] })),
    ),
    shows: 'Keel',
  },
  'the audit log': {
    at: '/audit-logs?page=9',
    around: [AS_ADMINISTRATOR],
    reply: pastThenIn(
      answers(api.listAuditLogs, { ...PAST, has_more: false }),
      answers(api.listAuditLogs, { ...listOf(aShownAuditEntry()), has_more: false }),
    ),
    shows: 'Study pack K-1 dispensed',
  },
}

test.each(Object.entries(LISTS))('%s: one press leads to the last page', async (_, { at, around, reply, shows }) => {
  openApp(at, [reply, ...around])
  await press('Go to the last page')
  expect(await screen.findByText(shows)).toBeDefined()
})
