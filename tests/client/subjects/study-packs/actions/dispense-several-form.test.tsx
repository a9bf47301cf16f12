// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { connection, initialConnection } from '../../../../../src/client/device/offline/connection'
import { deviceOutbox } from '../../../../../src/client/device/outbox/device-outbox'
import { UNREAD_OUTBOX } from '../../../../../src/client/device/outbox/outbox-view'
import { session } from '../../../../../src/client/session/this-session'
import { createQueryClient } from '../../../../../src/client/api/query-client'
import { call } from '../../../../../src/client/device/call'
import { fromServer } from '../../../../../src/client/api/answer-at-hand'
import { studyPacksQuery } from '../../../../../src/client/api/study-pack-queries'
import { DispenseSeveralForm } from '../../../../../src/client/subjects/study-packs/actions/dispense-several-form'
import { theme } from '../../../../../src/client/ui/theme'
import { aShownPack } from '../../../a-shown-pack'
import { aShownTrial } from '../../../a-shown-trial'
import { contentOf, stored } from '../../../device/outbox/some-actions'
import { aToken } from '../../../tokens'
import { EVERYONE_READS } from '../../shown-dialog'
import { SECOND_PERSON, TOO_OLD_TITLE } from '../../../../../src/client/safety-words'

/* Packs that are dispensed together while the network loses every request, and the connection still looks good. */

const NOW = Date.parse('2027-03-05T10:00:00.000Z')
const HOUR = 3_600_000
const TRIAL = aShownTrial()
const PACKS = [1, 2].map((id) => aShownPack({ id, pack_id: `A-${id}`, study_pack_status_id: 5 }))
const AS_OF = 'This tablet’s pack list was last updated'
const TOO_OLD = TOO_OLD_TITLE

beforeEach(() => {
  vi.useFakeTimers({ now: NOW })
  // Mantine's text area waits for `document.fonts`, which happy-dom does not have.
  Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true })
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  connection.set(initialConnection(NOW))
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  deviceOutbox.view.set(UNREAD_OUTBOX)
})

const opened = (age: number, onDone = (_words: string) => {}, packs = PACKS, trial = TRIAL) => {
  const client = createQueryClient(call)
  const { queryKey } = studyPacksQuery(TRIAL.id)
  const listOf = (study_packs: typeof packs) => ({ data: [{ batch_id: 'B1', study_packs }] })
  client.setQueryData(queryKey, fromServer(listOf(packs), NOW - age), { updatedAt: NOW - age })
  render(
    <QueryClientProvider client={client}>
      <MantineProvider theme={theme}>
        <DispenseSeveralForm trial={trial} packs={packs} onDrop={undefined} onDone={onDone} />
      </MantineProvider>
    </QueryClientProvider>,
  )
  return {
    passes: (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds)),
    isQuestionShown: () => document.body.textContent.includes(AS_OF),
    isTooOld: () => document.body.textContent.includes(TOO_OLD),
    isDisabled: () => screen.getByRole<HTMLButtonElement>('button', { name: /^Dispense/ }).disabled,
    answers: (shown = packs) => act(() => void client.setQueryData(queryKey, fromServer(listOf(shown)))),
  }
}

test('the reason says who reads it', () => {
  opened(0)
  expect(document.body.textContent).toContain(EVERYONE_READS)
})

describe('a list from the server', () => {
  test('less than an hour old needs no confirmation', async () => {
    const { passes, isQuestionShown, isDisabled } = opened(HOUR - 60_000)
    expect([isDisabled(), isQuestionShown()]).toEqual([false, false])
    await passes(4000)
    expect([isDisabled(), isQuestionShown()]).toEqual([false, false])
  })

  test('that is older is refetched, and judged by its age where no answer comes', async () => {
    const { passes, isQuestionShown, isDisabled } = opened(2 * HOUR)
    expect([isDisabled(), isQuestionShown()]).toEqual([true, false])
    await passes(3000)
    expect([isDisabled(), isQuestionShown()]).toEqual([false, true])
  })

  test('more than a day old allows no dispense', async () => {
    const { passes, isTooOld } = opened(25 * HOUR)
    await passes(3000)
    expect(isTooOld()).toBe(true)
  })

  test('that the server sends again in time needs no confirmation', async () => {
    const { passes, isQuestionShown, isDisabled, answers } = opened(2 * HOUR)
    await passes(1000)
    answers()
    await passes(4000)
    expect([isDisabled(), isQuestionShown()]).toEqual([false, false])
  })
})

