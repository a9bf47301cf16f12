import * as v from 'valibot'
import { searchOf } from '../../api/address-search'

/** The search of the help, in the address of its contents. It was typed, so nothing of it outlives a session. */
export const helpSearch = searchOf({ q: v.optional(v.pipe(v.string(), v.maxLength(255)), '') }, [])
