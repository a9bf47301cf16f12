import { EXPORTS } from '#domain/reports/export'
import { can } from '#domain/people/permissions'
import { NO_STUDY_PACKS } from '#domain/study-packs/study-pack'
import type { StudyPackAction } from '#domain/study-packs/study-pack-actions'
import { packsAfter } from '#offline/overlay'
import { Text } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useMemo, type ReactNode } from 'react'
import { studyPacksExport } from '../reports/exports/export-addresses'
import { packPlace, studyPacksSearch } from './study-packs-search'
import { ExportMenu } from '../reports/exports/export-menu'
import { ArrangeList } from '../../desk/arrange-list'
import { BesideList, useHasRoomBeside } from '../../desk/beside-list'
import { useArrangedColumns } from '../../desk/arranged-columns'
import { useShownColumns } from '../../desk/use-shown-columns'
import { paths } from '../../paths'
import { EmptyList } from '../../ui/empty-list'
import { formatNumber } from '../../ui/format-number'
import { TextLink } from '../../ui/link-button'
import { listedColumns, sortsOf, storedColumns, type SortChoice } from '../../ui/record-column'
import { useIsWide } from '../../ui/use-is-wide'
import { useToday } from '../../device/offline/use-now'
import { isWholeTrial, useTrialAtHand } from '../trials/trial/trial-page'
import { BULK_MENU, bulkActionId } from './actions/bulk-actions'
import { DoneNotice } from '../../ui/done-notice'
import { offeredActions, permittedActions } from './actions/offered-actions'
import { PackActionDialog } from './actions/pack-action-dialog'
import { packMenuId } from './actions/pack-menu'
import { useChosenAction } from './actions/use-chosen-action'
import { LowStockNotice } from './list/low-stock-notice'
import { PackFilters } from './list/pack-filters'
import { filterPacks, indexPacks, isNarrowed } from './list/pack-index'
import { PackList } from './list/pack-list'
import { PackListFoot } from './list/pack-list-foot'
import { orderedRows } from './list/pack-rows'
import { PackTools } from './list/pack-tools'
import { SelectionBar } from './list/selection-bar'
import { lowStock } from './list/stock-of-packs'
import { usePackSelection, type PackSelection } from './list/use-pack-selection'
import { packColumns } from './pack-columns'
import type { PackBatches, PackFromServerOrStore } from './pack-from-server-or-store'
import { siteTitlesOf } from './site-titles'
import { usePacksDispensedHere } from './use-packs-dispensed-here'
import { PACKS_NEED_SERVER } from './packs-need-server'
import { focusFirst } from '../../ui/focus-first'

const StudyPackAtHand = lazy(() =>
  import('./pack/study-pack-record').then(({ StudyPackAtHand }) => ({ default: StudyPackAtHand })),
)

const route = getRouteApi('/signed-in/trials/$trialId/tabs/study-packs')

type FoundPacksProps = {
  batches: PackBatches['data']
  /** When the server answered, in milliseconds since the epoch. */
  asOf: number
  /**
   * Whether they, or their trial, come from the store of this device: then packs can be dispensed, and nothing else.
   */
  isStored: boolean
  isManaging: boolean
  /** The actions beside the search. */
  actions: ReactNode
}

