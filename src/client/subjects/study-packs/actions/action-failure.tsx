import type { ConflictingPack } from '#contract/problem'
import type { StoredRefusal } from '#contract/stored-action'
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconHelpCircle } from '@tabler/icons-react'
import { isWriteLost, messageOf, refusalWords, type Failure } from '../../../api/failure'
import { counted, formatNumber } from '../../../ui/format-number'
import { formatDay } from '../../../ui/format-time'
import { DayOf, Instant } from '../../../ui/instant'
import { StudyPackStatusBadge } from '../../../ui/study-pack-status-badge'
import { eventWords } from '../pack/pack-events'
import classes from './action-failure.module.css'
import type { PackFromServerOrStore } from '../pack-from-server-or-store'
import { NOT_KNOWN_WHETHER_SAVED, PRESS_AGAIN } from '../../../safety-words'

type ActionFailureProps = {
  failure: Failure
  packs: readonly PackFromServerOrStore[]
  zone: string
  /** Goes on without these. */
  onDrop: (ids: readonly number[]) => void
}

/** The refusal of an action on packs, or that its outcome is unknown, with the next steps. */
export function ActionFailure({ failure, packs, zone, onDrop }: ActionFailureProps) {
  if (isWriteLost(failure)) {
    return (
      <Alert color="amber" role="alert" title={NOT_KNOWN_WHETHER_SAVED} icon={<IconHelpCircle aria-hidden="true" />}>
        <Text>{messageOf(failure)}.</Text>
        <Text>{PRESS_AGAIN}</Text>
      </Alert>
    )
  }
  return (
    <ActionRefusal
      words={refusalWords(failure)}
      conflicting={failure.kind === 'refused' ? (failure.problem.packs ?? []) : []}
      packs={packs}
      zone={zone}
      onDrop={onDrop}
    />
  )
}

type Conflicting = NonNullable<StoredRefusal['packs']>[number] | ConflictingPack

type ActionRefusalProps = Omit<ActionFailureProps, 'failure'> & { words: string; conflicting: readonly Conflicting[] }

/** The server's refusal of an action on packs, and the packs without which it would be accepted. */
export function ActionRefusal({ words, conflicting, packs, zone, onDrop }: ActionRefusalProps) {
  return (
    <Alert color="red" role="alert" title="Nothing was changed" icon={<IconAlertTriangle aria-hidden="true" />}>
      <Text>{words}.</Text>
      {conflicting.length > 0 && (
        <Conflict conflicting={conflicting} left={packs.length - conflicting.length} zone={zone} onDrop={onDrop} />
      )}
    </Alert>
  )
}

/** How many packs are named; the others are counted. */
const NAMED = 20

type ConflictProps = Pick<ActionFailureProps, 'zone' | 'onDrop'> & {
  conflicting: readonly (Conflicting & { expire_on?: string | null })[]
  /** How many packs remain without them. */
  left: number
}

/** The packs that stand in the way of an action, and the way on without them. */
export function Conflict({ conflicting, left, zone, onDrop }: ConflictProps) {
  const more = conflicting.length - NAMED
  return (
    <Stack gap="sm" mt="xs">
      <ul className={classes['packs']}>
        {conflicting.slice(0, NAMED).map((pack) => (
          <li key={pack.id}>
            <Group gap="xs">
              <span className="identifier">{pack.pack_id}</span>
              <StudyPackStatusBadge statusId={pack.study_pack_status_id} />
            </Group>
            {pack.expire_on && <Text size="sm">Expiry date: {formatDay(pack.expire_on)}</Text>}
            {pack.last_log !== null && <LastLog log={pack.last_log} zone={zone} />}
          </li>
        ))}
      </ul>
      {more > 0 && <Text>And {formatNumber(more)} more.</Text>}
      {left > 0 && (
        <Group>
          <Button variant="default" onClick={() => onDrop(conflicting.map(({ id }) => id))}>
            Leave {conflicting.length === 1 ? 'this pack' : 'these packs'} out and continue with {counted(left, 'pack')}
          </Button>
        </Group>
      )}
    </Stack>
  )
}

function LastLog({ log, zone }: { log: NonNullable<Conflicting['last_log']>; zone: string }) {
  const { action, actioned_by_user: person, created_at } = log
  const isDayOnly = log.is_day_only === true
  // A pack stored on a device has no comment.
  const comment = 'comment' in log ? log.comment : ''
  return (
    <Text size="sm">
      {`${eventWords(action)}${person === null ? '' : ` by ${person.name}`}, `}
      {isDayOnly ? <DayOf at={created_at} /> : <Instant at={created_at} zone={zone} />}
      {comment !== '' && `: ${comment}`}
    </Text>
  )
}
