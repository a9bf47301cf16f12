import { can, isBlindedFrom } from '#domain/people/permissions'
import { ERRORS } from '#contract/errors'
import { Text } from '@mantine/core'
import { NO_PACK_INFORMATION } from '#domain/study-packs/study-pack'
import { getRouteApi } from '@tanstack/react-router'
import { EmptyState } from '../../../ui/empty-state'
import { ForbiddenState } from '../../../ui/forbidden-state'
import { PageTitle } from '../../../ui/page-title'
import { QueryView } from '../../../device/offline/query-view'
import { useWholeTrialQueries } from '../../trials/trial/use-trial-page-queries'
import { ImportPacks } from './import-packs'
import { PageSkeleton } from '../../../ui/page-skeleton'

const route = getRouteApi('/signed-in/trials/$trialId/study-packs/import')

/** `/trials/{id}/study-packs/import`: takes a list of packs into the trial, all of them or none. */
export function ImportScreen() {
  const { trialId } = route.useParams()
  const { trial, permission } = useWholeTrialQueries(trialId)
  return (
    <QueryView query={trial} loading={<PageSkeleton blocks={BLOCKS} />}>
      {(loadedTrial) => (
        <QueryView query={permission} loading={<PageSkeleton blocks={BLOCKS} />}>
          {(loadedPermission) => (
            <>
              <PageTitle title="Import study packs" />
              <Text size="lg" c="dimmed" mt={-16} mb="lg">
                {loadedTrial.title}
              </Text>
              {!loadedTrial.is_managing_packs ? (
                <EmptyState title={NO_PACK_INFORMATION}>{ERRORS.packs_not_managed.message}.</EmptyState>
              ) : can(loadedPermission, 'importStudyPacks') ? (
                <ImportPacks trial={loadedTrial} />
              ) : (
                <ForbiddenState>
                  {isBlindedFrom(loadedPermission, 'importStudyPacks')
                    ? `${ERRORS.blinded.message}: a list of packs names their groups.`
                    : 'Only system administrators can import study packs.'}
                </ForbiddenState>
              )}
            </>
          )}
        </QueryView>
      )}
    </QueryView>
  )
}

const BLOCKS = [['2.25rem', '16rem'], ['4rem', '20rem'], ['16rem']] as const