/** The loaded packs of a trial: low stock, the filters, the list, and the actions. */
export function FoundPacks({ batches: serverBatches, asOf, isStored, isManaging, actions }: FoundPacksProps) {
  const { trial, permission } = useTrialAtHand()
  const address = route.useSearch({ structuralSharing: true })
  const { open } = address
  const search = useMemo(() => studyPacksSearch.change(address, { open: undefined }), [address])
  const hasRoomBeside = useHasRoomBeside()
  const isWide = useIsWide()
  const navigate = route.useNavigate()
  const choice = useChosenAction(trial.id)
  const shownKey = JSON.stringify(search)
  const dispensed = usePacksDispensedHere(asOf)
  const batches = useMemo(
    () =>
      dispensed.size === 0
        ? serverBatches
        : serverBatches.map(({ batch_id, study_packs }) => ({
            batch_id,
            study_packs: packsAfter(study_packs, dispensed),
          })),
    [serverBatches, dispensed],
  )
  // Indexed once for each answer, and filtered once for each search: not at each tick.
  const index = useMemo(() => indexPacks(batches), [batches])
  const { filter, place } = useMemo(() => packPlace(search), [search])
  const today = useToday(trial.selected_timezone)
  const matching = useMemo(() => filterPacks(index, filter, today), [index, filter, today])
  const batch = place.sort === 'batch' ? 'above' : hasRoomBeside && open === undefined ? 'column' : 'line'
  const rows = useMemo(() => orderedRows(matching, place, siteTitlesOf(trial)), [matching, place, trial])
  const low = useMemo(
    () => (isStored || !isWholeTrial(trial) ? [] : lowStock(index.packs, trial, today)),
    [index, isStored, trial, today],
  )
  const offered = useCallback(
    (pack: PackFromServerOrStore) =>
      offeredActions(pack, permission).filter((action) => !isStored || action === 'dispense'),
    [permission, isStored],
  )
  const selection = usePackSelection(index.byId)
  const { choose } = choice
  const chooseOne = useCallback(
    (action: StudyPackAction, pack: PackFromServerOrStore) => choose(action, [pack]),
    [choose],
  )
  const show = (changes: ReturnType<typeof studyPacksSearch.validate>, replace = false) =>
    // The filters stay in place under the fingers.
    void navigate({
      search: (before) => studyPacksSearch.change(before, { open: undefined, ...changes }),
      replace,
      resetScroll: false,
    })
  const sorting = {
    shown: place,
    onSort: ({ sort, order }: SortChoice) => show(studyPacksSearch.validate({ sort, order })),
  }
  const showBeside = (id: string | undefined) =>
    void navigate({ search: studyPacksSearch.change(search, { open: id }), replace: true, resetScroll: false })
  const hidden = useHidden(selection, matching)
  const showsGroups = useMemo(() => index.packs.some(({ study_group }) => study_group !== undefined), [index])
  const every = useMemo(() => {
    const packs = packColumns({ trial, showsGroups, batch, beside: hasRoomBeside ? search : undefined })
    return isStored ? storedColumns(packs) : listedColumns(packs)
  }, [isStored, trial, showsGroups, batch, search, hasRoomBeside])
  const columns = useArrangedColumns('study_packs', every)
  const shownColumns = useShownColumns('study_packs', columns)
  const sorts = useMemo(() => sortsOf(packColumns({ trial, showsGroups, batch })), [trial, showsGroups, batch])
  const lowStockNotice = <LowStockNotice lines={low} onSite={(id) => show({ site_id: String(id) })} />
  const count = (
    <Text c="dimmed" aria-live="polite">
      {matching.length === 0 ? '' : shownOf(matching.length, index.packs.length)}
    </Text>
  )
  return (
    <>
      <PackTools
        {...(index.packs.length > 0 && {
          search: (
            <PackFilters
              trial={trial}
              batches={index.batches}
              groups={
                showsGroups && isWholeTrial(trial)
                  ? trial.study_groups.flatMap(({ id, name }) => (id === undefined ? [] : [{ id, name }]))
                  : []
              }
              shown={filter}
              sorts={sorts}
              sorting={sorting}
              onShow={show}
            />
          ),
        })}
      >
        {(!isWide || isManaging) && lowStockNotice}
        <ArrangeList list="study_packs" trialId={trial.id} search={search} columns={every} />
        {actions}
      </PackTools>
      <DoneNotice text={choice.doneMessage} />
      {isStored && <Text mb="xs">{PACKS_NEED_SERVER}</Text>}
      {matching.length === 0 ? (
        <EmptyList
          texts={
            isStored
              ? NONE_STORED
              : { ...NONE, empty: can(permission, 'importStudyPacks') ? NONE_IMPORTED : NONE.empty }
          }
          isNarrowed={isNarrowed(filter)}
          onShowAll={() => void navigate({ search: {}, resetScroll: false })}
        />
      ) : (
        <BesideList
          openId={hasRoomBeside && !isManaging && open !== undefined ? Number(open) : null}
          label="Study pack"
          onOpen={(id) => showBeside(String(id))}
          onClose={() => showBeside(undefined)}
          pageLink={
            <TextLink {...paths.studyPack(trial.id, Number(open))} fw={600}>
              Open the whole page
            </TextLink>
          }
          record={
            <Suspense>
              <StudyPackAtHand studyPackId={Number(open)} isBeside />
            </Suspense>
          }
        >
          <PackList
            offered={offered}
            rows={rows}
            columns={columns}
            ticked={isManaging ? selection.ids : null}
            onTick={selection.toggle}
            onChoose={chooseOne}
            sorting={sorting}
            shownKey={shownKey}
          />
        </BesideList>
      )}
      {!isManaging && (
        <PackListFoot count={count}>
          {isWide && lowStockNotice}
          {matching.length > 0 && !isStored && (
            <ExportMenu
              formats={EXPORTS['study-packs'].formats}
              shown={shownColumns}
              addressOf={(chosen) => studyPacksExport(trial.id, chosen, search)}
            />
          )}
        </PackListFoot>
      )}
      {isManaging && (
        <SelectionBar
          selection={selection}
          hidden={hidden}
          matching={matching.length}
          isAllSelected={selection.ids.size - hidden === matching.length}
          actions={permittedActions(permission)}
          isConfirmable={trial.is_confirmable}
          onSelectAll={() => selection.add(matching)}
          onChoose={(action) => choose(action, selection.packs)}
        />
      )}
      {isWholeTrial(trial) && (
        <PackActionDialog
          trial={trial}
          choice={choice}
          onDrop={selection.drop}
          onClosed={({ action, packs: [first] }) =>
            focusFirst(bulkActionId(action), BULK_MENU, packMenuId(first?.id ?? 0), 'tab-heading')
          }
        />
      )}
    </>
  )
}

/** How many of the selected packs the search and the filters hide. */
const useHidden = ({ packs }: PackSelection, matching: readonly PackFromServerOrStore[]): number =>
  useMemo(() => {
    if (packs.length === 0) return 0
    const shown = new Set(matching)
    return packs.filter((pack) => !shown.has(pack)).length
  }, [packs, matching])

const shownOf = (count: number, all: number): string =>
  count === all ? `${formatNumber(all)} study packs` : `${formatNumber(count)} of ${formatNumber(all)} study packs`

const NONE = {
  title: NO_STUDY_PACKS,
  empty: 'Study packs appear here once a system administrator has imported them.',
  narrowed: 'No study pack matches the search and the filters. Clear them to see them all.',
  showAll: 'Show all study packs',
}
const NONE_STORED = {
  ...NONE,
  empty: 'No match on this device. Search again when you are online.',
  narrowed: 'No match on this device. Search again when you are online.',
}
const NONE_IMPORTED = 'Packs appear here after an import. Each is Inactive until someone activates it.'
