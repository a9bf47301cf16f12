/** An object with a value under each of these names, each made from its name. */
export function recordOf<Name extends string, Value>(
  names: readonly Name[],
  valueOf: (name: Name) => Value,
): Record<Name, Value>
export function recordOf(names: readonly string[], valueOf: (name: string) => unknown): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, valueOf(name)]))
}

/** The fields of a row that have these names. */
export function pick<Row extends object, Name extends keyof Row & string>(
  row: Row,
  names: readonly Name[],
): Pick<Row, Name>
export function pick(row: object, names: readonly string[]): object {
  return Object.fromEntries(Object.entries(row).filter(([name]) => names.includes(name)))
}

/** An object of these entries, typed by their names. The first signature promises an entry for every key, which no implementation can show. */
export function recordFrom<const Name extends string, Value>(
  entries: Iterable<readonly [Name, Value]>,
): Readonly<Record<Name, Value>>
export function recordFrom<Value>(entries: Iterable<readonly [string, Value]>): Readonly<Record<string, Value>> {
  return Object.fromEntries(entries)
}
