import { deviceOutbox } from '../../../device/outbox/device-outbox'
import { CHANGED_IN_ANOTHER_TAB, SET_ASIDE } from '../../../safety-words'
import { ReasonDialog } from './reason-dialog'

/** Puts away what nobody can prove to be the person's, with the reason. */
export function PutAwayDialog({ id, onClose }: { id: string; onClose: () => void }) {
  return (
    <ReasonDialog
      title="Set aside an unverified action"
      words={SET_ASIDE}
      button="Set this action aside"
      confirm={(reason) => deviceOutbox.putAway(id, reason)}
      tooLate={CHANGED_IN_ANOTHER_TAB}
      onClose={onClose}
    />
  )
}
