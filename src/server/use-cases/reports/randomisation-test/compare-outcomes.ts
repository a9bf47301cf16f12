import { invalidFields, refusal, type Refusal } from '#contract/errors'
import type { Answer, ParsedInput } from '#contract/endpoint'
import type { compareOutcomes as endpoint } from '#contract/randomisation-tests'
import { accepted, refused, type Outcome } from '#domain/outcome'
import { compareGroups, type ComparisonFault, type ParticipantOutcome } from '#domain/simulation/redraw/compare-groups'
import { auditEntry } from '../../../ground/audit/audit-entry'
import { appendAudit } from '../../../ground/db/audit-log'
import type { LongReading } from '../../../ground/db/long-reading'
import { findParticipantIds } from '../../../ground/db/participant-ids'
import { inTransaction } from '../../../ground/db/transaction'
import { findTrial, type WholeTrial } from '../../../ground/db/trials'
import { requireValue } from '../../../ground/require-value'
import type { Call, SelfKeyedHandler } from '../../call/call'
import { acquireReadingPlace } from '../acquire-reading-place'
import { outcomesByPlace } from './outcomes-by-place'
import { readReferenceSet, type ReferenceSetReading } from './reference-set-reading'

/**
 * Compares the outcomes of two study groups with a reference set. The outcomes are used for this answer alone: nothing stores them, no
 * key is kept of their request, and the record in the audit log has how many there were. A repeat is a comparison of its own.
 */
export const compareOutcomes: SelfKeyedHandler<typeof endpoint> = async (call) => {
  const { context, actor, parameters } = call
  const reading = context.database.beginReading()
  try {
    const allowed = await acquireReadingPlace(context, actor, reading)
    if (!allowed.ok) return allowed
    const set = await readReferenceSet(reading, parameters.trial_id, parameters.randomisation_test_id)
    if (!set.ok) return set
    const compared = await compare(reading, call, set.value)
    if (!compared.ok) return compared
    await record(call, set.value.test.participants - compared.value.missing)
    return accepted({ answer: compared.value, replayed: false })
  } finally {
    await reading.end()
  }
}

type Compared = Answer<typeof endpoint>

const compare = async (
  reading: LongReading,
  { parameters: { trial_id }, body }: Call<typeof endpoint>,
  { test, cells, draws }: ReferenceSetReading,
): Promise<Outcome<Compared, Refusal>> => {
  const trial = await reading.read((queries) => findTrial(queries, trial_id))
  if (!trial) return refused(refusal('not_found'))
  const groups = comparable(trial, body.study_group_ids)
  if (!groups.ok) return groups
  const ids = await reading.readPiece((queries) => findParticipantIds(queries, trial_id))
  const outcomes = outcomesByPlace(body, {
    ids,
    participants: test.participants,
    is_id_used: trial.is_participant_id_used,
  })
  if (!outcomes.ok) return refused(invalidFields(outcomes.refusal))
  const result = await comparedWithAll({ groups: groups.value, cells, outcomes: outcomes.value, draws })
  if (!result.ok) return refused(invalidFields(FAULTS[result.refusal]))
  const names = new Map(trial.study_groups.map(({ id, name }) => [id, name]))
  const [first, second] = result.value.groups
  const named = ({ group_id, participants, mean }: typeof first) => ({
    study_group: { id: group_id, name: requireValue(names, group_id, 'study group') },
    participants,
    mean,
  })
  return accepted({
    ...result.value,
    compared: body.compared,
    groups: [named(first), named(second)],
    missing: test.participants - outcomes.value.length,
  })
}

const FAULTS: Record<ComparisonFault, Record<string, string>> = {
  too_many_digits: { outcomes: 'The outcomes have too many digits to be added exactly. Round them' },
  no_outcome_in_a_group: { study_group_ids: 'Each of the two groups needs at least one outcome' },
  no_usable_replicate: {
    outcomes: 'No p-value can be calculated. In each replicate one of the two groups has no outcome',
  },
}

/** Two groups of a trial, in a factorial trial of the same factor. */
const comparable = (
  { study_groups }: WholeTrial,
  [first, second]: ParsedInput<typeof endpoint>['body']['study_group_ids'],
): Outcome<readonly [number, number], Refusal> => {
  const level = (id: number) => study_groups.find((group) => group.id === id)?.factorial_level
  const isPossible = first !== second && level(first) !== undefined && level(first) === level(second)
  return isPossible ? accepted([first, second]) : refused(invalidFields({ study_group_ids: TWO_GROUPS }))
}

const TWO_GROUPS = 'Choose two different study groups of the trial, in a factorial trial of one factor'

type WithSet = {
  groups: readonly [number, number]
  outcomes: readonly ParticipantOutcome[]
} & Pick<ReferenceSetReading, 'cells' | 'draws'>

/** The first draw of the set is the trial as it was; the result is of all the others. */
const comparedWithAll = async ({ groups, cells, outcomes, draws }: WithSet) => {
  let running: ReturnType<typeof compareGroups> | null = null
  for await (const drawn of draws()) {
    if (running === null) {
      running = compareGroups({ groups, cells, drawn, outcomes })
      if (!running.ok) return running
    } else if (running.ok) running.value.see(drawn)
  }
  if (running === null) throw new Error('A reference set has no draws')
  return running.ok ? running.value.result() : running
}

const record = async (
  { context, actor, view, parameters, body, request_id }: Call<typeof endpoint>,
  used: number,
): Promise<void> => {
  const { trial_id, randomisation_test_id } = parameters
  await inTransaction(context.database, async (transaction) => {
    await appendAudit(
      transaction,
      auditEntry({ actor, now: context.now(), request_id }, view, {
        kind: 'outcomes_compared',
        description: `Outcomes compared by randomisation test ${randomisation_test_id} of trial ${trial_id}`,
        changes: [
          { field: 'compared', old: null, new: body.compared },
          { field: 'study_group_ids', old: null, new: body.study_group_ids.join(', ') },
          { field: 'outcomes', old: null, new: used },
        ],
      }),
    )
    return accepted(null)
  })
}
