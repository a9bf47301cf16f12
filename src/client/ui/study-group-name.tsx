import { IconEyeOff } from '@tabler/icons-react'
import classes from './study-group-name.module.css'

/** A study group as its viewer may see it; a blinded one has the sign of blinding. */
export function StudyGroupName({ group }: { group: { name: string; is_blinded: boolean } }) {
  if (!group.is_blinded) return <span>{group.name}</span>
  return (
    <span className={classes['blinded']} title="You are blinded to study groups">
      <IconEyeOff size="1.1em" aria-hidden="true" />
      {group.name}
    </span>
  )
}
