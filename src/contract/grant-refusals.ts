import type { GrantRefusal } from '#domain/people/granting'
import { ERRORS, invalidFields, refusal, type Refusal } from './errors'
import type { RowFault } from './problem'

/** Turns a refusal of the domain into one of the contract. */
export const refusalOf = (cause: GrantRefusal): Refusal => {
  switch (cause.code) {
    case 'invalid':
      return invalidFields({ [cause.field]: cause.message })
    case 'site_deleted':
      return invalidFields({ site_id: ERRORS.site_deleted.message })
    case 'blinding_conflict':
      return refusal(cause.code, { duplicate_warning_type: 'PUT' })
    case 'own_permission':
    case 'forbidden':
    case 'blinded':
    case 'permission_exists':
    case 'list_author':
      return refusal(cause.code)
  }
}

/** Turns a refusal of one row of many into a row fault, with its column. */
export const rowFaultOf = (row: number, cause: GrantRefusal): RowFault =>
  cause.code === 'invalid'
    ? { row, column: cause.field, message: cause.message }
    : { row, column: COLUMNS[cause.code], message: ERRORS[cause.code].message }

const COLUMNS: Record<Exclude<GrantRefusal['code'], 'invalid'>, string> = {
  own_permission: 'user_id',
  forbidden: 'role_id',
  blinded: 'is_blinded_whole',
  site_deleted: 'site_id',
  list_author: 'user_id',
  permission_exists: 'role_id',
  blinding_conflict: 'is_blinded_whole',
}
