import { Button, Group, Text } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useStore } from '../../browser/store'
import type { Updates } from './updates'

/** Offers a new version where the page could not be updated without disturbing the person; otherwise empty. */
export function UpdateBanner({ updates }: { updates: Updates }) {
  const view = useStore(updates.view)
  const sending = useStore(updates.busyWith).includes('sending')

  return (
    <div aria-live="polite" className="no-print">
      {view !== 'none' && (
        <Group justify="space-between" gap="xs" px="md" py="xs" bg="var(--eq-petrol-soft)">
          <Text>A new version is ready. Your saved work is safe.</Text>
          <Group gap="xs">
            <Button
              leftSection={<IconRefresh size={20} aria-hidden="true" />}
              loading={view === 'applying'}
              disabled={sending}
              onClick={updates.accept}
            >
              Update now
            </Button>
            <Button variant="subtle" disabled={view === 'applying'} onClick={updates.postpone}>
              Later
            </Button>
          </Group>
        </Group>
      )}
    </div>
  )
}
