import { API_MARK } from '#contract/api-address'
import { storableAnswerAt } from '#offline/storable-answer'
import { fetchParticipantsSince, withChanges } from '#offline/participants-since'
import { describe, expect, test } from 'vitest'

const ADDRESS = 'https://portal.example/api/v1/trials/3/participants/snapshot'
const storableAt = (address: string) => {
  const storable = storableAnswerAt(new URL(address))
  if (storable === null) throw new Error(`nothing is kept at ${address}`)
  return storable
}
const STORABLE = storableAt(ADDRESS)
const VERSION = '7.11111111-2222-4333-8444-555555555555.0123456789abcdef'

const participant = (id: number, name: 'Flagged' | 'Unflagged' = 'Unflagged') => ({
  id,
  trial_sequence_no: id,
  participant_id: null,
  site_id: 1,
  flag_status: { name },
})

const stored = {
  scope: STORABLE.scope,
  trial_id: 3,
  as_of: 0,
  body: { data: [participant(1), participant(2)] },
  version: VERSION,
}
const ours = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { [API_MARK.name]: API_MARK.value } })
const never = () => new Promise<void>(() => {})

/**
 * Requests the list with this stored version, from a server with these answers. Returns the requests that it received.
 */
const asking = async (
  answers: readonly Response[],
  {
    read = async () => stored,
    wait = never,
  }: { read?: () => Promise<typeof stored | null>; wait?: () => Promise<void> } = {},
  storable = STORABLE,
) => {
  const requests: (string | null)[] = []
  const fetch = async ({ url }: Request) => {
    const answer = answers[requests.length]
    requests.push(new URL(url).searchParams.get('since'))
    if (!answer) throw new Error('the server is asked too often')
    return answer
  }
  const response = await fetchParticipantsSince(
    { snapshots: { read }, owner: 'nurse', fetch, wait },
    storable,
    new Request(ADDRESS),
  )
  return { requests, status: response.status, body: await response.text() }
}

const whole = ours({ data: [participant(9)] })
const wholeText = JSON.stringify({ data: [participant(9)] })

describe('a device with a version', () => {
  test('asks for the changes since then, and returns the whole list', async () => {
    const { requests, body } = await asking([
      ours({ data: [participant(2, 'Flagged'), participant(3)], since: VERSION }),
    ])
    expect(requests).toEqual([VERSION])
    expect(JSON.parse(body)).toEqual({ data: [participant(1), participant(2, 'Flagged'), participant(3)] })
  })

  test('accepts the whole list where the server sends it', async () => {
    expect(await asking([whole.clone()])).toEqual({ requests: [VERSION], status: 200, body: wholeText })
  })

  test.each([400, 422])('asks for everything where a server of an older version answers %i', async (status) => {
    expect(await asking([ours({}, status), whole.clone()])).toMatchObject({
      requests: [VERSION, null],
      body: wholeText,
    })
  })

  test("never adds changes to another version's list", async () => {
    const others = ours({ data: [participant(3)], since: VERSION.replace('7', '6') })
    expect(await asking([others, whole.clone()])).toMatchObject({ requests: [VERSION, null], body: wholeText })
  })

  test.each([403, 404])('returns %i unchanged', async (status) => {
    expect(await asking([ours({}, status)])).toMatchObject({ requests: [VERSION], status })
  })

  test('returns an answer unchanged that is not the server’s', async () => {
    expect((await asking([new Response('<html>Welcome to our Wi-Fi</html>')])).body).toContain('Welcome')
  })
})

describe('a device requests the whole list', () => {
  test.each([
    ['that has nothing', async () => null],
    ['that has a list without a version', async () => ({ ...stored, version: '' })],
    ['whose store fails', () => Promise.reject(new Error('the disk is gone'))],
  ])('%s', async (_, read) => {
    expect(await asking([whole.clone()], { read })).toMatchObject({ requests: [null], body: wholeText })
  })

  test('if its store does not answer', async () => {
    const silent = { read: () => new Promise<null>(() => {}), wait: () => Promise.resolve() }
    expect(await asking([whole.clone()], silent)).toMatchObject({ requests: [null], body: wholeText })
  })

  test('for every other call', async () => {
    const packs = storableAt('https://portal.example/api/v1/trials/3/study-packs')
    expect((await asking([whole.clone()], {}, packs)).requests).toEqual([null])
  })
})

test('changed participants are replaced in place, and new ones are added by their number', () => {
  expect(withChanges([participant(1), participant(5)], [participant(5, 'Flagged'), participant(3)])).toEqual([
    participant(1),
    participant(3),
    participant(5, 'Flagged'),
  ])
})
