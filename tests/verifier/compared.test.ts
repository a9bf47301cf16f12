import type { Ledger } from '#contract/ledger'
import { describe, expect, it } from 'vitest'
import { chainedAgain, startStory } from './ledger-story'
import { verdictOn } from './run-verifier'
import { smallLedger } from './some-ledgers'

/* The comparison of a ledger with data stored outside the portal, and invalid files. */

const ledger = smallLedger()
const OTHER = 'ab'.repeat(32)

/** The ledger after this many records. */
const after = (length: number): Ledger => ({
  ...ledger,
  length,
  head: ledger.records[length - 1]?.head ?? null,
  records: ledger.records.slice(0, length),
})

/** The ledger with the text of one record replaced, chained again by an attacker with the seed. */
const forged = (i: number, from: string | RegExp, to: string): Ledger =>
  chainedAgain(
    ledger,
    ledger.records.map(({ i: recordIndex, record }) => (recordIndex === i ? record.replace(from, to) : record)),
  )

type Drawn = { type: string; counter: number; site: number; groups: number[] }
const drawn = ledger.records.map(({ record }): Drawn => JSON.parse(record)).filter(({ type }) => type === 'allocation')

const NAMES = ['Verum', 'Reference']
const groups = [...new Set(drawn.map(({ groups: [first] }) => first))].toSorted((a = 0, b = 0) => a - b)
const nameOf = ({ groups: [first] }: Drawn) => NAMES[groups.indexOf(first)] ?? 'None'

/** A list of the participants as the portal exports it, with some cells replaced, by sequence number. */
const listed = (cells: Record<number, string> = {}, numbers = drawn.map(({ counter }) => counter)) =>
  [
    '\uFEFFSequence number,Site,Study group',
    ...numbers.map((number) => {
      const one = drawn.find(({ counter }) => counter === number)
      return cells[number] ?? `${number},"North, ward ${one?.site}",${one ? nameOf(one) : 'Verum'}`
    }),
    '',
  ].join('\r\n')

const lastLine = (printed: string) => printed.split('\n').at(-1)

describe('compares a ledger with a copy outside the portal', () => {
  it('with nothing, and says so', () => {
    expect(lastLine(verdictOn(ledger).printed)).toBe(
      'The ledger is correct in itself. It was compared with nothing from outside.',
    )
  })

  it('with all that is given, and lists it', () => {
    const { code, printed } = verdictOn(ledger, {
      commitment: ledger.commitment.toUpperCase(),
      earlier: { ...after(5), seed_hex: null },
      participants: listed(),
    })
    expect([code, lastLine(printed)]).toEqual([
      0,
      'The ledger is correct, and agrees with the commitment that was given, with an earlier export of 5 records, with a list of 6 participants (names not compared).',
    ])
  })

  it('with its commitment: a ledger invented from another seed is only consistent in itself', () => {
    expect(verdictOn(ledger).code).toBe(0)
    const { code, wrong } = verdictOn(ledger, { commitment: OTHER })
    expect([code, wrong]).toEqual([1, expect.stringMatching(/^the commitment: it is not the one that was given/)])
  })

  it('with a head from an earlier day, of any record', () => {
    const [, , third] = ledger.records
    expect(verdictOn(ledger, { head: third?.head ?? '' }).code).toBe(0)
    const { code, wrong } = verdictOn(forged(2, ':02.000Z', ':02.500Z'), { head: third?.head ?? '' })
    expect([code, wrong]).toEqual([1, expect.stringMatching(/^the head that was given: no record has it/)])
  })

  it.each<[says: string, earlier: Ledger, wrong: RegExp]>([
    ['another trial', { ...after(5), trial_uuid: '1'.repeat(36) }, /^the trial_uuid: the earlier export has another/],
    ['another commitment', { ...after(5), commitment: OTHER }, /^the commitment: the earlier export has another/],
    ['another nonce', { ...after(5), nonce_hex: '00ff00ff00ff00ff' }, /^the nonce: the earlier export has another/],
    ['another beginning', { ...after(5), genesis: OTHER }, /^the genesis: the earlier export has another/],
    ['another time', forged(2, ':02.000Z', ':02.500Z'), /^record 2: the earlier export has another/],
    ['a record that is gone', startStoryLonger(), /^record 13 is missing: the earlier export has 13 records/],
  ])('with an earlier export that has %s', (_says, earlier, wrong) => {
    const { code, wrong: said } = verdictOn(ledger, { earlier })
    expect([code, said]).toEqual([1, expect.stringMatching(wrong)])
  })

  it('with an earlier export from before Start', () => {
    const never = { ...ledger, genesis: null, length: 0, head: null, records: [], nonce_hex: null }
    expect(verdictOn(ledger, { earlier: never }).code).toBe(0)
  })

  const [first, second] = drawn
  const other = NAMES.find((name) => first && name !== nameOf(first))
  it.each<[says: string, list: string, wrong: RegExp]>([
    ['a participant too few', listed({}, [1, 2, 3, 4, 5]), /^participant 6: the list does not have this participant/],
    ['a participant too many', listed({}, [1, 2, 3, 4, 5, 6, 7]), /^the participant "7" of the list: no one was drawn/],
    ['a participant twice', listed({}, [1, 2, 3, 4, 5, 6, 6]), /^participant 6: the list has this participant twice/],
    ['a number that is none', listed({ 2: 'x,North,Verum' }), /^the participant "x" of the list: no one was drawn/],
    [
      'another group for one participant',
      listed({ 1: `1,"North, ward ${first?.site}",${other}` }),
      /^participant \d: the list says study group "\w+" and the ledger \d; that does not fit participant \d/,
    ],
    [
      'a group of its own for one participant',
      listed({ 6: `6,"North, ward ${drawn[5]?.site}",Third` }),
      /^participant 6: the list says study group "Third"/,
    ],
    [
      'another site for one participant',
      listed({ 2: `2,"North, ward ${first?.site}",${second && nameOf(second)}` }),
      /^participant 2: the list says site "North, ward 1" and the ledger 2/,
    ],
    [
      'one word for all groups',
      listed(
        Object.fromEntries(drawn.map(({ counter, site }) => [counter, `${counter},"North, ward ${site}",Blinded`])),
      ),
      /the list says study group "Blinded"/,
    ],
  ])('with a list of participants that has %s', (_says, participants, wrong) => {
    const { code, wrong: said } = verdictOn(ledger, { participants })
    expect([code, said]).toEqual([1, expect.stringMatching(wrong)])
  })

  it('with a list that shows earlier names beside the present ones', () => {
    const cell = (one: Drawn) => `${one.counter},"North, ward ${one.site}",Old "words" (now ${nameOf(one)})`
    const quoted = (text: string) => text.replace(/[^,]*\(now .*\)$/, (name) => `"${name.replaceAll('"', '""')}"`)
    const earlier = Object.fromEntries(drawn.slice(0, 3).map((one) => [one.counter, quoted(cell(one))]))
    expect(verdictOn(ledger, { participants: listed(earlier) })).toMatchObject({ code: 0 })
  })

  it.each<[says: string, outside: Parameters<typeof verdictOn>[1], complaint: string]>([
    ['a commitment', { commitment: 'x' }, 'The commitment to compare is not 64 hexadecimal digits'],
    ['a head', { head: 'x' }, 'The head to compare is not 64 hexadecimal digits'],
    ['an earlier export', { earlier: {} }, 'old.json is not a ledger of construction RCT-ALLOC-1'],
    [
      'an earlier export with another field',
      { earlier: { ...after(5), remark: 'ours' } },
      'old.json is not a ledger to compare. Wrong: the field "remark": a ledger does not have it',
    ],
    [
      'an earlier export with another field beside a record',
      { earlier: { ...after(5), records: after(5).records.map((entry) => ({ ...entry, remark: 1 })) } },
      'old.json is not a ledger to compare. Wrong: record 1: it has a field "remark" beside its text, leaf and head',
    ],
    ['a list', { participants: 'Site\r\nNorth\r\n' }, 'list.csv has no column “Sequence number”'],
    ['a list with groups', { participants: 'Sequence number\r\n1\r\n' }, 'list.csv has no column “Study group”'],
    ['a table', { participants: 'a,b\r\n1\r\n' }, 'list.csv is not a CSV file with one row for each participant'],
  ])('but not with a file of another kind: %s', (_says, outside, complaint) => {
    expect(verdictOn(ledger, outside)).toMatchObject({ code: 2, printed: complaint })
  })
})

