import type { Trial } from '#contract/trials'
import { IconListDetails } from '@tabler/icons-react'
import { paths } from '../../../paths'
import { EmptyState } from '../../../ui/empty-state'
import { LinkButton } from '../../../ui/link-button'

/** Where nobody can be randomised now, with the reason. */
export function CannotRandomise({ trial, why }: { trial: Trial; why: string }) {
  return (
    <EmptyState title="Nobody can be randomised here now" action={<ParticipantsLink trial={trial} />}>
      {why}
    </EmptyState>
  )
}

/** An attempt's address in the hands of somebody else: only the one who began it is told what became of it. */
export function AttemptOfAnother({ trial }: { trial: Trial }) {
  return (
    <EmptyState title="Another person began this randomisation" action={<ParticipantsLink trial={trial} />}>
      Only that person sees the result here. Check the list of participants before anyone is randomised.
    </EmptyState>
  )
}

function ParticipantsLink({ trial }: { trial: Trial }) {
  return (
    <LinkButton {...paths.participants(trial.id)} leftSection={<IconListDetails size={20} aria-hidden="true" />}>
      See the participants
    </LinkButton>
  )
}
