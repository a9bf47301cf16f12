import { paths } from '../paths'
import { RecordLink } from '../ui/record-link'
import classes from './pack-link.module.css'

type PackLinkProps = { trialId: number; pack: { id: number; pack_id: string } }

/** The id of a pack, leading to the pack. It never breaks: half of an ID looks like a whole one. */
export function PackLink({ trialId, pack: { id, pack_id } }: PackLinkProps) {
  return (
    <RecordLink
      {...paths.studyPack(trialId, id)}
      className={`identifier ${classes['id']}`}
      aria-label={`Pack ${pack_id}`}
    >
      {pack_id}
    </RecordLink>
  )
}
