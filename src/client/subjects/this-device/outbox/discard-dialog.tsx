import type { StoredAction } from '#contract/stored-action'
import { deviceOutbox } from '../../../device/outbox/device-outbox'
import { discardedWords, TOO_LATE_TO_DISCARD } from '../../../safety-words'
import { mayBeRecorded } from './may-be-recorded'
import { ReasonDialog } from './reason-dialog'

/** Gives an action up, with the reason. */
export function DiscardDialog({ action, onClose }: { action: StoredAction; onClose: () => void }) {
  return (
    <ReasonDialog
      title={`Discard: ${action.label}`}
      words={discardedWords(mayBeRecorded(action))}
      button="Discard this action"
      confirm={(reason) => deviceOutbox.discard(action.id, reason)}
      tooLate={TOO_LATE_TO_DISCARD}
      onClose={onClose}
    />
  )
}
