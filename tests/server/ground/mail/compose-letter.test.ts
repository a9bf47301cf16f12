import { MESSAGE_KINDS } from '#domain/people/notifications'
import type { EffectivePermission } from '#domain/people/permissions'
import { describe, expect, test } from 'vitest'
import { composeLetter } from '../../../../src/server/ground/mail/compose-letter'
import { letterHtml } from '../../../../src/server/ground/mail/letter-html'
import { letterText } from '../../../../src/server/ground/mail/letter-text'
import type { CapFacts, LowStockFacts, LetterFacts } from '../../../../src/server/ground/db/message-facts'
import {
  AMLODIPINE,
  EVERY_KIND,
  FIRST_START,
  INDAPAMIDE,
  LOW_AT_SITE,
  LOW_IN_ALL,
  randomisedTo,
  READERS,
} from './some-facts'

const PORTAL = 'https://randomise.example.org'

const ENVELOPE = {
  recipient_name: 'Priya Raman',
  service_name: 'Randomisation Service',
  university_name: 'The University',
  practice_instance: null,
}

/** Every byte that a recipient gets. */
const bytes = (facts: LetterFacts, permission: EffectivePermission): string => {
  const letter = composeLetter(facts, permission, PORTAL)
  return [letter.subject, letterText(letter, ENVELOPE), letterHtml(letter, ENVELOPE)].join('\n')
}

const GROUP_WORDS = /amlodipine(?! or)|indapamide|tablet [xy]/i
const withoutTitle = (text: string) => text.replaceAll('Amlodipine or indapamide', 'the title')

const shownGroup = (facts: LetterFacts, permission: EffectivePermission) =>
  composeLetter(facts, permission, PORTAL).particulars.find(([label]) => label === 'Study group')?.[1]

describe('a randomisation, to a reader who', () => {
  test.each<[string, EffectivePermission, string]>([
    ['is not blinded: by name', READERS.unblinded, 'Amlodipine'],
    ['is partly blinded: by label', READERS['partly blinded'], 'Tablet X'],
    ['is blinded: not at all', READERS.blinded, 'Blinded'],
    ['is blinded, at level 3: not at all', READERS['blinded investigator'], 'Blinded'],
  ])('%s', (_who, permission, group) => {
    expect(shownGroup(randomisedTo(AMLODIPINE), permission)).toBe(group)
  })

  test.each(['blinded', 'blinded investigator'] as const)('is %s: two groups differ in no byte', (reader) => {
    const [one, other] = [AMLODIPINE, INDAPAMIDE].map((group) => bytes(randomisedTo(group), READERS[reader]))
    expect(one).toBe(other)
    expect(withoutTitle(one ?? '')).not.toMatch(GROUP_WORDS)
  })

  test('is blinded: the cells of a factorial trial differ in no byte', () => {
    const heparin = { name: 'Heparin', label: 'Syringe P' }
    const saline = { name: 'Saline', label: null }
    const cells = [AMLODIPINE, INDAPAMIDE].flatMap((tablet) =>
      [heparin, saline].map((syringe) => bytes(randomisedTo(tablet, syringe), READERS.blinded)),
    )
    expect(new Set(cells).size).toBe(1)
    expect(shownGroup(randomisedTo(AMLODIPINE, heparin), READERS.unblinded)).toBe('Amlodipine + Heparin')
    expect(shownGroup(randomisedTo(AMLODIPINE, heparin), READERS['partly blinded'])).toBe('Tablet X + Syringe P')
  })

  test('is partly blinded: two groups without labels differ in no byte', () => {
    const [one, other] = [AMLODIPINE, INDAPAMIDE].map((group) =>
      bytes(randomisedTo({ ...group, label: null }), READERS['partly blinded']),
    )
    expect(one).toBe(other)
  })

  test('is partly blinded never reads a name', () => {
    expect(withoutTitle(bytes(randomisedTo(AMLODIPINE), READERS['partly blinded']))).not.toContain('Amlodipine')
  })

  test.each(Object.entries(READERS))('is %s: the subject tells no group', (_who, permission) => {
    expect(composeLetter(randomisedTo(AMLODIPINE), permission, PORTAL).subject).toBe(
      'Trial 12: participant 41 randomised',
    )
  })

  test('sees strata, from level 3 on alone', () => {
    expect(bytes(randomisedTo(AMLODIPINE), READERS.investigator)).toContain('Sex: Female')
    expect(bytes(randomisedTo(AMLODIPINE), READERS.unblinded)).not.toContain('Female')
  })

  test('names the participant, the site, the time in the trial’s own zone, and the packs to give', () => {
    const facts = { ...randomisedTo(AMLODIPINE, INDAPAMIDE), pack_ids: ['P-007', 'P-012'] }
    expect(composeLetter(facts, READERS.blinded, PORTAL)).toMatchObject({
      particulars: [
        ['Trial', 'Amlodipine or indapamide (12)'],
        ['Sequence number', '41'],
        ['Screening number', 'NG-0041'],
        ['Site', 'Northern General'],
        ['Study group', 'Blinded'],
        ['Study pack', 'P-007, P-012'],
        ['Time', '21 Nov 2026, 18:03 +13:00 (Pacific/Auckland)'],
        ['By', 'Amara Hughes'],
      ],
      link: { url: 'https://randomise.example.org/trials/12/participants' },
    })
  })
})

