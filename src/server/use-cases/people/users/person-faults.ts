import { TIME_ZONE_UNSUPPORTED } from '#domain/time/time-zone'
import { sharedAddresses } from '#domain/people/user-import'
import type { Queries } from '../../../ground/db/transaction'
import { findTakenAddresses } from '../../../ground/db/users'
import { timeZoneNamed } from '../../../ground/time/time-zones'

/** A fault of a person in a list: their index from 0, the field, and a message. */
export type PersonFault = { index: number; field: 'email' | 'selected_timezone'; message: string }

const ADDRESS_TAKEN = 'This email address is already in use'

type Person = { email: string; selected_timezone?: string | null | undefined }

/**
 * The faults of people that no schema finds: unsupported zones, addresses that occur twice, and addresses of users other than
 * `except`.
 */
export const personFaults = async (
  queries: Queries,
  people: readonly Person[],
  except: number | null,
): Promise<PersonFault[]> => {
  const zones = people.flatMap(({ selected_timezone }, index): PersonFault[] =>
    selected_timezone == null || timeZoneNamed(selected_timezone) !== null
      ? []
      : [{ index, field: 'selected_timezone', message: TIME_ZONE_UNSUPPORTED }],
  )
  const emails = people.map(({ email }) => email)
  const shared = sharedAddresses(emails).map(({ index, message }): PersonFault => ({ index, field: 'email', message }))
  const takenFaults = await takenAddressFaults(queries, emails, except)
  return [...zones, ...shared, ...takenFaults].sort((one, other) => one.index - other.index)
}

/** The faults of addresses that users other than `except` have. */
export const takenAddressFaults = async (
  queries: Queries,
  emails: readonly string[],
  except: number | null,
): Promise<PersonFault[]> =>
  (await findTakenAddresses(queries, emails))
    .filter(({ user_id }) => user_id !== except)
    .map(({ place: index }): PersonFault => ({ index, field: 'email', message: ADDRESS_TAKEN }))
