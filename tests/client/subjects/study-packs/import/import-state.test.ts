import { importCells } from '#domain/study-packs/study-pack-import'
import { describe, expect, test } from 'vitest'
import type { Failure } from '../../../../../src/client/api/failure'
import {
  importAfter,
  isOnItsWay,
  noImport,
  type ImportBody,
  type ImportEvent,
  type ImportState,
} from '../../../../../src/client/subjects/study-packs/import/import-state'

const request = { method: 'POST', path: '/api/v1/x', at: '2026-11-21T10:00:00.000Z', request_id: null }
const lost: Failure = { kind: 'timeout', code: 'ECONNABORTED', request }
const rows = [{ line: 2, cells: importCells((column) => column) }]
const taken = [{ row: 1, column: 'pack_id', message: 'A pack in this trial already has this ID' }]
const said = { type: '', title: '', status: 422, detail: 'No', message: 'No', code: 'validation_failed' } as const
const refusedRows: Failure = {
  kind: 'refused',
  status: 422,
  problem: { ...said, rows: taken },
  request,
}

const chosen: ImportEvent = { type: 'chosen', name: 'a.csv' }
const checked: ImportEvent = {
  type: 'reported',
  news: { kind: 'checked', rows, problems: [], patterns: [], study_group_ids: [1] },
}
const body: ImportBody = { batch_id: 'B1', study_packs: [{ pack_id: 'K-1' }], acknowledge_pattern: 'No other stock' }
const sent: ImportEvent = { type: 'sent', body }
const sentAgain: ImportEvent = { type: 'sent_again' }
const refusedPattern: Failure = {
  kind: 'refused',
  status: 422,
  problem: {
    ...said,
    fields: { acknowledge_pattern: 'One pattern; Another pattern' },
  },
  request,
}
const failed = (failure: Failure): ImportEvent => ({ type: 'failed', failure })
const after = (...events: ImportEvent[]): ImportState => events.reduce(importAfter, noImport)

describe('an import', () => {
  test.each<[string, ImportEvent[], ImportState['phase']]>([
    ['begins with nothing', [], 'none'],
    ['is read when a file is chosen', [chosen], 'reading'],
    [
      'is checked once its rows are counted',
      [chosen, { type: 'reported', news: { kind: 'checking', rows: 1 } }],
      'reading',
    ],
    ['cannot be read', [chosen, { type: 'reported', news: { kind: 'unreadable', faults: [] } }], 'unreadable'],
    ['is shown', [chosen, checked], 'checked'],
    ['is sent', [chosen, checked, sent], 'sending'],
    ['is not sent before it was checked', [chosen, sent], 'reading'],
    ['is done', [chosen, checked, sent, { type: 'imported', created: 1 }], 'done'],
    ['is in doubt when the answer is lost', [chosen, checked, sent, failed(lost)], 'unsure'],
    ['is sent again out of doubt', [chosen, checked, sent, failed(lost), sentAgain], 'sending'],
    ['is sent as another out of no doubt', [chosen, checked, sent, failed(lost), sent], 'unsure'],
    ['is not sent again before it is in doubt', [chosen, checked, sentAgain], 'checked'],
    ['is cleared', [chosen, checked, { type: 'cleared' }], 'none'],
    ['is not cleared while it is in doubt', [chosen, checked, sent, failed(lost), { type: 'cleared' }], 'unsure'],
    ['gives way to no other file while it is sent', [chosen, checked, sent, chosen], 'sending'],
    ['hears no news of a file that was cleared', [chosen, { type: 'cleared' }, checked], 'none'],
  ])('%s', (_, events, phase) => {
    expect(after(...events).phase).toBe(phase)
  })

  test.each([
    [0, 0],
    [500, 0],
    [999, 0],
    [1000, 1],
  ])('of which %i of 1,000 bytes have gone out counts %i row', (done, counted) => {
    const state = after(chosen, checked, sent, { type: 'gone_out', done, of: 1000 })
    expect(state).toMatchObject({ phase: 'sending', sent: { done: counted, of: rows.length } })
  })

  test('in doubt retains the sent body, to be sent again unchanged', () => {
    const other: ImportEvent = { type: 'sent', body: { ...body, acknowledge_pattern: null } }
    expect(after(chosen, checked, sent, failed(lost))).toMatchObject({ phase: 'unsure', body })
    expect(after(chosen, checked, sent, failed(lost), other, sentAgain)).toMatchObject({ phase: 'sending', body })
  })

  test('in doubt stays so until the server has judged the list itself', () => {
    const turnedAway: Failure = { kind: 'refused', status: 429, problem: said, request }
    const again = [chosen, checked, sent, failed(lost), sentAgain]
    expect(after(...again, failed(turnedAway))).toMatchObject({ phase: 'unsure', body, refusal: turnedAway })
    expect(after(...again, failed(refusedRows)).phase).toBe('checked')
    expect(after(chosen, checked, sent, failed(turnedAway)).phase).toBe('checked')
  })

  test('retains the patterns that only the server saw, while sending and in doubt', () => {
    const list = { refused_patterns: ['One pattern', 'Another pattern'] }
    const answered = [chosen, checked, sent, failed(refusedPattern)]
    expect(after(...answered)).toMatchObject({ phase: 'checked', list })
    expect(after(...answered, sent)).toMatchObject({ phase: 'sending', list })
    expect(after(...answered, sent, failed(lost))).toMatchObject({ phase: 'unsure', list })
    expect(after(...answered, sent, failed(refusedRows))).toMatchObject({ phase: 'checked', list })
  })

  test("that is refused retains its rows, with the server's faults beside them", () => {
    const state = after(chosen, checked, sent, failed(refusedRows))
    expect(state).toMatchObject({ phase: 'checked', list: { rows, problems: taken }, refusal: refusedRows })
    expect(isOnItsWay(state)).toBe(false)
  })
})
