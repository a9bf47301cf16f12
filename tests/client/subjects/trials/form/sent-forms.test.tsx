// @vitest-environment happy-dom
import { api } from '#contract/api'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
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
import { CHECK_BEFORE_EDITING, NOT_KNOWN_WHETHER_SAVED, PRESS_AGAIN } from '../../../../../src/client/safety-words'

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
  expect(form.querySelector('fieldset')?.disabled).toBe(true)
  fireEvent.submit(form)
  await screen.findByText(SAVED)
  const [first, again] = writesTo(sent, 'PUT trials/1')
  expect(again).toEqual(first)
})

test('a save that lets sites manage packs says first how many packs are at no site', async () => {
  const { form } = await openedSettings(
    answers(api.listParticipants, listOf(aShownParticipant())),
    answers(api.previewTrialSave, { ...CHANGED, packs_at_no_site: 3 }),
  )
  await screen.findByText(/This cannot be changed after the first participant/)
  fireEvent.submit(form)
  const dialog = await screen.findByRole('dialog', { name: 'What saving will change' })
  expect(wordsOf(dialog)).toContain('3 Inactive or Active packs are at no site.')
})

test('before the first participant, too, packs at no site are shown before the save', async () => {
  const { form, sent } = await openedSettings(
    answers(api.getTrial, { ...PLANNED, is_managing_packs: true }),
    answers(api.previewTrialSave, { ...CHANGED, packs_at_no_site: 3 }),
  )
  fireEvent.click(fieldAt(form, 'is_site_managing_packs'))
  fireEvent.submit(form)
  const dialog = await screen.findByRole('dialog', { name: 'What saving will change' })
  expect(wordsOf(dialog)).toContain('3 Inactive or Active packs are at no site.')
  expect(writesTo(sent, 'PUT trials/1')).toEqual([])
  await press('Save these changes')
  await screen.findByText(SAVED)
  expect(writesTo(sent, 'PUT trials/1')).toMatchObject([{ body: { is_site_managing_packs: true } }])
})

test('settings whose answer was lost are not said to be saved by someone else, although their version is newer', async () => {
  const { form } = await openedSettings(
    inTurn(loses(api.updateTrial), answers(api.updateTrial, PLANNED)),
    inTurn(answers(api.getTrial, PLANNED), answers(api.getTrial, { ...PLANNED, title: 'Mine', setup_version: 2 })),
  )
  fireEvent.change(fieldAt(form, 'title'), { target: { value: 'Mine' } })
  fireEvent.submit(form)
  await waitFor(() => expect(wordsOf(document.body).match(LOST)).toHaveLength(1))
  await screen.findByRole('heading', { name: 'Mine', hidden: true })
  expect(screen.queryByText('Someone else has saved these settings')).toBeNull()
})

/** Stores a valid draft of a new trial. */
const keepNewTrial = () => {
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
  keepDraft(sessionStorage, NEW_TRIAL, { kept_at: 0, setup_version: null, base, mine })
}
const NEW_TRIAL = draftKey(String(ME.id), null)
const newTrialForm = () => screen.findByRole('form', { name: 'Create new trial' })

