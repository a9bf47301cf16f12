import { seesMore } from '#domain/blinding'
import { can } from '#domain/permissions'
import { randomisationErrorTitle } from '#domain/randomisation-error'
import type { RecordedError } from '../../db/participant-history'
import type { TrialView } from '../authorise'

const KEPT = 'what was written might tell more than you may see, and is kept from you'

/** An error as its viewer may read it. */
export type ShownError = Pick<RecordedError, 'created_at' | 'by' | 'comment' | 'as_used' | 'corrected' | 'strata'> & {
  title: string
}

/**
 * What was written about an error, as far as this viewer may read it: no words of who knew more of the groups than he may,
 * and, where he may not see stratum answers, none about a wrong one, since they tell it as well as the answers themselves do.
 */
export const shownError = (error: RecordedError, view: TrialView): ShownError => {
  const maySeeStrata = can(view.permission, 'viewStrata')
  const isKept = seesMore(error.writer_sight, view.sight) || (error.kind === 'wrong_stratum' && !maySeeStrata)
  return {
    created_at: error.created_at,
    by: error.by,
    title: randomisationErrorTitle(error.kind),
    comment: isKept ? KEPT : error.comment,
    strata: maySeeStrata ? error.strata : [],
    as_used: isKept ? null : error.as_used,
    corrected: isKept ? null : error.corrected,
  }
}

/** What was written when a group became known by accident, as far as this viewer may read it. */
export const shownAccident = ({ comment }: { comment: string }, { sight }: TrialView): string =>
  seesMore('names', sight) ? KEPT : comment
