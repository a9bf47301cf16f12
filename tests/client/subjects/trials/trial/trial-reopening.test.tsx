// @vitest-environment happy-dom
import { api } from '#contract/api'
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { aShownTrial } from '../../../a-shown-trial'
import { anInstance, answers, holds, ME, openApp, pagesOf } from '../../../open-app'
import { ADMINISTRATOR, SYSTEM } from '../../shown-dialog'

/* The overview of a Finished trial, where the instance lets two people re-open it. */

const FINISHED = aShownTrial({ trial_status_id: 6, trial_status: { id: 6, name: 'Finished' } })
const requestBy = (id: number) => ({
  id: 5,
  by: { id, name: 'Marco Bellini' },
  at: '2026-11-21T10:00:00.000Z',
  reason: 'A wrong button',
})

const overview = async (
  request: ReturnType<typeof requestBy> | null,
  { trial = FINISHED, role = SYSTEM, is_allowed = true, is_possible = true, isAsked = true } = {},
) => {
  openApp('/trials/1', [
    ...pagesOf(trial, role),
    anInstance(is_allowed ? { trial_reopening: true } : {}),
    ...(isAsked ? [answers(api.getTrialReopening, { is_possible, request })] : []),
    holds(api.getTrialStatistics),
    holds(api.getReadiness),
  ])
  await screen.findByRole('heading', { name: 'Overview' })
}

const buttonNamed = (name: string) => screen.queryByRole('button', { name })

describe('a Finished trial', () => {
  it('can be asked to be re-opened', async () => {
    await overview(null)
    await screen.findByText(/Two people can re-open it/)
    expect(buttonNamed('Request re-opening')).not.toBeNull()
    expect(buttonNamed('Re-open trial')).toBeNull()
  })

  it('shows the request of another person, who it is and why, and can be re-opened', async () => {
    await overview(requestBy(9))
    expect((await screen.findByText(/“A wrong button”/)).textContent).toMatch(/Marco Bellini requested it/)
    expect(buttonNamed('Re-open trial')).not.toBeNull()
  })

  it('does not let the person confirm their own request', async () => {
    await overview(requestBy(ME.id))
    await screen.findByText(/Someone else must confirm it/)
    expect(buttonNamed('Re-open trial')).toBeNull()
    expect(buttonNamed('Request again with another reason')).not.toBeNull()
  })

  it('says that it cannot be re-opened once its seed is revealed', async () => {
    await overview(null, { is_possible: false })
    await screen.findByText(/The trial cannot be re-opened/)
    expect(buttonNamed('Request re-opening')).toBeNull()
  })
})

describe('nothing is shown or asked of the server', () => {
  it.each([
    ['where the instance does not allow it', { is_allowed: false }],
    ['to who may not', { role: ADMINISTRATOR }],
    ['of a trial that is not Finished', { trial: aShownTrial() }],
  ])('%s', async (_where, options) => {
    // The call has no reply, so a page that makes it fails.
    await overview(null, { ...options, isAsked: false })
    expect(screen.queryByText('Was this trial finished by mistake?')).toBeNull()
  })
})
