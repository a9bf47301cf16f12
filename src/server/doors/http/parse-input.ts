import { noBody, type Endpoint, type ParsedInput } from '#contract/endpoint'
import { invalidFields, refusal, type Refusal } from '#contract/errors'
import type { RowFault } from '#contract/problem'
import { accepted, refused, type Outcome } from '#domain/outcome'
import * as v from 'valibot'

/** The input of a request before it is parsed. A body that was not sent is undefined. */
export type RawInput = {
  parameters: Record<string, string>
  query: Record<string, string | string[]>
  body: unknown
}

/**
 * Parses the input of a call by its schemas. Refuses with 404 where a parameter of the address is invalid, else with 422 and every
 * invalid field by its path.
 */
export const parseInput = <E extends Endpoint>(endpoint: E, raw: RawInput): Outcome<ParsedInput<E>, Refusal> => {
  const result = v.safeParse(endpoint.input, { ...raw, body: endpoint.body === noBody ? emptied(raw.body) : raw.body })
  if (result.success) return accepted(result.output)
  const paths = result.issues.map((issue) => ({ path: pathOf(issue), message: issue.message }))
  if (paths.some(({ path }) => path[0] === 'parameters')) return refused(refusal('not_found'))
  // A map, since a request may send a field named `constructor` or `__proto__`.
  const fields = new Map<string, string>()
  for (const { path, message } of paths) {
    const field = path.slice(1).join('.') || 'body'
    if (!fields.has(field)) fields.set(field, message)
  }
  const rows = result.issues.flatMap(rowFault)
  return refused({ ...invalidFields(Object.fromEntries(fields)), ...(rows.length > 0 && { rows }) })
}

/** Parses the parameters of the address alone, where the rest of the input is invalid. Refuses with 404. */
export const parseParameters = (endpoint: Endpoint, { parameters }: RawInput): Outcome<object, Refusal> => {
  const result = v.safeParse(endpoint.input.entries.parameters, parameters)
  return result.success ? accepted(result.output) : refused(refusal('not_found'))
}

/** The fault of a row where the whole body is a list; empty for any other issue. */
const rowFault = (issue: v.BaseIssue<unknown>): RowFault[] => {
  const [, row, ...column] = issue.path ?? []
  if (row?.type !== 'array') return []
  return [{ row: row.key + 1, column: column.map(({ key }) => String(key)).join('.'), message: issue.message }]
}

/** Clients may send `{}` to a call that takes no body. */
const emptied = (body: unknown): unknown =>
  typeof body === 'object' && body !== null && Object.keys(body).length === 0 ? undefined : body

const pathOf = (issue: v.BaseIssue<unknown>): string[] => (issue.path ?? []).map((item) => String(item.key))

/** The fields of a query string. A field that repeats becomes a list. */
export const queryFields = (search: URLSearchParams): Record<string, string | string[]> =>
  Object.fromEntries(
    [...new Set(search.keys())].map((name) => {
      const values = search.getAll(name)
      const [first = ''] = values
      return [name, values.length === 1 ? first : values]
    }),
  )
