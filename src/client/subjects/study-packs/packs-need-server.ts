/**
 * The reason why every action on packs but dispensing is refused offline
 * (src/specification/offline.md#refused-offline).
 */
export const PACKS_NEED_SERVER = 'Offline you can only dispense packs. Other changes need a connection.'
