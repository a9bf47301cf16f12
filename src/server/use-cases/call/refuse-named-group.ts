import { invalidFields, type Refusal } from '#contract/errors'
import { groupNamedIn } from '#domain/participants/named-group'
import { accepted, refused, type Outcome } from '#domain/outcome'
import { findFormerNames } from '../../ground/db/former-names'
import { findLearnedGroups } from '../../ground/db/learned-groups'
import type { Transaction } from '../../ground/db/transaction'
import { findTrial } from '../../ground/db/trials'
import type { Actor } from './call'
import type { TrialView } from './view'

/** Who writes in a trial, and what they see of its groups. */
type Writer = { actor: Pick<Actor, 'user_id'>; view: Pick<TrialView, 'trial_id' | 'visibility'> }

/** What was written, by the field it came in and the word for it on the screen. */
type FreeText = { field: string; called: 'comment' | 'reason'; text: string }

/**
 * Refuses texts that blinded people read while they name a study group, by a name or label that it has or had, that their writer sees or
 * may have learned. What the writer cannot know is not looked for: a refusal would tell it (decision 0036).
 */
export const refuseNamedGroup = async (
  transaction: Transaction,
  { actor, view: { trial_id, visibility } }: Writer,
  texts: readonly FreeText[],
): Promise<Outcome<null, Refusal>> => {
  const learned = visibility === 'names' ? [] : await findLearnedGroups(transaction, trial_id, actor.user_id)
  if (visibility === 'nothing' && learned.length === 0) return accepted(null)
  const names = await namesEver(transaction, trial_id)
  const learnedNames = names.filter(({ id }) => learned.includes(id))
  const named = texts.filter(
    ({ text }) =>
      groupNamedIn(text, names, visibility) !== null ||
      (learnedNames.length > 0 && groupNamedIn(text, learnedNames, 'names') !== null),
  )
  return named.length === 0
    ? accepted(null)
    : refused(invalidFields(Object.fromEntries(named.map(({ field, called }) => [field, namesAGroup(called)]))))
}

/**
 * The same for texts that are kept from everybody who sees less than their writer does: only what was learned beyond that is looked for.
 */
export const refuseLearnedGroup = async (
  transaction: Transaction,
  { actor, view: { trial_id, visibility } }: Writer,
  texts: readonly FreeText[],
): Promise<Outcome<null, Refusal>> =>
  visibility === 'names'
    ? accepted(null)
    : refuseNamedGroup(transaction, { actor, view: { trial_id, visibility: 'nothing' } }, texts)

const namesAGroup = (called: FreeText['called']): string =>
  `This ${called} names a study group, and blinded people read it. Please leave the group out.`

/** Every name and label that the groups of a trial have or had, each with the group's id. */
const namesEver = async (transaction: Transaction, trialId: number) => {
  const groups = (await findTrial(transaction, trialId))?.study_groups ?? []
  const former = await findFormerNames(transaction, trialId)
  return [
    ...groups,
    ...former.flatMap(({ study_group_id, ...names }) =>
      study_group_id === null ? [] : [{ id: study_group_id, ...names }],
    ),
  ]
}
