import { ageWords } from '../../../offline/age-words'

/*
 * What is said of packs that are handed out without the connection: that one was, why others are not, and what has to be ticked
 * before (src/specification/offline.md#what-may-wait). Times are milliseconds since the epoch.
 */

/** Said of a pack whose dispense this device has still to send. */
export const DISPENSED_HERE = 'Dispensed on this tablet, waiting to be sent'

/** It is not known when what is known was told. */
export const AGE_UNKNOWN = {
  title: 'It is not known how old what this tablet knows of the packs is',
  words:
    'The clock of this tablet was changed since the server was asked. Do not hand anything out until the connection is back.',
}

/** What is known was told more than a day ago. */
export const tooOld = (as_of: number, now: number) => ({
  title: 'What this tablet knows of the packs is too old',
  words: `It is as of ${ageWords(as_of, now)}. After 24 hours packs are handed out only once the server has been asked: do not hand anything out until the connection is back.`,
})

/** What somebody ticks where it was told more than an hour ago. */
export const knownAsOf = (as_of: number, now: number): string =>
  `What this tablet knows of the packs is as of ${ageWords(as_of, now)}. I have made sure that they may be handed out.`

/** Where two people see to it. */
export const SECOND_PERSON = {
  title: 'A second person has to confirm, and that needs a live connection',
  words:
    'In this trial somebody else confirms each pack from a session of their own before it is dispensed. Do not hand it out until the connection is back.',
}
