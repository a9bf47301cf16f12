// Imported first: Dexie looks for IndexedDB when it is loaded.
import 'fake-indexeddb/auto'
import { ERRORS } from '#contract/errors'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { browserLocks } from '../../../../support/browser-locks'
import { CODE, dispensingTrial, servedAt, timesDispensed } from '../../../../support/dispensing'
import { openFaultProxy, type FaultProxy } from '../../../../support/fault-proxy'
import { stoppedClock, testPortal, type TestPortal } from '../../../../support/portal'
import { signedInAs } from '../../../../support/sign-in'
import { act, packShown, type PackTrial } from '../../../../support/study-packs'
import { TOKEN } from '../../../../support/visitor'
import { NOW } from '../../../fixed-clock'
import { pageAt } from '../../../page-at'

/*
 * Dispenses a pack as the screen does, through a device's outbox, to the real server over a network that can be
 * disturbed.
 */

vi.setConfig({ expect: { poll: { timeout: 15_000 } } })

const load = async () => ({
  ...(await import('@testing-library/react')),
  ...(await import('../../../../../src/client/subjects/study-packs/dispense/use-dispense')),
  ...(await import('../../../../../src/client/api/query-client')),
  ...(await import('../../../../../src/client/device/call')),
  ...(await import('../../../../../src/client/device/offline/connection')),
  ...(await import('../../../../../src/client/session/lock/device-lock')),
  ...(await import('../../../../../src/client/device/outbox/awaited-actions')),
  ...(await import('../../../../../src/client/device/outbox/device-outbox')),
})
let portal: TestPortal
let front: FaultProxy
let trial: PackTrial
let app: Awaited<ReturnType<typeof load>>
/** Whether the page is hidden, and so draws its frames only when it is shown. */
let isHidden = false
let frames: (() => void)[] = []
const isShown = () => {
  isHidden = false
  for (const draw of frames.splice(0)) draw()
}

beforeAll(async () => {
  // The page and the server have one clock.
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] })
  portal = await testPortal({ clock: stoppedClock(new Date(NOW).toISOString()) })
  trial = await dispensingTrial(portal)
  front = await openFaultProxy()
  front.passTo(portal.url)
  pageAt(`${front.url}/`)
  // The app works without a worker, which this page does not have.
  vi.stubGlobal('navigator', { userAgent: navigator.userAgent, locks: browserLocks() })
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => (isHidden ? frames.push(draw) : setTimeout(draw)))
  vi.stubGlobal('cancelAnimationFrame', () => {
    frames = []
  })
  vi.stubGlobal('reportError', (error: unknown) => {
    throw error
  })
  localStorage.setItem(TOKEN, (await signedInAs(portal, 'pharmacist')).token)
  app = await load()
})
afterEach(async () => {
  isShown()
  await front.heal()
  reaches('online')
  app.cleanup()
})
afterAll(async () => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  await front.goDown()
  await portal.stop()
})

const reaches = (state: 'online' | 'offline') => app.connection.set({ state, since: NOW, doubts: 0 })

/** An allocated pack, and the step at which it is dispensed. */
const opened = async () => {
  const { pack: served } = await servedAt(trial)
  const pack = await packShown(trial, trial.people.pharmacist, served.id)
  const client = app.createQueryClient(app.call)
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const hook = app.renderHook(() => app.useDispense({ id: trial.trial_id, title: 'Cedar' }, pack), { wrapper })
  const attempt = () => hook.result.current.attempt
  return {
    pack,
    attempt,
    press: (code: string, isOnline = true) =>
      app.act(() => hook.result.current.press({ comment: 'At the bedside', code, isOnline })),
    becomes: (phase: string) => app.waitFor(() => expect(attempt().phase).toBe(phase), { timeout: 15_000 }),
    isFaulted: (fault: object) =>
      app.waitFor(() => expect(attempt()).toMatchObject({ phase: 'open', fault }), { timeout: 15_000 }),
    leaves: () => hook.unmount(),
    times: () => timesDispensed(portal, pack.id),
    /** The states of the pack's actions in the outbox. */
    inOutbox: () =>
      app.deviceOutbox.view
        .get()
        .content.actions.filter(({ targets }) => targets.includes(`study_pack:${pack.id}`))
        .map(({ state }) => state),
  }
}

const WRONG = { words: ERRORS.wrong_confirmation_code.message, refusal: { code: 'wrong_confirmation_code' } }

describe('a dispense', () => {
  test('is stored first and recorded once, with its time', async () => {
    const { press, becomes, times, inOutbox, pack } = await opened()
    await press(CODE)
    await becomes('recorded')
    expect([await times(), inOutbox()]).toEqual([1, ['done']])
    const shown = await packShown(trial, trial.people.pharmacist, pack.id)
    expect(shown.study_pack_logs?.at(-1)).toMatchObject({ action: 'dispense', performed_at: expect.any(String) })
  })

  test('without the server is saved, and recorded once when it is back', async () => {
    const { press, becomes, times, inOutbox } = await opened()
    // A late answer would show that the server is there.
    await front.goDown()
    reaches('offline')
    await press(CODE, false)
    await becomes('recorded')
    expect([await times(), inOutbox()]).toEqual([0, ['waiting']])
    await front.heal()
    reaches('online')
    app.deviceOutbox.wake()
    await expect.poll(inOutbox).toEqual(['done'])
    expect(await times()).toBe(1)
  })

  test('is saved where the answer is lost after the server acted, and is recorded once', async () => {
    const { press, becomes, times, inOutbox } = await opened()
    const fault = front.inflict('answer_lost', { method: 'POST', path: /\/dispense$/ })
    await press(CODE)
    await becomes('recorded')
    expect([await times(), inOutbox()]).toEqual([1, ['waiting']])
    fault.lift()
    // With a stopped clock the next try is never due, unless the first is still under way.
    app.deviceOutbox.sendNow()
    await expect.poll(inOutbox).toEqual(['done'])
    expect(await times()).toBe(1)
  })
})

