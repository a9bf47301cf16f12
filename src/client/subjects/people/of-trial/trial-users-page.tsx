import type { Trial } from '#contract/trials'
import { can, type EffectivePermission, type TrialCapability } from '#domain/people/permissions'
import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { ForbiddenState } from '../../../ui/forbidden-state'
import { PageTitle } from '../../../ui/page-title'
import { QueryView } from '../../../device/offline/query-view'
import { useWholeTrialQueries } from '../../trials/trial/use-trial-page-queries'
import { PageSkeleton } from '../../../ui/page-skeleton'

/** The trial that users are added to, and what its viewer may do there. */
export type UsersPage = { trial: Trial; permission: EffectivePermission }

type TrialUsersPageProps = {
  trialId: number
  title: string
  needs: Extract<TrialCapability, 'manageTrialUsers' | 'importTrialUsers'>
  children: (page: UsersPage) => ReactNode
}

/** A page about users of a trial below its list, for those who may do there what it is about. */
export function TrialUsersPage({ trialId, title, needs, children }: TrialUsersPageProps) {
  const { trial, permission } = useWholeTrialQueries(trialId)
  return (
    <QueryView query={trial} loading={<PageSkeleton blocks={BLOCKS} />}>
      {(loadedTrial) => (
        <QueryView query={permission} loading={<PageSkeleton blocks={BLOCKS} />}>
          {(loadedPermission) => (
            <>
              <PageTitle title={title} />
              <Text size="lg" c="dimmed" mt={-16} mb="lg">
                {loadedTrial.title}
              </Text>
              {can(loadedPermission, needs) ? (
                children({ trial: loadedTrial, permission: loadedPermission })
              ) : (
                <ForbiddenState>{WHO_CAN[needs]}</ForbiddenState>
              )}
            </>
          )}
        </QueryView>
      )}
    </QueryView>
  )
}

const WHO_CAN = {
  manageTrialUsers: 'Only trial administrators can add users to a trial.',
  importTrialUsers: 'Only system administrators can add many users to a trial at once.',
}

const BLOCKS = [
  ['2.25rem', '16rem'],
  ['4rem', 'min(36rem, 100%)'],
  ['16rem', 'min(36rem, 100%)'],
] as const
