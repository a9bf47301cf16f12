/* Why these acts need the connection (OFFLINE, Refused offline). */

export const UNBLINDED_BY_SERVER =
  'Unblinding needs a live connection. The study group is kept on the server alone, and the server records who asked for it.'

export const RECORDED_BY_SERVER =
  'This needs a live connection: the server records it and tells those who run the trial at once.'
