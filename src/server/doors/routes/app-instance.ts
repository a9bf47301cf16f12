import { api } from '#contract/api'
import { read, type Route } from '../http/route'
import { getAppInstance } from '../../use-cases/operation/get-app-instance'

export const appInstanceRoutes: readonly Route[] = [read(api.getAppInstance, getAppInstance)]
