import { studyPackTarget, waitingDispense } from '#offline/overlay'
import { PendingBadge } from '../../device/outbox/pending-badge'
import { useOutbox } from '../../device/outbox/use-outbox'
import { StudyPackStatusBadge } from '../../ui/study-pack-status-badge'
import type { PackFromServerOrStore } from './pack-from-server-or-store'
import { DISPENSED_HERE } from '../../safety-words'
import classes from './pack-status.module.css'

/** A pack's status as the server tells it; in its place what waits on this device to be sent, beside it what the server refused. */
export function PackStatus({ pack }: { pack: Pick<PackFromServerOrStore, 'id' | 'study_pack_status_id'> }) {
  const { own } = useOutbox()
  return (
    <div className={classes['status']}>
      {waitingDispense(pack.id, own) === undefined && <StudyPackStatusBadge statusId={pack.study_pack_status_id} />}
      <PendingBadge target={studyPackTarget(pack.id)} waiting={DISPENSED_HERE} />
    </div>
  )
}
