import type { Refusal } from '#contract/errors'
import { reportRow, reportTable, type ReportTable } from '#contract/reports'
import { isProductionInstance } from '#domain/instance'
import { accepted, type Outcome } from '#domain/outcome'
import * as v from 'valibot'
import type { StreamedRows } from '../call/call'
import { textStream } from '../../ground/files/text-stream'
import type { CountedSheet } from '../../ground/files/report-sheet'
import { prepareDownload, type ReportCall } from './answer-report'
import type { Download, DownloadOf, NeedOfDownload, OpenDownload, TrialOf } from './download'
import { recordDownload } from './record-download'
import { acquireReadingPlace } from './acquire-reading-place'

type Streamed = { answer: { token: string } } | StreamedRows

/**
 * A report as data that is sent while it is read, so that its length costs neither memory nor other people's time, or a
 * token for its download. The audit log has it before its last bytes leave; where that cannot be written they never
 * leave. For a reader who leaves before, or an error after the first row, a partial report is recorded.
 */
export const streamReport = async <N extends NeedOfDownload>(
  { context, actor, view, body, request_id }: ReportCall<N>,
  about: DownloadOf<TrialOf<N>>,
  open: OpenDownload<N>,
): Promise<Outcome<Streamed, Refusal>> => {
  if (body.type === 'token') return prepareDownload({ context, actor }, about)
  const reading = context.database.beginReading()
  try {
    const allowed = await acquireReadingPlace(context, actor, reading)
    if (!allowed.ok) {
      await reading.end()
      return allowed
    }
    const timestamp = context.now()
    const opened = await open({ context, actor, view, trial_id: about.trial_id, query: null, reading })
    if (!opened.ok) {
      await reading.end()
      return opened
    }
    const download = opened.value
    const { instance } = context.config
    const text = jsonOf({
      head: { timestamp, instance, headings: [...download.headings], ...columnsIn(download) },
      sheet: download,
      is_checked: !isProductionInstance(instance),
      record: (is_in_part) =>
        recordDownload(context, { form: { kind: 'report_generated', is_in_part }, about, actor, download, request_id }),
      end: reading.end,
    })
    return accepted({ rows: download.count, content: textStream(text) })
  } catch (error) {
    await reading.end()
    throw error
  }
}

const columnsIn = ({ columns }: Download) => (columns === undefined ? {} : { columns })

type ReportOutput = {
  head: Omit<ReportTable, 'rows'>
  sheet: Pick<CountedSheet, 'count' | 'rows'>
  /** Whether it is checked against the contract, as every answer outside production is. */
  is_checked: boolean
  record: (isInPart: boolean) => Promise<void>
  /** Ends the reading of its rows. */
  end: () => Promise<void>
}

/** The answer in the contract's form, a row on each line. */
async function* jsonOf({
  head,
  sheet,
  is_checked,
  record,
  end: endReading,
}: ReportOutput): AsyncGenerator<string, void, undefined> {
  let outcome: 'left' | 'failed' | 'recorded' = 'left'
  let made = 0
  try {
    if (is_checked) v.parse(reportTable, { ...head, rows: [] })
    yield `{"data":${JSON.stringify(head).slice(0, -1)},"rows":[`
    for await (const row of sheet.rows) {
      if (is_checked) v.parse(reportRow, row)
      yield `${made === 0 ? '' : ','}${JSON.stringify(row)}\n`
      made += 1
    }
    await endReading()
    if (made !== sheet.count) throw new Error(`${made} rows were made where ${sheet.count} were announced`)
    await record(false)
    outcome = 'recorded'
    yield ']}}'
  } catch (error) {
    outcome = 'failed'
    throw error
  } finally {
    try {
      await endReading()
    } finally {
      // Readers can also end it by standing still: they have what they have received.
      if (outcome === 'left' || (outcome === 'failed' && made > 0)) await record(true)
    }
  }
}
