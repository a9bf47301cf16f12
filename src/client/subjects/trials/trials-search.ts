import { pageSize } from '#contract/fields'
import { listTrials } from '#contract/trials'
import { searchOf } from '../../api/address-search'

/** The page sizes of the list; the longer one is for the home page alone. */
export const trialsSearch = searchOf({ ...listTrials.query, page_size: pageSize() }, [
  'page',
  'page_size',
  'sort',
  'order',
  'status',
])
