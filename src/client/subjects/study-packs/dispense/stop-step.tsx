import type { StudyPackEvent, StudyPackLog } from '#contract/study-packs'
import { studyPackStatusId, type StudyPackStatusKey } from '#domain/study-packs/study-pack'
import { Button, Group, Text, Title } from '@mantine/core'
import { IconBarcode, IconHandStop, IconSend } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { paths } from '../../../paths'
import { DoneAt, UNBLINDED_PERSON } from '../../../ui/done-at'
import { LinkButton } from '../../../ui/link-button'
import type { PackFromServerOrStore, PacksTrial } from '../pack-from-server-or-store'
import type { Stop } from './device-stop'
import classes from './dispense.module.css'
import type { IntendedRecipient } from './intended-recipient'
import { PackFacts } from './pack-facts'

type StopStepProps = {
  trial: PacksTrial
  pack: PackFromServerOrStore | null
  today: string
  stop: Stop
  /** The participant from whose page the dispense began. */
  recipient: IntendedRecipient | null
  onScanAnother: () => void
}

/** A pack that must not be dispensed: what was scanned, why not, and no way past. */
export function StopStep({ trial, pack, today, stop, recipient, onScanAnother }: StopStepProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  const cause = causeOf(stop, pack)
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
          {pack !== null && recipient !== null && <Compared scanned={pack.pack_id} recipient={recipient} />}
          {cause !== undefined && (
            <Text size="lg">
              {byWhom(cause)}, <DoneAt done={cause} zone={trial.selected_timezone} />
              {cause.comment !== '' && <>: {cause.comment}</>}
            </Text>
          )}
        </div>
      </div>
      {pack !== null && <PackFacts trial={trial} pack={pack} today={today} />}
      <Group>
        <Button size="xl" leftSection={<IconBarcode size={28} aria-hidden="true" />} onClick={onScanAnother}>
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
function Compared({
  scanned,
  recipient: { trial_sequence_no, pack_ids },
}: {
  scanned: string
  recipient: IntendedRecipient
}) {
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

/** The stops that somebody has brought about, and by what. */
const CAUSES: Record<string, { status: StudyPackStatusKey; events: readonly StudyPackEvent[] }> = {
  recalled: { status: 'recalled', events: ['recall'] },
  removed: { status: 'removed', events: ['remove'] },
  expired: { status: 'expired', events: ['expire', 'expire_by_date'] },
  already_dispensed: { status: 'dispensed', events: ['dispense'] },
}

/** Who brought about what stands against a pack, and when; nobody where its day has come by itself. */
const causeOf = ({ kind }: Stop, pack: PackFromServerOrStore | null) => {
  const cause = CAUSES[kind]
  if (pack === null || cause === undefined || pack.study_pack_status_id !== studyPackStatusId(cause.status)) return
  return pack.study_pack_logs?.findLast(({ action }) => cause.events.includes(action))
}

const byWhom = ({ actioned_by_user: person, is_day_only }: StudyPackLog): string => {
  if (person !== null) return `By ${person.name}`
  return is_day_only === true ? UNBLINDED_PERSON : 'By the system'
}
