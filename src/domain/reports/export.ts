/** The forms of an exported list, each with its name on the screen and in the audit log, and whether it has columns. */
export const EXPORT_FORMATS = {
  csv: { title: 'CSV', menu: 'CSV (.csv)', has_columns: true },
  xlsx: { title: 'Excel spreadsheet', menu: 'Excel spreadsheet (.xlsx)', has_columns: true },
  docx: { title: 'Word document', menu: 'Word document (.docx)', has_columns: false },
  pdf: { title: 'PDF', menu: 'PDF (.pdf)', has_columns: false },
  xpt: { title: 'SAS transport file', menu: 'SAS transport file (.xpt)', has_columns: false },
  json: { title: 'JSON', menu: 'JSON (.json)', has_columns: false },
} as const

export type ExportFormat = keyof typeof EXPORT_FORMATS

/** The exported lists, each with its title and forms. Their names are part of the files' names. */
export const EXPORTS = {
  participants: { title: 'Participants', formats: ['csv', 'xlsx'] },
  'study-packs': { title: 'Study packs', formats: ['csv', 'xlsx'] },
  'reference-set': { title: 'Reference set', formats: ['csv'] },
  analysis: { title: 'Analysis file', formats: ['csv', 'xpt'] },
  emails: { title: 'Emails', formats: ['csv', 'xlsx'] },
  users: { title: 'Users', formats: ['csv', 'xlsx'] },
  'audit-log': { title: 'Audit log', formats: ['xlsx', 'json'] },
} as const satisfies Record<string, { title: string; formats: readonly ExportFormat[] }>

export type ExportName = keyof typeof EXPORTS
export type FormatOf<Name extends ExportName> = (typeof EXPORTS)[Name]['formats'][number]
