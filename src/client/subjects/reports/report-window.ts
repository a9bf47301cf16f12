import * as v from 'valibot'

/** The messages of a report's window to the page that opened it: the report is shown, or why not. */
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

/** The channel on which the windows of this origin report to each other. */
const CHANNEL = 'equipoise-reports'
/** The beginning of the names of report windows. */
const NAME = 'equipoise-report-'

/** How often the page looks whether the window has been closed, in milliseconds: no event tells it. */
const LOOKS_EVERY_MS = 500

/** Opens a window for a report. Null where the browser blocks it. */
export const openReportWindow = (address: string): Window | null =>
  window.open(address, `${NAME}${crypto.randomUUID()}`)

/**
 * Listens to a report's window until the report is shown, has failed or the window is closed (null). A window whose
 * report has failed is closed. Returns a function that stops this.
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

/** Notifies the page that opened this window, if there is one. */
export const notifyOpener = (news: WithoutWindow<ReportNews>): void => {
  if (!window.name.startsWith(NAME)) return
  const channel = new BroadcastChannel(CHANNEL)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin.
  channel.postMessage({ ...news, window: window.name } satisfies ReportNews)
  channel.close()
}
