import {
  date,
  id,
  idempotencyKey,
  idInAddress,
  instant,
  integer,
  listOf,
  optionalText,
  order,
  page,
  pageOf,
  pageSize,
  repeated,
  requiredText,
  searchText,
  timeZone,
} from '#contract/fields'
import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'

/** The parsed value of an input, or the first fault that a schema finds. */
const read = (schema: v.GenericSchema, input: unknown): unknown => {
  const result = v.safeParse(schema, input)
  return result.success ? result.output : { refused: result.issues[0].message }
}
const refused = (message: string) => ({ refused: message })

const NUL = 'a\u0000b'
const HIGH_HALF = 'a\ud83db'
const LOW_HALF = '\udc00'
const NO_CHARACTER = 'a\ufffeb'
const NOR_THIS = '\uffff'

describe('an id in a body', () => {
  it.each([
    [0, 'Must be a positive ID'],
    [-1, 'Must be a positive ID'],
    [1.5, 'Must be a whole number'],
    [2 ** 53, 'Must be a whole number'],
    [Number.NaN, 'Must be a number'],
    ['1', 'Must be a number'],
    [null, 'Must be a number'],
    [undefined, 'Must be a number'],
  ])('is not %s', (input, message) => {
    expect(read(id, input)).toEqual(refused(message))
  })

  it.each([1, 42, Number.MAX_SAFE_INTEGER])('may be %d', (input) => {
    expect(read(id, input)).toBe(input)
  })
})

describe('an id in an address', () => {
  it.each(['', '0', '01', '-1', '+1', '1.0', '1e3', ' 1', '1 ', '0x1', '١', 'one', '1'.repeat(16)])(
    'is not "%s"',
    (input) => {
      expect(read(idInAddress, input)).toEqual(refused('Must be a positive ID'))
    },
  )

  it.each([
    ['1', 1],
    ['907', 907],
    ['999999999999999', 999_999_999_999_999],
  ])('reads %s as a number', (input, value) => {
    expect(read(idInAddress, input)).toBe(value)
  })

  it('is every positive id that can be written with 15 digits', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 999_999_999_999_999 }), (value) => {
        expect(read(idInAddress, String(value))).toBe(value)
      }),
    )
  })
})

describe('a date', () => {
  it.each([
    ['2026-02-29', 'Must be a real date'],
    ['1900-02-29', 'Must be a real date'],
    ['2026-04-31', 'Must be a real date'],
    ['0000-01-01', 'Must be a real date'],
    ['2026-00-10', 'Must be a date, YYYY-MM-DD'],
    ['2026-13-01', 'Must be a date, YYYY-MM-DD'],
    ['2026-01-00', 'Must be a date, YYYY-MM-DD'],
    ['2026-01-32', 'Must be a date, YYYY-MM-DD'],
    ['2026-1-1', 'Must be a date, YYYY-MM-DD'],
    ['26-01-01', 'Must be a date, YYYY-MM-DD'],
    ['20260101', 'Must be a date, YYYY-MM-DD'],
    ['2026-01-01T00:00:00.000Z', 'Must be a date, YYYY-MM-DD'],
    [' 2026-01-01', 'Must be a date, YYYY-MM-DD'],
    ['', 'Must be a date, YYYY-MM-DD'],
    [null, 'This field is required'],
    [undefined, 'This field is required'],
    [20260101, 'This field is required'],
  ])('is not %s', (input, message) => {
    expect(read(date, input)).toEqual(refused(message))
  })

  it.each(['2024-02-29', '2000-02-29', '2026-02-28', '2026-12-31', '0001-01-01', '9999-12-31'])(
    'may be %s',
    (input) => {
      expect(read(date, input)).toBe(input)
    },
  )

  it('is every day that the calendar knows', () => {
    const days = fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
    fc.assert(
      fc.property(days, (moment) => {
        const day = moment.toISOString().slice(0, 10)
        expect(read(date, day)).toBe(day)
      }),
    )
  })

  it('is no day that the calendar would move', () => {
    const parts = fc.record({
      month: fc.integer({ min: 1, max: 12 }),
      day: fc.integer({ min: 1, max: 31 }),
      year: fc.integer({ min: 1, max: 9999 }),
    })
    fc.assert(
      fc.property(parts, ({ year, month, day }) => {
        const text = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
        const isKept = new Date(`${text}T00:00:00.000Z`).toISOString().startsWith(text)
        expect(v.is(date, text)).toBe(isKept)
      }),
    )
  })
})

