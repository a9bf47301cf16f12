/**
 * Why everything about packs but handing one out is refused while the server is away
 * (src/specification/offline.md#refused-offline).
 */
export const PACKS_NEED_SERVER =
  'Activating, transferring, recalling and everything else that changes packs needs the connection: the server alone knows which pack is free.'
