import { canInSystem } from '#domain/people/permissions'
import { Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { systemPermissionQuery } from '../../../../api/session-queries'
import { useSession } from '../../../../session/use-session'
import { ForbiddenState } from '../../../../ui/forbidden-state'
import { PageTitle } from '../../../../ui/page-title'
import { QueryView } from '../../../../ui/query-view'
import { NewTrialForm } from './new-trial-form'

/** `/trials/new`: creates a trial and goes to it. */
export function NewTrialScreen() {
  const permission = useQuery(systemPermissionQuery)
  const { session } = useSession()
  return (
    <>
      <PageTitle title="Create new trial" />
      <QueryView query={permission} loading={<FormSkeleton />}>
        {(granted) =>
          canInSystem(granted, 'createTrial') ? (
            session !== null && <NewTrialForm sub={session.sub} />
          ) : (
            <ForbiddenState>Only system administrators can create trials.</ForbiddenState>
          )
        }
      </QueryView>
    </>
  )
}

function FormSkeleton() {
  return (
    <Stack gap="lg" maw="56rem" aria-hidden="true">
      <Skeleton height="16rem" />
      <Skeleton height="12rem" />
      <Skeleton height="16rem" />
    </Stack>
  )
}
