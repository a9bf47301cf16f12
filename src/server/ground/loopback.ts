import { isIPv4 } from 'node:net'

/** Whether a host name or address always means this machine, and so never leaves it. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || host === '[::1]' || (isIPv4(host) && host.startsWith('127.'))
