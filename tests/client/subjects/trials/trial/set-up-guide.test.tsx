// @vitest-environment happy-dom
import { api } from '#contract/api'
import type { ReadinessFinding } from '#contract/readiness'
import type { Trial } from '#contract/trials'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answers, AS_ADMINISTRATOR, holds, listOf, openApp, pagesOf } from '../../../open-app'
import { aTrialWithSettings } from '../form/a-shown-settings'

/* While a trial is set up, its overview leads step by step to the start. */

const SYSTEM_ADMINISTRATOR = 1
const NURSE = 5
const NO_PEOPLE: ReadinessFinding = { code: 'site_without_people', severity: 'missing', words: 'No one is here.' }

const openTrial = (changes: Partial<Trial> = {}, role = SYSTEM_ADMINISTRATOR, address = '/trials/1') =>
  openApp(address, [
    ...pagesOf(aTrialWithSettings({ num_sampled: 0, ...changes }), role),
    AS_ADMINISTRATOR,
    answers(api.getReadiness, { data: [NO_PEOPLE] }),
    answers(api.listParticipants, listOf()),
    holds(api.getTrialStatistics),
    holds(api.listStudyPacks),
  ])

const guide = () => screen.findByRole('region', { name: 'Set up this trial' })
const stepsIn = (region: HTMLElement) =>
  within(region)
    .getAllByRole('listitem')
    .map((step) => step.textContent)

test('each step has its state, and a link to its page', async () => {
  openTrial({ is_managing_packs: true })
  const region = await guide()
  expect(stepsIn(region)).toEqual([
    'DesignDone',
    'SimulateOptional',
    'Sites and peopleTo do',
    'PacksDone',
    'CheckTo do',
    'StartTo do',
  ])
  const addressOf = (name: string) => within(region).getByRole('link', { name }).getAttribute('href')
  expect(['Design', 'Simulate', 'Sites and people', 'Packs'].map(addressOf)).toEqual([
    '/trials/1/settings#randomisation_method_id',
    '/simulation?trial=1',
    '/trials/1/users',
    '/trials/1/study-packs/import',
  ])
  fireEvent.click(within(region).getByRole('link', { name: 'Check' }))
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Ready to start?'))
  fireEvent.click(within(region).getByRole('button', { name: 'Start' }))
  await screen.findByRole('dialog', { name: 'Change status' })
})

test('it vanishes once the trial recruits, also while that is paused', async () => {
  openTrial({ trial_status_id: 4, trial_status: { id: 4, name: 'Paused' } })
  await screen.findByText(NO_PEOPLE.words)
  expect(screen.queryByText('Set up this trial')).toBeNull()
})

test('people who may not start the trial do not see it', async () => {
  openTrial({}, NURSE)
  await screen.findByRole('heading', { name: 'Overview' })
  expect(screen.queryByText('Set up this trial')).toBeNull()
})

test('a trial can be copied by people who may create trials and see all of it', async () => {
  openTrial({}, SYSTEM_ADMINISTRATOR, '/trials/1/settings')
  fireEvent.click(await screen.findByRole('link', { name: 'Copy as a new trial' }))
  const form = await screen.findByRole('form', { name: 'Create new trial' })
  expect(within(form).getByRole('textbox', { name: 'Title' })).toHaveProperty(
    'value',
    'Copy of The International Stroke Trial, UK',
  )
  screen.getByText('Copied from The International Stroke Trial, UK')
})

test('a blinded administrator is offered no copy, and its address is refused', async () => {
  openTrial({ is_blinded_whole: true, study_groups: [] }, SYSTEM_ADMINISTRATOR, '/trials/new#copy-of-1')
  await screen.findByText('You are blinded in this trial, so you cannot copy its design.')
  expect(screen.queryByRole('form')).toBeNull()
})
