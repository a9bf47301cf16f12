import { Button, Group, Text, Title } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { formatNumber } from '../../../ui/format-number'
import { StatusBadge } from '../../../ui/status-badge'
import classes from './low-stock-notice.module.css'
import type { LowStock } from './stock-of-packs'

/** Lines shown before "Show all". */
const SHOWN_AT_FIRST = 4

type LowStockNoticeProps = {
  lines: readonly LowStock[]
  /** Narrows the list to a site. */
  onSite: (siteId: number) => void
}

/** The places where allocatable packs run low, the most urgent first; nothing where none do. */
export function LowStockNotice({ lines, onSite }: LowStockNoticeProps) {
  const [isWhole, setIsWhole] = useState(false)
  if (lines.length === 0) return null
  const shown = isWhole ? lines : lines.slice(0, SHOWN_AT_FIRST)
  return (
    <section aria-labelledby="low-stock" className={classes['notice']}>
      <Title order={3} id="low-stock" size="h4">
        Low stock
      </Title>
      <ul className={classes['lines']}>
        {shown.map(({ key, name, active, alert_at, site_id }) => (
          <li key={key}>
            <StatusBadge tone="amber" icon={IconAlertTriangle}>
              {active === 0 ? 'None left' : 'Low'}
            </StatusBadge>
            <Text span className={classes['name']}>
              {name}
            </Text>
            <Text span className={classes['figures']}>
              {formatNumber(active)} can be allocated
              {alert_at !== null && <span className={classes['level']}> · alert at {formatNumber(alert_at)}</span>}
            </Text>
            {site_id !== null && (
              <Button
                variant="subtle"
                size="compact-sm"
                aria-label={`Show the packs at ${name}`}
                onClick={() => onSite(site_id)}
              >
                Show
              </Button>
            )}
          </li>
        ))}
      </ul>
      {lines.length > SHOWN_AT_FIRST && (
        <Group>
          <Button variant="subtle" size="compact-sm" onClick={() => setIsWhole(!isWhole)}>
            {isWhole ? 'Show fewer' : `Show all ${formatNumber(lines.length)}`}
          </Button>
        </Group>
      )}
    </section>
  )
}
