import type { Refusal } from '#contract/errors'
import { reportRow, reportTable, type ReportTable } from '#contract/reports'
import { isProductionInstance } from '#domain/instance'
import { accepted, type Outcome } from '#domain/outcome'
import * as v from 'valibot'
import type { StreamedRows } from '../call/call'
import { textStream } from '../../ground/files/text-stream'
import { recordReport, reportToken, type ReportCall, type ReportOf } from './answer-report'
import type { CountedSheet } from '../../ground/files/report-sheet'
import type { NeedOfReport, OpenSheet, TrialOf } from './opened-report'

type Streamed = { answer: { token: string } } | StreamedRows

/**
 * A report as data that is sent while it is read, so that neither memory nor anybody else pays for its length, or a token for its
 * download. The audit log has it before its last bytes leave; where that cannot be written they never do. Whoever leaves before has
 * had a part of it, and is recorded for that. One that fails half-way breaks off, and is none.
 */
export const streamReport = async <N extends NeedOfReport>(
  { context, actor, view, body, request_id }: ReportCall<N>,
  about: ReportOf<TrialOf<N>>,
  open: OpenSheet<CountedSheet, N>,
): Promise<Outcome<Streamed, Refusal>> => {
  const opened = await open({ context, actor, view, trial_id: about.trial_id })
  if (!opened.ok) return opened
  if (body.type === 'token') {
    const token = await reportToken({ context, actor }, about)
    return token.ok ? accepted({ answer: token.value }) : token
  }
  const { sheet } = opened.value
  const timestamp = context.now()
  const { headings, count, rows } = await sheet()
  const text = jsonOf({
    head: { timestamp, instance: context.config.instance, headings: [...headings] },
    sheet: { count, rows },
    is_checked: !isProductionInstance(context.config.instance),
    record: (is_in_part) =>
      recordReport(context, { kind: 'report_generated', is_in_part, about, actor, view, request_id }),
  })
  return accepted({ rows: count, content: textStream(text) })
}

type ReportOutput = {
  head: Omit<ReportTable, 'rows'>
  sheet: Pick<CountedSheet, 'count' | 'rows'>
  /** Whether it is held against the contract, as every answer outside production is. */
  is_checked: boolean
  record: (isInPart: boolean) => Promise<void>
}

/** The answer as the contract has it, a row on each of its lines. */
async function* jsonOf({ head, sheet, is_checked, record }: ReportOutput): AsyncGenerator<string, void, undefined> {
  let end: 'left' | 'failed' | 'recorded' = 'left'
  try {
    if (is_checked) v.parse(reportTable, { ...head, rows: [] })
    yield `{"data":${JSON.stringify(head).slice(0, -1)},"rows":[`
    let made = 0
    for await (const row of sheet.rows) {
      if (is_checked) v.parse(reportRow, row)
      yield `${made === 0 ? '' : ','}${JSON.stringify(row)}\n`
      made += 1
    }
    if (made !== sheet.count) throw new Error(`${made} rows were made where ${sheet.count} were announced`)
    await record(false)
    end = 'recorded'
    yield ']}}'
  } catch (error) {
    end = 'failed'
    throw error
  } finally {
    if (end === 'left') await record(true)
  }
}
