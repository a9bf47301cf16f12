import { useSyncExternalStore } from 'react'

/** A value outside React that components can watch. `set` tells the watchers only when the value is another one. */
export type Store<Value> = {
  get: () => Value
  set: (value: Value) => void
  /** Calls `onChange` after every change; the answer stops that. */
  subscribe: (onChange: () => void) => () => void
}

export const createStore = <Value>(initial: Value): Store<Value> => {
  let current = initial
  const watchers = new Set<() => void>()
  return {
    get: () => current,
    set: (value) => {
      if (Object.is(value, current)) return
      current = value
      for (const watcher of watchers) watcher()
    },
    subscribe: (onChange) => {
      watchers.add(onChange)
      return () => watchers.delete(onChange)
    },
  }
}

/** The store's present value; the component is drawn again when it changes. */
export const useStore = <Value>(store: Store<Value>): Value => useSyncExternalStore(store.subscribe, store.get)
