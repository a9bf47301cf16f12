import { tellsOfPack } from '#contract/study-packs'
import { Button, Group, Text, Title } from '@mantine/core'
import { IconBarcode, IconHandStop, IconSend } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { paths } from '../../../../paths'
import { DoneAt } from '../../../../ui/done-at'
import { LinkButton } from '../../../../ui/link-button'
import type { KnownPack, PacksTrial } from '../known-pack'
import type { Stop } from './device-stop'
import classes from './dispense.module.css'
import type { Meant } from './meant'
import { PackFacts } from './pack-facts'

type StopStepProps = {
  trial: PacksTrial
  pack: KnownPack | null
  today: string
  stop: Stop
  /** Whose page it was begun from. */
  meant: Meant | null
  onAgain: () => void
}

/** A pack that must not be handed out: what was scanned, what stands against it, and no way past. */
export function StopStep({ trial, pack, today, stop, meant, onAgain }: StopStepProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  const last = pack?.study_pack_logs?.findLast(({ action }) => tellsOfPack(action))
  return (
    <section className={classes['step']} aria-labelledby="stop-heading" data-verdict={stop.kind}>
      <div className={classes['stop']} role="alert">
        <IconHandStop size={56} stroke={1.5} aria-hidden="true" />
        <div>
          <Text fw={700} size="lg" tt="uppercase">
            Stop
          </Text>
          <Title order={2} id="stop-heading" ref={heading} tabIndex={-1} className={classes['stop-title']}>
            {stop.title}
          </Title>
          <Text size="lg" mt="xs">
            {stop.words}
          </Text>
          {pack !== null && meant !== null && <Compared scanned={pack.pack_id} meant={meant} />}
          {last !== undefined && SAYS_WHO.has(stop.kind) && (
            <Text size="lg">
              {last.actioned_by_user === null ? 'By the service itself' : `By ${last.actioned_by_user.name}`},{' '}
              <DoneAt done={last} zone={trial.selected_timezone} />
              {last.comment !== '' && <>: {last.comment}</>}
            </Text>
          )}
        </div>
      </div>
      {pack !== null && <PackFacts trial={trial} pack={pack} today={today} />}
      <Group>
        <Button size="xl" leftSection={<IconBarcode size={28} aria-hidden="true" />} onClick={onAgain}>
          Scan another pack
        </Button>
        {stop.isInOutbox && (
          <LinkButton
            {...paths.outbox()}
            size="lg"
            variant="default"
            leftSection={<IconSend size={20} aria-hidden="true" />}
          >
            See the outbox
          </LinkButton>
        )}
      </Group>
    </section>
  )
}

/** What is in the hand and what should be, to be held beside the labels. */
function Compared({ scanned, meant: { trial_sequence_no, pack_ids } }: { scanned: string; meant: Meant }) {
  return (
    <dl className={classes['compared']}>
      <dt>Scanned</dt>
      <dd className="identifier identifier-large">{scanned}</dd>
      {pack_ids.length > 0 && (
        <>
          <dt>For participant {trial_sequence_no}</dt>
          <dd className="identifier identifier-large">{pack_ids.join(', ')}</dd>
        </>
      )}
    </dl>
  )
}

/** The stops that somebody has brought about: the last thing that happened tells who, and when. */
const SAYS_WHO: ReadonlySet<string> = new Set(['recalled', 'removed', 'expired', 'already_dispensed'])
