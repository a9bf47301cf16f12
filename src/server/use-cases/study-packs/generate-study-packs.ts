import { invalidFields, refusal, type Refusal } from '#contract/errors'
import type { GeneratedPack, generateStudyPacks as endpoint } from '#contract/study-pack-import'
import { checkDigit } from '#domain/study-packs/check-digit'
import { accepted, refused, type Outcome } from '#domain/outcome'
import { recordOf } from '#domain/record-of'
import { isPastExpiry } from '#domain/study-packs/study-pack'
import { comparable, IMPORT_COLUMNS } from '#domain/study-packs/study-pack-import'
import { dayIn } from '../../ground/time/calendar'
import { auditEntry } from '../../ground/audit/audit-entry'
import { appendAudit } from '../../ground/db/audit-log'
import { inTransaction } from '../../ground/db/transaction'
import { packIdsOfTrial } from '../../ground/db/study-pack-import'
import { findTrial, type WholeTrial } from '../../ground/db/trials'
import type { Call, ReadHandler } from '../call/call'
import type { ServerContext } from '../call/server-context'
import { inPieces, inTurns } from '../../ground/in-turns'
import { randomDigits, shuffled } from '../../ground/random-order'
import { requireValue } from '../../ground/require-value'

/**
 * Packs generated for the manufacturer, as rows to import: the prefix, random digits that no pack of the trial has, and
 * their check digit, in random order, so that neither id nor place reveals a group. No pack is stored, so a repeat
 * generates others. Recorded in the audit log before the rows leave, without anything by group.
 */
export const generateStudyPacks: ReadHandler<typeof endpoint> = async (call) => {
  const { context, parameters, body } = call
  const { queries } = context.database
  const trial = await findTrial(queries, parameters.trial_id)
  if (!trial) return refused(refusal('not_found'))
  if (!trial.is_managing_packs) return refused(refusal('packs_not_managed'))
  const named = namesOf(trial, body, dayIn(trial.selected_timezone, context.now()))
  if (!named.ok) return named
  const { groups, site } = named.value
  const taken = await packIdsOfTrial(queries, trial.id)
  const ids = new Map((await inTurns(newIds(taken, body.prefix, groups.length, context.randomBytes))).entries())
  const data: GeneratedPack[] = []
  await inPieces([...shuffled(groups, context.randomBytes).entries()], PACKS_IN_STEP, async (piece) => {
    for (const [index, study_group] of piece)
      data.push({
        ...recordOf(IMPORT_COLUMNS, () => null),
        pack_id: requireValue(ids, index, 'new pack'),
        study_group,
        site,
        duration: body.duration,
        expire_on: body.expire_on,
        confirmation_code: trial.is_confirmable ? randomDigits(CODE_DIGITS, context.randomBytes) : null,
      })
  })
  await record(call, data.length)
  return accepted({ data })
}

const record = async ({ context, actor, view, parameters, body, request_id }: Call<typeof endpoint>, count: number) => {
  const { trial_id } = parameters
  await inTransaction(context.database, async (transaction) => {
    await appendAudit(
      transaction,
      auditEntry({ actor, now: context.now(), request_id }, view, {
        kind: 'study_packs_generated',
        description: `${count} study packs generated for trial ${trial_id} with batch ${body.batch_id}`,
        changes: [
          { field: 'site_id', old: null, new: body.site_id },
          { field: 'expire_on', old: null, new: body.expire_on },
        ].filter(({ new: value }) => value !== null),
      }),
    )
    return accepted(null)
  })
}

/** How many packs are made before other requests may be served. */
const PACKS_IN_STEP = 500

const CODE_DIGITS = 3

type Body = Call<typeof endpoint>['body']

/** The name of each pack's group, and that of the site; refused by field where one is unknown. */
const namesOf = (
  trial: WholeTrial,
  { study_groups, site_id, expire_on }: Body,
  today: string,
): Outcome<{ groups: string[]; site: string | null }, Refusal> => {
  const names = new Map(trial.study_groups.map(({ id, name }) => [id, name]))
  const unknown = study_groups.findIndex(({ id }) => !names.has(id))
  if (unknown >= 0) return fault(`study_groups.${unknown}.id`, 'Not a study group of this trial')
  const site = trial.sites.find(({ id }) => id === site_id)
  if (site_id !== null && !site) return fault('site_id', 'Not a site of this trial')
  if (site?.is_deleted) return fault('site_id', 'No longer takes part in the trial')
  if (!site && trial.is_site_managing_packs) return fault('site_id', 'A site is required, because sites manage packs')
  if (isPastExpiry({ expire_on }, today)) return fault('expire_on', 'Date is in the past')
  const groups = study_groups.flatMap(({ id, count }) => {
    const name = requireValue(names, id, 'study group')
    return Array.from({ length: count }, () => name)
  })
  return accepted({ groups, site: site?.title ?? null })
}

const fault = (field: string, message: string) => refused(invalidFields({ [field]: message }))

/** At most one of so many numbers is used: a mistyped or invented id does not hit another pack. */
const NUMBERS_FOR_EACH = 100
const MIN_DIGITS = 5

/** New ids in random order, none of which a pack of the trial has. */
function* newIds(
  takenIds: readonly string[],
  prefix: string,
  count: number,
  randomBytes: ServerContext['randomBytes'],
): Generator<undefined, string[]> {
  const usedIds = new Set(takenIds.map(comparable))
  const digits = Math.max(MIN_DIGITS, String((takenIds.length + count) * NUMBERS_FOR_EACH).length)
  const ids: string[] = []
  while (ids.length < count) {
    const number = randomDigits(digits, randomBytes)
    const id = `${prefix}${number}${checkDigit(number)}`
    if (usedIds.has(comparable(id))) continue
    usedIds.add(comparable(id))
    ids.push(id)
    if (ids.length % PACKS_IN_STEP === 0) yield
  }
  return ids
}
