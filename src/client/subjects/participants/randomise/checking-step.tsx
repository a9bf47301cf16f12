import type { Trial } from '#contract/trials'
import { Button, Group, Loader, Text } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { messageOf } from '../../../api/failure'
import { paths } from '../../../paths'
import { CHECKING_RANDOMISED, STILL_CHECKING } from '../../../safety-words'
import { LinkButton } from '../../../ui/link-button'
import { DoNotRandomiseAgain } from './do-not-randomise-again'
import type { Attempt } from './randomise-attempt'
import { WizardStep } from './wizard-step'

type CheckingStepProps = {
  trial: Trial
  attempt: Extract<Attempt, { phase: 'checking' | 'unknown' | 'outcome_refused' }>
  onAskAgain: () => void
}

/** Shown until the server confirms the outcome. */
export function CheckingStep({ trial, attempt, onAskAgain }: CheckingStepProps) {
  const isOutcomeRefused = attempt.phase === 'outcome_refused'
  const isUnknown = attempt.phase === 'unknown' || (attempt.phase === 'checking' && attempt.checks > 0)
  return (
    <WizardStep step="Confirm" title={CHECKING_RANDOMISED} takesFocus>
      {!isOutcomeRefused && (
        <Group gap="md" aria-live="polite">
          <Loader size="sm" aria-hidden="true" />
          <Text>{isUnknown ? STILL_CHECKING : 'Checking with the server…'}</Text>
        </Group>
      )}
      {(isUnknown || isOutcomeRefused) && (
        <DoNotRandomiseAgain trial={trial} {...(isOutcomeRefused ? { reason: messageOf(attempt.refusal) } : {})} />
      )}
      {(isUnknown || isOutcomeRefused) && (
        <Group gap="sm">
          <Button
            leftSection={<IconRefresh size={20} aria-hidden="true" />}
            loading={attempt.phase === 'checking'}
            onClick={onAskAgain}
          >
            Check again now
          </Button>
          {isOutcomeRefused && (
            <LinkButton {...paths.participants(trial.id)} variant="default">
              See the participants
            </LinkButton>
          )}
        </Group>
      )}
    </WizardStep>
  )
}
