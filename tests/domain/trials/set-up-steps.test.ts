import type { ReadinessCode } from '#domain/trials/readiness'
import { setUpSteps } from '#domain/trials/set-up-steps'
import { describe, expect, test } from 'vitest'

/* The guide to setting up a trial takes its progress from the results of the check. */

const missing = (code: ReadinessCode) => ({ code, severity: 'missing' })
const done = (findings: { code: string; severity: string }[], isByList = false) =>
  setUpSteps(findings, { hasPacks: true, isByList })
    .filter(({ progress }) => progress === 'done')
    .map(({ id }) => id)

test('all steps but the start are done where nothing is missing', () => {
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

test('a doubtful finding leaves the check done', () => {
  expect(done([{ code: 'contact_missing', severity: 'doubtful' }])).toContain('check')
})

test('packs are no step of a trial without them, and a simulation is optional', () => {
  const steps = setUpSteps([], { hasPacks: false, isByList: false })
  expect(steps.map(({ id }) => id)).toEqual(['design', 'simulate', 'people', 'check', 'start'])
  expect(steps.find(({ id }) => id === 'simulate')?.progress).toBe('optional')
})

test('an uploaded list is a step in place of a simulation, done once it is confirmed', () => {
  expect(done([], true)).toEqual(['design', 'list', 'people', 'packs', 'check'])
  expect(done([missing('list_not_confirmed')], true)).toEqual(['design', 'people', 'packs'])
})
