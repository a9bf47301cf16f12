import type { FileType } from '#contract/endpoint'
import { refusal, type Refusal } from '#contract/errors'
import type { Download as DownloadNeed } from '#contract/needs'
import type { Outcome } from '#domain/outcome'
import type { LongReading } from '../../ground/db/long-reading'
import { primedStream } from '../../ground/files/primed-stream'
import { dayIn } from '../../ground/time/calendar'
import { authorise } from '../call/authorise'
import type { Actor } from '../call/call'
import { problemResponse } from '../call/problem-response'
import type { ServerContext } from '../call/server-context'
import type { ViewOf } from '../call/view'
import type { NeedOfDownload } from './download'
import { isReportToken, redeemReportToken, type TokenOf } from './report-token'

type TokenCall = { context: ServerContext; parameters: object; token: string; request_id: string }

/** The person of a token, their present rights, and the reading of their file. */
type Bearer<N extends NeedOfDownload> = { actor: Actor; view: ViewOf<N>; reading: LongReading }

/** A file as it is sent. Its reading ends with its content. */
type SentFile = { media_type: FileType; name: string; content: ReadableStream<Uint8Array> }

/** Answers a token for a download with the file made for its person, or with the page of a refusal. */
export const answerToken = async <N extends NeedOfDownload>(
  { context, parameters, token, request_id }: TokenCall,
  needs: DownloadNeed<N>,
  about: TokenOf,
  make: (bearer: Bearer<N>) => Promise<Outcome<SentFile, Refusal>>,
): Promise<Response> => {
  const isKnown = await isReportToken(context, token, about)
  if (!isKnown) return problemResponse(refusal('download_token_invalid'), request_id)
  const reading = context.database.beginReading()
  const refuse = async (cause: Refusal) => {
    await reading.end()
    return problemResponse(cause, request_id)
  }
  try {
    // Before the token is used up and its rights are checked: the wait for a place may be long, and may be in vain.
    await reading.acquirePlace()
    const actor = await redeemReportToken(context, token, about)
    if (!actor.ok) return await refuse(actor.refusal)
    const call = { actor: actor.value, parameters }
    const view = await authorise<{ needs: N }>(context.database.queries, { needs: needs.of }, call)
    if (!view.ok) return await refuse(view.refusal)
    const made = await make({ actor: actor.value, view: view.value, reading })
    if (!made.ok) return await refuse(made.refusal)
    const { media_type, name, content } = made.value
    return new Response(await primedStream(content, context.log), {
      headers: {
        'Content-Type': media_type,
        'Content-Disposition': `attachment; filename="${fileName(context, about.trial_id, name)}"`,
      },
    })
  } catch (error) {
    await reading.end()
    throw error
  }
}

/** As `trial-7-long-report-2026-11-21.xlsx`, so that files of several trials and days sort beside each other. */
const fileName = ({ now }: Pick<ServerContext, 'now'>, trialId: number | null, name: string): string => {
  const dated = name.replace(/(?=\.\w+$)/, `-${dayIn('UTC', now())}`)
  return trialId === null ? dated : `trial-${trialId}-${dated}`
}
