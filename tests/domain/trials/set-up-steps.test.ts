import type { ReadinessCode } from '#domain/trials/readiness'
import { setUpSteps } from '#domain/trials/set-up-steps'
import { describe, expect, test } from 'vitest'

/* The guide through setting up a trial takes its progress from what the check finds. */

const missing = (code: ReadinessCode) => ({ code, severity: 'missing' })
const done = (findings: { code: string; severity: string }[], hasPacks = true) =>
  setUpSteps(findings, hasPacks)
    .filter(({ progress }) => progress === 'done')
    .map(({ id }) => id)

test('all but the start is done where nothing is missing', () => {
  expect(done([])).toEqual(['design', 'people', 'packs', 'check'])
})

describe('each finding opens its step and the check', () => {
  test.each<[ReadinessCode, string]>([
    ['design_cannot_run', 'design'],
    ['design_not_confirmed', 'design'],
    ['no_site_opened', 'people'],
    ['site_without_people', 'people'],
    ['nobody_unblinds_at_site', 'people'],
    ['site_without_packs', 'packs'],
  ])('%s: %s', (code, step) => {
    const all = done([])
    expect(done([missing(code)])).toEqual(all.filter((id) => id !== step && id !== 'check'))
  })
})

test('what is only doubtful leaves the check done', () => {
  expect(done([{ code: 'contact_missing', severity: 'doubtful' }])).toContain('check')
})

test('packs are no step of a trial without them, and a simulation is nobody’s duty', () => {
  const steps = setUpSteps([], false)
  expect(steps.map(({ id }) => id)).toEqual(['design', 'simulate', 'people', 'check', 'start'])
  expect(steps.find(({ id }) => id === 'simulate')?.progress).toBe('optional')
})
