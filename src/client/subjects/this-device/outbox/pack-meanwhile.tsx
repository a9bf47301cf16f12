import { studyPackStatusOfId } from '#domain/study-packs/study-pack'
import { DayOf, Instant } from '../../../ui/instant'
import type { RefusedPack } from './corrected-action'

/** The present state of a pack that conflicted with an action: its status, by whom and since when. */
export function PackMeanwhile({ pack: { study_pack_status_id, last_log } }: { pack: RefusedPack }) {
  const person = last_log?.actioned_by_user?.name
  return (
    <>
      {studyPackStatusOfId(study_pack_status_id)?.name}
      {person !== undefined && ` by ${person}`}
      {last_log !== null && (
        <>
          ,{' '}
          {last_log.is_day_only === true ? (
            <DayOf at={last_log.created_at} />
          ) : (
            <Instant at={last_log.created_at} zone={null} />
          )}
        </>
      )}
    </>
  )
}
