import { createStore } from '../../store'
import type { BusyRegistry } from './busy-registry'
import { decideUpdate, postponement, type UpdateSituation } from './decide-update'

/** What the banner shows. */
export type UpdateView = 'none' | 'offered' | 'applying'

/** The page as far as updates are concerned. */
export type UpdatePage = {
  busy: BusyRegistry
  hasInteracted: () => boolean
  isEngaged: () => boolean
  now: () => number
  /** Calls back after so many milliseconds. */
  after: (milliseconds: number, call: () => void) => void
  /** Lets the waiting version take over and reloads this page with it. */
  applyUpdate: () => void
}

/**
 * The update of this page, as a small state machine. It judges at set moments only, when a version is found, after a
 * navigation and when "Later" is over, so that no page goes away under the eyes of someone who has just saved.
 */
export function createUpdates(page: UpdatePage) {
  const view = createStore<UpdateView>('none')
  let newVersion: UpdateSituation['newVersion'] = 'none'
  let postponedUntil = 0

  function apply() {
    view.set('applying')
    page.applyUpdate()
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

  return {
    view,
    /** What the page is busy with: while it is sending, the update may not be accepted. */
    busyWith: page.busy.reasons,
    /** The worker reports a new version: installed and waiting, or taken into use by another tab. */
    found: (how: 'waiting' | 'taken_over'): void => {
      newVersion = how
      judge()
    },
    /** To be called after each navigation inside the app. */
    navigated: judge,
    /** The person pressed "Update to the new version"; not while something is being sent. */
    accept: (): void => {
      if (!page.busy.isBusyWith('sending')) apply()
    },
    /** The person pressed "Later". */
    postpone: (): void => {
      postponedUntil = page.now() + postponement
      page.after(postponement, judge)
      judge()
    },
  }
}
export type Updates = ReturnType<typeof createUpdates>
