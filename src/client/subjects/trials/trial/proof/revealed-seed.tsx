import type { api } from '#contract/api'
import type { ReceivedAnswer } from '#contract/endpoint'
import { Alert } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { Announced } from '../../../../ui/announced'
import { CopyableId } from '../../../../ui/copyable-id'
import { Definitions } from '../../../../ui/definitions'

export type Revealed = ReceivedAnswer<typeof api.revealSeed>

/** The seed that was revealed, and the start nonce that belongs to it. */
export function RevealedSeed({ revealed }: { revealed: Revealed }) {
  const { seed_hex, nonce_hex } = revealed
  return (
    <>
      <Announced>
        <Alert color="green" mb="sm" icon={<IconCircleCheck aria-hidden="true" />}>
          The seed is revealed. It is now in the ledger.
        </Alert>
      </Announced>
      <Definitions
        items={[
          ['Seed', <CopyableId key="seed" value={seed_hex} label="Seed" />],
          [
            'Start nonce',
            nonce_hex === null ? 'None was entered' : <CopyableId key="nonce" value={nonce_hex} label="Start nonce" />,
          ],
        ]}
      />
    </>
  )
}
