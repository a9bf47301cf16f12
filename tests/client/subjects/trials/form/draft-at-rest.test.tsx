// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { session } from '../../../../../src/client/session/this-session'
import { draftKey, followDraftOwner } from '../../../../../src/client/subjects/trials/form/draft-owner'
import { draftAt } from '../../../../../src/client/subjects/trials/form/drafts'
import { DRAFT_PAUSE } from '../../../../../src/client/subjects/trials/form/use-draft-at-rest'
import { NOW } from '../../../fixed-clock'
import { ME } from '../../../open-app'
import { fieldAt, openSettings } from './open-settings'

/*
 * A tab stores what is typed into a trial's form. It stores nothing that was saved or discarded, or of a person who
 * signed out.
 */

const KEY = draftKey(String(ME.id), 1)
const keptTitle = () => draftAt(sessionStorage, KEY)?.mine.title

/** Opens the settings with a clock that the test moves. */
const open = async () => {
  const form = await openSettings()
  onTestFinished(followDraftOwner(session.state, sessionStorage))
  vi.useFakeTimers({ now: NOW, toFake: ['Date', 'setTimeout', 'clearTimeout'] })
  const type = (title: string) => fireEvent.change(fieldAt(form, 'title'), { target: { value: title } })
  return { form, type }
}
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))

test('typed text is stored once, when typing pauses', async () => {
  const { type } = await open()
  const write = vi.spyOn(Storage.prototype, 'setItem')
  for (const title of ['N', 'Ne', 'New']) {
    type(title)
    await pass(DRAFT_PAUSE - 1)
    expect(keptTitle()).toBeUndefined()
  }
  await pass(1)
  expect(keptTitle()).toBe('New')
  await pass(DRAFT_PAUSE * 10)
  expect(write.mock.calls.filter(([key]) => key === KEY)).toHaveLength(1)
})

test.each<[when: string, leave: (form: HTMLElement) => void]>([
  ['the page is left', () => window.dispatchEvent(new Event('pagehide'))],
  [
    'the page is hidden',
    () => {
      vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
      document.dispatchEvent(new Event('visibilitychange'))
    },
  ],
  ['the field is left', (form) => fireEvent.blur(fieldAt(form, 'title'))],
])('typed text is stored at once when %s', async (_when, leave) => {
  const { form, type } = await open()
  type('New')
  expect(keptTitle()).toBeUndefined()
  leave(form)
  expect(keptTitle()).toBe('New')
})

describe('nothing is left of the input', () => {
  test.each<[when: string, end: (form: HTMLElement, type: (title: string) => void) => void]>([
    ['who typed it signs out', () => session.end()],
    ['it is discarded', () => fireEvent.click(screen.getByRole('button', { name: 'Discard changes' }))],
    ['the field again holds what is saved', (_form, type) => type('The International Stroke Trial, UK')],
  ])('when %s', async (_when, end) => {
    const { form, type } = await open()
    type('New')
    act(() => end(form, type))
    await pass(DRAFT_PAUSE * 2)
    window.dispatchEvent(new Event('pagehide'))
    expect(sessionStorage.getItem(KEY)).toBeNull()
  })

  test('when it is saved before typing pauses', async () => {
    const form = await openSettings()
    fireEvent.change(fieldAt(form, 'title'), { target: { value: 'New' } })
    fireEvent.submit(form)
    await waitFor(() => expect(screen.queryByRole('form', { name: 'Trial settings' })).toBeNull())
    window.dispatchEvent(new Event('pagehide'))
    expect(sessionStorage.getItem(KEY)).toBeNull()
  })
})
