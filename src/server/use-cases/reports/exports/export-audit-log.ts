import type { ParsedInput } from '#contract/endpoint'
import type { downloadAuditLogs } from '#contract/exports'
import { invalidFields } from '#contract/errors'
import type { InSystem } from '#contract/needs'
import { AUDIT_TITLES, auditLabel } from '#domain/audit/audit-kind-words'
import { nameOfId } from '#domain/audit/named-ids'
import { accepted, refused } from '#domain/outcome'
import { timeIn } from '../../../ground/time/calendar'
import type { LongReading } from '../../../ground/db/long-reading'
import { selectAuditIds } from '../../../ground/db/audit-search'
import type { LongIds } from '../../../ground/db/long-ids'
import { findTrialAccess } from '../../../ground/db/trials'
import type { Queries } from '../../../ground/db/transaction'
import type { Actor } from '../../call/call'
import { auditVisibility, type AuditVisibility } from '../../audit/audit-visibility'
import { permittedSearch, auditZone } from '../../audit/permitted-search'
import { shownAudits, type ShownAudit } from '../../audit/shown-audits'
import { chosenColumns, sheetOf, type NamedColumns, type OpenDownload } from '../download'
import { lines } from '../participant-columns'

/** Every matching entry, in the order of the list, as far as the person may read it. */
export const exportAuditLog: OpenDownload<InSystem, ParsedInput<typeof downloadAuditLogs>['query']> = async ({
  context,
  actor,
  view,
  query: { columns, ...query },
  reading,
}) => {
  if (query.format === 'json' && columns !== undefined) return refused(invalidFields({ columns: JSON_IS_WHOLE }))
  const visibility = await reading.read((queries) => auditVisibility(queries, actor))
  const search = permittedSearch(query, actor, visibility)
  const ids = await reading.readIds(await reading.read((queries) => selectAuditIds(queries, search)), PIECE)
  const entries = () => entriesInPieces(reading, ids, { actor, visibility })
  return accepted({
    role: view.permission.role.title,
    recorded_in: await reading.read((queries) => trialOf(queries, query.trial_id, visibility)),
    ...sheetOf(chosenColumns(columnsIn(auditZone(actor)), columns), { count: ids.count, items: entries() }),
    json: () => jsonOf(context.now(), entries()),
  })
}

const JSON_IS_WHOLE = 'JSON has every entry whole'

/** An export of one trial is recorded in its own chain, so that nobody else learns of a protected trial. */
const trialOf = async (
  queries: Queries,
  trialId: number | undefined,
  { hidden }: AuditVisibility,
): Promise<number | null> =>
  trialId !== undefined && !hidden.includes(trialId) && (await findTrialAccess(queries, trialId)) ? trialId : null

/** How many entries are read at once: few, since one about thousands of packs is as large as thousands of others. */
const PIECE = 100

async function* entriesInPieces(
  reading: LongReading,
  { pieces }: LongIds,
  reader: { actor: Actor; visibility: AuditVisibility },
): AsyncGenerator<ShownAudit, void, undefined> {
  for await (const ids of pieces())
    yield* await reading.readPiece((queries) => shownAudits(queries, ids, { ...reader, limit: 'all' }))
}

/** One object, each entry on a line of its own. */
async function* jsonOf(
  exportedAt: string,
  entries: AsyncIterable<ShownAudit>,
): AsyncGenerator<string, void, undefined> {
  yield `{"exported_at": ${JSON.stringify(exportedAt)}, "entries": [`
  let separator = '\n'
  for await (const entry of entries) {
    yield separator + JSON.stringify(entry)
    separator = ',\n'
  }
  yield '\n]}\n'
}

const HIDDEN_VALUE = 'hidden from you'

const columnsIn = (zone: string): NamedColumns<ShownAudit> => ({
  id: [{ heading: 'ID', cell: ({ id }) => id }],
  created_at: [
    {
      heading: `Date/time (${zone})`,
      cell: ({ created_at, is_day_only }) => (is_day_only ? created_at.slice(0, 10) : timeIn(zone, created_at)),
    },
  ],
  user: [
    {
      heading: 'Actioned by',
      cell: ({ user, is_day_only }) => user?.name ?? (is_day_only ? HIDDEN_VALUE : 'System'),
    },
    { heading: 'User ID', cell: ({ user }) => user?.id ?? null },
  ],
  role: [{ heading: 'Role', cell: ({ role }) => role }],
  trial_id: [{ heading: 'Trial number', cell: ({ trial_id }) => trial_id }],
  kind: [
    { heading: 'Action', cell: ({ kind }) => auditLabel(kind) },
    { heading: 'Kind of action', cell: ({ kind }) => AUDIT_TITLES[kind] },
  ],
  description: [{ heading: 'Description', cell: ({ description }) => description }],
  reason: [{ heading: 'Reason', cell: ({ reason }) => reason }],
  changes: [{ heading: 'Changes', cell: ({ changes }) => lines(asFarAsFits(changes.map(changeInWords))) }],
  reviews: [
    {
      heading: 'Reviews',
      cell: ({ reviews }) =>
        lines(
          reviews.map(
            ({ reviewed_by_user, created_at, finding }) =>
              `${reviewed_by_user.name}, ${timeIn(zone, created_at)}: ${finding ?? HIDDEN_VALUE}`,
          ),
        ),
    },
  ],
})

type Change = ShownAudit['changes'][number]

/** An unchanged value is shown once, such as the participant of a pack. */
const changeInWords = ({ field, old, new: now }: Change): string =>
  old === now ? `${field}: ${inWords(field, now)}` : `${field}: ${inWords(field, old)} → ${inWords(field, now)}`

/** How many characters of changes one cell shows; a cell holds 32,767, with the numbers of the lines. */
const MAX_CHANGES_CHARACTERS = 25_000

/** An entry may be about thousands of packs: the cell shows as many changes as fit, and the number of the others. */
const asFarAsFits = (changes: readonly string[]): readonly string[] => {
  let length = 0
  const fitting = changes.findIndex((change) => {
    length += change.length
    return length > MAX_CHANGES_CHARACTERS
  })
  if (fitting === -1) return changes
  const more = (changes.length - fitting).toLocaleString('en-GB')
  return [...changes.slice(0, fitting), `and ${more} more, which are in the JSON export`]
}

/** People read spreadsheets: a status by its name. The JSON export has the number. */
const inWords = (field: string, value: Change['new']): string => {
  if (value === null) return 'nothing'
  return (typeof value === 'number' && nameOfId(field.split('.').at(-1) ?? field, value)) || String(value)
}
