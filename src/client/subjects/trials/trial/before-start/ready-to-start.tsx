import type { ReadinessFinding } from '#contract/readiness'
import type { ReadinessSeverity } from '#domain/trials/readiness'
import { Alert, Skeleton, Title, type TitleOrder } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconQuestionMark } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { readinessQuery } from '../../../../api/trial-queries'
import { QueryView } from '../../../../device/offline/query-view'
import { useIsAway } from '../../../../device/offline/use-connection'
import { START_CHECK } from '../places'
import classes from './ready-to-start.module.css'
import { WayToMend } from './way-to-mend'

type ReadyToStartProps = {
  trialId: number
  order: TitleOrder
  /** Whether each finding is a link to its solution; a dialog stays open and has no links. */
  isLeading: boolean
}

/**
 * “Ready to start?”: the missing and doubtful things before a trial starts. A design that cannot be run or is not
 * confirmed prevents the start.
 */
export function ReadyToStart({ trialId, order, isLeading }: ReadyToStartProps) {
  const readiness = useQuery({ ...readinessQuery(trialId), refetchOnMount: 'always' })
  return (
    <div className={classes['check']}>
      <Title order={order} size="h4" {...(isLeading ? { id: START_CHECK, tabIndex: -1 } : {})}>
        Ready to start?
      </Title>
      <QueryView query={readiness} loading={<Skeleton height="4rem" aria-hidden="true" />}>
        {({ data }) => <Findings trialId={trialId} findings={data} isLeading={isLeading} />}
      </QueryView>
    </div>
  )
}

type FindingsProps = { trialId: number; findings: readonly ReadinessFinding[]; isLeading: boolean }

function Findings({ trialId, findings, isLeading }: FindingsProps) {
  if (findings.length === 0)
    return (
      <Alert role="note" color="green" icon={<IconCircleCheck aria-hidden="true" />}>
        Ready to start.
      </Alert>
    )
  return SEVERITIES.map(({ severity, title, colour, Icon }) => {
    const own = findings.filter((finding) => finding.severity === severity)
    if (own.length === 0) return null
    return (
      <Alert
        key={severity}
        role="note"
        color={colour}
        icon={<Icon aria-hidden="true" />}
        title={`${title} (${own.length})`}
      >
        <ul className={classes['findings']}>
          {own.map(({ code, words }) => (
            <li key={`${code} ${words}`}>
              {words} {isLeading && <WayToMend trialId={trialId} code={code} />}
            </li>
          ))}
        </ul>
      </Alert>
    )
  })
}

/** The missing things of a started trial, for people who may change that; empty without any. */
export function StillMissing({ trialId }: { trialId: number }) {
  const readiness = useQuery({ ...readinessQuery(trialId), refetchOnMount: 'always' })
  const isAway = useIsAway()
  // Without the connection the figures of the page say so.
  if (isAway && readiness.data === undefined) return null
  return (
    <QueryView query={readiness} loading={null}>
      {({ data }) => {
        const missing = data.filter(({ severity }) => severity === 'missing')
        return missing.length === 0 ? null : <Findings trialId={trialId} findings={missing} isLeading />
      }}
    </QueryView>
  )
}

const SEVERITIES = [
  { severity: 'missing', title: 'Missing', colour: 'red', Icon: IconAlertTriangle },
  { severity: 'doubtful', title: 'To check', colour: 'amber', Icon: IconQuestionMark },
] as const satisfies readonly { severity: ReadinessSeverity; title: string; colour: string; Icon: unknown }[]
