import { Button, Stack, Text } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useState } from 'react'
import { deviceUnlock, useUnlockView } from '../../../device/unlock/device-unlock'
import { unlockFaultOf } from '../../../device/unlock/unlock-fault'
import { passkeyFailed } from './passkey-words'

/** Opens the locked tablet by its person's passkey, while the server cannot be reached. */
export function UnlockWithPasskey() {
  const hasPin = useUnlockView().ways.includes('pin')
  const [error, setError] = useState<string | null>(null)
  const [isAsking, setIsAsking] = useState(false)

  const unlock = async () => {
    setIsAsking(true)
    setError(null)
    const outcome = await deviceUnlock.unlockWithPasskey().catch(unlockFaultOf)
    setIsAsking(false)
    setError(outcome === 'opened' || outcome === 'not_now' ? null : passkeyFailed(outcome, hasPin))
  }
  return (
    <Stack gap="xs">
      <Button
        size="lg"
        variant="light"
        loading={isAsking}
        onClick={() => void unlock()}
        leftSection={<IconFingerprint size={20} aria-hidden="true" />}
      >
        Unlock with passkey
      </Button>
      <Text c="red" role="alert">
        {error}
      </Text>
    </Stack>
  )
}
