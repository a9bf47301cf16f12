import type { StudyPackEvent, StudyPackLog } from '#contract/study-packs'
import type { EndedVerdictKind } from '#domain/study-packs/scan-verdict'
import { studyPackStatusId, type StudyPackStatusKey } from '#domain/study-packs/study-pack'
import { Button, Text, Title } from '@mantine/core'
import { IconBarcode, IconHandStop, IconPackage, IconSend } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { paths } from '../../../paths'
import { DoneAt, UNBLINDED_PERSON } from '../../../ui/done-at'
import { LinkButton } from '../../../ui/link-button'
import type { PackFromServerOrStore, PacksTrial } from '../pack-from-server-or-store'
import { siteTitlesOf } from '../site-titles'
import type { Stop } from './device-stop'
import classes from './dispense.module.css'
import { PackRecipient } from './pack-recipient'
import type { IntendedRecipient } from './intended-recipient'
import { MatchBand } from './match-band'
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

/** A pack that must not be dispensed: the scanned ID, the reason, and no way past. */
export function StopStep({ trial, pack, today, stop, recipient, onScanAnother }: StopStepProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  const cause = causeOf(stop, pack)
  return (
    <section className={classes['step']} aria-labelledby="stop-heading" data-verdict={stop.kind}>
      <MatchBand tone="red" icon={IconHandStop} role="alert">
        <Text fw={700} c="red" tt="uppercase" lh={1.2}>
          Stop
        </Text>
        <Title order={2} id="stop-heading" ref={heading} tabIndex={-1} className={classes['title']}>
          {stop.title}
        </Title>
        <Text size="lg" mt={4}>
          {stop.words}
        </Text>
        {cause !== undefined && (
          <Text size="lg">
            {byWhom(cause)}, <DoneAt done={cause} zone={trial.selected_timezone} />
            {cause.comment !== '' && <>: {cause.comment}</>}
          </Text>
        )}
      </MatchBand>
      {pack !== null && recipient !== null && <Compared trial={trial} scanned={pack} recipient={recipient} />}
      {pack !== null && <PackFacts trial={trial} pack={pack} today={today} />}
      <div className={classes['buttons']}>
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
        {pack !== null && (
          <LinkButton
            {...paths.studyPack(trial.id, pack.id)}
            size="lg"
            variant="default"
            leftSection={<IconPackage size={20} aria-hidden="true" />}
          >
            <span>
              See pack <span className={`identifier ${classes['id-on-button']}`}>{pack.pack_id}</span>
            </span>
          </LinkButton>
        )}
      </div>
    </section>
  )
}

type ComparedProps = { trial: PacksTrial; scanned: PackFromServerOrStore; recipient: IntendedRecipient }

/** The pack in the hand and the right one, to be compared with the labels. */
function Compared({ trial, scanned, recipient }: ComparedProps) {
  const { trial_sequence_no, participant_id, site, pack_ids } = recipient
  return (
    <dl className={classes['compared']}>
      <div>
        <dt>You scanned</dt>
        <dd className="identifier identifier-large">{scanned.pack_id}</dd>
        <dd>
          <PackRecipient trial={trial} pack={scanned} />
        </dd>
        <dd className="muted">{siteTitlesOf(trial)(scanned.site_id)}</dd>
      </div>
      {pack_ids.length > 0 && (
        <div>
          <dt>Allocated to participant {trial_sequence_no}</dt>
          {pack_ids.map((id) => (
            <dd key={id} className="identifier identifier-large">
              {id}
            </dd>
          ))}
          <dd>
            for participant <span className="identifier">{trial_sequence_no}</span>
            {participant_id !== null && (
              <>
                {' '}
                · {trial.participant_id_label ?? 'ID'} <span className="identifier">{participant_id}</span>
              </>
            )}
          </dd>
          <dd className="muted">{site.title}</dd>
        </div>
      )}
    </dl>
  )
}

type Cause = { status: StudyPackStatusKey; events: readonly StudyPackEvent[] }

/** The stops that a person's action has caused, and that action. */
const CAUSES: Partial<Record<Stop['kind'], Cause>> = {
  recalled: { status: 'recalled', events: ['recall'] },
  removed: { status: 'removed', events: ['remove'] },
  expired: { status: 'expired', events: ['expire', 'expire_by_date'] },
  already_dispensed: { status: 'dispensed', events: ['dispense'] },
} satisfies Record<EndedVerdictKind, Cause>

/** The person who caused a stop, and when; null where its date has simply come. */
const causeOf = ({ kind }: Stop, pack: PackFromServerOrStore | null) => {
  const cause = CAUSES[kind]
  if (pack === null || cause === undefined || pack.study_pack_status_id !== studyPackStatusId(cause.status)) return
  return pack.study_pack_logs?.findLast(({ action }) => cause.events.includes(action))
}

const byWhom = ({ actioned_by_user: person, is_day_only }: StudyPackLog): string => {
  if (person !== null) return `By ${person.name}`
  return is_day_only === true ? UNBLINDED_PERSON : 'By the system'
}
