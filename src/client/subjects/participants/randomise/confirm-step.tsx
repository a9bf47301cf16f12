import type { Trial } from '#contract/trials'
import { Button, Group, Text } from '@mantine/core'
import { IconDice5, IconPencil } from '@tabler/icons-react'
import { canReachServer } from '../../../device/offline/connection'
import { useConnectionState } from '../../../device/offline/use-connection'
import { RANDOMISING } from '../../../safety-words'
import { useIsAtRest } from '../../../ui/use-is-at-rest'
import { answersReadBack, type Answers, type OfferedSite } from './answers'
import classes from './confirm-step.module.css'
import { NeedsConnection } from './needs-connection'
import { NothingHappened } from './nothing-happened'
import { mayPress, type Attempt } from './randomise-attempt'
import { RefusedAlert } from './refused-alert'
import { WaitingOffer } from './waiting-offer'
import { WizardStep } from './wizard-step'

type ConfirmStepProps = {
  trial: Trial
  sites: readonly OfferedSite[]
  answers: Answers
  attempt: Extract<Attempt, { phase: 'confirm' | 'sending' }>
  nothingHappened: boolean
  /** Whether a tap led here: a second one of the same finger must not randomise. */
  isJustTapped: boolean
  onApprove: (approved: boolean) => void
  onChangeAnswers: () => void
  onPress: () => Promise<void>
}

/** The second step: all answers in large type, and one deliberate press. */
export function ConfirmStep(props: ConfirmStepProps) {
  const { trial, sites, answers, attempt, nothingHappened, isJustTapped, onApprove, onChangeAnswers, onPress } = props
  const isSending = attempt.phase === 'sending'
  const refusal = attempt.phase === 'confirm' ? attempt.refusal : null
  const canReach = canReachServer(useConnectionState())
  const isAtRest = useIsAtRest(isJustTapped)
  return (
    <WizardStep step="Confirm" title="Check your answers" takesFocus>
      {nothingHappened && refusal === null && !isSending && <NothingHappened />}
      <dl className={classes['answers']}>
        {answersReadBack(trial, sites, answers).map(({ term, answer, isIdentifier }) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd className={isIdentifier ? 'identifier' : undefined}>{answer}</dd>
          </div>
        ))}
      </dl>
      {refusal !== null && (
        <RefusedAlert trial={trial} refusal={refusal} approved={attempt.approved} onApprove={onApprove} />
      )}
      {refusal !== null && <WaitingOffer trial={trial} sites={sites} answers={answers} refusal={refusal} />}
      {!canReach && !isSending && <NeedsConnection trial={trial} />}
      <Group gap="sm">
        <Button
          size="xl"
          color="petrol"
          leftSection={<IconDice5 size={28} aria-hidden="true" />}
          loading={isSending}
          disabled={!isSending && (!canReach || !isAtRest || !mayPress(attempt))}
          onClick={onPress}
        >
          Randomise this participant
        </Button>
        <Button
          variant="default"
          size="lg"
          leftSection={<IconPencil size={20} aria-hidden="true" />}
          disabled={isSending}
          onClick={onChangeAnswers}
        >
          Change the answers
        </Button>
      </Group>
      <Text aria-live="polite">{isSending ? RANDOMISING : ''}</Text>
    </WizardStep>
  )
}
