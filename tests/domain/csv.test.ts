import { csvText } from '#domain/csv'
import { describe, expect, test } from 'vitest'

describe('a cell of a CSV file', () => {
  test.each([
    ['a text that a spreadsheet would run', '=1+2', "'=1+2"],
    ['a plus', '+cmd', "'+cmd"],
    ['a minus', '-cmd', "'-cmd"],
    ['an at sign', '@SUM(A1)', "'@SUM(A1)"],
    ['a tab', '\t=1', `"'\t=1"`],
    ['a line end before it', '\n=1', `"'\n=1"`],
    ['blanks before it', '  =1', "'  =1"],
    ['a wide equals sign', '＝1+2', "'＝1+2"],
    ['a semicolon, by which some programs part cells', 'x;=1+1', '"x;=1+1"'],
    ['a formula that is quoted besides', '=HYPERLINK("x", "y")', `"'=HYPERLINK(""x"", ""y"")"`],
    ['a number as text', '-1.5', '-1.5'],
    ['a number', -1.5, '-1.5'],
    ['a comma', 'Sex, age', '"Sex, age"'],
    ['quotes', 'the "best"', '"the ""best"""'],
    ['a line end', 'one\ntwo', '"one\ntwo"'],
    ['nothing', null, ''],
    ['an ordinary text', 'Group A', 'Group A'],
  ])('%s', (_, cell, expected) => {
    expect(csvText([[cell]])).toBe(`${expected}\r\n`)
  })
})

test('cells are parted by commas, and every line is ended', () => {
  expect(
    csvText([
      ['a', 'b'],
      [1, null],
    ]),
  ).toBe('a,b\r\n1,\r\n')
})
