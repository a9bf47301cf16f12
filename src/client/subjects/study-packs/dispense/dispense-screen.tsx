import { can, type EffectivePermission } from '#domain/people/permissions'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect } from 'react'
import { permittedSitesQuery } from '../../../api/session-queries'
import { keepDecoder } from '../scanning/load-decoder'
import { ScanSignalSwitch } from '../scanning/scan-signal-switch'
import { EmptyState } from '../../../ui/empty-state'
import { ForbiddenState } from '../../../ui/forbidden-state'
import { PageTitle } from '../../../ui/page-title'
import { QueryView } from '../../../device/offline/query-view'
import { useTrialPageQueries } from '../../trials/trial/use-trial-page-queries'
import type { PacksTrial } from '../pack-from-server-or-store'
import classes from './dispense.module.css'
import { DispensePacks } from './dispense-packs'
import { DispenseSkeleton } from './dispense-skeleton'
import type { OwnSite } from './pack-step'

const route = getRouteApi('/signed-in/trials/$trialId/study-packs/dispense')

/** `/trials/{id}/study-packs/dispense`: dispenses one pack after the other, with or without the connection. */
export function DispenseScreen() {
  const { trialId } = route.useParams()
  const { trial, permission } = useTrialPageQueries(trialId)
  const sites = useQuery(permittedSitesQuery(trialId))
  useEffect(() => void keepDecoder(), [])
  const currentTrial = trial.data?.answer
  if (currentTrial === undefined || permission.data === undefined || sites.data === undefined) {
    const awaited = currentTrial === undefined ? trial : permission.data === undefined ? permission : sites
    return (
      <QueryView<unknown> query={awaited} loading={<DispenseSkeleton />}>
        {() => <DispenseSkeleton />}
      </QueryView>
    )
  }
  return <Dispense trial={currentTrial} permission={permission.data} ownSites={sites.data.data} />
}

type DispenseProps = { trial: PacksTrial; permission: EffectivePermission; ownSites: readonly OwnSite[] }

function Dispense({ trial, permission, ownSites }: DispenseProps) {
  return (
    <>
      <div className={classes['head']}>
        <PageTitle title="Dispense" actions={can(permission, 'manageStudyPacks') ? <ScanSignalSwitch /> : undefined} />
      </div>
      {!trial.is_managing_packs ? (
        <EmptyState title="This trial does not manage study packs">There is nothing to dispense.</EmptyState>
      ) : can(permission, 'manageStudyPacks') ? (
        <DispensePacks trial={trial} ownSites={ownSites} />
      ) : (
        <ForbiddenState>A trial administrator can give you the permission to manage study packs.</ForbiddenState>
      )}
    </>
  )
}
