import { ageWords } from '../../../offline/age-words'

/*
 * What is said of packs that are handed out without the connection: that one was, why others are not, and what has to be ticked
 * before (src/specification/offline.md#what-may-wait). Times are milliseconds since the epoch.
 */

/** Said of a pack whose dispense this device has still to send. */
export const DISPENSED_HERE = 'Dispensed on this tablet, waiting to be sent'

/** It is not known when what is known was told. */
export const AGE_UNKNOWN = {
  title: 'This tablet’s pack list may be out of date',
  words: 'The clock of this tablet was changed. Do not dispense anything until the connection is back.',
}

/** What is known was told more than a day ago. */
export const tooOld = (as_of: number, now: number) => ({
  title: 'This tablet’s pack list is too old',
  words: `Last updated ${ageWords(as_of, now)}. Do not dispense anything until the connection is back.`,
})

/** What somebody ticks where it was told more than an hour ago. */
export const knownAsOf = (as_of: number, now: number): string =>
  `This tablet’s pack list was last updated ${ageWords(as_of, now)}. I have made sure that they may be dispensed.`

/** Where two people see to it. */
export const SECOND_PERSON = {
  title: 'A second person has to confirm, and that is not possible offline',
  words:
    'In this trial a second person confirms each pack in their own session. Do not dispense it until the connection is back.',
}