describe('three wrong digits', () => {
  test('are never stored: without the server this device reports them', async () => {
    const { press, isFaulted, times, inOutbox } = await opened()
    await press('999', false)
    await isFaulted(WRONG)
    expect([await times(), inOutbox()]).toEqual([0, []])
  })

  test('are reported by this device where the server’s answer is lost', async () => {
    const { press, isFaulted, inOutbox } = await opened()
    front.inflict('question_lost', { method: 'POST', path: /\/dispense$/ })
    await press('999')
    await isFaulted(WRONG)
    expect(inOutbox()).toEqual([])
  })

  test('are counted by the server, which says when it accepts the right ones again', async () => {
    const { press, isFaulted, times, inOutbox } = await opened()
    for (const code of ['100', '200', '300', '400', '500']) {
      await press(code)
      await isFaulted(WRONG)
    }
    await press(CODE)
    await isFaulted({ refusal: { code: 'too_many_codes', retry_after_s: 3600 } })
    // The action was recorded, refused while the step was open, and closed once that was drawn.
    await expect.poll(inOutbox).toEqual(['discarded'])
    expect(await times()).toBe(0)
  })
})

describe('a pack that another person dispensed meanwhile', () => {
  // The first trial has no packs left.
  beforeAll(async () => {
    trial = await dispensingTrial(portal)
  })

  test('is refused with the person and the time, and waits for nothing', async () => {
    const { press, isFaulted, times, inOutbox, pack } = await opened()
    const body = { study_pack_id: pack.id, confirmation_code: CODE, comment: 'Nobody else’s business' }
    await act(trial, trial.people.coordinator, 'dispense', body)
    await press(CODE)
    await isFaulted({
      refusal: {
        code: 'pack_status_conflict',
        packs: [
          { pack_id: pack.pack_id, last_log: { action: 'dispense', actioned_by_user: { name: 'Daniel Lindqvist' } } },
        ],
      },
    })
    await expect.poll(inOutbox).toEqual(['discarded'])
    expect(await times()).toBe(1)
    expect(JSON.stringify(app.deviceOutbox.view.get())).not.toContain('Nobody else')
  })

  /** A step whose pack was dispensed elsewhere, after its press on a hidden page. */
  const refusedWhileHidden = async () => {
    const step = await opened()
    const body = { study_pack_id: step.pack.id, confirmation_code: CODE, comment: 'Elsewhere' }
    await act(trial, trial.people.coordinator, 'dispense', body)
    isHidden = true
    await step.press(CODE)
    await step.isFaulted({ refusal: { code: 'pack_status_conflict' } })
    return step
  }

  test('stays in the outbox until its refusal was on the screen', async () => {
    const { inOutbox } = await refusedWhileHidden()
    expect(inOutbox()).toEqual(['attention'])
    isShown()
    await expect.poll(inOutbox).toEqual(['discarded'])
  })

  test('stays in the outbox where the step ends before', async () => {
    const { inOutbox, leaves } = await refusedWhileHidden()
    leaves()
    isShown()
    expect(app.isAwaited(app.deviceOutbox.view.get().content.actions.at(-1)?.id ?? '')).toBe(false)
    expect(inOutbox()).toEqual(['attention'])
  })

  test('stays in the outbox while the screen is locked over its refusal', async () => {
    const { inOutbox } = await refusedWhileHidden()
    app.act(() => app.deviceLock.isLocked.set(true))
    isShown()
    expect(inOutbox()).toEqual(['attention'])
    app.act(() => app.deviceLock.isLocked.set(false))
    await expect.poll(inOutbox).toEqual(['discarded'])
  })

  test('blocks nothing that its person sends in its place', async () => {
    const { inOutbox, press } = await refusedWhileHidden()
    await press(CODE)
    await expect.poll(inOutbox).toEqual(['discarded', 'attention'])
  })

  test('is refused in the outbox, where a decision waits, once the step has been left', async () => {
    const { press, leaves, times, inOutbox, pack } = await opened()
    const body = { study_pack_id: pack.id, confirmation_code: CODE, comment: 'Elsewhere' }
    await act(trial, trial.people.coordinator, 'dispense', body)
    const fault = front.inflict('held', { method: 'POST', path: /\/dispense$/ })
    await press(CODE)
    await expect.poll(inOutbox).toEqual(['sending'])
    leaves()
    fault.lift()
    await expect.poll(inOutbox).toEqual(['attention'])
    expect(await times()).toBe(1)
  })
})
