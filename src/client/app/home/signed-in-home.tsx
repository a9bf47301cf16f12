import { isSystemUser } from '#domain/people/permissions'
import { useQuery } from '@tanstack/react-query'
import { useAgeOf, useAtHand } from '../../device/offline/use-at-hand'
import { meQuery } from '../../api/session-queries'
import { activeTrialsQuery } from '../../api/trial-queries'
import { InstallHint } from '../../device/offline/install-hint'
import { OthersWaiting } from '../../device/outbox/others-waiting'
import { UnreleasedActions } from '../../device/outbox/unreleased-actions'
import { QueryView } from '../../device/offline/query-view'
import { PageSkeleton } from '../../ui/page-skeleton'
import { UnlockOffer } from '../../subjects/sign-in/unlock/unlock-offer'
import { HomeHeading } from './home-heading'
import { ROWS, Workday } from './workday'

/** The home of a signed-in person: the sections, and the day's work. */
export function SignedInHome() {
  const { data: me, isPending, fetchStatus } = useQuery(meQuery)
  const trials = useAtHand(activeTrialsQuery)
  const age = useAgeOf(trials)
  // The number of buttons depends on the person: drawn before that is known, the list below would jump.
  const isAwaited = isPending && fetchStatus === 'fetching'
  const maxLevel = me?.max_level ?? 0
  return (
    <>
      <HomeHeading me={me} maxLevel={isAwaited ? null : maxLevel} asOf={age} />
      {isAwaited ? (
        <PageSkeleton blocks={ROWS} />
      ) : (
        <>
          <UnreleasedActions />
          <QueryView query={trials} loading={<PageSkeleton blocks={ROWS} />}>
            {({ answer }) => (
              <Workday listed={answer.data} maxLevel={maxLevel} viewerId={me?.id ?? null}>
                {me !== undefined && !isSystemUser(maxLevel) && <UnlockOffer name={me.name} />}
                <InstallHint />
              </Workday>
            )}
          </QueryView>
          <OthersWaiting />
        </>
      )}
    </>
  )
}
