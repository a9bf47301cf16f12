// @vitest-environment happy-dom
import { api } from '#contract/api'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aShownTrialSummary } from '../../a-shown-trial'
import { answers, delayed, holds, listOf, ME, openApp } from '../../open-app'

/* The home page appears at once as it stays: its buttons depend on who looks. */

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

test('where it is not known what the installation is, header and footer wait with the banner', async () => {
  openApp('/', [holds(api.getAppInstance), TRIALS])
  expect((await screen.findByRole('banner')).closest('[data-awaiting]')).not.toBeNull()
})
