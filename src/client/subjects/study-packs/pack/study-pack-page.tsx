import type { StudyPack } from '#contract/study-packs'
import { packNotFound } from '#domain/study-packs/study-pack'
import { packsAfter } from '#offline/overlay'
import { Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect } from 'react'
import { failureOf, statusOf } from '../../../api/failure'
import { studyPackQuery } from '../../../api/study-pack-queries'
import { StaleView } from '../../../device/offline/query-or-stored-view'
import { useFallsBackToStored } from '../../../device/offline/use-falls-back-to-stored'
import { paths } from '../../../paths'
import { showTitle } from '../../../ui/document-title'
import { EmptyState } from '../../../ui/empty-state'
import { LinkButton } from '../../../ui/link-button'
import { TabHeading } from '../../trials/trial/tab-heading'
import { useTrialPage } from '../../trials/trial/trial-page'
import { DoneNotice } from '../../../ui/done-notice'
import { PackActionDialog } from '../actions/pack-action-dialog'
import { useChosenAction } from '../actions/use-chosen-action'
import { PacksGuard } from '../packs-guard'
import { StoredPackPage } from '../stored/stored-pack-page'
import { usePacksDispensedHere } from '../use-packs-dispensed-here'
import { packActionId, PackActions } from './pack-actions'
import { PackHistory } from './pack-history'
import { PackRecord } from './pack-record'
import classes from './study-pack-page.module.css'
import { PageSkeleton } from '../../../ui/page-skeleton'
import { focusFirst } from '../../../ui/focus-first'

const route = getRouteApi('/signed-in/trials/$trialId/tabs/study-packs/$studyPackId')

/** `/trials/{id}/study-packs/{packId}`: one pack, everything recorded, and what happened, in order. */
export function StudyPackPage() {
  return (
    <PacksGuard>
      <RequestedPack />
    </PacksGuard>
  )
}

function RequestedPack() {
  const { trial, permission } = useTrialPage()
  const { studyPackId } = route.useParams()
  const pack = useQuery(studyPackQuery(trial.id, studyPackId))
  const dispensed = usePacksDispensedHere(pack.dataUpdatedAt)
  const usesStored = useFallsBackToStored(pack)
  const failure = failureOf(pack.error)
  if (failure !== null && statusOf(failure) === 404) return <NoSuchPack id={studyPackId} />
  if (usesStored) return <StoredPackPage trial={trial} permission={permission} studyPackId={studyPackId} />
  return (
    <StaleView query={pack} loading={<PageSkeleton blocks={BLOCKS} />}>
      {(loaded) => packsAfter([loaded], dispensed).map((shown) => <LoadedPack key={shown.id} pack={shown} />)}
    </StaleView>
  )
}

function NoSuchPack({ id }: { id: number }) {
  const { trial } = useTrialPage()
  return (
    <EmptyState
      title={packNotFound(id)}
      action={
        <LinkButton {...paths.studyPacks(trial.id)} variant="default">
          All study packs
        </LinkButton>
      }
    >
      This pack is not in this trial, or you cannot see its site.
    </EmptyState>
  )
}

function LoadedPack({ pack }: { pack: StudyPack }) {
  const { trial, permission } = useTrialPage()
  const choice = useChosenAction(trial.id)
  const title = `Pack ${pack.pack_id}`
  useEffect(() => {
    showTitle(title, trial.title)
  }, [title, trial.title])
  return (
    <>
      <TabHeading
        actions={
          <PackActions pack={pack} permission={permission} onChoose={(action) => choice.choose(action, [pack])} />
        }
      >
        {title}
      </TabHeading>
      <DoneNotice said={choice.said} />
      <div className={classes['columns']}>
        <section aria-labelledby="pack-record">
          <Title order={3} mb="xs" id="pack-record">
            Details
          </Title>
          <PackRecord trial={trial} pack={pack} />
        </section>
        <section aria-labelledby="pack-history">
          <Title order={3} mb="xs" id="pack-history">
            History
          </Title>
          <PackHistory logs={pack.study_pack_logs ?? []} zone={trial.selected_timezone} />
        </section>
      </div>
      <PackActionDialog
        trial={trial}
        choice={choice}
        onClosed={({ action }) => focusFirst(packActionId(action), 'tab-heading')}
      />
    </>
  )
}

const BLOCKS = [['1.75rem', '12rem'], ['20rem']] as const
