import type { Ledger } from '#contract/ledger'
import { describe, expect, it } from 'vitest'
import { weighted } from '../domain/randomisation/designs'
import { chainedAgain, SEED, startStory, unrevealed } from './ledger-story'
import { verdictOn } from './run-verifier'
import { smallLedger, STORIES } from './some-ledgers'

const OTHER = 'ab'.repeat(32)
type Entry = Ledger['records'][number]

const withRecords = (ledger: Ledger, change: (records: Entry[]) => readonly Entry[]): Ledger => ({
  ...ledger,
  records: [...change(ledger.records.map((record) => ({ ...record })))],
})

/** The ledger with one entry changed, by the number of its record. */
const withEntry = (i: number, change: (entry: Entry) => Partial<Entry>) => (ledger: Ledger) =>
  withRecords(ledger, (records) => records.map((entry) => (entry.i === i ? { ...entry, ...change(entry) } : entry)))

/** The ledger with text of one record replaced. */
const reworded = (i: number, from: string | RegExp, to: string) =>
  withEntry(i, ({ record }) => {
    const text = record.replace(from, to)
    if (text === record) throw new Error(`record ${i} does not say ${from}`)
    return { record: text }
  })

describe('input that is no ledger', () => {
  it.each<[string, unknown]>([
    ['text', 'Dear statistician'],
    ['nothing', ''],
    ['null', 'null'],
    ['a list', '[]'],
    ['another construction', { ...smallLedger(), construction: 'RCT-ALLOC-2' }],
    ['without records', { ...smallLedger(), records: undefined }],
  ])('%s is unreadable input', (_says, content) => {
    expect(verdictOn(content)).toEqual({
      code: 2,
      printed: 'ledger.json is not a ledger of construction RCT-ALLOC-1',
      wrong: null,
    })
  })
})

