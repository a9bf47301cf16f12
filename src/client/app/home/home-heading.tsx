import type { ReceivedAnswer } from '#contract/endpoint'
import type { getMe } from '#contract/session'
import { Text } from '@mantine/core'
import { useToday } from '../../device/offline/use-now'
import { useNowForAges } from '../../device/offline/use-now-for-ages'
import { ageWords } from '../../ui/age-words'
import { formatWeekday } from '../../ui/format-time'
import { PageTitle } from '../../ui/page-title'
import { HomeLinks } from './home-links'
import classes from './signed-in-home.module.css'

type HomeHeadingProps = {
  me: ReceivedAnswer<typeof getMe> | undefined
  /** The highest level of the person; null before it is known. */
  maxLevel: number | null
  /** When the page's content was received, where it cannot be refetched; else null. */
  asOf: number | null
}

/** The person's name, the day, and the links into the portal. */
export function HomeHeading({ me, maxLevel, asOf }: HomeHeadingProps) {
  const now = useNowForAges(asOf ?? 0)
  const today = useToday(me?.selected_timezone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone)
  return (
    <div className={classes['greeting']}>
      <div>
        <PageTitle title={me === undefined ? 'Welcome' : `Welcome, ${me.name}`} />
        <Text size="sm" c="dimmed">
          {formatWeekday(today)}
          {asOf !== null && ` · Last updated ${ageWords(asOf, now)}`}
        </Text>
      </div>
      {maxLevel !== null && <HomeLinks maxLevel={maxLevel} />}
    </div>
  )
}
