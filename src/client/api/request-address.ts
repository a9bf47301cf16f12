import { API_BASE } from '#contract/api-address'
import type { Endpoint } from '#contract/endpoint'

export type AddressFields = Record<string, unknown>

/** The path of a call with its parameters, without the query: `/api/v1/trials/7/participants`. */
export const requestPath = (call: Endpoint, parameters: AddressFields = {}): string => {
  const path = call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(addressText(parameters[name])),
  )
  return `${API_BASE}/${path}`
}

/** The path and query of a call. Undefined fields and empty texts are left out; a list repeats its name. */
export const requestAddress = (
  call: Endpoint,
  input: { parameters?: AddressFields; query?: AddressFields },
): string => {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(input.query ?? {})) {
    const values: unknown[] = Array.isArray(value) ? value : [value]
    for (const one of values) if (addressText(one) !== '') search.append(name, addressText(one))
  }
  const query = search.toString()
  return requestPath(call, input.parameters) + (query === '' ? '' : `?${query}`)
}

/** Addresses hold texts, numbers and booleans only. */
export const addressText = (value: unknown): string => {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}
