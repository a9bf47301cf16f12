import type { StoredTrials } from '#contract/stored-answers'
import type { TrialSummary } from '#contract/trials'
import { can, isSystemUser } from '#domain/people/permissions'
import { InstallHint } from '../../device/offline/install-hint'
import { WhyNotOffline } from '../../device/offline/why-not-offline'
import { OthersWaiting } from '../../device/outbox/others-waiting'
import { UnreleasedActions } from '../../device/outbox/unreleased-actions'
import { ActiveTrials } from './active-trials'
import { HomeSection } from './home-section'
import { shortTitle } from './short-title'
import { useHomeTrials, type HomeTrial } from './use-home-trials'

type WorkdayProps = { listed: readonly (TrialSummary | StoredTrials['data'][number])[]; maxLevel: number }

/** The day's work, in an order that never changes while it loads. */
export function Workday({ listed, maxLevel }: WorkdayProps) {
  const trials = useHomeTrials(listed, !isSystemUser(maxLevel))
  return (
    <>
      <UnreleasedActions />
      {trials.some(({ permission }) => permission !== null && can(permission, 'randomise')) && (
        <WhyNotOffline action="randomise">{contactWords(trials)}</WhyNotOffline>
      )}
      <HomeSection title="Active trials">
        <ActiveTrials trials={trials} isSecond={false} />
      </HomeSection>
      <OthersWaiting />
      <InstallHint />
    </>
  )
}

/** Whom to ask while nobody can be randomised here, as far as it is saved. */
const contactWords = (trials: readonly HomeTrial[]): string =>
  trials
    .flatMap(({ listed, permission, trial }) =>
      permission !== null && can(permission, 'randomise') && trial?.contact
        ? [` Contact for ${shortTitle(listed.title)[0]}: ${trial.contact}.`]
        : [],
    )
    .join('')
