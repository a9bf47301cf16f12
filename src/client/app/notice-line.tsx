import { MAX_DISMISSED_NOTICES } from '#domain/desk/display-settings'
import { CloseButton, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { shownNoticesQuery } from '../api/notice-queries'
import { useIsAway } from '../device/offline/use-connection'
import { useChangeDisplay, useKnownDisplay } from '../desk/use-display'

/** The latest notice of the service that the person has not dismissed, as one line below the header; otherwise empty. */
export function NoticeLine() {
  const { data } = useQuery(shownNoticesQuery)
  const display = useKnownDisplay()
  const { changeLatest } = useChangeDisplay()
  const isAway = useIsAway()
  const dismissed = display?.dismissed_notices ?? []
  // Hidden until the dismissed notices are known, so that none appears and vanishes.
  const notice = display === undefined ? undefined : data?.data.find(({ id }) => !dismissed.includes(id))
  return (
    <div aria-live="polite" className="no-print">
      {notice !== undefined && (
        <Group component="aside" aria-label="Notice" wrap="nowrap" gap="xs" px="md" bg="var(--eq-petrol-soft)">
          <Text size="sm" py="xs" flex={1} style={{ overflowWrap: 'anywhere' }}>
            {notice.text}
          </Text>
          <CloseButton
            size="xl"
            aria-label="Dismiss this notice"
            disabled={isAway}
            onClick={() => {
              changeLatest(({ dismissed_notices }) => ({
                dismissed_notices: [...dismissed_notices, notice.id].slice(-MAX_DISMISSED_NOTICES),
              }))
              // The button vanishes, and the focus with it.
              document.getElementById('main')?.focus()
            }}
          />
        </Group>
      )}
    </div>
  )
}
