/**
 * A participant id as it is compared: trimmed, and without differences that no one sees, which are letter case, invisible
 * characters and Unicode forms. Ids with the same result count as the same; dashes and spaces within stay.
 */
export const comparableParticipantId = (participantId: string): string =>
  participantId
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .normalize('NFC')
    .trim()
    .toLowerCase()
    .normalize('NFC')
