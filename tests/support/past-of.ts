import * as v from 'valibot'
import type { TestPortal } from './portal'
import { exported, exportPaths, strictCsv } from './export-calls'
import { readXlsx } from './read-xlsx'
import type { SignedIn } from './sign-in'

/** A person's view of past events in a trial, by the name of each view. */
export type Past = Readonly<Record<string, unknown>>

const listed = v.object({ data: v.array(v.unknown()), pages: v.optional(v.number(), 1) })
const rows = v.object({ data: v.object({ rows: v.array(v.array(v.unknown())) }) })
const packs = v.object({
  data: v.array(
    v.object({ study_packs: v.array(v.object({ id: v.number(), pack_id: v.string(), study_pack_logs: v.unknown() })) }),
  ),
})

const recorded = v.object({ records: v.array(v.unknown()) })
const entries = v.object({ entries: v.array(v.unknown()) })

/** Everything that a person is shown of the past of a trial and of these participants. */
export const pastOf = async (
  { url }: Pick<TestPortal, 'url'>,
  who: SignedIn,
  trialId: number,
  participants: readonly number[],
): Promise<Past> => {
  const read = async (path: string, init?: RequestInit): Promise<unknown> => (await who.fetch(path, init)).json()
  const list = async (path: string, page = 1): Promise<unknown[]> => {
    const { data, pages } = v.parse(listed, await read(page === 1 ? path : `${path}&page=${page}`))
    return page < pages ? [...data, ...(await list(path, page + 1))] : data
  }
  const trial = `trials/${trialId}`
  const report = await read(`${trial}/reports/long`, { method: 'POST', body: JSON.stringify({ type: 'data' }) })
  const csv = await exported(url, who, exportPaths(trialId).participants, 'csv')
  const batches = v.parse(packs, await read(`${trial}/study-packs?logs=true`)).data
  const histories = participants.map(async (id) => [id, await list(`${trial}/participants/${id}/history`)] as const)
  return {
    participants: await list(`${trial}/participants?sort=sequence&order=asc&page_size=100`),
    histories: Object.fromEntries(await Promise.all(histories)),
    // A heading is in the trial's present words. The values are those of the past, in any column.
    report: v.parse(rows, report).data.rows.map(byValue),
    export: strictCsv(csv.bytes).map((row) => byValue(Object.values(row))),
    packs: batches.flatMap(({ study_packs }) => study_packs),
    ledger: v.parse(recorded, await read(`${trial}/ledger`)).records,
    audit: await list(`audit-logs?trial_id=${trialId}&page_size=100`),
    messages: await list(`${trial}/messages?page_size=100`),
  }
}

/** The audit log of a trial as a person exports it, in both formats. */
export const auditExportsOf = async (
  { url }: Pick<TestPortal, 'url'>,
  who: SignedIn,
  trialId: number,
): Promise<Past> => {
  const as = async (format: string) =>
    (await exported(url, who, exportPaths(trialId)['audit-log'], format, `trial_id=${trialId}`)).bytes
  const [, ...sheet] = readXlsx(await as('xlsx')).rows
  return {
    audit_json: v.parse(entries, JSON.parse(new TextDecoder().decode(await as('json')))).entries,
    audit_xlsx: sheet.map((cells) => ({ ...byValue(cells), id: Number(cells[0]) })),
  }
}

/** The cells of a row, each under its own text, since headings are in present words. */
const byValue = (cells: readonly unknown[]) => Object.fromEntries(cells.map((value) => [String(value), value]))

const identified = v.looseObject({ id: v.number() })

/**
 * Values of the past that changed: each as its place, the earlier and the later value. An added value is no difference,
 * nor is a present name beside the one of the time.
 */
export const rewritten = (before: unknown, after: unknown, path = ''): string[] => {
  if (Array.isArray(before) && Array.isArray(after)) {
    const later: unknown[] = after
    return before.flatMap((item: unknown, index) => {
      const own = v.is(identified, item)
        ? later.find((one) => v.is(identified, one) && one.id === item.id)
        : later[index]
      return rewritten(item, own, `${path}[${index}]`)
    })
  }
  if (isObject(before) && isObject(after)) {
    const later = new Map(Object.entries(after))
    return Object.entries(before).flatMap(([field, value]) =>
      rewritten(value, later.has(field) ? later.get(field) : besideIn(later, value), `${path}.${field}`),
    )
  }
  const isSame = before === after || (typeof before === 'string' && before === withoutPresentNames(after))
  return isSame ? [] : [`${path}: ${JSON.stringify(before)} → ${JSON.stringify(after)}`]
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** The same value with a present name beside it. */
const besideIn = (later: ReadonlyMap<string, unknown>, value: unknown): unknown =>
  [...later.values()].find((one) => typeof value === 'string' && withoutPresentNames(one) === value)

const withoutPresentNames = (text: unknown): unknown =>
  typeof text === 'string' ? text.replaceAll(/ \(now [^)]*\)/g, '') : text
