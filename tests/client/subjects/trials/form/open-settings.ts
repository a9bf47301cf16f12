import { api } from '#contract/api'
import type { Trial } from '#contract/trials'
import { screen } from '@testing-library/react'
import { assert } from 'vitest'
import { answers, holds, listOf, openApp, pagesOf, type Reply } from '../../../open-app'
import { aShownTrial } from '../../../a-shown-trial'

const SYSTEM_ADMINISTRATOR = 1

/** A trial whose settings may be edited and saved. */
export const PLANNED: Trial = aShownTrial({
  trial_status_id: 1,
  trial_status: { id: 1, name: 'Planning' },
  start_on: '2026-12-01',
  allocation_method_id: 1,
  randomisation_method_id: 4,
  num_sampled: 0,
  org_name: 'Example University',
  study_groups: [
    { id: 51, name: 'Aspirin', label: 'A', weight: 1, is_blinded: false },
    { id: 52, name: 'Placebo', label: 'B', weight: 1, is_blinded: false },
  ],
  trial_strata: [
    {
      id: 21,
      name: 'Sex',
      description: null,
      trial_stratum_options: [
        { id: 31, name: 'Female' },
        { id: 32, name: 'Male' },
      ],
    },
  ],
})

/** The requests of its pages. */
export const PAGES_OF_PLANNED: Reply[] = [
  ...pagesOf(PLANNED, SYSTEM_ADMINISTRATOR),
  answers(api.listParticipants, listOf()),
  holds(api.getReadiness),
  holds(api.getTrialStatistics),
  holds(api.listStudyPacks),
]

/** Opens the settings of a trial without participants. Returns their form. */
export const openSettings = async (...replies: Reply[]): Promise<HTMLElement> => (await openedSettings(...replies)).form

/** The same, with the requests. */
export const openedSettings = async (...replies: Reply[]) => {
  const { sent } = openApp('/trials/1/settings', [...replies, ...PAGES_OF_PLANNED, answers(api.updateTrial, PLANNED)])
  return { sent, form: await screen.findByRole('form', { name: 'Trial settings' }) }
}

export const fieldsOf = (form: HTMLElement): Element[] => [...form.querySelectorAll('[data-path]')]

/** The field of a form with this path. */
export const fieldAt = (form: HTMLElement, path: string): Element => {
  const field = form.querySelector(`[data-path="${path}"]`)
  assert(field !== null, `The form has no field ${path}`)
  return field
}
