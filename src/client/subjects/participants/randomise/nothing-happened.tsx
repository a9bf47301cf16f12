import { Alert } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { NOT_RANDOMISED } from '../../../safety-words'
import { Announced } from '../../../ui/announced'

/** Says that an attempt ended without effect, so that another one is safe. */
export function NothingHappened() {
  return (
    <Announced>
      <Alert color="petrol" icon={<IconInfoCircle aria-hidden="true" />} title={NOT_RANDOMISED.title}>
        {NOT_RANDOMISED.words}
      </Alert>
    </Announced>
  )
}
