// @vitest-environment happy-dom
import { api } from '#contract/api'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aShownTrialSummary } from '../../a-shown-trial'
import { answers, delayed, holds, listOf, ME, openApp } from '../../open-app'

/* The home page does not change after it appears. Its buttons depend on the person. */

const TRIALS = answers(api.listTrials, listOf(aShownTrialSummary()))

test('nothing that would be pushed down is drawn before the person is known', async () => {
  const me = delayed(answers(api.getMe, { ...ME, max_level: 4 }))
  openApp('/', [me, TRIALS])
  await screen.findByRole('heading', { name: 'Welcome' })
  expect(screen.queryByRole('heading', { name: 'Active trials' })).toBeNull()
  me.letGo()
  await screen.findByRole('heading', { name: 'Active trials' })
  expect(screen.getByRole('link', { name: 'Auditing' })).toBeDefined()
})

test('while the installation is unknown, header and footer wait with the banner', async () => {
  openApp('/', [holds(api.getAppInstance), TRIALS])
  expect((await screen.findByRole('banner')).closest('[data-awaiting]')).not.toBeNull()
})
