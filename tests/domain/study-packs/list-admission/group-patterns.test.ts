import { groupPatterns } from '#domain/study-packs/list-admission/group-patterns'
import type { ImportedPack } from '#domain/study-packs/study-pack-import'
import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'

const [A, B, C] = [1, 2, 3]
type Group = { id: number; factorial_level: number | null; weight: number }
const TWO: Group[] = [A, B].map((id) => ({ id, factorial_level: null, weight: 1 }))
const THREE: Group[] = [A, B, C].map((id) => ({ id, factorial_level: null, weight: 1 }))

type Row = Partial<ImportedPack> & { study_group_id: number }

const packOf = (row: Row, index: number): ImportedPack => ({
  pack_id: `PK-${scrambled(index)}`,
  site_id: null,
  duration: 28,
  expire_on: '2027-06-30',
  confirmation_code: null,
  ...row,
})

const hashOf = (text: string): number => createHash('sha256').update(text).digest().readUInt32BE(0)

/** A number of six digits that does not reveal its place. */
const scrambled = (index: number): number => 100_000 + (hashOf(`id ${index}`) % 900_000)

/** This many digits, or letters, that do not reveal their place. */
const digits = (index: number, many: number): string =>
  String(hashOf(`digits ${index}`))
    .padStart(10, '0')
    .slice(-many)
const letters = (index: number, many: number): string =>
  Array.from({ length: many }, (_, at) => String.fromCharCode(65 + (hashOf(`letter ${index} ${at}`) % 26))).join('')

const patternsOf = (rows: readonly Row[], study_groups = TWO, in_batch: number[] = []) =>
  groupPatterns(rows.map(packOf), { study_groups, in_batch }).map(({ message }) => message)

/** This many of each group in turn: A, B, A, B, … */
const inTurn = (each: number, groups: readonly number[], of: (group: number, index: number) => Partial<ImportedPack>) =>
  Array.from({ length: each * groups.length }, (_, index): Row => {
    const group = groups[index % groups.length] ?? 0
    return { study_group_id: group, ...of(group, index) }
  })

/** The same rows in a fixed random order. */
const atRandom = (
  each: number,
  groups: readonly number[],
  of: (group: number, index: number) => Partial<ImportedPack>,
) =>
  inTurn(each, groups, () => ({}))
    .map(({ study_group_id }, index) => ({ study_group_id, lot: hashOf(`lot ${each} ${index}`) }))
    .sort((a, b) => a.lot - b.lot)
    .map(({ study_group_id }, index): Row => ({ study_group_id, ...of(study_group_id, index) }))

const numbered = (first: number) => (_: number, index: number) => ({ pack_id: `PK-${first + index}` })

const BATCH = 'The batch does not have packs of every study group'
const LIST = 'The list does not have packs of every study group'
const EXPIRY = 'The expiry date differs by study group'
const DURATION = 'The duration differs by study group'
const SITE = 'The site differs by study group'
const LETTERS = 'The letters of the pack IDs differ by study group'
const LENGTH = 'The length of the pack IDs differs by study group'
const PARITY = 'Odd and even pack IDs differ by study group'
const PLACE = 'One character of the pack ID differs by study group'
const ORDER = 'In order of pack ID, the study groups are clustered or alternate'
const ENDINGS = 'In order of the last characters of the pack ID, the study groups are clustered or alternate'
const STEPS = 'The pack IDs of each study group are evenly spaced'
const CODES = 'The confirmation codes differ by study group'
const CODE_PARITY = 'Odd and even confirmation codes differ by study group'
const CODE_HALVES = 'High and low confirmation codes differ by study group'
const CODE_DIGITS = 'The first digits of the confirmation codes differ by study group'

