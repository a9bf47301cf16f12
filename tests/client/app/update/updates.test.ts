import { describe, expect, test } from 'vitest'
import { createBusyRegistry } from '../../../../src/client/browser/busy'
import { createUpdates } from '../../../../src/client/app/update/updates'

const twoHours = 7_200_000

/** The end of a reason counts a microtask after it. */
const ends = async (...releases: (() => void)[]) => {
  releases.forEach((release) => release())
  await Promise.resolve()
}

/** A page whose clock, activity and reloads the test controls. */
function aPage({ interacted = true, engaged = false } = {}) {
  const busy = createBusyRegistry()
  const page = { applied: 0, reloaded: 0, now: 0, engaged, timers: new Array<{ at: number; call: () => void }>() }
  let activated = () => {}
  const updates = createUpdates({
    busy,
    hasInteracted: () => interacted,
    isEngaged: () => page.engaged,
    now: () => page.now,
    after: (milliseconds, call) => page.timers.push({ at: page.now + milliseconds, call }),
    applyUpdate: (reload) => {
      page.applied += 1
      activated = reload
    },
    reload: () => {
      page.reloaded += 1
    },
  })
  const passTime = (milliseconds: number) => {
    page.now += milliseconds
    page.timers.filter(({ at }) => at <= page.now).forEach(({ call }) => call())
  }
  return { page, busy, updates, passTime, activate: () => activated() }
}

describe('a waiting new version', () => {
  test('is applied automatically on an idle page', () => {
    const { page, updates } = aPage()
    updates.found('waiting')
    expect(page.applied).toBe(1)
    expect(updates.view.get()).toBe('applying')
  })

  test('reloads the page once it is active', () => {
    const { page, updates, activate } = aPage()
    updates.found('waiting')
    expect(page.reloaded).toBe(0)
    activate()
    expect(page.reloaded).toBe(1)
  })

  test('reloads a page that began to send meanwhile once everything is sent', async () => {
    const { page, busy, updates, activate } = aPage()
    updates.found('waiting')
    const [first, second] = [busy.hold('sending'), busy.hold('sending')]
    activate()
    await ends(first)
    expect(page.reloaded).toBe(0)
    await ends(second)
    expect(page.reloaded).toBe(1)
    await ends(busy.hold('sending'))
    expect(page.reloaded).toBe(1)
  })

  test('reloads no page between two of its steps, each of which has what only this page has', async () => {
    const { page, busy, updates, activate } = aPage()
    updates.found('waiting')
    const confirmation = busy.hold('sending')
    activate()
    confirmation()
    const exchange = busy.hold('sending')
    await Promise.resolve()
    expect(page.reloaded).toBe(0)
    await ends(exchange)
    expect(page.reloaded).toBe(1)
  })

  test.each(['form', 'wizard'] as const)(
    'is offered while a %s is open, and stays offered when it is closed',
    async (reason) => {
      const { page, busy, updates } = aPage()
      const release = busy.hold(reason)
      updates.found('waiting')
      await ends(release)
      expect(updates.view.get()).toBe('offered')
      expect(page.applied).toBe(0)
    },
  )

  test('is offered while a person types into an unregistered field', () => {
    const { page, updates } = aPage({ engaged: true })
    updates.found('waiting')
    expect(updates.view.get()).toBe('offered')
    expect(page.applied).toBe(0)
  })

  test('is applied with the next navigation once nothing is in progress', async () => {
    const { page, busy, updates } = aPage()
    const release = busy.hold('form')
    updates.found('waiting')
    updates.navigated()
    expect(page.applied).toBe(0)
    await ends(release)
    updates.navigated()
    expect(page.applied).toBe(1)
  })

  test('is applied when the person accepts it, once', () => {
    const { page, updates } = aPage({ engaged: true })
    updates.found('waiting')
    updates.accept()
    updates.navigated()
    expect(page.applied).toBe(1)
  })

  test('is not applied during a write, even if the person accepts it', async () => {
    const { page, busy, updates } = aPage({ engaged: true })
    updates.found('waiting')
    const sent = busy.hold('sending')
    updates.accept()
    expect([page.applied, updates.view.get()]).toEqual([0, 'offered'])
    await ends(sent)
    updates.accept()
    expect(page.applied).toBe(1)
  })

  test.each([
    { touched: false, outcome: 'is applied to a page that nobody has touched', applied: 1 },
    { touched: true, outcome: 'stays offered on a page whose person may still read what was saved', applied: 0 },
  ])('$outcome, when a write is done', async ({ touched, applied }) => {
    const { page, busy, updates } = aPage({ interacted: touched })
    const sent = busy.hold('sending')
    updates.found('waiting')
    expect([page.applied, updates.view.get()]).toEqual([0, 'offered'])
    await ends(sent)
    expect(page.applied).toBe(applied)
  })

  test('"Later" hides it for two hours, from navigations and newer versions too', () => {
    const { page, updates, passTime } = aPage({ engaged: true })
    updates.found('waiting')
    updates.postpone()
    passTime(twoHours - 1)
    updates.navigated()
    updates.found('waiting')
    expect(updates.view.get()).toBe('none')
    passTime(1)
    expect(updates.view.get()).toBe('offered')
    expect(page.applied).toBe(0)
  })
})

describe('a version that another tab has activated', () => {
  test('is only ever offered', () => {
    const { page, updates } = aPage({ interacted: false })
    updates.found('taken_over')
    updates.navigated()
    expect(updates.view.get()).toBe('offered')
    expect(page.applied).toBe(0)
  })
})

test('a navigation without a new version does nothing', () => {
  const { page, updates } = aPage()
  updates.navigated()
  expect(updates.view.get()).toBe('none')
  expect(page.applied).toBe(0)
})
