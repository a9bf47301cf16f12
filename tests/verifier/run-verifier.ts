import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import * as v from 'valibot'

export const VERIFIER = new URL('../../src/verifier/verify-ledger.mjs', import.meta.url)

/** How the verifier ended, what it said, and the thing that it called wrong. */
export type Verdict = { code: number; printed: string; wrong: string | null }

const verifier = v.parse(v.object({ judge: v.function() }), await import(VERIFIER.href))

/** What a ledger is compared with: a commitment, an earlier export, the text of a list of participants. */
type Outside = { commitment?: string; head?: string; earlier?: unknown; participants?: string }

const textOf = (content: unknown): string => (typeof content === 'string' ? content : JSON.stringify(content))

/** What the verifier says of a file that holds this. */
export const verdictOn = (content: unknown, { earlier, participants, ...options }: Outside = {}): Verdict => {
  const outside = {
    ...options,
    ...(earlier === undefined ? {} : { earlier: { content: textOf(earlier), name: 'old.json' } }),
    ...(participants === undefined ? {} : { participants: { content: participants, name: 'list.csv' } }),
  }
  const answer = v.parse(
    v.object({ code: v.number(), says: v.string() }),
    verifier.judge(textOf(content), 'ledger.json', outside),
  )
  return { code: answer.code, printed: answer.says, wrong: /^WRONG: (.*)$/m.exec(answer.says)?.[1] ?? null }
}

/** The verifier as a command, with these arguments. */
export const runVerifier = (
  args: readonly string[],
  file = fileURLToPath(VERIFIER),
): Promise<{ code: number; out: string; complaint: string }> =>
  new Promise((resolve) => {
    execFile(process.execPath, [file, ...args], (error, out, complaint) => {
      resolve({ code: error === null ? 0 : Number(error.code), out, complaint })
    })
  })
