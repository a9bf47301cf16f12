import type { Participant } from '#contract/participants'
import type { Trial } from '#contract/trials'
import type { EffectivePermission } from '#domain/people/permissions'
import { useEffect, useEffectEvent } from 'react'
import { useBusyWhile } from '../../../browser/busy'
import { LeaveGuard } from '../../../action/leave-guard'
import { randomiseBody, type Answers, type OfferedSite } from './answers'
import { CheckingStep } from './checking-step'
import { ConfirmStep } from './confirm-step'
import { FinishStep } from './finish-step'
import { attemptToCheck, attemptToConfirm, isUnsettled } from './randomise-attempt'
import { useAttempt } from './use-attempt'
import { RESULT_NOT_KNOWN } from '../../../safety-words'

type AttemptStepProps = {
  attemptKey: string
  trial: Trial
  permission: EffectivePermission
  sites: readonly OfferedSite[]
  /** The answers to be confirmed; null after a reload, when only the key is known. */
  answers: Answers | null
  nothingHappened: boolean
  isJustTapped: boolean
  onChangeAnswers: () => void
  onNothingHappened: () => void
  onFinished: (participants: readonly Participant[]) => void
}

/** One attempt from its confirmation to its end, in any phase. */
export function AttemptStep(props: AttemptStepProps) {
  const { attemptKey, trial, permission, answers, onNothingHappened, onFinished } = props
  const { attempt, press, approve, askAgain } = useAttempt(
    trial.id,
    attemptKey,
    answers === null ? attemptToCheck : attemptToConfirm,
    answers === null ? null : (approved) => randomiseBody(trial, answers, approved),
  )
  const { phase } = attempt
  const reportPhase = useEffectEvent((reached: typeof phase) => {
    if (reached === 'nothing_happened') onNothingHappened()
    if (reached === 'finished' && attempt.phase === 'finished') onFinished(attempt.participants)
  })
  useEffect(() => reportPhase(phase), [phase])
  useBusyWhile('unsettled', isUnsettled(attempt))

  return (
    <>
      {/* A reload is safe: the key is in the address, and the page requests the outcome. */}
      <LeaveGuard
        isAsking={isUnsettled(attempt)}
        isLostWithTab={false}
        isStaying={phase !== 'nothing_happened'}
        title={RESULT_NOT_KNOWN.title}
        leave="Leave the page"
      >
        {RESULT_NOT_KNOWN.words}
      </LeaveGuard>
      {(attempt.phase === 'confirm' || attempt.phase === 'sending') && answers !== null && (
        <ConfirmStep {...props} answers={answers} attempt={attempt} onApprove={approve} onPress={press} />
      )}
      {(attempt.phase === 'checking' || attempt.phase === 'unknown' || attempt.phase === 'outcome_refused') && (
        <CheckingStep trial={trial} attempt={attempt} onAskAgain={askAgain} />
      )}
      {attempt.phase === 'finished' && (
        <FinishStep trial={trial} permission={permission} participants={attempt.participants} />
      )}
    </>
  )
}
