import { STORED_ANSWERS } from '#contract/stored-answers'
import { storableAnswerAt } from '#offline/storable-answer'
import type { QueryKey } from '@tanstack/react-query'
import { requestAddress, type AddressFields } from '../api/request-address'

/** What the answer of a query is stored under on this device; null for one of which nothing is stored. */
export const storedScopeOf = ([path, parameters, query]: QueryKey): string | null => {
  const endpoint = STORED_ANSWERS.map((answer) => answer.endpoint).find((one) => one.path === path)
  if (endpoint === undefined) return null
  const address = requestAddress(endpoint, { parameters: fieldsOf(parameters), query: fieldsOf(query) })
  return storableAnswerAt(new URL(address, location.origin))?.scope ?? null
}

const fieldsOf = (part: unknown): AddressFields => (typeof part === 'object' && part !== null ? { ...part } : {})
