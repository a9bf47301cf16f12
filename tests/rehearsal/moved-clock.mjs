/*
 * Loaded into a process whose clock is moved by the milliseconds in the file that CLOCK_FILE names. SIGUSR2 reads the
 * file again. Monotonic clocks and timers continue unchanged, as when a machine's clock is set.
 */
import { readFileSync } from 'node:fs'

const file = process.env.CLOCK_FILE ?? ''
const TrueDate = Date
let moved = 0

const read = () => {
  moved = Number(readFileSync(file, 'utf8'))
}
read()
process.on('SIGUSR2', read)

const now = () => TrueDate.now() + moved

globalThis.Date = new Proxy(TrueDate, {
  construct: (target, values, made) =>
    Reflect.construct(target, values.length === 0 ? [now()] : values, made === globalThis.Date ? target : made),
  apply: () => new TrueDate(now()).toString(),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
})
