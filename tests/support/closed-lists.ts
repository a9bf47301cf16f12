/** The values that a CHECK such as `role_id in (1, 2)` allows, as text; null for any other CHECK. */
export const closedListOf = (check: string): string[] | null => {
  const [, list] = /^CHECK \(\(\w+ = ANY \(ARRAY\[(.*)\]\)\)\)(?: NOT VALID)?$/.exec(check) ?? []
  return list === undefined
    ? null
    : list.split(', ').map((value) => value.replace(/::\w+$/, '').replace(/^'(.*)'$/, '$1'))
}
