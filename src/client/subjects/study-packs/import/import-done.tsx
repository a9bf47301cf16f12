import type { Trial } from '#contract/trials'
import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { IconCircleCheck, IconFileSpreadsheet, IconPackages } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { paths } from '../../../paths'
import { counted } from '../../../ui/format-number'
import { LinkButton } from '../../../ui/link-button'

type ImportDoneProps = { trial: Trial; batch: string; created: number; onAnother: () => void }

/** The message that all of them are in the trial. */
export function ImportDone({ trial, batch, created, onAnother }: ImportDoneProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <Stack gap="md" maw="40rem">
      <Group gap="md" wrap="nowrap" align="flex-start">
        <IconCircleCheck size={48} stroke={1.5} color="var(--eq-green)" aria-hidden="true" style={{ flex: 'none' }} />
        <div>
          <Title order={2} ref={heading} tabIndex={-1}>
            {counted(created, 'pack')} imported into batch {batch.trim()}
          </Title>
          <Text mt="xs">
            They are Inactive. Activate them before they can be allocated. Their order is random, so it does not show
            the study group.
          </Text>
        </div>
      </Group>
      <Group gap="sm">
        <LinkButton
          {...paths.studyPacks(trial.id)}
          search={{ batch_id: batch.trim() }}
          size="lg"
          leftSection={<IconPackages size={20} aria-hidden="true" />}
        >
          See the packs
        </LinkButton>
        <Button
          size="lg"
          variant="default"
          leftSection={<IconFileSpreadsheet size={20} aria-hidden="true" />}
          onClick={onAnother}
        >
          Import another list
        </Button>
      </Group>
    </Stack>
  )
}
