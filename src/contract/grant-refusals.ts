import type { GrantRefusal } from '#domain/people/granting'
import { ERRORS, invalidFields, refusal, type Refusal, type RowFault } from './errors'

/** Turns a refusal of the domain into one of the contract. */
export const refusalOf = (why: GrantRefusal): Refusal => {
  switch (why.code) {
    case 'invalid':
      return invalidFields({ [why.field]: why.message })
    case 'site_deleted':
      return invalidFields({ site_id: ERRORS.site_deleted.message })
    case 'blinding_conflict':
      return refusal(why.code, { duplicate_warning_type: 'PUT' })
    case 'own_permission':
    case 'forbidden':
    case 'blinded':
    case 'permission_exists':
      return refusal(why.code)
  }
}

/** Turns a refusal of one row of many into a row fault, with its column. */
export const rowFaultOf = (row: number, why: GrantRefusal): RowFault =>
  why.code === 'invalid'
    ? { row, column: why.field, message: why.message }
    : { row, column: COLUMNS[why.code], message: ERRORS[why.code].message }

const COLUMNS: Record<Exclude<GrantRefusal['code'], 'invalid'>, string> = {
  own_permission: 'user_id',
  forbidden: 'role_id',
  blinded: 'is_blinded_whole',
  site_deleted: 'site_id',
  permission_exists: 'role_id',
  blinding_conflict: 'is_blinded_whole',
}
