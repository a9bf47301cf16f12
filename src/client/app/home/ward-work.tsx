import { can } from '#domain/people/permissions'
import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { useServerNow } from '../../device/offline/use-now'
import { useOutbox } from '../../device/outbox/use-outbox'
import { paths } from '../../paths'
import { TextLink } from '../../ui/link-button'
import { listed } from '../../ui/listed'
import { shortTitle } from '../../ui/short-title'
import { refetchFailed, type InventoryOf } from '../../subjects/study-packs/queue/use-inventories'
import { arePacksAwaited } from '../../subjects/study-packs/queue/packs-not-loaded'
import { ForYou } from './for-you/for-you'
import { refusedItems, waitingItems } from './for-you/outbox-items'
import { collectItems, flagItems } from './for-you/participant-items'
import { expiringItems, pausedItems } from './for-you/trial-items'
import { HomeSection } from './home-section'
import { NotLoaded } from './not-loaded'
import { RecentParticipants } from './recent/recent-participants'
import { recentRows } from './recent/recent-rows'
import type { HomeTrial } from './use-home-trials'
import { useWardParticipants, type WardParticipants } from './use-ward-participants'

type WardWorkProps = {
  trials: readonly HomeTrial[]
  /** The trials in which the person works with participants. */
  wards: readonly HomeTrial[]
  /** The packs of the trials in which the person dispenses. */
  inventories: readonly InventoryOf[]
  viewerId: number | null
  /** Between the tasks and the newest participants. */
  children?: ReactNode
}

/**
 * The person's tasks, and the participants of their wards. People who run trials get only the tasks, where there are
 * any.
 */
export function WardWork({ trials, wards, inventories, viewerId, children }: WardWorkProps) {
  const lists = useWardParticipants(wards.map(({ listed }) => listed.id))
  const items = useForYouItems({ trials, wards, inventories, viewerId }, lists)
  const isAwaited = lists.some((list) => list.isAwaited)
  const areTasksAwaited = lists.some((list) => list.areTasksAwaited) || arePacksAwaited(inventories)
  const areTasksNotLoaded = [
    ...lists.map((list) => list.areTasksNotLoaded),
    ...inventories.map(({ isFailed }) => isFailed),
  ].some(Boolean)
  const refetch = () => Promise.all([...lists.map((list) => list.refetch()), refetchFailed(inventories)])
  const rows = recentRows(wards, lists)
  const notLoaded = wards.filter((_, place) => lists[place]?.isNotLoaded)
  const [first] = wards
  return (
    <>
      {(wards.length > 0 || items.length > 0) && (
        <HomeSection title="For you" note={items.length === 0 ? undefined : String(items.length)}>
          {areTasksNotLoaded && <NotLoaded onRetry={refetch}>Some tasks could not be loaded.</NotLoaded>}
          {areTasksAwaited && items.length === 0 ? (
            <Skeleton height="4rem" aria-hidden="true" />
          ) : (
            (!areTasksNotLoaded || items.length > 0) && <ForYou items={items} />
          )}
        </HomeSection>
      )}
      {children}
      {first !== undefined && (
        <HomeSection
          title="Recent participants"
          aside={
            wards.length === 1 && (
              <TextLink {...paths.participants(first.listed.id)} fw={600} underline="hover" py="0.625rem">
                All participants
              </TextLink>
            )
          }
        >
          {isAwaited ? (
            <Skeleton height="13.75rem" aria-hidden="true" />
          ) : (
            <>
              {notLoaded.length > 0 && <NotLoaded onRetry={refetch}>{participantsNotLoaded(notLoaded)}</NotLoaded>}
              {(notLoaded.length === 0 || rows.length > 0) && (
                <RecentParticipants rows={rows} asOf={storedSince(lists)} />
              )}
            </>
          )}
        </HomeSection>
      )}
    </>
  )
}

const participantsNotLoaded = (trials: readonly HomeTrial[]): string =>
  `The participants of ${listed(trials.map((trial) => shortTitle(trial.listed.title).name))} could not be loaded.`

/** All tasks, the most urgent first. */
const useForYouItems = (
  { trials, wards, inventories, viewerId }: WardWorkProps,
  lists: readonly WardParticipants[],
) => {
  const { own } = useOutbox()
  const now = useServerNow()
  const listOf = ({ listed }: HomeTrial) => lists.find(({ trialId }) => trialId === listed.id)
  const collectors = wards.filter(
    ({ permission }) => permission !== null && can(permission, 'randomise') && !can(permission, 'manageStudyPacks'),
  )
  return [
    ...refusedItems(own),
    ...collectors.flatMap((ward) => collectItems(ward, listOf(ward)?.newest ?? [])),
    ...waitingItems(own),
    ...inventories.flatMap((inventory) => expiringItems(inventory, now)),
    ...wards.flatMap((ward) => flagItems(ward, listOf(ward)?.flagged ?? [], { id: viewerId, now })),
    ...trials.flatMap(pausedItems),
  ]
}

/** When the oldest of the shown lists was received, where one comes from the store; else null. */
const storedSince = (lists: readonly WardParticipants[]): number | null => {
  const ages = lists.flatMap(({ stored }) => stored?.as_of ?? [])
  return ages.length === 0 ? null : Math.min(...ages)
}
