import { Anchor, Text } from '@mantine/core'
import { IconLockOpen } from '@tabler/icons-react'
import { StateNotice } from '../ui/state-notice'

/**
 * Replaces the app at an address without https: nothing could be sealed on this device, and others in the network could read
 * along. `address` is the page's own.
 */
export function NeedsHttps({ address }: { address: string }) {
  const secure = new URL(address)
  secure.protocol = 'https:'
  return (
    <main style={{ maxWidth: '40rem', margin: '0 auto', padding: '1rem' }}>
      <StateNotice tone="red" icon={IconLockOpen} title="This portal needs https">
        <Text>
          The address of this page begins with http://. Others on the network could read what you see and type, so
          nothing is shown.
        </Text>
        <Text mt="sm">
          Open <Anchor href={secure.origin}>{secure.origin}</Anchor> instead. If that fails, ask the service for its
          https address.
        </Text>
      </StateNotice>
    </main>
  )
}
