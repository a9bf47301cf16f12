import type { StudyPack } from '#contract/study-packs'
import type { Trial } from '#contract/trials'
import { Alert, Button, Group, Text, Title } from '@mantine/core'
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import classes from './dispense.module.css'

type UnsureStepProps = { trial: Trial; pack: StudyPack; onAskAgain: () => void }

/** While nobody here knows whether the pack was dispensed: the same request asks, and cannot dispense it twice. */
export function UnsureStep({ trial, pack, onAskAgain }: UnsureStepProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <section className={classes['step']} aria-labelledby="unsure-heading">
      <Title order={2} id="unsure-heading" ref={heading} tabIndex={-1}>
        Checking whether the pack was dispensed
      </Title>
      <Alert role="alert" color="amber" icon={<IconAlertTriangle aria-hidden="true" />}>
        <Text fw={600} size="lg">
          The answer got lost: we do not know yet whether pack <span className="identifier">{pack.pack_id}</span> was
          dispensed. Keep it at hand.
        </Text>
        <Text mt="xs">
          Asking again sends the same request, which cannot dispense the pack twice. It is sent by itself when the
          connection is back.
        </Text>
        {trial.contact !== null && <Text mt="xs">Contact for this trial: {trial.contact}</Text>}
      </Alert>
      <Group>
        <Button size="xl" leftSection={<IconRefresh size={28} aria-hidden="true" />} onClick={onAskAgain}>
          Ask the server now
        </Button>
      </Group>
    </section>
  )
}
