import { can, isBlindedFrom } from '#domain/people/permissions'
import { ERRORS } from '#contract/errors'
import { NO_PACK_INFORMATION } from '#domain/study-packs/study-pack'
import { getRouteApi } from '@tanstack/react-router'
import { EmptyState } from '../../../ui/empty-state'
import { ForbiddenState } from '../../../ui/forbidden-state'
import { WholeTrialPage } from '../../trials/trial/whole-trial-page'
import { ImportPacks } from './import-packs'

const route = getRouteApi('/signed-in/trials/$trialId/study-packs/import')

/** `/trials/{id}/study-packs/import`: imports a list of packs into the trial, all of them or none. */
export function ImportScreen() {
  const { trialId } = route.useParams()
  return (
    <WholeTrialPage trialId={trialId} title="Import study packs" blocks={BLOCKS}>
      {({ trial, permission }) =>
        !trial.is_managing_packs ? (
          <EmptyState title={NO_PACK_INFORMATION}>{ERRORS.packs_not_managed.message}.</EmptyState>
        ) : can(permission, 'importStudyPacks') ? (
          <ImportPacks trial={trial} />
        ) : (
          <ForbiddenState>
            {isBlindedFrom(permission, 'importStudyPacks')
              ? `${ERRORS.blinded.message}: a list of packs names their groups.`
              : 'Only system administrators can import study packs.'}
          </ForbiddenState>
        )
      }
    </WholeTrialPage>
  )
}

const BLOCKS = [['2.25rem', '16rem'], ['4rem', '20rem'], ['16rem']] as const
