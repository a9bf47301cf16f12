import type { OfflineUnlockReport, reportOfflineUnlock as endpoint } from '#contract/offline-unlock'
import type { AuditKind } from '#domain/audit/audit-kind'
import { accepted } from '#domain/outcome'
import { opensOffline, setsUnlockWay, type OfflineUnlockEvent } from '#domain/this-device/unlock-ways'
import { CLOCK_UNCERTAIN } from '#domain/time/performed-at'
import { auditEntry } from '../../../ground/audit/audit-entry'
import { appendAudit } from '../../../ground/db/audit-log'
import { storeOfflineOpening } from '../../../ground/db/sessions'
import type { WriteHandler } from '../../call/call'
import { needFreshSignIn } from '../../call/fresh-sign-in'
import { storedPerformedAt, type StoredPerformedAt } from '../../call/stored-performed-at'

/**
 * Records in the audit log what a device reports of its person's PIN or passkey, with the time of the act beside that of its arrival. The device
 * is believed: nobody else can report in this person's name, and an entry gives no right to anybody. After an opening the session asks for a
 * sign-in before it does more than the app does offline.
 */
export const reportOfflineUnlock: WriteHandler<typeof endpoint> = {
  perform: async (call, transaction) => {
    const { actor, body, now } = call
    const fresh = needFreshSignIn(call, setsUnlockWay(body.event))
    if (!fresh.ok) return fresh
    const time = storedPerformedAt(call, { earliest: null, now })
    if (opensOffline(body.event) && body.session_id === actor.session_id)
      await storeOfflineOpening(transaction, actor.session_id, now)
    await appendAudit(
      transaction,
      auditEntry(call, null, {
        kind: KINDS[body.event],
        description: `${actor.name} ${ACTS[body.event]}${wrongTries(body)}, ${timeWords(time, now)} (device ${body.device_id})`,
      }),
    )
    return accepted({})
  },
  answer: async () => accepted(undefined),
}

const KINDS: Record<OfflineUnlockEvent, AuditKind> = {
  pin_set: 'offline_pin_set',
  pin_removed: 'offline_pin_removed',
  unlocked: 'unlocked_offline',
  locked_out: 'offline_unlock_ended',
  wrong_pins: 'offline_pins_wrong',
  passkey_set: 'offline_passkey_set',
  passkey_removed: 'offline_passkey_removed',
  unlocked_with_passkey: 'unlocked_offline',
}

const ACTS: Record<OfflineUnlockEvent, string> = {
  pin_set: 'set a PIN for a device',
  pin_removed: 'removed the PIN of a device',
  unlocked: 'unlocked a device offline',
  locked_out: 'can no longer unlock a device with a PIN',
  wrong_pins: 'has a device that stayed locked',
  passkey_set: 'set a passkey for a device',
  passkey_removed: 'removed the passkey of a device',
  unlocked_with_passkey: 'unlocked a device offline with a passkey',
}

const wrongTries = ({ wrong_tries }: OfflineUnlockReport): string =>
  wrong_tries === 0 ? '' : ` after ${wrong_tries} wrong ${wrong_tries === 1 ? 'PIN' : 'PINs'}`

/** The entry itself has the time of arrival. */
const timeWords = ({ performed_at, clock_uncertain }: StoredPerformedAt, now: string): string =>
  `at ${performed_at ?? now}${clock_uncertain ? `, ${CLOCK_UNCERTAIN}` : ''}`
