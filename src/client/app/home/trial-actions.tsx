import { ERRORS } from '#contract/errors'
import { can } from '#domain/people/permissions'
import { remainingParticipants } from '#domain/trials/progress'
import { mayRandomiseInStatus } from '#domain/trials/trial-status'
import { Skeleton, Text, VisuallyHidden } from '@mantine/core'
import { IconSearch, IconUserPlus } from '@tabler/icons-react'
import { ServerButton } from '../../device/offline/server-button'
import { useIsAway } from '../../device/offline/use-connection'
import { noteOpenedTrial } from '../../device/readiness/opened-trials'
import { paths } from '../../paths'
import { LinkButton } from '../../ui/link-button'
import classes from './active-trials.module.css'
import type { HomeTrial } from './use-home-trials'

type TrialActionsProps = { trial: HomeTrial; name: string; isSecond: boolean }

/** A person's actions in a trial from home: find a participant, and randomise one. */
export function TrialActions({ trial, name, isSecond }: TrialActionsProps) {
  const { listed, permission, isAwaited } = trial
  if (isAwaited) return <Skeleton className={classes['actions-skeleton'] ?? ''} aria-hidden="true" />
  if (permission === null || !can(permission, 'viewTrial')) return null
  const note = () => noteOpenedTrial(listed.id)
  return (
    <div className={classes['actions']} data-single={!can(permission, 'randomise') || undefined}>
      <LinkButton
        {...paths.participants(listed.id)}
        hash="search"
        size="lg"
        variant="default"
        className={classes['action'] ?? ''}
        onClick={note}
        leftSection={<IconSearch size={20} aria-hidden="true" />}
      >
        Find<span className={classes['when-wide']}> participant</span>
        <VisuallyHidden> in {name}</VisuallyHidden>
      </LinkButton>
      {can(permission, 'randomise') && (
        <div className={classes['randomise']}>
          <Randomise trial={trial} name={name} isSecond={isSecond} onPress={note} />
        </div>
      )}
    </div>
  )
}

/** The link to the form, or the reason against randomising now. The server decides in the end. */
function Randomise({ trial: { listed }, name, isSecond, onPress }: TrialActionsProps & { onPress: () => void }) {
  const isAway = useIsAway()
  if (!mayRandomiseInStatus(listed.trial_status_id)) return <Stopped>Randomising stopped</Stopped>
  if ('sample_size' in listed && remainingParticipants(listed) === 0)
    return <Stopped>{ERRORS.sample_size_reached.message}</Stopped>
  const look = {
    size: 'lg',
    variant: isSecond ? 'light' : 'filled',
    className: classes['action'] ?? '',
    leftSection: <IconUserPlus size={20} aria-hidden="true" />,
  } as const
  const label = (
    <>
      Randomise<VisuallyHidden> in {name}</VisuallyHidden>
    </>
  )
  return isAway ? (
    <ServerButton action="randomise" {...look}>
      {label}
    </ServerButton>
  ) : (
    <LinkButton {...paths.randomise(listed.id)} {...look} onClick={onPress}>
      {label}
    </LinkButton>
  )
}

const Stopped = ({ children }: { children: string }) => (
  <Text size="sm" c="amber" className={classes['stopped'] ?? ''}>
    {children}
  </Text>
)
