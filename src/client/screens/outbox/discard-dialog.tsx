import type { StoredAction } from '#contract/stored-action'
import { deviceOutbox } from '../../outbox/device-outbox'
import { MAY_BE_RECORDED, mayBeRecorded } from './may-be-recorded'
import { ReasonDialog } from './reason-dialog'

/** Gives an action up, with the reason. */
export function DiscardDialog({ action, onClose }: { action: StoredAction; onClose: () => void }) {
  const sending = mayBeRecorded(action) ? `It will not be sent again. ${MAY_BE_RECORDED}` : 'It will not be sent.'
  return (
    <ReasonDialog
      title={`Discard: ${action.label}`}
      words={`${sending} That it was here, and why it was discarded, stays in the outbox.`}
      button="Discard this action"
      confirm={(reason) => deviceOutbox.discard(action.id, reason)}
      tooLate="It may have reached the server meanwhile, so it cannot be discarded any more"
      onClose={onClose}
    />
  )
}
