import { Button, Popover, Text, Title, VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { formatNumber } from '../../../ui/format-number'
import { StatusBadge } from '../../../ui/status-badge'
import classes from './low-stock-notice.module.css'
import type { LowStock } from './stock-of-packs'

type LowStockNoticeProps = {
  lines: readonly LowStock[]
  /** Narrows the list to a site. */
  onSite: (siteId: number) => void
}

/**
 * The places where allocatable packs run low, the most urgent first, behind a button with their number: the height of the screen
 * belongs to the packs. Nothing where none do.
 */
export function LowStockNotice({ lines, onSite }: LowStockNoticeProps) {
  const [isOpened, setIsOpened] = useState(false)
  if (lines.length === 0) return null
  return (
    <Popover opened={isOpened} onChange={setIsOpened} position="bottom-start" width="max-content" trapFocus returnFocus>
      <Popover.Target>
        <Button variant="default" className={classes['button'] ?? ''} onClick={() => setIsOpened(!isOpened)}>
          Low stock <span className={classes['count']}>{formatNumber(lines.length)}</span>
          <VisuallyHidden> {lines.length === 1 ? 'place' : 'places'}</VisuallyHidden>
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={classes['dropdown']} aria-labelledby="low-stock">
        <Title order={3} id="low-stock" size="h4">
          Low stock
        </Title>
        <ul className={classes['lines']}>
          {lines.map(({ key, name, active, alert_at, site_id }) => (
            <li key={key}>
              <StatusBadge tone="amber" icon={IconAlertTriangle}>
                {active === 0 ? 'None left' : 'Low'}
              </StatusBadge>
              <div className={classes['place']}>
                <Text fw={600}>{name}</Text>
                <Text className={classes['figures']}>
                  {formatNumber(active)} can be allocated
                  {alert_at !== null && <span className={classes['level']}> · alert at {formatNumber(alert_at)}</span>}
                </Text>
              </div>
              {site_id !== null && (
                <Button
                  variant="subtle"
                  aria-label={`Show the packs at ${name}`}
                  onClick={() => {
                    setIsOpened(false)
                    onSite(site_id)
                  }}
                >
                  Show
                </Button>
              )}
            </li>
          ))}
        </ul>
      </Popover.Dropdown>
    </Popover>
  )
}
