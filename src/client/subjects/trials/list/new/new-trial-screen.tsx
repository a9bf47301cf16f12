import { canInSystem } from '#domain/people/permissions'
import { useQuery } from '@tanstack/react-query'
import { systemPermissionQuery } from '../../../../api/session-queries'
import { useSession } from '../../../../session/this-session'
import { ForbiddenState } from '../../../../ui/forbidden-state'
import { PageTitle } from '../../../../ui/page-title'
import { QueryView } from '../../../../device/offline/query-view'
import { NewTrialForm } from './new-trial-form'
import { PageSkeleton } from '../../../../ui/page-skeleton'

/** `/trials/new`: creates a trial and goes to it. */
export function NewTrialScreen() {
  const permission = useQuery(systemPermissionQuery)
  const { session } = useSession()
  return (
    <>
      <PageTitle title="Create new trial" />
      <QueryView query={permission} loading={<PageSkeleton blocks={BLOCKS} maw="56rem" />}>
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

const BLOCKS = [['16rem'], ['12rem'], ['16rem']] as const
