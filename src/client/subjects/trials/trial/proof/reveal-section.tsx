import type { Trial } from '#contract/trials'
import { canInSystem } from '#domain/people/permissions'
import { mayRevealInStatus } from '#domain/trials/trial-status'
import { Button, Skeleton, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { IconLockOpen } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { systemPermissionQuery } from '../../../../api/session-queries'
import { Instant } from '../../../../ui/instant'
import { QueryView } from '../../../../device/offline/query-view'
import { ProofSection } from './proof-section'
import classes from './proof-tab.module.css'
import { RevealDialog } from './reveal-dialog'
import { RevealedSeed, type Revealed } from './revealed-seed'

/** The reveal of a finished trial's seed: who may, when, and the button. */
export function RevealSection({ trial }: { trial: Trial }) {
  const permission = useQuery(systemPermissionQuery)
  return (
    <ProofSection title="Reveal">
      <p className={classes['words']}>
        When the trial is over, a system administrator can reveal its seed. The seed is then in the ledger, and everyone
        with the ledger can check every allocation. The trial’s users are notified.
      </p>
      <QueryView query={permission} loading={<Skeleton height="2.75rem" width="12rem" />}>
        {(granted) => <Reveal trial={trial} reason={reasonNotToReveal(trial, canInSystem(granted, 'revealSeed'))} />}
      </QueryView>
    </ProofSection>
  )
}

const reasonNotToReveal = (trial: Trial, isPermitted: boolean): string | null => {
  if (!mayRevealInStatus(trial.trial_status_id))
    return `The trial is ${trial.trial_status.name}. Its seed can be revealed only once it is Finished or Terminated.`
  return isPermitted ? null : 'Only a system administrator can reveal the seed.'
}

function Reveal({ trial, reason }: { trial: Trial; reason: string | null }) {
  const [isOpen, { open, close }] = useDisclosure()
  const [revealed, setRevealed] = useState<Revealed | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const shown = useRef<HTMLDivElement>(null)
  // A seed revealed on this page stays on it, and an open dialog stays open.
  const isAtRest = revealed === null && !isOpen
  if (isAtRest && typeof trial.seed_revealed_at === 'string')
    return <WasRevealed at={trial.seed_revealed_at} zone={trial.selected_timezone} />
  if (isAtRest && reason !== null) return <Text c="dimmed">{reason}</Text>
  return (
    <>
      {revealed === null ? (
        <Button
          ref={button}
          variant="outline"
          color="red"
          leftSection={<IconLockOpen size={20} aria-hidden="true" />}
          onClick={open}
        >
          Reveal seed
        </Button>
      ) : (
        <div ref={shown} tabIndex={-1}>
          <RevealedSeed revealed={revealed} />
        </div>
      )}
      <RevealDialog
        trial={trial}
        isOpen={isOpen}
        onRevealed={setRevealed}
        onClose={close}
        onClosed={() =>
          (shown.current ?? button.current ?? document.getElementById('tab-heading'))?.focus({ preventScroll: true })
        }
      />
    </>
  )
}

function WasRevealed({ at, zone }: { at: string; zone: string }) {
  return (
    <Text>
      The seed was revealed on <Instant at={at} zone={zone} />. It is in the ledger, which can be downloaded above.
    </Text>
  )
}
