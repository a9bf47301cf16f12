// @vitest-environment happy-dom
import { api } from '#contract/api'
import { ERRORS, refusal } from '#contract/errors'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { aShownTrial } from '../../../../a-shown-trial'
import { press } from '../../../../by-hand'
import { answers, AS_ADMINISTRATOR, holds, loses, openApp, pagesOf, refuses, type Reply } from '../../../../open-app'
import { wordsOf } from '../../../../shown-table'
import { SYSTEM } from '../../../shown-dialog'
import { NOT_KNOWN_WHETHER_SAVED } from '../../../../../../src/client/safety-words'

/* The archive of a trial, on its Proof tab. */

const OVER = { trial_status_id: 6, trial_status: { id: 6, name: 'Finished' }, nonce_hex: null } as const

const archiveOf = async (changes: Parameters<typeof aShownTrial>[0], replies: readonly Reply[] = []) => {
  const trial = aShownTrial(changes)
  const { sent } = openApp('/trials/1/proof', [
    ...replies,
    AS_ADMINISTRATOR,
    ...pagesOf(trial, SYSTEM),
    holds(api.getGuessability),
  ])
  return { sent, section: await screen.findByRole('region', { name: 'Archive' }) }
}

const button = (section: HTMLElement) => within(section).queryByRole('button', { name: 'Download archive (.zip)' })

test('is not offered before the trial is over and its seed is revealed, and says so', async () => {
  const { section } = await archiveOf({ nonce_hex: null, seed_revealed_at: null })
  expect(wordsOf(section)).toContain('It can be archived once it is Finished or Terminated and its seed is revealed.')
  expect(button(section)).toBeNull()
})

test('of a finished trial waits for the reveal', async () => {
  const { section } = await archiveOf({ ...OVER, seed_revealed_at: null })
  expect(wordsOf(section)).toContain('The seed is not revealed yet. After that, the trial can be archived.')
  expect(button(section)).toBeNull()
})

test('says before the press what it reveals, and where its seal will be', async () => {
  const token = answers(api.prepareTrialArchive, { token: 'abc' })
  const { sent, section } = await archiveOf({ ...OVER, seed_revealed_at: '2026-11-20T10:00:00.000Z' }, [token])
  expect(wordsOf(section)).toContain('The archive shows every study group, and has names of people.')
  const link = within(section).getByRole('link', { name: 'audit log of the trial' })
  expect(link.getAttribute('href')).toContain('trial_archived')
  const follow = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    followed.push(this.getAttribute('href'))
  })
  const followed: (string | null)[] = []
  await press('Download archive (.zip)')
  expect(await screen.findByText(/The download has started/)).toBeDefined()
  expect(sent).toMatchObject([{ call: 'POST trials/1/archive' }])
  expect(followed.at(-1)).toContain('trials/1/archive/download?token=abc')
  follow.mockRestore()
})

test.each([
  [
    'that is refused',
    refuses(api.prepareTrialArchive, refusal('archive_not_allowed')),
    ERRORS.archive_not_allowed.message,
  ],
  ['whose preparation gets no answer', loses(api.prepareTrialArchive), 'Network error'],
])('%s shows the reason once, and can be asked for again: nothing is lost', async (_what, no, why) => {
  const { section } = await archiveOf({ ...OVER, seed_revealed_at: '2026-11-20T10:00:00.000Z' }, [no])
  await press('Download archive (.zip)')
  expect(await screen.findAllByText('The archive was not downloaded')).toHaveLength(1)
  expect(wordsOf(document.body)).toContain(why)
  expect(wordsOf(document.body)).not.toContain(NOT_KNOWN_WHETHER_SAVED)
  expect(screen.queryByRole('dialog')).toBeNull()
  await waitFor(() => expect(button(section)).toHaveProperty('disabled', false))
})
