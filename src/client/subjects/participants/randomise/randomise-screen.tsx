import type { StoredTrial } from '#contract/stored-answers'
import type { WaitingParticipant } from '#contract/waiting-list'
import { Box, Button, Stack } from '@mantine/core'
import { IconDice5 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { permittedSitesQuery } from '../../../api/session-queries'
import { waitingListQuery } from '../../../api/waiting-list-queries'
import { showTitle } from '../../../ui/document-title'
import { QueryView, type ShownQuery } from '../../../device/offline/query-view'
import { useIsAway } from '../../../device/offline/use-connection'
import { useIsOverdue } from '../../../device/offline/use-is-overdue'
import { useTrialPageQueries } from '../../trials/trial/use-trial-page-queries'
import { offeredSites } from './answers'
import { NotWaiting } from './closed-wizard'
import { DoNotRandomiseAgain } from './do-not-randomise-again'
import { NeedsConnection, OFFLINE_REASON_ID } from './needs-connection'
import { RandomiseWizard } from './randomise-wizard'
import { WIZARD_TITLE, WizardTitle } from './wizard-title'
import { PageSkeleton } from '../../../ui/page-skeleton'

const route = getRouteApi('/signed-in/trials/$trialId/participants/new')

/** `/trials/{id}/participants/new`: randomises one participant, in three steps. */
export function RandomiseScreen() {
  const { trialId } = route.useParams()
  const { waiting, attempt } = route.useSearch()
  // The address of an attempt does not have it any more.
  const [firstWaiting] = useState(waiting)
  const { trial, permission } = useTrialPageQueries(trialId)
  const listed = useQuery({
    ...waitingListQuery(trialId, firstWaiting === undefined ? {} : { waiting_id: firstWaiting }),
    enabled: firstWaiting !== undefined,
    // A colleague may have randomised them a moment ago.
    refetchOnMount: 'always',
  })
  const sites = useQuery(permittedSitesQuery(trialId))
  const needed = [trial, permission, sites, ...(firstWaiting === undefined ? [] : [listed])]
  const isUnread = useIsUnread(needed) && trial.data?.source !== 'device'
  useEffect(() => showTitle(WIZARD_TITLE), [])
  return (
    <>
      {attempt !== undefined && isUnread && (
        <Box maw="40rem" mb="md">
          <DoNotRandomiseAgain trial={{ contact: trial.data?.answer.contact ?? null }} />
        </Box>
      )}
      <QueryView query={trial} loading={<PageSkeleton blocks={BLOCKS} maw="40rem" />}>
        {(loadedTrial) =>
          loadedTrial.source === 'device' ? (
            <WithoutServer trial={loadedTrial.answer} />
          ) : (
            <QueryView query={permission} loading={<PageSkeleton blocks={BLOCKS} maw="40rem" />}>
              {(loadedPermission) => (
                <QueryView query={sites} loading={<PageSkeleton blocks={BLOCKS} maw="40rem" />}>
                  {({ data }) => {
                    const wizard = (waitingParticipant: WaitingParticipant | null) => (
                      <RandomiseWizard
                        trial={loadedTrial.answer}
                        permission={loadedPermission}
                        sites={offeredSites(loadedTrial.answer, data)}
                        waiting={waitingParticipant}
                      />
                    )
                    if (firstWaiting === undefined) return wizard(null)
                    return (
                      <QueryView query={listed} loading={<PageSkeleton blocks={BLOCKS} maw="40rem" />}>
                        {({ data: [found] }) =>
                          found === undefined && waiting !== undefined ? (
                            <NotWaiting trial={loadedTrial.answer} />
                          ) : (
                            wizard(found ?? null)
                          )
                        }
                      </QueryView>
                    )
                  }}
                </QueryView>
              )}
            </QueryView>
          )
        }
      </QueryView>
    </>
  )
}

/** Whether the page cannot be drawn, or not within a second, since some of these answers are missing. */
const useIsUnread = (needed: readonly ShownQuery[]): boolean => {
  const missing = needed.filter(({ data }) => data === undefined)
  const isOverdue = useIsOverdue(missing.length > 0)
  const isAway = useIsAway()
  return missing.length > 0 && (isOverdue || isAway || missing.some(({ isError }) => isError))
}

/** The reason why nobody can be randomised now, and whom to ask. A device stores no question of the wizard. */
function WithoutServer({ trial }: { trial: Pick<StoredTrial, 'contact'> }) {
  const { attempt } = route.useSearch()
  return (
    <>
      <WizardTitle />
      <Stack gap="lg" maw="40rem" align="flex-start">
        {attempt !== undefined && <DoNotRandomiseAgain trial={trial} />}
        <NeedsConnection trial={trial} />
        {/* Not `disabled`: it can still be reached, and says why it does nothing. */}
        <Button
          size="lg"
          aria-disabled
          data-disabled
          aria-describedby={OFFLINE_REASON_ID}
          leftSection={<IconDice5 size={24} aria-hidden="true" />}
        >
          {WIZARD_TITLE}
        </Button>
      </Stack>
    </>
  )
}

const BLOCKS = [['2.25rem', '20rem'], ['2.75rem'], ['4.5rem'], ['4.5rem'], ['3.25rem', '10rem']] as const
