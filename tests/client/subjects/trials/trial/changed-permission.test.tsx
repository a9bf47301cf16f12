// @vitest-environment happy-dom
import { api } from '#contract/api'
import { getTrialPermission } from '#contract/session'
import { trialPermission } from '#domain/people/permissions'
import { act, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { aShownParticipant } from '../../../a-shown-participant'
import { aShownTrial } from '../../../a-shown-trial'
import { NOW } from '../../../fixed-clock'
import { answers, holds, inTurn, listOf, openApp, pagesOf, type Reply } from '../../../open-app'
import { shownTable } from '../../../shown-table'
import { ADMINISTRATOR } from '../../shown-lists'

/* The permission changes while the list of participants is open, and the list's next answer is still on its way. */

const TRIAL = aShownTrial()

/** The viewer's permission in the trial, fully blinded or not. */
const permissionAs = (is_blinded_whole: boolean): Reply =>
  answers(
    getTrialPermission,
    trialPermission({ id: TRIAL.id, is_protected_trial: false }, [
      {
        role_id: ADMINISTRATOR,
        trial_id: TRIAL.id,
        site_id: null,
        is_blinded_partial: false,
        is_blinded_whole,
        is_unblind_authorized: false,
        has_study_packs_access: false,
      },
    ]).permission,
  )

test.each([
  ['is blinded', false, true, 0],
  ['is no longer blinded', true, false, 2],
] as const)('the viewer %s', async (_change, before, after, rows) => {
  let requests = 0
  const list = inTurn(answers(api.listParticipants, listOf(aShownParticipant())), holds(api.listParticipants))
  const counted: Reply = {
    ...list,
    respond: () => {
      requests += 1
      return list.respond()
    },
  }
  openApp('/trials/1/participants', [
    inTurn(permissionAs(before), permissionAs(before), permissionAs(after)),
    counted,
    ...pagesOf(TRIAL, ADMINISTRATOR),
  ])
  expect((await shownTable('Participants')).length).toBe(2)
  vi.setSystemTime(NOW + 60_000)
  act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  // By the return to the page, and because the permission is another one.
  await vi.waitFor(() => expect(requests).toBe(3))
  await vi.waitFor(() => expect(screen.queryAllByRole('row').length).toBe(rows))
})
