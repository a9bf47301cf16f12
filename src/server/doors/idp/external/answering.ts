import type { Context } from 'hono'
import type { RequestIdentity } from '../../http/request-log'
import type { ServerContext } from '../../../use-cases/call/server-context'

export type Env = { Variables: RequestIdentity }

/** The handler of a page. */
export type Page = (context: ServerContext, requestContext: Context<Env>) => Promise<Response> | Response

/** The handler of a form, with its fields as they were sent. */
export type Form = (context: ServerContext, requestContext: Context<Env>, form: URLSearchParams) => Promise<Response>
