import { Alert } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { Announced } from './announced'

/** The message of the last action, shown and read out; empty without one. */
export function DoneNotice({ text }: { text: string }) {
  return (
    <Announced>
      {text !== '' && (
        <Alert color="green" mb="md" icon={<IconCircleCheck aria-hidden="true" />}>
          {text}
        </Alert>
      )}
    </Announced>
  )
}
