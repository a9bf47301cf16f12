import type { Chance } from './chance'
import type { Faults } from './faults'
import type { AnswerMessage, Message, ServerProcess } from './simulated-server'
import type { VirtualTime } from './virtual-time'

type Dependencies = {
  time: VirtualTime
  chance: Chance
  faults: Faults
  /** The processes behind the load balancer, dead ones included. */
  processes: () => readonly ServerProcess[]
}

/** The delay of a late request or answer in milliseconds: longer than the app waits. */
const LATE = 45_000
/** The milliseconds in which a browser notices that a connection was cut. */
const CUT = 300

const GATEWAY: AnswerMessage = { status: 502, headers: [], body: '<html>Bad gateway</html>' }
const PORTAL_PAGE: AnswerMessage = { status: 200, headers: [], body: '<html>Accept the terms of the Wi-Fi</html>' }

/** The `fetch` of a device; `name` is the device's name. */
export const networkOf = ({ time, chance, faults, processes }: Dependencies) => {
  /** The answer to a request that has reached the balancer; null where its connection was cut. */
  const answerBehind = async (name: string, message: Message): Promise<AnswerMessage | null> => {
    const [first, ...others] = processes().filter((one) => one.isAlive())
    if (first === undefined) return GATEWAY
    const process = chance.pick(`${name} balanced to`, [first, ...others])
    return Promise.race([process.answer(message), process.ended.then(() => null)])
  }

  /** A browser holds a request until it has ended. Node lets it be collected, and then its time limit never ends it. */
  const underWay = new Set<Request>()

  return (name: string, isConnected: () => boolean) =>
    async (request: Request): Promise<Response> => {
      underWay.add(request)
      const { url, method, signal } = request
      const message: Message = { url, method, headers: [...request.headers], body: await request.text() }
      const path = `${name} ${method} ${new URL(url).pathname.split('/').at(-1)}`
      const cut = () => Object.assign(new TypeError('fetch failed'), { code: 'ECONNRESET' })
      const answered = new Promise<Response>((resolve, reject) => {
        const onAbort = () => reject(new DOMException('The request was aborted', 'AbortError'))
        if (signal.aborted) onAbort()
        signal.addEventListener('abort', onAbort)
        const fail = (after: number) => void time.after(after, () => reject(cut()))
        const arrive = async (isHeard: boolean) => {
          const answer = await answerBehind(name, message)
          if (!isHeard || faults.happens('answer lost', path)) {
            // Some connections are cut; on others nothing is ever received.
            if (isHeard && chance.fraction(`${path} cut`) < 0.5) fail(CUT)
            return
          }
          if (answer === null) return fail(CUT)
          const late = faults.happens('answer late', path) ? LATE : 0
          time.after(faults.delay(`${path} back`, 60) + late, () => {
            if (!isConnected()) return reject(cut())
            const body = answer.status === 204 ? null : answer.body
            resolve(new Response(body, { status: answer.status, headers: answer.headers }))
          })
        }
        const there = faults.delay(`${path} there`, 60)
        if (!isConnected()) return fail(there)
        if (faults.happens('a page of something else', path))
          return void time.after(there, () => resolve(new Response(PORTAL_PAGE.body, { status: PORTAL_PAGE.status })))
        if (faults.happens('sent twice by the network', path)) {
          const second = chance.between(`${path} second`, 0, 20_000)
          time.after(second, () => void arrive(false))
        }
        if (faults.happens('question lost', path)) {
          if (chance.fraction(`${path} noticed`) < 0.5) fail(CUT)
          return
        }
        const late = faults.happens('question late', path) ? LATE : 0
        time.after(there + late, () => void arrive(true))
      })
      return answered.finally(() => underWay.delete(request))
    }
}
