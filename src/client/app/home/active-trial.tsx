import { Text } from '@mantine/core'
import { IconMapPin } from '@tabler/icons-react'
import { deviceStorage } from '../../browser/device-storage'
import { paths } from '../../paths'
import { lastSiteOf } from '../../session/last-sites'
import { useSession } from '../../session/this-session'
import { BlindedBadge } from '../../ui/blinded-badge'
import { TextLink } from '../../ui/link-button'
import { Recruited, recruitedWords } from '../../ui/recruited'
import { formatNumber } from '../../ui/format-number'
import { TrialStatusBadge } from '../../ui/trial-status-badge'
import { shortTitle } from '../../ui/short-title'
import { TrialActions } from './trial-actions'
import classes from './active-trials.module.css'
import type { HomeTrial } from './use-home-trials'
import { isWardTrial } from './ward-trials'

type ActiveTrialProps = { trial: HomeTrial; saved: string; isCompact: boolean; isSecond: boolean }

/** One trial: its name, its state, and the person's actions in it. A press on the row opens it. */
export function ActiveTrial({ trial, saved, isCompact, isSecond }: ActiveTrialProps) {
  const { listed } = trial
  const { name, rest } = shortTitle(listed.title)
  return (
    <li className={classes['trial']} data-compact={isCompact || undefined}>
      <div className={classes['about']}>
        <TextLink {...paths.trial(listed.id)} aria-label={listed.title} underline="hover" className={classes['link']}>
          <span className={classes['name']}>{name}</span>{' '}
          {rest !== null && <span className={classes['rest']}>{rest}</span>}
        </TextLink>
        <div className={classes['state']}>
          <TrialStatusBadge status={listed.trial_status} />
          <Blinding trial={trial} />
          <Places trial={trial} />
          {saved !== '' && (
            <Text span size="xs" c="dimmed">
              {saved}
            </Text>
          )}
        </div>
      </div>
      {trial.permission === null && !trial.isAwaited && 'num_sampled' in listed ? (
        <Recruited trial={listed} />
      ) : (
        <TrialActions trial={trial} name={name} isSecond={isSecond} />
      )}
    </li>
  )
}

/** A device stores the person's permission, not the trial's blinding as it is listed. */
function Blinding({ trial: { listed, permission } }: { trial: HomeTrial }) {
  const blinding = 'is_blinded_whole' in listed ? listed : permission
  return blinding !== null && <BlindedBadge trial={blinding} isShort />
}

/** The person's site and its recruitment, as far as they are at hand. */
function Places({ trial }: { trial: HomeTrial }) {
  const { listed, permission, sites } = trial
  const { session } = useSession()
  const last = lastSiteOf(storage, session?.sub, listed.id)
  const place = permission?.role.context === 'site' && sites !== null ? siteWords(sites, last) : null
  return (
    <span className={classes['places']}>
      {place !== null && (
        <span className={classes['site']}>
          <IconMapPin size={16} aria-hidden="true" />
          {place}
        </span>
      )}
      {!isWardTrial(trial) && (
        <span className="muted">
          Trial <span className="identifier">{listed.id}</span>
        </span>
      )}
      {permission !== null && 'num_sampled' in listed && (
        <span className="muted">
          {listed.sample_size === 0 ? `${formatNumber(listed.num_sampled)} (no limit)` : recruitedWords(listed)}
        </span>
      )}
    </span>
  )
}

/** The site of the next participant, where it is chosen already; else the number of sites. */
const siteWords = (sites: readonly { id: number; title: string }[], last: number | null): string | null => {
  const chosen = sites.find(({ id }) => sites.length === 1 || id === last)
  return chosen?.title ?? (sites.length > 1 ? `${sites.length} sites` : null)
}

const storage = deviceStorage(() => localStorage)
