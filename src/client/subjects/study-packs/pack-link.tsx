import { paths } from '../../paths'
import { RecordLink } from '../../ui/record-link'
import type { PackFromServerOrStore } from './pack-from-server-or-store'
import classes from './pack-link.module.css'
import { studyPacksSearch } from './study-packs-search'

type PackLinkProps = {
  trialId: number
  pack: Pick<PackFromServerOrStore, 'id' | 'pack_id'>
  /** The address of the list where the pack opens beside it. */
  beside?: ReturnType<typeof studyPacksSearch.validate> | undefined
}

/** The id of a pack, leading to the pack. It never breaks: half of an ID looks like a whole one. */
export function PackLink({ trialId, pack: { id, pack_id }, beside }: PackLinkProps) {
  const words = { className: `identifier ${classes['id']}`, 'aria-label': `Pack ${pack_id}`, children: pack_id }
  if (beside === undefined) return <RecordLink {...paths.studyPack(trialId, id)} {...words} />
  const search = studyPacksSearch.change(beside, { open: String(id) })
  return <RecordLink {...paths.studyPacks(trialId)} search={search} resetScroll={false} data-beside={id} {...words} />
}
