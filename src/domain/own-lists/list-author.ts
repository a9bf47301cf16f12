/** Whoever makes a list knows who gets what by their number: they may never read who that is. */

/** The statement of a person who confirms a list; stored with their name and the time. */
export const LIST_CONFIRMED_MEANING = 'I have reviewed the checks of this list and confirm it'

/** What of a person’s permissions keeps them from making the list of a trial, or null. */
export const authorFault = (
  permissions: readonly { readonly trial_id: number | null }[],
  trialId: number,
): string | null => {
  if (permissions.some(({ trial_id }) => trial_id === null)) return AUTHOR_OF_SYSTEM
  return permissions.some(({ trial_id }) => trial_id === trialId) ? AUTHOR_IN_TRIAL : null
}

const AUTHOR_OF_SYSTEM = 'This person has a role of the system, which reaches participants'
const AUTHOR_IN_TRIAL = 'This person has a permission in the trial, and could see its participants'

/** Whether a permission reaches participants of a trial whose list this person makes or made. */
export const isKeptFrom = (
  { trial_id }: { readonly trial_id: number | null },
  authoredTrials: readonly number[],
): boolean => (trial_id === null ? authoredTrials.length > 0 : authoredTrials.includes(trial_id))

/** So many places left in a stratum are told to whoever may ask for more rows; a draw leaves one fewer each time. */
const LIST_NOTICES: readonly number[] = [20, 10, 5, 0]

/** Whether somebody is told when a stratum has this many places left. */
export const isTold = (placesLeft: number): boolean => LIST_NOTICES.includes(placesLeft)

/** At this many places or fewer a stratum needs a decision. */
export const FEW_PLACES = Math.max(...LIST_NOTICES)
