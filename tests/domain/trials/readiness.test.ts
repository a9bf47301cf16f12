import { readinessFindings, type ReadinessFacts } from '#domain/trials/readiness'
import { describe, expect, test } from 'vitest'

/* The points that “Ready to start?” lists as missing or doubtful. */

const READY: ReadinessFacts = {
  ethics_approval_id: 'REC 26/1',
  org_contact_name: 'Trial office',
  sample_size: 100,
  end_on: '2027-11-30',
  today: '2026-11-21',
  administrators: 1,
  has_blinded_people: true,
  sites: [{ title: 'Royal Infirmary', randomisers: 2, unblinders: 1, awaits_opening: false }],
  stocks: [{ title: 'Royal Infirmary', lacks: [] }],
  design_fault: null,
  is_confirmation_missing: false,
  is_list_missing: false,
  design_warnings: [],
}
const EMPTY_SITE = { title: 'Abbey', randomisers: 0, unblinders: 0, awaits_opening: false }
const CLOSED_SITE = { title: 'Abbey', randomisers: 1, unblinders: 1, awaits_opening: true }

test('a ready trial has no finding', () => {
  expect(readinessFindings(READY)).toEqual([])
})

describe('missing', () => {
  test.each<[says: string, facts: Partial<ReadinessFacts>, said: [code: string, words: RegExp][]]>([
    ['a design that can be run', { design_fault: 'No.' }, [['design_cannot_run', /^No\.$/]]],
    [
      'a second person’s confirmation',
      { is_confirmation_missing: true },
      [['design_not_confirmed', /^A second person must confirm the design/]],
    ],
    ['a site that is open', { sites: [CLOSED_SITE] }, [['no_site_opened', /^No site is open yet/]]],
    [
      'people at a site, and somebody who may unblind there',
      { sites: [...READY.sites, EMPTY_SITE] },
      [
        ['site_without_people', /^Abbey has no one who can randomise/],
        ['nobody_unblinds_at_site', /at Abbey can unblind a participant in an emergency\.$/],
      ],
    ],
    [
      'people only, where nobody is blinded',
      { sites: [EMPTY_SITE], has_blinded_people: false },
      [['site_without_people', /Abbey/]],
    ],
    [
      'packs at a site',
      { stocks: [{ title: 'Abbey', lacks: ['Aspirin', 'Placebo'] }] },
      [['site_without_packs', /^Abbey has no packs to allocate for Aspirin, Placebo\. Randomisation/]],
    ],
  ])('%s', (_says, facts, said) => {
    const findings = readinessFindings({ ...READY, ...facts })
    expect(findings.map(({ severity, code }) => [severity, code])).toEqual(said.map(([code]) => ['missing', code]))
    for (const [index, [, words]] of said.entries()) expect(findings[index]?.words).toMatch(words)
  })
})

describe('doubtful', () => {
  test.each<[says: string, facts: Partial<ReadinessFacts>, code: string]>([
    ['a site that is not opened, beside one that is', { sites: [...READY.sites, CLOSED_SITE] }, 'site_not_opened'],
    ['no ethics approval ID', { ethics_approval_id: null }, 'ethics_approval_missing'],
    ['no trial administrator', { administrators: 0 }, 'no_trial_administrator'],
    ['no contact', { org_contact_name: null }, 'contact_missing'],
    ['no sample size', { sample_size: 0 }, 'sample_size_open'],
    ['an end that is past', { end_on: '2026-11-20' }, 'past_its_end'],
    [
      'blocks of one size',
      { design_warnings: [{ code: 'fixed_block_size', message: 'Every block alike.' }] },
      'fixed_block_size',
    ],
  ])('%s', (_says, facts, code) => {
    expect(readinessFindings({ ...READY, ...facts })).toMatchObject([{ severity: 'doubtful', code }])
  })

  test('not an end that is today', () => {
    expect(readinessFindings({ ...READY, end_on: READY.today })).toEqual([])
  })
})

test('missing settings precede doubtful ones', () => {
  const findings = readinessFindings({ ...READY, ethics_approval_id: null, sites: [EMPTY_SITE] })
  expect(findings.map(({ severity }) => severity)).toEqual(['missing', 'missing', 'doubtful'])
})