/** The small ledger: 1 settings, 2 to 4 allocations, 5 a flag, 6 settings, 7 epoch, 8 to 10 allocations, 11 unflag, 12 reveal. */
describe('a changed ledger', () => {
  it.each<[string, (ledger: Ledger) => unknown, RegExp]>([
    ['the commitment', (ledger) => ({ ...ledger, commitment: OTHER }), /^the commitment: it is not H/],
    ['the commitment, to no digest', (ledger) => ({ ...ledger, commitment: 'x' }), /^the commitment: it is not 64/],
    ['the seed', (ledger) => ({ ...ledger, seed_hex: OTHER }), /^the seed or the trial_uuid: /],
    ['the seed, to none', (ledger) => ({ ...ledger, seed_hex: '12' }), /^the seed: it is neither/],
    ['the seed, left out', (ledger) => ({ ...ledger, seed_hex: undefined }), /^the seed: it is neither/],
    ['the uuid', (ledger) => ({ ...ledger, trial_uuid: '1'.repeat(36) }), /^the seed or the trial_uuid: /],
    ['the nonce', (ledger) => ({ ...ledger, nonce_hex: '0123456789abcdef' }), /^the nonce: no leaf follows/],
    ['the nonce, to none', (ledger) => ({ ...ledger, nonce_hex: 'xyz' }), /^the nonce: it is neither/],
    ['the genesis', (ledger) => ({ ...ledger, genesis: OTHER }), /^the genesis: it is not H/],
    ['the genesis, left out', (ledger) => ({ ...ledger, genesis: null }), /^the genesis: it is not H/],
    ['the length', (ledger) => ({ ...ledger, length: 13 }), /^record 13 is missing: the ledger says that it has 13/],
    ['the length, below', (ledger) => ({ ...ledger, length: 11 }), /^record 12 is one too many/],
    ['the head', (ledger) => ({ ...ledger, head: OTHER }), /^the head of the ledger: it is not that of its last/],
    ['the design', reworded(1, '"urn_beta":1', '"urn_beta":2'), /^record 1: its design, or the commitment, .*text/],
    ['a weight', reworded(1, '"weight":1', '"weight":2'), /^record 1: its design/],
    [
      'a later design',
      reworded(6, '"urn_beta":3', '"urn_beta":2'),
      /^record 6: its text is not the one that was chained/,
    ],
    [
      'a group',
      reworded(3, /"groups":\[\d\]/, '"groups":[3]'),
      /^record 3: its text is not .*; it says group 3, but arm/,
    ],
    ['a site', reworded(3, '"site":2', '"site":1'), /^record 3: its text is not the one that was chained/],
    ['an instant', reworded(4, ':04.000Z', ':04.001Z'), /^record 4: its text is not the one that was chained/],
    [
      'a counter',
      reworded(9, '"counter":5', '"counter":6'),
      /^record 9: its text .*; its counter is 6, the next one is 5/,
    ],
    ['an epoch', reworded(8, '"epoch":2', '"epoch":1'), /^record 8: its text .*; it says epoch 1 in epoch 2/],
    ['who flagged', reworded(5, '"level":3', '"level":1'), /^record 5: its text .*; by the rules it does not move/],
    ['whom they flagged', reworded(5, '"counter":2', '"counter":1'), /^record 5: its text is not the one/],
    ['a space', reworded(4, ',', ', '), /^record 4: its text is not the canonical JSON/],
    ['a text that is none', withEntry(4, () => ({ record: 'drawn' })), /^record 4: its text is not the canonical JSON/],
    ['a fraction', reworded(4, '"arm":', '"arm":0.5,"arm":'), /^record 4: its text is not the canonical JSON/],
    ['a record’s own number', reworded(4, '"i":4', '"i":5'), /^record 4: its text says that it is record 5/],
    [
      'a leaf',
      withEntry(9, () => ({ leaf: OTHER })),
      /^record 9: its leaf is not that of its text; text and head belong/,
    ],
    ['a leaf, to none', withEntry(9, () => ({ leaf: '' })), /^record 9: its leaf is not 64/],
    ['a head', withEntry(9, () => ({ head: OTHER })), /^record 9: its head does not follow from the head before/],
    ['the last head', withEntry(12, () => ({ head: OTHER })), /^record 12: its head does not follow/],
    ['leaf and head', withEntry(9, () => ({ leaf: OTHER, head: OTHER })), /^record 9: its text, its leaf and its head/],
  ])('%s', (_what, change, wrong) => {
    const verdict = verdictOn(change(smallLedger()))
    expect([verdict.code, verdict.wrong]).toEqual([1, expect.stringMatching(wrong)])
    expect(verdict.printed).not.toContain('holds')
  })

  it('names the first of several wrong records, and says how many before it are right', () => {
    const changed = withEntry(9, () => ({ head: OTHER }))(withEntry(4, () => ({ leaf: OTHER }))(smallLedger()))
    const { wrong, printed } = verdictOn(changed)
    expect(wrong).toMatch(/^record 4: /)
    expect(printed).toContain('Before it, 3 records were found correct.')
  })

  const everyRecord = smallLedger().records.map(({ i }) => i)
  const renumbered = (records: readonly Entry[]) => records.map((entry, index) => ({ ...entry, i: index + 1 }))
  const without = (i: number) => (records: Entry[]) => records.filter((entry) => entry.i !== i)
  const twice = (i: number) => (records: Entry[]) =>
    records.flatMap((entry) => (entry.i === i ? [entry, entry] : [entry]))
  const swapped = (i: number) => (records: Entry[]) => {
    const [one, next] = [records[i - 1], records[i]]
    return one && next
      ? records.with(i - 1, next).with(i, one)
      : records.toSpliced(0, 2, ...records.slice(0, 2).toReversed())
  }

  it.each(everyRecord)('record %i, changed in any way', (i) => {
    const ledger = smallLedger()
    const swap = i === ledger.length ? 1 : i
    const verdicts = [
      withEntry(i, ({ record }) => ({ record: record.replace('2026', '2027') }))(ledger),
      withEntry(i, ({ leaf }) => ({ leaf: leaf.startsWith('0') ? `1${leaf.slice(1)}` : `0${leaf.slice(1)}` }))(ledger),
      withRecords(ledger, without(i)),
      withRecords(ledger, (records) => renumbered(without(i)(records))),
      { ...withRecords(ledger, without(i)), length: ledger.length - 1 },
      withRecords(ledger, twice(i)),
      withRecords(ledger, (records) => renumbered(twice(i)(records))),
      withRecords(ledger, swapped(i)),
      withRecords(ledger, (records) => renumbered(swapped(i)(records))),
    ].map((changed) => verdictOn(changed))
    const named = verdicts.map(({ wrong }) => Number(/^record (\d+)/.exec(wrong ?? '')?.[1]))
    const isLast = i === ledger.length
    // Without its last record, and with the length adjusted, the ledger ends at another head.
    const cut = isLast ? Number.NaN : i
    expect(named).toEqual([i, i, i, i, cut, i + 1, i + 1, swap, swap])
    expect(new Set(verdicts.map(({ code }) => code))).toEqual(new Set([1]))
    expect(verdicts[4]?.wrong).toMatch(isLast ? /^the head of the ledger/ : /^record /)
  })
})

