import type { Context } from 'hono'
import type { RequestIdentity } from '../../http/request-log'
import type { Portal } from '../../portal'

export type Env = { Variables: RequestIdentity }

/** What answers a page. */
export type Page = (portal: Portal, context: Context<Env>) => Promise<Response> | Response

/** What answers a form; its fields as they were sent. */
export type Form = (portal: Portal, context: Context<Env>, form: URLSearchParams) => Promise<Response>
