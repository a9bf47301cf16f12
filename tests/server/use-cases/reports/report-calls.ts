import { problem, type Problem } from '#contract/problem'
import { makeLongReport, makeShortReport, type ReportSections, type ReportTable } from '#contract/reports'
import * as v from 'valibot'
import { ask, posted, type ApiResponse } from '../../../support/ask'
import { readXlsx } from '../../../support/read-xlsx'
import type { SignedIn } from '../../../support/sign-in'

/** A report as data, from its path. */
export const tableOf = (who: SignedIn, path: string) =>
  ask(who, makeLongReport.response, path, posted({ type: 'data' }))

const dataOf = <Data>({ value, problem: refused }: ApiResponse<{ data: Data } | { token: string }>): Data => {
  if (value === null || !('data' in value)) throw new Error(`no report: ${refused?.code}`)
  return value.data
}

/** The rows of a report, each cell by its heading. */
export const rowsOf = async (who: SignedIn, path: string): Promise<Record<string, string | number | null>[]> => {
  const { headings, rows } = dataOf<ReportTable>(await tableOf(who, path))
  return rows.map((row) => Object.fromEntries(headings.map((heading, place) => [heading, row[place] ?? null])))
}

/** The sections of a short report, each figure by its section and item. */
export const sectionsOf = async (who: SignedIn, trialId: number): Promise<Record<string, string | number>> => {
  const path = `trials/${trialId}/reports/short`
  const answer = await ask(who, makeShortReport.response, path, posted({ type: 'data' }))
  const { sections } = dataOf<ReportSections>(answer)
  return Object.fromEntries(
    sections.flatMap(({ title, body }) => body.map(({ key, value }) => [`${title}: ${key}`, value])),
  )
}

/** A token for a download. */
export const tokenFor = async (who: SignedIn, path: string): Promise<string> => {
  const { value, problem: refused } = await ask(who, makeLongReport.response, path, posted({ type: 'token' }))
  if (value === null || !('token' in value)) throw new Error(`no token: ${refused?.code}`)
  return value.token
}

/** The answer to a browser that only has the token: a workbook, or a refusal. */
export const download = async (url: string, path: string, token: string) => {
  const response = await fetch(`${url}/api/v1/${path}/download?${new URLSearchParams({ token }).toString()}`)
  const bytes = new Uint8Array(await response.arrayBuffer())
  const refused: Problem | null = response.ok ? null : v.parse(problem, JSON.parse(new TextDecoder().decode(bytes)))
  return { response, bytes, problem: refused, sheet: response.ok ? readXlsx(bytes) : null }
}
