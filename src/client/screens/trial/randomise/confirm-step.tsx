import type { Trial } from '#contract/trials'
import { Alert, Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconDice5, IconPencil } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { messageOf, type Failure } from '../../../api/failure'
import { canReachServer } from '../../../offline/connection'
import { useConnectionFace } from '../../../offline/use-connection'
import { answersReadBack, type Answers, type OfferedSite } from './answers'
import classes from './confirm-step.module.css'
import { NeedsConnection } from './needs-connection'
import { NothingHappened } from './nothing-happened'
import { duplicateWarning, mayPress, type Attempt } from './randomise-attempt'
import { WizardStep } from './wizard-step'

type ConfirmStepProps = {
  trial: Trial
  sites: readonly OfferedSite[]
  answers: Answers
  attempt: Extract<Attempt, { phase: 'confirm' | 'sending' }>
  nothingHappened: boolean
  onApprove: (approved: boolean) => void
  onChangeAnswers: () => void
  onPress: () => Promise<void>
}

/** The second step: everything read back in large type, and one deliberate press. */
export function ConfirmStep(props: ConfirmStepProps) {
  const { trial, sites, answers, attempt, nothingHappened, onApprove, onChangeAnswers, onPress } = props
  const isSending = attempt.phase === 'sending'
  const refusal = attempt.phase === 'confirm' ? attempt.refusal : null
  const canReach = canReachServer(useConnectionFace())
  return (
    <WizardStep step="Confirm" title="Is this right?" takesFocus>
      {nothingHappened && refusal === null && !isSending && <NothingHappened />}
      <dl className={classes['answers']}>
        {answersReadBack(trial, sites, answers).map(({ term, answer, isIdentifier }) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd className={isIdentifier ? 'identifier' : undefined}>{answer}</dd>
          </div>
        ))}
      </dl>
      {refusal !== null && <RefusedAlert refusal={refusal} approved={attempt.approved} onApprove={onApprove} />}
      {!canReach && !isSending && <NeedsConnection trial={trial} />}
      <Group gap="sm">
        <Button
          size="xl"
          color="petrol"
          leftSection={<IconDice5 size={28} aria-hidden="true" />}
          loading={isSending}
          disabled={!isSending && (!canReach || !mayPress(attempt))}
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
      <Text aria-live="polite">{isSending ? 'Randomising. Keep this page open.' : ''}</Text>
    </WizardStep>
  )
}

type RefusedAlertProps = { refusal: Failure; approved: boolean; onApprove: (approved: boolean) => void }

/** Why the last press randomised nobody (specification 000, section 8). */
function RefusedAlert({ refusal, approved, onApprove }: RefusedAlertProps) {
  // The button that was pressed may be disabled now: the focus goes to the reason.
  const alert = useRef<HTMLDivElement>(null)
  useEffect(() => alert.current?.focus(), [])
  const warning = duplicateWarning(refusal)
  if (warning === 'Warn') {
    return (
      <Alert
        ref={alert}
        tabIndex={-1}
        role="alert"
        color="amber"
        icon={<IconAlertTriangle aria-hidden="true" />}
        title="Participant ID duplicate found"
      >
        <Checkbox
          label="Randomise with this participant ID anyway"
          checked={approved}
          onChange={(event) => onApprove(event.currentTarget.checked)}
        />
      </Alert>
    )
  }
  const fields = refusal.kind === 'refused' ? Object.values(refusal.problem.fields ?? {}) : []
  return (
    <Alert
      ref={alert}
      tabIndex={-1}
      role="alert"
      color="red"
      icon={<IconAlertTriangle aria-hidden="true" />}
      title="Nobody was randomised"
    >
      <Stack gap="xs">
        <Text>{warning === 'Block' ? DUPLICATE_BLOCKED : messageOf(refusal)}</Text>
        {fields.map((message) => (
          <Text key={message}>{message}</Text>
        ))}
      </Stack>
    </Alert>
  )
}

const DUPLICATE_BLOCKED =
  'Participant ID duplicate blocked: This participant ID has been found to be a duplicate and cannot be used for randomisation in this trial.'
