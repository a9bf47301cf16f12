/** Thrown where the caller hung up while their request waited, so that nobody receives an answer. */
export class CallerDisconnected extends Error {
  constructor() {
    super('The caller disconnected')
  }
}
