import { STORED_ANSWERS } from '#contract/stored-answers'
import { storableAnswerAt } from '#offline/storable-answer'
import type { QueryKey } from '@tanstack/react-query'
import { requestAddress, type AddressFields } from '../../api/request-address'

/** The key of a query's answer in the store of this device; null where it is not stored. */
export const storedScopeOf = ([path, parameters, query]: QueryKey): string | null => {
  const endpoint = STORED_ANSWERS.map((answer) => answer.endpoint).find((one) => one.path === path)
  if (endpoint === undefined) return null
  const address = requestAddress(endpoint, { parameters: fieldsOf(parameters), query: fieldsOf(query) })
  return storableAnswerAt(new URL(address, location.origin))?.scope ?? null
}

const fieldsOf = (part: unknown): AddressFields => (typeof part === 'object' && part !== null ? { ...part } : {})
