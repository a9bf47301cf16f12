import { createStore } from '../../store'

/** What a page can be busy with, so that it must not be reloaded. */
export type BusyReason = 'form' | 'wizard' | 'sending'

/** Keeps what is under way on this page: dirty forms, open wizards, requests that write. */
export function createBusyRegistry() {
  const reasons = createStore<readonly BusyReason[]>([])
  const active = new Map<symbol, BusyReason>()
  const publish = () => reasons.set([...active.values()])

  return {
    /** The reasons that hold now, for components that watch them. */
    reasons,
    /** Marks the page busy until the function that comes back is called. */
    hold: (reason: BusyReason): (() => void) => {
      const key = Symbol(reason)
      active.set(key, reason)
      publish()
      return () => {
        if (active.delete(key)) publish()
      }
    },
    isBusy: (): boolean => active.size > 0,
    isBusyWith: (reason: BusyReason): boolean => reasons.get().includes(reason),
  }
}
export type BusyRegistry = ReturnType<typeof createBusyRegistry>

/** The registry of this page. */
export const busy = createBusyRegistry()
