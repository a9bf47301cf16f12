import { visibilityOf } from '#domain/people/blinding'
import { canInSystem } from '#domain/people/permissions'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { answerOfServer } from '../../../../api/answer-at-hand'
import { systemPermissionQuery } from '../../../../api/session-queries'
import { trialQuery } from '../../../../api/trial-queries'
import { QueryView } from '../../../../device/offline/query-view'
import { useSession } from '../../../../session/this-session'
import { ForbiddenState } from '../../../../ui/forbidden-state'
import { PageSkeleton } from '../../../../ui/page-skeleton'
import { PageTitle } from '../../../../ui/page-title'
import { copiedIdOf } from '../../form/copy-address'
import { NewTrialForm } from './new-trial-form'

/** `/trials/new`: creates a trial and opens it. The form may begin as a copy of the trial in the address. */
export function NewTrialScreen() {
  const permission = useQuery(systemPermissionQuery)
  const { session } = useSession()
  const copiedId = useLocation({ select: ({ hash }) => copiedIdOf(hash) })
  return (
    <>
      <PageTitle title="Create new trial" />
      <QueryView query={permission} loading={LOADING}>
        {(granted) => {
          if (!canInSystem(granted, 'createTrial'))
            return <ForbiddenState>Only system administrators can create trials.</ForbiddenState>
          if (session === null) return null
          return copiedId === null ? (
            <NewTrialForm key="blank" sub={session.sub} />
          ) : (
            <CopiedTrialForm key={copiedId} sub={session.sub} trialId={copiedId} />
          )
        }}
      </QueryView>
    </>
  )
}

/** The form as a copy of a trial, for people who see the whole design of that trial. */
function CopiedTrialForm({ sub, trialId }: { sub: string; trialId: number }) {
  const trial = useQuery({ ...trialQuery(trialId), select: answerOfServer })
  return (
    <QueryView query={trial} loading={LOADING}>
      {(copied) =>
        visibilityOf(copied) === 'names' ? (
          <NewTrialForm sub={sub} copied={copied} />
        ) : (
          <ForbiddenState>You are blinded in this trial, so you cannot copy its design.</ForbiddenState>
        )
      }
    </QueryView>
  )
}

const LOADING = <PageSkeleton blocks={[['16rem'], ['12rem'], ['16rem']]} maw="56rem" />
