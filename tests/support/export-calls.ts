import { problem, type Problem } from '#contract/problem'
import { tokenAnswer } from '#contract/reports'
import { parse } from 'csv-parse/sync'
import * as v from 'valibot'
import { ask } from './ask'
import type { SignedIn } from './sign-in'

/** The path of each list's export, in a trial. */
export const exportPaths = (trialId: number) => ({
  participants: `trials/${trialId}/exports/participants`,
  'study-packs': `trials/${trialId}/exports/study-packs`,
  analysis: `trials/${trialId}/exports/analysis`,
  'reference-set': `trials/${trialId}/exports/reference-set`,
  emails: `trials/${trialId}/exports/emails`,
  users: 'users/export',
  'audit-log': 'audit-logs/export',
})

/** A token to download an export, or the refusal. */
export const exportToken = (who: SignedIn, path: string) => ask(who, tokenAnswer, path, { method: 'POST' })

/** The answer to a browser that only has a token. */
export const downloadExport = async (
  url: string,
  path: string,
  query: string,
): Promise<{ response: Response; bytes: Uint8Array; problem: Problem | null }> => {
  const response = await fetch(`${url}/api/v1/${path}/download?${query}`)
  const bytes = new Uint8Array(await response.arrayBuffer())
  const refused = response.ok ? null : v.parse(problem, JSON.parse(new TextDecoder().decode(bytes)))
  return { response, bytes, problem: refused }
}

/** A list as a person exports it, in a format, filtered by a query such as `flag_status=Flagged`. */
export const exported = async (url: string, who: SignedIn, path: string, format: string, query = '') => {
  const { value, problem: refused } = await exportToken(who, path)
  if (value === null) throw new Error(`no token: ${refused?.code}`)
  return downloadExport(url, path, `token=${value.token}&format=${format}&${query}`)
}

/** The rows of a CSV file by their headings, read strictly by RFC 4180. Any fault in the file throws. */
export const strictCsv = (bytes: Uint8Array): Record<string, string>[] =>
  parse(bytes, { bom: true, record_delimiter: '\r\n', columns: true })
