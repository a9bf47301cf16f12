import type { Participant } from '#contract/participants'
import { IconEyeOff } from '@tabler/icons-react'
import classes from './finish-step.module.css'

/** A name with more signs than this is set smaller, so that it takes two lines at most. */
const LONG_NAME = 24

/**
 * The study group, or that the viewer is blinded to it: the same box in another colour, so that a glance reveals
 * nothing more.
 */
export function AllocatedGroup({ groups }: { groups: readonly Participant['study_group'][] }) {
  const isBlinded = groups.some(({ is_blinded }) => is_blinded)
  const isLong = groups.length > 1 || groups.some(({ name }) => name.length > LONG_NAME)
  return (
    <dl className={classes['group']} data-blinded={isBlinded || undefined} data-long={isLong || undefined}>
      {groups.map(({ name, is_blinded }) => (
        <div key={name}>
          <dt>Study group</dt>
          <dd title={is_blinded ? 'You are blinded to study groups' : undefined}>
            {is_blinded && <IconEyeOff size="0.82em" aria-hidden="true" />}
            {name}
          </dd>
        </div>
      ))}
    </dl>
  )
}
