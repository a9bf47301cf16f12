// @vitest-environment happy-dom
import type { Answer } from '#contract/endpoint'
import { listShownNotices } from '#contract/notices'
import { getMe, saveDisplaySettings } from '#contract/session'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { appVersion } from '../../../src/client/app-version'
import { press } from '../by-hand'
import { answers, ME, openApp, type Reply } from '../open-app'

const meWith = (display: { dismissed_notices?: number[]; seen_release?: string | null }): Answer<typeof getMe> => ({
  ...ME,
  max_level: 3,
  display: {
    list_columns: {},
    saved_filters: {},
    theme: 'device',
    density: 'device',
    start_page: 'home',
    dismissed_notices: [],
    seen_release: null,
    ...display,
  },
})
const withDisplay = (display: Parameters<typeof meWith>[0]): Reply => answers(getMe, meWith(display))
const NOTICES = answers(listShownNotices, {
  data: [
    { id: 8, text: 'Maintenance on Sunday' },
    { id: 7, text: 'The help desk is closed today' },
  ],
})

test('one notice is shown at a time, and not again once it is dismissed', async () => {
  const { sent } = openApp('/help', [
    NOTICES,
    withDisplay({ seen_release: appVersion }),
    answers(saveDisplaySettings, meWith({ dismissed_notices: [8], seen_release: appVersion })),
  ])
  const notice = await screen.findByRole('complementary', { name: 'Notice' })
  expect(within(notice).getByText('Maintenance on Sunday')).toBeDefined()
  expect(screen.queryByText('The help desk is closed today')).toBeNull()
  await press('Dismiss this notice')
  expect(await screen.findByText('The help desk is closed today')).toBeDefined()
  expect(screen.queryByText('Maintenance on Sunday')).toBeNull()
  await waitFor(() => expect(sent).toMatchObject([{ call: 'PUT auth/me/display', body: { dismissed_notices: [8] } }]))
})

test('a notice that was dismissed elsewhere is not shown', async () => {
  openApp('/help', [NOTICES, withDisplay({ dismissed_notices: [7, 8], seen_release: appVersion })])
  await screen.findByRole('link', { name: 'What is new' })
  expect(screen.queryByRole('complementary', { name: 'Notice' })).toBeNull()
})

test('what is new has a dot until it is opened, once for each version and person', async () => {
  const { sent } = openApp('/help', [
    withDisplay({ seen_release: '0.9.0' }),
    answers(saveDisplaySettings, meWith({ seen_release: appVersion })),
  ])
  const link = await screen.findByRole('link', { name: 'What is new Not read yet' })
  link.click()
  await screen.findByRole('link', { name: 'What is new' })
  expect(sent).toMatchObject([{ call: 'PUT auth/me/display', body: { seen_release: appVersion } }])
})
