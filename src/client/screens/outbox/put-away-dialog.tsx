import { deviceOutbox } from '../../outbox/device-outbox'
import { ReasonDialog } from './reason-dialog'

/** Puts away what nobody can prove to be the person's, with the reason. */
export function PutAwayDialog({ id, onClose }: { id: string; onClose: () => void }) {
  return (
    <ReasonDialog
      title="Put away an unverified action"
      words="It will never be sent. The outbox keeps it, with your reason."
      button="Put it away"
      confirm={(reason) => deviceOutbox.putAway(id, reason)}
      tooLate="It was changed in another tab. Close this and look again."
      onClose={onClose}
    />
  )
}
