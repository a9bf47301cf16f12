import { useSyncExternalStore } from 'react'

/** A value outside React that components can watch. `set` notifies the watchers only when the value changes. */
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

const whole = <Value>(value: Value): Value => value

/**
 * The store's present value, or the selected part of it; the component renders again when that changes. `select`
 * returns the same part, by `Object.is`, while the value is the same.
 */
export function useStore<Value>(store: Store<Value>): Value
export function useStore<Value, Part>(store: Store<Value>, select: (value: Value) => Part): Part
export function useStore<Value>(store: Store<Value>, select: (value: Value) => unknown = whole): unknown {
  return useSyncExternalStore(store.subscribe, () => select(store.get()))
}
