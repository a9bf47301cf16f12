// @vitest-environment happy-dom
import { api } from '#contract/api'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aShownPack } from '../a-shown-pack'
import { aShownMessage, aShownUser } from '../a-shown-record'
import { aShownParticipant } from '../a-shown-participant'
import { aShownTrialSummary } from '../a-shown-trial'
import { press } from '../by-hand'
import { answers, AS_ADMINISTRATOR, inTurn, listOf, openApp, pagesOf, type Reply } from '../open-app'
import { ADMINISTRATOR, OPEN, PACKED } from './shown-lists'

/* Where a search or a filter finds nothing, one press shows the whole list again. */

const none = { ...listOf(), data: [] }

const LISTS: Record<string, { at: string; replies: Reply[]; button: string; shows: string }> = {
  trials: {
    at: '/trials?q=cedar&status=paused',
    replies: [inTurn(answers(api.listTrials, none), answers(api.listTrials, listOf(aShownTrialSummary())))],
    button: 'Show all trials',
    shows: 'The International Stroke Trial, UK',
  },
  users: {
    at: '/users?q=obi&account=expired',
    replies: [AS_ADMINISTRATOR, inTurn(answers(api.listUsers, none), answers(api.listUsers, listOf(aShownUser())))],
    button: 'Show all users',
    shows: 'keel@example.org',
  },
  participants: {
    at: '/trials/1/participants?q=999&flag_status=Flagged&site_id=11',
    replies: [
      ...pagesOf(OPEN, ADMINISTRATOR),
      inTurn(
        answers(api.listParticipants, none),
        answers(api.listParticipants, listOf(aShownParticipant({ participant_id: 'P-9' }))),
      ),
    ],
    button: 'Show all participants',
    shows: 'P-9',
  },
  'study packs': {
    at: '/trials/1/study-packs?q=zzz&status=active&site_id=11&batch_id=B1&expiry=past',
    replies: [
      ...pagesOf(PACKED, ADMINISTRATOR),
      answers(api.listStudyPacks, { data: [{ batch_id: 'B1', study_packs: [aShownPack({ pack_id: 'CB-10008' })] }] }),
    ],
    button: 'Show all study packs',
    shows: 'CB-10008',
  },
  'e-mails': {
    at: '/trials/1/messages?state=failed',
    replies: [
      ...pagesOf(OPEN, ADMINISTRATOR),
      inTurn(answers(api.listMessages, none), answers(api.listMessages, listOf(aShownMessage()))),
    ],
    button: 'Show all emails',
    shows: 'Randomisation',
  },
  'users of a trial': {
    at: '/trials/1/users?name=zzz',
    replies: [
      ...pagesOf(OPEN, ADMINISTRATOR),
      inTurn(
        answers(api.listTrialUsers, none),
        answers(api.listTrialUsers, listOf({ id: 9, name: 'Keel', user_permissions: [] })),
      ),
    ],
    button: 'Show all users',
    shows: 'Keel',
  },
}

test.each(Object.entries(LISTS))('%s', async (_, { at, replies, button, shows }) => {
  openApp(at, replies)
  await press(button)
  expect(await screen.findByText(shows)).toBeDefined()
  await waitFor(() => expect(screen.queryByRole('button', { name: button })).toBeNull())
})
