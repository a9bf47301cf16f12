// @vitest-environment happy-dom
// Imported first: Dexie looks for IndexedDB when it is loaded.
import 'fake-indexeddb/auto'
import { api } from '#contract/api'
import { ERRORS, refusal } from '#contract/errors'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { aShownParticipant } from '../a-shown-participant'
import { press, write } from '../by-hand'
import { answers, delayed, inTurn, loses, openApp, refuses, type Reply } from '../open-app'
import { wordsOf } from '../shown-table'
import { DELETING, DIALOGS_ABOUT_PEOPLE } from './dialogs-about-people'
import { DIALOGS_ABOUT_THE_SERVICE } from './dialogs-about-the-service'
import { DIALOGS_ABOUT_TRIALS, ofParticipant } from './dialogs-about-trials'
import { EVERYONE_READS, WHY, type Dialog } from './shown-dialog'

/* Every dialog that writes, and the form of a user: its text beforehand, the request, and the display of a refusal. */

const DIALOGS = { ...DIALOGS_ABOUT_PEOPLE, ...DIALOGS_ABOUT_TRIALS, ...DIALOGS_ABOUT_THE_SERVICE }

const opened = async ({ at, around, open, title, button: name, fill }: Dialog, does: Reply) => {
  const { sent } = openApp(at, [does, ...around])
  await open()
  const dialog = await (title === null ? screen.findByRole('main') : screen.findByRole('dialog', { name: title }))
  const button = await within(dialog).findByRole<HTMLButtonElement>('button', { name })
  return {
    sent,
    dialog,
    button,
    fill: async () => fill?.(),
    isGone: () => waitFor(() => expect(document.contains(button)).toBe(false)),
  }
}

/** Every alert and every fault at a field, in the dialog and around it, once for each place; without toasts that repeat them. */
const alerts = (isToasted: boolean) =>
  [...document.querySelectorAll('[role="alert"]:not(:has([role="alert"])), .mantine-InputWrapper-error')]
    .filter((alert) => !isToasted || alert.closest(TOASTS) === null)
    .map(wordsOf)
    .filter((words) => words !== '')

/** The number of times that these words are on the page, without toasts that repeat them. */
const timesSaid = (words: RegExp, isToasted: boolean) => {
  const toasts = isToasted ? document.querySelectorAll(TOASTS) : []
  const [onPage = 0, ...inToasts] = [document.body, ...toasts].map((part) => wordsOf(part).match(words)?.length ?? 0)
  return inToasts.reduce((rest, times) => rest - times, onPage)
}

const TOASTS = '.mantine-Notifications-root'

/** The labels of the fields, in order. */
const fieldsOf = (dialog: HTMLElement) =>
  [...dialog.querySelectorAll('label')].map((label) => wordsOf(label).replace(' *', ''))

describe.each(Object.entries(DIALOGS))('%s', (_, shown) => {
  const { fields, says, does, sends, refusedWith, again, isToasted = false } = shown

  test('names the consequence, sends it once, and closes when it is done', async () => {
    const reply = delayed(does)
    const { sent, dialog, button, fill, isGone } = await opened(shown, reply)
    expect(fieldsOf(dialog)).toEqual(fields)
    for (const words of says) expect(wordsOf(dialog)).toMatch(words)
    await fill()
    fireEvent.click(button)
    await waitFor(() => expect(button.disabled).toBe(true))
    fireEvent.click(button)
    fireEvent.keyDown(dialog, { key: 'Escape' })
    expect(document.contains(button)).toBe(true)
    reply.letGo()
    await isGone()
    expect(sent).toEqual([{ ...sends, key: expect.any(String) }])
  })

  test('shows a refusal once, then a lost connection, and is sent again', async () => {
    const replies = inTurn(refuses(does.endpoint, refusal(refusedWith)), loses(does.endpoint), does)
    const { sent, button, fill, isGone } = await opened(shown, replies)
    const pressed = async (shows: RegExp) => {
      const before = alerts(isToasted)
      const failures = () => alerts(isToasted).filter((words) => !before.includes(words))
      fireEvent.click(button)
      await waitFor(() => expect(failures()).toEqual([expect.stringMatching(shows)]))
      await waitFor(() => expect(button.disabled && document.contains(button)).toBe(false))
      expect(failures()).toHaveLength(1)
      expect(timesSaid(shows, isToasted)).toBe(1)
    }
    await fill()
    await pressed(new RegExp(ERRORS[refusedWith].message, 'g'))
    if (again === 'is closed') return isGone()
    await pressed(/network error/gi)
    fireEvent.click(button)
    await isGone()
    expect(sent).toHaveLength(3)
    expect(new Set(sent.map(({ key }) => key)).size).toBe(1)
    return undefined
  })
})

