// @vitest-environment happy-dom
import { listParticipants } from '#contract/participants'
import { act, screen, waitFor } from '@testing-library/react'
import { onTestFinished, expect, test, vi } from 'vitest'
import { deviceOutbox } from '../../../../../src/client/device/outbox/device-outbox'
import { aShownParticipant } from '../../../a-shown-participant'
import { aShownTrial } from '../../../a-shown-trial'
import { NOW } from '../../../fixed-clock'
import { answers, delayed, listOf, ME, openApp, pagesOf } from '../../../open-app'
import { aNewFlag, contentOf, stored } from '../../../device/outbox/some-actions'
import { shownTable } from '../../../shown-table'

/* An answer to a request from before a flag, received after the server took the flag. */

const VIEWER = 4
const PARTICIPANT = aShownParticipant()

/** A flag of this person that the server took at this instant. */
const flagTakenAt = (at: number) => {
  const before = deviceOutbox.view.get()
  onTestFinished(() => deviceOutbox.view.set(before))
  const action = stored(
    aNewFlag('flag', {
      author: { sub: String(ME.id), name: ME.name },
      trial: { id: 1, title: 'Cedar' },
      participant: PARTICIPANT.id,
    }),
    { state: 'done', receipt: { flag_status: 'Flagged' }, notes: [{ at, event: 'accepted', words: null }] },
  )
  const content = { ...contentOf(), actions: [action] }
  deviceOutbox.view.set({ ...before, isLoaded: true, content })
}

const listed = async () => (await shownTable('Participants'))[1]

test.each([
  ['does not undo the flag', 2000, 'Flagged'],
  ['is newer than a flag that was taken before it was asked for', -2000, 'Unflagged'],
])('%s', async (_what, after, status) => {
  const late = delayed(answers(listParticipants, listOf(PARTICIPANT)))
  openApp('/trials/1/participants', [late, ...pagesOf(aShownTrial(), VIEWER)])
  await screen.findByRole('heading', { level: 2, name: 'Participants' })
  act(() => flagTakenAt(NOW + after))
  vi.setSystemTime(NOW + 5000)
  late.letGo()
  await waitFor(async () => expect(await listed()).toContain(` ${status} `))
})