describe('an invalid file', () => {
  it.each<[says: string, content: unknown, wrong: RegExp]>([
    [
      'a field that a ledger does not have',
      { ...ledger, remark: 'ours' },
      /^the field "remark": a ledger does not have it/,
    ],
    ['a title that is no text', { ...ledger, title: { text: 'Ours' } }, /^the title: it is not text/],
    ['no title', { ...ledger, title: null }, /^the title: it is not text/],
    ['a trial_id that is no number', { ...ledger, trial_id: '7' }, /^the trial_id: it is not a whole number/],
    ['a trial_id of nothing', { ...ledger, trial_id: 0 }, /^the trial_id: it is not a whole number/],
    [
      'a field beside a record',
      { ...ledger, records: ledger.records.map((entry) => ({ ...entry, remark: 1 })) },
      /^record 1: it has a field "remark" beside its text, leaf and head/,
    ],
  ])('%s', (_says, content, wrong) => {
    const { code, wrong: said } = verdictOn(content)
    expect([code, said]).toEqual([1, expect.stringMatching(wrong)])
  })

  it('has a key twice in one object, in any notation', () => {
    const text = JSON.stringify(ledger)
    for (const twice of ['"seed_hex":null}', '"seed\\u005fhex":null}', '"length":12}']) {
      const { code, printed } = verdictOn(`${text.slice(0, -1)},${twice}`)
      expect([code, printed]).toEqual([2, expect.stringMatching(/^ledger\.json has ".*" twice in one object/)])
    }
    const inside = text.replace('"leaf":', '"leaf":"0","leaf":')
    expect(verdictOn(inside)).toMatchObject({ code: 2, printed: expect.stringContaining('"leaf" twice') })
  })

  it('confirms nothing where a record is of an unknown kind', () => {
    const later = forged(11, '"unflag"', '"merge"')
    for (const content of [later, { ...later, seed_hex: null }]) {
      const { code, printed } = verdictOn(content)
      expect(code).toBe(2)
      expect(printed).toMatch(/^ledger\.json was NOT checked: record 11 is of the kind "merge"/)
      expect(printed).not.toContain('holds')
    }
  })

  it('but a byte order mark at the beginning is ignored', () => {
    expect(verdictOn(`\uFEFF${JSON.stringify(ledger)}`).code).toBe(0)
  })
})

it('names records whose time is earlier than that of the record before them', () => {
  const { code, printed } = verdictOn(forged(9, '2026-11-21T', '1999-11-21T'))
  expect(code).toBe(0)
  expect(printed).toContain('NOTE: times run backwards: record 9 is earlier than the record before it.')
  expect(verdictOn(ledger).printed).not.toContain('NOTE: times')
})

/** A ledger with one more record. */
function startStoryLonger(): Ledger {
  const last = startStory({}).ledger().records[0]
  if (!last) throw new Error('a started trial has a record')
  return { ...ledger, length: 13, records: [...ledger.records, { ...last, i: 13 }] }
}
