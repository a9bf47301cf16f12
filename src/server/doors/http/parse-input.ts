import { nothing, type Endpoint, type ParsedInput } from '#contract/endpoint'
import { invalidFields, refusal, type Refusal, type RowFault } from '#contract/errors'
import { accepted, refused, type Outcome } from '#domain/outcome'
import * as v from 'valibot'

/** What came in, before any schema has seen it. A body that was not sent is undefined. */
export type RawInput = {
  parameters: Record<string, string>
  query: Record<string, string | string[]>
  body: unknown
}

/**
 * The input of a call as its schemas leave it. Refuses with 404 where the address names nothing that can exist, else with
 * 422 and every field at fault by its path.
 */
export const parseInput = <E extends Endpoint>(endpoint: E, raw: RawInput): Outcome<ParsedInput<E>, Refusal> => {
  const result = v.safeParse(endpoint.input, { ...raw, body: endpoint.body === nothing ? emptied(raw.body) : raw.body })
  if (result.success) return accepted(result.output)
  const paths = result.issues.map((issue) => ({ path: pathOf(issue), message: issue.message }))
  if (paths.some(({ path }) => path[0] === 'parameters')) return refused(refusal('not_found'))
  // A map, since a field may be sent that is named `constructor`, or worse.
  const fields = new Map<string, string>()
  for (const { path, message } of paths) {
    const field = path.slice(1).join('.') || 'body'
    if (!fields.has(field)) fields.set(field, message)
  }
  const rows = result.issues.flatMap(rowFault)
  return refused({ ...invalidFields(Object.fromEntries(fields)), ...(rows.length > 0 && { rows }) })
}

/** What is wrong with a row of a list that is the whole body. */
const rowFault = (issue: v.BaseIssue<unknown>): RowFault[] => {
  const [, row, ...column] = issue.path ?? []
  if (row?.type !== 'array') return []
  return [{ row: row.key + 1, column: column.map(({ key }) => String(key)).join('.'), message: issue.message }]
}

/** A call without a body may still be sent `{}`. */
const emptied = (body: unknown): unknown =>
  typeof body === 'object' && body !== null && Object.keys(body).length === 0 ? undefined : body

const pathOf = (issue: v.BaseIssue<unknown>): string[] => (issue.path ?? []).map((item) => String(item.key))

/** Query fields as they stand in an address; one that repeats becomes a list. */
export const queryFields = (search: URLSearchParams): Record<string, string | string[]> =>
  Object.fromEntries(
    [...new Set(search.keys())].map((name) => {
      const values = search.getAll(name)
      const [first = ''] = values
      return [name, values.length === 1 ? first : values]
    }),
  )
