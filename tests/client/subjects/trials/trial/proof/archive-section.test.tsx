// @vitest-environment happy-dom
import { api } from '#contract/api'
import { refusal } from '#contract/errors'
import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { aShownTrial } from '../../../../a-shown-trial'
import { press } from '../../../../by-hand'
import { answers, AS_ADMINISTRATOR, holds, openApp, pagesOf, refuses, type Reply } from '../../../../open-app'
import { wordsOf } from '../../../../shown-table'
import { SYSTEM } from '../../../shown-dialog'

/* The archive of a trial, as its Proof offers it. */

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

test('of a trial that is over waits for the reveal', async () => {
  const { section } = await archiveOf({ ...OVER, seed_revealed_at: null })
  expect(wordsOf(section)).toContain('The seed is not revealed yet. After that, the trial can be archived.')
  expect(button(section)).toBeNull()
})

test('says before the press what it shows, and where its seal will be', async () => {
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

test('that is refused says why', async () => {
  const no = refuses(api.prepareTrialArchive, refusal('archive_not_allowed'))
  await archiveOf({ ...OVER, seed_revealed_at: '2026-11-20T10:00:00.000Z' }, [no])
  await press('Download archive (.zip)')
  expect(await screen.findByText('The archive was not downloaded')).toBeDefined()
})
