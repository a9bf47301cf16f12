import type { EffectivePermission } from '#domain/people/permissions'
import { NO_STUDY_PACKS } from '#domain/study-packs/study-pack'
import { packsAfter } from '#offline/overlay'
import { Skeleton, Text, Title, VisuallyHidden } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { StoredCount } from '../../../device/offline/stored-count'
import { Dock } from '../../../ui/dock'
import { ListTools } from '../../../ui/list-tools'
import { useIsWide } from '../../../ui/use-is-wide'
import { paths } from '../../../paths'
import { EmptyState } from '../../../ui/empty-state'
import { formatNumber } from '../../../ui/format-number'
import { QueryView } from '../../../device/offline/query-view'
import { storedColumns } from '../../../ui/record-column'
import { RecordList } from '../../../ui/record-list'
import { SearchField } from '../../../ui/search-field'
import { DispenseLink } from '../dispense-link'
import { packColumns } from '../pack-columns'
import type { PacksTrial } from '../pack-from-server-or-store'
import { useInventory, type Inventory } from '../use-inventory'
import { usePacksDispensedHere } from '../use-packs-dispensed-here'
import { PACKS_NEED_SERVER } from '../why-packs-need-server'

/** How many stand in the list at once; whoever looks for another types its id. */
const SHOWN_AT_ONCE = 100

type StoredPacksProps = { trial: Pick<PacksTrial, 'id' | 'sites'>; permission: EffectivePermission }

/** The study packs that this device keeps, with what was done here: to be looked up by their ids, and dispensed. */
export function StoredPacks({ trial, permission }: StoredPacksProps) {
  const { query, inventory, isUnconfirmed } = useInventory(trial.id)
  return (
    <>
      <VisuallyHidden component="div">
        <Title order={2} id="tab-heading" tabIndex={-1}>
          Study packs
        </Title>
      </VisuallyHidden>
      {inventory === null ? (
        <QueryView query={query} loading={<Skeleton height="16rem" />}>
          {() => null}
        </QueryView>
      ) : (
        <FoundPacks trial={trial} permission={permission} inventory={inventory} isUnconfirmed={isUnconfirmed} />
      )}
    </>
  )
}

type FoundPacksProps = StoredPacksProps & { inventory: Inventory; isUnconfirmed: boolean }

function FoundPacks({ trial, permission, inventory, isUnconfirmed }: FoundPacksProps) {
  const isWide = useIsWide()
  const { q = '' } = useSearch({ strict: false })
  const navigate = useNavigate()
  const dispensed = usePacksDispensedHere(inventory.as_of)
  const { packs } = inventory
  const matching = packs.filter(({ pack_id }) => pack_id.toLowerCase().includes(q.toLowerCase()))
  return (
    <>
      <ListTools>
        <SearchField
          label="Search"
          placeholder="Pack ID"
          value={q}
          restsAfterMs={0}
          isInLine
          onSearch={(text) =>
            void navigate({ ...paths.studyPacks(trial.id), search: text === '' ? {} : { q: text }, replace: true })
          }
        />
        {isWide && <DispenseLink trialId={trial.id} permission={permission} />}
      </ListTools>
      <StoredCount
        count={`${formatNumber(Math.min(matching.length, SHOWN_AT_ONCE))} of ${formatNumber(packs.length)} study packs`}
        asOf={isUnconfirmed ? inventory.as_of : null}
      />
      <Text mb="xs">{PACKS_NEED_SERVER}</Text>
      {matching.length === 0 ? (
        <EmptyState title={NO_STUDY_PACKS}>No match on this device. Search again when you are online.</EmptyState>
      ) : (
        <RecordList
          label="Study packs"
          rows={packsAfter(matching.slice(0, SHOWN_AT_ONCE), dispensed)}
          keyOf={({ id }) => id}
          columns={storedColumns(packColumns({ trial, showsGroups: false }))}
        />
      )}
      {!isWide && (
        <Dock>
          <DispenseLink trialId={trial.id} permission={permission} />
        </Dock>
      )}
    </>
  )
}
