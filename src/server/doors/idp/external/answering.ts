import type { Context } from 'hono'
import type { RequestIdentity } from '../../http/request-log'
import type { ServerContext } from '../../../use-cases/call/server-context'

export type Env = { Variables: RequestIdentity }

/** What answers a page. */
export type Page = (context: ServerContext, requestContext: Context<Env>) => Promise<Response> | Response

/** What answers a form; its fields as they were sent. */
export type Form = (context: ServerContext, requestContext: Context<Env>, form: URLSearchParams) => Promise<Response>
