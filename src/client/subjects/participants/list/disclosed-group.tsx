import { Button, Group, Stack, Text } from '@mantine/core'
import { IconEyeOff } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useBusyWhile } from '../../../browser/busy'
import { SHOWN_ONCE } from '../../../safety-words'
import classes from './disclosed-group.module.css'

/** A study group that is disclosed once: in large type, announced, and gone when closed. */
export function DisclosedGroup({ name, onClose }: { name: string; onClose: () => void }) {
  const result = useRef<HTMLOutputElement>(null)
  useEffect(() => result.current?.focus(), [])
  // An update must not remove it while a person reads it.
  useBusyWhile('form', true)
  return (
    <Stack gap="md">
      <output ref={result} tabIndex={-1} className={classes['result']}>
        <Text span c="dimmed">
          Study group
        </Text>
        <span className={classes['name']}>{name}</span>
      </output>
      <Text>{SHOWN_ONCE}</Text>
      <Group justify="flex-end">
        <Button leftSection={<IconEyeOff size={20} aria-hidden="true" />} onClick={onClose}>
          Hide the study group
        </Button>
      </Group>
    </Stack>
  )
}
