import { api } from '#contract/api'
import { read, type Route } from '../http/route'
import { getDesk } from '../../use-cases/desk/get-desk'

export const deskRoutes: readonly Route[] = [read(api.getDesk, getDesk)]
