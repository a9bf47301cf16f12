import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect } from 'react'
import { permittedSitesQuery } from '../../../api/session-queries'
import { showTitle } from '../../../ui/document-title'
import { QueryView } from '../../../device/offline/query-view'
import { useTrialPageQueries } from '../../trials/trial/use-trial-page-queries'
import { offeredSites } from './answers'
import { RandomiseWizard } from './randomise-wizard'
import { StoredRandomise } from './stored-randomise'
import { WIZARD_TITLE, WizardTitle } from './wizard-title'
import { PageSkeleton } from '../../../ui/page-skeleton'

const route = getRouteApi('/signed-in/trials/$trialId/participants/new')

/** `/trials/{id}/participants/new`: randomises one participant, in three steps. */
export function RandomiseScreen() {
  const { trialId } = route.useParams()
  const { trial, stored, permission } = useTrialPageQueries(trialId)
  const sites = useQuery(permittedSitesQuery(trialId))
  useEffect(() => showTitle(WIZARD_TITLE), [])
  if (stored !== null) {
    return (
      <>
        <WizardTitle />
        <StoredRandomise trial={stored.answer} />
      </>
    )
  }
  return (
    <QueryView query={trial} loading={<PageSkeleton blocks={BLOCKS} maw="40rem" />}>
      {(loadedTrial) => (
        <QueryView query={permission} loading={<PageSkeleton blocks={BLOCKS} maw="40rem" />}>
          {(loadedPermission) => (
            <QueryView query={sites} loading={<PageSkeleton blocks={BLOCKS} maw="40rem" />}>
              {({ data }) => (
                <RandomiseWizard
                  trial={loadedTrial}
                  permission={loadedPermission}
                  sites={offeredSites(loadedTrial, data)}
                />
              )}
            </QueryView>
          )}
        </QueryView>
      )}
    </QueryView>
  )
}

const BLOCKS = [['2.25rem', '20rem'], ['2.75rem'], ['4.5rem'], ['4.5rem'], ['3.25rem', '10rem']] as const
