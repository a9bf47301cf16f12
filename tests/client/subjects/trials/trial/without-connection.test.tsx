// @vitest-environment happy-dom
import { api } from '#contract/api'
import { getParticipantsSnapshot } from '#contract/participant-actions'
import { getTrial } from '#contract/trials'
import { act, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { connection } from '../../../../../src/client/device/offline/connection'
import { aShownParticipant } from '../../../a-shown-participant'
import { aShownTrial } from '../../../a-shown-trial'
import { answers, keeps, listOf, loses, openApp, pagesOf } from '../../../open-app'
import { shownTable } from '../../../shown-table'
import { ADMINISTRATOR } from '../../shown-lists'

/* A trial's page offline: the same facts with the same words, and the reason why a button does nothing. */

const AS_OF = '2026-11-21T09:48:00.000Z'
const TRIAL = aShownTrial({ participant_id_label: 'Screening number' })

test('from the store, the header and the list say the same as online', async () => {
  openApp('/trials/1/participants', [
    keeps(getTrial, TRIAL, AS_OF),
    loses(api.listParticipants),
    keeps(
      getParticipantsSnapshot,
      {
        data: [
          { id: 71, trial_sequence_no: 12, participant_id: 'P-9', site_id: 11, flag_status: { name: 'Unflagged' } },
        ],
      },
      AS_OF,
    ),
    ...pagesOf(TRIAL, ADMINISTRATOR, { is_blinded_whole: true }),
  ])
  expect((await shownTable('Participants'))[0]).toBe('Sequence | Screening number | Site | Flag | Actions')
  expect(screen.getByText('Date and study group are shown when the connection is back.')).toBeDefined()
  expect(document.body.textContent).toContain('started 5 Jan 2026')
  expect(screen.getByTitle('Blinded study group (full)')).toBeDefined()
  expect(screen.queryByText('Planned end')).toBeNull()
})

test('the reason why nobody can be randomised is beside the button', async () => {
  openApp('/trials/1/participants', [
    ...pagesOf(TRIAL, ADMINISTRATOR),
    answers(api.listParticipants, listOf(aShownParticipant())),
  ])
  await screen.findByRole('link', { name: 'Randomise a participant' })
  expect(screen.queryByText('Randomisation needs a live connection.')).toBeNull()
  act(() => connection.set({ state: 'offline', since: 0, doubts: 2 }))
  expect(await screen.findByText('Randomisation needs a live connection.')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Randomise a participant' }).getAttribute('aria-disabled')).toBe('true')
})
