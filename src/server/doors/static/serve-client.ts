import type { Context, Hono } from 'hono'
import { accepts } from 'hono/accepts'
import { etag } from 'hono/etag'
import type { RequestIdentity } from '../http/request-log'
import { pageWithFirstPaint, WORDED_PATHS, type Installation } from './first-paint'
import type { BuiltApp, BuiltFile } from '../../ground/files/built-app'
import type { Encoding } from '../../ground/files/compressor'

type Env = { Variables: RequestIdentity }

/** Addresses outside the app: the API, the sample sign-in provider, wall views, the health pages. */
const SERVER_ADDRESS = /^\/(api|idp|wall|healthz|readyz)(\/|$)/

/** The path of a file: its last part has an extension. */
const NAMES_A_FILE = /\.[^/]*$/

const FOR_EVER = 'public, max-age=31536000, immutable'
const ASK_AGAIN = 'no-cache'

/**
 * Mounts the built app, after everything else: its files under their paths, and its page at every other address, which the
 * app's own router handles. A missing file is a 404, never the page. Null serves the API alone.
 */
export const serveClient = (
  app: Hono<Env>,
  { client, ...installation }: Installation & { client: BuiltApp | null },
) => {
  if (client === null) return
  const { files } = client
  const page = pageWithFirstPaint(client, installation, '')
  const worded = new Map(WORDED_PATHS.map((path) => [path, pageWithFirstPaint(client, installation, path)]))
  app.get('*', etag(), async (requestContext, next) => {
    const { path } = requestContext.req
    if (SERVER_ADDRESS.test(path)) return next()
    const file = files.get(path)
    if (file) return serve(requestContext, file)
    return NAMES_A_FILE.test(path)
      ? requestContext.text('Not found', 404)
      : serve(requestContext, worded.get(path) ?? page)
  })
}

const serve = async (requestContext: Context<Env>, file: BuiltFile): Promise<Response> => {
  const { encodings, as } = file.compressed
  const encoding = acceptedEncoding(requestContext, encodings)
  return requestContext.body(await as(encoding), 200, {
    'Content-Type': file.type,
    'Cache-Control': file.is_hashed ? FOR_EVER : ASK_AGAIN,
    ETag: file.etag,
    ...(encodings.length > 0 && { Vary: 'Accept-Encoding' }),
    ...(encoding !== 'identity' && { 'Content-Encoding': encoding }),
  })
}

/** The best of our encodings that the request accepts. */
const acceptedEncoding = (requestContext: Context<Env>, offered: readonly Encoding[]): Encoding | 'identity' =>
  offered.find(
    (encoding) =>
      accepts(requestContext, { header: 'Accept-Encoding', supports: [encoding], default: '' }) === encoding,
  ) ?? 'identity'
