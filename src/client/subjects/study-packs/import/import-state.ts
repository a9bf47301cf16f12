import type { RowProgress } from '#contract/row-count'
import type { GroupPattern } from '#domain/study-packs/list-admission/group-pattern'
import type { api } from '#contract/api'
import type { SentBody } from '#contract/endpoint'
import type { CsvFault } from '../../../ui/csv/read-csv'
import { isAnswerLost, statusOf, type Failure } from '../../../api/failure'
import type { SentBytes } from '../../../api/fetch-with-upload-progress'
import type { ImportNews, ListedRow } from './import-worker-messages'

/** What is wrong with a cell, told by our check or by the server, whose columns may be others. */
export type NamedProblem = { row: number; column: string; message: string }

/** What is sent to import a list. */
export type ImportBody = SentBody<typeof api.importStudyPacks>

/** A list that was read and checked, whatever its file is called. */
export type List = {
  name: string
  rows: readonly ListedRow[]
  problems: readonly NamedProblem[]
  patterns: GroupPattern[]
  /** The study group of each pack, in no order that matters. */
  study_group_ids: number[]
  /** The patterns that the server named when it refused the list, in words. */
  refused_patterns: readonly string[]
}

/**
 * An import on its way:
 * - `none`: no list yet; `reading`: it is read, and checked once its rows are counted
 * - `unreadable`: the file as a whole cannot be taken
 * - `checked`: the list is shown, with what stands against it; a refusal of an earlier press may stand beside it
 * - `sending`: all of it or none is on its way; of so many rows it is known that they have gone out
 * - `unsure`: the answer was lost, and nobody has judged the list since; sending the very same again under the same key cannot
 *   import it twice. `refusal` is why the last attempt was not let through, or null where it was lost too
 * - `done`: so many packs are in the trial
 */
export type ImportState =
  | { phase: 'none' }
  | { phase: 'reading'; name: string; rows: number | null }
  | { phase: 'unreadable'; name: string; faults: readonly CsvFault[] }
  | { phase: 'checked'; list: List; refusal: Failure | null }
  | { phase: 'sending'; list: List; body: ImportBody; sent: RowProgress; isAgain: boolean }
  | { phase: 'unsure'; list: List; body: ImportBody; refusal: Failure | null }
  | { phase: 'done'; created: number }

export type ImportEvent =
  | { type: 'chosen'; name: string }
  | { type: 'reported'; news: ImportNews }
  | { type: 'sent'; body: ImportBody }
  | { type: 'sent_again' }
  /** So much of what is sent has gone out. */
  | ({ type: 'gone_out' } & SentBytes)
  | { type: 'imported'; created: number }
  | { type: 'failed'; failure: Failure }
  | { type: 'cleared' }

export const noImport: ImportState = { phase: 'none' }

/** The import after an event; one that does not belong to its phase changes nothing. */
export const importAfter = (state: ImportState, event: ImportEvent): ImportState => {
  switch (event.type) {
    case 'chosen':
      return isOnItsWay(state) ? state : { phase: 'reading', name: event.name, rows: null }
    case 'reported':
      return state.phase === 'reading' ? afterNews(state, event.news) : state
    case 'sent':
      return state.phase === 'checked' ? sendingOf(state.list, event.body, false) : state
    case 'sent_again':
      return state.phase === 'unsure' ? sendingOf(state.list, state.body, true) : state
    case 'gone_out':
      return state.phase === 'sending' ? { ...state, sent: rowsGoneOut(state.list, event) } : state
    case 'imported':
      return state.phase === 'sending' ? { phase: 'done', created: event.created } : state
    case 'failed':
      return state.phase === 'sending' ? afterFailure(state, event.failure) : state
    case 'cleared':
      return isOnItsWay(state) ? state : noImport
  }
}

/** Whether the list has been sent and nobody here knows yet what became of it. */
export const isOnItsWay = ({ phase }: ImportState): boolean => phase === 'sending' || phase === 'unsure'

const sendingOf = (list: List, body: ImportBody, isAgain: boolean): ImportState => ({
  phase: 'sending',
  list,
  body,
  isAgain,
  sent: { done: 0, of: list.rows.length },
})

/** One row is about as long as another, and they go out in their order. */
const rowsGoneOut = ({ rows }: List, { done, of }: SentBytes): RowProgress => ({
  done: Math.floor((rows.length * done) / Math.max(of, 1)),
  of: rows.length,
})

const afterNews = (state: Extract<ImportState, { phase: 'reading' }>, news: ImportNews): ImportState => {
  switch (news.kind) {
    case 'checking':
      return { ...state, rows: news.rows }
    case 'unreadable':
      return { phase: 'unreadable', name: state.name, faults: news.faults }
    case 'checked': {
      const { rows, problems, patterns, study_group_ids } = news
      const list: List = { name: state.name, rows, problems, patterns, study_group_ids, refused_patterns: [] }
      return { phase: 'checked', list, refusal: null }
    }
  }
}

/** Nothing of the list is lost: what the server says about it stands beside it from then on. */
const afterFailure = (
  { list, body, isAgain }: Extract<ImportState, { phase: 'sending' }>,
  failure: Failure,
): ImportState => {
  if (isAnswerLost(failure)) return { phase: 'unsure', list, body, refusal: null }
  // Who is not let through now may have been when it was sent first.
  if (isAgain && !isJudged(failure)) return { phase: 'unsure', list, body, refusal: failure }
  const { rows = [], fields = {} } = failure.kind === 'refused' ? failure.problem : {}
  const refused = fields['acknowledge_pattern']
  return {
    phase: 'checked',
    list: {
      ...list,
      problems: rows.length > 0 ? rows : list.problems,
      refused_patterns: refused === undefined ? list.refused_patterns : sentencesOf(refused),
    },
    refusal: failure,
  }
}

/** Whether the server looked at the list itself, so that it was not imported before either. */
const isJudged = (failure: Failure): boolean => [409, 422].includes(statusOf(failure) ?? 0)

/** The server names every pattern in one line. */
const sentencesOf = (refused: string): string[] => refused.split('; ')
