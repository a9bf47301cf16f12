import type { Ledger } from '#contract/ledger'
import { describe, expect, it } from 'vitest'
import type { LedgerName } from '../../src/server/ground/ledger/ledger-names'
import { weighted } from '../domain/randomisation/designs'
import { chainedAgain, startStory, unrevealed, type Story } from './ledger-story'
import { verdictOn } from './run-verifier'

/* The names of study groups and sites in a ledger, and their verification. */

const group = (id: number, name: string, label: string | null = `Kit ${id}`): LedgerName => ({
  kind: 'study_group',
  id,
  name,
  label,
})
const site = (id: number, name: string): LedgerName => ({ kind: 'site', id, name, label: null })
const FIRST = [group(1, 'Amlodipine'), group(2, 'Indapamide', null), site(1, 'North'), site(2, 'South')]

const recruit = (story: Story, count: number) => {
  for (let n = 0; n < count; n += 1) story.draw(1 + (n % 2))
  return story
}

/** 1 settings, 2 names, 3 to 6 drawn, 7 names of group 1 and site 1, 8 to 11 drawn, 12 the reveal. */
const renamed = () =>
  recruit(recruit(startStory({}).name(...FIRST), 4).name(group(1, 'Verum'), site(1, '=Old Mill')), 4)
    .reveal()
    .ledger()

const withNames = (ledger: Ledger, i: number, names: Ledger['records'][number]['names']): Ledger => ({
  ...ledger,
  records: ledger.records.map(({ names: before, ...entry }) => {
    const own = entry.i === i ? names : before
    return own ? { ...entry, names: own } : entry
  }),
})

