import { createStore } from '../../browser/store'
import type { BusyRegistry } from '../../browser/busy'
import { decideUpdate, postponement, type UpdateSituation } from './decide-update'

/** The state of the banner. */
export type UpdateView = 'none' | 'offered' | 'applying'

/** The parts of the page that updates need. */
export type UpdatePage = {
  busy: BusyRegistry
  hasInteracted: () => boolean
  isEngaged: () => boolean
  now: () => number
  /** Calls `call` after so many milliseconds. */
  after: (milliseconds: number, call: () => void) => void
  /** Activates the waiting version, then calls `reload`. */
  applyUpdate: (reload: () => void) => void
  reload: () => void
}

/**
 * The update of this page, as a small state machine. It decides only when a version is found, after a navigation, when
 * "Later" ends, and on an untouched page when its unsent actions are sent: no page is reloaded just after its person
 * has saved.
 */
export function createUpdates(page: UpdatePage) {
  const view = createStore<UpdateView>('none')
  let newVersion: UpdateSituation['newVersion'] = 'none'
  let postponedUntil = 0

  function apply() {
    view.set('applying')
    page.applyUpdate(reloadWhenSent)
  }

  /** What is sent while the new version is activated may be nowhere else, such as the one-time reference of a sign-in. */
  function reloadWhenSent() {
    if (!page.busy.isBusyWith('sending')) {
      page.reload()
      return
    }
    const stop = page.busy.reasons.subscribe(() => {
      if (page.busy.isBusyWith('sending')) return
      stop()
      page.reload()
    })
  }

  function judge() {
    if (view.get() === 'applying') return
    const decision = decideUpdate({
      newVersion,
      interacted: page.hasInteracted(),
      engaged: page.busy.isBusyWith('form') || page.busy.isBusyWith('wizard') || page.isEngaged(),
      sending: page.busy.isBusyWith('sending'),
      postponedUntil,
      now: page.now(),
    })
    if (decision === 'apply') apply()
    else view.set(decision === 'offer' ? 'offered' : 'none')
  }

  page.busy.reasons.subscribe(() => {
    if (newVersion !== 'none' && !page.hasInteracted()) judge()
  })

  return {
    view,
    /** The reasons for which the page is busy: while it is sending, the update cannot be accepted. */
    busyWith: page.busy.reasons,
    /** Called when the worker reports a new version: waiting, or activated by another tab. */
    found: (state: 'waiting' | 'taken_over'): void => {
      newVersion = state
      judge()
    },
    /** Called after each navigation inside the app. */
    navigated: judge,
    /** Called when the person presses "Update to the new version"; does nothing during a write. */
    accept: (): void => {
      if (!page.busy.isBusyWith('sending')) apply()
    },
    /** Called when the person presses "Later". */
    postpone: (): void => {
      postponedUntil = page.now() + postponement
      page.after(postponement, judge)
      judge()
    },
  }
}
export type Updates = ReturnType<typeof createUpdates>
