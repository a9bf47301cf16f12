import { Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { deviceStorage } from '../../browser/device-storage'
import { persistenceNow, type Persistence } from './persistence'

const storage = deviceStorage(() => localStorage)

/** Warns that the browser may delete unsent actions; empty where it promises not to. */
export function StorageHint() {
  const [persistence, setPersistence] = useState<Persistence>('unknown')
  useEffect(() => {
    void persistenceNow(navigator, storage).then(setPersistence)
  }, [])
  if (persistence !== 'refused') return null
  return (
    <Text c="dimmed" size="sm" mb="lg" maw="44rem">
      Unsent actions may be lost if this tablet runs out of space. Send them before you put the tablet away.
    </Text>
  )
}
