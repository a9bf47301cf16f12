import { emailAddress } from '#contract/user-fields'
import { accepted, refused, type Outcome } from '#domain/outcome'
import * as v from 'valibot'
import { isMissing } from '../../../ground/mail/missing-address'
import { ADMINISTRATOR_COMMAND } from './on-console'

/** The one email address in the command's parameters. Refuses, with one line, anything else. */
export const administratorAddress = (parameters: readonly string[]): Outcome<string, string> => {
  const [parameter, ...others] = parameters
  if (parameter === undefined || others.length > 0) return refused(`Write one email address: ${ADMINISTRATOR_COMMAND}`)
  const address = v.safeParse(emailAddress, parameter)
  if (!address.success)
    return refused(`${JSON.stringify(parameter)} is not an email address. Write: ${ADMINISTRATOR_COMMAND}`)
  return isMissing(address.output)
    ? refused(`${address.output} cannot receive email. Write: ${ADMINISTRATOR_COMMAND}`)
    : accepted(address.output)
}