describe('a ledger with names', () => {
  it('is right after the reveal, and the verifier says which names the chain binds', () => {
    const { code, printed } = verdictOn(renamed())
    expect(code).toBe(0)
    expect(printed).toContain('every recorded name of a study group or site is the one behind its hash')
    expect(printed).toContain(`Names that the chain binds:
  study group 1  "Amlodipine", label "Kit 1"  from record 2
  study group 1  "Verum", label "Kit 1"  from record 7
  study group 2  "Indapamide"  from record 2
  site 1  "North"  from record 2
  site 1  "=Old Mill"  from record 7
  site 2  "South"  from record 2`)
    expect(printed).not.toContain('NOTE')
  })

  it('is checked as far as possible without the seed, and reveals no name', () => {
    const { code, printed } = verdictOn(unrevealed(renamed()))
    expect(code).toBe(0)
    expect(printed).toContain('the chain has hashes of the names, and the reveal shows them')
    expect(printed).not.toMatch(/Names that the chain binds|Amlodipine|NOTE/)
  })

  it('has another hash for the same name in each record and at each place', () => {
    const same = [group(1, 'Same', null), group(2, 'Same', null), site(1, 'Same')]
    const { records } = startStory({})
      .name(...same)
      .name(...same)
      .ledger()
    const hashes = records.flatMap(({ record }) => record.match(/[0-9a-f]{64}/g) ?? [])
    expect([hashes.length, new Set(hashes).size]).toEqual([6, 6])
  })

  it.each<[says: string, change: (ledger: Ledger) => Ledger, wrong: RegExp]>([
    [
      'another name than was recorded',
      (ledger) =>
        withNames(ledger, 7, [
          { name: 'Placebo', label: 'Kit 1' },
          { name: '=Old Mill', label: null },
        ]),
      /^record 7: the name "Placebo" of study group 1 is not the one behind its hash/,
    ],
    [
      'another label',
      (ledger) =>
        withNames(ledger, 7, [
          { name: 'Verum', label: null },
          { name: '=Old Mill', label: null },
        ]),
      /^record 7: the name "Verum" of study group 1 is not/,
    ],
    [
      'the names of two groups exchanged',
      (ledger) => {
        const [one, two, ...sites] = ledger.records[1]?.names ?? []
        return withNames(ledger, 2, one && two ? [two, one, ...sites] : [])
      },
      /^record 2: the name "Indapamide" of study group 1 is not the one behind its hash/,
    ],
    ['a name too few', (ledger) => withNames(ledger, 7, []), /^record 7: the names behind its hashes are missing/],
    ['no names', (ledger) => withNames(ledger, 2, undefined), /^record 2: the names behind its hashes are missing/],
    [
      'names in the clear without the seed',
      (ledger) => ({ ...ledger, seed_hex: null }),
      /^record 2: it has names in the clear, which cannot be checked without the seed/,
    ],
    [
      'names behind an allocation',
      (ledger) => withNames(ledger, 3, [{ name: 'Verum', label: null }]),
      /^record 3: it has names beside its text, and hashes none/,
    ],
    [
      'a hash that was changed and chained again by whoever has the seed',
      (ledger) =>
        chainedAgain(
          ledger,
          ledger.records.map(({ record }) => record.replace(/"hash":"\w{64}"/, `"hash":"${'0'.repeat(64)}"`)),
        ),
      /^record 2: the name "North" of site 1 is not the one behind its hash/,
    ],
    ['a record of no name', () => startStory({}).name().ledger(), /^record 2: it names nothing/],
  ])('is wrong with %s', (_says, change, wrong) => {
    const { code, wrong: said } = verdictOn(change(renamed()))
    expect([code, said]).toEqual([1, expect.stringMatching(wrong)])
  })

  it.each<[says: string, names: LedgerName[], wrong: RegExp]>([
    [
      'exchanges two names',
      [group(1, 'Indapamide'), group(2, 'Amlodipine')],
      /gives study group 1 the name "Indapamide"/,
    ],
    [
      'gives a label to another group',
      [group(2, 'Other', 'Kit 1')],
      /gives study group 2 the name "Kit 1", which study/,
    ],
    ['gives a former name to another group', [group(2, 'First')], /gives study group 2 the name "First"/],
    [
      'exchanges two sites',
      [site(1, 'South'), site(2, 'North')],
      /gives site 1 the name "South", which site 2 has or had/,
    ],
  ])('is wrong where a record %s after the first draw', (_says, names, wrong) => {
    const story = startStory({}).name(group(1, 'First'), ...FIRST.slice(1))
    const taken = recruit(story, 2).name(group(1, 'Amlodipine'))
    expect(verdictOn(taken.name(...names).ledger()).wrong).toMatch(wrong)
  })

  it('is wrong where one record gives two groups one new name', () => {
    const story = recruit(startStory({}).name(...FIRST), 2).name(group(1, 'Verum', 'Kit'), group(2, 'Verum', null))
    expect(verdictOn(story.ledger()).wrong).toMatch(
      /^record 5: it gives study group 1 the name "Verum", which study group 2 has/,
    )
  })

  it.each<[says: string, names: LedgerName[]]>([
    ['in the first record', [group(1, 'Verum'), group(2, 'verum '), site(1, 'North')]],
    ['of two sites', [group(1, 'Verum'), group(2, 'Placebo'), site(1, 'North'), site(2, 'North')]],
  ])('is wrong where two have the same name %s', (_says, names) => {
    const { code, wrong } = verdictOn(
      startStory({})
        .name(...names)
        .ledger(),
    )
    expect([code, wrong]).toEqual([
      1,
      expect.stringMatching(/^record 2: (study group|site) 1 and (study group|site) 2 have one name/),
    ])
  })

  it('is wrong where two have one name at the first draw, from two records', () => {
    const story = startStory({})
      .name(...FIRST)
      .name(group(2, 'Amlodipine'))
    expect(verdictOn(story.ledger()).wrong).toBeNull()
    expect(verdictOn(recruit(story, 1).ledger()).wrong).toMatch(
      /^record 4: study group 1 and study group 2 have one name, "Amlodipine"/,
    )
  })

  it('is right where two look the same at the first draw, which the form lets pass, and says so', () => {
    const story = recruit(startStory({}).name(group(1, 'Placebo'), group(2, 'Pla cebo'), site(1, 'A'), site(2, 'B')), 2)
    const { code, printed } = verdictOn(story.ledger())
    expect([code, printed]).toEqual([
      0,
      expect.stringContaining(
        'NOTE: study group 1 and study group 2 have one name, "Placebo" and "Pla cebo": they look the same.',
      ),
    ])
  })

  it.each([
    ['a group that there is not', group(9, 'Ninth')],
    ['a removed group', group(3, 'Third')],
  ])('is wrong where it names %s, revealed or not', (_says, name) => {
    const story = startStory({ study_groups: weighted(1, 1, 1) })
      .name(...FIRST, group(3, 'Gone'))
      .save({})
    const ledger = recruit(story.name(name), 2).ledger()
    for (const each of [ledger, unrevealed(ledger)])
      expect(verdictOn(each).wrong).toMatch(/^record 5: it names study group \d, which the design does not have/)
  })

  it('is right where a save adds groups: its names precede its design', () => {
    const story = recruit(startStory({}).name(...FIRST), 2)
      .name(group(2, 'Reference'))
      .name(group(4, 'Fourth'), site(3, 'East'))
      .save(withGroup4)
    const ledger = recruit(story, 2).ledger()
    for (const each of [ledger, unrevealed(ledger)]) expect(verdictOn(each).wrong).toBeNull()
    const late = recruit(startStory({}).name(...FIRST), 2)
      .name(group(4, 'Fourth'))
      .draw()
      .save(withGroup4)
    expect(verdictOn(late.ledger()).wrong).toMatch(/^record 5: it names study group 4, which the design/)
  })

  it('is right where names moved before the first draw, or returned to their own group', () => {
    const moved = startStory({})
      .name(...FIRST)
      .name(group(1, 'Indapamide'), group(2, 'Amlodipine', null))
    expect(verdictOn(recruit(moved, 3).ledger()).wrong).toBeNull()
    const back = recruit(startStory({}).name(...FIRST), 2)
      .name(group(1, 'Verum'))
      .name(group(1, 'Amlodipine'))
    expect(verdictOn(back.ledger()).wrong).toBeNull()
  })

  it('is right where a group got the name of a removed one before the first draw', () => {
    const three = { study_groups: weighted(1, 1, 1) }
    const story = startStory(three).name(...FIRST, group(3, 'Third'))
    recruit(story.save({}), 2)
      .name(group(4, 'Third', 'Kit 3'))
      .save(withGroup4)
    expect(verdictOn(story.ledger()).wrong).toBeNull()
  })

  const withGroup4 = { study_groups: [...weighted(1, 1), { id: 4, weight: 1 }] }

  it('says how many were drawn before any name was recorded, and that no record has names', () => {
    const late = recruit(recruit(startStory({}), 3).name(...FIRST), 2)
    expect(verdictOn(late.ledger()).printed).toContain(
      'NOTE: nothing binds the names under which 3 participants up to number 3 were drawn: they were recorded later.',
    )
    expect(verdictOn(recruit(startStory({}), 2).ledger()).printed).toContain('NOTE: nothing binds the names')
  })

  it.each<[says: string, names: LedgerName[], count: string]>([
    ['no group and no site that anybody is in', [site(7, 'Elsewhere')], '3 participants up to number 3'],
    ['no site', FIRST.slice(0, 2), '3 participants up to number 3'],
    ['one group and site only', [group(1, 'Amlodipine'), site(1, 'North')], '1 participant up to number 2'],
  ])('says where its records name %s that nothing binds the others', (_says, names, count) => {
    const ledger = recruit(startStory({}).name(...names), 3).ledger()
    for (const each of [ledger, unrevealed(ledger)]) {
      const { code, printed } = verdictOn(each)
      expect(code).toBe(0)
      expect(printed).toMatch(
        new RegExp(
          `NOTE: nothing binds the names under which ${count} were drawn: no record names their study group or site`,
        ),
      )
    }
  })
})

