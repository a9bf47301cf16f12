import { useRouter, type LinkOptions } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { failureOf, messageOf } from '../../api/failure'
import { reportDownload, type ReportFile, type RequestedReport } from './report-download'
import { adviceOf } from '../../api/failure-words'
import { toastError } from '../../ui/toasts'
import { downloadAddress } from '../../ui/download-address'
import { hearReportWindow, openReportWindow } from './report-window'

/** The state of a requested report. */
export type ReportProgress =
  | { kind: 'none' }
  /** It is being loaded into its window. */
  | { kind: 'generating' }
  | { kind: 'shown' }
  /** The browser blocked the window. */
  | { kind: 'blocked' }
  /** The server is preparing a download. */
  | { kind: 'preparing' }
  /** The browser downloads it. */
  | { kind: 'downloading' }
  | { kind: 'failed'; happened: string; next: string; request_id: string | null }

/**
 * Generates a report: into a window that opens at once on the press, or as a download. Its window is followed until the
 * report is shown or has failed, also from another page of the app, which then shows the failure.
 */
export const useReport = () => {
  const router = useRouter()
  const [progress, setProgress] = useState<ReportProgress>({ kind: 'none' })
  const isOnPage = useIsOnPage()
  const hearing = useRef<() => void>(undefined)
  const showProgress = (become: ReportProgress) => {
    if (isOnPage()) setProgress(become)
    else if (become.kind === 'failed') toastError(REPORT_FAILED, failureText(become))
  }

  const show = (link: LinkOptions) => {
    hearing.current?.()
    // On the press itself, or the browser takes it for a pop-up that nobody asked for.
    const opened = openReportWindow(router.buildLocation(link).href)
    if (opened === null) return setProgress({ kind: 'blocked' })
    setProgress({ kind: 'generating' })
    hearing.current = hearReportWindow(opened, (news) => {
      if (news === null) return showProgress({ kind: 'none' })
      showProgress(news.kind === 'report_failed' ? { ...news, kind: 'failed' } : { kind: 'shown' })
    })
  }

  const download = async (report: RequestedReport, format: ReportFile = 'xlsx') => {
    hearing.current?.()
    setProgress({ kind: 'preparing' })
    try {
      downloadAddress(await reportDownload(report, format))
      showProgress({ kind: 'downloading' })
    } catch (error) {
      const failure = failureOf(error)
      if (failure === null) throw error
      showProgress({
        kind: 'failed',
        happened: messageOf(failure),
        next: adviceOf(failure),
        request_id: failure.request.request_id,
      })
    }
  }

  return { progress, show, download, isBusy: progress.kind === 'generating' || progress.kind === 'preparing' }
}

export const REPORT_FAILED = 'The report could not be generated'

const failureText = ({ happened, next, request_id }: Extract<ReportProgress, { kind: 'failed' }>): string =>
  `${happened}. ${next}${request_id === null ? '' : ` Request ${request_id}`}`

/** Returns whether the page of the request is still shown. */
const useIsOnPage = () => {
  const isOnPage = useRef(true)
  useEffect(() => {
    isOnPage.current = true
    return () => {
      isOnPage.current = false
    }
  }, [])
  return () => isOnPage.current
}
