import { UNLOCK_WAYS, type UnlockWay } from '#domain/this-device/unlock-ways'
import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { ServerButton } from '../../../device/offline/server-button'
import { deviceUnlock, useUnlockView } from '../../../device/unlock/device-unlock'
import { usePossibleWays } from '../../../device/unlock/possible-ways'
import { toastError, toastSuccess } from '../../../ui/toasts'
import { SetWayDialog } from './set-way-dialog'
import { purposeOf, REMOVE_AGAIN, WAY_WORDS } from './unlock-words'

/** The ways of this person to unlock this tablet offline: to set, change or remove. */
export function UnlockSettings({ name }: { name: string }) {
  return UNLOCK_WAYS.map((way) => <WaySettings key={way} way={way} name={name} />)
}

function WaySettings({ way, name }: { way: UnlockWay; name: string }) {
  const isSet = useUnlockView().ways.includes(way)
  const isPossible = usePossibleWays()[way]
  const [isOpen, { open, close }] = useDisclosure()
  const words = WAY_WORDS[way]
  const remove = async () => {
    try {
      await deviceUnlock.remove(way)
    } catch {
      return toastError(words.isNotRemoved, REMOVE_AGAIN)
    }
    toastSuccess(words.isRemoved)
  }
  return (
    <Stack gap="xs" component="section" aria-labelledby={`${way}-of-this-tablet`} maw="36rem">
      <Title order={3} id={`${way}-of-this-tablet`}>
        {words.title}
      </Title>
      <Text>
        {purposeOf([way])} {words.ends}
      </Text>
      <Group gap="xs">
        {isPossible === true && (!isSet || words.change !== null) && (
          <ServerButton action={words.action} variant="default" onClick={open}>
            {isSet ? words.change : words.set}
          </ServerButton>
        )}
        {isSet && (
          <Button variant="default" onClick={() => void remove()}>
            {words.remove}
          </Button>
        )}
      </Group>
      {isPossible === false && !isSet && <Text c="dimmed">{words.impossible}</Text>}
      {isOpen && <SetWayDialog way={way} name={name} isChange={isSet} onClose={close} />}
    </Stack>
  )
}
