import { isNamedId } from '#domain/audit/named-ids'
import { fieldName } from '../../ui/field-name'

/** The name of a field of an entry, without a dot in it. */
const NAME = /^[a-z]+(_[a-z]+)*$/

/**
 * The field of an entry in words: `is_unblinded` is "Unblinded". Text between the names, such as the id of a pack, was
 * typed by a person and stays unchanged.
 */
export const fieldInWords = (field: string): string => {
  const [first = '', ...rest] = field.split('.')
  const last = rest.pop()
  const parts = [
    wordsOf(first),
    ...(rest.length > 0 ? [rest.join('.')] : []),
    ...(last === undefined ? [] : [wordsOf(last)]),
  ]
  const label = parts.join(' › ')
  return label.charAt(0).toUpperCase() + label.slice(1)
}

const wordsOf = (name: string): string =>
  NAME.test(name) ? fieldName(isNamedId(name) ? name.replace(/_id$/, '') : name) : name
