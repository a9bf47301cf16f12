import { api } from '#contract/api'
import { API_BASE } from '#contract/api-address'
import type { Endpoint } from '#contract/endpoint'
import type { Trial } from '#contract/trials'
import { join } from 'node:path'
import * as v from 'valibot'
import { filled } from '../support/reads'
import { startServer } from '../support/server-process'
import type { Row } from './table'

type Place = { name: string; database_url: string | undefined; data_dir: string }

const PACKS = [1_000, 5_000, 20_000, 50_000]
/** The most packs that one import takes. */
const AT_ONCE = 20_000
const LABELS = 2_000

/**
 * Seconds over HTTP on each database for generating and importing packs, listing all packs of a trial, and printing
 * labels.
 */
export const studyPackRates = async (work: string, serverUrl: string | undefined): Promise<Row[]> => [
  ...(await ratesOf({ name: 'embedded', database_url: undefined, data_dir: join(work, 'packs-embedded') })),
  ...(serverUrl === undefined
    ? []
    : await ratesOf({ name: 'PostgreSQL', database_url: serverUrl, data_dir: join(work, 'server') })),
]

const ratesOf = async ({ name, ...place }: Place): Promise<Row[]> => {
  const portal = await startServer(place)
  try {
    const rows: Row[] = []
    for (const packs of PACKS) {
      const trial = await portal.ask('POST', 'trials', {
        title: `Bench of ${packs} packs`,
        start_on: '2024-01-01',
        end_on: '2030-12-31',
        org_name: 'Bench',
        is_managing_packs: true,
        is_confirmable: true,
        sites: [{ title: 'Northern General' }],
        study_groups: [{ name: 'Aspirin' }, { name: 'Avoid aspirin' }],
      })
      rows.push({ database: name, packs: packs.toLocaleString('en-GB'), ...(await packTimes(portal, trial, packs)) })
    }
    return rows
  } finally {
    await portal.stop()
  }
}

type Portal = Awaited<ReturnType<typeof startServer>>

const packTimes = async (portal: Portal, { id: trial_id, study_groups }: Trial, packs: number): Promise<Row> => {
  const parameters = { trial_id }
  const times = { generate: 0, import: 0 }
  for (let made = 0; made < packs; made += AT_ONCE) {
    const count = Math.min(AT_ONCE, packs - made) / study_groups.length
    const batch_id = `B${made}`
    const wanted = { batch_id, prefix: 'K', study_groups: study_groups.map(({ id }) => ({ id, count })) }
    const generated = await timed(portal, api.generateStudyPacks, parameters, wanted)
    times.generate += generated.seconds
    const { data: study_packs } = v.parse(api.generateStudyPacks.response, await generated.answer.json())
    times.import += (await timed(portal, api.importStudyPacks, parameters, { batch_id, study_packs })).seconds
  }
  const listed = await timed(portal, api.listStudyPacks, parameters)
  const { data } = v.parse(api.listStudyPacks.response, await listed.answer.json())
  const study_pack_ids = data.flatMap(({ study_packs }) => study_packs.map(({ id }) => id)).slice(0, LABELS)
  const labels = await timed(portal, api.printStudyPackLabels, parameters, { study_pack_ids, sheet: 'a4-24' })
  return {
    'generate (s)': times.generate.toFixed(2),
    'import (s)': times.import.toFixed(2),
    'list (s)': listed.seconds.toFixed(2),
    [`up to ${LABELS.toLocaleString('en-GB')} labels (s)`]: labels.seconds.toFixed(2),
  }
}

/** Makes a call, and returns the seconds until its whole answer was received. */
const timed = async (portal: Portal, { method, path }: Endpoint, parameters: Record<string, number>, body?: object) => {
  const began = performance.now()
  const response = await fetch(`${portal.url}${API_BASE}/${filled(path, parameters)}`, {
    method,
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${portal.token}` },
    ...(body && { body: JSON.stringify(body) }),
  })
  const bytes = await response.arrayBuffer()
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${new TextDecoder().decode(bytes)}`)
  return { seconds: (performance.now() - began) / 1000, answer: new Response(bytes) }
}
