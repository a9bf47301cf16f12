import { paths } from '../../paths'
import { PackLink } from '../../record-links/pack-link'
import classes from '../../record-links/pack-link.module.css'
import { RecordLink } from '../../ui/record-link'
import type { PackFromServerOrStore } from './pack-from-server-or-store'
import { studyPacksSearch } from './study-packs-search'

type ListedPackLinkProps = {
  trialId: number
  pack: Pick<PackFromServerOrStore, 'id' | 'pack_id'>
  /** The address of the list where the pack opens beside it. */
  beside: ReturnType<typeof studyPacksSearch.validate> | undefined
}

/** The ID of a pack in its list, as a link to its page, or to its record beside the list. */
export function ListedPackLink({ trialId, pack, beside }: ListedPackLinkProps) {
  if (beside === undefined) return <PackLink trialId={trialId} pack={pack} />
  const search = studyPacksSearch.change(beside, { open: String(pack.id) })
  return (
    <RecordLink
      {...paths.studyPacks(trialId)}
      search={search}
      resetScroll={false}
      data-beside={pack.id}
      className={`identifier ${classes['id']}`}
      aria-label={`Pack ${pack.pack_id}`}
    >
      {pack.pack_id}
    </RecordLink>
  )
}
