import type { RowProgress } from '#contract/row-count'
import type { GroupPattern } from '#domain/study-packs/list-admission/group-pattern'
import type { api } from '#contract/api'
import type { SentBody } from '#contract/endpoint'
import type { CsvFault } from '../../../ui/csv/read-csv'
import { isAnswerLost, type Failure } from '../../../api/failure'
import { isJudged } from '../../../api/judged'
import type { SentBytes } from '../../../api/fetch-with-upload-progress'
import type { ImportNews, ListedRow } from './import-worker-messages'

/** A fault of a cell, found by our check or by the server, whose columns may differ. */
export type NamedProblem = { row: number; column: string; message: string }

/** The body of an import. */
export type ImportBody = SentBody<typeof api.importStudyPacks>

/** A list that was read and checked, under any file name. */
export type List = {
  name: string
  rows: readonly ListedRow[]
  problems: readonly NamedProblem[]
  patterns: GroupPattern[]
  /** The study group of each pack, in any order. */
  study_group_ids: number[]
  /** The patterns that the server named when it refused the list, in words. */
  refused_patterns: readonly string[]
}

/**
 * The state of an import:
 * - `none`: no list yet; `reading`: it is read, and checked once its rows are counted
 * - `unreadable`: the whole file is refused
 * - `checked`: the list is shown, with its faults; a refusal of an earlier press may stand beside it
 * - `sending`: all of it or none is being sent; so many rows have been uploaded
 * - `unsure`: the answer was lost, and the server has not judged the list since; sending the same again under the same
 *   key cannot import it twice. `refusal` is the refusal of the last attempt, or null where its answer was lost too
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
  /** How much has been uploaded. */
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

/** Whether the list has been sent and its outcome is unknown. */
export const isOnItsWay = ({ phase }: ImportState): boolean => phase === 'sending' || phase === 'unsure'

const sendingOf = (list: List, body: ImportBody, isAgain: boolean): ImportState => ({
  phase: 'sending',
  list,
  body,
  isAgain,
  sent: { done: 0, of: list.rows.length },
})

/** Rows are of similar length, and are uploaded in order. */
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

/** Nothing of the list is lost: the server's faults stand beside it from now on. */
const afterFailure = (
  { list, body, isAgain }: Extract<ImportState, { phase: 'sending' }>,
  failure: Failure,
): ImportState => {
  if (isAnswerLost(failure)) return { phase: 'unsure', list, body, refusal: null }
  // A person who is refused now may have been authorised at the first send.
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

/** The server names every pattern in one line. */
const sentencesOf = (refused: string): string[] => refused.split('; ')