describe('the groups are revealed by', () => {
  it.each<[string, Row[], string[]]>([
    ['packs of one group alone', atRandom(5, [A], () => ({})), [BATCH]],
    [
      'a day for each group, of one pack each',
      [A, B].map((group) => ({ study_group_id: group, expire_on: `2027-0${group}-01` })),
      [EXPIRY],
    ],
    ['a day for each group', atRandom(10, [A, B], (group) => ({ expire_on: `2027-0${group}-01` })), [EXPIRY]],
    [
      'an expiry that one group has not',
      atRandom(10, [A, B], (group) => ({ expire_on: group === A ? null : '2027-01-01' })),
      [EXPIRY],
    ],
    [
      'a day that half the packs of one group have',
      atRandom(10, [A, B], (group, index) => ({
        expire_on: group === B && index % 2 === 0 ? '2027-02-01' : '2027-01-01',
      })),
      [EXPIRY],
    ],
    ['a site for each group', atRandom(10, [A, B], (group) => ({ site_id: group })), [SITE]],
    ['a site for each group, of two packs each', inTurn(2, [A, B], (group) => ({ site_id: group })), [SITE]],
    [
      'a site that has packs of one group alone',
      atRandom(10, [A, B], (group, index) => ({ site_id: group === A && index % 3 > 0 ? 7 : 8 })),
      [SITE],
    ],
    ['a duration for each group', atRandom(10, [A, B], (group) => ({ duration: group * 14 })), [DURATION]],
    [
      'a letter for each group, of one pack each',
      [A, B].map((group) => ({ study_group_id: group, pack_id: `${'-AB'[group]}${scrambled(group)}` })),
      [LETTERS],
    ],
    [
      'a letter for each group',
      atRandom(10, [A, B], (group, index) => ({ pack_id: `PK-${scrambled(index)}${'-AB'[group]}` })),
      [LETTERS],
    ],
    [
      'a digit more in one group',
      atRandom(10, [A, B], (group, index) => ({ pack_id: `PK-${scrambled(index)}${group === A ? '7' : ''}` })),
      [LENGTH],
    ],
    [
      'even numbers in one group',
      atRandom(12, [A, B], (group, index) => ({ pack_id: `PK-${2 * scrambled(index) + group}` })),
      [PARITY],
    ],
    [
      'a digit for each group inside the ids',
      atRandom(10, [A, B], (group, index) => ({ pack_id: `K${digits(index, 3)}${'-73'[group]}${digits(-index, 3)}` })),
      [PLACE],
    ],
    [
      'odd digits in one group inside the ids',
      atRandom(10, [A, B], (group, index) => ({
        pack_id: `K${digits(index, 3)}${2 * (index % 5) + (group % 2)}${digits(-index, 3)}`,
      })),
      [PLACE],
    ],
    [
      'a digit that one group seldom has inside the ids',
      atRandom(40, [A, B], (group, index) => ({
        pack_id: `K${digits(index, 3)}${group === A || index % 8 === 0 ? 7 : 3}${digits(-index, 3)}`,
      })),
      [PLACE],
    ],
    [
      'a letter for each group at a place among other letters',
      atRandom(10, [A, B], (group, index) => ({
        pack_id: `${letters(index, 3)}${'-XY'[group]}${letters(-index, 3)}`,
      })),
      [PLACE],
    ],
    [
      'a digit for each group inside ids of any length, counted from their end',
      atRandom(12, [A, B], (group, index) => ({
        pack_id: `K${digits(index, 3 + (hashOf(`length ${index}`) % 4))}${'-73'[group]}${digits(-index, 3)}`,
      })),
      [PLACE],
    ],
    [
      'small letters in one group',
      atRandom(3, [A, B], (group, index) => ({ pack_id: `${'-kK'[group]}${digits(index, 6)}` })),
      [LETTERS],
    ],
    [
      'one group before the other',
      atRandom(10, [A, B], (group, index) => ({ pack_id: `PK-${group * 1_000_000 + scrambled(index)}` })),
      [ORDER],
    ],
    [
      'one group before the other, of four each',
      atRandom(4, [A, B], (group, index) => ({ pack_id: `PK-${group * 1_000_000 + scrambled(index)}` })),
      [ORDER],
    ],
    [
      'blocks of a group, in order of three groups',
      atRandom(8, [A, B, C], (group, index) => ({ pack_id: `PK-${group * 1_000_000 + scrambled(index)}` })),
      [ORDER],
    ],
    [
      'a last digit for each group',
      atRandom(10, [A, B], (group, index) => ({
        pack_id: `PK-${scrambled(index)}${group === A ? index % 5 : 5 + (index % 5)}`,
      })),
      [ENDINGS],
    ],
    [
      'numbers that go on where the other group ended',
      inTurn(4, [A, B], (group, index) => ({ pack_id: `PK-${group * 4 + Math.floor(index / 2)}` })),
      [ORDER, STEPS],
    ],
    ['numbers in turn, of three each', inTurn(3, [A, B], numbered(101)), [STEPS]],
    ['numbers in turn', inTurn(10, [A, B], numbered(101)), [PARITY, ORDER, STEPS]],
    ['numbers in turn of three groups', inTurn(10, [A, B, C], numbered(101)), [ORDER, STEPS]],
    [
      'two of one group and one of the other in turn',
      inTurn(8, [A, A, B], (_, index) => ({ pack_id: `PK-${1000 + 7 * index + (index % 3)}` })),
      [ORDER],
    ],
    [
      'a code for each group',
      atRandom(10, [A, B], (group) => ({ confirmation_code: `00${group}` })),
      [CODES, CODE_PARITY],
    ],
    [
      'codes that one group alone has',
      atRandom(10, [A, B], (group, index) => ({
        confirmation_code: group === A ? null : digits(index, 3),
      })),
      [CODE_HALVES],
    ],
    [
      'a first digit of the code for each group',
      atRandom(10, [A, B], (group, index) => ({ confirmation_code: `${group}${String(index).padStart(2, '0')}` })),
      [CODE_DIGITS],
    ],
    [
      'low codes in one group',
      atRandom(20, [A, B], (group, index) => ({
        confirmation_code: String(group * 400 - 300 + (hashOf(`code ${index}`) % 400)).padStart(3, '0'),
      })),
      [CODE_HALVES],
    ],
  ])('%s', (_what, rows, patterns) => {
    const groups = rows.some(({ study_group_id }) => study_group_id === C) ? THREE : TWO
    expect(patternsOf(rows, groups)).toEqual(expect.arrayContaining(patterns))
  })
})

