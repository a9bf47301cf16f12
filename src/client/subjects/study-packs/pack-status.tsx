import { waitingDispense } from '#offline/overlay'
import { studyPackTarget } from '#offline/targets'
import { PendingBadge } from '../../device/outbox/pending-badge'
import { useOutboxPart } from '../../device/outbox/use-outbox'
import { StudyPackStatusBadge } from '../../ui/study-pack-status-badge'
import type { PackFromServerOrStore } from './pack-from-server-or-store'
import { DISPENSED_HERE } from '../../safety-words'
import classes from './pack-status.module.css'

/** A pack's status from the server; an unsent action on this device replaces it, a refused one stands beside it. */
export function PackStatus({ pack }: { pack: Pick<PackFromServerOrStore, 'id' | 'study_pack_status_id'> }) {
  const isDispensedHere = useOutboxPart(({ own }) => waitingDispense(pack.id, own) !== undefined)
  return (
    <div className={classes['status']}>
      {!isDispensedHere && <StudyPackStatusBadge statusId={pack.study_pack_status_id} />}
      <PendingBadge target={studyPackTarget(pack.id)} waiting={DISPENSED_HERE} />
    </div>
  )
}
