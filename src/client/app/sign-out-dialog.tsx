import { isOpen } from '#offline/outbox-item'
import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { canReachServer } from '../offline/connection'
import { useConnectionFace } from '../offline/use-connection'
import { deviceOutbox } from '../outbox/device-outbox'
import { unsentActions, useOutbox } from '../outbox/use-outbox'
import { ownEscape } from '../ui/own-escape'

type SignOutDialogProps = { isLeaving: boolean; onClose: () => void; onSignOut: () => void }

/** Asked of whoever signs out with actions that the server has not confirmed: to send them now, to stay, or to leave them here. */
export function SignOutDialog({ isLeaving, onClose, onSignOut }: SignOutDialogProps) {
  const { own } = useOutbox()
  const unsent = own.filter(isOpen)
  const canSend = canReachServer(useConnectionFace())
  return (
    <Modal opened onClose={onClose} {...ownEscape(onClose)} title="Sign out with unsent actions?">
      <Stack gap="md">
        <Text aria-live="polite">
          {unsent.length === 0
            ? 'Everything has been sent.'
            : `${unsentActions(unsent.length)} ${unsent.length === 1 ? 'stays' : 'stay'} on this tablet for you, and ${
                unsent.length === 1 ? 'goes' : 'go'
              } out when you sign in here again. Nobody else can see or send ${unsent.length === 1 ? 'it' : 'them'}.`}
        </Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" data-autofocus onClick={onClose}>
            Cancel
          </Button>
          {unsent.length > 0 && (
            <Button variant="default" disabled={!canSend} onClick={deviceOutbox.wake}>
              Send now
            </Button>
          )}
          <Button loading={isLeaving} onClick={onSignOut}>
            Sign out
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