describe('nothing is revealed by', () => {
  it.each<[string, Row[]]>([
    ['a single pack', [{ study_group_id: A }]],
    [
      'two packs that look alike',
      [
        { study_group_id: A, pack_id: 'PK-1' },
        { study_group_id: B, pack_id: 'PK-2' },
      ],
    ],
    [
      'two packs whose ids differ in length',
      [
        { study_group_id: A, pack_id: 'PK-9' },
        { study_group_id: B, pack_id: 'PK-10' },
      ],
    ],
    [
      'two packs with codes of their own',
      [
        { study_group_id: A, confirmation_code: '111' },
        { study_group_id: B, confirmation_code: '222' },
      ],
    ],
    [
      'four packs, numbered',
      [A, B, B, A].map((group, index) => ({ study_group_id: group, pack_id: `PK-${index + 1}` })),
    ],
    [
      'six packs, shuffled and numbered',
      [A, B, B, A, B, A].map((group, index) => ({ study_group_id: group, pack_id: `PK-${index + 1}` })),
    ],
    ['ten packs with ids by lot', atRandom(5, [A, B], () => ({}))],
    ['a shuffled list, numbered through', atRandom(50, [A, B], numbered(1))],
    ['ids by lot', atRandom(200, [A, B], () => ({}))],
    [
      'ids by lot for three groups, with codes by lot',
      atRandom(100, [A, B, C], (_, index) => ({
        confirmation_code: String(hashOf(`code ${index}`) % 1000).padStart(3, '0'),
      })),
    ],
    [
      'ids of letters and digits by lot',
      atRandom(100, [A, B], (_, index) => ({ pack_id: hashOf(`hex ${index}`).toString(36).toUpperCase() })),
    ],
    [
      'a code on two packs of a hundred, both of one group',
      inTurn(50, [A, B], (_, index) => ({
        pack_id: `PK-${scrambled(index)}`,
        confirmation_code: index === 10 ? '111' : index === 20 ? '222' : null,
      })).toSorted((a, b) => hashOf(a.pack_id ?? '') - hashOf(b.pack_id ?? '')),
    ],
    ['sites that every group has', atRandom(60, [A, B], (_, index) => ({ site_id: index % 3 }))],
    ['a pack of one group at each of two sites', [A, B].map((group) => ({ study_group_id: group, site_id: group }))],
    ['days that every group has', atRandom(60, [A, B], (_, index) => ({ expire_on: `2027-0${1 + (index % 3)}-01` }))],
    [
      'twice as many of one group',
      atRandom(40, [A, A, B], (_, index) => ({ expire_on: `2027-0${1 + (index % 2)}-01` })),
    ],
    ['20,000 packs by lot', atRandom(10_000, [A, B], (_, index) => ({ pack_id: `K${index}-${scrambled(index)}` }))],
  ])('%s', (_what, rows) => {
    const groups = rows.some(({ study_group_id }) => study_group_id === C) ? THREE : TWO
    expect(patternsOf(rows, groups)).toEqual([])
  })
})

