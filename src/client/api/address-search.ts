import * as v from 'valibot'
import { addressText } from './request-address'

/** The search part of an address: each field as a text, a repeated one as a list. */
export type AddressSearch = Record<string, string | string[]>

export const parseSearch = (search: string): AddressSearch => {
  const parsed: AddressSearch = {}
  for (const [name, value] of new URLSearchParams(search)) {
    const before = parsed[name]
    parsed[name] = before === undefined ? value : [before, value].flat()
  }
  return parsed
}

/** `?status=started&status=paused`; undefined and empty fields are left out. */
export const stringifySearch = (search: Record<string, unknown>): string => {
  const written = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    for (const one of [value].flat()) if (addressText(one) !== '') written.append(name, addressText(one))
  }
  const text = written.toString()
  return text === '' ? '' : `?${text}`
}

/**
 * The search of a page with these fields, which are schemas of the contract, so that an address says the same as its
 * call. `validate` drops invalid values; `read` gives the values with their defaults; `change` sets other values,
 * without defaults. `keeps` are the fields that outlive a session.
 */
export const searchOf = <const Fields extends v.ObjectEntries>(
  fields: Fields,
  keeps: readonly (keyof Fields & string)[],
) => {
  const schema = v.strictObject(fields)
  type Written = v.InferInput<typeof schema>

  const validate = (raw: Record<string, unknown>): Written => {
    const valid = Object.fromEntries(
      Object.entries(fields).flatMap(([name, field]) =>
        raw[name] !== undefined && v.safeParse(field, raw[name]).success ? [[name, raw[name]]] : [],
      ),
    )
    v.assert(schema, valid)
    return valid
  }
  const read = (search: Written): v.InferOutput<typeof schema> => v.parse(schema, search)
  const change = (search: Record<string, unknown>, changes: Partial<Written>): Written => {
    const defaults = new Map<string, unknown>(Object.entries(v.parse(schema, {})))
    const isDefault = (name: string, value: unknown) => {
      const field = fields[name]
      return field === undefined || same(v.parse(field, value), defaults.get(name))
    }
    const merged = Object.entries({ ...validate(search), ...changes })
    return validate(Object.fromEntries(merged.filter(([name, value]) => !isDefault(name, value))))
  }
  return { validate, read, change, keeps }
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)
