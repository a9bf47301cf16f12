import {
  AUDIT_KIND_NAMES,
  AUDIT_KINDS,
  auditFlags,
  auditKindsNamed,
  auditLabel,
  type AuditKind,
} from '#domain/audit-kind'
import { describe, expect, test } from 'vitest'

const NONE = {
  is_type_user_change: false,
  is_type_randomisation: false,
  is_type_unblinded: false,
  is_type_trial_change: false,
  is_type_flagged: false,
}

describe('the label that an entry’s flags map to (specification 001, section 3)', () => {
  test.each([
    [{ ...NONE, is_type_user_change: true }, 'User update'],
    [{ ...NONE, is_type_randomisation: true }, 'Randomisation'],
    [{ ...NONE, is_type_unblinded: true }, 'Unblinding'],
    [{ ...NONE, is_type_trial_change: true }, 'Trial update'],
    [{ ...NONE, is_type_flagged: true }, 'Flagging'],
    [NONE, 'Other'],
  ])('%o: %s', (flags, label) => expect(auditLabel(flags)).toBe(label))
})

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
    ['signed_in', 'Other'],
    ['study_packs_dispensed', 'Other'],
  ])('%s is labelled %s', (kind, label) => expect(auditLabel(auditFlags(kind))).toBe(label))

  test.each(AUDIT_KIND_NAMES)('%s sets at most one flag', (kind) => {
    expect(Object.values(auditFlags(kind)).filter(Boolean).length).toBeLessThanOrEqual(1)
  })

  test('has a title of its own', () => {
    const titles = AUDIT_KIND_NAMES.map((kind) => AUDIT_KINDS[kind].title)
    expect(new Set(titles).size).toBe(titles.length)
  })

  test('is found by a part of its label or its title, whatever the case', () => {
    expect(auditKindsNamed('UNBLIND')).toEqual(['participant_unblinded', 'inadvertent_unblinding_recorded'])
    expect(auditKindsNamed('flagging')).toEqual(['participant_flagged', 'participant_unflagged'])
    expect(auditKindsNamed('nothing of the kind')).toEqual([])
  })
})
