import { Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { permittedSitesQuery } from '../../../api/session-queries'
import { PageTitle } from '../../../ui/page-title'
import { QueryView } from '../../../ui/query-view'
import { useTrialPageQueries } from '../../trials/trial/use-trial-page-queries'
import { offeredSites } from './answers'
import { RandomiseWizard } from './randomise-wizard'
import { StoredRandomise } from './stored-randomise'

const route = getRouteApi('/signed-in/trials/$trialId/participants/new')

/** `/trials/{id}/participants/new`: randomises one participant, in three steps. */
export function RandomiseScreen() {
  const { trialId } = route.useParams()
  const { trial, stored, permission } = useTrialPageQueries(trialId)
  const sites = useQuery(permittedSitesQuery(trialId))
  if (stored !== null) {
    return (
      <>
        <WizardTitle trial={stored.answer} />
        <StoredRandomise trial={stored.answer} />
      </>
    )
  }
  return (
    <QueryView query={trial} loading={<WizardSkeleton />}>
      {(loadedTrial) => (
        <QueryView query={permission} loading={<WizardSkeleton />}>
          {(loadedPermission) => (
            <QueryView query={sites} loading={<WizardSkeleton />}>
              {({ data }) => (
                <>
                  <WizardTitle trial={loadedTrial} />
                  <RandomiseWizard
                    trial={loadedTrial}
                    permission={loadedPermission}
                    sites={offeredSites(loadedTrial, data)}
                  />
                </>
              )}
            </QueryView>
          )}
        </QueryView>
      )}
    </QueryView>
  )
}

function WizardTitle({ trial }: { trial: { title: string } }) {
  return (
    <div className="no-print">
      <PageTitle title="Randomise a participant" />
      <Text size="lg" c="dimmed" mt={-16} mb="lg">
        {trial.title}
      </Text>
    </div>
  )
}

function WizardSkeleton() {
  return (
    <Stack gap="lg" maw="40rem" aria-hidden="true">
      <Skeleton height="2.25rem" width="20rem" />
      <Skeleton height="2.75rem" />
      <Skeleton height="4.5rem" />
      <Skeleton height="4.5rem" />
      <Skeleton height="3.25rem" width="10rem" />
    </Stack>
  )
}
