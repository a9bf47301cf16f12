import type { StoredAction, StoredRefusal } from '#contract/stored-action'
import type { StoredCall } from '#contract/stored-calls'
import type { NewAction } from '#offline/outbox'
import { correctedCall } from '../../../device/outbox/sendable-actions'
import { aboutPacks, packNames, packsOf, type PackLabel } from '../../../device/outbox/several-packs'

/** A pack for which the server refused an action. */
export type RefusedPack = NonNullable<StoredRefusal['packs']>[number]

/** The packs for which the server refused an action the last time. */
export const packsAtFault = ({ notes }: Pick<StoredAction, 'notes'>): readonly RefusedPack[] =>
  notes.findLast(({ event }) => event === 'refused')?.refusal?.packs ?? []

/** A person's changes to a refused action. `selected` are the ids of the packs that stay, for an action on several. */
type Correction = { comment: string; confirmation_code: string | null; selected: readonly number[] }

/** The action that replaces a refused one, and in words the packs that it leaves out; null where it leaves out none. */
export const correctedAction = (
  { id, action, call }: { id: string; action: StoredAction; call: StoredCall },
  { comment, confirmation_code, selected }: Correction,
): { action: NewAction; words: string | null } => {
  const { author, trial, label, packs } = action
  const all = packsOf(action)
  const leftOutPacks = all.filter((pack) => !selected.includes(pack.id))
  const remainingPacks = all.filter((pack) => selected.includes(pack.id))
  const about = leftOutPacks.length === 0 ? { label, ...(packs && { packs }) } : aboutPacks(remainingPacks)
  const packsSent = leftOutPacks.length === 0 ? null : remainingPacks
  return {
    action: {
      id,
      author,
      trial,
      ...about,
      call: correctedCall(call, { comment, confirmation_code, packs: packsSent }),
    },
    words: leftOutPacks.length === 0 ? null : leftOutInWords(leftOutPacks),
  }
}

/** "pack A-1 was left out", "packs were left out". */
const leftOutInWords = (packs: readonly PackLabel[]): string => {
  const names = packNames(packs)
  return packs.length === 1 ? `pack ${names} was left out` : `packs ${names} were left out`
}
