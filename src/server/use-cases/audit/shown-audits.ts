import type { AuditLog } from '#contract/audit-logs'
import { auditFlags, isAuditKind, type AuditKind } from '#domain/audit/audit-kind'
import { AUDIT_TITLES } from '#domain/audit/audit-kind-words'
import { findAudits, type AuditRow } from '../../ground/db/audit-entries'
import type { Queries } from '../../ground/db/transaction'
import { joinedName } from '../../ground/stored-names'
import type { Actor } from '../call/call'
import { noonOf } from '../study-packs/shown-pack-logs'
import { isOfClosing, redactionOf, isShownByDay, WHOLE_KINDS } from './redactions'
import { isBlindedIn, type AuditVisibility } from './audit-visibility'

/** An entry as one person may read it, without the links to its subjects. */
export type ShownAudit = Omit<AuditLog, 'subjects'>

/**
 * Entries in the order of their ids as this person may read them, each with as many of its changes as are requested: a
 * person blinded in a trial gets nothing that could reveal its groups, nor its amount.
 */
export const shownAudits = async (
  queries: Queries,
  ids: readonly number[],
  { actor, visibility, limit }: Reader,
): Promise<ShownAudit[]> => {
  const rows = await findAudits(queries, ids, limit === 'all' ? limit : { limit, whole: WHOLE_KINDS })
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids
    .flatMap((id) => byId.get(id) ?? [])
    .filter(({ chain }) => !visibility.hidden.includes(chain))
    .map((row) => shownAudit(row, { actor, visibility, limit }))
}

/** The reader, their visibility, and the most changes of each entry. */
type Reader = { actor: Actor; visibility: AuditVisibility; limit: number | 'all' }

const shownAudit = (row: AuditRow, { actor, visibility, limit }: Reader): ShownAudit => {
  const { kind } = row
  if (!isAuditKind(kind)) throw new Error(`audit entry ${row.id} is of the unknown kind ${kind}`)
  const isBlinded = isBlindedIn(visibility, row.trial_id)
  const isDayOnly = isBlinded && isShownByDay(kind, row, actor.user_id)
  const cut = isDayOnly ? byDay(row, kind) : isBlinded ? redactionOf(kind, row) : null
  const { created_at, user_id, role, description, reason, ...rest } = { ...row, ...cut }
  const changes = rest.changes.filter(
    (change) => !isOfTrialUnknown(change, visibility) && !(isBlinded && isOfClosing(kind, change)),
  )
  return {
    id: row.id,
    created_at,
    user: user_id === null ? null : { id: user_id, name: joinedName(row.user_name, `user ${user_id}`) },
    trial_id: row.trial_id,
    description,
    ...auditFlags(kind),
    kind,
    role,
    reason,
    changes: limit === 'all' ? changes : changes.slice(0, limit),
    changes_total: (cut?.changes?.length ?? row.changes_total) - (rest.changes.length - changes.length),
    is_cut: cut !== null,
    is_day_only: isDayOnly,
    reviews: row.reviews.map(({ reviewed_by, reviewer_name, finding, ...review }) => ({
      ...review,
      reviewed_by_user: { id: reviewed_by, name: reviewer_name },
      // Reviewers may have seen groups, so the finding is for readers who see them too.
      finding: isBlinded && reviewed_by !== actor.user_id ? null : finding,
    })),
  }
}

/**
 * Whether a change names the original of a copied trial to a reader who may not know of it, or is blinded there: the
 * copy has its design.
 */
const isOfTrialUnknown = ({ field, new: copied }: AuditRow['changes'][number], visibility: AuditVisibility): boolean =>
  field === 'copied_from' && (visibility.hidden.includes(Number(copied)) || isBlindedIn(visibility, Number(copied)))

/**
 * An action on packs as a blinded person sees it. The packs, their number, the person and the reason would reveal
 * groups.
 */
const byDay = ({ created_at, time_zone }: AuditRow, kind: AuditKind) => ({
  created_at: noonOf(created_at, { time_zone: time_zone ?? 'Etc/UTC' }),
  user_id: null,
  role: null,
  description: AUDIT_TITLES[kind],
  changes: [],
  reason: null,
})