describe('a pack past its expiry', () => {
  const EXPIRED = aShownPack({ id: 3, pack_id: 'A-3', study_pack_status_id: 5, expire_on: '2027-03-04' })
  const stop = () => screen.queryByRole('alert')?.textContent ?? ''

  test('stops the dispense while the connection looks good, until it is left out', async () => {
    const { isDisabled } = opened(0, undefined, [...PACKS, EXPIRED])
    expect(isDisabled()).toBe(true)
    expect(stop()).toContain('Not all of these packs may be dispensed')
    expect(stop()).toContain('Expiry date: 4 Mar 2027')
    expect(stop()).toContain('This pack has expired.A-3')
    fireEvent.click(screen.getByRole('button', { name: 'Leave this pack out and continue with 2 packs' }))
    expect([isDisabled(), stop()]).toEqual([false, ''])
  })

  test('stops the dispense offline', () => {
    connection.set({ state: 'offline', since: NOW, doubts: 0 })
    const { isDisabled } = opened(0, undefined, [...PACKS, EXPIRED])
    expect(isDisabled()).toBe(true)
    expect(stop()).toContain('A-3')
  })

  test('is not offered to be left out where the packs cannot be dispensed offline at all', () => {
    connection.set({ state: 'offline', since: NOW, doubts: 0 })
    const packs = [...PACKS, EXPIRED]
    const { isTooOld } = opened(25 * HOUR, undefined, packs)
    expect([isTooOld(), screen.queryByText('A-3', { selector: '[role=alert] *' })]).toEqual([true, null])
    cleanup()
    opened(0, undefined, packs, aShownTrial({ is_dispense_checked: true }))
    expect(stop()).toBe(SECOND_PERSON.title + SECOND_PERSON.words)
  })

  test('cannot be left out where no other is left', () => {
    const { isDisabled } = opened(0, undefined, [EXPIRED])
    expect([isDisabled(), screen.queryByRole('button', { name: /^Leave/ })]).toEqual([true, null])
    expect(stop()).toContain('This pack has expiredCancel, then choose other packs.A-3')
    cleanup()
    opened(0, undefined, [EXPIRED, { ...EXPIRED, id: 4, pack_id: 'A-4' }])
    expect(stop()).toContain('These packs have expiredCancel, then choose other packs.A-3')
  })

  test('no longer stops the dispense once its expiry is extended', async () => {
    const { isDisabled, answers, passes } = opened(0, undefined, [EXPIRED])
    answers([{ ...EXPIRED, expire_on: '2027-04-30' }])
    await passes(0)
    expect([isDisabled(), stop()]).toEqual([false, ''])
  })

  test('stops from midnight, and not after the dispense was saved', async () => {
    vi.setSystemTime('2027-03-05T23:59:50.000Z')
    session.start(aToken('nurse', Date.now() / 1000 + 3600))
    connection.set({ state: 'offline', since: NOW, doubts: 0 })
    vi.spyOn(deviceOutbox, 'store').mockResolvedValue()
    const packs = [{ ...EXPIRED, expire_on: '2027-03-05' }]
    const { passes } = opened(NOW - Date.now(), undefined, packs)
    await passes(20_000)
    expect(stop()).toContain('This pack has expired')
    cleanup()
    vi.setSystemTime('2027-03-05T23:59:50.000Z')
    const saved = opened(NOW - Date.now(), undefined, packs)
    fireEvent.change(screen.getByRole('textbox', { name: 'Reason' }), { target: { value: 'On the round' } })
    fireEvent.click(screen.getByRole('button', { name: /^Dispense/ }))
    await saved.passes(20_000)
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('is offered once to be left out where the server has refused it too', async () => {
    vi.setSystemTime('2027-03-05T23:59:50.000Z')
    session.start(aToken('nurse', Date.now() / 1000 + 3600))
    const conflicting = { id: 3, pack_id: 'A-3', study_pack_status_id: 5, last_log: null }
    const refusal = { code: 'pack_expired', packs: [conflicting] }
    const notes = [{ at: Date.now(), event: 'refused' as const, words: 'It has expired', refusal }]
    vi.spyOn(deviceOutbox, 'store').mockImplementation(async (action) => {
      const refused = stored(action, { state: 'attention', notes })
      deviceOutbox.view.set({ ...UNREAD_OUTBOX, isLoaded: true, content: contentOf(refused) })
    })
    vi.spyOn(deviceOutbox, 'closeCorrected').mockImplementation(async () => deviceOutbox.view.set(UNREAD_OUTBOX))
    const { passes } = opened(NOW - Date.now(), undefined, [...PACKS, { ...EXPIRED, expire_on: '2027-03-05' }])
    fireEvent.change(screen.getByRole('textbox', { name: 'Reason' }), { target: { value: 'On the round' } })
    fireEvent.click(screen.getByRole('button', { name: 'Dispense 3 packs' }))
    await passes(20_000)
    expect(stop()).toContain('Nothing was changed')
    expect(screen.getAllByRole('button', { name: /^Leave/ })).toHaveLength(1)
  })

  test('does not stop on its last day', () => {
    const { isDisabled } = opened(0, undefined, [{ ...EXPIRED, expire_on: '2027-03-05' }])
    expect([isDisabled(), stop()]).toEqual([false, ''])
  })
})

test('its own dispense is no obstacle to it while the dialog leaves the screen', async () => {
  session.start(aToken('nurse', NOW / 1000 + 3600))
  connection.set({ state: 'offline', since: NOW, doubts: 0 })
  vi.spyOn(deviceOutbox, 'store').mockImplementation(async (action) => {
    deviceOutbox.view.set({ ...UNREAD_OUTBOX, isLoaded: true, content: contentOf(stored(action)) })
  })
  const onDone = vi.fn<(words: string) => void>()
  const { passes } = opened(0, onDone)
  fireEvent.change(screen.getByRole('textbox', { name: 'Reason' }), { target: { value: 'On the round' } })
  fireEvent.click(screen.getByRole('button', { name: 'Dispense 2 packs' }))
  await passes(0)
  expect(onDone).toHaveBeenCalledWith(expect.stringContaining('Saved on this tablet'))
  expect(screen.queryByRole('alert')).toBeNull()
})
