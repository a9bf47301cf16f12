/**
 * Why everything about packs but handing one out is refused while the server is away
 * (src/specification/offline.md#refused-offline).
 */
export const PACKS_NEED_SERVER = 'Offline you can only dispense packs. Other changes need a connection.'
