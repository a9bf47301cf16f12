import { can } from '#domain/people/permissions'
import { NO_PACK_INFORMATION } from '#domain/study-packs/study-pack'
import type { ReactNode } from 'react'
import { EmptyState } from '../../ui/empty-state'
import { ForbiddenState } from '../../ui/forbidden-state'
import { useTrialAtHand } from '../trials/trial/trial-page'

/** Content about study packs, where the trial manages any and the viewer may see them. */
export function PacksGuard({ children }: { children: ReactNode }) {
  const { trial, permission } = useTrialAtHand()
  if (!trial.is_managing_packs) {
    return <EmptyState title={NO_PACK_INFORMATION}>This trial does not manage study packs.</EmptyState>
  }
  if (can(permission, 'viewStudyPacks')) return children
  return <ForbiddenState>A trial administrator can give you access to the study packs of this trial.</ForbiddenState>
}
