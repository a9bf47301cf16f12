/** All reports, each with its name on the screen and in its file's name. */
export const REPORTS = [
  { name: 'long', title: 'Long report' },
  { name: 'short', title: 'Short report' },
  { name: 'balance', title: 'Balance report' },
  { name: 'balance-open', title: 'Open balance report' },
  { name: 'mgmt', title: 'Management report' },
] as const

export type ReportName = (typeof REPORTS)[number]['name']

/** The reports that a trial's own tab offers. */
export const TRIAL_REPORTS = ['long', 'short', 'balance', 'balance-open'] as const satisfies readonly ReportName[]
export type TrialReportName = (typeof TRIAL_REPORTS)[number]

/** How a report is shown: in the browser, or as a file to keep. */
const REPORT_FORMATS = ['html', 'xlsx', 'pdf'] as const
export type ReportFormat = (typeof REPORT_FORMATS)[number]

/** The formats that a report comes in. */
export const formatsOf = (name: TrialReportName): readonly ReportFormat[] =>
  REPORT_FORMATS.filter((format) => format !== 'pdf' || name === 'balance' || name === 'balance-open')

/** The content of one cell of a report; null leaves it empty. */
export type ReportCell = string | number | null

export const reportTitle = (name: ReportName): string => REPORTS.find((report) => report.name === name)?.title ?? name
