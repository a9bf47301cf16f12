import { Skeleton, Stack } from '@mantine/core'
import { counted } from '../../ui/format-number'
import { DispensePanel } from '../../subjects/study-packs/queue/dispense-panel'
import { DispenseQueue } from '../../subjects/study-packs/queue/dispense-queue'
import { oldestFirst, packsToDispense } from '../../subjects/study-packs/queue/packs-to-dispense'
import { refetchFailed, type InventoryOf } from '../../subjects/study-packs/queue/use-inventories'
import { arePacksAwaited, packsNotLoaded } from '../../subjects/study-packs/queue/packs-not-loaded'
import { useParticipantIds } from '../../subjects/study-packs/queue/use-participant-ids'
import { HomeSection } from './home-section'
import { NotLoaded } from './not-loaded'

/** The work of people who dispense: scan a pack, or choose the next waiting one. */
export function DispenserWork({ inventories }: { inventories: readonly InventoryOf[] }) {
  const idsOf = useParticipantIds(
    inventories
      .filter(({ trial, packs }) => trial.is_participant_id_used && packs !== null)
      .map(({ trial }) => trial.id),
  )
  const queue = oldestFirst(
    inventories.flatMap(({ trial, packs, dispensed }) => {
      const participantIds = idsOf.get(trial.id)
      return packsToDispense({ trial, packs: packs ?? [], dispensed, ...(participantIds && { participantIds }) })
    }),
  )
  const isAwaited = arePacksAwaited(inventories)
  const notLoaded = packsNotLoaded(inventories)
  const note = queue.length === 0 ? undefined : `${counted(queue.length, 'pack')}, oldest first`
  return (
    <>
      <DispensePanel inventories={inventories} />
      <HomeSection title="Packs to dispense" note={isAwaited ? undefined : note}>
        {isAwaited ? (
          <Stack gap={1} aria-hidden="true">
            <Skeleton height="4.75rem" />
            <Skeleton height="4.75rem" />
            <Skeleton height="4.75rem" />
          </Stack>
        ) : (
          <>
            {notLoaded !== null && <NotLoaded onRetry={() => refetchFailed(inventories)}>{notLoaded}</NotLoaded>}
            {(notLoaded === null || queue.length > 0) && (
              <DispenseQueue packs={queue} zoneOf={zoneIn(inventories)} asOf={oldestAge(inventories)} />
            )}
          </>
        )}
      </HomeSection>
    </>
  )
}

const zoneIn =
  (inventories: readonly InventoryOf[]) =>
  (trialId: number): string =>
    inventories.find(({ trial }) => trial.id === trialId)?.trial.selected_timezone ?? 'UTC'

/** When the oldest of the packs that cannot be refetched were received; null where all are current. */
const oldestAge = (inventories: readonly Pick<InventoryOf, 'isUnconfirmed' | 'as_of'>[]): number | null => {
  const ages = inventories.filter(({ isUnconfirmed }) => isUnconfirmed).map(({ as_of }) => as_of)
  return ages.length === 0 ? null : Math.min(...ages)
}
