import { seesMore } from '#domain/people/blinding'
import { can } from '#domain/people/permissions'
import { randomisationErrorTitle } from '#domain/participants/randomisation-error'
import type { RecordedError } from '../../ground/db/participant-history'
import type { TrialView } from '../call/view'

const HIDDEN = 'hidden, because it could reveal the study group'

/** An error as its viewer may read it. */
export type ShownError = Pick<RecordedError, 'created_at' | 'by' | 'comment' | 'as_used' | 'corrected'> & {
  title: string
  strata: { stratum: string; used: string; corrected: string }[]
}

/**
 * The words about an error, as far as this viewer may read them: none by authors who knew more of the groups than the
 * viewer may, and, where the viewer may not see stratum answers, none about a wrong one, since they reveal it too.
 * Where the author, who need not see the answers, was wrong about the used one, the drawn one is shown beside it.
 */
export const shownError = (error: RecordedError, view: TrialView): ShownError => {
  const maySeeStrata = can(view.permission, 'viewStrata')
  const isHidden = seesMore(error.writer_sight, view.visibility) || (error.kind === 'wrong_stratum' && !maySeeStrata)
  return {
    created_at: error.created_at,
    by: error.by,
    title: randomisationErrorTitle(error.kind),
    comment: isHidden ? HIDDEN : error.comment,
    strata: maySeeStrata ? error.strata.map(({ drawn, ...one }) => ({ ...one, used: usedOf(one.used, drawn) })) : [],
    as_used: isHidden ? null : error.as_used,
    corrected: isHidden ? null : error.corrected,
  }
}

const usedOf = (answer: string, drawn: string | null): string =>
  drawn === null || drawn === answer ? answer : `${answer} (drawn as ${drawn})`

/**
 * The reason of each unblinding of a participant, in order of time, as far as this viewer may read it. The first was
 * given before the group was shown; the author of a later one may know it.
 */
export const shownUnblindings = <Unblinding extends { comment: string }>(
  unblindings: readonly Unblinding[],
  { visibility }: TrialView,
): Unblinding[] =>
  unblindings.map((one, place) => (place > 0 && seesMore('names', visibility) ? { ...one, comment: HIDDEN } : one))

/** The words about an accidental unblinding, as far as this viewer may read them. */
export const shownAccident = ({ comment }: { comment: string }, { visibility }: TrialView): string =>
  seesMore('names', visibility) ? HIDDEN : comment