describe('of lists made by chance', () => {
  /** Random ids in a random order, which differ for every seed. */
  const byLot = (seed: string, each: number, idOf: (text: string) => string): Row[] =>
    inTurn(each, [A, B], () => ({}))
      .map(({ study_group_id }, index) => ({ study_group_id, lot: hashOf(`${seed} lot ${index}`) }))
      .sort((a, b) => a.lot - b.lot)
      .map(({ study_group_id }, index) => ({ study_group_id, pack_id: idOf(`${seed} id ${index}`) }))
  const sixDigits = (text: string) => `PK-${String(hashOf(text) % 1_000_000).padStart(6, '0')}`
  const anyLength = (text: string) => `K${hashOf(text).toString(36)}`

  it.each<[string, number, number, (text: string) => string]>([
    ['3', 200, 3, sixDigits],
    ['6', 200, 6, sixDigits],
    ['20', 200, 20, sixDigits],
    ['100', 200, 100, sixDigits],
    ['20, with ids of any length,', 200, 20, anyLength],
    ['100, with ids of any length,', 200, 100, anyLength],
    ['10,000', 3, 10_000, sixDigits],
  ])('with %s of each group a position is reported in no more than chance allows', (_what, lists, each, idOf) => {
    const patterns = Array.from({ length: lists }, (_, seed) => patternsOf(byLot(`${each} ${seed}`, each, idOf)))
    expect(patterns.filter((messages) => messages.includes(PLACE)).length).toBeLessThanOrEqual(lists * 0.005)
  })

  it('reports a position once and briefly where the ids are reported to differ already', () => {
    const rows = atRandom(12, [A, B], (group, index) => ({ pack_id: `PK-${2 * scrambled(index) + group}` }))
    expect(patternsOf(rows)).toEqual([PARITY])
  })
})

describe('a batch', () => {
  it('that holds packs of the other group already may be added one pack', () => {
    expect(patternsOf([{ study_group_id: A }], TWO, [A, B])).toEqual([])
    expect(patternsOf([{ study_group_id: A }], TWO, [B])).toEqual([])
  })

  it.each([2, 5, 50])('that has packs of the other group already does not hide that %i packs are of one', (many) => {
    expect(
      patternsOf(
        atRandom(many, [A], () => ({})),
        TWO,
        [A, B],
      ),
    ).toEqual([LIST])
  })

  it('that has packs of every group does not hide which of three groups a list lacks', () => {
    expect(
      patternsOf(
        atRandom(10, [A, B], () => ({})),
        THREE,
        [A, B, C],
      ),
    ).toEqual([LIST])
  })

  it('that has packs of this group only still lacks the other', () => {
    expect(patternsOf([{ study_group_id: A }], TWO, [A])).toEqual([BATCH])
  })

  it.each([[[]], [[A, B]]])('lacks nothing where the group without packs is closed, with the packs %o', (in_batch) => {
    const closed = TWO.map((group) => ({ ...group, weight: group.id === B ? 0 : 1 }))
    expect(
      patternsOf(
        atRandom(5, [A], () => ({})),
        closed,
        in_batch,
      ),
    ).toEqual([])
  })
})

describe('in a factorial trial', () => {
  const factorial = [A, B].map((id) => ({ id, factorial_level: 1, weight: 1 }))
  const groups = [...factorial, ...[C, 4].map((id) => ({ id, factorial_level: 2, weight: 1 }))]
  const ids = (group: number, index: number) => ({ pack_id: `${group < C ? 'T' : 'D'}${scrambled(index)}` })

  it('the factor of a pack is no secret', () => {
    expect(patternsOf(atRandom(20, [A, B, C, 4], ids), groups)).toEqual([])
  })

  it('a list for one factor need not have the other', () => {
    expect(patternsOf(atRandom(10, [A, B], ids), groups)).toEqual([])
    expect(
      patternsOf(
        atRandom(10, [A], () => ({})),
        groups,
        [A, B, C, 4],
      ),
    ).toEqual([LIST])
  })

  it('the group within its factor is a secret', () => {
    const rows = atRandom(20, [A, B, C, 4], (group, index) => ({
      ...ids(group, index),
      duration: group === C ? 7 : 14,
    }))
    expect(patternsOf(rows, groups)).toEqual([DURATION])
  })
})
