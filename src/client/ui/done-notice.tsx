import { Alert } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { Announced } from './announced'

/** What was just done, seen and read out; nothing while there is nothing to say. */
export function DoneNotice({ said }: { said: string }) {
  return (
    <Announced>
      {said !== '' && (
        <Alert color="green" mb="md" icon={<IconCircleCheck aria-hidden="true" />}>
          {said}
        </Alert>
      )}
    </Announced>
  )
}
