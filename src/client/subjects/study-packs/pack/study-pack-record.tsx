import { NO_STUDY_PACKS, packNotFound } from '#domain/study-packs/study-pack'
import { packsAfter } from '#offline/overlay'
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { asOf } from '../../../api/answer-at-hand'
import { failureOf, statusOf } from '../../../api/failure'
import { studyPackQuery, studyPacksQuery } from '../../../api/study-pack-queries'
import { BesideHeading } from '../../../desk/beside-heading'
import { StaleView } from '../../../device/offline/stale-view'
import { useAtHandOr } from '../../../device/offline/use-at-hand'
import { paths } from '../../../paths'
import { DetailsAndHistory } from '../../../ui/details-and-history'
import { showTitle } from '../../../ui/document-title'
import { EmptyState } from '../../../ui/empty-state'
import { LinkButton } from '../../../ui/link-button'
import { TabHeading } from '../../trials/trial/tab-heading'
import { isWholeTrial, useTrialAtHand } from '../../trials/trial/trial-page'
import { Definitions } from '../../../ui/definitions'
import { DoneNotice } from '../../../ui/done-notice'
import { recordTerms } from '../../../ui/record-column'
import { PackActionDialog } from '../actions/pack-action-dialog'
import { offeredActions } from '../actions/offered-actions'
import { useChosenAction } from '../actions/use-chosen-action'
import { packColumns } from '../pack-columns'
import { packsIn, type PackBatches, type PackFromServerOrStore } from '../pack-from-server-or-store'
import { usePacksDispensedHere } from '../use-packs-dispensed-here'
import { PACKS_NEED_SERVER } from '../packs-need-server'
import { packActionId, PackActions } from './pack-actions'
import { PackHistory } from './pack-history'
import { PageSkeleton } from '../../../ui/page-skeleton'
import { focusFirst } from '../../../ui/focus-first'

type StudyPackAtHandProps = {
  studyPackId: number
  /** Beside the list, and so on its page. */
  isBeside?: boolean
}

/** One pack, its details and its history, from the server or this device. */
export function StudyPackAtHand({ studyPackId, isBeside = false }: StudyPackAtHandProps) {
  const { trial } = useTrialAtHand()
  const fromServer = useQuery(studyPackQuery(trial.id, studyPackId))
  const pack = useAtHandOr(fromServer, studyPacksQuery(trial.id), (batches: PackBatches) =>
    packsIn(batches).find(({ id }) => id === studyPackId),
  )
  const dispensed = usePacksDispensedHere(pack.data === undefined ? 0 : asOf(pack.data))
  const failure = failureOf(fromServer.error)
  if (failure !== null && statusOf(failure) === 404)
    return (
      <NoPack title={packNotFound(studyPackId)}>This pack is not in this trial, or you cannot see its site.</NoPack>
    )
  return (
    <StaleView query={pack} loading={<PageSkeleton blocks={BLOCKS} />}>
      {({ answer }) =>
        answer === undefined ? (
          <NoPack title={NO_STUDY_PACKS}>This pack is not saved on this device.</NoPack>
        ) : (
          packsAfter<PackFromServerOrStore>([answer], dispensed).map((shown) => (
            <LoadedPack key={shown.id} pack={shown} isBeside={isBeside} />
          ))
        )
      }
    </StaleView>
  )
}

function NoPack({ title, children }: { title: string; children: string }) {
  const { trial } = useTrialAtHand()
  return (
    <EmptyState
      title={title}
      action={
        <LinkButton {...paths.studyPacks(trial.id)} variant="default">
          All study packs
        </LinkButton>
      }
    >
      {children}
    </EmptyState>
  )
}

function LoadedPack({ pack, isBeside }: { pack: PackFromServerOrStore; isBeside: boolean }) {
  const { trial, permission } = useTrialAtHand()
  const choice = useChosenAction(trial.id)
  const title = `Pack ${pack.pack_id}`
  // The dialogs need the trial's settings too, which a device does not store.
  const isWhole = pack.study_pack_logs !== undefined && isWholeTrial(trial)
  useEffect(() => {
    if (!isBeside) showTitle(title, trial.title)
  }, [title, trial.title, isBeside])
  const Heading = isBeside ? BesideHeading : TabHeading
  return (
    <>
      <Heading
        actions={
          <PackActions
            pack={pack}
            actions={offeredActions(pack, permission).filter((action) => isWhole || action === 'dispense')}
            onChoose={(action) => choice.choose(action, [pack])}
          />
        }
      >
        {title}
      </Heading>
      <DoneNotice text={choice.doneMessage} />
      <DetailsAndHistory
        of="pack"
        isBeside={isBeside}
        details={
          <Definitions items={recordTerms(packColumns({ trial, showsGroups: pack.study_group !== undefined }), pack)} />
        }
        history={
          isWhole ? (
            <PackHistory logs={pack.study_pack_logs ?? []} zone={trial.selected_timezone} />
          ) : (
            <Text>{PACKS_NEED_SERVER} The history of the pack is not available offline.</Text>
          )
        }
      />
      {isWholeTrial(trial) && (
        <PackActionDialog
          trial={trial}
          choice={choice}
          onClosed={({ action }) => focusFirst(packActionId(action), 'tab-heading')}
        />
      )}
    </>
  )
}

const BLOCKS = [['1.75rem', '12rem'], ['20rem']] as const
