import type { Context, Hono } from 'hono'
import { accepts } from 'hono/accepts'
import { etag } from 'hono/etag'
import type { RequestIdentity } from '../http/request-log'
import type { Config } from '../../ground/settings'
import { pageWithFirstPaint } from './first-paint'
import type { BuiltApp, BuiltFile } from '../../ground/files/built-app'
import type { Encoding } from '../../ground/files/compressor'

type Env = { Variables: RequestIdentity }

/** Addresses outside the app: the API, the sample sign-in provider, wall views, the health pages. */
const SERVER_ADDRESS = /^\/(api|idp|wall|healthz|readyz)(\/|$)/

/** The path of a file: its last part has an extension. */
const NAMES_A_FILE = /\.[^/]*$/

const FOR_EVER = 'public, max-age=31536000, immutable'
const ASK_AGAIN = 'no-cache'

type Installation = {
  client: BuiltApp | null
  config: Pick<Config, 'instance' | 'service_name' | 'university_name'>
}

/**
 * Mounts the built app, after everything else: its files under their paths, and its page at every other address, which the
 * app's own router handles. A missing file is a 404, never the page. Null serves the API alone.
 */
export const serveClient = (app: Hono<Env>, { client, config }: Installation) => {
  if (client === null) return
  const { files } = client
  const [home, page] = [pageWithFirstPaint(client, config, true), pageWithFirstPaint(client, config, false)]
  app.get('*', etag(), async (requestContext, next) => {
    const { path } = requestContext.req
    if (SERVER_ADDRESS.test(path)) return next()
    const file = files.get(path)
    if (file) return serve(requestContext, file)
    return NAMES_A_FILE.test(path)
      ? requestContext.text('Not found', 404)
      : serve(requestContext, path === '/' ? home : page)
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
