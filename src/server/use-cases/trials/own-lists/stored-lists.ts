import { joinedStrata } from '#domain/randomisation/lists/list-rows'
import type { ListStratum } from '#domain/randomisation/own-list'
import type { StoredList } from '../../../ground/db/allocation-lists'
import type { WholeTrial } from '../../../ground/db/trials'
import { openList, type ListContent } from '../../../ground/secrets/list-seal'
import type { SeedKeys } from '../../../ground/secrets/seed-keys'
import type { InForce } from './fit-fault'

type Keys = { readonly config: SeedKeys }
type OfTrial = Pick<WholeTrial, 'id' | 'trial_uuid'>
type Sealed = Pick<StoredList, 'number' | 'sealed'>

/** The rows of a stored list. One that cannot be opened is a defect: nothing may be given by it. */
export const contentOfList = (
  { config }: Keys,
  { id, trial_uuid }: OfTrial,
  { number, sealed }: Sealed,
): ListContent => {
  const content = openList(config, { trial_uuid, number }, sealed)
  if (!content.ok) throw new Error(`list ${number} of trial ${id} cannot be opened: ${content.refusal}`)
  return content.value
}

/** The lists whose rows are used, in the order in which the ledger has them. */
export const listsInForce = (lists: readonly StoredList[]): readonly StoredList[] =>
  lists.filter(({ record_no }) => record_no !== null)

/** The rows of each list in force, by its number. */
export const listsByNumber = (
  context: Keys,
  trial: OfTrial,
  lists: readonly StoredList[],
): ReadonlyMap<number, readonly ListStratum[]> =>
  new Map(listsInForce(lists).map((list) => [list.number, contentOfList(context, trial, list).strata]))

/** The strata of all lists in force, the rows of each list behind those of the ones before it. */
export const strataInForce = (context: Keys, trial: OfTrial, lists: readonly StoredList[]): readonly ListStratum[] =>
  listsInForce(lists).reduce<readonly ListStratum[]>(
    (before, list) => joinedStrata(before, contentOfList(context, trial, list).strata),
    [],
  )

/** The lists in force as a further list is judged with them. */
export const inForce = (context: Keys, trial: OfTrial, lists: readonly StoredList[]): InForce => ({
  numbers: listsInForce(lists).map(({ number }) => number),
  strata: strataInForce(context, trial, lists),
})

/** The list that a second person may confirm: the last one, unless it is confirmed. */
export const waitingList = (lists: readonly StoredList[]): StoredList | undefined => {
  const last = lists.at(-1)
  return last?.confirmed_by === null ? last : undefined
}

/** The list that a trial starts with: the last that was confirmed. */
export const listAtStart = (lists: readonly StoredList[]): StoredList | undefined =>
  lists.findLast(({ confirmed_by }) => confirmed_by !== null)
