import { AUDIT_KIND_NAMES, auditFlags, type AuditKind } from '#domain/audit/audit-kind'
import { AUDIT_TITLES, auditKindsNamed, auditLabel } from '#domain/audit/audit-kind-words'
import { describe, expect, test } from 'vitest'

describe('every kind', () => {
  test.each<[AuditKind, string]>([
    ['user_created', 'User update'],
    ['permission_changed', 'User update'],
    ['randomised', 'Randomisation'],
    ['randomisation_refused', 'Randomisation'],
    ['participant_unblinded', 'Unblinding'],
    ['inadvertent_unblinding_recorded', 'Unblinding'],
    ['trial_status_changed', 'Trial update'],
    ['participant_flagged', 'Flagging'],
    ['participant_unflagged', 'Flagging'],
    // The specification's category Other, split by subject.
    ['signed_in', 'Sign-in'],
    ['sign_in_failed', 'Sign-in'],
    ['study_packs_dispensed', 'Study packs'],
    ['list_exported', 'Report or export'],
    ['message_resent', 'Message'],
    ['ledger_head_published', 'Service'],
    ['signing_keys_replaced', 'Service'],
    ['sample_data_loaded', 'Service'],
    ['audit_reviewed', 'Other'],
  ])('%s is labelled %s', (kind, label) => expect(auditLabel(kind)).toBe(label))

  test.each(AUDIT_KIND_NAMES)('%s sets at most one flag', (kind) => {
    expect(Object.values(auditFlags(kind)).filter(Boolean).length).toBeLessThanOrEqual(1)
  })

  test.each<[AuditKind, string | undefined]>([
    ['user_created', 'is_type_user_change'],
    ['randomised', 'is_type_randomisation'],
    ['participant_unblinded', 'is_type_unblinded'],
    ['trial_created', 'is_type_trial_change'],
    ['participant_flagged', 'is_type_flagged'],
    ['study_packs_dispensed', undefined],
    ['signed_in', undefined],
    ['report_downloaded', undefined],
  ])('%s sets the flag %s', (kind, flag) => {
    expect(Object.entries(auditFlags(kind)).flatMap(([name, isSet]) => (isSet ? [name] : []))).toEqual(
      flag ? [flag] : [],
    )
  })

  test('has a title of its own', () => {
    const titles = Object.values(AUDIT_TITLES)
    expect(new Set(titles).size).toBe(titles.length)
  })

  test('is found by a part of its label or its title, whatever the case', () => {
    expect(auditKindsNamed('UNBLIND')).toEqual(['participant_unblinded', 'inadvertent_unblinding_recorded'])
    expect(auditKindsNamed('flagging')).toEqual(['participant_flagged', 'participant_unflagged'])
    expect(auditKindsNamed('nothing of the kind')).toEqual([])
  })
})
