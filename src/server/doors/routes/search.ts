import { api } from '#contract/api'
import { read, type Route } from '../http/route'
import { searchEverything } from '../../use-cases/search/search-everything'

export const searchRoutes: readonly Route[] = [read(api.searchEverything, searchEverything)]
