import { Text, VisuallyHidden } from '@mantine/core'
import { IconClockExclamation, IconPackageExport } from '@tabler/icons-react'
import { paths } from '../../../paths'
import { formatDay } from '../../../ui/format-time'
import { Instant } from '../../../ui/instant'
import { LinkButton } from '../../../ui/link-button'
import { shortTitle } from '../../../ui/short-title'
import type { PackToDispense } from './packs-to-dispense'
import classes from './queue.module.css'
import { FROM_QUEUE } from './from-queue'
import { waitingWords, waitsLong } from './waiting-words'

type QueueRowProps = { pack: PackToDispense; now: number; zone: string }

/** One waiting pack: its time, participant, site and expiry, and the link to its dispense page. */
export function QueueRow({ pack, now, zone }: QueueRowProps) {
  const { pack_id, trial, site, participant, expire_on } = pack
  const facts = [shortTitle(trial.title).name, site?.title, expire_on !== null && `expires ${formatDay(expire_on)}`]
  return (
    <li className={classes['row']}>
      <Waiting pack={pack} now={now} zone={zone} />
      <div className={classes['what']}>
        <div>
          <span className={`identifier ${classes['pack']}`}>{pack_id}</span>{' '}
          <Text span size="sm">
            for participant <span className="identifier">{participant.trial_sequence_no}</span>
            {participant.participant_id !== null && (
              <>
                {' '}
                · <span className="identifier">{participant.participant_id}</span>
              </>
            )}
          </Text>
        </div>
        <Text size="sm" c="dimmed">
          {facts.filter(Boolean).join(' · ')}
        </Text>
      </div>
      <LinkButton
        {...paths.dispense(trial.id, { pack: pack_id })}
        state={FROM_QUEUE}
        size="lg"
        fz="md"
        variant="light"
        leftSection={<IconPackageExport size={20} aria-hidden="true" />}
      >
        Dispense<VisuallyHidden> pack {pack_id}</VisuallyHidden>
      </LinkButton>
    </li>
  )
}

function Waiting({ pack: { allocated_at }, now, zone }: QueueRowProps) {
  if (allocated_at === null)
    return (
      <Text size="sm" c="dimmed">
        Time not saved
      </Text>
    )
  const waited = now - Date.parse(allocated_at)
  const isLong = waitsLong(waited)
  return (
    <div className={classes['since']}>
      <span className={classes['age']} data-long={isLong || undefined}>
        {isLong && <IconClockExclamation size={20} aria-hidden="true" />}
        {waitingWords(waited)}
      </span>
      <Text size="xs" c="dimmed">
        <Instant at={allocated_at} zone={zone} />
      </Text>
    </div>
  )
}
