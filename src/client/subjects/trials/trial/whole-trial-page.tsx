import type { Trial } from '#contract/trials'
import type { EffectivePermission } from '#domain/people/permissions'
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ComponentProps, ReactNode } from 'react'
import { answerOfServer } from '../../../api/answer-at-hand'
import { trialQuery } from '../../../api/trial-queries'
import { QueryView } from '../../../device/offline/query-view'
import { PageSkeleton } from '../../../ui/page-skeleton'
import { PageTitle } from '../../../ui/page-title'
import { useTrialPermission } from './use-trial-page-queries'

/** A trial from the server, and the viewer's permission in it. */
export type WholeTrial = { trial: Trial; permission: EffectivePermission }

type WholeTrialPageProps = Required<Pick<ComponentProps<typeof PageSkeleton>, 'blocks'>> & {
  trialId: number
  title: string
  children: (page: WholeTrial) => ReactNode
}

/** A page of a trial that needs the server: its title, the trial's below it, and its content. */
export function WholeTrialPage({ trialId, title, blocks, children }: WholeTrialPageProps) {
  const trial = useQuery({ ...trialQuery(trialId), select: answerOfServer })
  const permission = useTrialPermission(trialId)
  const loading = <PageSkeleton blocks={blocks} />
  return (
    <QueryView query={trial} loading={loading}>
      {(loadedTrial) => (
        <QueryView query={permission} loading={loading}>
          {(loadedPermission) => (
            <>
              <PageTitle title={title} />
              <Text size="lg" c="dimmed" mt={-16} mb="lg">
                {loadedTrial.title}
              </Text>
              {children({ trial: loadedTrial, permission: loadedPermission })}
            </>
          )}
        </QueryView>
      )}
    </QueryView>
  )
}
