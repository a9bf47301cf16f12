import type { Alarm } from '#contract/service-status'
import type { AlarmKind } from '#domain/service/alarm'

const TITLES: Record<AlarmKind, string> = { ledger: 'A ledger is wrong', audit_log: 'The audit log was altered' }

export const alarmTitle = ({ kind }: Alarm): string => TITLES[kind]

/** The event. */
export const ALARM_WORDS: Record<AlarmKind, string> = {
  ledger: 'The nightly self-check found a ledger that does not follow from its seed and its records.',
  audit_log: 'The nightly check found entries that were changed, removed or moved in the database.',
}

/** The text where no trial is named. */
export const NO_TRIAL: Record<AlarmKind, string> = {
  ledger: 'You do not have permission to see which trial it concerns.',
  audit_log: 'It concerns entries outside all trials, or a trial that you may not see.',
}

/** The steps to take. */
export const ALARM_STEPS: Record<AlarmKind, readonly string[]> = {
  ledger: [
    'Keep the database as it is. Make a backup now.',
    'Read what differs in the server’s log. Search it for “self-check failed”.',
    'Pause the trial until you know the cause.',
    'Compare the database with an earlier backup.',
  ],
  audit_log: [
    'Keep the database as it is. Make a backup now.',
    'Press “Check the audit log” under Auditing to see the first wrong entry.',
    'Find out who had access to the database.',
    'Compare the database with an earlier backup.',
  ],
}
