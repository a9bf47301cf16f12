import { PREFERENCE_WORDS } from '../../../../../src/client/subjects/trials/trial/preference-words'
import { TRIAL_STATUSES } from '#domain/trials/trial-status'
import { describe, expect, test } from 'vitest'
import {
  confirmationQuestion,
  statusChangesFrom,
  recipientsOfStatus,
} from '../../../../../src/client/subjects/trials/trial/status-changes'

describe('the changes that the dialog offers', () => {
  test.each([
    ['Planning', ['Start trial', 'Reject planned trial']],
    ['Pending', ['Start trial', 'Reject planned trial', 'Terminate trial']],
    ['Started', ['Pause trial', 'Finish completed trial', 'Terminate trial']],
    ['Paused', ['Start trial', 'Terminate trial']],
    ['Rejected', []],
    ['Finished', []],
    ['Terminated', []],
  ])('from %s', (name, actions) => {
    const from = TRIAL_STATUSES.find((status) => status.name === name)
    expect(statusChangesFrom(from?.id ?? 0).map(({ action }) => action)).toEqual(actions)
  })

  test('ask again before a trial is finished or terminated', () => {
    const confirmed = TRIAL_STATUSES.flatMap(({ id }) => statusChangesFrom(id)).filter(({ isConfirmed }) => isConfirmed)
    expect(new Set(confirmed.map(({ to }) => confirmationQuestion(to)))).toEqual(
      new Set([
        'Are you sure you wish to set this trial to the Finished state?',
        'Are you sure you wish to set this trial to the Terminated state?',
      ]),
    )
  })

  test.each([
    ['Paused', PREFERENCE_WORDS.on_trial_status],
    ['Rejected', PREFERENCE_WORDS.on_trial_status],
    ['Terminated', PREFERENCE_WORDS.on_trial_completion],
  ])('name the recipients of %s', (name, kind) => {
    const recipients = TRIAL_STATUSES.flatMap((status) => (status.name === name ? [recipientsOfStatus(status)] : []))
    expect(recipients).toEqual([
      `Everyone with a permission in this trial is emailed, except those who have switched off “${kind}”.`,
    ])
  })
})
