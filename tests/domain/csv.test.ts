import { csvText } from '#domain/csv'
import { describe, expect, test } from 'vitest'

describe('a cell of a CSV file', () => {
  test.each([
    ['a text that a spreadsheet would run', '=1+2', "'=1+2"],
    ['a plus', '+cmd', "'+cmd"],
    ['a minus', '-cmd', "'-cmd"],
    ['an at sign', '@SUM(A1)', "'@SUM(A1)"],
    ['a tab', '\t=1', `"'\t'=1"`],
    ['a line end before it', '\n=1', `"'\n'=1"`],
    ['blanks before it', '  =1', "'  =1"],
    ['a wide equals sign', '＝1+2', "'＝1+2"],
    ['a semicolon, by which some programs part cells', 'x;=1+1', `"x;'=1+1"`],
    ['several of them, and blanks behind one', ';=1; @A1;+x', `";'=1;' @A1;'+x"`],
    ['a tab within, by which others part them', 'x\t-1+1', `"x\t'-1+1"`],
    ['line ends within, which end a line to both', 'x\n=1\r\n＝2\r@3', `"x\n'=1\r\n'＝2\r'@3"`],
    ['a quote behind a semicolon', 'x;"=1+1;y', `"x;'""=1+1;y"`],
    ['a number behind a semicolon', 'from -2;-1.5;+3', '"from -2;-1.5;+3"'],
    ['blank lines', 'one\n\ntwo; three', '"one\n\ntwo; three"'],
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

test('commas separate cells, and every line has an end', () => {
  expect(
    csvText([
      ['a', 'b'],
      [1, null],
    ]),
  ).toBe('a,b\r\n1,\r\n')
})
