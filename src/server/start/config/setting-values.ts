import { faintGroundsOf } from '#domain/accent'
import * as v from 'valibot'
import { LOG_LEVELS } from '../../ground/settings'
import { databaseAddresses } from '../../ground/db/database-addresses'
import { isLoopback } from '../../ground/loopback'

/*
 * The valid values of each kind of setting. Every message completes a line that begins with the setting's name.
 */

export const text = v.pipe(v.string(), v.trim())

export const yesNo = v.pipe(
  text,
  v.picklist(['yes', 'no'], 'must be yes or no'),
  v.transform((answer) => answer === 'yes'),
)

export const port = v.pipe(
  text,
  v.regex(/^\d{1,5}$/, 'must be a port number'),
  v.transform(Number),
  v.maxValue(65_535, 'must be a port number, at most 65535'),
)

/** The database connections of a process; a trial gets a third of them, and randomising needs one beside. */
export const connections = v.pipe(
  text,
  v.regex(/^\d{1,3}$/, 'must be a number of connections'),
  v.transform(Number),
  v.check((many) => many >= 3 && many <= 100, 'must be 3 to 100 connections'),
)

/** A duration in seconds, as milliseconds. */
export const seconds = v.pipe(
  text,
  v.regex(/^\d{1,3}$/, 'must be a whole number of seconds'),
  v.transform((seconds) => Number(seconds) * 1000),
  v.check((time) => time >= 1000 && time <= 300_000, 'must be 1 to 300 seconds'),
)

/** A colour that has enough contrast for lines in both schemes. */
export const accent = v.pipe(
  text,
  v.regex(/^#[0-9A-Fa-f]{6}$/, 'must be a colour such as #A51C30'),
  v.toUpperCase(),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return
    for (const { scheme, ratio } of faintGroundsOf(dataset.value))
      addIssue({
        message: `must have a contrast of at least 3 : 1 in both schemes; in the ${scheme} one ${dataset.value} has ${(Math.floor(ratio * 10) / 10).toFixed(1)} : 1`,
      })
  }),
)

/** Whether external accounts must have a second factor, or may. */
export const logLevel = v.pipe(text, v.picklist(LOG_LEVELS, 'must be debug, info, warn or error'))

export const secondFactor = v.pipe(text, v.picklist(['required', 'offered'], 'must be required or offered'))

/** A limit for each minute. */
export const perMinute = v.pipe(
  text,
  v.regex(/^\d{1,7}$/, 'must be a whole number of requests a minute'),
  v.transform(Number),
  v.check((many) => many >= 10 && many <= 1_000_000, 'must be 10 to 1000000 requests a minute'),
)

/** How many requests at once; fewer than four would refuse every report. */
export const requestsAtOnce = v.pipe(
  text,
  v.regex(/^\d{1,6}$/, 'must be a whole number of requests'),
  v.transform(Number),
  v.check((many) => many >= 4 && many <= 100_000, 'must be 4 to 100000 requests'),
)

/** Hours; no session lives longer than a day. */
export const sessionHours = v.pipe(
  text,
  v.regex(/^\d+(\.\d+)?$/, 'must be a number of hours'),
  v.transform(Number),
  v.check((hours) => hours > 0 && hours <= 24, 'must be more than 0 and at most 24 hours'),
)

/** At most a day, the life of any session. */
export const idleMinutes = v.pipe(
  text,
  v.regex(/^\d{1,4}$/, 'must be a whole number of minutes'),
  v.transform(Number),
  v.check((minutes) => minutes >= 5 && minutes <= 1440, 'must be at least 5 and at most 1440 minutes'),
)

const KNOWN_INSTANCES = ['prod', 'demo', 'local', 'test']

/**
 * `PROD` would be another instance than `prod` and show the wrong banner, so names that differ from a known one only in case
 * are refused.
 */
export const instanceName = v.pipe(
  text,
  v.regex(/^[A-Za-z0-9][\w.-]{0,39}$/, 'must be a short name of letters, digits, dots and hyphens'),
  v.check(
    (name) => KNOWN_INSTANCES.includes(name) || !KNOWN_INSTANCES.includes(name.toLowerCase()),
    'must be written in lower case',
  ),
)

export const slug = v.pipe(
  text,
  v.regex(
    /^[a-z0-9]+(-[a-z0-9]+)*$/,
    'must be lower-case letters, digits and single hyphens, because it is part of addresses',
  ),
)

export const analyticsId = v.pipe(text, v.regex(/^[A-Z]+-[A-Z0-9-]+$/i, 'must be a measurement ID such as G-ABC123'))

const url = (protocols: readonly string[], message: string) =>
  v.pipe(
    text,
    v.check((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol), message),
  )

const WEB = ['http:', 'https:']

export const address = url(WEB, 'must be an http or https address')

/** A page, or an email address to write to. */
export const contactAddress = url(
  [...WEB, 'mailto:'],
  'must be an http or https address, or an email address such as mailto:trials@example.org',
)

export const databaseAddress = v.pipe(
  text,
  v.check(
    (value) => databaseAddresses(value) !== null,
    'must be the address of a PostgreSQL database, postgres://user:password@host/name, or host1,host2/name?target_session_attrs=read-write',
  ),
)

export const mailServer = v.pipe(
  url(['smtp:', 'smtps:'], 'must be the address of a mail server, smtp:// or smtps://'),
  v.check((value) => {
    if (!URL.canParse(value)) return true
    const { username, password } = new URL(value)
    return username === '' || password !== ''
  }, 'must have a password beside its user, smtps://user:password@host'),
)

export const mailAddress = v.pipe(
  text,
  v.regex(/^([^<>@\r\n]+<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/, 'must be an email address, or Name <address>'),
)

/** An address without a path, on which links are built. The result has no slash at its end. */
export const origin = v.pipe(
  address,
  v.transform((value) => new URL(value)),
  v.check(
    (value) => value.pathname === '/' && value.search === '' && value.hash === '' && value.username === '',
    'must be an address without a path, such as https://randomise.example.org',
  ),
  v.transform((value) => value.origin),
)

/** An address whose answers cannot be altered on the way, such as that of an OpenID Connect issuer. */
export const secureAddress = v.pipe(text, v.check(isSecure, 'must be an https address (http only on this machine)'))

function isSecure(value: string): boolean {
  if (!URL.canParse(value)) return false
  const { protocol, hostname } = new URL(value)
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))
}

const HEX_KEY = /^[0-9a-f]{64}$/i
const BASE64_KEY = /^[A-Za-z0-9+/_-]{43}=?$/

/** 32 bytes as 64 hexadecimal digits or as base64, with either alphabet. */
export const secretKey = v.pipe(
  text,
  v.check((value) => HEX_KEY.test(value) || BASE64_KEY.test(value), 'must be 32 bytes, as 64 hex digits or as base64'),
  v.transform((value) => new Uint8Array(Buffer.from(value, HEX_KEY.test(value) ? 'hex' : 'base64'))),
)

/** Any number of such keys, with commas between them. */
export const secretKeys = v.pipe(
  text,
  v.transform((value) => (value === '' ? [] : value.split(',').map((part) => part.trim()))),
  v.check(
    (parts) => parts.every((part) => v.is(secretKey, part)),
    'must be keys of 32 bytes separated by commas, each as 64 hex digits or as base64',
  ),
  v.transform((parts) => parts.map((part) => v.parse(secretKey, part))),
)
