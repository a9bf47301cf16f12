import { isSystemUser } from '#domain/people/permissions'
import { useQuery } from '@tanstack/react-query'
import { useAgeOf, useQueryOrStored } from '../../device/offline/use-query-or-stored'
import { readStoredTrials } from '#contract/stored-answers'
import { meQuery } from '../../api/session-queries'
import { activeTrialsQuery } from '../../api/trial-queries'
import { InstallHint } from '../../device/offline/install-hint'
import { OthersWaiting } from '../../device/outbox/others-waiting'
import { UnreleasedActions } from '../../device/outbox/unreleased-actions'
import { QueryView } from '../../device/offline/query-view'
import { PageSkeleton } from '../../ui/page-skeleton'
import { PinOffer } from '../../subjects/sign-in/pin/pin-offer'
import { HomeHeading } from './home-heading'
import { ROWS, Workday } from './workday'

/** Where a signed-in person goes on: the sections, and the day's work. */
export function SignedInHome() {
  const { data: me, isPending, fetchStatus } = useQuery(meQuery)
  const trials = useQueryOrStored(activeTrialsQuery, readStoredTrials)
  // Shown in one place: what somebody has typed stays when the server's answer replaces the stored one.
  const listed = trials.stored?.answer.data ?? trials.query.data?.data
  const ageOfAnswer = useAgeOf(trials.query)
  // How many buttons there are depends on who it is: drawn before that is known, the list below them would jump.
  const isAwaited = isPending && fetchStatus === 'fetching'
  const maxLevel = me?.max_level ?? 0
  return (
    <>
      <HomeHeading me={me} maxLevel={isAwaited ? null : maxLevel} asOf={trials.stored?.as_of ?? ageOfAnswer} />
      {isAwaited ? (
        <PageSkeleton blocks={ROWS} />
      ) : (
        <>
          <UnreleasedActions />
          {listed === undefined ? (
            <QueryView query={trials.query} loading={<PageSkeleton blocks={ROWS} />}>
              {() => null}
            </QueryView>
          ) : (
            <Workday listed={listed} maxLevel={maxLevel} viewerId={me?.id ?? null} />
          )}
          {me !== undefined && !isSystemUser(maxLevel) && <PinOffer name={me.name} />}
          <OthersWaiting />
          <InstallHint />
        </>
      )}
    </>
  )
}
