// @vitest-environment happy-dom
import { api } from '#contract/api'
import { invalidFields } from '#contract/errors'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aShownNotification, aShownPermission } from '../../../a-shown-record'
import { aShownTrial } from '../../../a-shown-trial'
import { press, tick } from '../../../by-hand'
import { answers, inTurn, listOf, loses, ME, openApp, pagesOf, refuses, type Reply } from '../../../open-app'
import { returnToWindow } from '../../../return-to-window'
import { wordsOf } from '../../../shown-table'

/* The emails of a person about a trial, while another person changes them or the person's permissions. */

const TRIAL_ADMINISTRATOR = 2

const STATUS = 'When the status of the trial changes'
const RANDOMISED = 'When a participant is randomised'
const PACKS = /^When study packs run low or are missing/

const WITH_PACKS = aShownNotification({ on_study_packs: true, has_study_packs_access: true })
const WITHOUT_PACKS = aShownNotification({ on_study_packs: false, has_study_packs_access: false })
const { id: _id, trial_id: _trial, user_id: _user, has_study_packs_access: _access, ...PREFERENCES } = WITHOUT_PACKS

const own = (notification: typeof WITH_PACKS) =>
  answers(api.listOwnNotifications, { data: [{ ...notification, trial: { id: 1, title: 'KEEL' } }] })

const opened = async (...replies: Reply[]) => {
  const { sent } = openApp('/user-profile', [
    answers(api.getMe, { ...ME, max_level: 3 }),
    answers(api.listOwnSessions, { data: [] }),
    ...replies,
  ])
  await screen.findByLabelText(STATUS)
  return sent
}
const box = (label: string | RegExp) => screen.getByLabelText<HTMLInputElement>(label)
const save = () => press('Save notifications for KEEL')

test('an untouched box follows the server, and a touched one stays', async () => {
  const changed = aShownNotification({ on_trial_status: false, on_randomisation: false })
  const sent = await opened(inTurn(own(WITHOUT_PACKS), own(changed)), answers(api.saveTrialNotification, changed))
  await tick(RANDOMISED)
  await returnToWindow()
  await waitFor(() => expect(box(STATUS).checked).toBe(false))
  expect(box(RANDOMISED).checked).toBe(true)
  await save()
  await screen.findAllByText('Notification preferences saved')
  expect(sent.map(({ body }) => body)).toEqual([{ ...PREFERENCES, on_trial_status: false, on_randomisation: true }])
})

test('study packs are not sent after the access to them has ended, also where their box was touched', async () => {
  const without = aShownNotification({ ...WITHOUT_PACKS, on_randomisation: true })
  const sent = await opened(inTurn(own(WITH_PACKS), own(WITHOUT_PACKS)), answers(api.saveTrialNotification, without))
  await tick(RANDOMISED)
  await press(PACKS, 'checkbox')
  await press(PACKS, 'checkbox')
  await returnToWindow()
  await waitFor(() => expect(box(PACKS).disabled).toBe(true))
  expect(box(PACKS).checked).toBe(false)
  await save()
  await screen.findAllByText('Notification preferences saved')
  expect(sent.map(({ body }) => body)).toEqual([{ ...PREFERENCES, on_randomisation: true }])
})

test('after a lost answer the same choices are sent again, whatever was changed meanwhile', async () => {
  const sent = await opened(
    inTurn(own(WITH_PACKS), own(WITHOUT_PACKS)),
    inTurn(loses(api.saveTrialNotification), answers(api.saveTrialNotification, WITHOUT_PACKS)),
  )
  await tick(RANDOMISED)
  await save()
  await waitFor(() => expect(wordsOf(document.body)).toMatch(/network error/i))
  await returnToWindow()
  await save()
  await waitFor(() => expect(sent).toEqual([sent[0], sent[0]]))
})

test('the dialog of another person follows the list after a refusal', async () => {
  const keel = (trial_notification: typeof WITH_PACKS) =>
    answers(
      api.listTrialUsers,
      listOf({ id: 9, name: 'Keel', user_permissions: [aShownPermission()], trial_notification }),
    )
  const { sent } = openApp('/trials/1/users', [
    ...pagesOf(aShownTrial(), TRIAL_ADMINISTRATOR),
    inTurn(keel(WITH_PACKS), keel(WITHOUT_PACKS)),
    inTurn(
      refuses(api.saveTrialNotification, invalidFields({ on_study_packs: 'This needs access to study packs' })),
      answers(api.saveTrialNotification, WITHOUT_PACKS),
    ),
  ])
  await press(/^Actions: Keel \(ID \d+\)$/)
  await press('Notifications', 'menuitem')
  await press('Save notifications of Keel')
  await waitFor(() => expect(box(PACKS).disabled).toBe(true))
  await press('Save notifications of Keel')
  await waitFor(() =>
    expect(sent.map(({ body }) => body)).toEqual([{ ...PREFERENCES, on_study_packs: true }, PREFERENCES]),
  )
})
