import * as v from 'valibot'

/** What a report's window tells the page that opened it: that the report stands there, or why it does not. */
const reportNews = v.variant('kind', [
  v.strictObject({ kind: v.literal('report_shown'), window: v.string() }),
  v.strictObject({
    kind: v.literal('report_failed'),
    window: v.string(),
    happened: v.string(),
    next: v.string(),
    request_id: v.nullable(v.string()),
  }),
])
type ReportNews = v.InferOutput<typeof reportNews>
type WithoutWindow<News> = News extends unknown ? Omit<News, 'window'> : never

/** Where the windows of this origin tell each other of reports. */
const CHANNEL = 'equipoise-reports'
/** What the names of the windows begin with that a page has opened for a report. */
const NAME = 'equipoise-report-'

/** How often the page looks whether the window has been closed, in milliseconds: no event tells it. */
const LOOKS_EVERY_MS = 500

/** Opens a window for a report. Null where the browser does not let one open. */
export const openReportWindow = (address: string): Window | null =>
  window.open(address, `${NAME}${crypto.randomUUID()}`)

/**
 * Hears what becomes of the report in a window until it is shown, has failed or the window is closed (null). A window whose
 * report has failed is closed. Answers what ends the hearing.
 */
export const hearReportWindow = (opened: Window, hear: (news: ReportNews | null) => void): (() => void) => {
  const { name } = opened
  const channel = new BroadcastChannel(CHANNEL)
  const looking = setInterval(() => opened.closed && postNews(null), LOOKS_EVERY_MS)
  const end = () => {
    clearInterval(looking)
    channel.close()
  }
  const postNews = (news: ReportNews | null) => {
    end()
    if (news?.kind === 'report_failed') opened.close()
    hear(news)
  }
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const news = v.safeParse(reportNews, data)
    if (news.success && news.output.window === name) postNews(news.output)
  })
  return end
}

/** Tells the page that opened this window, where one did. */
export const notifyOpener = (news: WithoutWindow<ReportNews>): void => {
  if (!window.name.startsWith(NAME)) return
  const channel = new BroadcastChannel(CHANNEL)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin.
  channel.postMessage({ ...news, window: window.name } satisfies ReportNews)
  channel.close()
}
