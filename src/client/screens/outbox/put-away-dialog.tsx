import { deviceOutbox } from '../../outbox/device-outbox'
import { ReasonDialog } from './reason-dialog'

/** Puts away what nobody can prove to be the person's, with the reason. */
export function PutAwayDialog({ id, onClose }: { id: string; onClose: () => void }) {
  return (
    <ReasonDialog
      title="Set aside an unverified action"
      words="It will never be sent. It stays in the outbox with your reason."
      button="Set it aside"
      confirm={(reason) => deviceOutbox.putAway(id, reason)}
      tooLate="It was changed in another tab. Close this and look again."
      onClose={onClose}
    />
  )
}
