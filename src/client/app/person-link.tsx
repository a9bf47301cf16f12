import { Link } from '@tanstack/react-router'
import { IconUser } from '@tabler/icons-react'
import { paths } from '../paths'
import classes from './person-link.module.css'
import { shortNames } from './person-name'

/** The signed-in person, as a link to their profile: the whole name where it fits, and always read out. */
export function PersonLink({ name }: { name: string }) {
  const { short, initials } = shortNames(name)
  return (
    <Link {...paths.profile()} className={classes['person']} title={name}>
      <IconUser size={20} aria-hidden="true" />
      <span className={classes['whole']} data-long={name.length > LONGEST_ON_A_TABLET || undefined}>
        {name}
      </span>
      <span className={classes['short']} data-long={name.length > LONGEST_ON_A_TABLET || undefined}>
        {short}
      </span>
      <span className={classes['initials']}>{initials}</span>
    </Link>
  )
}

const LONGEST_ON_A_TABLET = 18
