import * as v from 'valibot'
import { searchOf } from '../../api/address-search'

/** The search of the help, in the address of its contents. Nothing of it outlives a session: it was typed. */
export const helpSearch = searchOf({ q: v.optional(v.pipe(v.string(), v.maxLength(255)), '') }, [])
