import { ERRORS } from '#contract/errors'
import { can, isBlindedFrom } from '#domain/people/permissions'
import { NO_PACK_INFORMATION } from '#domain/study-packs/study-pack'
import { Text, Title } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { EmptyState } from '../../../ui/empty-state'
import { ForbiddenState } from '../../../ui/forbidden-state'
import { PageTitle } from '../../../ui/page-title'
import { QueryView } from '../../../device/offline/query-view'
import { useWholeTrialQueries } from '../../trials/trial/use-trial-page-queries'
import { GeneratePacks } from './generate-packs'
import classes from './label-generator.module.css'
import { PrintLabels } from './print-labels'
import type { EffectivePermission } from '#domain/people/permissions'
import type { Trial } from '#contract/trials'
import { PageSkeleton } from '../../../ui/page-skeleton'

const route = getRouteApi('/signed-in/trials/$trialId/study-packs/label-generator')

/** `/trials/{id}/study-packs/label-generator`: makes up packs for the manufacturer, and prints labels of packs that are there. */
export function LabelGeneratorScreen() {
  const { trialId } = route.useParams()
  const { trial, permission } = useWholeTrialQueries(trialId)
  return (
    <QueryView query={trial} loading={<PageSkeleton blocks={BLOCKS} />}>
      {(loadedTrial) => (
        <QueryView query={permission} loading={<PageSkeleton blocks={BLOCKS} />}>
          {(loadedPermission) => (
            <>
              <PageTitle title="Packs and labels" />
              <Text size="lg" c="dimmed" mt={-16} mb="lg">
                {loadedTrial.title}
              </Text>
              <Parts trial={loadedTrial} permission={loadedPermission} />
            </>
          )}
        </QueryView>
      )}
    </QueryView>
  )
}

function Parts({ trial, permission }: { trial: Trial; permission: EffectivePermission }) {
  if (!trial.is_managing_packs) {
    return <EmptyState title={NO_PACK_INFORMATION}>{ERRORS.packs_not_managed.message}.</EmptyState>
  }
  if (!can(permission, 'printStudyPackLabels')) {
    return <ForbiddenState>Only system administrators can generate study packs and print their labels.</ForbiddenState>
  }
  return (
    <div className={classes['parts']}>
      <section aria-labelledby="generate">
        <Title order={2} id="generate" mb="xs">
          Generate packs
        </Title>
        {can(permission, 'importStudyPacks') ? (
          <GeneratePacks trial={trial} />
        ) : (
          <Text>
            {isBlindedFrom(permission, 'importStudyPacks')
              ? `${ERRORS.blinded.message}: the list of generated packs names their groups. You can print labels, which do not.`
              : ERRORS.forbidden.message}
          </Text>
        )}
      </section>
      <section aria-labelledby="labels">
        <Title order={2} id="labels" mb="xs">
          Print labels
        </Title>
        <PrintLabels trial={trial} isMain={!can(permission, 'importStudyPacks')} />
      </section>
    </div>
  )
}

const BLOCKS = [['2.25rem', '16rem'], ['20rem']] as const
