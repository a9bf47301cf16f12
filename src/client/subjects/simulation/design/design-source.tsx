import type { Trial } from '#contract/trials'
import { Alert, Text } from '@mantine/core'
import { useQueries, useQuery } from '@tanstack/react-query'
import { IconInfoCircle } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { failureOf, isWithheld } from '../../../api/failure'
import { simulationQuery } from '../../../api/simulation-queries'
import { answerOfServer } from '../../../api/answer-at-hand'
import { trialQuery, trialStatisticsQuery } from '../../../api/trial-queries'
import { askForTypedDesign } from '../../trials/design/typed-design'
import { paths } from '../../../paths'
import { TextLink } from '../../../ui/link-button'
import { QueryView } from '../../../device/offline/query-view'
import { formOfSimulations } from './form-of-simulations'
import { realSharesOf, type RealShares } from './real-shares'
import { formOfTypedDesign } from './form-of-typed-design'
import { simulationFormOf } from './form-of-trial'
import { blankForm, type SimulationForm } from './simulation-form'
import { PageSkeleton } from '../../../ui/page-skeleton'

type DesignSourceProps = {
  /** The simulations whose design is shown again; else the form in another tab; else the trial; else nothing is filled in. */
  runs: readonly number[]
  trialId: number | null
  /** The name of the form in another tab. */
  typed: string | null
  children: (initial: SimulationForm, shares: RealShares | null) => ReactNode
}

/** The initial values of the form. Later simulations do not change the person's own values. */
export function DesignSource({ runs, trialId, typed, children }: DesignSourceProps) {
  const [source] = useState({ runs, trialId, typed })
  if (source.runs.length > 0) return <FromSimulations ids={source.runs}>{children}</FromSimulations>
  if (source.typed !== null) return <FromTypedDesign name={source.typed}>{children}</FromTypedDesign>
  if (source.trialId !== null) return <FromTrial trialId={source.trialId}>{children}</FromTrial>
  return children(blankForm(), null)
}

type Children = Pick<DesignSourceProps, 'children'>

function FromSimulations({ ids, children }: Children & { ids: readonly number[] }) {
  const queries = useQueries({ queries: ids.map(simulationQuery) })
  // Without one of them the form would be that of other simulations, under other letters.
  const failed = queries.find(({ data, isError }) => isError && data === undefined)
  const failure = failed === undefined ? null : failureOf(failed.error)
  if (failure !== null && isWithheld(failure))
    return (
      <FromNothing because="A simulation that this was opened from is gone, so nothing is filled in.">
        {children}
      </FromNothing>
    )
  if (failed !== undefined)
    return (
      <QueryView query={failed} loading={null}>
        {() => null}
      </QueryView>
    )
  const simulations = queries.flatMap(({ data }) => data ?? [])
  if (simulations.length < ids.length) return <PageSkeleton blocks={BLOCKS} />
  return children(formOfSimulations(simulations), null)
}

function FromNothing({ because, children }: Children & { because: string }) {
  return (
    <>
      <Alert color="amber" mb="lg" icon={<IconInfoCircle aria-hidden="true" />}>
        {because}
      </Alert>
      {children(blankForm(), null)}
    </>
  )
}

function FromTrial({ trialId, children }: Children & { trialId: number }) {
  const trial = useQuery({ ...trialQuery(trialId), select: answerOfServer })
  return (
    <QueryView query={trial} loading={<PageSkeleton blocks={BLOCKS} />}>
      {(loaded) => {
        const form = simulationFormOf(loaded)
        return (
          <>
            <Text mb="lg">
              {form === null ? 'For ' : 'Filled in from '}
              <TextLink {...paths.trial(trialId)}>{loaded.title}</TextLink>. Nothing here changes the trial or its seed.
            </Text>
            {form === null && (
              <Alert color="slate" mb="lg" icon={<IconInfoCircle aria-hidden="true" />}>
                You cannot see the settings of this trial, so they are not filled in. Enter them yourself.
              </Alert>
            )}
            {form === null ? (
              children(blankForm(), null)
            ) : (
              <WithRealShares trial={loaded}>{(shares) => children(form, shares)}</WithRealShares>
            )}
          </>
        )
      }}
    </QueryView>
  )
}

/** The form does without the shares while they cannot be had. */
function WithRealShares({ trial, children }: { trial: Trial; children: (shares: RealShares | null) => ReactNode }) {
  const statistics = useQuery(trialStatisticsQuery(trial.id))
  if (statistics.isPending) return <PageSkeleton blocks={BLOCKS} />
  return children(statistics.data === undefined ? null : realSharesOf(trial, statistics.data.statistics))
}

function FromTypedDesign({ name, children }: Children & { name: string }) {
  const typed = useQuery({
    queryKey: ['typed design', name],
    queryFn: () => askForTypedDesign(name),
    staleTime: Infinity,
    // It asks no server, so a failure is a defect.
    throwOnError: true,
  })
  if (typed.data === undefined) return <PageSkeleton blocks={BLOCKS} />
  if (typed.data === null)
    return (
      <FromNothing because="The form that this was opened from is no longer open, so nothing is filled in.">
        {children}
      </FromNothing>
    )
  return (
    <>
      <Text mb="lg">
        Filled in from the form of {typed.data.title === '' ? 'a new trial' : `“${typed.data.title}”`} in the other tab,
        saved or not. Nothing here changes that form.
      </Text>
      {children(formOfTypedDesign(typed.data), null)}
    </>
  )
}

const BLOCKS = [['10rem'], ['14rem'], ['8rem']] as const
