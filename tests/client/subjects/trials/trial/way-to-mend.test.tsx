// @vitest-environment happy-dom
import { api } from '#contract/api'
import type { ReadinessFinding } from '#contract/readiness'
import type { Trial } from '#contract/trials'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { WAYS } from '../../../../../src/client/subjects/trials/trial/before-start/way-to-mend'
import { answers, holds, listOf, openApp, pagesOf } from '../../../open-app'
import { aTrialWithSettings } from '../form/a-shown-settings'

/* Each part that a trial lacks links to the page where it can be added, before its start and after. */

const SYSTEM_ADMINISTRATOR = 1
const STARTED = { trial_status_id: 3, trial_status: { id: 3, name: 'Started' } } as const
const PAUSED = { trial_status_id: 4, trial_status: { id: 4, name: 'Paused' } } as const

const missing = (code: keyof typeof WAYS, words: string): ReadinessFinding => ({ code, severity: 'missing', words })

const openTrial = (findings: ReadinessFinding[], changes: Partial<Trial> = {}, address = '/trials/1') =>
  openApp(address, [
    ...pagesOf(aTrialWithSettings({ num_sampled: 0, ...changes }), SYSTEM_ADMINISTRATOR),
    answers(api.getReadiness, { data: findings }),
    answers(api.listParticipants, listOf()),
    answers(api.getDesignConfirmation, {
      design_version: 2,
      is_missing: true,
      changed_by: null,
      changed_at: null,
      confirmed: null,
    }),
    holds(api.getTrialStatistics),
    holds(api.listStudyPacks),
  ])

const wayTo = (name: string) => screen.findByRole('link', { name })

describe('before the start', () => {
  test.each([
    ['contact_missing', 'Change “Contact”', 'org_contact_name'],
    ['past_its_end', 'Change “End date”', 'end_on'],
    ['design_cannot_run', 'Change “Randomisation method”', 'randomisation_method_id'],
  ] as const)('%s leads to its field, which takes the focus', async (code, words, path) => {
    openTrial([missing(code, 'It is missing.')])
    fireEvent.click(await wayTo(words))
    await screen.findByRole('form', { name: 'Trial settings' })
    await waitFor(() => expect(document.activeElement?.getAttribute('data-path')).toBe(path))
  })

  test('on the settings page it leads to the field again and again', async () => {
    openTrial([missing('ethics_approval_missing', 'It is missing.')], {}, '/trials/1/settings')
    const way = await wayTo('Change “Ethics approval ID”')
    const press = async () => {
      way.focus()
      fireEvent.click(way)
      await waitFor(() => expect(document.activeElement?.getAttribute('data-path')).toBe('ethics_approval_id'))
    }
    await press()
    await press()
  })

  test('a list leads to its section', async () => {
    openTrial([missing('one_open_group', 'Only one group is open.')])
    fireEvent.click(await wayTo('Change “Study groups”'))
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Study groups'))
  })

  test('a design that is not confirmed leads to its confirmation', async () => {
    openTrial([missing('design_not_confirmed', 'It must be confirmed.')], { is_design_checked: true })
    await screen.findByText('The design needs a second person')
    fireEvent.click(await wayTo('See who can confirm it'))
    await waitFor(() => expect(document.activeElement?.textContent).toContain('The design needs a second person'))
  })
})

describe('after the start', () => {
  test('missing things are still shown, with links to their solutions', async () => {
    openTrial(
      [
        missing('site_without_packs', 'The site has no packs.'),
        missing('site_without_people', 'The site has no one who can randomise.'),
        { code: 'sample_size_open', severity: 'doubtful', words: 'The sample size is 0.' },
      ],
      STARTED,
    )
    expect(await wayTo('Import study packs')).toHaveProperty('pathname', '/trials/1/study-packs/import')
    expect(await wayTo('Add a user')).toHaveProperty('pathname', '/trials/1/users/new')
    expect(screen.queryByText('Ready to start?')).toBeNull()
    expect(screen.queryByText('The sample size is 0.')).toBeNull()
  })

  test('a paused trial whose design was changed can be confirmed again', async () => {
    openTrial([missing('design_not_confirmed', 'It must be confirmed.')], { ...PAUSED, is_design_checked: true })
    await screen.findByText('The design needs a second person')
    expect(await wayTo('See who can confirm it')).toHaveProperty('hash', '#design-confirmation')
  })
})
