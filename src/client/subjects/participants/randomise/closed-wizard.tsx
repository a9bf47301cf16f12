import type { Trial } from '#contract/trials'
import { IconListDetails } from '@tabler/icons-react'
import { paths } from '../../../paths'
import { BEGUN_BY_ANOTHER } from '../../../safety-words'
import { EmptyState } from '../../../ui/empty-state'
import { LinkButton } from '../../../ui/link-button'

/** Shown where nobody can be randomised at present, with the reason. */
export function CannotRandomise({ trial, why }: { trial: Trial; why: string }) {
  return (
    <EmptyState title="You cannot randomise now" action={<ParticipantsLink trial={trial} />}>
      {why}
    </EmptyState>
  )
}

/** Shown where the address is of another person's attempt: only its author may see the outcome. */
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