test('after a lost answer, a new trial is sent again unchanged, and created once', async () => {
  keepNewTrial()
  const lost = delayed(loses(api.createTrial))
  const create = inTurn(lost, answers(api.createTrial, PLANNED))
  const { sent, address } = openApp('/trials/new', [create, AS_ADMINISTRATOR, ...PAGES_OF_PLANNED])
  const form = await newTrialForm()
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

test('a new trial whose answer was lost is only sent again when the form is left and opened again', async () => {
  keepNewTrial()
  const create = inTurn(
    loses(api.createTrial),
    refuses(api.createTrial, { code: 'too_many_requests' }),
    answers(api.createTrial, PLANNED),
  )
  const replies = [create, AS_ADMINISTRATOR, ...PAGES_OF_PLANNED]
  const before = openApp('/trials/new', replies)
  fireEvent.submit(await newTrialForm())
  await waitFor(() => expect(wordsOf(document.body).match(LOST)).toHaveLength(1))
  cleanup()

  const after = openApp('/trials/new', replies)
  const form = await newTrialForm()
  expect(wordsOf(form)).toContain(`${NOT_KNOWN_WHETHER_SAVED} ${PRESS_AGAIN}`)
  expect(form.querySelector('fieldset')?.disabled).toBe(true)
  expect(screen.queryByRole('button', { name: 'Discard changes' })).toBeNull()
  // A refusal of every request says nothing of the first one.
  fireEvent.submit(form)
  await waitFor(() => expect(writesTo(after.sent, 'POST trials')).toHaveLength(1))
  await within(form).findByText(NOT_KNOWN_WHETHER_SAVED)
  expect(form.querySelector('fieldset')?.disabled).toBe(true)
  fireEvent.submit(form)
  await waitFor(() => expect(after.address()).toMatch('/trials/1'))
  const [first] = writesTo(before.sent, 'POST trials')
  expect(first?.key).toBeTruthy()
  expect(writesTo(after.sent, 'POST trials')).toEqual([first, first])
  expect(Object.keys(sessionStorage).filter((key) => key.startsWith(NEW_TRIAL))).toEqual([])
})

test('a new trial that the server refused is not held when the form is opened again', async () => {
  keepNewTrial()
  const create = inTurn(
    loses(api.createTrial),
    refuses(api.createTrial, { code: 'validation_failed', fields: { title: 'No' } }),
  )
  const replies = [create, AS_ADMINISTRATOR, ...PAGES_OF_PLANNED]
  openApp('/trials/new', replies)
  const form = await newTrialForm()
  fireEvent.submit(form)
  await waitFor(() => expect(wordsOf(document.body).match(LOST)).toHaveLength(1))
  fireEvent.submit(form)
  await screen.findByText('Trial creation failed')
  cleanup()
  openApp('/trials/new', replies)
  expect((await newTrialForm()).querySelector('fieldset')?.disabled).toBe(false)
})

test('settings that are refused after they were opened again are corrected, and the correction is what is saved', async () => {
  const save = inTurn(
    loses(api.updateTrial),
    refuses(api.updateTrial, { code: 'validation_failed', fields: { title: 'No' } }),
    answers(api.updateTrial, PLANNED),
  )
  const replies = [
    save,
    answers(api.listParticipants, listOf(aShownParticipant())),
    answers(api.previewTrialSave, CHANGED),
    ...PAGES_OF_PLANNED,
  ]
  const settings = () => screen.findByRole('form', { name: 'Trial settings' })
  openApp('/trials/1/settings', replies)
  fireEvent.change(fieldAt(await settings(), 'title'), { target: { value: 'First' } })
  fireEvent.submit(await settings())
  await press('Save these changes')
  await waitFor(() => expect(wordsOf(document.body).match(LOST)).toHaveLength(1))
  cleanup()

  const { sent } = openApp('/trials/1/settings', replies)
  const form = await settings()
  expect(form.querySelector('fieldset')?.disabled).toBe(true)
  fireEvent.submit(form)
  await screen.findByText('Trial configuration save failed')
  await waitFor(() => expect(form.querySelector('fieldset')?.disabled).toBe(false))
  fireEvent.change(fieldAt(form, 'title'), { target: { value: 'Corrected' } })
  fireEvent.submit(form)
  await press('Save these changes')
  await screen.findByText(SAVED)
  expect(writesTo(sent, 'PUT trials/1').map(({ body }) => body)).toMatchObject([
    { title: 'First' },
    { title: 'Corrected' },
  ])
})

test('a form whose answer never arrives can be edited again, with the advice to check first', async () => {
  keepNewTrial()
  const { sent } = openApp('/trials/new', [
    inTurn(loses(api.createTrial), answers(api.createTrial, PLANNED)),
    AS_ADMINISTRATOR,
    ...PAGES_OF_PLANNED,
  ])
  const form = await newTrialForm()
  fireEvent.submit(form)
  await waitFor(() => expect(wordsOf(document.body).match(LOST)).toHaveLength(1))
  expect(wordsOf(form)).toContain(CHECK_BEFORE_EDITING)
  fireEvent.click(within(form).getByRole('button', { name: 'Edit the form', hidden: true }))
  await waitFor(() => expect(form.querySelector('fieldset')?.disabled).toBe(false))
  fireEvent.change(fieldAt(form, 'title'), { target: { value: 'Without the word' } })
  fireEvent.submit(form)
  await waitFor(() => expect(writesTo(sent, 'POST trials')).toHaveLength(2))
  const [first, second] = writesTo(sent, 'POST trials')
  expect(second?.body).toMatchObject({ title: 'Without the word' })
  expect(second?.key).not.toBe(first?.key)
})
