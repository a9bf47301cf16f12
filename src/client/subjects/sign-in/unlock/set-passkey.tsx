import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { useState } from 'react'
import { useBusyWhile } from '../../../browser/busy'
import { deviceUnlock } from '../../../device/unlock/device-unlock'
import { unlockFaultOf } from '../../../device/unlock/unlock-fault'
import { toastSuccess } from '../../../ui/toasts'
import { CONFIRMING_WORDS, NO_PASSKEY, OTHER_USERS_WARNING } from './passkey-words'
import { purposeOf, WAY_WORDS } from './unlock-words'

/** Explains the protection of a passkey and its limits, then has the browser create one. */
export function SetPasskey({ name, onClose }: { name: string; onClose: () => void }) {
  const [error, setError] = useState<string | null>(null)
  const [isSaving, setIsSaving] = useState(false)
  useBusyWhile('form', true)

  const save = async () => {
    setIsSaving(true)
    setError(null)
    const outcome = await deviceUnlock.setPasskey(name).catch(unlockFaultOf)
    setIsSaving(false)
    if (outcome !== 'set') return setError(NO_PASSKEY[outcome])
    toastSuccess(WAY_WORDS.passkey.isSet)
    onClose()
  }
  return (
    <Stack gap="md">
      <Text>
        {purposeOf(['passkey'])} {CONFIRMING_WORDS} {WAY_WORDS.passkey.ends}
      </Text>
      <Alert color="amber" icon={<IconUsers aria-hidden="true" />} title="Not on a tablet with a shared passcode">
        {OTHER_USERS_WARNING}
      </Alert>
      <Text c="red" role="alert">
        {error}
      </Text>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose} disabled={isSaving}>
          Cancel
        </Button>
        <Button onClick={() => void save()} loading={isSaving}>
          {WAY_WORDS.passkey.set}
        </Button>
      </Group>
    </Stack>
  )
}
