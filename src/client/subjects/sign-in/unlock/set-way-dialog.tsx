import type { UnlockWay } from '#domain/this-device/unlock-ways'
import type { ComponentType } from 'react'
import { Dialog } from '../../../ui/dialog'
import { SetPasskey } from './set-passkey'
import { SetPin } from './set-pin'
import { WAY_WORDS } from './unlock-words'

const FORMS: Record<UnlockWay, ComponentType<{ name: string; onClose: () => void }>> = {
  pin: SetPin,
  passkey: SetPasskey,
}

type SetWayDialogProps = { way: UnlockWay; name: string; isChange: boolean; onClose: () => void }

/** Sets a way to unlock this tablet offline. */
export function SetWayDialog({ way, name, isChange, onClose }: SetWayDialogProps) {
  const Form = FORMS[way]
  const { set, change } = WAY_WORDS[way].dialog
  return (
    <Dialog isOpen onClose={onClose} title={isChange ? change : set}>
      <Form name={name} onClose={onClose} />
    </Dialog>
  )
}