describe('a ledger made again by a person who knows the seed', () => {
  const changed = (i: number, from: string | RegExp, to: string) => {
    const ledger = smallLedger()
    return chainedAgain(
      ledger,
      ledger.records.map((entry) => (entry.i === i ? entry.record.replace(from, to) : entry.record)),
    )
  }
  const texts = smallLedger().records.map(({ record }) => record)
  const arranged = (order: readonly number[]) =>
    chainedAgain(
      smallLedger(),
      order.map((i) => texts[i - 1] ?? ''),
    )

  it.each<[string, Ledger, RegExp]>([
    [
      'an allocation dropped',
      arranged([1, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12]),
      /^record 3: its counter is 3, the next one is 2/,
    ],
    [
      'two allocations swapped',
      arranged([1, 3, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12]),
      /^record 2: its counter is 2, the next one/,
    ],
    ['an allocation twice', arranged([1, 2, 2, 3, 4]), /^record 3: its counter is 1, the next one is 2/],
    [
      'the flag dropped',
      arranged([1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 12]),
      /^record 10: the participant of counter 2 was in that/,
    ],
    ['a flag twice', arranged([1, 2, 3, 4, 5, 5]), /^record 6: the participant of counter 2 was in that flag state/],
    [
      'the epoch dropped',
      arranged([1, 2, 3, 4, 5, 6, 8]),
      /^record 7: the settings before it change what counts are drawn by/,
    ],
    [
      'the epoch dropped at the end',
      arranged([1, 2, 3, 4, 5, 6]),
      /^record 7 is missing: it says whether the counts are carried/,
    ],
    ['the settings dropped', arranged([1, 2, 3, 4, 5, 7, 8]), /^record 6: no change of settings calls for a new epoch/],
    ['drawn after the reveal', arranged([1, 2, 12, 3]), /^record 4: it follows the reveal/],
    ['a site', changed(8, '"site":1', '"site":0'), /^record 8: its site is not what such a record may say/],
    ['an arm that is none', changed(8, /"arm":\d/, '"arm":2'), /^record 8: its arm 2 cannot be drawn/],
    [
      'an option that there is none of',
      changed(8, '"options":[]', '"options":[{"option":1,"stratum":1}]'),
      /^record 8: its options are not one for each/,
    ],
    ['another design later', changed(6, '"urn_alpha":0', '"urn_alpha":900'), /^record \d+: the words draw arm/],
    [
      'a design without balls',
      changed(6, '"urn_initial":1', '"urn_initial":0'),
      /^record 6: its design has an invalid urn/,
    ],
    [
      'a design of another method',
      changed(6, '"method":"urn"', '"method":"coin"'),
      /^record 6: its design names a method/,
    ],
    [
      'a group taken out',
      changed(6, '{"group_ids":[2],"weight":1}', '{"group_ids":[9],"weight":1}'),
      /^record 6: its design removes a study group/,
    ],
    [
      'cells out of order',
      changed(
        6,
        '[{"group_ids":[1],"weight":1},{"group_ids":[2],"weight":1}]',
        '[{"group_ids":[2],"weight":1},{"group_ids":[1],"weight":1}]',
      ),
      /^record 6: its design has invalid cells, or cells out of order/,
    ],
    ['a field more', changed(8, '"site"', '"ward":1,"site"'), /^record 8: it has a field ward/],
    ['a field less', changed(8, /"site":\d,/, ''), /^record 8: it has no site/],
    [
      'a time that is none',
      changed(9, '2026-11-21T', '2026-99-99T'),
      /^record 9: its at is not what such a record may say/,
    ],
    [
      'a day that is none',
      changed(9, '2026-11-21T', '2026-02-30T'),
      /^record 9: its at is not what such a record may say/,
    ],
    ['a flag of nobody', changed(5, '"counter":2', '"counter":9'), /^record 5: no one was drawn at counter 9/],
    ['whether a flag steers', changed(5, '"steers":1', '"steers":0'), /^record 5: by the rules it moves the counts/],
  ])('%s', (_what, ledger, wrong) => {
    const verdict = verdictOn(ledger)
    expect([verdict.code, verdict.wrong]).toEqual([1, expect.stringMatching(wrong)])
  })

  it('is found by the genesis for another first design, and by itself for other designs', () => {
    const first = startStory({ study_groups: weighted(2, 1) }).ledger()
    const { wrong } = verdictOn({ ...first, genesis: smallLedger().genesis })
    expect(wrong).toMatch(/^record 1: its design|^the genesis/)
  })

  it('differs by its heads: the report prints the last head to be compared', () => {
    expect(verdictOn(smallLedger()).printed).toContain(`Head after record 12: ${smallLedger().head}`)
    const anotherTime = changed(2, ':02.000Z', ':02.500Z')
    const withoutTheLast = arranged([1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12])
    for (const { code, printed } of [verdictOn(anotherTime), verdictOn(withoutTheLast)]) {
      expect(code).toBe(0)
      expect(printed).not.toContain(smallLedger().head)
      expect(printed).toContain('No file can prove that it was not cut short')
    }
  })
})

