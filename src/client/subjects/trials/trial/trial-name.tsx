import type { EffectivePermission } from '#domain/people/permissions'
import { Popover, Text, Title, UnstyledButton } from '@mantine/core'
import type { ReactNode } from 'react'
import { ReadyForOffline } from '../../../device/readiness/ready-for-offline'
import { usePageHeading } from '../../../ui/use-page-heading'
import { BlindedBadge } from '../../../ui/blinded-badge'
import { CopyableId } from '../../../ui/copyable-id'
import { Definitions } from '../../../ui/definitions'
import { formatDay } from '../../../ui/format-time'
import { TrialStatusBadge } from '../../../ui/trial-status-badge'
import type { BarTrial } from './bar-trial'
import { shortTitle } from '../../../ui/short-title'
import classes from './trial-bar.module.css'

type TrialNameProps = {
  trial: BarTrial
  permission: EffectivePermission | null
  /** Whether it is the heading of the page. */
  isHeading: boolean
}

/** The short name of a trial. A press shows its whole title and the facts without room in the bar. */
export function TrialName({ trial, permission, isHeading }: TrialNameProps) {
  const name = <NameButton trial={trial} permission={permission} />
  return isHeading ? (
    <NameHeading key={trial.id} title={trial.title}>
      {name}
    </NameHeading>
  ) : (
    <div className={classes['name']}>{name}</div>
  )
}

function NameHeading({ title, children }: { title: string; children: ReactNode }) {
  const heading = usePageHeading()
  return (
    <Title order={1} ref={heading} tabIndex={-1} aria-label={title} className={classes['name']}>
      {children}
    </Title>
  )
}

function NameButton({ trial, permission }: Omit<TrialNameProps, 'isHeading'>) {
  return (
    <Popover position="bottom-start" width="min(34rem, 92vw)" trapFocus returnFocus portalProps={{ target: '#main' }}>
      <Popover.Target>
        <UnstyledButton className={`${classes['nameButton']} no-print`} aria-label={trial.title} title={trial.title}>
          <span className={classes['clamped']}>{shortTitle(trial.title).name}</span>
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown>
        <Text fw={700}>{trial.title}</Text>
        <Definitions
          items={[
            ['Trial ID', <CopyableId key="id" value={String(trial.id)} label="Trial ID" />],
            ['Status', <TrialStatusBadge key="status" status={trial.trial_status} />],
            ['Started', dayOf(trial.started_on)],
            trial.ended_on === null ? ['Planned end', dayOf(trial.end_on)] : ['Ended', dayOf(trial.ended_on)],
            ...(permission === null ? [] : [['Blinding', <Blinding key="blinding" of={permission} />] as const]),
            ['Offline', <ReadyForOffline key="offline" trialId={trial.id} />],
          ]}
        />
      </Popover.Dropdown>
    </Popover>
  )
}

function Blinding({ of }: { of: EffectivePermission }) {
  return of.is_blinded_whole || of.is_blinded_partial ? <BlindedBadge trial={of} /> : 'You see study groups'
}

const dayOf = (day: string | null): string | null => (day === null ? null : formatDay(day))
