/** The value under a key that refers to an existing one. A missing one throws; nothing is made up. */
export const requireValue = <Key, Value>(values: ReadonlyMap<Key, Value>, key: Key, kind: string): Value => {
  const value = values.get(key)
  if (value === undefined) throw new Error(`there is no ${kind}${typeof key === 'number' ? ` ${key}` : ''}`)
  return value
}
