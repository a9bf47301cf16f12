import { ERRORS, refusal, type Refusal } from '#contract/errors'
import { accessIn } from '#domain/people/notifications'
import { can, reachesSite } from '#domain/people/permissions'
import { MAX_WITHDRAWN_A_DAY } from '#domain/study-packs/single-packs'
import { findTrialPeople } from '../../ground/db/trial-people'
import type { Transaction } from '../../ground/db/transaction'
import type { LockedPacks } from './lock-permitted-packs'

/** The refusal of a change of single packs, with the people who may make it at these sites (null: in the whole trial). */
export const needsUnblindedPerson = async (
  transaction: Transaction,
  { trial, now }: LockedPacks,
  siteIds: readonly (number | null)[],
): Promise<Refusal> => {
  const people = await findTrialPeople(transaction, trial.id, now)
  const names = people
    .filter(({ permissions }) => {
      const { permission, sites } = accessIn(trial, permissions)
      return can(permission, 'changeSinglePacks') && siteIds.every((id) => id === null || reachesSite(sites, id))
    })
    .map(({ name }) => name)
  const message = [ERRORS.needs_unblinded_person.message, contactsInWords(names), withdrawalIn(trial)].join('. ')
  return refusal('needs_unblinded_person', { message })
}

/** Where sites do not manage packs, the three are of the whole trial's stock. They may be used up already. */
const withdrawalIn = ({ is_site_managing_packs }: LockedPacks['trial']): string => {
  const stock = is_site_managing_packs ? 'at each site' : 'in this trial'
  return `Blinded people can remove up to ${MAX_WITHDRAWN_A_DAY} damaged packs a day ${stock}, all together`
}

/** The most people who are named. */
const MAX_NAMED = 5

const contactsInWords = (names: readonly string[]): string =>
  names.length === 0
    ? 'No unblinded user can change packs in this trial. Contact the service'
    : `Ask someone who is not blinded: ${OR.format(names.slice(0, MAX_NAMED))}`

const OR = new Intl.ListFormat('en-GB', { type: 'disjunction' })