test('a refused deletion of a permission is also shown in a toast, which stays when the dialog is closed', async () => {
  const { button } = await opened(DELETING, refuses(api.endPermission, refusal('own_permission')))
  fireEvent.click(button)
  const toast = await waitFor(() => {
    const found = [...document.querySelectorAll<HTMLElement>(`${TOASTS} [role="alert"]`)].map(wordsOf)
    expect(found).toHaveLength(1)
    return found[0]
  })
  expect(toast).toContain('User permission was not deleted')
  expect(toast).toContain(ERRORS.own_permission.message)
  fireEvent.keyDown(button, { key: 'Escape' })
  await waitFor(() => expect(document.contains(button)).toBe(false))
  expect(document.querySelectorAll(`${TOASTS} [role="alert"]`)).toHaveLength(1)
})

test('the toast of a refused deletion of a permission is hidden once the permission is deleted', async () => {
  const refused = refuses(api.endPermission, refusal('own_permission'))
  const { button, isGone } = await opened(DELETING, inTurn(refused, DELETING.does))
  const toasts = () => document.querySelectorAll(`${TOASTS} [role="alert"]`)
  fireEvent.click(button)
  await waitFor(() => expect([toasts().length, button.disabled]).toEqual([1, false]))
  fireEvent.click(button)
  await isGone()
  await waitFor(() => expect(wordsOf(document.body)).not.toContain('User permission was not deleted'))
  expect(wordsOf(document.body)).toContain('User permission deleted successfully')
})

/* A flag goes through the device's outbox, which stores it while the server cannot be reached. */
describe('flagging a participant', () => {
  const flagged = async (id: number, reply: Reply) => {
    const { at, around } = ofParticipant(aShownParticipant({ id }))
    const { sent } = openApp(at, [reply, ...around])
    await press('Flag')
    const dialog = await screen.findByRole('dialog', { name: 'Flag participant 12' })
    expect(fieldsOf(dialog)).toEqual(['Comment'])
    expect(wordsOf(dialog)).toContain(EVERYONE_READS)
    await write(/Comment/, WHY)
    const button = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Flag participant 12' })
    fireEvent.click(button)
    return { sent, dialog, button }
  }
  const DONE = answers(api.flagParticipant, aShownParticipant({ flag_status: { name: 'Flagged' } }))

  test('is sent once, closes the dialog, and shows that it is done', async () => {
    const { sent, button } = await flagged(71, DONE)
    await waitFor(() => expect(document.contains(button)).toBe(false))
    await screen.findByText('Participant 12 is flagged.')
    const body = { comment: WHY, flag_status: 'Flagged', performed_at: '2026-11-21T10:00:00.000Z' }
    expect(sent).toEqual([{ call: 'POST trials/1/participants/71/flag', body, key: expect.any(String) }])
  })

  test('shows the reason for a refusal in place', async () => {
    const { sent, dialog } = await flagged(72, refuses(api.flagParticipant, refusal('flag_state_unchanged')))
    await within(dialog).findByText(new RegExp(ERRORS.flag_state_unchanged.message))
    expect(sent).toHaveLength(1)
  })
})
