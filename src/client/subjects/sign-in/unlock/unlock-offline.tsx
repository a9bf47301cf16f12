import type { UnlockWay } from '#domain/this-device/unlock-ways'
import { Stack, Text } from '@mantine/core'
import type { ComponentType } from 'react'
import { UnlockWithPasskey } from './unlock-with-passkey'
import { UnlockWithPin } from './unlock-with-pin'
import { WORKS_OFFLINE } from './unlock-words'

const FORMS: Record<UnlockWay, ComponentType> = { pin: UnlockWithPin, passkey: UnlockWithPasskey }

/** Each way that the person of this locked tablet has, while the server cannot be reached. */
export function UnlockOffline({ ways }: { ways: readonly UnlockWay[] }) {
  return (
    <Stack gap="sm">
      {ways.map((way) => {
        const Form = FORMS[way]
        return <Form key={way} />
      })}
      <Text size="sm">{WORKS_OFFLINE}</Text>
    </Stack>
  )
}
