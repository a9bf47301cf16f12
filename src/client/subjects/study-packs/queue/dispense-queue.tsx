import { Button, SegmentedControl, Text } from '@mantine/core'
import { useState } from 'react'
import { useServerNow } from '../../../device/offline/use-now'
import { useNowForAges } from '../../../device/offline/use-now-for-ages'
import { ageWords } from '../../../ui/age-words'
import { counted, formatNumber } from '../../../ui/format-number'
import type { PackToDispense } from './packs-to-dispense'
import { QueueRow } from './queue-row'
import classes from './queue.module.css'

/** How many are shown before "Show all". */
const SHOWN_AT_FIRST = 5
const EVERY_SITE = 'all'

type DispenseQueueProps = {
  packs: readonly PackToDispense[]
  zoneOf: (trialId: number) => string
  /** When the packs were received, where the server cannot be asked again; else null. */
  asOf: number | null
}

/** The packs that wait to be dispensed, oldest first, for one site or all. */
export function DispenseQueue({ packs, zoneOf, asOf }: DispenseQueueProps) {
  const now = useServerNow()
  const nowForAge = useNowForAges(asOf ?? 0)
  const [site, setSite] = useState(EVERY_SITE)
  const [isWhole, setIsWhole] = useState(false)
  const sites = sitesOf(packs)
  const chosen = sites.some(({ id }) => id === site) ? site : EVERY_SITE
  const waiting = chosen === EVERY_SITE ? packs : packs.filter((pack) => siteKey(pack) === chosen)
  const shown = isWhole ? waiting : waiting.slice(0, SHOWN_AT_FIRST)
  return (
    <>
      {asOf !== null && (
        <Text size="sm" c="dimmed" mb="xs">
          Last updated {ageWords(asOf, nowForAge)}
        </Text>
      )}
      {sites.length > 1 && (
        <SegmentedControl
          aria-label="Site"
          className={classes['sites'] ?? ''}
          value={chosen}
          onChange={setSite}
          data={[
            { value: EVERY_SITE, label: `All sites ${formatNumber(packs.length)}` },
            ...sites.map(({ id, title, count }) => ({ value: id, label: `${title} ${formatNumber(count)}` })),
          ]}
        />
      )}
      {packs.length === 0 ? (
        <Text className={classes['empty'] ?? ''}>
          No packs to dispense. A pack appears here when it is allocated at your sites.
        </Text>
      ) : (
        <ul className={classes['queue']} aria-label="Packs to dispense">
          {shown.map((pack) => (
            <QueueRow key={pack.id} pack={pack} now={now} zone={zoneOf(pack.trial.id)} />
          ))}
        </ul>
      )}
      {shown.length < waiting.length && (
        <Button variant="subtle" mt={4} onClick={() => setIsWhole(true)}>
          Show all {counted(waiting.length, 'pack')}
        </Button>
      )}
    </>
  )
}

const siteKey = ({ site }: PackToDispense): string => String(site?.id ?? '')

/** The sites at which packs wait, by title. */
const sitesOf = (packs: readonly PackToDispense[]) => {
  const sites = new Map<string, { id: string; title: string; count: number }>()
  for (const pack of packs) {
    const id = siteKey(pack)
    const before = sites.get(id) ?? { id, title: pack.site?.title ?? 'No site', count: 0 }
    sites.set(id, { ...before, count: before.count + 1 })
  }
  return [...sites.values()].toSorted((one, other) => one.title.localeCompare(other.title))
}
