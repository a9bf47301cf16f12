import { Alert } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { Announced } from './announced'

/** What was just done, seen and read out; nothing while there is nothing to say. */
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
