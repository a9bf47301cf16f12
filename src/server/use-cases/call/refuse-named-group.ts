import { invalidFields, type Refusal } from '#contract/errors'
import { groupNamedIn } from '#domain/participants/named-group'
import { accepted, refused, type Outcome } from '#domain/outcome'
import { findFormerNames } from '../../ground/db/former-names'
import { findLearnedGroups } from '../../ground/db/learned-groups'
import type { Transaction } from '../../ground/db/transaction'
import { findTrial } from '../../ground/db/trials'
import type { Actor } from './call'
import type { TrialView } from './view'

/** The author of a text in a trial, with their view of its groups. */
type Writer = { actor: Pick<Actor, 'user_id'>; view: Pick<TrialView, 'trial_id' | 'visibility'> }

/** A text, with its field and the word for it on the screen. */
type FreeText = { field: string; called: 'comment' | 'reason'; text: string }

/**
 * Refuses texts for blinded readers that name a study group, by any present or former name or label that their author sees or
 * may have learned. Names that the author cannot know are not looked for, since a refusal would reveal them (decision 0036).
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
 * The same for texts that only people of the author's sight or more may read: only names that the author learned beyond it are
 * looked for.
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

/** All present and former names and labels of a trial's groups, each with the group's id. */
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
