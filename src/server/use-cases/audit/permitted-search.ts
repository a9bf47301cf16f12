import type { ParsedInput } from '#contract/endpoint'
import type { listAuditLogs } from '#contract/audit-logs'
import { auditKindsNamed } from '#domain/audit/audit-kind-words'
import { dayStartWithin } from '../../ground/time/calendar'
import type { AuditSearch } from '../../ground/audit/search-query'
import type { Actor } from '../call/call'
import { PACK_ACTION_KINDS, KINDS_WITH_REDACTED_PACKS, KINDS_WITH_REDACTED_DESCRIPTION } from './redactions'
import type { AuditVisibility } from './audit-visibility'

type Filters = Omit<ParsedInput<typeof listAuditLogs>['query'], 'page' | 'page_size' | 'sort'>

/** The zone in which a person's entries are dated and searched by day: UTC for a person who has chosen none. */
export const auditZone = ({ selected_timezone }: Pick<Actor, 'selected_timezone'>): string =>
  selected_timezone ?? 'Etc/UTC'

/**
 * The search of this person: in the trials visible to them, by days of their time zone. Redacted fields are not
 * searched: a match would reveal them.
 */
export const permittedSearch = (query: Filters, actor: Actor, { hidden, blinded }: AuditVisibility): AuditSearch => {
  const zone = auditZone(actor)
  const {
    q,
    pack_id,
    user_id = null,
    trial_id = null,
    participant = null,
    from,
    to,
    kind: kinds,
    review_status,
    order,
  } = query
  return {
    q,
    pack_id,
    user_id,
    trial_id,
    participant,
    named: q === '' ? [] : auditKindsNamed(q),
    kinds,
    from: from === undefined ? null : dayStartWithin(zone, from),
    until: to === undefined ? null : dayStartWithin(zone, to, 1),
    is_reviewed: review_status === undefined ? null : review_status === 'reviewed',
    hidden,
    order,
    unsearched: {
      trials: blinded,
      by_words: KINDS_WITH_REDACTED_DESCRIPTION,
      packs: KINDS_WITH_REDACTED_PACKS,
      by_day: PACK_ACTION_KINDS,
      reader: actor.user_id,
    },
  }
}