describe('an instant', () => {
  it.each([
    '2026-11-21T05:03:00Z',
    '2026-11-21T05:03:00.00Z',
    '2026-11-21T05:03:00.000+00:00',
    '2026-11-21T05:03:00.000+10:00',
    '2026-11-21T05:03:00.000',
    '2026-11-21 05:03:00.000Z',
    '2026-11-21',
    '',
    'now',
  ])('is not "%s"', (input) => {
    expect(read(instant, input)).toEqual(refused('Must be an instant in UTC with milliseconds'))
  })

  it('is every moment as the clock writes it', () => {
    const moments = fc.date({ min: new Date('1970-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
    fc.assert(
      fc.property(moments, (moment) => {
        expect(read(instant, moment.toISOString())).toBe(moment.toISOString())
      }),
    )
  })
})

describe('a required text', () => {
  it.each([
    ['', 'This field is required'],
    [' \t\n', 'This field is required'],
    [null, 'This field is required'],
    [undefined, 'This field is required'],
    [7, 'This field is required'],
    ['a'.repeat(256), 'At most 255 characters'],
    [NUL, 'Contains a character that cannot be stored'],
    [HIGH_HALF, 'Contains a character that cannot be stored'],
    [LOW_HALF, 'Contains a character that cannot be stored'],
    [NO_CHARACTER, 'Contains a character that cannot be stored'],
    [NOR_THIS, 'Contains a character that cannot be stored'],
  ])('is not %j', (input, message) => {
    expect(read(requiredText(), input)).toEqual(refused(message))
  })

  it.each([
    ['  Royal Infirmary ', 'Royal Infirmary'],
    ['a'.repeat(255), 'a'.repeat(255)],
    [` ${'a'.repeat(255)} `, 'a'.repeat(255)],
    ['Ward 😀', 'Ward 😀'],
    ['Zürich – 東京 – القاهرة', 'Zürich – 東京 – القاهرة'],
  ])('reads %j trimmed', (input, value) => {
    expect(read(requiredText(), input)).toBe(value)
  })

  it('has its own message where it is missing', () => {
    expect(read(requiredText(2000, 'Please enter a reason'), ' ')).toEqual(refused('Please enter a reason'))
    expect(read(requiredText(2000, 'Please enter a reason'), undefined)).toEqual(refused('Please enter a reason'))
  })
})

describe('an optional text', () => {
  it.each([
    ['a'.repeat(256), 'At most 255 characters'],
    [NUL, 'Contains a character that cannot be stored'],
    [HIGH_HALF, 'Contains a character that cannot be stored'],
    [LOW_HALF, 'Contains a character that cannot be stored'],
    [NO_CHARACTER, 'Contains a character that cannot be stored'],
    [NOR_THIS, 'Contains a character that cannot be stored'],
  ])('is not %j', (input, message) => {
    expect(read(optionalText(), input)).toEqual(refused(message))
  })

  it.each([undefined, null, '', '   '])('is null for %j', (input) => {
    expect(read(optionalText(), input)).toBeNull()
  })

  it('is trimmed', () => {
    expect(read(optionalText(), ' P-17 ')).toBe('P-17')
  })
})

describe('a search text', () => {
  it.each([NUL, HIGH_HALF, LOW_HALF, NO_CHARACTER, NOR_THIS])('is not %j', (input) => {
    expect(read(searchText, input)).toEqual(refused('Contains a character that cannot be searched'))
  })

  it('has a limit', () => {
    expect(read(searchText, 'a'.repeat(256))).toEqual(refused('At most 255 characters'))
  })

  it.each([
    [undefined, ''],
    ['', ''],
    ['  ', ''],
    [' stroke ', 'stroke'],
    ['100%_\\', '100%_\\'],
  ])('reads %j as %j', (input, value) => {
    expect(read(searchText, input)).toBe(value)
  })
})

describe('texts of every kind', () => {
  it('accept only what a database and a spreadsheet can store and return', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        const isForbidden = ['\u0000', '\ufffe', '\uffff'].some((character) => text.includes(character))
        const isStorable = !isForbidden && Buffer.from(text, 'utf8').toString('utf8') === text
        expect(v.is(searchText, text)).toBe(isStorable)
        expect(v.is(optionalText(), text)).toBe(isStorable)
      }),
    )
  })
})

describe('a number within limits', () => {
  it.each([
    ['5', 'Must be a number'],
    [5.5, 'Must be a whole number'],
    [-1, 'Must be at least 0'],
    [61, 'Must be at most 60'],
  ])('is not %j', (input, message) => {
    expect(read(integer(0, 60), input)).toEqual(refused(message))
  })

  it.each([0, 60])('may be %d', (input) => {
    expect(read(integer(0, 60), input)).toBe(input)
  })
})

