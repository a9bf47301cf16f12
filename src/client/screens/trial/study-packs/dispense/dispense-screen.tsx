import { can } from '#domain/permissions'
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect } from 'react'
import { permittedSitesQuery } from '../../../../api/session-queries'
import { keepDecoder } from '../../../../scanning/load-decoder'
import { EmptyState } from '../../../../ui/empty-state'
import { ForbiddenState } from '../../../../ui/forbidden-state'
import { PageTitle } from '../../../../ui/page-title'
import { QueryView } from '../../../../ui/query-view'
import { useTrialPageQueries } from '../../use-trial-page-queries'
import { DispensePacks } from './dispense-packs'
import { DispenseSkeleton } from './dispense-skeleton'

const route = getRouteApi('/signed-in/trials/$trialId/study-packs/dispense')

/** `/trials/{id}/study-packs/dispense`: hands out one pack after the other. */
export function DispenseScreen() {
  const trialId = Number(route.useParams().trialId)
  const { trial, permission } = useTrialPageQueries(trialId)
  const sites = useQuery(permittedSitesQuery(trialId))
  useEffect(() => void keepDecoder(), [])
  return (
    <QueryView query={trial} loading={<DispenseSkeleton />}>
      {(loadedTrial) => (
        <QueryView query={permission} loading={<DispenseSkeleton />}>
          {(loadedPermission) => (
            <QueryView query={sites} loading={<DispenseSkeleton />}>
              {({ data }) => (
                <>
                  <PageTitle title="Dispense" />
                  <Text size="lg" c="dimmed" mt={-16} mb="lg">
                    {loadedTrial.title}
                  </Text>
                  {!loadedTrial.is_managing_packs ? (
                    <EmptyState title="This trial has no study packs">There is nothing to dispense in it.</EmptyState>
                  ) : can(loadedPermission, 'manageStudyPacks') ? (
                    <DispensePacks trial={loadedTrial} ownSites={data} />
                  ) : (
                    <ForbiddenState>
                      A trial administrator can give you the permission to manage study packs.
                    </ForbiddenState>
                  )}
                </>
              )}
            </QueryView>
          )}
        </QueryView>
      )}
    </QueryView>
  )
}
