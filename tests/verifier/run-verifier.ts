import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import * as v from 'valibot'

export const VERIFIER = new URL('../../src/verifier/verify-ledger.mjs', import.meta.url)

/** The verifier's exit code, its output, and the part that it called wrong. */
export type Verdict = { code: number; printed: string; wrong: string | null }

const verifier = v.parse(v.object({ judge: v.function() }), await import(VERIFIER.href))

/** Data for comparison with a ledger: a commitment, an earlier export, the text of a list of participants. */
type Outside = { commitment?: string; head?: string; earlier?: unknown; participants?: string }

const textOf = (content: unknown): string => (typeof content === 'string' ? content : JSON.stringify(content))

/** The verdict on a file with this content. */
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

/** Runs the verifier as a command, with these arguments. */
export const runVerifier = (
  args: readonly string[],
  file = fileURLToPath(VERIFIER),
): Promise<{ code: number; out: string; complaint: string }> =>
  new Promise((resolve) => {
    execFile(process.execPath, [file, ...args], (error, out, complaint) => {
      resolve({ code: error === null ? 0 : Number(error.code), out, complaint })
    })
  })