describe('a list of participants is compared with the recorded names', () => {
  type Drawn = { type: string; counter: number; site: number; groups: number[] }
  const drawnIn = (ledger: Ledger) =>
    ledger.records.map(({ record }): Drawn => JSON.parse(record)).filter(({ type }) => type === 'allocation')

  /** The list as the portal exports it, with some texts replaced. */
  const listed = (
    ledger: Ledger,
    words: (one: Drawn, cells: [string, string]) => [string, string] = (_, cells) => cells,
  ) =>
    [
      'Sequence number,Site,Study group',
      ...drawnIn(ledger).map((one) => {
        const isLater = one.counter > 4
        const home = one.site === 2 ? 'South' : isLater ? "'=Old Mill" : 'North (now =Old Mill)'
        const drug = one.groups[0] === 2 ? 'Indapamide' : isLater ? 'Verum' : 'Amlodipine (now Verum)'
        const [siteCell, groupCell] = words(one, [home, drug])
        return `${one.counter},${siteCell},${groupCell}`
      }),
      '',
    ].join('\r\n')

  const ledger = renamed()
  const exchanged = (text: string) => (text.startsWith('Indapamide') ? 'Verum' : 'Indapamide')

  it('and agrees with it as the portal shows it: with the former name and the present one', () => {
    expect(verdictOn(ledger, { participants: listed(ledger) })).toMatchObject({ code: 0, wrong: null })
  })

  it.each<[says: string, list: string]>([
    ['calls every group by the name of the other', listed(ledger, (_, [home, drug]) => [home, exchanged(drug)])],
    [
      'calls earlier participants by the present name alone',
      listed(ledger, (_, [home, drug]) => [home, drug.replace(/^.*\(now (.*)\)$/, '$1')]),
    ],
    [
      'has another name of the time',
      listed(ledger, (_, [home, drug]) => [home, drug.replace('Amlodipine', 'Placebo')]),
    ],
    ['has another site', listed(ledger, (_, [home, drug]) => [home.replace('North', 'East'), drug])],
  ])('and differs where it %s', (_says, participants) => {
    const { code, wrong } = verdictOn(ledger, { participants })
    expect([code, wrong]).toEqual([
      1,
      expect.stringMatching(/^participant \d: the list says (study group|site) ".*" and the ledger "/),
    ])
  })

  it('but only with the present names for participants drawn before names were recorded', () => {
    const late = recruit(recruit(startStory({}), 2).name(...FIRST), 2)
      .reveal()
      .ledger()
    const list = (second: string) =>
      [
        'Sequence number,Study group',
        ...drawnIn(late).map(
          ({ counter, groups: [first] }) =>
            `${counter},${counter < 3 ? 'Old (now ' : ''}${first === 1 ? 'Amlodipine' : second}${counter < 3 ? ')' : ''}`,
        ),
        '',
      ].join('\n')
    expect(verdictOn(late, { participants: list('Indapamide') }).wrong).toBeNull()
    expect(verdictOn(late, { participants: list('Placebo') }).wrong).toMatch(/and the ledger "Indapamide"/)
  })

  it.each<[says: string, names: LedgerName[], agrees: string]>([
    ['no name at all', [], 'a list of 3 participants (names not compared).'],
    ['names of nobody', [site(7, 'Elsewhere')], 'a list of 3 participants (names not compared).'],
    ['groups only', FIRST.slice(0, 2), 'a list of 3 participants (not every name compared).'],
    ['every group and site', FIRST, 'a list of 3 participants.'],
  ])('and says whether its names were compared where records have %s', (_says, names, agrees) => {
    const story = startStory({})
    const drawn = recruit(names.length === 0 ? story : story.name(...names), 3).reveal()
    const called = (ids: readonly number[], site: number) =>
      `${site === 1 ? 'North' : 'South'},${ids[0] === 1 ? 'Amlodipine' : 'Indapamide'}`
    const participants = [
      'Sequence number,Site,Study group',
      ...drawnIn(drawn.ledger()).map(({ counter, groups, site }) => `${counter},${called(groups, site)}`),
      '',
    ].join('\n')
    const { code, printed } = verdictOn(drawn.ledger(), { participants })
    expect([code, printed.split('\n').at(-1)]).toEqual([0, `The ledger is correct, and agrees with ${agrees}`])
    const before = verdictOn(unrevealed(drawn.ledger()), { participants }).printed
    expect(before).toMatch(/with a list of 3 participants \(names not compared\)\.$/)
  })
})
