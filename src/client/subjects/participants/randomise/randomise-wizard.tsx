import type { Trial } from '#contract/trials'
import type { EffectivePermission } from '#domain/people/permissions'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { useBusyWhile } from '../../../browser/busy'
import { deviceStorage } from '../../../browser/device-storage'
import { lastSiteOf, rememberSite } from '../../../session/last-sites'
import { useSession } from '../../../session/this-session'
import { whyNotRandomise } from '../../trials/trial/why-not-randomise'
import { blankAnswers, siteChosenAlready, type Answers, type OfferedSite } from './answers'
import { AttemptStep } from './attempt-step'
import { AttemptOfAnother, CannotRandomise } from './closed-wizard'
import { InputStep } from './input-step'

const route = getRouteApi('/signed-in/trials/$trialId/participants/new')

const storage = deviceStorage(() => localStorage)

type RandomiseWizardProps = { trial: Trial; permission: EffectivePermission; sites: readonly OfferedSite[] }

/**
 * Input, confirm, finish. The address has only the key of the attempt and its person; the answers are only in memory. A page
 * with a key but no answers requests the outcome.
 */
export function RandomiseWizard({ trial, permission, sites }: RandomiseWizardProps) {
  const { attempt, by } = route.useSearch()
  const navigate = route.useNavigate()
  const sub = useSession().session?.sub
  const chosenAlready = siteChosenAlready(sites, lastSiteOf(storage, sub, trial.id))
  const [answers, setAnswers] = useState<Answers>(() => blankAnswers(trial, chosenAlready))
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
    const why = whyNotRandomise(trial, permission)
    if (why !== null) return <CannotRandomise trial={trial} why={why} />
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
      onChangeAnswers={() => void navigate({ search: {} })}
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
