import { ERRORS } from '#contract/errors'
import { can, isBlindedFrom } from '#domain/people/permissions'
import { NO_PACK_INFORMATION } from '#domain/study-packs/study-pack'
import { Text, Title } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { EmptyState } from '../../../ui/empty-state'
import { ForbiddenState } from '../../../ui/forbidden-state'
import { WholeTrialPage, type WholeTrial } from '../../trials/trial/whole-trial-page'
import { GeneratePacks } from './generate-packs'
import classes from './label-generator.module.css'
import { PrintLabels } from './print-labels'

const route = getRouteApi('/signed-in/trials/$trialId/study-packs/label-generator')

/**
 * `/trials/{id}/study-packs/label-generator`: generates packs for the manufacturer, and prints labels of existing
 * packs.
 */
export function LabelGeneratorScreen() {
  const { trialId } = route.useParams()
  return (
    <WholeTrialPage trialId={trialId} title="Packs and labels" blocks={BLOCKS}>
      {(page) => <Parts {...page} />}
    </WholeTrialPage>
  )
}

function Parts({ trial, permission }: WholeTrial) {
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