describe('every other kind', () => {
  const others = EVERY_KIND.filter(({ kind }) => kind !== 'randomisation').map((facts) => ({ ...facts, facts }))

  test('is in this table', () => {
    expect(EVERY_KIND.map(({ kind }) => kind)).toEqual(Object.keys(MESSAGE_KINDS))
  })

  test.each(others)('$kind has the same text for everybody, and no group', ({ facts }) => {
    const letters = new Set(Object.values(READERS).map((permission) => bytes(facts, permission)))
    expect(letters.size).toBe(1)
    expect(withoutTitle([...letters].join(''))).not.toMatch(GROUP_WORDS)
  })

  test.each(others)('$kind names the trial, the time, the person and the page', ({ facts }) => {
    const text = bytes(facts, READERS.unblinded)
    for (const words of ['Amlodipine or indapamide', '21 Nov 2026, 18:03', 'Amara Hughes', `${PORTAL}/trials/12`])
      expect(text).toContain(words)
  })

  test('the first start publishes the commitment', () => {
    expect(bytes(FIRST_START, READERS.blinded)).toContain(`Commitment: ${'c0'.repeat(32)}`)
  })

  test('a change of status names both statuses and the reason', () => {
    const [facts] = EVERY_KIND.filter(({ kind }) => kind === 'trial_status')
    const text = facts ? bytes(facts, READERS.blinded) : ''
    for (const line of [
      'From: Started',
      'To: Paused',
      'Reason: Stock is being recounted',
      'Trial 12: status changed to Paused',
    ])
      expect(text).toContain(line)
  })
})

describe('an unblinding of a participant who was unblinded before', () => {
  test('sends no one into the portal for a reason that blinded people cannot read there', () => {
    const [facts] = EVERY_KIND.flatMap((one) => (one.kind === 'unblinding' ? [{ ...one, reason: null }] : []))
    const text = facts ? bytes(facts, READERS.blinded) : ''
    expect(text).toContain('This participant was unblinded before. People who are not blinded can read the reason')
  })
})

describe('low stock', () => {
  test.each<[string, LowStockFacts, string[]]>([
    [
      'of a site',
      LOW_AT_SITE,
      ['at this site', 'Site: Northern General', 'Packs that can be allocated: 3', 'Alert level: 4'],
    ],
    ['of the whole trial', LOW_IN_ALL, ['in the trial', 'Packs that can be allocated: 9', 'Alert level: 10']],
  ])('%s is reported as the number of packs left', (_which, facts, words) => {
    const text = bytes(facts, READERS.blinded)
    for (const word of words) expect(text).toContain(word)
    expect(text.includes('Northern General')).toBe('site' in facts)
  })
})

describe('a limit of participants', () => {
  const paragraphsOf = (facts: Partial<CapFacts>) => {
    const [of] = EVERY_KIND.filter(({ kind }) => kind === 'cap_near')
    if (of?.kind !== 'cap_near') throw new Error('no such facts')
    return composeLetter({ ...of, ...facts }, READERS.investigator, PORTAL).paragraphs.join(' ')
  }

  test.each<[says: string, facts: Partial<CapFacts>, words: string]>([
    [
      'a sample size is of those who count towards it: others may be flagged',
      { of: 'trial', news: 'reached', count: 40, most: 40 },
      '40 participants count towards the sample size of 40. The next one will be refused unless the sample size is raised in the settings.',
    ],
    [
      'so is one that is near',
      { of: 'trial', news: 'near', count: 36, most: 40 },
      '36 participants count towards the sample size of 40. Decide soon whether recruitment ends there, or raise the sample size in the settings.',
    ],
    [
      'one of a site is of everyone',
      { news: 'reached', count: 40, most: 40 },
      '40 participants are randomised, and no more are allowed. The next one will be refused unless the limit of participants is raised in the settings.',
    ],
    ['one participant is one', { news: 'reached', count: 1, most: 1 }, '1 participant is randomised, and no more'],
    [
      'one participant counts',
      { of: 'trial', news: 'reached', count: 1, most: 1 },
      '1 participant counts towards the sample size of 1.',
    ],
  ])('%s', (_says, facts, words) => {
    expect(paragraphsOf(facts)).toContain(words)
  })
})

describe('a subject', () => {
  test('is one line, whatever the name of a site', () => {
    const site = { id: 3, title: 'Ward 1\r\nBcc: everybody@example.org' }
    const facts: LetterFacts = { ...randomisedTo(AMLODIPINE), kind: 'study_packs_missing', site }
    expect(composeLetter(facts, READERS.unblinded, PORTAL).subject).toBe(
      'Trial 12: study packs missing at Ward 1 Bcc: everybody@example.org',
    )
  })
})
