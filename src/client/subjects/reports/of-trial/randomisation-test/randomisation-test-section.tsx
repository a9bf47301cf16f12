import { Button, Skeleton, Text, Title } from '@mantine/core'
import { IconArrowsShuffle } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'

const RandomisationTests = lazy(() =>
  import('./randomisation-tests').then(({ RandomisationTests }) => ({ default: RandomisationTests })),
)

/** The place of randomisation tests among a trial's reports. What they need is loaded when somebody opens it. */
export function RandomisationTestSection() {
  const [isOpen, setOpen] = useState(false)
  return (
    <section aria-labelledby="randomisation-test">
      <Title order={3} id="randomisation-test" mt="xl" mb="xs">
        Randomisation test
      </Title>
      <Text mb="md" maw="40rem">
        The portal draws the same participants again thousands of times, by the trial’s own design. Compare your
        outcomes with these draws. For unblinded statisticians only. Each test is recorded.
      </Text>
      {isOpen ? (
        <Suspense fallback={<Skeleton height="8rem" />}>
          <RandomisationTests />
        </Suspense>
      ) : (
        <Button
          variant="default"
          leftSection={<IconArrowsShuffle size={20} aria-hidden="true" />}
          onClick={() => setOpen(true)}
        >
          Show randomisation tests
        </Button>
      )}
    </section>
  )
}