describe('a valid ledger', () => {
  it.each(STORIES)('%s', (_name, story) => {
    const verdict = verdictOn(story().ledger())
    expect(verdict).toMatchObject({ code: 0, wrong: null })
    expect(verdict.printed).toMatch(/The ledger is correct in itself. It was compared with nothing from outside\.$/)
  })

  it('is reported in words', () => {
    expect(verdictOn(smallLedger()).printed.split('\n')).toEqual([
      'Ledger of trial 7, "A trial of two tablets"',
      '  trial_uuid  00000000-0000-4000-8000-000000000001',
      '  commitment  40c0323597ed6562e25c3a6c17bc05f874fb3e64d9736e0e15fcbf68ab47a8ea',
      '  nonce       none',
      '  seed        revealed',
      '  records     12 (settings 2, allocation 6, flag 1, epoch 1, unflag 1, reveal 1)',
      '',
      'Checked and correct:',
      '  the commitment is that of the seed',
      '  the chain begins at the commitment and the design at Start',
      '  records are numbered without a gap; every head follows from the head before it and its leaf',
      '  counters, epochs, options, groups and flags follow the rules',
      '  every leaf is that of its record',
      '  every allocation, drawn again from the seed, is the one recorded',
      '',
      'NOTE: nothing binds the names of study groups and sites: this ledger has no record of them.',
      '',
      'The seed binds the order of the allocations and the arm of each under its design. It also binds the site and options that the',
      'arm depends on. Only the chain binds the rest: times, names, flags that move no count, and other sites and options.',
      'Anyone with the revealed seed can change those and chain the records again. Nothing binds the number and title of the trial.',
      '',
      expect.stringMatching(/^Head after record 12: [0-9a-f]{64}$/),
      'No file can prove that it was not cut short, or rewritten from some record on or from another seed. Compare:',
      '  --commitment   with the commitment of the protocol or of the email at Start',
      '  --head         with a head from an email or the audit log',
      '  --earlier      with an export from an earlier day: the same record must have the same head',
      '  --participants with the list of participants, as exported by someone who sees the study groups, or the analysis file',
      '',
      'The ledger is correct in itself. It was compared with nothing from outside.',
    ])
  })

  it('of a trial that was never started is empty, and its commitment is that of the seed', () => {
    const never = { ...smallLedger(), genesis: null, length: 0, head: null, records: [] }
    expect(verdictOn(never)).toMatchObject({ code: 0, printed: /no record: the trial was never started/ })
    expect(verdictOn({ ...never, commitment: OTHER })).toMatchObject({
      code: 1,
      wrong: /^the commitment, the seed/,
    })
    expect(verdictOn({ ...never, genesis: OTHER })).toMatchObject({ code: 1, wrong: /^record 1 is missing/ })
  })
})

describe('before the reveal', () => {
  const closed = (): Ledger => ({ ...smallLedger(), seed_hex: null })

  it.each(STORIES)('checks all possible parts, and says which it could not check: %s', (_name, story) => {
    const { code, printed } = verdictOn(unrevealed(story().ledger()))
    expect(code).toBe(0)
    expect(printed).toContain('NOT checked, because this needs the seed')
    expect(printed).not.toContain('drawn again from the seed, is the one')
    expect(printed).not.toContain(SEED)
    expect(printed).toMatch(/What could be checked is correct in itself. It was compared with nothing from outside\.$/)
  })

  it.each<[string, Ledger, RegExp]>([
    [
      'a record dropped',
      withRecords(closed(), (records) => records.filter(({ i }) => i !== 5)),
      /^record 5 is missing/,
    ],
    ['a leaf', withEntry(9, () => ({ leaf: OTHER }))(closed()), /^record 9: its leaf or its head/],
    ['a head', withEntry(9, () => ({ head: OTHER }))(closed()), /^record 9: its leaf or its head/],
    ['the commitment', { ...closed(), commitment: OTHER }, /^record 1: its design, or the commitment/],
    ['the design', reworded(1, '"urn_beta":1', '"urn_beta":2')(closed()), /^record 1: its design, or the commitment/],
    ['the genesis', { ...closed(), genesis: OTHER }, /^the genesis/],
    ['a counter', reworded(9, '"counter":5', '"counter":6')(closed()), /^record 9: its counter is 6/],
    ['a group', reworded(3, /"groups":\[\d\]/, '"groups":[3]')(closed()), /^record 3: it says group 3, but arm/],
    ['the end', { ...closed(), records: closed().records.slice(0, 10) }, /^record 11 is missing/],
    ['the head of the ledger', { ...closed(), head: OTHER }, /^the head of the ledger/],
  ])('still names a fault: %s', (_what, ledger, wrong) => {
    const verdict = verdictOn(ledger)
    expect([verdict.code, verdict.wrong]).toEqual([1, expect.stringMatching(wrong)])
  })
})
