import type { Trial } from '#contract/trials'
import { IconListDetails } from '@tabler/icons-react'
import { paths } from '../../../paths'
import { BEGUN_BY_ANOTHER } from '../../../safety-words'
import { EmptyState } from '../../../ui/empty-state'
import { LinkButton } from '../../../ui/link-button'

/** Where nobody can be randomised now, with the reason. */
export function CannotRandomise({ trial, why }: { trial: Trial; why: string }) {
  return (
    <EmptyState title="You cannot randomise now" action={<ParticipantsLink trial={trial} />}>
      {why}
    </EmptyState>
  )
}

/** An attempt's address in the hands of somebody else: only the one who began it is told what became of it. */
export function AttemptOfAnother({ trial }: { trial: Trial }) {
  return (
    <EmptyState title={BEGUN_BY_ANOTHER.title} action={<ParticipantsLink trial={trial} />}>
      {BEGUN_BY_ANOTHER.words}
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
