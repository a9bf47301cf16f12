import type { EffectivePermission } from '#domain/people/permissions'
import { NO_STUDY_PACKS } from '#domain/study-packs/study-pack'
import { permitsAction } from '#domain/study-packs/study-pack-actions'
import { packsAfter } from '#offline/overlay'
import { Group, Skeleton, Text, Title } from '@mantine/core'
import { AgeNotice } from '../../../device/offline/age-notice'
import { paths } from '../../../paths'
import { EmptyState } from '../../../ui/empty-state'
import { LinkButton } from '../../../ui/link-button'
import { QueryView } from '../../../device/offline/query-view'
import { DispenseLink } from '../dispense-link'
import type { PackFromServerOrStore, PacksTrial } from '../pack-from-server-or-store'
import { PackRecord } from '../pack/pack-record'
import { useInventory } from '../use-inventory'
import { usePacksDispensedHere } from '../use-packs-dispensed-here'
import { PACKS_NEED_SERVER } from '../why-packs-need-server'

type StoredPackPageProps = {
  trial: Pick<PacksTrial, 'id' | 'sites'>
  permission: EffectivePermission
  studyPackId: number
}

/** A pack's page out of what this device keeps of it, with what was done here. */
export function StoredPackPage({ trial, permission, studyPackId }: StoredPackPageProps) {
  const { query, inventory, isUnconfirmed } = useInventory(trial.id)
  const dispensed = usePacksDispensedHere(inventory?.as_of ?? 0)
  if (inventory === null) {
    return (
      <QueryView query={query} loading={<Skeleton height="16rem" />}>
        {() => null}
      </QueryView>
    )
  }
  const listed = inventory.packs.find(({ id }) => id === studyPackId)
  return (
    <>
      {isUnconfirmed && <AgeNotice asOf={inventory.as_of} />}
      {listed === undefined ? (
        <NotStored trialId={trial.id} />
      ) : (
        packsAfter([listed], dispensed).map((pack) => (
          <StoredPack key={pack.id} trial={trial} permission={permission} pack={pack} />
        ))
      )}
    </>
  )
}

function StoredPack({
  trial,
  permission,
  pack,
}: Omit<StoredPackPageProps, 'studyPackId'> & { pack: PackFromServerOrStore }) {
  return (
    <>
      <Group justify="space-between" mb="md">
        <Title order={2} id="tab-heading" tabIndex={-1}>
          Pack {pack.pack_id}
        </Title>
        {permitsAction(pack.study_pack_status_id, 'dispense') && (
          <DispenseLink trialId={trial.id} permission={permission} pack={pack.pack_id} />
        )}
      </Group>
      <Text mb="md" maw="44rem">
        {PACKS_NEED_SERVER} The history of the pack is not available offline.
      </Text>
      <PackRecord trial={trial} pack={pack} />
    </>
  )
}

function NotStored({ trialId }: { trialId: number }) {
  return (
    <EmptyState
      title={NO_STUDY_PACKS}
      action={
        <LinkButton {...paths.studyPacks(trialId)} variant="default">
          All study packs
        </LinkButton>
      }
    >
      This pack is not saved on this device.
    </EmptyState>
  )
}
