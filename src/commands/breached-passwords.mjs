/*
 * `npm run breached-passwords -- LIST`: makes the list of breached passwords from a file with one password a line.
 * Passwords too short to be chosen are left out; of each other, eight characters of a hash go in.
 */
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectFolder } from './run.mjs'

const MIN_LENGTH = 12
const TARGET = 'src/server/use-cases/sign-in/external-accounts/breached/breached-passwords.txt'

const [source] = process.argv.slice(2)
if (source === undefined) throw new Error('Name the file with the passwords: npm run breached-passwords -- LIST')

const passwords = readFileSync(source, 'utf8')
  .split(/\r?\n/)
  .filter((password) => Array.from(password).length >= MIN_LENGTH)
const marks = new Set(
  passwords.map((password) =>
    createHash('sha256').update(password.normalize('NFC').toLowerCase()).digest('base64url').slice(0, 8),
  ),
)
writeFileSync(join(projectFolder, TARGET), `${[...marks].toSorted().join('\n')}\n`)
process.stdout.write(`${marks.size} passwords of ${MIN_LENGTH} characters and more\n`)
