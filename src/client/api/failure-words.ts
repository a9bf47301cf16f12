import { isFailureStatus, messageOf, statusOf, type Failure } from './failure'

/** The title of every failure with a message of its own. */
export const ERROR_TITLE = 'An error has occurred'

/** The button that leads from a failure to the home page. */
export const GO_HOME = 'Go to Home'

/** The words of the global error dialog. */
export type FailureWords = {
  summary: string
  /** The server's message, where there is one. */
  message: string | null
  /** The advice for the person. */
  advice: string
}

export const failureWords = (failure: Failure): FailureWords => ({
  summary: summaryOf(failure),
  message: failure.kind === 'refused' ? messageOf(failure) : null,
  advice: adviceOf(failure),
})

const summaryOf = (failure: Failure): string => {
  switch (failure.kind) {
    case 'refused':
    case 'http':
      return `${statusSummary(failure.status)} (HTTP ${failure.status})`
    case 'network':
      return 'A network error has occurred'
    case 'timeout':
      return 'The network connection has been aborted, possibly due to a timeout'
    case 'foreign':
      return isFailureStatus(failure.foreign_status)
        ? `${statusClass(failure.foreign_status)} (HTTP ${failure.foreign_status})`
        : messageOf(failure)
    case 'firewall':
    case 'unreadable':
    case 'unanswered':
    case 'aborted':
      return messageOf(failure)
  }
}

const statusSummary = (status: number): string =>
  status === 401 ? 'You are not authorised or have been signed out' : statusClass(status)

/** For a proxy's status too, where 401 says nothing about the session. */
const statusClass = (status: number): string =>
  status >= 500 ? 'A server error has occurred' : 'An application error has occurred'

/** The advice for a failure. */
export const adviceOf = (failure: Failure): string => {
  switch (failure.kind) {
    case 'network':
    case 'timeout':
      return 'Check the connection and reload.'
    case 'firewall':
      return firewallAdvice(failure.support_id)
    case 'foreign':
      return isFailureStatus(failure.foreign_status)
        ? 'Something in your network answered instead of the portal. Try again, or tell your IT team.'
        : 'The Wi-Fi may want you to sign in to it. Do so, then try again.'
    case 'unreadable':
      return 'This version of the app is out of date. Reload the page to update it.'
    case 'refused':
    case 'http':
      return statusOf(failure) === 401 ? 'Sign in again to continue.' : 'Try again, or contact the service.'
    case 'unanswered':
      return 'This page is not available offline.'
    case 'aborted':
      return 'Try again.'
  }
}

const firewallAdvice = (supportId: string | null): string =>
  supportId === null
    ? 'A firewall blocked the request. Tell your IT team.'
    : `A firewall blocked the request. Give your IT team this support ID: ${supportId}.`
