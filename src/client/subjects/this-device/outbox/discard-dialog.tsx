import type { StoredAction } from '#contract/stored-action'
import { deviceOutbox } from '../../../device/outbox/device-outbox'
import { MAY_BE_RECORDED } from '../../../safety-words'
import { mayBeRecorded } from './may-be-recorded'
import { ReasonDialog } from './reason-dialog'

/** Gives an action up, with the reason. */
export function DiscardDialog({ action, onClose }: { action: StoredAction; onClose: () => void }) {
  const sending = mayBeRecorded(action)
    ? `The action will not be sent again. ${MAY_BE_RECORDED}`
    : 'The server will never record this action.'
  return (
    <ReasonDialog
      title={`Discard: ${action.label}`}
      words={`${sending} It stays listed in the outbox, with your reason.`}
      button="Discard this action"
      confirm={(reason) => deviceOutbox.discard(action.id, reason)}
      tooLate="It may already be recorded, so you can no longer discard it"
      onClose={onClose}
    />
  )
}
