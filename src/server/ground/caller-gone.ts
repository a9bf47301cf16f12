/** Thrown where whoever asked has hung up while their request waited: nobody receives an answer. */
export class CallerGone extends Error {
  constructor() {
    super('The caller disconnected')
  }
}
