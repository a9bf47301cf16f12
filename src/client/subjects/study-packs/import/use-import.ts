import { api } from '#contract/api'
import { MAX_IMPORT_ROWS } from '#contract/study-pack-import'
import type { Trial } from '#contract/trials'
import type { ImportCells } from '#domain/study-packs/study-pack-import'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useReducer, useRef } from 'react'
import { call } from '../../../device/call'
import { serverDayIn } from '../../../device/offline/use-now'
import { answerOf } from '../../../api/endpoint-query'
import { failureOf, type Failure } from '../../../api/failure'
import { requestPath } from '../../../api/request-address'
import { studyPacksOfServer } from '../../../api/study-pack-queries'
import { checkedAgainst } from './check-list'
import { importAfter, isOnItsWay, noImport, type ImportBody } from './import-state'
import type { ImportNews, ImportSource, ImportWork } from './import-worker-messages'
import { invalidateTouched } from '../../../api/invalidate-touched'

/** Twenty thousand packs over a slow line, in milliseconds. */
const IMPORT_TIMEOUT_MS = 180_000

/** Reads, checks and sends one list of packs; each list has a key of its own, made when it was chosen. */
export const useImport = (trial: Trial) => {
  const client = useQueryClient()
  const [state, dispatch] = useReducer(importAfter, noImport)
  const worker = useRef<Worker | null>(null)
  const key = useRef('')
  useEffect(
    () => () => {
      key.current = ''
      worker.current?.terminate()
    },
    [],
  )

  const check = async (name: string, source: ImportSource) => {
    if (isOnItsWay(state)) return
    worker.current?.terminate()
    const ofThis = crypto.randomUUID()
    key.current = ofThis
    dispatch({ type: 'chosen', name })
    const batches = await studyPacksOfServer(client, trial.id)
    // Another list was chosen meanwhile, or none is wanted any more.
    if (key.current !== ofThis) return
    const started = new Worker(new URL('./import-worker.ts', import.meta.url), { type: 'module' })
    worker.current = started
    started.addEventListener('message', ({ data }: MessageEvent<ImportNews>) =>
      dispatch({ type: 'reported', news: data }),
    )
    started.addEventListener('error', () => dispatch({ type: 'reported', news: UNREADABLE_HERE }))
    // The server judges by its own day whether a date is past.
    const against = checkedAgainst(trial, batches, serverDayIn(trial.selected_timezone))
    const work: ImportWork = { source, against }
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker of ours is no window.
    started.postMessage(work)
  }

  const parameters = { trial_id: String(trial.id) }
  const { mutate } = useMutation({
    mutationFn: async (body: ImportBody) =>
      answerOf(
        await call(
          api.importStudyPacks,
          { parameters, body },
          {
            idempotency_key: key.current,
            timeout_ms: IMPORT_TIMEOUT_MS,
            onSent: (sent) => dispatch({ type: 'gone_out', ...sent }),
          },
        ),
      ),
    onSuccess: ({ data }) => dispatch({ type: 'imported', created: data.created }),
    // A defect leaves the outcome as unknown as a lost answer does; the cache reports it.
    onError: (error) => dispatch({ type: 'failed', failure: failureOf(error) ?? answerNotRead(trial.id) }),
    onSettled: () => invalidateTouched(client, { touches: api.importStudyPacks.touches, parameters }),
    meta: { isFailureShownInPlace: true },
  })

  return {
    state,
    readFile: async (file: File) =>
      check(file.name, { file: new Uint8Array(await file.arrayBuffer()), max_rows: MAX_IMPORT_ROWS }),
    checkRows: (name: string, rows: readonly ImportCells[]) => void check(name, { rows }),
    send: (body: ImportBody) => {
      dispatch({ type: 'sent', body })
      mutate(body)
    },
    sendAgain: () => {
      if (state.phase !== 'unsure') return
      dispatch({ type: 'sent_again' })
      mutate(state.body)
    },
    clear: () => {
      key.current = ''
      worker.current?.terminate()
      dispatch({ type: 'cleared' })
    },
  }
}

/** The worker itself failed, whatever the file. */
const UNREADABLE_HERE: ImportNews = {
  kind: 'unreadable',
  faults: [{ line: null, message: 'The file could not be read. Choose it again' }],
}

const answerNotRead = (trialId: number): Failure => ({
  kind: 'unreadable',
  request: {
    method: api.importStudyPacks.method,
    path: requestPath(api.importStudyPacks, { trial_id: String(trialId) }),
    at: new Date().toISOString(),
    request_id: null,
  },
})
