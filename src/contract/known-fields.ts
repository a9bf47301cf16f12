import * as v from 'valibot'

/**
 * Parses an answer of the API without fields that the schema does not name, so that a page opened before an update works with
 * answers of the new version. Any other mismatch is a fault of the answer.
 */
export const parseKnownFields = <const S extends v.GenericSchema>(schema: S, answer: unknown): v.SafeParseResult<S> => {
  let parsed = v.safeParse(schema, answer)
  let filtered = answer
  // Valibot reports one unknown field of each object at a time.
  while (!parsed.success && parsed.issues.every(isUnknownField)) {
    filtered = withoutFields(filtered, treeOf(parsed.issues))
    parsed = v.safeParse(schema, filtered)
  }
  return parsed
}

const isUnknownField = ({ type, expected, path }: v.BaseIssue<unknown>): boolean =>
  type === 'strict_object' && expected === 'never' && path !== undefined && path.length > 0

/** The fields to leave out, as a tree of keys: one without branches is left out whole. */
type Tree = Map<unknown, Tree>

const treeOf = (issues: readonly v.BaseIssue<unknown>[]): Tree => {
  const tree: Tree = new Map()
  for (const { path = [] } of issues) {
    let branch = tree
    for (const { key } of path) {
      const next = branch.get(key) ?? new Map()
      branch.set(key, next)
      branch = next
    }
  }
  return tree
}

/** Copies a value without the fields of the tree; parts off the way to such a field are not copied. */
const withoutFields = (value: unknown, tree: Tree): unknown => {
  if (Array.isArray(value)) {
    return value.map((one: unknown, index) => {
      const inside = tree.get(index)
      return inside === undefined ? one : withoutFields(one, inside)
    })
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, one]) => {
      const inside = tree.get(key)
      if (inside === undefined) return [[key, one]]
      return inside.size === 0 ? [] : [[key, withoutFields(one, inside)]]
    }),
  )
}
