import type { Trial } from '#contract/trials'
import { PLANNING } from '#domain/trials/trial-status'
import { Button, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconDice5 } from '@tabler/icons-react'
import { useRef } from 'react'
import { CopyableId } from '../../../../ui/copyable-id'
import { ProofSection } from './proof-section'
import classes from './proof-tab.module.css'
import { StartNonceDialog } from './start-nonce-dialog'

/** The statistician's own number in every draw: its purpose, its value, and the button to enter it. */
export function StartNonceSection({ trial }: { trial: Trial }) {
  return (
    <ProofSection title="Start nonce">
      <p className={classes['words']}>
        Your own random number, mixed into every draw. Enter it after the commitment above was published, while the
        trial is still Planning. Whoever made the seed cannot have known your number, so they cannot have chosen the
        seed to suit it. Use dice, or a public random source agreed beforehand.
      </p>
      <EnteredNonce trial={trial} />
    </ProofSection>
  )
}

function EnteredNonce({ trial }: { trial: Trial }) {
  const [isOpen, { open, close }] = useDisclosure()
  const button = useRef<HTMLButtonElement>(null)
  if (trial.trial_status_id !== PLANNING) return <NonceOrWhyNone nonce={trial.nonce_hex ?? null} />
  return (
    <>
      {typeof trial.nonce_hex === 'string' ? (
        <NonceOrWhyNone nonce={trial.nonce_hex} />
      ) : (
        <Button ref={button} variant="default" leftSection={<IconDice5 size={20} aria-hidden="true" />} onClick={open}>
          Enter a start nonce
        </Button>
      )}
      <StartNonceDialog
        trial={trial}
        isOpen={isOpen}
        onClose={close}
        onClosed={() => (button.current ?? document.getElementById('tab-heading'))?.focus({ preventScroll: true })}
      />
    </>
  )
}

function NonceOrWhyNone({ nonce }: { nonce: string | null }) {
  if (nonce !== null) return <CopyableId value={nonce} label="Start nonce" />
  return <Text c="dimmed">None was entered. One can be entered only while the trial is Planning.</Text>
}