describe('a time zone', () => {
  it.each(['', 'Etc/UTC; drop', 'Etc UTC', 'a'.repeat(65), null])('is not %j', (input) => {
    expect(v.is(timeZone, input)).toBe(false)
  })

  it.each(['Etc/UTC', 'Australia/Melbourne', 'America/Argentina/Buenos_Aires', 'Etc/GMT+10'])('may be %s', (input) => {
    expect(read(timeZone, input)).toBe(input)
  })
})

describe('an idempotency key', () => {
  it.each(['', 'a b', 'a\tb', 'é', 'a'.repeat(129)])('is not %j', (input) => {
    expect(read(idempotencyKey, input)).toEqual(refused('Must be 1 to 128 printable characters'))
  })

  it.each(['a', '!~', 'b0f5e2c4-6f0e-4a8e-9f0b-0d3c8b1f2a77', 'a'.repeat(128)])('may be %s', (input) => {
    expect(read(idempotencyKey, input)).toBe(input)
  })
})

describe('the page of a list', () => {
  it.each(['', '0', '-1', '1.5', 'last', '1'.repeat(10)])('is not "%s"', (input) => {
    expect(read(page, input)).toEqual(refused('Must be a page number from 1'))
  })

  it.each([
    [undefined, 1],
    ['1', 1],
    ['999999999', 999_999_999],
  ])('reads %j as %d', (input, value) => {
    expect(read(page, input)).toBe(value)
  })
})

describe('the page size of a list', () => {
  it.each([
    [undefined, 10],
    ['10', 10],
    ['25', 25],
    ['50', 50],
    ['100', 100],
    ['1000', 10],
    ['1', 10],
    ['11', 10],
    ['-25', 10],
    ['', 10],
    ['all', 10],
  ])('reads %j as %d', (input, value) => {
    expect(read(pageSize(), input)).toBe(value)
  })

  it.each([
    ['1000', 1000],
    ['25', 25],
    ['999', 10],
  ])('reads %j as %d where a list has 1000 of its own', (input, value) => {
    expect(read(pageSize([1000]), input)).toBe(value)
  })

  it('is never one that no list supports', () => {
    fc.assert(
      fc.property(fc.string(), (input) => {
        expect([10, 25, 50, 100]).toContain(read(pageSize(), input))
      }),
    )
  })
})

describe('the order of a list', () => {
  it.each(['', 'ASC', 'up', ['asc', 'desc']])('is not %j', (input) => {
    expect(read(order('asc'), input)).toEqual(refused('Must be asc or desc'))
  })

  it("is the list's own where none is requested", () => {
    expect([read(order('asc'), undefined), read(order('desc'), undefined), read(order('desc'), 'asc')]).toEqual([
      'asc',
      'desc',
      'asc',
    ])
  })
})

describe('a field that may repeat', () => {
  const status = repeated(v.picklist(['started', 'paused']))

  it.each(['', 'Started', ['started', 'stopped'], 3])('is not %j', (input) => {
    expect(read(status, input)).toEqual(refused('Not an allowed value'))
  })

  it.each([
    [undefined, []],
    ['paused', ['paused']],
    [
      ['started', 'paused'],
      ['started', 'paused'],
    ],
    [
      ['paused', 'paused'],
      ['paused', 'paused'],
    ],
  ])('reads %j as %j', (input, value) => {
    expect(read(status, input)).toEqual(value)
  })
})

describe('a list', () => {
  it('answers with the place of its rows', () => {
    const answer = { data: [1], page: 1, pages: 1, total: 1, page_size: 10 }
    expect(read(listOf(id), answer)).toEqual(answer)
  })

  it.each([
    [{ data: [1], page: 1, pages: 1, total: 1 }],
    [{ data: [0], page: 1, pages: 1, total: 1, page_size: 10 }],
    [{ data: [1], page: 1, pages: 1, total: 1, page_size: 10, next: 2 }],
  ])('is not %j', (answer) => {
    expect(v.is(listOf(id), answer)).toBe(false)
  })
})

describe('the answer of a list', () => {
  it.each([
    [0, 0],
    [1, 1],
    [10, 1],
    [11, 2],
    [25, 3],
  ])('of %d rows has %d pages of 10', (total, pages) => {
    expect(pageOf(['row'], { page: 1, page_size: 10 }, total)).toEqual({
      data: ['row'],
      page: 1,
      pages,
      total,
      page_size: 10,
    })
  })

  it('may be empty, past the end', () => {
    expect(pageOf([], { page: 9, page_size: 25 }, 30)).toEqual({
      data: [],
      page: 9,
      pages: 2,
      total: 30,
      page_size: 25,
    })
  })
})
