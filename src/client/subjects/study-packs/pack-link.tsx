import { paths } from '../../paths'
import { RecordLink } from '../../ui/record-link'
import type { PackFromServerOrStore } from './pack-from-server-or-store'
import classes from './pack-link.module.css'

/** The id of a pack, leading to the pack's page. It never breaks: half of an ID looks like a whole one. */
export function PackLink({ trialId, pack }: { trialId: number; pack: Pick<PackFromServerOrStore, 'id' | 'pack_id'> }) {
  return (
    <RecordLink
      {...paths.studyPack(trialId, pack.id)}
      className={`identifier ${classes['id']}`}
      aria-label={`Pack ${pack.pack_id}`}
    >
      {pack.pack_id}
    </RecordLink>
  )
}
