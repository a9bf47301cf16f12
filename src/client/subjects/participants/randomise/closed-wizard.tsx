import type { Trial } from '#contract/trials'
import { takesWaiting } from '#domain/participants/waiting-list'
import { Group } from '@mantine/core'
import { IconListDetails } from '@tabler/icons-react'
import { paths } from '../../../paths'
import { BEGUN_BY_ANOTHER } from '../../../safety-words'
import { EmptyState } from '../../../ui/empty-state'
import { LinkButton } from '../../../ui/link-button'
import type { OfferedSite } from './answers'
import { WizardTitle } from './wizard-title'

/** Shown where nobody can be randomised at present, with the reason. */
export function CannotRandomise({ trial, reason }: { trial: Trial; reason: string }) {
  return (
    <>
      <WizardTitle />
      <EmptyState
        title="You cannot randomise now"
        action={
          <Group gap="sm" justify="center">
            <ParticipantsLink trial={trial} />
            {takesWaiting(trial) && (
              <LinkButton {...paths.waitingList(trial.id)} variant="default">
                See the waiting list
              </LinkButton>
            )}
          </Group>
        }
      >
        {reason}
      </EmptyState>
    </>
  )
}

/** Shown where the address is of another person's attempt: only its author may see the outcome. */
export function AttemptOfAnother({ trial }: { trial: Trial }) {
  return (
    <>
      <WizardTitle />
      <EmptyState title={BEGUN_BY_ANOTHER.title} action={<ParticipantsLink trial={trial} />}>
        {BEGUN_BY_ANOTHER.words}
      </EmptyState>
    </>
  )
}

/** Shown where the person has no site of this trial at which somebody can be randomised. */
export function NoOpenSite({ sites }: { sites: readonly OfferedSite[] }) {
  const [site, it] = sites.length === 1 ? ['site is', 'it'] : ['sites are', 'them']
  return (
    <>
      <WizardTitle />
      {sites.length === 0 ? (
        <EmptyState title="No site to randomise at">
          You have no site in this trial. Ask a trial administrator.
        </EmptyState>
      ) : (
        <EmptyState title="No site is open yet">
          Your {site} not open yet. Ask a trial administrator to open {it}.
        </EmptyState>
      )}
    </>
  )
}

/** Shown in place of the form where the participant with whom it should begin is not on the waiting list, or no longer. */
export function NotWaiting({ trial }: { trial: Trial }) {
  return (
    <>
      <WizardTitle />
      <EmptyState title="This participant is not on the waiting list" action={<ParticipantsLink trial={trial} />}>
        They may have been randomised or removed meanwhile. Look at the participants before you randomise anyone.
      </EmptyState>
    </>
  )
}

function ParticipantsLink({ trial }: { trial: Trial }) {
  return (
    <LinkButton {...paths.participants(trial.id)} leftSection={<IconListDetails size={20} aria-hidden="true" />}>
      See the participants
    </LinkButton>
  )
}
