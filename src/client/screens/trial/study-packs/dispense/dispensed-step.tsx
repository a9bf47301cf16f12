import type { StudyPack } from '#contract/study-packs'
import type { Trial } from '#contract/trials'
import { Button, Group, Text, Title } from '@mantine/core'
import { IconBarcode, IconCircleCheck, IconUser } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { paths } from '../../../../paths'
import { LinkButton } from '../../../../ui/link-button'
import classes from './dispense.module.css'

/** It is done: said, and the next one. */
export function DispensedStep({ trial, pack, onNext }: { trial: Trial; pack: StudyPack; onNext: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  const { pack_id, participant } = pack
  return (
    <section className={classes['step']} aria-labelledby="dispensed-heading">
      <div className={classes['done']} aria-live="polite">
        <IconCircleCheck size={56} stroke={1.5} aria-hidden="true" />
        <div>
          <Title order={2} id="dispensed-heading" ref={heading} tabIndex={-1} className={classes['stop-title']}>
            Pack <span className="identifier">{pack_id}</span> is dispensed
          </Title>
          {participant !== undefined && (
            <Text size="lg" mt="xs">
              To participant <span className="identifier">{participant.trial_sequence_no}</span>. The server has
              recorded it.
            </Text>
          )}
        </div>
      </div>
      <Group gap="sm">
        <Button size="xl" leftSection={<IconBarcode size={28} aria-hidden="true" />} onClick={onNext}>
          Next pack
        </Button>
        {participant !== undefined && (
          <LinkButton
            {...paths.participant(trial.id, participant.id)}
            size="lg"
            variant="default"
            leftSection={<IconUser size={20} aria-hidden="true" />}
          >
            See participant {participant.trial_sequence_no}
          </LinkButton>
        )}
      </Group>
    </section>
  )
}
