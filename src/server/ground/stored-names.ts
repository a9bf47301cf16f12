import { roleOfId, type Role } from '#domain/people/permissions'
import { studyPackStatusOfId } from '#domain/study-packs/study-pack'
import {
  allocationMethodOfId,
  randomisationMethodOfId,
  type AllocationMethod,
  type RandomisationMethod,
} from '#domain/trials/trial-methods'
import { trialStatusOfId } from '#domain/trials/trial-status'

/*
 * The name of a stored id. The database stores no others (its CHECKs come from the same lists), so an unknown one is damage: it
 * throws, and no empty name is shown or sent.
 */

const known =
  <Item>(what: string, itemOfId: (id: number) => Item | undefined) =>
  (id: number): Item => {
    const item = itemOfId(id)
    if (item === undefined) throw new Error(`there is no ${what} ${id}`)
    return item
  }

const trialStatus = known('trial status', trialStatusOfId)
const studyPackStatus = known('study pack status', studyPackStatusOfId)

export const storedRole: (id: number) => Role = known('role', roleOfId)
export const storedAllocationMethod: (id: number) => AllocationMethod = known('allocation method', allocationMethodOfId)
export const storedRandomisationMethod: (id: number) => RandomisationMethod = known(
  'randomisation method',
  randomisationMethodOfId,
)

export const trialStatusName = (id: number): string => trialStatus(id).name
export const studyPackStatusName = (id: number): string => studyPackStatus(id).name

/** A name that a join brings: a foreign key holds its row, so a missing one is damage too. `of` says whose it is. */
export const joinedName = (name: string | null | undefined, of: string): string => {
  if (name == null) throw new Error(`${of} has no name`)
  return name
}
