import { emailAddress } from '#contract/user-fields'
import { accepted, refused, type Outcome } from '#domain/outcome'
import * as v from 'valibot'
import { isMissing } from '../../../ground/mail/missing-address'
import { HOW_TO_MAKE_ONE } from './on-console'

/** The one email address in the command's parameters. Refuses, with one line, anything else. */
export const administratorAddress = (parameters: readonly string[]): Outcome<string, string> => {
  const [parameter, ...others] = parameters
  if (parameter === undefined || others.length > 0) return refused(`Write one email address: ${HOW_TO_MAKE_ONE}`)
  const address = v.safeParse(emailAddress, parameter)
  if (!address.success)
    return refused(`${JSON.stringify(parameter)} is not an email address. Write: ${HOW_TO_MAKE_ONE}`)
  return isMissing(address.output)
    ? refused(`${address.output} cannot receive email. Write: ${HOW_TO_MAKE_ONE}`)
    : accepted(address.output)
}
