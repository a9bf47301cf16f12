import { useEffect } from 'react'
import { createStore, useStore } from './store'

/** A reason for which a page must not be reloaded; `unsettled`: whether somebody was randomised is not known yet. */
export type BusyReason = 'form' | 'wizard' | 'sending' | 'unsettled'

/** Registers the work in progress on this page: changed forms, open wizards, writes. */
export function createBusyRegistry() {
  const reasons = createStore<readonly BusyReason[]>([])
  const active = new Map<symbol, BusyReason>()
  const publish = () => reasons.set([...active.values()])

  return {
    /** The present reasons, for components that watch them. */
    reasons,
    /**
     * Marks the page busy until the returned function is called. The end counts a microtask later: where one step of a page
     * replaces another in one drawing, there is no moment between them in which the page may be reloaded.
     */
    hold: (reason: BusyReason): (() => void) => {
      const key = Symbol(reason)
      active.set(key, reason)
      publish()
      return () => queueMicrotask(() => active.delete(key) && publish())
    },
    isBusy: (): boolean => active.size > 0,
    isBusyWith: (reason: BusyReason): boolean => reasons.get().includes(reason),
  }
}
export type BusyRegistry = ReturnType<typeof createBusyRegistry>

/** The registry of this page. */
export const busy = createBusyRegistry()

/** Marks the page busy for as long as `active`, for instance `useBusyWhile('form', form.isDirty())`. */
export function useBusyWhile(reason: BusyReason, active: boolean): void {
  useEffect(() => (active ? busy.hold(reason) : undefined), [reason, active])
}

/** Whether the outcome of a randomisation on this page is not known yet. */
export const useIsUnsettled = (): boolean => useStore(busy.reasons, (reasons) => reasons.includes('unsettled'))

/** Whether a form of this page is being filled in. Components do not render again for a write. */
export const useIsFilledIn = (): boolean => useStore(busy.reasons, (reasons) => reasons.includes('form'))
