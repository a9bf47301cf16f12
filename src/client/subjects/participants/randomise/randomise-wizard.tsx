import type { Trial } from '#contract/trials'
import type { WaitingParticipant } from '#contract/waiting-list'
import type { EffectivePermission } from '#domain/people/permissions'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { useBusyWhile } from '../../../browser/busy'
import { deviceStorage } from '../../../browser/device-storage'
import { lastSiteOf, rememberSite } from '../../../session/last-sites'
import { useSession } from '../../../session/this-session'
import { reasonNotToRandomise } from '../../trials/trial/reason-not-to-randomise'
import { answersOfWaiting, blankAnswers, siteChosenAlready, type Answers, type OfferedSite } from './answers'
import { AttemptStep } from './attempt-step'
import { AttemptOfAnother, CannotRandomise } from './closed-wizard'
import { InputStep } from './input-step'

const route = getRouteApi('/signed-in/trials/$trialId/participants/new')

const storage = deviceStorage(() => localStorage)

type RandomiseWizardProps = {
  trial: Trial
  permission: EffectivePermission
  sites: readonly OfferedSite[]
  /** The participant of the waiting list with whom it begins; null for anyone else. */
  waiting: WaitingParticipant | null
}

/**
 * Input, confirm, finish. The address has only the key of the attempt and its person; the answers are only in memory. A page
 * with a key but no answers requests the outcome.
 */
export function RandomiseWizard({ trial, permission, sites, waiting }: RandomiseWizardProps) {
  const { attempt, by } = route.useSearch()
  const navigate = route.useNavigate()
  const sub = useSession().session?.sub
  const chosenAlready = siteChosenAlready(sites, lastSiteOf(storage, sub, trial.id))
  const [answers, setAnswers] = useState<Answers>(() =>
    waiting === null ? blankAnswers(trial, chosenAlready) : answersOfWaiting(trial, sites, waiting),
  )
  const [isJustTapped, setIsJustTapped] = useState(false)
  const [confirmedAs, setConfirmedAs] = useState<string | null>(null)
  const [firstAttempt] = useState(attempt)
  const [hasMoved, setHasMoved] = useState(false)
  const [nothingHappened, setNothingHappened] = useState(false)
  useBusyWhile('wizard', true)

  const begin = (answers: Answers, replace: boolean) => {
    const key = crypto.randomUUID()
    setAnswers(answers)
    setConfirmedAs(key)
    setHasMoved(true)
    void navigate({ search: { attempt: key, by: sub }, replace })
  }
  const restart = () => {
    setNothingHappened(true)
    setHasMoved(true)
    if (attempt === confirmedAs) begin(answers, true)
    else void navigate({ search: {}, replace: true })
  }

  if (attempt === undefined) {
    const reason = reasonNotToRandomise(trial, permission)
    if (reason !== null) return <CannotRandomise trial={trial} reason={reason} />
    return (
      <InputStep
        trial={trial}
        sites={sites}
        chosenAlready={chosenAlready}
        initial={answers}
        takesFocus={hasMoved || firstAttempt !== undefined}
        nothingHappened={nothingHappened}
        onContinue={(answers, isTapped) => {
          setNothingHappened(false)
          setIsJustTapped(isTapped)
          begin(answers, false)
        }}
      />
    )
  }
  if (sub === undefined || by !== sub) return <AttemptOfAnother trial={trial} />
  return (
    <AttemptStep
      key={attempt}
      attemptKey={attempt}
      trial={trial}
      permission={permission}
      sites={sites}
      answers={attempt === confirmedAs ? answers : null}
      nothingHappened={nothingHappened}
      isJustTapped={isJustTapped}
      // The abandoned attempt leaves the history: going back to it would say "not randomised" of the one that was.
      onChangeAnswers={() => void navigate({ search: {}, replace: true })}
      onNothingHappened={restart}
      onFinished={([participant]) => {
        const site = participant?.site.id ?? null
        if (site !== null) rememberSite(storage, sub, trial.id, site)
        // Going back must not randomise the participant twice.
        setAnswers(blankAnswers(trial, siteChosenAlready(sites, site)))
        setConfirmedAs(null)
        setNothingHappened(false)
      }}
    />
  )
}
