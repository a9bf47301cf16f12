import { UNLOCK_WAYS, type UnlockWay } from '#domain/this-device/unlock-ways'
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconLockOpen } from '@tabler/icons-react'
import { useState } from 'react'
import { deviceStorage } from '../../../browser/device-storage'
import { useIsAway } from '../../../device/offline/use-connection'
import { useUnlockView } from '../../../device/unlock/device-unlock'
import { usePossibleWays } from '../../../device/unlock/possible-ways'
import { useSession } from '../../../session/this-session'
import { SetWayDialog } from './set-way-dialog'
import { declineUnlock, hasDeclinedUnlock } from './unlock-declined'
import { purposeOf, WAY_WORDS } from './unlock-words'

const storage = deviceStorage(() => localStorage)

/** Offers a PIN or a passkey on a tablet where its person has neither, until they set one or decline. */
export function UnlockOffer({ name }: { name: string }) {
  const { isRead, ways, isPinEnded } = useUnlockView()
  const possibleWays = usePossibleWays()
  const possible = UNLOCK_WAYS.filter((way) => possibleWays[way] === true)
  const { session } = useSession()
  const isAway = useIsAway()
  const [isDeclined, setIsDeclined] = useState(() => session !== null && hasDeclinedUnlock(storage, session.sub))
  const [open, setOpen] = useState<UnlockWay | null>(null)
  const isOffered = isRead && ways.length === 0 && !isPinEnded && !isAway
  if (session === null || isDeclined || (open === null && !isOffered) || possible.length === 0) return null
  const decline = () => {
    declineUnlock(storage, session.sub)
    setIsDeclined(true)
  }
  return (
    <Alert
      color="petrol"
      mb="md"
      maw="44rem"
      title="Unlock this tablet offline"
      icon={<IconLockOpen aria-hidden="true" />}
    >
      <Stack gap="sm">
        <Text>
          {purposeOf(possible)} {ENDS}
        </Text>
        <Group gap="xs">
          {possible.map((way) => (
            <Button key={way} variant={way === UNLOCK_WAYS[0] ? 'filled' : 'light'} onClick={() => setOpen(way)}>
              {WAY_WORDS[way].set}
            </Button>
          ))}
          <Button variant="default" onClick={decline}>
            Not now
          </Button>
        </Group>
      </Stack>
      {open !== null && <SetWayDialog way={open} name={name} isChange={false} onClose={() => setOpen(null)} />}
    </Alert>
  )
}

/** True of every way; the dialog of each has the rest. */
const ENDS = 'It ends when you sign out.'
