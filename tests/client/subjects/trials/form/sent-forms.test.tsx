// @vitest-environment happy-dom
import { api } from '#contract/api'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { draftKey } from '../../../../../src/client/subjects/trials/form/draft-owner'
import { keepDraft } from '../../../../../src/client/subjects/trials/form/drafts'
import {
  blankSite,
  blankStudyGroup,
  blankTrialForm,
} from '../../../../../src/client/subjects/trials/form/trial-form-values'
import { FILLED_OUT_INCORRECTLY } from '../../../../../src/client/subjects/trials/form/trial-form-faults'
import { aShownParticipant } from '../../../a-shown-participant'
import { press } from '../../../by-hand'
import { answers, AS_ADMINISTRATOR, delayed, inTurn, listOf, loses, ME, openApp, refuses } from '../../../open-app'
import { wordsOf } from '../../../shown-table'
import { fieldAt, openedSettings, PAGES_OF_PLANNED, PLANNED } from './open-settings'
import { NOT_KNOWN_WHETHER_SAVED } from '../../../../../src/client/safety-words'

/* The two forms of a trial: sent, refused and sent again. */

const LOST = new RegExp(NOT_KNOWN_WHETHER_SAVED, 'g')
const SAVED = `Trial configuration for ${PLANNED.title} saved successfully`

const writesTo = <Write extends { call: string }>(sent: readonly Write[], call: string) =>
  sent.filter((one) => one.call === call)

const CHANGED = { changes: [], begins_new_epoch: false, renamings: [], told: 0 }

test('a lost connection is reported once, and the settings are sent again under the same key', async () => {
  const { form, sent } = await openedSettings(inTurn(loses(api.updateTrial), answers(api.updateTrial, PLANNED)))
  fireEvent.submit(form)
  await waitFor(() => expect(wordsOf(document.body).match(LOST)).toHaveLength(1))
  fireEvent.submit(form)
  await screen.findByText(SAVED)
  const [first, again] = writesTo(sent, 'PUT trials/1')
  expect(first?.key).toBeTruthy()
  expect(again).toEqual(first)
})

test('a refused save is shown above the form, with the focus, and at its field until that changes', async () => {
  const { form } = await openedSettings(
    refuses(api.updateTrial, { code: 'validation_failed', fields: { title: 'Another trial has this title' } }),
  )
  fireEvent.submit(form)
  await screen.findByText('Trial configuration save failed')
  const field = fieldAt(form, 'title')
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
  expect(document.activeElement?.textContent).toContain('Title: Another trial has this title')
  fireEvent.change(field, { target: { value: 'T' } })
  expect(screen.queryByText('Trial configuration save failed')).toBeNull()
})

test('faults of the form are shown before anything is sent, and again at each press', async () => {
  const { form, sent } = await openedSettings()
  fireEvent.change(fieldAt(form, 'title'), { target: { value: '' } })
  fireEvent.submit(form)
  expect(document.activeElement?.textContent).toContain(FILLED_OUT_INCORRECTLY)
  document.querySelector<HTMLElement>('[data-path="description"]')?.focus()
  fireEvent.submit(form)
  expect(document.activeElement?.textContent).toContain(FILLED_OUT_INCORRECTLY)
  expect(writesTo(sent, 'PUT trials/1')).toEqual([])
})

test('nothing can be typed into the settings while they are sent', async () => {
  const save = delayed(answers(api.updateTrial, PLANNED))
  const { form } = await openedSettings(save)
  fireEvent.submit(form)
  await waitFor(() => expect(form.querySelector('fieldset')?.disabled).toBe(true))
  save.letGo()
  await screen.findByText(SAVED)
})

test('with participants a save is confirmed first, and a lost one leads back to the form', async () => {
  const { form, sent } = await openedSettings(
    answers(api.listParticipants, listOf(aShownParticipant())),
    answers(api.previewTrialSave, CHANGED),
    inTurn(loses(api.updateTrial), answers(api.updateTrial, PLANNED)),
  )
  await screen.findByText(/This cannot be changed after the first participant/)
  fireEvent.submit(form)
  await press('Save these changes')
  await waitFor(() => expect(wordsOf(document.body).match(LOST)).toHaveLength(1))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'What saving will change' })).toBeNull())
  fireEvent.submit(form)
  await press('Save these changes')
  await screen.findByText(SAVED)
  const [first, again] = writesTo(sent, 'PUT trials/1')
  expect(again).toEqual(first)
})

test('after a lost answer, a new trial is sent again unchanged, and created once', async () => {
  const base = blankTrialForm()
  const mine = {
    ...base,
    title: PLANNED.title,
    start_on: '2026-12-01',
    end_on: '2027-11-30',
    org_name: 'Stroke unit',
    sites: [{ ...blankSite(), title: 'Royal Infirmary' }],
    study_groups: ['Aspirin', 'Avoid aspirin'].map((name) => ({ ...blankStudyGroup(), name })),
  }
  keepDraft(sessionStorage, draftKey(String(ME.id), null), { kept_at: 0, setup_version: null, base, mine })
  const lost = delayed(loses(api.createTrial))
  const create = inTurn(lost, answers(api.createTrial, PLANNED))
  const { sent, address } = openApp('/trials/new', [create, AS_ADMINISTRATOR, ...PAGES_OF_PLANNED])
  const form = await screen.findByRole('form', { name: 'Create new trial' })
  fireEvent.submit(form)
  // What is typed while it is sent would be no part of what is saved.
  await waitFor(() => expect(form.querySelector('fieldset')?.disabled).toBe(true))
  lost.letGo()
  await waitFor(() => expect(wordsOf(document.body).match(LOST)).toHaveLength(1))
  expect(form.querySelector('fieldset')?.disabled).toBe(true)
  fireEvent.submit(form)
  await waitFor(() => expect(address()).toMatch('/trials/1'))
  const [first, again] = writesTo(sent, 'POST trials')
  expect(again).toEqual(first)
})
