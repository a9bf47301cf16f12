import { can, type TrialCapability } from '#domain/people/permissions'
import type { ReactNode } from 'react'
import { ForbiddenState } from '../../../ui/forbidden-state'
import { WholeTrialPage, type WholeTrial } from '../../trials/trial/whole-trial-page'

type TrialUsersPageProps = {
  trialId: number
  title: string
  needs: Extract<TrialCapability, 'manageTrialUsers' | 'importTrialUsers'>
  children: (page: WholeTrial) => ReactNode
}

/** A page about users of a trial below its list, for people who may use it. */
export function TrialUsersPage({ needs, children, ...page }: TrialUsersPageProps) {
  return (
    <WholeTrialPage {...page} blocks={BLOCKS}>
      {(whole) =>
        can(whole.permission, needs) ? children(whole) : <ForbiddenState>{FORBIDDEN_WORDS[needs]}</ForbiddenState>
      }
    </WholeTrialPage>
  )
}

const FORBIDDEN_WORDS = {
  manageTrialUsers: 'Only trial administrators can add users to a trial.',
  importTrialUsers: 'Only system administrators can add many users to a trial at once.',
}

const BLOCKS = [
  ['2.25rem', '16rem'],
  ['4rem', 'min(36rem, 100%)'],
  ['16rem', 'min(36rem, 100%)'],
] as const
